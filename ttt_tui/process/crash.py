"""The crash log: tracebacks of unexpected errors, and stacks after faults of the interpreter."""

import faulthandler
import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ttt_tui import __version__
from ttt_tui.process.paths import NO_HOME, log_path, make_private_directory, open_private
from ttt_tui.process.permissions import EVERYTHING, Permissions
from ttt_tui.process.streams import print_error

MOST_LINES = 60
"""Lines of a traceback in the administrator's log, the last ones."""


def report(error: BaseException, permissions: Permissions = EVERYTHING) -> None:
    """Write the traceback of an unexpected error to the log and report it in one line on stderr.

    The line says where the log is. A visitor of a server is told nothing of the machine: the administrator
    has the traceback.
    """
    if (log := permissions.log) is None:
        print_error(f"internal error; {log_crash(error, log_path())}")
        return
    trace = "".join(traceback.format_exception(error)).splitlines()
    log.write(_headline(), *trace[-MOST_LINES:])
    print_error("internal error; the administrator of the server can see why")


def log_faults(permissions: Permissions = EVERYTHING) -> Callable[[], None]:
    """Make a fault of the interpreter write the stacks of all threads to the log.

    Return a function to call when the program ends; it removes a log to which nothing was written.
    """
    if permissions.log is not None:
        faulthandler.enable(permissions.log.descriptor)
        return lambda: None
    path = log_path()
    try:
        # It stays open, since nothing can be opened after a fault.
        descriptor = _open_log(path)
        faulthandler.enable(descriptor)
    except OSError:  # the game goes on without a log
        return lambda: None

    def remove_if_empty() -> None:
        with suppress(OSError):
            if path is not None and os.fstat(descriptor).st_size == path.stat().st_size == 0:
                path.unlink()

    return remove_if_empty


def log_crash(error: BaseException, path: Path | None) -> str:
    """Add an exception's traceback to the log and return the log's place, as the end of a sentence."""
    try:
        # An exception may contain anything, for example a file name that is not valid text.
        with open(_open_log(path), "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{_headline()}\n")
            file.writelines(traceback.format_exception(error))
    except OSError as failure:
        return f"{error!r:.200} (cannot write the log: {failure})"
    return f"see {path} for details"


def _headline() -> str:
    return f"ttt-tui {__version__}, {datetime.now():%Y-%m-%d %H:%M:%S}"


def _open_log(path: Path | None) -> int:
    """Open the log for appending and return the descriptor; raises `OSError`."""
    if path is None:
        raise FileNotFoundError(NO_HOME)
    make_private_directory(path.parent)
    return open_private(path, os.O_APPEND | os.O_WRONLY)
