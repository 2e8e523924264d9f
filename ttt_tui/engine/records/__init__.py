"""Records: games with their dates, and the words for moves and values that several formats share.

`text` has the format for people, `json` the format for programs, `psq` and `moves` formats of other programs;
`kinds` recognises the format.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for word in ("b2", "a1", "X-resigns"):
...     game.push(read_move(game, word))
>>> result_text(game)
'O wins: resignation'
"""

import re
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field, replace
from datetime import date as Date
from typing import TYPE_CHECKING, TypeGuard

from ttt_tui.engine.clock import TimeControl
from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Square
from ttt_tui.engine.names import LONGEST_NAME, is_valid_name, shown
from ttt_tui.engine.outcome import Termination
from ttt_tui.engine.rules import GameName, Marks, Opening, Rules, check_together
from ttt_tui.engine.setup import (
    LONGEST_ENGINE_NAME,
    UNSET,
    FirstMover,
    Setup,
    can_engines_play,
    engine_level,
)
from ttt_tui.errors import IllegalMove, InvalidClock, InvalidRules, NotASquare, RecordError, UnknownRules

if TYPE_CHECKING:
    from ttt_tui.engine.records.tree import Tree

LARGEST_RECORD = 2_000_000
"""Characters. The largest tree of variations takes about as many."""

MOST_GAMES = 1000
"""In one text: each game costs a board of its own, however short it is."""

UNFINISHED = "unfinished"
AGREED_DRAW = f"draw: {Termination.AGREEMENT}"
RESIGNS, TIME_UP = ENDS = "-resigns", "-time"


@dataclass(frozen=True, slots=True)
class Record:
    """A game, the day it was played, as `YYYY-MM-DD`, and its id; None for unknown ones."""

    game: Game
    date: str | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)
    """The reader's assumptions and omissions, a clause each without a full stop. They are not written."""
    game_id: str | None = None
    """The game's id, a random one that no other game has."""
    tree: "Tree | None" = None
    """The game with its comments, signs and variations, None without any."""

    @property
    def annotated(self) -> "Tree | None":
        """The tree if it holds more than the game."""
        return None if self.tree is None or self.tree.is_plain else self.tree

    @property
    def is_study(self) -> bool:
        """Whether nobody played it, but it has a start position, lines or comments."""
        return not self.game.moves and (self.game.setup.start is not None or self.annotated is not None)

    @property
    def main_game(self) -> Game:
        """The game, or of a study that nobody played the main line, for formats without lines."""
        return self.game if self.tree is None or self.game.moves else self.tree.main_game


# --- moves and results as words --------------------------------------------------------------------------


def move_word(setup: Setup, move: Move) -> str:
    """Return a move as one word: `h8`, `O-resigns` or `O-time`."""
    if move.square is None:
        return f"{setup.players[move.player].symbol}{TIME_UP if move.is_time_up else RESIGNS}"
    return setup.geometry.name(move.square)


def read_move(game: Game, word: str) -> Move:
    """Return the move that a word means in this game; raises `IllegalMove` if it means none."""
    if word.endswith(ENDS):
        symbol, _, how = word.rpartition("-")
        for seat, player in enumerate(game.setup.players):
            if player.symbol == symbol:
                return Move(seat, None, is_time_up=f"-{how}" == TIME_UP)
        raise IllegalMove(f"no player has the symbol {shown(symbol)}")
    geometry = game.setup.geometry
    if len(word) == 1 and word.isalpha():  # a column: records say where the stone came to rest
        raise NotASquare(f"write a square like {geometry.name(geometry.squares[-1])}")
    return Move(game.position.to_move, geometry.parse(word))


def result_text(game: Game) -> str:
    """Return the result, as `X wins: line` or `draw: full board`, or that the game is unfinished."""
    outcome = game.outcome
    if outcome is None:
        return UNFINISHED
    if outcome.winner is None:
        return f"draw: {outcome.termination}"
    return f"{game.setup.players[outcome.winner].symbol} wins: {outcome.termination}"


def end_as_written(game: Game, result: str) -> None:
    """End a game whose moves have been read by what only the written result says: that a draw was agreed."""
    if result == AGREED_DRAW and game.outcome is None:
        game.agree_draw()


# --- times ----------------------------------------------------------------------------------------------

LONGEST_TIME = 10**9 - 1
"""The most milliseconds that a move can have taken, eleven days; a longer time counts as unknown."""


def times_of(moves: Iterable[Move]) -> list[int | None]:
    """Return the time of each move in milliseconds; an empty list if none is known."""
    times = [move.milliseconds for move in moves]
    return times if any(time is not None for time in times) else []


def is_time(value: object) -> TypeGuard[int]:
    """Whether a value can be the milliseconds that a move took."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LONGEST_TIME


def with_time(move: Move, times: Sequence[int | None], index: int) -> Move:
    """Return a move with its time from a list, which may be shorter."""
    return replace(move, milliseconds=times[index]) if index < len(times) else move


# --- untrusted text --------------------------------------------------------------------------------------


def check_size(text: str) -> None:
    """Raise `RecordError` for a text too long to be a record."""
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"a record has at most {LARGEST_RECORD:,} characters; this one has {len(text):,}")


def check_count(games: Sized) -> None:
    """Raise `RecordError` for more games in one text than are read at once."""
    if len(games) > MOST_GAMES:
        raise RecordError(f"a file has at most {MOST_GAMES:,} games; this one has more")


def only_record(records: Sequence[Record]) -> Record:
    """Return the record of a text that holds one game; raises `RecordError` if it holds more."""
    if len(records) > 1:
        raise RecordError(f"expected one game, found {len(records)}")
    return records[0]


def comments_note(count: int) -> tuple[str, ...]:
    """Return a note that `count` comments were left out, empty for 0."""
    if not count:
        return ()
    return ("1 comment was left out" if count == 1 else f"{count} comments were left out",)


def read_starts(text: str) -> FirstMover:
    """Return who starts; raises `RecordError`."""
    try:
        return FirstMover(text)
    except ValueError:
        known = ", ".join(first.value for first in FirstMover)
        raise RecordError(f"unknown first mover {shown(text)}; choose from {known}") from None


def read_clock(text: str) -> TimeControl:
    """Return a time control; raises `RecordError`."""
    try:
        return TimeControl.parse(text)
    except InvalidClock as error:
        raise RecordError(str(error)) from None


def read_rules(text: str) -> Rules:
    """Return the rules of a game; raises `UnknownRules`."""
    try:
        return Rules.parse(text)
    except InvalidRules as error:
        raise UnknownRules(str(error), shown(text)) from None


def rules_beside_game(rules: Rules) -> str:
    """Return the words of rules where the name of the game stands for itself; empty without others."""
    return ", ".join(word for word in rules.words if word != rules.game)


def read_game(text: str, rules: Rules) -> Rules:
    """Return the rules of a game with this name and these other rules; raises `UnknownRules`."""
    if text not in tuple(GameName):
        known = ", ".join(GameName)
        raise UnknownRules(f"unknown game {shown(text)}; choose from {known}", shown(text))
    if rules.game is not GameName.IN_A_ROW and text != rules.game:
        raise UnknownRules(f"the rules {rules} are not of the game {text}", shown(str(rules)))
    rules = replace(rules, game=GameName(text))
    try:
        check_together(rules)
    except InvalidRules as error:
        raise UnknownRules(str(error), shown(str(rules))) from None
    return rules


def read_level(text: str) -> str:
    """Return the name of a level, which need not exist here; raises `RecordError`."""
    if not is_valid_name(text):
        raise RecordError(f"{shown(text)} is not a valid level")
    return text


def read_date(text: str) -> str:
    """Return a date as `YYYY-MM-DD`; raises `RecordError`."""
    try:
        return Date.fromisoformat(text).isoformat()
    except ValueError:
        raise RecordError(f"{shown(text)} is not a date; write it like 2026-11-21") from None


def read_game_id(text: str) -> str:
    """Return the id of a game; raises `RecordError`."""
    if not re.fullmatch("[0-9A-Za-z]{16,64}", text, re.ASCII):
        raise RecordError(f"{shown(text)} is not a game id; an id has 16 to 64 letters and digits")
    return text


# --- other programs --------------------------------------------------------------------------------------


BOARDS: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("connect4", (7, 6, 4)),
    ("connect6", (19, 19, 6)),
    ("notakto", (3, 3, 3)),
    ("usual", (15, 15, 5)),
)
"""The columns, rows and line length that rules bring along, for formats that state none of them.

The first row counts of which the rules have all words."""


def usual_board(rules: Rules) -> tuple[int, int, int]:
    """Return the columns, rows and line length of the best-known game with these rules."""
    words = set(rules.words)
    named = (size for name, size in BOARDS if words.issuperset(Rules.parse(name).words))
    return rules.only_board or next(named)


def written_name(text: str) -> str:
    """Return a player's name from another program's text, fit to be shown; `UNSET` if nothing is left."""
    name = "".join(c for c in text[:1000] if c.isprintable())[:LONGEST_NAME].strip()
    return name if is_valid_name(name) else UNSET


def place_in(text: str, start: int) -> tuple[int, int]:
    """Return the line and the column, both from 1, of an index of a text."""
    before = re.split(r"\r\n|\r|\n", text[:start].removeprefix("\ufeff"))
    return len(before), len(before[-1]) + 1


PROGRAM = "program"
"""The level of an engine that moved in another program, in older records."""

UNNAMED_ENGINE = "engine"
"""The name of an engine without one in its record."""


def with_engines_named(setup: Setup) -> Setup:
    """Return a set-up in which each engine of another program has the level of an engine with its name.

    So the engine is shown, counted and written like any other. Where engines cannot play, the set-up is
    unchanged.
    """
    if all(player.level != PROGRAM for player in setup.players):
        return setup
    players = []
    for seat, player in enumerate(setup.players, 1):
        if player.level == PROGRAM:
            known = player.name[:LONGEST_ENGINE_NAME].strip()
            name = UNNAMED_ENGINE if player.name == f"Player {seat}" else known
            player = replace(player, level=engine_level(name))
        players.append(player)
    return replace(setup, players=tuple(players)) if can_engines_play(setup.geometry, len(players)) else setup


def check_line(game: Game, length: int, what: str) -> None:
    """Raise `RecordError` unless a game is for two and `length` in a row, as the format `what` requires."""
    players, line_length = len(game.setup.players), game.setup.geometry.line_length
    if players != 2:
        raise RecordError(f"{what} needs two players; this game has {players}")
    if line_length != length:
        raise RecordError(f"{what} needs {length} in a row; this game has {line_length}")
    check_marks(game.setup.geometry.rules, what)
    if game.setup.start is not None:
        raise RecordError(f"{what} cannot say in which position the game started")


def check_marks(rules: Rules, what: str) -> None:
    """Raise `RecordError` if players choose marks, which the format `what` cannot express."""
    if rules.marks is Marks.WILD:
        raise RecordError(f"{what} cannot say which marks were placed")


def check_readable(rules: Rules, what: str) -> None:
    """Raise `RecordError` if games under these rules have moves that the format `what` cannot express."""
    check_marks(rules, what)
    if rules.opening is not Opening.FREE:
        raise RecordError(f"{what} cannot say what was chosen in the opening; leave {rules.opening} out")


def place_played_on(game: Game, square: Square, milliseconds: int | None = None) -> None:
    """Place the next stone, with its player's time if known; raises `IllegalMove`.

    Other programs play on until the board is full. Here a game is drawn as soon as no line is possible: later
    stones are ignored.
    """
    outcome = game.outcome
    if outcome is None or outcome.winner is not None:
        game.push(Move(game.position.to_move, square, milliseconds))
