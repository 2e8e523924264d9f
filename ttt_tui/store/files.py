"""Records in files: read with a bound on their size, written without replacing anything."""

import os
import select
import stat
import time
from pathlib import Path

from ttt_tui.engine.record import LARGEST_RECORD, Record, RecordError
from ttt_tui.engine.record_json import from_json, to_json
from ttt_tui.engine.record_moves import are_moves, from_moves
from ttt_tui.engine.record_psq import from_psq, to_psq
from ttt_tui.engine.record_text import from_text, to_text
from ttt_tui.process.paths import open_at_once

PSQ = ".psq"
"""The end of the name of a file that Piskvork reads."""

LARGEST_FILE = 4 * LARGEST_RECORD
"""Bytes of a record in a file: a character takes four at most."""

WRITER_SECONDS = 2.0
"""How long a pipe that nobody has opened to write waits for somebody who does."""


def read_record(path: Path) -> Record:
    """Return the record in a file; raises `RecordError` or `OSError`.

    It is text or JSON, or what its name says: Piskvork's if that ends in `.psq`; in `.txt` it may also be
    moves in one word.

    No more is read than the longest record can have, so a huge file is refused at once. What another program
    writes into a pipe is waited for as long as it goes on.
    """
    content = read_at_most(path, LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise RecordError(
            f"{path.name}: a record has at most {LARGEST_RECORD:,} characters; this file has more"
        )
    suffix = path.suffix.lower()
    try:
        if suffix == PSQ:  # names in it may be in whatever Windows took for text
            return from_psq(content.decode(errors="replace"))
        text = content.decode()
        if text.lstrip("\ufeff \t\r\n").startswith("{"):
            return from_json(text)
        return from_moves(text) if suffix == ".txt" and are_moves(text) else from_text(text)
    except UnicodeDecodeError:
        raise RecordError(f"{path.name} is not text in UTF-8") from None
    except RecordError as error:
        raise RecordError(f"{path.name}: {error}") from None


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
