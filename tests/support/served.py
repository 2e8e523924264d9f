"""The program as a visitor of a server runs it: confined to a home, with the permissions of a visitor.

    python -m tests.support.served ARGUMENTS

The home is `TTT_TUI_HOME`, else `HOME`. What was refused is in a file there, a line each, and crashes are.
"""

import os
import sys
from pathlib import Path

SERVED_PROGRAM = (
    "/usr/bin/env", "-u", "COVERAGE_PROCESS_CONFIG", f"PYTHONPATH={Path(__file__).parents[2]}",
    sys.executable, "-m", "tests.support.served",
)  # fmt: skip
"""The command without arguments. Coverage would be measured into a file outside the home."""

REPORTS = "refused.log"


def reports(home: Path) -> list[str]:
    """Return what was refused to programs in a home, and tracebacks of crashes."""
    path = home / REPORTS
    return path.read_text().splitlines() if path.exists() else []


def main() -> int:
    """Confine this process, and run the program in it."""
    from ttt_tui.cli.command_line import run
    from ttt_tui.process.confinement import confine
    from ttt_tui.process.permissions import Permissions
    from ttt_tui.process.visit_log import VisitLog

    home = Path(os.environ.get("TTT_TUI_HOME") or os.environ["HOME"])
    log = VisitLog(os.open(home / REPORTS, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "visitor")
    confine(home, log.write)
    return run(sys.argv[1:], Permissions(log=log))


if __name__ == "__main__":
    sys.exit(main())
