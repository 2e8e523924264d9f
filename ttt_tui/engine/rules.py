"""The rules of a game, as far as they differ from the usual ones: data that a `Geometry` carries.

By the usual rules k or more stones in an unbroken line win. Rules are written as words with commas between:

>>> from ttt_tui.engine import LineRule, Rules
>>> rules = Rules.parse("misere, exactly")
>>> rules == Rules(line=LineRule.EXACTLY, misere=True)
True
>>> print(rules, Rules(), sep=" · ")
exactly, misere · usual
>>> Rules.parse("suicide")  # doctest: +ELLIPSIS
Traceback (most recent call last):
ttt_tui.errors.InvalidRules: unknown rule “suicide”; choose from usual, exactly, renju, misere, ...
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, IntEnum, StrEnum, auto
from functools import cache
from types import MappingProxyType
from typing import Any

from ttt_tui.errors import InvalidRules

RENJU_LENGTH = 5
"""The only line length of renju."""

ULTIMATE_BOARD = 9, 9, 3
"""The only columns, rows and line length of Ultimate."""

VANISHING_BOARD = 3, 3, 3
"""The only columns, rows and line length of Vanishing."""

LONGEST_TEXT = 100
"""Characters of a text that is read as rules."""


class GameName(StrEnum):
    """Which game is played: each has a class of positions (see `start_position`) and rules of its own."""

    IN_A_ROW = "in a row"
    """Stones in an unbroken line decide."""
    ULTIMATE = "ultimate"
    """Nine small boards, three of them in a line to win; the square of a stone selects the next board."""
    VANISHING = "vanishing"
    """Three in a row, but the fourth stone of a player makes the first one leave, and so on."""


ONLY_BOARD = {GameName.ULTIMATE: ULTIMATE_BOARD, GameName.VANISHING: VANISHING_BOARD}
"""The columns, rows and line length of the games that have one board, which need not be named then."""


KEPT_STONES = {GameName.VANISHING: VANISHING_BOARD[2]}
"""How many stones each player keeps in the games in which the oldest ones leave."""


class LineRule(StrEnum):
    """Which lines count."""

    AT_LEAST = "at least"
    EXACTLY = "exactly"
    RENJU = "renju"
    """The first player needs exactly five and has forbidden points, for the second six count as well; see
    `engine.renju`."""


class Shortcut(Enum):
    """A fact about the usual rules that need not hold by others.

    Searches and sentences may rely on one only where `Rules.allows` returns true, which is not the default.
    """

    EXTRA_STONE = auto()
    """A stone more never harms its player: so the second player does not win, squares can be paired off, and
    of two moves one can be known to be worse without a search."""
    LINE_DECIDES = auto()
    """A stone of the player to move on an empty square of `Position.completing` decides at once: the player
    wins, or is out in a misère game."""
    LINE_WINS = auto()
    """The player wins by such a stone, and others can only prevent it with a stone on that square: threats
    and blocks mean what their names say."""
    PATTERNS = auto()
    """The expert's search of two players knows the rules, and its scores stand for winning chances."""
    PLAYOUTS = auto()
    """The expert's playouts among several players know the rules."""


class Marks(StrEnum):
    """The marks that a player may place, and the lines that count."""

    OWN = "own"
    """Each player has a mark, and lines of it."""
    SHARED = "shared"
    """All place the same mark, X, and any line is the line of the player who completes it."""
    WILD = "wild"
    """X or O at each turn; any line of one mark is the line of the player who completes it."""


MARK_LETTERS = ("X", "O")
"""The marks that belong to no player."""


class Opening(StrEnum):
    """The fair beginning of a game of two players; see `engine.openings`."""

    FREE = "free"
    """The players take turns from the first stone on."""
    PIE = "pie"
    """After one stone of the first player the second takes either side."""
    SWAP = "swap"
    """After three stones of the first player the second takes either side."""
    SWAP2 = "swap2"
    """As in `SWAP`, or the second player places two more stones, and the first takes either side."""


class Choice(IntEnum):
    """A move of the opening by which no stone is placed: a negative `Placement`."""

    STAY = -2
    SWAP = -3
    TWO_MORE = -4

    @property
    def word(self) -> str:
        """The choice's word in records: `two-more`."""
        return self.name.lower().replace("_", "-")

    @classmethod
    def named(cls, text: str) -> "Choice | None":
        """Return the choice with this word in records or input, None without one."""
        word = text.strip().lower()
        return next((choice for choice in cls if choice.word == word), None)


TWO_A_TURN = 2
"""Stones of a turn, after one in the first turn, in Connect6."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything decided about a game except its board and its line length."""

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
    opening: Opening = Opening.FREE
    """How a game begins."""
    per_turn: int = 1
    """Stones of a turn, but for the first one of a game, which has one: 1, or `TWO_A_TURN`."""
    game: GameName = GameName.IN_A_ROW
    """The game. All fields before it are rules of k in a row, all fields below rules of Ultimate."""
    until_full: bool = False
    """Whether a small board is open until it is full, not only until somebody wins it."""
    most_boards: bool = False
    """Whether the player with more boards wins if no line of boards is possible any more."""

    @property
    def are_usual(self) -> bool:
        """Whether no rule is unusual."""
        return self == USUAL

    def allows(self, shortcut: Shortcut) -> bool:
        """Whether a shortcut is known to hold by each of these rules."""
        return _allows(self, shortcut)

    @property
    def only_board(self) -> tuple[int, int, int] | None:
        """The columns, rows and line length of the only board of this game, None if there are others."""
        return ONLY_BOARD.get(self.game)

    @property
    def kept_stones(self) -> int | None:
        """How many stones each player keeps if the oldest ones leave, None if stones stay."""
        return KEPT_STONES.get(self.game)

    @property
    def words(self) -> tuple[str, ...]:
        """The words for the unusual rules, in the order of `WORDS`."""
        return _words(self)

    @property
    def for_two(self) -> tuple[str, ...]:
        """The words of the rules that are for two players only."""
        return tuple(word for word in self.words if word in FOR_TWO)

    def __str__(self) -> str:
        """The rules as `parse` reads them."""
        return ", ".join(self.words) or USUAL_WORD

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Return the rules with these words.

        Raises `InvalidRules` for an unknown word, and for words that contradict each other.
        """
        if len(text) > LONGEST_TEXT:
            raise InvalidRules(f"rules have at most {LONGEST_TEXT} characters")
        rules, reasons = cls(), dict[str, str]()
        for word in text.lower().split(","):
            word = word.strip().replace("è", "e")
            known = {USUAL_WORD: {}, **WORDS, **NAMED}
            if word not in known:
                shown = "".join(c if c.isprintable() else "?" for c in word)
                words = ", ".join(each for each in known if " " not in each)
                raise InvalidRules(f"unknown rule “{shown}”; choose from {words}")
            for name, value in known[word].items():
                if name in reasons and getattr(rules, name) != value:
                    raise InvalidRules(f"the rules {reasons[name]} and {word} contradict each other")
                reasons[name] = word
            rules = replace(rules, **known[word])
        check_together(rules)
        return rules


def check_together(rules: Rules) -> None:
    """Raise `InvalidRules` if rules do not go together, whatever the board and the players."""
    opening = replace(USUAL, opening=rules.opening)
    if rules.game is not GameName.IN_A_ROW:
        own = {name for changes in WORDS.values() if changes.get("game") is rules.game for name in changes}
        others = replace(rules, **{name: getattr(USUAL, name) for name in own})
        _check_apart(replace(USUAL, game=rules.game), others)
    if rules.line is LineRule.RENJU:
        others = replace(rules, line=LineRule.AT_LEAST, opening=Opening.FREE)
        _check_apart(replace(USUAL, line=LineRule.RENJU), others)
    if rules.marks is not Marks.OWN:  # there are no sides to choose from
        _check_apart(replace(USUAL, marks=rules.marks), opening)
    if rules.per_turn > 1 and rules.opening is not Opening.PIE:  # the others place stone by stone in turn
        _check_apart(replace(USUAL, per_turn=rules.per_turn), opening)


def _check_apart(one: Rules, other: Rules) -> None:
    """Raise `InvalidRules` unless the second rules are the usual ones: they do not go with the first."""
    if other.words:
        words = " and ".join((*one.words, *other.words))
        raise InvalidRules(f"{words} do not go together; choose one of them")


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
        "pie": {"opening": Opening.PIE},
        "swap": {"opening": Opening.SWAP},
        "swap2": {"opening": Opening.SWAP2},
        "double": {"per_turn": TWO_A_TURN},
        "ultimate": {"game": GameName.ULTIMATE},
        "open-until-full": {"game": GameName.ULTIMATE, "until_full": True},
        "most-boards": {"game": GameName.ULTIMATE, "most_boards": True},
        "vanishing": {"game": GameName.VANISHING},
    }
)
"""The word of a rule → the fields that it changes."""

FOR_TWO = frozenset({"renju", "shared", "wild", "pie", "swap", "swap2", "double", "ultimate", "vanishing"})
"""The words of rules that are for two players only."""

ALLOWED: Mapping[tuple[str, Any], frozenset[Shortcut]] = MappingProxyType(
    {
        ("line", LineRule.EXACTLY): frozenset({Shortcut.LINE_DECIDES, Shortcut.LINE_WINS, Shortcut.PATTERNS}),
        ("line", LineRule.RENJU): frozenset({Shortcut.LINE_DECIDES, Shortcut.PATTERNS}),
        ("misere", True): frozenset({Shortcut.LINE_DECIDES}),
        ("drop", True): frozenset({Shortcut.LINE_DECIDES}),
        ("wrap", True): frozenset({Shortcut.LINE_DECIDES, Shortcut.LINE_WINS}),
        ("marks", Marks.SHARED): frozenset({Shortcut.LINE_DECIDES}),
        ("marks", Marks.WILD): frozenset({Shortcut.LINE_DECIDES}),
        # searches begin when the opening is over, with a game that knows of none
        ("opening", Opening.PIE): frozenset(Shortcut),
        ("opening", Opening.SWAP): frozenset(Shortcut),
        ("opening", Opening.SWAP2): frozenset(Shortcut),
        ("per_turn", TWO_A_TURN): frozenset({Shortcut.LINE_DECIDES}),
        # a line of boards wins, but where the other player could complete one, the board due may be another
        ("game", GameName.ULTIMATE): frozenset({Shortcut.LINE_DECIDES}),
        # a line wins, but a stone that leaves can open the square where the other player completes one
        ("game", GameName.VANISHING): frozenset({Shortcut.LINE_DECIDES}),
        ("until_full", True): frozenset({Shortcut.LINE_DECIDES}),
        ("most_boards", True): frozenset({Shortcut.LINE_DECIDES}),
    }
)
"""A field and its unusual value → the shortcuts that still hold; none if it is missing here."""


@cache
def _words(rules: Rules) -> tuple[str, ...]:
    return tuple(
        word
        for word, changes in WORDS.items()
        if all(getattr(rules, name) == value for name, value in changes.items())
    )


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
        "connect6": {"per_turn": TWO_A_TURN},
    }
)
"""The name of a game → the fields that its rules change; they are written with the words of `WORDS`."""
