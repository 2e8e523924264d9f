"""A record: a game and its day, and the words in which records of any format tell moves and values.

`record_text` has the format for people, `record_json` the one for programs, `record_psq` and `record_moves`
those of other programs.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for word in ("b2", "a1", "X-resigns"):
...     game.push(read_move(game, word))
>>> result_text(game)
'O wins: resignation'
"""

import re
from dataclasses import dataclass
from datetime import date as Date

from ttt_tui.engine.errors import IllegalMove
from ttt_tui.engine.game import Game, Move
from ttt_tui.engine.geometry import Square
from ttt_tui.engine.lettering import name_problem
from ttt_tui.engine.setup import FirstMover, Setup

LARGEST_RECORD = 200_000
"""Characters. The longest possible game takes about a tenth of it."""

UNFINISHED = "unfinished"
RESIGNS = "-resigns"


class RecordError(ValueError):
    """A record that cannot be read; `str(error)` says where and why."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Record:
    """A game, the day on which it was played, as `YYYY-MM-DD`, and its id; None for what is not known."""

    game: Game
    date: str | None = None
    game_id: str | None = None
    """Random: no other game has it."""


# --- moves and results as words --------------------------------------------------------------------------


def move_word(setup: Setup, move: Move) -> str:
    """Return a move as one word: `h8`, or `O-resigns`."""
    if move.square is None:
        return f"{setup.players[move.player].symbol}{RESIGNS}"
    return setup.geometry.name(move.square)


def read_move(game: Game, word: str) -> Move:
    """Return the move that a word means in this game; raises `IllegalMove` if it is no move."""
    if word.endswith(RESIGNS):
        symbol = word.removesuffix(RESIGNS)
        for seat, player in enumerate(game.setup.players):
            if player.symbol == symbol:
                return Move(seat, None)
        raise IllegalMove(f"nobody plays {shown(symbol)}")
    return Move(game.position.to_move, game.setup.geometry.parse(word))


def result_text(game: Game) -> str:
    """Return how a game ended, as `X wins: line` or `draw: full board`, or that it has not."""
    outcome = game.outcome
    if outcome is None:
        return UNFINISHED
    if outcome.winner is None:
        return f"draw: {outcome.termination}"
    return f"{game.setup.players[outcome.winner].symbol} wins: {outcome.termination}"


# --- what strangers wrote --------------------------------------------------------------------------------


def check_size(text: str) -> None:
    """Raise `RecordError` for a text that is too long to be a record."""
    if len(text) > LARGEST_RECORD:
        raise RecordError(f"a record has at most {LARGEST_RECORD:,} characters; this has {len(text):,}")


def shown(text: str) -> str:
    """Quote what a stranger wrote for a message: printable, and short."""
    printable = "".join(c if c.isprintable() else "?" for c in text[:24])
    return f"“{printable}{'…' if len(text) > 24 else ''}”"


def read_starts(text: str) -> FirstMover:
    """Return who starts; raises `RecordError`."""
    try:
        return FirstMover(text)
    except ValueError:
        known = ", ".join(first.value for first in FirstMover)
        raise RecordError(f"{shown(text)} does not say who starts: {known} do") from None


def read_level(text: str) -> str:
    """Return the name of a level, which need not exist here; raises `RecordError`."""
    if name_problem(text):
        raise RecordError(f"{shown(text)} cannot be a level")
    return text


def read_date(text: str) -> str:
    """Return a date as `YYYY-MM-DD`; raises `RecordError`."""
    try:
        return Date.fromisoformat(text).isoformat()
    except ValueError:
        raise RecordError(f"{shown(text)} is no date: write it like 2026-11-21") from None


def read_game_id(text: str) -> str:
    """Return the id that tells a game from all others; raises `RecordError`."""
    if not re.fullmatch("[0-9A-Za-z]{16,64}", text, re.ASCII):
        raise RecordError(f"{shown(text)} is no id of a game: it has 16 to 64 letters and digits")
    return text


# --- what other programs can say and do ------------------------------------------------------------------


def check_five_in_a_row(game: Game, what: str) -> None:
    """Raise `RecordError` unless a game is of two players and five in a row, which is all `what` can tell."""
    players, line_length = len(game.setup.players), game.setup.geometry.line_length
    if players != 2:
        raise RecordError(f"{what} is of two players; this game has {players}")
    if line_length != 5:
        raise RecordError(f"{what} is of five in a row; in this game {line_length} win")


def place_played_on(game: Game, square: Square) -> None:
    """Place the next stone; raises `IllegalMove`.

    Others play on until the board is full. Here a game is drawn as soon as nobody can win: what follows is
    left out.
    """
    outcome = game.outcome
    if outcome is None or outcome.winner is not None:
        game.place(square)
