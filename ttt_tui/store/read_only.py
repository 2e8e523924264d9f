"""A database that cannot be written: another user's, or one on a read-only medium or a full disk.

Neither the file nor its directory is changed. SQLite can read a file alone in place. To read one with a log
or a journal it would need locks, so that is copied; one with an older schema is migrated in memory.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypeVar

from ttt_tui.errors import ReadOnlyStore, StoreBusy, StoreError
from ttt_tui.store.database import (
    VERSION,
    check_content,
    check_files,
    configure,
    is_damage,
    migrate,
    store_error,
    version_of,
)
from ttt_tui.store.reopening import WRITING, ReopeningDatabase

T = TypeVar("T")

MOST_COPIES = 5
"""The most attempts to copy a database while another program writes to it."""

BESIDE = ("-wal", "-journal")
"""The name endings of the files that hold a part of the database."""


def can_write(path: Path) -> bool:
    """Return whether this process may write the database at `path`, or create it."""
    if not path.exists():
        return True  # creating it shows whether it can be written
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK | os.X_OK)


class ReadOnlyDatabase:
    """The database under `path`, read and never written. It belongs to the thread that made it.

    It has the methods of `ReopeningDatabase`; each raises `StoreError`, those that write always do.
    """

    generation = 0

    def __init__(self, path: Path, error: ReadOnlyStore | None = None) -> None:
        self.path = path
        self.error = error or ReadOnlyStore()
        """The error that writing raises."""
        self.message: str | None = None
        self._stamp = _stamp(path)
        self._connection = open_read_only(path)

    def close(self) -> None:
        self._connection.close()

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read something from the database as it is now."""
        self.follow()
        try:
            return work(self._connection)
        except sqlite3.Error as error:
            raise _error(error, self.path) from None

    def write(self, work: Callable[[sqlite3.Connection], T]) -> NoReturn:
        raise self.error

    def execute(self, statement: str, *values: object) -> NoReturn:
        raise self.error

    def follow(self) -> None:
        """Reopen the database if another program has written to it or replaced it."""
        stamp = _stamp(self.path)
        if stamp != self._stamp:
            connection = open_read_only(self.path)
            self._connection.close()
            self._connection, self._stamp = connection, stamp


Database = ReopeningDatabase | ReadOnlyDatabase


def open_read_only(path: Path) -> sqlite3.Connection:
    """Return a connection to the database as it is now; raises `StoreError`."""
    try:
        for _ in range(MOST_COPIES):
            check_files(path)
            before = _stamp(path)
            is_alone = not any(file.stat().st_size for file in _beside(path))
            connection = _open_alone(path) if is_alone else _open_copy(path)
            if before == _stamp(path):
                return connection
            connection.close()
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        raise _error(error, path) from None
    raise StoreBusy(WRITING)


def _error(error: sqlite3.Error | OSError | UnicodeDecodeError, path: Path) -> StoreError:
    """Return an error as a `StoreError`; SQLite quotes a damaged schema, even if it is not valid text."""
    if isinstance(error, UnicodeDecodeError) or is_damage(error):
        return StoreError(f"{path}: the history is damaged: {error}")
    return store_error(error, path)


def _open_alone(path: Path) -> sqlite3.Connection:
    """Open a file without a log, to which no program is writing."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    return _checked(connection, lambda: path.stat().st_size)


def _open_copy(path: Path) -> sqlite3.Connection:
    """Return a copy, in memory, of a file and its companions."""
    with tempfile.TemporaryDirectory(prefix="ttt-tui-") as directory:
        copy = Path(directory, path.name)
        for file in (path, *_beside(path)):
            shutil.copyfile(file, copy.with_name(file.name))
        connection = sqlite3.connect(copy, isolation_level=None)
        return _in_memory(_checked(connection, lambda: copy.stat().st_size))


def _checked(connection: sqlite3.Connection, size: Callable[[], int]) -> sqlite3.Connection:
    """Return a connection to a sound database with the present schema."""
    try:
        configure(connection)
        check_content(connection, size())
        if version_of(connection) < VERSION:
            connection = _in_memory(connection)
            migrate(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _in_memory(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection to a copy in memory, and close the given one."""
    memory = sqlite3.connect(":memory:", isolation_level=None)
    connection.backup(memory)
    connection.close()
    configure(memory)
    return memory


def _beside(path: Path) -> list[Path]:
    files = (path.with_name(path.name + end) for end in BESIDE)
    return [file for file in files if file.exists()]


def _stamp(path: Path) -> tuple[tuple[int, ...], ...]:
    """Return the state of a database's files, which changes when another program writes to them."""
    try:
        status = [file.stat() for file in (path, *_beside(path))]
    except OSError as error:
        raise store_error(error, path) from None
    return tuple((file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns) for file in status)
