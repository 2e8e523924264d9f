"""Text for terminals: characters that an encoding lacks, unprintable characters, and misspelt words.

The encoding is the user's locale's; Latin-1, for example, has no lines to draw a board with. A
replacement looks like the character, if any does, and takes as many cells.
"""

import codecs
import re
from collections.abc import Iterable, Mapping
from unicodedata import east_asian_width

LIKENESS = "likeness"
"""The name of the error handler for characters that a stream cannot encode, as `errors` of `open`."""

SIGNS = "·×…–●○▌▐▀▄━─│┌╭↵"
"""The characters that boards and screens are drawn with outside ASCII mode."""

CLOSE = 0.7
"""Least similarity of a suggestion, 0 to 1: `hardd` and `hard` are close, `person` and `expert` are not."""

_SPELT = str.maketrans(
    {"·": ".", "≤": "<", "•": "*", "×": "x", "…": "~", "∞": "-", "●": "*", "○": ".", "◆": "*", "◇": "'"}
    | {"▌": "|", "▐": "|", "━": "=", "±": "~", "è": "e", "\u2068": "", "\u2069": ""}
    | dict.fromkeys("–—−─═╌╍┄┅┈┉▔▁", "-")
    | dict.fromkeys("│┃║╎╏┆┇┊┋▏▎▕", "|")
    | dict.fromkeys("‹«◂◀←", "<")
    | dict.fromkeys("›»▸▶→", ">")
    | dict.fromkeys("△▲↑", "^")
    | dict.fromkeys("▽▼↓", "v")
    | dict.fromkeys("“”", '"')
    | dict.fromkeys("‘’", "'")
)
"""ASCII replacements of single characters."""

_CORNERS = re.compile("[╭╮╯╰┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋]")
_BLOCKS = re.compile("[\u2580-\u259f\U0001fb00-\U0001fbff]")
"""Halves and eighths of a cell, of which scrollbars and borders consist."""


def can_encode(text: str, encoding: str | None) -> bool:
    """Return whether an encoding has every character of a text; an unknown encoding has all of them."""
    try:
        text.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def to_ascii(text: str) -> str:
    """Return a text with each sign that has an ASCII replacement replaced by it."""
    return _BLOCKS.sub(" ", _CORNERS.sub("+", text.translate(_SPELT)))


_letters: dict[str, str] = {}


def set_replacements(letters: Mapping[int, str]) -> None:
    """Set the replacements of some characters that a stream lacks, by code point: players' symbols."""
    _letters.clear()
    _letters.update((chr(code), letter.ljust(_cells(chr(code)))) for code, letter in letters.items())


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Replace characters that cannot be encoded by similar ones, else by `?`, cell for cell; for `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_replacement, error.object[error.start : error.end])), error.end


def _replacement(character: str) -> str:
    text = _letters.get(character) or to_ascii(character)
    return text if text.isascii() else "?" * _cells(character)


def _cells(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


codecs.register_error(LIKENESS, _replace)


def printable(text: str) -> str:
    """Return a text with everything that could disturb a terminal escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Hebrew, Arabic and the other scripts that are written from right to left, with their marks and digits."""

_right_to_left_words = re.compile(f"[{_RIGHT_TO_LEFT}]+(?:[ '.-]?[{_RIGHT_TO_LEFT}]+)*")


def isolate(text: str) -> str:
    """Return a text with isolates (FSI … PDI of UAX #9) around words that are written from right to left.

    A terminal that reorders such words then leaves all others in their places, as in the cells of a table.
    """
    return text if text.isascii() else _right_to_left_words.sub("\u2068\\g<0>\u2069", text)


def closest_word(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt word resembles, None if none is close."""
    from difflib import get_close_matches  # a start without mistakes needs none of it

    return next(iter(get_close_matches(word.casefold()[:40], list(known), 1, CLOSE)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return `did you mean gomoku?` for `gomuku`, None if no known word is close."""
    found = closest_word(word, known)
    return None if found is None else f"did you mean {found}?"
