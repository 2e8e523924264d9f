"""The rules of a game, as far as they differ from the usual ones: data that a `Geometry` carries.

By the usual rules k or more stones in an unbroken line win. Rules are written as words with commas between:

>>> from ttt_tui.engine import Rules
>>> rules = Rules.parse("misere, exactly")
>>> rules
Rules(line=<LineRule.EXACTLY: 'exactly'>, misere=True, drop=False, wrap=False)
>>> print(rules, Rules(), sep=" · ")
exactly, misere · usual
>>> Rules.parse("suicide")
Traceback (most recent call last):
ttt_tui.errors.InvalidRules: unknown rule “suicide”; choose from usual, exactly, renju, misere, drop, torus, connect4
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from ttt_tui.errors import InvalidRules

RENJU_LENGTH = 5
"""The only line length of renju."""

LONGEST_TEXT = 100
"""Characters of rules that a stranger may write."""


class LineRule(StrEnum):
    """Which lines count."""

    AT_LEAST = "at least"
    EXACTLY = "exactly"
    RENJU = "renju"
    """The first player needs exactly five and has forbidden points, for the second six and more count as well;
    `engine.renju` has the details."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What is decided about a game besides its board and its line length."""

    line: LineRule = LineRule.AT_LEAST
    """Whether a run longer than the line length counts as a line, too."""
    misere: bool = False
    """Whether a line loses: its player is out, and the last one left wins."""
    drop: bool = False
    """Whether a stone falls to the lowest empty square of its column."""
    wrap: bool = False
    """Whether rows, columns and diagonals continue at the opposite edge."""

    @property
    def are_usual(self) -> bool:
        """Whether nothing differs."""
        return self == USUAL

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
        chosen: dict[str, Any] = {}
        known = {USUAL_WORD: {}, **WORDS, **NAMED}
        for word in text.lower().split(","):
            word = word.strip().replace("è", "e")
            if word not in known:
                shown = "".join(c if c.isprintable() else "?" for c in word)
                raise InvalidRules(
                    f"unknown rule “{shown}”; choose from {', '.join(filter(str.isalnum, known))}"
                )
            for name, value in known[word].items():
                if chosen.setdefault(name, value) != value:
                    raise InvalidRules(f"{word} and {cls(**{name: chosen[name]})} do not go together")
        return cls(**chosen)


USUAL = Rules()
USUAL_WORD = "usual"

WORDS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "exactly": {"line": LineRule.EXACTLY},
        "renju": {"line": LineRule.RENJU},
        "misere": {"misere": True},
        "drop": {"drop": True},
        "torus": {"wrap": True},
    }
)
"""The word of a rule → the fields that it changes."""

NAMED: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"connect4": {"drop": True}, "connect four": {"drop": True}}
)
"""The name of a game → the fields that its rules change; they are written with the words of `WORDS`."""
