"""Records in files: read with a bound on their size, written without replacing anything."""

import os
import select
import stat
import time
from dataclasses import replace
from pathlib import Path

from ttt_tui.engine.record import LARGEST_RECORD, Record, RecordError
from ttt_tui.engine.record_json import to_json
from ttt_tui.engine.record_kinds import read_records as records_from_text
from ttt_tui.engine.record_moves import Board
from ttt_tui.engine.record_psq import BEGINNING, to_psq
from ttt_tui.engine.record_text import to_text
from ttt_tui.process.paths import open_at_once
from ttt_tui.store.decoding import decode

PSQ = ".psq"
"""The end of the name of a file that Piskvork reads."""

LARGEST_FILE = 4 * LARGEST_RECORD
"""Bytes of a record in a file: a character takes four at most."""

WRITER_SECONDS = 2.0
"""How long a pipe that nobody has opened to write waits for somebody who does."""


def read_record(path: Path, board: Board | None = None, encoding: str | None = None) -> Record:
    """Return the first record in a file; a note says how many more there are. Raises as `read_records`."""
    first, *more = read_records(path, board, encoding)
    if not more:
        return first
    count = len(more) + 1
    note = f"{path.name} holds {count} games, and this is the first: ttt-tui history import takes them all"
    return replace(first, notes=(*first.notes, note))


def read_records(path: Path, board: Board | None = None, encoding: str | None = None) -> list[Record]:
    """Return the records of all games in a file; raises `RecordError` or `OSError`.

    `board` is for moves that do not say theirs, `encoding` the name of the one that the file is in; both are
    found out if they are None, and notes of the records say what was assumed.

    No more is read than the longest record can have, so a huge file is refused at once. What another program
    writes into a pipe is waited for as long as it goes on.
    """
    content = read_at_most(path, LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise RecordError(
            f"{path.name}: a record has at most {LARGEST_RECORD:,} characters; this file has more"
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
                raise RecordError(f"{path.name}: nobody has written into this pipe")
            else:
                time.sleep(0.01)
    return bytes(content)


def write_record(record: Record, path: Path) -> None:
    """Write a record to a new file; raises `OSError`, so if it is there.

    It is text, or JSON or Piskvork's if its name ends in `.json` or `.psq`. The last leaves out a
    resignation; for a game that it cannot tell, `RecordError` is raised and nothing is written.
    """
    to = {".json": to_json, PSQ: to_psq}.get(path.suffix.lower(), to_text)
    text = to(record)
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def file_problem(error: OSError) -> str:
    """Return what went wrong with a file, in words: `'game.txt': no such file or directory`."""
    reason = (error.strerror or "it cannot be used").lower()
    return reason if error.filename is None else f"{str(error.filename)!r}: {reason}"
