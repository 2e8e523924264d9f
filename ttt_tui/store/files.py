"""Records in files: read with a bound on their size, written whole and without replacing anything."""

import errno
import os
import re
import select
import stat
import time
from dataclasses import replace
from pathlib import Path

from ttt_tui.engine.records import LARGEST_RECORD, Record
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.kinds import read_records as records_from_text
from ttt_tui.engine.records.moves import Board
from ttt_tui.engine.records.psq import BEGINNING, to_psq
from ttt_tui.engine.records.text import to_text
from ttt_tui.errors import RecordError
from ttt_tui.process.paths import open_at_once
from ttt_tui.store.decoding import decode

PSQ = ".psq"
"""The end of the name of a file that Piskvork reads."""

LARGEST_FILE = 4 * LARGEST_RECORD
"""Bytes of a record in a file: a character takes four at most."""

MATCH_FILE = re.compile(rb'\{"match": [0-9]+, "version": ')
"""What begins the file for programs that `ttt-tui match --save` writes."""

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS)
"""What is said where a file system has no hard links."""

WRITER_SECONDS = 2.0
"""How long a pipe that nobody has opened to write waits for somebody who does."""


def read_record(path: Path, board: Board | None = None, encoding: str | None = None) -> Record:
    """Return the first record in a file; a note says how many more there are. Raises as `read_records`."""
    first, *more = read_records(path, board, encoding)
    if not more:
        return first
    count = len(more) + 1
    note = f"{path.name} has {count} games; this is the first (`ttt-tui history import` adds all)"
    return replace(first, notes=(*first.notes, note))


def read_records(path: Path, board: Board | None = None, encoding: str | None = None) -> list[Record]:
    """Return the records of all games in a file; raises `RecordError` or `OSError`.

    `board` is for moves that do not say theirs, `encoding` the name of the one that the file is in; both are
    found out if they are None, and notes of the records say what was assumed.

    No more is read than the longest record can have, so a huge file is refused at once. What another program
    writes into a pipe is waited for as long as it goes on.
    """
    content = read_at_most(path, LARGEST_FILE + 1)
    if MATCH_FILE.match(content):
        raise RecordError(
            f"{path.name}: it lists the games of a match; their records are the game-….txt files beside it"
        )
    if len(content) > LARGEST_FILE:
        raise RecordError(
            f"{path.name}: a record has at most {LARGEST_RECORD:,} characters; this one has more"
        )
    suffix = path.suffix.lower()
    is_psq = suffix == PSQ or content.lstrip().startswith(BEGINNING.encode())
    try:
        text, notes = decode(content, is_psq, encoding)
        records = records_from_text(text, suffix, board)
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from None
    return [replace(record, notes=(*notes, *record.notes)) for record in records]


def read_at_most(path: Path, most: int) -> bytes:
    """Return up to so many bytes of a file or pipe; raises `OSError`, or `RecordError` for an empty pipe."""
    with open(path, "rb", buffering=0, opener=open_at_once) as file:
        is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
        deadline = time.monotonic() + WRITER_SECONDS
        content = bytearray()
        while len(content) < most:
            part = file.read(most - len(content))
            if part:
                content += part
            elif part is None:  # somebody has it open and has not written yet
                select.select([file], [], [])
            elif content or not is_pipe:
                break
            elif time.monotonic() > deadline:
                raise RecordError(f"{path.name}: nothing was written to this pipe")
            else:
                time.sleep(0.01)
    return bytes(content)


def write_record(record: Record, path: Path) -> None:
    """Write a record to a new file, whole or not at all; raises `OSError`, `FileExistsError` if it is there.

    It is text, or JSON or Piskvork's if its name ends in `.json` or `.psq`. The last leaves out a
    resignation; for a game that it cannot tell, `RecordError` is raised and nothing is written. A pipe or a
    device is written to as it is, which waits for who reads there.
    """
    to = {".json": to_json, PSQ: to_psq}.get(path.suffix.lower(), to_text)
    content = to(record).encode()
    try:
        if path.is_dir():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if is_stream(path):
            with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC), "wb") as file:
                file.write(content)
        else:
            _write_new(path, content)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # not that of what was written beside it
        raise


def is_stream(path: Path) -> bool:
    """Return whether a path leads to a pipe or a device, `/dev/stdout` for one, instead of naming a file."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or path.absolute().parts[:2] == ("/", "dev")


def _write_new(path: Path, content: bytes) -> None:
    """Make a file with this content, first under another name, so that it is never there in part."""
    beside = path.with_name(f".ttt-tui-{os.urandom(8).hex()}")
    _write_whole(beside, content)
    try:
        os.link(beside, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _write_whole(path, content)
    finally:
        beside.unlink()


def _write_whole(path: Path, content: bytes) -> None:
    """Make a file with this content, and remove it again if that fails."""
    with path.open("xb") as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


def append(path: Path, text: str) -> None:
    """Append a text to a file, which is made if it is not there, wholly or not at all; raises `OSError`."""
    with path.open("ab", buffering=0) as file:
        size = file.tell()
        content = text.encode()
        try:
            while content:
                content = content[file.write(content) :]
        except BaseException:
            file.truncate(size)
            if not size:
                path.unlink()
            raise


def file_error_text(error: OSError) -> str:
    """Return what went wrong with a file, in words: `'game.txt': no such file or directory`."""
    reason = (error.strerror or "unusable").lower()
    return reason if error.filename is None else f"{str(error.filename)!r}: {reason}"
