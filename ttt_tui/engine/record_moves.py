"""Record ⇄ the moves as one word, `h8h9…`, which Gomocalc takes and gives in a browser.

A stone is the letter of its column and the number of its row, and there row 1 is at the bottom: `h9` is the
square above the middle of 15×15, which is called h7 here.

>>> from ttt_tui.engine.record_moves import from_moves, to_moves
>>> record = from_moves("h8h9i10")
>>> [record.game.setup.geometry.name(move.square) for move in record.game.moves]
['h8', 'h7', 'i6']
>>> to_moves(record)
'h8h9i10'

The word does not say how large the board is: it is read on 15×15, as five in a row for two players.
"""

import re

from ttt_tui.engine.errors import IllegalMove, NotASquare
from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import Geometry, column_letter
from ttt_tui.engine.record import Record, RecordError, check_five_in_a_row, check_size, place_played_on
from ttt_tui.engine.setup import Setup

_SIDE = 15

_WORD = re.compile(r"\s*(?:[A-Za-z][0-9]{1,3}+)++\s*", re.ASCII)


def to_moves(record: Record) -> str:
    """Return the stones of a record as one word, without its resignation if it has one.

    Raises `RecordError` for a game that is not of two players and five in a row on a square board.
    """
    game, geometry = record.game, record.game.setup.geometry
    check_five_in_a_row(game, "a move string")
    if geometry.columns != geometry.rows:
        raise RecordError(f"a move string is of a square board; this one is {geometry}")
    return "".join(
        f"{column_letter(geometry.column(move.square))}{geometry.rows - geometry.row(move.square)}"
        for move in game.moves
        if move.square is not None
    )


def are_moves(text: str) -> bool:
    """Whether a text is one word of moves, and nothing else; moves that stand apart are not meant.

    Raises `RecordError` if it is too long to be a record.
    """
    check_size(text)
    return _WORD.fullmatch(text.removeprefix("\ufeff")) is not None


def from_moves(text: str) -> Record:
    """Return the record that a word of moves holds; raises `RecordError` with the place of what is wrong."""
    if not are_moves(text):
        raise RecordError("moves are written like h8h9i10", 1, 1)
    game = Game(Setup(Geometry(_SIDE, _SIDE, 5)))
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        for move in re.finditer("([a-z])([0-9]+)", line, re.ASCII | re.IGNORECASE):
            try:
                _place(game, ord(move[1].lower()) - ord("a"), int(move[2]))
            except IllegalMove as refusal:
                raise RecordError(str(refusal), number, move.start() + 1) from None
    return Record(game)


def _place(game: Game, column: int, number: int) -> None:
    """Place a stone in a column, counted from 0, and in a row, counted from 1 at the bottom."""
    if not (column < _SIDE and 1 <= number <= _SIDE):
        geometry = game.setup.geometry
        raise NotASquare(f"{column_letter(column)}{number} is not on a {geometry} board")
    place_played_on(game, game.setup.geometry.at(column, _SIDE - number))
