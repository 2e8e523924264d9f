"""A database under a name, whatever becomes of the file: damaged, removed, exchanged for another one."""

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from ttt_tui.store.database import is_damage, open_database, set_aside, store_error

T = TypeVar("T")

DAMAGED = "The history was damaged"


class FollowedDatabase:
    """The database that has the name `path`. It belongs to the thread that made it.

    Every method raises `StoreError` if the file cannot be used, `StoreBusy` if another process has locked it
    for longer than `busy_seconds`. Damage that shows while it is used is dealt with once: the file is set
    aside, and what is being written goes into a new one. So it does when somebody has removed the file, or
    put another one in its place, by the time something is written.
    `before_commit` is called when all of a transaction is done but its end; what it raises undoes that.
    """

    def __init__(
        self, path: Path, busy_seconds: float, before_commit: Callable[[], None] = lambda: None
    ) -> None:
        self.path = path
        self.busy_seconds = busy_seconds
        self._before_commit = before_commit
        self.generation = 0
        """How many files were given up so far; what was stored in one is not known to be in the next."""
        self._connection: sqlite3.Connection | None
        self._connection, self.message = open_database(path, busy_seconds)
        self._file = _identity(path)
        self._given_up = ""  # why the file before was, as long as there is no other

    def close(self) -> None:
        """Close the file."""
        if self._connection is not None:
            self._connection.close()

    def write(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Write something in one transaction, into the file that has the name now; `again` as in `do`."""

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                self._before_commit()
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

        generation = self.generation
        self.follow()
        if self.generation != generation and not again:
            raise LookupError("this file is a new one")
        result = self.do(transaction, again)
        self._file = self._file if self._file.log else _identity(self.path)
        return result

    def do(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Do something with the file; if it turns out to be damaged, once more with a new one.

        Raises `LookupError` if it is not to be done `again` there.
        """
        with _errors_told():
            try:
                return work(self._opened())
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
            self._give_up(f"{DAMAGED}; a new one is begun")
            if _identity(self.path).file == self._file.file:  # else another process was quicker
                aside = set_aside(self.path)
                self._given_up = f"{DAMAGED}; it is kept as {aside.name}, and a new one is begun"
            connection = self._opened()
            if not again:
                raise LookupError("this file is a new one")
            return work(connection)

    def follow(self) -> None:
        """Go on with another file if the name is another one's by now, or nobody's."""
        with _errors_told():
            there = _identity(self.path)
            if self._connection is not None and there != self._file:
                if there.file != self._file.file:
                    self._give_up(
                        "The history was exchanged for another file; games are kept in that one now"
                        if there.file
                        else "The history was removed while it was in use; a new one is begun"
                    )
                    _remove_log(self.path, self._file)
                elif self._file.log is not None:
                    self._give_up("A part of the history was removed while it was in use; it is opened again")
            self._opened()

    def _give_up(self, why: str) -> None:
        """Close the file; SQLite leaves alone what belongs to another one by now."""
        self.close()
        self._connection, self._given_up = None, why

    def _opened(self) -> sqlite3.Connection:
        """Return the connection, to a new file if there is none."""
        if self._connection is None:
            self._connection, _ = open_database(self.path, self.busy_seconds)
            self.message = self._given_up
            self.generation += 1
            self._file = _identity(self.path)
        return self._connection


@contextlib.contextmanager
def _errors_told() -> Iterator[None]:
    """Raise what SQLite and the system report as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(error) from None


class _Identity(NamedTuple):
    """What tells the file with a name from another that takes the name later."""

    file: tuple[int, int] | None
    """None if there is none."""
    log: int | None
    """The number of the file beside it into which SQLite writes first, None if there is none."""


def _identity(path: Path) -> _Identity:
    """Return the identity of the file at `path`."""

    def status(path: Path) -> os.stat_result | None:
        try:
            return path.stat()
        except (FileNotFoundError, NotADirectoryError):
            return None

    file, log = status(path), status(_log(path))
    return _Identity(file and (file.st_dev, file.st_ino), log and log.st_ino)


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def _remove_log(path: Path, gone: _Identity) -> None:
    """Remove the log of a file that is gone: SQLite would play it into the one that has its name now."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if _log(path).stat().st_ino == gone.log:
            os.unlink(_log(path))
            os.unlink(path.with_name(path.name + "-shm"))
