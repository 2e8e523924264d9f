"""Paths of the program's files: the platform's directories, or one directory named by `TTT_TUI_HOME`.

New files and directories are accessible to their owner only, whatever the umask.
"""

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

from platformdirs import user_config_path, user_data_path, user_log_path

HOME_VARIABLE = "TTT_TUI_HOME"

APP = "ttt-tui"

LONGEST_PATH = 500
"""Characters of the longest path that can be typed."""


NO_HOME = f"no home directory; set {HOME_VARIABLE} to a directory"
"""The reason why nothing is stored if the functions below return None."""


def history_path() -> Path | None:
    """Return the path of the database of games; None without a home directory."""
    return _in(user_data_path, "history.db")


def settings_path() -> Path | None:
    """Return the path of the user's settings; None without a home directory."""
    return _in(user_config_path, "settings.toml")


def log_path() -> Path | None:
    """Return the path of the crash log; None without a home directory."""
    return _in(user_log_path, "ttt-tui.log")


def make_private_directory(directory: Path) -> None:
    """Create a directory, and missing parents, accessible to their owner only; raises `OSError`.

    An existing directory keeps its mode.
    """
    if directory.is_dir():
        return
    if directory.parent != directory:
        make_private_directory(directory.parent)
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:  # created by another process, or not a directory
        if not directory.is_dir():
            raise
    else:
        directory.chmod(0o700)


def open_private(path: Path, flags: int) -> int:
    """Open a file, created for its owner only if it does not exist, and return its descriptor.

    `flags` are those of `os.open`. Raises `OSError`.
    """
    descriptor = open_own(path, flags | os.O_CREAT, 0o600)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode) and status.st_size == 0 and stat.S_IMODE(status.st_mode) != 0o600:
            os.fchmod(descriptor, 0o600)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def open_own(path: Path, flags: int, mode: int = 0o666) -> int:
    """Open one of the program's own files and return its descriptor; a pipe may have taken its place.

    It never waits: opening a pipe would, until another program opens the other end. A device is opened, so
    that a link to `/dev/null` discards what is written. Raises `OSError`, also for other kinds of files.
    """
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC, mode)
    except OSError as error:
        if error.errno == errno.ENXIO:  # a socket, or a pipe that nobody reads
            raise not_a_file(path) from None
        raise
    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise not_a_file(path)
    return descriptor


def not_a_file(path: Path) -> OSError:
    """Return the error for a path that is not a regular file."""
    return OSError(errno.EINVAL, "not a regular file", str(path))


def open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe; an `opener` for `open`."""
    return os.open(path, flags | os.O_NONBLOCK | os.O_CLOEXEC)


def _in(place: Callable[..., Path], name: str) -> Path | None:
    """Return the path of a file in a platform directory, None if this user has no such directory."""
    if home := os.environ.get(HOME_VARIABLE):
        return Path(home) / name
    try:
        directory = place(APP, appauthor=False)
    except RuntimeError:  # no HOME, and no entry for this user
        return None
    return directory / name if directory.is_absolute() else None
