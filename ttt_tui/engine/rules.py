"""The rules of a game, as far as they differ from the usual ones: data that a `Geometry` carries.

By the usual rules k or more stones in an unbroken line win. Rules are written as words with commas between:

>>> from ttt_tui.engine import Rules
>>> rules = Rules.parse("misere, exactly")
>>> rules
Rules(line=<LineRule.EXACTLY: 'exactly'>, misere=True)
>>> print(rules, Rules(), sep=" · ")
exactly, misere · usual
>>> Rules.parse("suicide")
Traceback (most recent call last):
ttt_tui.errors.InvalidRules: unknown rule “suicide”; choose from usual, exactly, misere
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum, auto
from functools import cache
from types import MappingProxyType
from typing import Any

from ttt_tui.errors import InvalidRules

LONGEST_TEXT = 100
"""Characters of rules that a stranger may write."""


class LineRule(StrEnum):
    """Which lines count."""

    AT_LEAST = "at least"
    EXACTLY = "exactly"


class Shortcut(Enum):
    """What is true by the usual rules and need not be by others.

    Searches and sentences may rely on one only where `Rules.allows` says so: that is never so by default.
    """

    EXTRA_STONE = auto()
    """A stone more never harms its player: so the second player does not win, squares can be paired off, and
    of two moves one can be known to be worse without a search."""
    LINE_DECIDES = auto()
    """A stone of the player to move on an empty square of `Position.completing` decides at once: by it the
    player wins, or is out in a misère game."""
    LINE_WINS = auto()
    """By such a stone the player wins, and others prevent it only with a stone on that square: threats and
    blocks are what they are called."""
    PATTERNS = auto()
    """The expert's search of two players knows the rules, and its scores stand for winning chances."""
    PLAYOUTS = auto()
    """The expert's playouts among several players know the rules."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is decided about a game besides its board and its line length."""

    line: LineRule = LineRule.AT_LEAST
    """Whether a run longer than the line length counts as a line, too."""
    misere: bool = False
    """Whether a line loses: its player is out, and the last one left wins."""

    @property
    def are_usual(self) -> bool:
        """Whether nothing differs."""
        return self == USUAL

    def allows(self, shortcut: Shortcut) -> bool:
        """Whether all that differs from the usual rules is known to leave a shortcut true."""
        return _allows(self, shortcut)

    @property
    def words(self) -> tuple[str, ...]:
        """The words for what differs, in the order of `WORDS`."""
        return tuple(
            word
            for word, changes in WORDS.items()
            if all(getattr(self, name) == value for name, value in changes.items())
        )

    def __str__(self) -> str:
        """The rules as `parse` reads them."""
        return ", ".join(self.words) or USUAL_WORD

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Return the rules that a text means; raises `InvalidRules` for a word that is none."""
        if len(text) > LONGEST_TEXT:
            raise InvalidRules(f"rules have at most {LONGEST_TEXT} characters")
        rules = cls()
        for word in text.lower().split(","):
            word = word.strip().replace("è", "e")
            if word not in (USUAL_WORD, *WORDS):
                shown = "".join(c if c.isprintable() else "?" for c in word)
                raise InvalidRules(f"unknown rule “{shown}”; choose from {', '.join((USUAL_WORD, *WORDS))}")
            if word != USUAL_WORD:
                rules = replace(rules, **WORDS[word])
        return rules


USUAL = Rules()
USUAL_WORD = "usual"

WORDS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"exactly": {"line": LineRule.EXACTLY}, "misere": {"misere": True}}
)
"""The word of a rule → the fields that it changes."""

ALLOWED: Mapping[tuple[str, Any], frozenset[Shortcut]] = MappingProxyType(
    {
        ("line", LineRule.EXACTLY): frozenset({Shortcut.LINE_DECIDES, Shortcut.LINE_WINS, Shortcut.PATTERNS}),
        ("misere", True): frozenset({Shortcut.LINE_DECIDES}),
    }
)
"""A field and its unusual value → the shortcuts that it leaves true. What is not here leaves none."""


@cache
def _allows(rules: Rules, shortcut: Shortcut) -> bool:
    values = ((field.name, getattr(rules, field.name)) for field in fields(rules))
    return all(
        shortcut in ALLOWED.get((name, value), ()) for name, value in values if value != getattr(USUAL, name)
    )
