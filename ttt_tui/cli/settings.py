"""`ttt-tui settings path`: where the user's settings are."""

import sys

from ttt_tui.process.paths import NO_HOME, settings_path
from ttt_tui.process.signals import FAILED
from ttt_tui.process.streams import print_error
from ttt_tui.process.text import printable


def run() -> int:
    """Print the path of the settings and return the exit status."""
    if (path := settings_path()) is None:
        print_error(NO_HOME)
        return FAILED
    print(printable(str(path)) if sys.stdout.isatty() else path)
    return 0
