"""What is said and kept when something unforeseen has ended the program."""

import faulthandler
import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from ttt_tui import __version__
from ttt_tui.process.paths import NO_HOME, log_path, make_private_directory, open_private
from ttt_tui.process.streams import print_error


def report(error: BaseException) -> None:
    """Report an unexpected error in one line on standard error; the traceback goes to the log."""
    print_error(f"internal error; {log_crash(error, log_path())}")


def log_faults() -> Callable[[], None]:
    """From now on let a fault of the interpreter itself leave the stack of every thread in the log.

    Return what removes the log if nothing was written: call it when the program ends.
    """
    path = log_path()
    try:
        # It stays open: nothing can be opened once the fault has happened.
        descriptor = _open_log(path)
        faulthandler.enable(descriptor)
    except OSError:  # the game is played without
        return lambda: None

    def remove_if_empty() -> None:
        with suppress(OSError):
            if path is not None and os.fstat(descriptor).st_size == path.stat().st_size == 0:
                path.unlink()

    return remove_if_empty


def log_crash(error: BaseException, path: Path | None) -> str:
    """Add an exception's traceback to the log and return where it is, for the end of a sentence."""
    try:
        # An exception may name anything, as a file whose name is no text.
        with open(_open_log(path), "a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"ttt-tui {__version__}, {datetime.now():%Y-%m-%d %H:%M:%S}\n")
            file.writelines(traceback.format_exception(error))
    except OSError as failure:
        return f"{error!r:.200} (cannot write the log: {failure})"
    return f"see {path} for details"


def _open_log(path: Path | None) -> int:
    """Return a descriptor for adding to the log; raises `OSError`."""
    if path is None:
        raise FileNotFoundError(NO_HOME)
    make_private_directory(path.parent)
    return open_private(path, os.O_APPEND | os.O_WRONLY)
