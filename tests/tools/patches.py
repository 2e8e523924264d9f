"""Show what each patch of Textual is for: `python -m tests.tools.patches [NAME …]`.

For each, its tests run once as they are and once without the patch, also in the programs that they start. A
patch whose tests pass without it is not needed any more, and the status is 1. The numbers that the patches of
the output change are printed beside: bytes of an arrow key on 15×15, and of the first paint.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.support.tool import parser_of

ROOT = Path(__file__).parents[2]

WITHOUT = '''
import importlib.util, sys

class Finder:
    """Runs code once a module has been imported."""

    def find_spec(self, name, path=None, target=None):
        if name != {module!r}:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        execute = spec.loader.exec_module

        def and_then(module):
            execute(module)
            exec({code!r}, vars(module))

        spec.loader.exec_module = and_then
        return spec

sys.meta_path.insert(0, Finder())
'''
"""A `sitecustomize` that takes a patch away."""

COUNT = """
from statistics import median
from tests.benchmarks.meter import Meter
from tests.benchmarks.written_bytes import key_sizes
with Meter("--board", "15", "--player", "human", "--player", "human") as terminal:
    terminal.wait_for("to move")
    terminal.settle()
    first = len(terminal.raw)
sizes = [key.size for key in key_sizes(["15"], [(80, 24)])]
print(f"arrow key {median(sizes):.0f} bytes, at most {max(sizes)}; first paint {first:,} bytes")
"""


class Patch(NamedTuple):
    """A patch, how to take it away, and the tests that fail then."""

    name: str
    module: str
    """Below `ttt_tui.app.terminal`."""
    code: str
    """Takes it away, run in the module."""
    tests: tuple[str, ...]
    counts: bool = False
    """Whether it changes how much is written."""


BATCHES = "tests/end_to_end/test_batches.py"
OUTPUT = "tests/app/terminal/test_output.py"
PARTS = "tests/app/terminal/test_private_parts.py"
SIGNALS = "tests/end_to_end/test_signals.py"

PATCHES = (
    Patch("display", "painted", "del PaintingApp._display", ("tests/benchmarks/test_bytes.py",), True),
    Patch("moved", "output", "MovingCompositor._mark_moved = lambda *_: None", (OUTPUT,)),
    Patch("message", "patches", "del PatchedScreen._on_message", (BATCHES, PARTS)),
    Patch("covered", "patches", "del CoverableApp._background_screens", ("tests/app/test_tiny_windows.py",)),
    Patch("lowest", "patches", "lowest = lambda screen, app: screen", ("tests/app/test_whole_games.py",)),
    Patch("exceptions", "patches", "del CatchingApp._handle_exception", (PARTS,)),
    Patch(
        "bindings",
        "patches",
        "bindings_of = lambda node, key: [b.binding for b in [node.active_bindings.get(key)] if b]",
        (PARTS,),
    ),
    Patch(
        "clicks", "patches", "ClickFilter.admits = lambda *_: True", ("tests/app/terminal/test_clicks.py",)
    ),
    Patch("lines", "patches", "forget_lines = lambda: None", (PARTS,)),
    Patch(
        "writer",
        "output",
        "LineWriter.write = lambda self, text, is_frame=True: os.write(self.descriptor, text.encode())",
        (f"{SIGNALS}::test_a_signal_while_many_keys_wait_and_nobody_reads_the_screen",),
    ),
    Patch(
        "reader",
        "input",
        "InputReader._pieces = lambda self, data: self._codes.feed(data.decode())",
        ("tests/app/terminal/test_input.py", BATCHES),
    ),
    Patch(
        "signals",
        "driver",
        "TerminalDriver._stop = lambda self: os.kill(os.getpid(), signal.SIGSTOP)",
        (SIGNALS,),
    ),
    Patch("size", "driver", "del TerminalDriver._get_terminal_size", ("tests/end_to_end/test_streams.py",)),
    Patch("queue", "event_loop", "InputQueue.admits = lambda self, event: True", (BATCHES,)),
)


def run_tests(tests: Sequence[str], path: str | None = None) -> tuple[int, int]:
    """Run tests, without a patch if `path` has its `sitecustomize`; return how many passed and failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider"]
    command += ["-m", "slow or not slow", *tests]
    if path is None:
        command.remove("-x")
    done = subprocess.run(command, cwd=ROOT, env=environment(path), capture_output=True, text=True)
    words = done.stdout.replace(",", "").split()
    counts = {
        word: int(words[i - 1]) for i, word in enumerate(words) if word in ("passed", "failed", "error")
    }
    return counts.get("passed", 0), counts.get("failed", 0) + counts.get("error", 0)


def environment(path: str | None) -> dict[str, str]:
    """Return the environment of a process that finds the `sitecustomize` in `path`, if given."""
    return {**os.environ, "PYTHONPATH": f"{path}:{ROOT}" if path else str(ROOT)}


def count_bytes(path: str | None = None) -> str:
    """Return what arrow keys and the first paint cost."""
    command = [sys.executable, "-c", COUNT]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(path), capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def main(names: Sequence[str]) -> int:
    """Try the patches of these names, or all, and return the exit status."""
    needless = 0
    print(f"as it is: {count_bytes()}")
    for patch in PATCHES:
        if names and patch.name not in names:
            continue
        with tempfile.TemporaryDirectory() as path:
            module = f"ttt_tui.app.terminal.{patch.module}"
            Path(path, "sitecustomize.py").write_text(WITHOUT.format(module=module, code=patch.code))
            said = [f"without it {count_bytes(path)}"] if patch.counts else []
            failed = 0
            for test in patch.tests:
                _, failed_with = run_tests([test])
                passed, failed_without = run_tests([test], path)
                failed += failed_without
                said.append(f"{test}: {failed_with} fail with it, without it {failed_without} after {passed}")
        needless += not failed and not patch.counts
        print(f"{patch.name}: {'; '.join(said)}", flush=True)
    return int(needless > 0)


if __name__ == "__main__":
    parser = parser_of(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(patch.name for patch in PATCHES))
    sys.exit(main(parser.parse_args().names))
