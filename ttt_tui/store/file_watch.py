"""Detects that the file of an open database was replaced, removed or overwritten by another program."""

import contextlib
import os
import time
import zlib
from pathlib import Path
from typing import NamedTuple

CHECKED_END = 4_000_000
"""Bytes at the beginning and at the end of a file whose checksum tells whether it was changed."""

COUNTS = ((32, 8), (96, 4), (128, 4))
"""Offset and length of the fields of a log's index that change with each checkpoint.

They are the salts, `nBackfill` and `nBackfillAttempted` of SQLite's file format.
"""


class Identity(NamedTuple):
    """Tells the file that has a name from another that takes the name later."""

    file: tuple[int, int] | None
    """None if there is none."""
    log: int | None
    """The inode of the write-ahead log beside it, None if there is none."""


def identity(path: Path) -> Identity:
    """Return the identity of the file at `path`."""
    file, log = _status(path), _status(log_of(path))
    return Identity(file and (file.st_dev, file.st_ino), log and log.st_ino)


def log_of(path: Path) -> Path:
    """Return the path of the write-ahead log of a database."""
    return path.with_name(path.name + "-wal")


def index_of(path: Path) -> Path:
    """Return the path of the index of that log, which the processes that use the database share."""
    return path.with_name(path.name + "-shm")


def remove_log(path: Path, log: int | None) -> None:
    """Remove the log with this inode, which SQLite would apply to the file that has the name now."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if log_of(path).stat().st_ino == log:
            os.unlink(log_of(path))
            os.unlink(index_of(path))


def empty_log(path: Path, log: int | None) -> None:
    """Truncate the log with this inode, so that closing the database cannot apply it to the file."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        if log_of(path).stat().st_ino == log:
            os.truncate(log_of(path), 0)


class FileWatch:
    """Detects that another program has written into the file of an open database, as `cp` does.

    SQLite writes into the file only at a checkpoint, which it counts in the index of the write-ahead log. So
    a file that has changed while these counts have not was overwritten. A database without a log is never
    reported. Close this after the database: a process that closes a file loses all its locks on it.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        self._index: int | None = None
        with contextlib.suppress(FileNotFoundError):
            self._index = os.open(index_of(path), os.O_RDONLY | os.O_CLOEXEC)
        self._changed: tuple[tuple[int, int], float] | None = None  # the new status, and when it was seen
        self._counts: bytes
        self._status: tuple[int, int]
        self._checksum: int
        self._accept()

    def foreign_seconds(self) -> float | None:
        """Return how long ago another program was last seen to have written, None if only SQLite has.

        Call it after each write of this process as well: a change that comes with new counts is accepted.
        """
        status = self._read_status()
        if self._read_counts() != self._counts:
            self._accept()
        elif status != self._status and self._index is not None:
            if self._changed is None or self._changed[0] != status:
                self._changed = status, time.monotonic()
            if self._read_checksum() != self._checksum:
                return time.monotonic() - self._changed[1]
            self._status = status  # its times were set, nothing else
        self._changed = None
        return None

    def _accept(self) -> None:
        """Record the state of the file as SQLite's own."""
        self._counts = self._read_counts()  # first, so that a checkpoint in between shows next time
        self._status = self._read_status()
        self._checksum = self._read_checksum()

    @property
    def is_whole(self) -> bool:
        """Whether the file is as long as its header says."""
        header = os.pread(self._file, 100, 0)
        page_size = int.from_bytes(header[16:18], "big")
        pages = int.from_bytes(header[28:32], "big")
        size = pages * (65536 if page_size == 1 else page_size)
        return len(header) == 100 and os.fstat(self._file).st_size >= size

    def close(self) -> None:
        """Close the descriptors."""
        for descriptor in (self._file, self._index):
            if descriptor is not None:
                os.close(descriptor)

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


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
