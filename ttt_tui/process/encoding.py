"""What is written instead of a character that the encoding of a stream lacks.

The encoding is that of the user's locale, and Python knows it: Latin-1 has no lines to draw a board with.
What is written instead looks like the character, if anything does, and takes as many cells.
"""

import codecs
import re
from collections.abc import Mapping
from unicodedata import east_asian_width

LIKENESS = "likeness"
"""The name of the way in which a stream treats what it cannot encode, as `errors` of `open` takes it."""

SIGNS = "·×…–●○▌▐▀▄━─│┌╭↵"
"""What is drawn with where not everything is drawn in ASCII."""

_SPELT = str.maketrans(
    {"·": ".", "≤": "<", "•": "*", "×": "x", "…": "~", "∞": "-", "●": "*", "○": ".", "◆": "*", "◇": "'"}
    | {"▌": "|", "▐": "|", "━": "=", "±": "~"}
    | dict.fromkeys("–—−─═╌╍┄┅┈┉▔▁", "-")
    | dict.fromkeys("│┃║╎╏┆┇┊┋▏▎▕", "|")
    | dict.fromkeys("‹«◂◀←", "<")
    | dict.fromkeys("›»▸▶→", ">")
    | dict.fromkeys("△▲↑", "^")
    | dict.fromkeys("▽▼↓", "v")
    | dict.fromkeys("“”", '"')
    | dict.fromkeys("‘’", "'")
)
"""Signs that have a likeness in ASCII."""

_CORNERS = re.compile("[╭╮╯╰┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋]")
_BLOCKS = re.compile("[\u2580-\u259f\U0001fb00-\U0001fbff]")
"""Halves and eighths of a cell, as scrollbars and borders have them."""


def can_encode(text: str, encoding: str | None) -> bool:
    """Return whether every character of a text is in an encoding; one that is not known has them all."""
    try:
        text.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draws_signs(encoding: str | None) -> bool:
    """Return whether an encoding has what boards and screens are drawn with."""
    return can_encode(SIGNS, encoding)


def with_likenesses(text: str) -> str:
    """Return a text in which each sign that has a likeness in ASCII is replaced by it."""
    return _BLOCKS.sub(" ", _CORNERS.sub("+", text.translate(_SPELT)))


_letters: dict[str, str] = {}


def write_instead(letters: Mapping[int, str]) -> None:
    """From now on write these letters instead of some characters that a stream lacks: players' symbols."""
    _letters.clear()
    _letters.update((chr(code), letter.ljust(_cells(chr(code)))) for code, letter in letters.items())


def _replace(error: UnicodeError) -> tuple[str, int]:
    """Give likenesses, and `?` for what has none, in as many cells; an error handler of `codecs`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_instead_of, error.object[error.start : error.end])), error.end


def _instead_of(character: str) -> str:
    likeness = _letters.get(character) or with_likenesses(character)
    return likeness if likeness.isascii() else "?" * _cells(character)


def _cells(character: str) -> int:
    return 2 if east_asian_width(character) in "WF" else 1


codecs.register_error(LIKENESS, _replace)
