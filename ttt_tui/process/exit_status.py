"""The exit statuses of the program; 0 is success, and 128 + n is that signal n ended it."""

import signal

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask the program to end: Ctrl+C, a shutdown, a line that was dropped."""

FAILED = 1
"""What was asked for could not be done."""

WRONG_USAGE = 2
"""What was asked for makes no sense; a line on stderr says what would."""

READER_GONE = 141
"""Nobody reads any more: the status of a program which SIGPIPE ended."""


class WrongOption(Exception):
    """The command line asks for something impossible; `str(error)` says why, and what would be right.

    The program then ends with `WRONG_USAGE`. `option` is the option at fault, which comes first in the text.
    """

    def __init__(self, reason: str, option: str | None = None) -> None:
        super().__init__(reason if option is None else f"argument {option}: {reason}")
