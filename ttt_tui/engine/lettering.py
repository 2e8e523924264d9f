"""What names and symbols can be: what terminals show as it is written, and agree how wide it is.

>>> from ttt_tui.engine import name_problem, symbol_problem
>>> name_problem("Zoë"), symbol_problem("你")
(None, None)
>>> symbol_problem("XO")
'a symbol must be one character, such as X, ● or 你'
"""

import re
import unicodedata

from ttt_tui.engine.diagram import EMPTY_SQUARE

LONGEST_NAME = 24
MOST_MARKS = 3
"""Combining marks on one letter: as many as the scripts of living languages put there."""

_RIGHT_TO_LEFT = ("R", "AL", "AN")

_FILLERS = frozenset(chr(code) for code in (0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0))
"""The fillers of Hangul, and the blank Braille cell."""

_DRAWN_BEFORE = frozenset(map(chr, (*range(0x1160, 0x1200), *range(0xD7B0, 0xD800))))
"""Vowels and finals of Hangul, drawn on the letter before."""

_WITHOUT_SHAPE = (_FILLERS | _DRAWN_BEFORE).union(
    [chr(code) for code in range(0x1F3FB, 0x1F400)]  # skin tones, drawn on the emoji before
    + [chr(code) for code in range(0x1F1E6, 0x1F200)]  # halves of flags
)


def name_problem(name: str) -> str | None:
    """Return what is wrong with a player's name, in one sentence, or None."""
    if not name.strip():
        return "a name cannot be blank"
    if len(name) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters; this one has {len(name)}"
    if not name.isprintable() or any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name):
        return "a name can only have printable, left-to-right characters"
    return _shape_problem(name)


def _shape_problem(name: str) -> str | None:
    """Return what keeps a printable name from being seen as it is written, or None."""
    if filler := next((c for c in name if c in _FILLERS), None):
        return f"U+{ord(filler):04X} is invisible and cannot be in a name; use a space"
    kinds = "".join("M" if _is_mark(c) else "s" if c.isspace() else "L" for c in name)
    if re.search("(^|s)M", kinds):
        return "a combining mark in a name needs a letter before it"
    marks = max(map(len, re.findall("M+", kinds)), default=0)
    if marks > MOST_MARKS:
        return f"a letter in a name has at most {MOST_MARKS} combining marks; this one has {marks}"
    if all(c in _DRAWN_BEFORE or c.isspace() for c in name):
        return "a name needs a visible character, such as a letter or a digit"
    return None


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def symbol_problem(symbol: str) -> str | None:
    """Return what is wrong with a symbol, in one sentence, or None.

    Terminals disagree about how wide joined, selected and zero-width characters are, and one symbol that is
    drawn wider than counted shifts the whole row; so a symbol is one character that all of them agree on.
    """
    if not symbol.strip():
        return "a symbol cannot be blank"
    if len(symbol) > 1:
        return "a symbol must be one character, such as X, ● or 你"
    if (
        unicodedata.category(symbol)[0] not in "LNPS"
        or unicodedata.bidirectional(symbol) in _RIGHT_TO_LEFT
        or symbol in _WITHOUT_SHAPE
    ):
        return (
            f"U+{ord(symbol):04X} cannot be a symbol: terminals draw it differently; use one like X, ● or 你"
        )
    if symbol == EMPTY_SQUARE:
        return f"{EMPTY_SQUARE} cannot be a symbol: it marks the empty squares"
    return None
