"""The command line of what is run by hand: `python -m tests.tools.…`."""

import argparse
import sys


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """Return the parser of the module that was started, which `--help` describes by its docstring."""
    spec = sys.modules["__main__"].__spec__
    name = "" if spec is None else spec.name.removesuffix(".__main__")
    return argparse.ArgumentParser(
        prog=f"python -m {name}",
        description=(doc or "").replace("%", "%%"),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
