"""The rules of a game, as far as they differ from the usual ones: data that a `Geometry` carries.

By the usual rules k or more stones in an unbroken line win. Rules are written as words with commas between:

>>> from ttt_tui.engine import Rules
>>> rules = Rules.parse("misere, exactly")
>>> rules
Rules(line=<LineRule.EXACTLY: 'exactly'>, misere=True, drop=False, wrap=False, marks=<Marks.OWN: 'own'>)
>>> print(rules, Rules(), sep=" · ")
exactly, misere · usual
>>> Rules.parse("suicide")  # doctest: +ELLIPSIS
Traceback (most recent call last):
ttt_tui.errors.InvalidRules: unknown rule “suicide”; choose from usual, exactly, renju, misere, ...
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum, auto
from functools import cache
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
    """The first player needs exactly five and has forbidden points, for the second six count as well; see
    `engine.renju`."""


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


class Marks(StrEnum):
    """Which marks a player may place, and whose lines count."""

    OWN = "own"
    """Each player has a mark, and lines of it."""
    SHARED = "shared"
    """All place the same mark, X, and any line is the line of the player who completes it."""
    WILD = "wild"
    """X or O at each turn; any line of one mark is the line of the player who completes it."""


MARK_LETTERS = ("X", "O")
"""The marks that belong to no player."""


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
    marks: Marks = Marks.OWN
    """Which marks a player may place. All but the usual ones are for two players."""

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
        """Return the rules that a text means.

        Raises `InvalidRules` for a word that is none, and for words that contradict each other.
        """
        if len(text) > LONGEST_TEXT:
            raise InvalidRules(f"rules have at most {LONGEST_TEXT} characters")
        rules, reasons = cls(), dict[str, str]()
        for word in text.lower().split(","):
            word = word.strip().replace("è", "e")
            known = {USUAL_WORD: {}, **WORDS, **NAMED}
            if word not in known:
                shown = "".join(c if c.isprintable() else "?" for c in word)
                raise InvalidRules(
                    f"unknown rule “{shown}”; choose from {', '.join(filter(str.isalnum, known))}"
                )
            for name, value in known[word].items():
                if name in reasons and getattr(rules, name) != value:
                    raise InvalidRules(f"the rules {reasons[name]} and {word} contradict each other")
                reasons[name] = word
            rules = replace(rules, **known[word])
        check_together(rules)
        return rules


def check_together(rules: Rules) -> None:
    """Raise `InvalidRules` if rules do not go together, whatever the board and the players."""
    if rules.line is LineRule.RENJU and (others := replace(rules, line=LineRule.AT_LEAST).words):
        raise InvalidRules(f"renju and {' and '.join(others)} do not go together; choose one of them")


USUAL = Rules()
USUAL_WORD = "usual"

WORDS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "exactly": {"line": LineRule.EXACTLY},
        "renju": {"line": LineRule.RENJU},
        "misere": {"misere": True},
        "drop": {"drop": True},
        "torus": {"wrap": True},
        "shared": {"marks": Marks.SHARED},
        "wild": {"marks": Marks.WILD},
    }
)
"""The word of a rule → the fields that it changes."""

ALLOWED: Mapping[tuple[str, Any], frozenset[Shortcut]] = MappingProxyType(
    {
        ("line", LineRule.EXACTLY): frozenset({Shortcut.LINE_DECIDES, Shortcut.LINE_WINS, Shortcut.PATTERNS}),
        ("line", LineRule.RENJU): frozenset({Shortcut.LINE_DECIDES, Shortcut.PATTERNS}),
        ("misere", True): frozenset({Shortcut.LINE_DECIDES}),
        ("drop", True): frozenset({Shortcut.LINE_DECIDES}),
        ("wrap", True): frozenset({Shortcut.LINE_DECIDES, Shortcut.LINE_WINS}),
        ("marks", Marks.SHARED): frozenset({Shortcut.LINE_DECIDES}),
        ("marks", Marks.WILD): frozenset({Shortcut.LINE_DECIDES}),
    }
)
"""A field and its unusual value → the shortcuts that it leaves true. What is not here leaves none."""


@cache
def _allows(rules: Rules, shortcut: Shortcut) -> bool:
    values = ((field.name, getattr(rules, field.name)) for field in fields(rules))
    return all(
        shortcut in ALLOWED.get((name, value), ()) for name, value in values if value != getattr(USUAL, name)
    )


NAMED: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "connect4": {"drop": True},
        "connect four": {"drop": True},
        "notakto": {"misere": True, "marks": Marks.SHARED},
    }
)
"""The name of a game → the fields that its rules change; they are written with the words of `WORDS`."""
