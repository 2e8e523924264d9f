"""The database under a path, reopened when its file is damaged, removed, replaced or overwritten."""

import contextlib
import os
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from ttt_tui.errors import StoreBusy
from ttt_tui.process.paths import open_own
from ttt_tui.store.database import (
    Identity,
    identity,
    index_of,
    is_damage,
    log_of,
    open_database,
    set_aside,
    store_error,
)

T = TypeVar("T")

DAMAGED = "The history was damaged"
EXCHANGED = "The history was replaced by another file; games are now saved there"
OVERWRITTEN = "The history was overwritten by another file; games are now saved there"
REMOVED = "The history was removed while in use; a new one was started"
LOG_REMOVED = "Part of the history was removed while in use; it was reopened"

WRITING = "another program is writing the history"

MOST_ATTEMPTS = 3
"""How often one piece of work is begun, each time in another file."""

SETTLED_SECONDS, INCOMPLETE_SECONDS = 0.2, 3.0
"""How long an overwritten file must stay unchanged before it is read: if it is as long as its header says,
and if it is not."""

CHECKED_END = 4_000_000
"""Bytes at the beginning and at the end of a file whose checksum shows whether it was changed."""

COUNTS = ((32, 8), (96, 4), (128, 4))
"""Offset and length of the fields of a log's index that change with each checkpoint.

They are the salts, `nBackfill` and `nBackfillAttempted` of SQLite's file format.
"""


class ReopeningDatabase:
    """The database under `path`. It belongs to the thread that made it.

    Every method raises `StoreError` if the file cannot be used, `StoreBusy` if another process has locked it
    for longer than `busy_seconds`. If damage shows in use, the file is set aside once, and the work restarts
    in a new one; likewise if another program has removed, replaced or overwritten the file. `before_commit`
    is called before each COMMIT; an exception from it rolls the transaction back.
    """

    def __init__(
        self, path: Path, busy_seconds: float, before_commit: Callable[[], None] = lambda: None
    ) -> None:
        self.path = path
        self.busy_seconds = busy_seconds
        self._before_commit = before_commit
        self.generation = 0
        """The number of files given up so far; the next file may lack what an earlier one stored."""
        self._reason = ""  # why the file before was given up, until there is another
        self._file: Identity
        self._uid: object
        self._watch: FileWatch
        self._connection: sqlite3.Connection | None
        self._connection, self.message = open_database(path, busy_seconds)
        with _store_errors():
            self._note_file(self._connection)

    def close(self) -> None:
        if self._connection is None:
            return
        if self._foreign_seconds() is not None:
            self._give_up(OVERWRITTEN)
            return
        self._connection.close()
        self._connection = None
        self._watch.close()

    def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do `work` in one transaction, in the file that has the path now, and return its result.

        The work is repeated if the file turns out to be another one, with a greater `generation`.
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

        self.follow()
        result = self._run(transaction)
        self._file = self._file if self._file.log else identity(self.path)
        self._foreign_seconds()
        return result

    def execute(self, statement: str, *values: object) -> None:
        """Execute one statement that writes."""
        self.write(lambda connection: connection.execute(statement, values))

    def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read from the file that has the path now, or from the open one if that was removed."""
        self.follow(writes=False)
        return self._run(work)

    def follow(self, *, writes: bool = True) -> None:
        """Switch to the file that has the path now. A removed file is created anew only if `writes`."""
        with _store_errors():
            self._leave_changed(writes=writes)
            self._opened()

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do something with the file, and again in the next one if this is damaged or was overwritten."""
        with _store_errors():
            for _ in range(MOST_ATTEMPTS):
                try:
                    return work(self._opened())
                except _Overwritten:
                    self._give_up(OVERWRITTEN)
                except sqlite3.DatabaseError as error:
                    if not is_damage(error):
                        raise
                    self._leave_damaged()
        raise StoreBusy(WRITING)

    def _leave_damaged(self) -> None:
        """Set the file aside, unless another one has its path by now."""
        damaged = self._file
        self._leave_changed()
        if self._connection is None:
            return
        self._give_up(f"{DAMAGED}; a new one was started")
        aside = set_aside(self.path, damaged.file)
        if aside is not None:  # otherwise another process was quicker
            self._reason = f"{DAMAGED}; it was moved to {aside.name} and a new one was started"

    def _leave_changed(self, *, writes: bool = True) -> None:
        """Close the file if it was replaced, removed or overwritten."""
        if self._connection is None:
            return
        present = identity(self.path)
        if present.file != self._file.file:
            if present.file or writes:
                self._give_up(EXCHANGED if present.file else REMOVED)
        elif self._is_overwritten():
            self._give_up(OVERWRITTEN)
        elif writes and self._file.log is not None and present.log != self._file.log:
            self._give_up(LOG_REMOVED)

    def _is_overwritten(self) -> bool:
        """Return whether another program overwrote the file; raise `StoreBusy` while it may still write."""
        deadline = time.monotonic() + self.busy_seconds
        while (age := self._foreign_seconds()) is not None:
            if age > (SETTLED_SECONDS if self._watch.is_whole else INCOMPLETE_SECONDS):
                break
            if time.monotonic() > deadline:
                raise StoreBusy(WRITING)
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
        except sqlite3.Error:  # the content is no database
            return age
        return age if mode == "wal" else None

    def _give_up(self, reason: str) -> None:
        """Close the file without changing the one that has its path now.

        SQLite ensures that for a moved file, but would apply its log to an overwritten one.
        """
        assert self._connection is not None
        if reason == OVERWRITTEN:
            _empty_log(self.path, self._file.log)
        self._connection.close()
        self._watch.close()
        self._connection, self._reason = None, reason
        if reason in (EXCHANGED, OVERWRITTEN, REMOVED):
            _remove_log(self.path, self._file.log)

    def _opened(self) -> sqlite3.Connection:
        """Return the connection, to the next file if there is none."""
        if self._connection is None:
            connection, _ = open_database(self.path, self.busy_seconds)
            self._note_file(connection)
            self._connection = connection
            self.message = self._reason
            self.generation += 1
        return self._connection

    def _note_file(self, connection: sqlite3.Connection) -> None:
        self._file = identity(self.path)
        self._uid = _uid(connection)
        self._watch = FileWatch(self.path)


class FileWatch:
    """Detects that another program has written into the file of an open database, as `cp` does.

    SQLite writes into the file only at a checkpoint, which it counts in the index of the write-ahead log. So
    a file that has changed while these counts have not was overwritten. A database without a log is never
    reported. Close this after the database: a process that closes a file loses all its locks on it.
    """

    def __init__(self, path: Path) -> None:
        self._file = open_own(path, os.O_RDONLY)
        self._index: int | None = None
        with contextlib.suppress(FileNotFoundError):
            self._index = open_own(index_of(path), os.O_RDONLY)
        self._changed: tuple[tuple[int, int], float] | None = None  # the new status, and when it was seen
        self._counts: bytes
        self._status: tuple[int, int]
        self._checksum: int
        self._accept()

    def foreign_seconds(self) -> float | None:
        """Return how long ago another program was last seen to have written, None if only SQLite has.

        Call this after each write of this process as well: a change that comes with new counts is accepted.
        """
        status = self._read_status()
        if self._read_counts() != self._counts:
            self._accept()
        elif status != self._status and self._index is not None:
            if self._changed is None or self._changed[0] != status:
                self._changed = status, time.monotonic()
            if self._read_checksum() != self._checksum:
                return time.monotonic() - self._changed[1]
            self._status = status  # only its times were changed
        self._changed = None
        return None

    @property
    def is_whole(self) -> bool:
        """Whether the file has the length that its header states."""
        header = os.pread(self._file, 100, 0)
        page_size = int.from_bytes(header[16:18], "big")
        pages = int.from_bytes(header[28:32], "big")
        size = pages * (65536 if page_size == 1 else page_size)
        return len(header) == 100 and os.fstat(self._file).st_size >= size

    def close(self) -> None:
        for descriptor in (self._file, self._index):
            if descriptor is not None:
                os.close(descriptor)

    def _accept(self) -> None:
        """Record the state of the file as SQLite's own."""
        self._counts = self._read_counts()  # first, so that a checkpoint in between shows next time
        self._status = self._read_status()
        self._checksum = self._read_checksum()

    def _read_status(self) -> tuple[int, int]:
        status = os.fstat(self._file)
        return status.st_size, status.st_mtime_ns

    def _read_counts(self) -> bytes:
        if self._index is None:
            return b""
        return b"".join(os.pread(self._index, length, offset) for offset, length in COUNTS)

    def _read_checksum(self) -> int:
        end = max(0, os.fstat(self._file).st_size - CHECKED_END)
        return zlib.crc32(
            os.pread(self._file, CHECKED_END, end), zlib.crc32(os.pread(self._file, CHECKED_END, 0))
        )


class _Overwritten(Exception):
    """The file holds another database than when it was opened."""


def _uid(connection: sqlite3.Connection) -> object:
    """Return the id of a database, which only its copies share."""
    row = connection.execute("SELECT uid FROM identity").fetchone()
    return None if row is None else row[0]


def _remove_log(path: Path, log: int | None) -> None:
    """Remove the log with this inode, which SQLite would apply to the file that has the path now."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if log_of(path).stat().st_ino == log:
            os.unlink(log_of(path))
            os.unlink(index_of(path))


def _empty_log(path: Path, log: int | None) -> None:
    """Truncate the log with this inode, so that closing the database cannot apply it to the file."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if log_of(path).stat().st_ino == log:
            os.truncate(log_of(path), 0)


@contextlib.contextmanager
def _store_errors() -> Iterator[None]:
    """Raise errors of SQLite and the system as `StoreError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise store_error(error) from None
