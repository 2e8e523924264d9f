"""How much of each folder the tests went through: `python -m tests.covered`, after `coverage combine`.

What counts is branches: of each `if`, `while`, `for` and `case` every way out that was taken. The status is 1
if a folder has less than it has to.
"""

import json
import subprocess
import sys
from collections import Counter
from pathlib import PurePath

from tests.support.tool import parser_of

LEAST = {"engine": 95.0, "computer": 95.0, "gomocup": 95.0, "store": 95.0}
"""Per cent of branches."""

LEAST_ELSEWHERE = 90.0


def main() -> int:
    command = [sys.executable, "-m", "coverage", "json", "-q", "-o", "-"]
    files = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["files"]
    all_branches: Counter[str] = Counter()
    taken: Counter[str] = Counter()
    for name, file in files.items():
        folder = folder_of(name)
        all_branches[folder] += file["summary"]["num_branches"]
        taken[folder] += file["summary"]["covered_branches"]
    is_enough = True
    print(f"{'folder':<12}{'branches':>10}{'taken':>10}{'per cent':>10}{'at least':>10}")
    for folder, count in sorted(all_branches.items()):
        share = 100.0 * taken[folder] / count
        least = LEAST.get(folder, LEAST_ELSEWHERE)
        too_few = share < least
        is_enough = is_enough and not too_few
        print(
            f"{folder:<12}{count:>10}{taken[folder]:>10}{share:>10.1f}{least:>10.1f}{'  too few' * too_few}"
        )
    return 0 if is_enough else 1


def folder_of(name: str) -> str:
    """Return the folder of a module; what lies deeper belongs to it, and `__main__` to the command line."""
    parts = PurePath(name).parts
    below = parts[parts.index("ttt_tui") + 1 :]
    return below[0] if len(below) > 1 else "cli"


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    sys.exit(main())
