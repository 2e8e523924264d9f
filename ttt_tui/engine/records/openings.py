r"""Reads the openings of a match from text: lists counted from the centre of the board, or games.

>>> from ttt_tui.engine import Geometry, Setup
>>> setup = Setup(Geometry(15, 15, 5))
>>> found = read_openings("0,0, 1,-2\n-7,7,0,1", setup)
>>> [[setup.geometry.name(square) for square in each] for each in found]
[['h8', 'i6'], ['a15', 'h9']]

In lists from the centre, as the Gomocup publishes them, each line is an opening, `0,0` is the square at half
the columns and half the rows, and the second number of a pair counts downwards.
"""

import re

from ttt_tui.engine.game import Game
from ttt_tui.engine.geometry import Geometry, Square
from ttt_tui.engine.records import check_size
from ttt_tui.engine.records.kinds import read_records
from ttt_tui.engine.setup import Setup
from ttt_tui.errors import IllegalMove, RecordError

MOST_OPENINGS = 10_000

_PAIRS = re.compile(r"[\s,;]*[-+]?[0-9]{1,3}(?:[\s,;:]+[-+]?[0-9]{1,3})+[\s,;]*", re.ASCII)


def read_openings(text: str, setup: Setup, suffix: str = "") -> tuple[tuple[Square, ...], ...]:
    """Return the squares of each opening in turn order; raises `RecordError` if one cannot be played.

    `suffix` is the file's, such as `.psq`. Of a game its moves are the opening.
    """
    check_size(text)
    geometry = setup.geometry
    lines = [each for each in enumerate(text.removeprefix("\ufeff").split("\n"), 1) if each[1].strip()]
    if lines and not geometry.rules.drop and all(_PAIRS.fullmatch(line) for _, line in lines):
        found = [(f"line {number}", _from_centre(line, number, geometry)) for number, line in lines]
    else:
        found = [
            (f"opening {number}", squares)
            for number, squares in enumerate(_of_games(text, geometry, suffix), 1)
        ]
    if len(found) > MOST_OPENINGS:
        raise RecordError(f"at most {MOST_OPENINGS:,} openings; the file has {len(found):,}")
    for where, squares in found:
        _check(squares, setup, where)
    return tuple(squares for _, squares in found)


def _from_centre(line: str, number: int, geometry: Geometry) -> tuple[Square, ...]:
    numbers = [int(each) for each in re.findall(r"[-+]?[0-9]+", line)]
    if len(numbers) % 2:
        raise RecordError(f"line {number}: {len(numbers)} numbers are not pairs of column and row")
    squares = []
    for right, down in zip(numbers[::2], numbers[1::2], strict=True):
        column, row = geometry.columns // 2 + right, geometry.rows // 2 + down
        if not (0 <= column < geometry.columns and 0 <= row < geometry.rows):
            raise RecordError(f"line {number}: {right},{down} from the centre is not on a {geometry} board")
        squares.append(geometry.at(column, row))
    return tuple(squares)


def _of_games(text: str, geometry: Geometry, suffix: str) -> list[tuple[Square, ...]]:
    found = []
    for number, record in enumerate(
        read_records(text, suffix, (geometry.columns, geometry.rows), geometry.rules), 1
    ):
        length = record.game.setup.geometry.line_length
        if length != geometry.line_length:
            raise RecordError(
                f"opening {number} is of a game with {length} in a row, not {geometry.line_length}"
            )
        squares = [move.square for move in record.game.moves]
        if record.game.setup.start is not None or None in squares:
            raise RecordError(f"opening {number}: an opening has stones alone, from the empty board")
        found.append(tuple(square for square in squares if square is not None))
    return found


def _check(squares: tuple[Square, ...], setup: Setup, where: str) -> None:
    """Raise `RecordError` unless the stones can be placed and the game goes on after them."""
    game = Game(setup)
    for square in squares:
        try:
            game.place(square)
        except IllegalMove as refusal:
            raise RecordError(f"{where}: {refusal}") from None
    if game.outcome is not None:
        raise RecordError(f"{where}: the game is over after it")
