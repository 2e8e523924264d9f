"""Where files are kept: the platform's places, or all in one directory named by `TTT_TUI_HOME`.

What is made there is for its owner alone, whatever the umask says.
"""

import os
import stat
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path

HOME_VARIABLE = "TTT_TUI_HOME"

APP = "ttt-tui"


NO_HOME = f"no home directory; set {HOME_VARIABLE} to a directory"
"""Why nothing is kept where the paths below are None."""


def history_path() -> Path | None:
    """Return the path of the database of games; None if there is no home directory."""
    return _in(user_data_path, "history.db")


def settings_path() -> Path | None:
    """Return the path of the user's settings; None if there is no home directory."""
    return _in(user_config_path, "settings.toml")


def log_path() -> Path | None:
    """Return the path of the log in which an unexpected error leaves its traceback; None without a home."""
    return _in(user_log_path, "ttt-tui.log")


def make_private_directory(directory: Path) -> None:
    """Make a directory, and those above it, that only its owner can look into; raises `OSError`.

    One that is there already stays as it is.
    """
    if directory.is_dir():
        return
    if directory.parent != directory:
        make_private_directory(directory.parent)
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:  # another process was quicker, or it is no directory
        if not directory.is_dir():
            raise
    else:
        directory.chmod(0o700)


def open_private(path: Path, flags: int) -> int:
    """Open a file, made for its owner alone if it is not there, and return its descriptor.

    `flags` are those of `os.open`. Raises `OSError`.
    """
    descriptor = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size == 0 and stat.S_IMODE(status.st_mode) != 0o600:
            os.fchmod(descriptor, 0o600)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def open_at_once(path: str, flags: int) -> int:
    """Open a file, as `opener` of `open`, without waiting for what is at the other end of a pipe."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)


def _in(place: Callable[..., Path], name: str) -> Path | None:
    """Return the path of a file of this name, None if neither the user nor the system has a place for it."""
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / name
    try:
        directory = place(APP, appauthor=False)
    except RuntimeError:  # no HOME, and no entry for this user
        return None
    return directory / name if directory.is_absolute() else None
