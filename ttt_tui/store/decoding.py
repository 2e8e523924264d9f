"""The text in a file of somebody else's: the encoding is told by its first bytes, or else tried."""

import codecs

from ttt_tui.engine.records import shown
from ttt_tui.errors import RecordError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""The byte order marks; that of UTF-32 begins like one of UTF-16."""

_PYTHONS_OWN = frozenset(("idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined"))
"""Codecs that Python has for itself: no files are in them, and some take quadratic time."""

_OLD_WINDOWS = "cp1252"
_OLD_CZECH_WINDOWS = "cp1250"
"""What files are in that are not UTF-8: in Western Europe, and where Piskvork comes from."""

_SIGNATURES = (
    (b"\xffRenLib\xff", "a RenLib library (.lib)", "save one of its games as .psq"),
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
"""How files begin that are no text, what they are, and what would be right."""


def is_text_encoding(name: str) -> bool:
    """Whether a name is that of an encoding in which files can be."""
    try:
        b"X".decode(name)
    except UnicodeError:  # it takes more bytes
        pass
    except (LookupError, ValueError):
        return False
    return codecs.lookup(name).name not in _PYTHONS_OWN


def decode(content: bytes, is_psq: bool, encoding: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text of a file and notes on how it was read; raises `RecordError`.

    `encoding` is the one that the user names, None to find out.
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
    """Return which UTF-16 a file is in whose first two characters are ASCII, None if it is in neither."""
    high, low = content[0:4:2], content[1:4:2]
    if len(low) == 2 and not any(low) and all(high):
        return "utf-16-le"
    return "utf-16-be" if len(low) == 2 and not any(high) and all(low) else None


def _check_text(text: str) -> str:
    """Return a text without the end mark of DOS; raises `RecordError` if it is none."""
    text = text.removesuffix("\x1a")
    if "\x00" in text:
        before = text[: text.index("\x00")]
        raise RecordError(f"not a text file: a zero byte follows {shown(before[-8:])}")
    return text
