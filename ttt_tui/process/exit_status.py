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
