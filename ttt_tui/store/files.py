"""Records in files: read in any encoding with a bound on their size, written whole and replacing nothing."""

import codecs
import errno
import os
import re
import select
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from io import FileIO
from itertools import islice
from pathlib import Path

from ttt_tui.engine.names import shown
from ttt_tui.engine.records import LARGEST_RECORD, MOST_GAMES, Record
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.kinds import read_records as records_from_text
from ttt_tui.engine.records.moves import Board
from ttt_tui.engine.records.notations import ColumnLetters
from ttt_tui.engine.records.psq import BEGINNING, to_psq
from ttt_tui.engine.records.renlib import HEADER as LIBRARY
from ttt_tui.engine.records.renlib import from_renlib
from ttt_tui.engine.records.rif import is_rif, records_of_rif
from ttt_tui.engine.records.sgf import to_sgf
from ttt_tui.engine.records.text import to_text
from ttt_tui.engine.rules import Rules
from ttt_tui.errors import RecordError
from ttt_tui.process.paths import make_private_directory, open_at_once, open_own

PSQ = ".psq"
"""The suffix of a file that Piskvork reads."""

SGF = ".sgf"

WRITERS: dict[str, Callable[[Record], str]] = {
    "": to_text,
    ".txt": to_text,
    ".json": to_json,
    SGF: to_sgf,
    PSQ: to_psq,
}
"""Suffix of a file → writer of a record to it."""

STANDARD = Path("-")
"""Names standard input or output wherever a file is named."""

LARGEST_FILE = 4 * LARGEST_RECORD
"""Bytes of a record in a file: a character takes at most four."""

LARGEST_DATABASE = 2**29
"""Bytes of a database, which is read in parts."""

SIZE_OF_PART = 2**16
SIZE_OF_HEAD = 4096

MATCH_FILE = re.compile(rb'\{"match": [0-9]+, "version": ')
"""The beginning of the file for programs that `ttt-tui match --save` writes."""

NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS)
"""The errors of file systems without hard links."""

MOST_OF_A_NAME = 999
"""Files of one name and other numbers."""

WRITER_SECONDS = 2.0
"""How long to wait until another program opens a pipe to write."""


# --- encodings -------------------------------------------------------------------------------------------

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The byte order marks; UTF-32's begins like one of UTF-16's."""

_PYTHONS_OWN = frozenset(("idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"))
"""Codecs for Python itself: no files are in them, and some take quadratic time."""

_SGF_ENCODING = re.compile(rb"\s*\(\s*;[^()]{0,2000}?\bCA\s*\[([!-Z^-~]{1,40})\]")
"""The name of its encoding in the first node of an SGF file."""

_OLD_WINDOWS = "cp1252"
_OLD_CZECH_WINDOWS = "cp1250"
"""Encodings of files that are not UTF-8: of Western Europe, and of Piskvork's home country."""

_SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive", "unpack it first"),
    (b"\x1f\x8b", "a gzip archive", "unpack it first"),
    (b"BZh", "a bzip2 archive", "unpack it first"),
    (b"\xfd7zXZ\x00", "an xz archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first"),
    (b"Rar!", "a RAR archive", "unpack it first"),
    (b"\x04\x22\x4d\x18", "an LZ4 archive", "unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database", "export games with `ttt-tui history export`"),
    (b"%PDF", "a PDF", "save the moves it shows as h8 h9 i10"),
    (b"\x89PNG", "a picture", "save the moves it shows as h8 h9 i10"),
    (b"\xff\xd8\xff", "a picture", "save the moves it shows as h8 h9 i10"),
    (b"GIF8", "a picture", "save the moves it shows as h8 h9 i10"),
)
"""The first bytes of unsupported files, the kind of each, and the remedy."""


def is_text_encoding(name: str) -> bool:
    """Whether a name is of an encoding that files can have."""
    try:
        b"X".decode(name)
    except UnicodeError:  # some characters take more than one byte
        pass
    except (LookupError, ValueError):
        return False
    return codecs.lookup(name).name not in _PYTHONS_OWN


def decode(content: bytes, is_psq: bool, encoding: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file and notes on how it was read; raises `RecordError`.

    `encoding` is the one that the user sets, None to detect it.
    """
    if encoding is not None:
        return _decode_strictly(content, encoding), ()
    for signature, what, right in _SIGNATURES:
        if content.startswith(signature):
            raise RecordError(f"{what} is not supported: {right}")
    for mark, name in _MARKS:
        if content.startswith(mark):
            return _decode_strictly(content, name), ()
    if (unmarked := _guess_utf16(content)) is not None:
        note = f"assuming {unmarked.upper()}: the file has no byte order mark; --encoding sets another"
        return _decode_strictly(content, unmarked), (note,)
    named = _SGF_ENCODING.match(content)
    if named is not None and is_text_encoding(name := named[1].decode()):
        with suppress(RecordError):  # what many files say is not true
            return _decode_strictly(content, name), ()
    try:
        return _check_text(content.decode()), ()
    except UnicodeDecodeError:
        old = _OLD_CZECH_WINDOWS if is_psq else _OLD_WINDOWS
        try:
            text = content.decode(old)
        except UnicodeDecodeError:
            raise RecordError(
                f"the text is neither UTF-8 nor {old.upper()}; set its encoding with --encoding"
            ) from None
        return _check_text(text), (f"assuming {old.upper()}: the text is not UTF-8; --encoding sets another",)


def _decode_strictly(content: bytes, encoding: str) -> str:
    try:
        return _check_text(content.decode(encoding).removeprefix("\ufeff"))
    except UnicodeError as error:
        place = f" at byte {error.start + 1}" if isinstance(error, UnicodeDecodeError) else ""
        raise RecordError(f"the text is not {encoding.upper()}{place}") from None


def _guess_utf16(content: bytes) -> str | None:
    """Return the UTF-16 encoding of a file whose first two characters are ASCII, None for any other file."""
    high, low = content[0:4:2], content[1:4:2]
    if len(low) == 2 and not any(low) and all(high):
        return "utf-16-le"
    return "utf-16-be" if len(low) == 2 and not any(high) and all(low) else None


def _check_text(text: str) -> str:
    """Return a text without the end mark of DOS; raises `RecordError` for binary data."""
    text = text.removesuffix("\x1a")
    if "\x00" in text:
        before = text[: text.index("\x00")]
        words = re.findall(r"[\w .,:;()\[\]-]{2,}", before[-200:])
        where = f"a zero byte follows {shown(words[-1][-20:])}" if words else "it begins with binary data"
        raise RecordError(f"not a text file: {where}")
    return text


# --- reading and writing ---------------------------------------------------------------------------------


def read_record(
    path: Path,
    board: Board | None = None,
    encoding: str | None = None,
    rules: Rules | None = None,
    columns: ColumnLetters | None = None,
) -> Record:
    """Return the first record in a file; a note says how many more there are. Raises as `read_records`."""
    records = iter(open_records(path, board, encoding, rules, columns))
    first = next(records)
    count = 1 + sum(1 for _ in islice(records, MOST_GAMES))
    if count == 1:
        return first
    many = f"more than {MOST_GAMES:,}" if count > MOST_GAMES else count
    note = f"{_name(path)} has {many} games; this is the first (`ttt-tui history import` adds all)"
    return replace(first, notes=(*first.notes, note))


def open_records(
    path: Path,
    board: Board | None = None,
    encoding: str | None = None,
    rules: Rules | None = None,
    columns: ColumnLetters | None = None,
) -> list[Record] | Iterator[Record]:
    """Return the records of all games in a file, those of a database one by one as they are read.

    Raises as `read_records`, also while a database is read.
    """
    content = read_at_most(path, LARGEST_FILE + 1)
    if is_rif(content[:SIZE_OF_HEAD]):
        return _database(path, content, board, rules)
    return _records_of(path, content, board, encoding, rules, columns)


def _database(path: Path, content: bytes, board: Board | None, rules: Rules | None) -> Iterator[Record]:
    """Yield the records of a database of RenjuNet, whose games are renju; raises `RecordError`, `OSError`."""
    try:
        if board not in (None, (15, 15)):
            raise RecordError("a RenjuNet database is of 15×15 boards; leave out --board")
        if len(content) > LARGEST_FILE and is_stream(path):
            raise RecordError("so large a database has to be a file, not a stream")
        is_whole = len(content) <= LARGEST_FILE
        starts = range(0, len(content), SIZE_OF_PART)
        parts = (content[at : at + SIZE_OF_PART] for at in starts) if is_whole else _parts(path)
        yield from records_of_rif(parts, rules or Rules.parse("renju"))
    except RecordError as error:
        raise RecordError(f"{_name(path)}: {error}") from None


def _parts(path: Path) -> Iterator[bytes]:
    with _opened(path) as file:
        for _ in range(LARGEST_DATABASE // SIZE_OF_PART):
            if not (part := file.read(SIZE_OF_PART)):
                return
            yield part
    raise RecordError(f"a database has at most {LARGEST_DATABASE // 2**20} MiB")


def read_records(
    path: Path,
    board: Board | None = None,
    encoding: str | None = None,
    rules: Rules | None = None,
    columns: ColumnLetters | None = None,
) -> list[Record]:
    """Return the records of all games in a file; raises `RecordError` or `OSError`.

    `board` is for moves without one, `encoding` is the file's; if None, they are detected, and notes of the
    records state the assumptions. `rules` and `columns` are for formats that do not state them.

    A file above `LARGEST_FILE` bytes is refused without reading the rest. A pipe is read until the other
    program closes it.
    """
    return [*open_records(path, board, encoding, rules, columns)]


def _records_of(
    path: Path,
    content: bytes,
    board: Board | None,
    encoding: str | None,
    rules: Rules | None,
    columns: ColumnLetters | None,
) -> list[Record]:
    if content.startswith(LIBRARY) and len(content) <= LARGEST_FILE:
        return [_library(path, content, board, rules)]
    text, notes = _text_of(path, content, encoding)
    try:
        records = records_from_text(text, path.suffix.lower(), board, rules, columns)
    except RecordError as error:
        raise RecordError(f"{_name(path)}: {error}") from None
    return [replace(record, notes=(*notes, *record.notes)) for record in records]


def read_text(path: Path, encoding: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file and notes on how it was read; raises as `read_records`, with its limits."""
    return _text_of(path, read_at_most(path, LARGEST_FILE + 1), encoding)


def _text_of(path: Path, content: bytes, encoding: str | None) -> tuple[str, tuple[str, ...]]:
    if MATCH_FILE.match(content):
        raise RecordError(
            f"{_name(path)}: it lists the games of a match; their records are the game-….txt files beside it"
        )
    if len(content) > LARGEST_FILE:
        raise RecordError(
            f"{_name(path)}: a record has at most {LARGEST_RECORD:,} characters; this one has more"
        )
    is_psq = path.suffix.lower() == PSQ or content.lstrip().startswith(BEGINNING.encode())
    try:
        return decode(content, is_psq, encoding)
    except RecordError as error:
        raise RecordError(f"{_name(path)}: {error}") from None


def _library(path: Path, content: bytes, board: Board | None, rules: Rules | None) -> Record:
    """Return the tree in a RenLib library; raises `RecordError`."""
    try:
        if board not in (None, (15, 15)):
            raise RecordError("a RenLib library is of a 15×15 board; leave out --board")
        return from_renlib(content, rules)
    except RecordError as error:
        raise RecordError(f"{_name(path)}: {error}") from None


def read_at_most(path: Path, most: int) -> bytes:
    """Return up to `most` bytes of a file or pipe; raises `OSError`, or `RecordError` for an empty pipe."""
    with _opened(path) as file:
        is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode) and path != STANDARD
        deadline = time.monotonic() + WRITER_SECONDS
        content = bytearray()
        while len(content) < most:
            part = file.read(most - len(content))
            if part:
                content += part
            elif part is None:  # another program has it open and has not written yet
                select.select([file], [], [])
            elif content or not is_pipe:
                break
            elif time.monotonic() > deadline:
                raise RecordError(f"{path.name}: nothing was written to this pipe")
            else:
                time.sleep(0.01)
    return bytes(content)


def _opened(path: Path) -> FileIO:
    if path == STANDARD:
        return open(0, "rb", buffering=0, closefd=False)
    return open(path, "rb", buffering=0, opener=open_at_once)


def _name(path: Path) -> str:
    """Return the name of a file in errors."""
    return "standard input" if path == STANDARD else path.name


def write_record(record: Record, path: Path) -> None:
    """Write a record to a new file, whole or not at all; raises `OSError`, `FileExistsError` if it exists.

    The format is text, or JSON, SGF or Piskvork's if the name ends so. The last leaves out the
    rules and a resignation; for a game that it cannot express, and for another suffix, `RecordError` is
    raised and nothing is written. Writing to a pipe or a device waits for its reader.
    """
    write_content(content_for([record], path), path)


def content_for(records: Sequence[Record], path: Path) -> bytes:
    """Return games as bytes in the format of a file name; raises `RecordError` as `write_record` does.

    It is also raised for several games that would not be read back as one file.
    """
    suffix = "" if is_stream(path) else path.suffix.lower()
    if suffix not in WRITERS:
        raise RecordError(f"{path.name}: {suffix} is not written; choose .txt, .json, .sgf, .psq or .svg")
    if suffix == PSQ and len(records) > 1:
        raise RecordError(f"a {PSQ} file has one game; choose .txt, .json or .sgf for several")
    written = [WRITERS[suffix](record) for record in records]
    if len(written) == 1 and len(written[0]) <= LARGEST_RECORD:
        return written[0].encode()
    text = "[\n" + ",\n".join(map(str.rstrip, written)) + "\n]\n" if suffix == ".json" else "\n".join(written)
    if len(written) > MOST_GAMES or len(text) > LARGEST_RECORD:
        raise RecordError(f"a file has at most {MOST_GAMES:,} games and {LARGEST_RECORD:,} characters")
    return text.encode()


def write_content(content: bytes, path: Path, before: bytes | None = None) -> None:
    """Write a new file, whole or not at all; raises `OSError`, `FileExistsError` if it exists.

    A file that has the content `before` is replaced.
    """
    try:
        if path.is_dir():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        if before is not None and _has_content(path, before):
            _replace(path.resolve(), content)
            return
        if is_stream(path):
            with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC), "wb") as file:
                file.write(content)
        else:
            _write_new(path, content)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # not the temporary file's
        raise


def _has_content(path: Path, content: bytes) -> bool:
    return path.is_file() and not is_stream(path) and read_at_most(path, len(content) + 1) == content


def _replace(path: Path, content: bytes) -> None:
    """Replace a file, so that it never exists in part."""
    temporary = path.with_name(f".ttt-tui-{os.urandom(8).hex()}")
    try:
        _write_whole(temporary, content)
        temporary.replace(path)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise


def write_beside(content: bytes, folder: Path, stem: str, suffix: str) -> Path:
    """Write a new file in a directory under a free name: `stem.svg`, else `stem-2.svg` and so on.

    Returns its path; raises `OSError`. The directory is created if necessary.
    """
    make_private_directory(folder)
    for name in (stem, *(f"{stem}-{number}" for number in range(2, MOST_OF_A_NAME + 1))):
        path = folder / f"{name}{suffix}"
        if not os.path.lexists(path):  # a pipe, for example, would block until it is read
            with suppress(FileExistsError):
                write_content(content, path)
                return path
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def is_stream(path: Path) -> bool:
    """Whether a path leads to a pipe or a device, such as `/dev/stdout`, rather than a file."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or path.absolute().parts[:2] == ("/", "dev")


def _write_new(path: Path, content: bytes) -> None:
    """Create a file with this content, first under another name, so that it never exists in part."""
    temporary = path.with_name(f".ttt-tui-{os.urandom(8).hex()}")
    _write_whole(temporary, content)
    try:
        os.link(temporary, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _write_whole(path, content)
    finally:
        temporary.unlink()


def _write_whole(path: Path, content: bytes) -> None:
    """Create a file with this content, and remove it again if that fails."""
    with path.open("xb") as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


def append(path: Path, text: str) -> None:
    """Append a text to a file, which is created if necessary, wholly or not at all; raises `OSError`."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    with open(open_own(path, flags), "ab", buffering=0) as file:
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


def describe_os_error(error: OSError) -> str:
    """Return a file error in words: `'game.txt': no such file or directory`."""
    reason = (error.strerror or "unusable").lower()
    return reason if error.filename is None else f"{str(error.filename)!r}: {reason}"
