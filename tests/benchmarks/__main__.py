"""Measures what the program is to reach, with its baselines beside: `python -m tests.benchmarks`.

    python -m tests.benchmarks --small      in about a minute: fewer boards and runs
    python -m tests.benchmarks --only bytes
    python -m tests.benchmarks --json       for programs

The status is 1 if a number of bytes, which is the same everywhere, misses its aim; times never fail.
"""

import argparse
import json
import sys

from rich.console import Console

from tests.benchmarks import seconds, written_bytes
from tests.benchmarks.meter import Figure, table

PARTS = {"bytes": written_bytes.figures, "times": seconds.figures}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--small", action="store_true", help="fewer boards and runs")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    found: list[Figure] = []
    for name, measure in PARTS.items():
        if options.only in (None, name):
            found += measure(options.small)
    if options.json:
        print(json.dumps([figure.data() for figure in found], indent=2, ensure_ascii=False))
    else:
        console = Console()
        Console(width=None if console.is_terminal else 140).print(table(found))
    return int(any(figure.unit == "bytes" and not figure.is_met for figure in found))


if __name__ == "__main__":
    sys.exit(main())
