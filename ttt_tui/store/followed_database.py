"""A database under a name, whatever becomes of the file: damaged, removed, exchanged, overwritten."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from ttt_tui.errors import StoreBusy
from ttt_tui.store.database import is_damage, open_database, set_aside, store_error
from ttt_tui.store.file_watch import FileWatch, Identity, empty_log, identity, remove_log

T = TypeVar("T")

DAMAGED = "The history was damaged"
EXCHANGED = "The history was replaced by another file; games are now saved there"
OVERWRITTEN = "The history was overwritten by another file; games are now saved there"
REMOVED = "The history was removed while in use; a new one was started"
LOG_REMOVED = "Part of the history was removed while in use; it was reopened"

SETTLED_SECONDS, INCOMPLETE_SECONDS = 0.2, 3.0
"""How long an overwritten file must stay unchanged before it is read: if it is as long as its header says,
and if it is not."""


class ReopeningDatabase:
    """The database that has the name `path`. It belongs to the thread that made it.

    Every method raises `StoreError` if the file cannot be used, `StoreBusy` if another process has locked it
    for longer than `busy_seconds`. Damage that shows while it is used is dealt with once: the file is set
    aside, and what is being written goes into a new one. So it does when somebody has removed the file, has
    put another one in its place or has written over it by the time something is written.
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
        self._given_up = ""  # why the file before was, as long as there is no other
        self._file: Identity
        self._uid: object
        self._watch: FileWatch
        self._connection: sqlite3.Connection | None
        self._connection, self.message = open_database(path, busy_seconds)
        with _errors_told():
            self._note_file(self._connection)

    def close(self) -> None:
        """Close the file."""
        if self._connection is None:
            return
        if self._foreign_seconds() is not None:
            self._give_up(OVERWRITTEN)
            return
        self._connection.close()
        self._connection = None
        self._watch.close()

    def write(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Write something in one transaction, into the file that has the name now.

        Raises `LookupError` if that is another one and it is not to be done `again` there.
        """

        def transaction(connection: sqlite3.Connection) -> T:
            connection.execute("BEGIN IMMEDIATE")
            try:
                if _uid(connection) != self._uid:
                    raise _Overwritten
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
        try:
            result = self._do(transaction, again)
        except _Overwritten:
            with _errors_told():
                self._give_up(OVERWRITTEN)
                self._opened()
            if not again:
                raise LookupError("this file is a new one") from None
            result = self._do(transaction, again)
        self._file = self._file if self._file.log else identity(self.path)
        self._foreign_seconds()
        return result

    def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read something from the file that has the name now, or from the open one if it was removed."""
        self.follow(writes=False)
        return self._do(work)

    def _do(self, work: Callable[[sqlite3.Connection], T], again: bool = True) -> T:
        """Do something with the file; `again` with a new one if it turns out to be damaged."""
        with _errors_told():
            try:
                return work(self._opened())
            except sqlite3.DatabaseError as error:
                if not is_damage(error):
                    raise
            damaged = self._file
            if not self._has_left():
                self._give_up(f"{DAMAGED}; a new one was started")
                aside = set_aside(self.path, damaged.file)
                if aside is not None:  # else another process was quicker
                    self._given_up = f"{DAMAGED}; it was moved to {aside.name} and a new one was started"
            connection = self._opened()
            if not again:
                raise LookupError("this file is a new one")
            return work(connection)

    def follow(self, *, writes: bool = True) -> None:
        """Switch to the file that has the name now. A removed one is made anew only if `writes`."""
        with _errors_told():
            self._has_left(writes=writes)
            self._opened()

    def _has_left(self, *, writes: bool = True) -> bool:
        """Close the file if it was replaced, removed or overwritten; return whether none is open."""
        if self._connection is None:
            return True
        there = identity(self.path)
        if there.file != self._file.file:
            if there.file is None and not writes:
                return False
            self._give_up(EXCHANGED if there.file else REMOVED)
        elif self._is_overwritten():
            self._give_up(OVERWRITTEN)
        elif writes and self._file.log is not None and there.log != self._file.log:
            self._give_up(LOG_REMOVED)
        return self._connection is None

    def _is_overwritten(self) -> bool:
        """Return whether another program overwrote the file; raise `StoreBusy` while it may be at it."""
        deadline = time.monotonic() + self.busy_seconds
        while (age := self._foreign_seconds()) is not None:
            if age > (SETTLED_SECONDS if self._watch.is_whole else INCOMPLETE_SECONDS):
                break
            if time.monotonic() > deadline:
                raise StoreBusy("another program is writing the history")
            time.sleep(0.01)
        return age is not None

    def _foreign_seconds(self) -> float | None:
        """Return how long ago another program was last seen to have written, None if only SQLite has.

        Without a log SQLite reads an overwritten file correctly, and `write` compares its uid.
        """
        age = self._watch.foreign_seconds()
        if age is None or self._connection is None:
            return age
        try:
            (mode,) = self._connection.execute("PRAGMA journal_mode").fetchone()
        except sqlite3.Error:  # the file no longer makes sense
            return age
        return age if mode == "wal" else None

    def _give_up(self, why: str) -> None:
        """Close the file without changing the one that has its name now.

        SQLite takes care of that when the file was moved, but would apply its log to an overwritten one.
        """
        assert self._connection is not None
        if why == OVERWRITTEN:
            empty_log(self.path, self._file.log)
        self._connection.close()
        self._watch.close()
        self._connection, self._given_up = None, why
        if why in (EXCHANGED, OVERWRITTEN, REMOVED):
            remove_log(self.path, self._file.log)

    def _opened(self) -> sqlite3.Connection:
        """Return the connection, to a new file if there is none."""
        if self._connection is None:
            connection, _ = open_database(self.path, self.busy_seconds)
            self._note_file(connection)
            self._connection = connection
            self.message = self._given_up
            self.generation += 1
        return self._connection

    def _note_file(self, connection: sqlite3.Connection) -> None:
        """Record the identity of the file that was opened."""
        self._file = identity(self.path)
        self._uid = _uid(connection)
        self._watch = FileWatch(self.path)


class _Overwritten(Exception):
    """The file holds another database than when it was opened."""


def _uid(connection: sqlite3.Connection) -> object:
    """Return the id of a database, which only its copies share."""
    row = connection.execute("SELECT uid FROM identity").fetchone()
    return None if row is None else row[0]


@contextlib.contextmanager
def _errors_told() -> Iterator[None]:
    """Raise what SQLite and the system report as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(error) from None
