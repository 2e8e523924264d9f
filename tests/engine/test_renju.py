"""Renju: which points are forbidden, by a judge of another program, by a slow reference and by examples."""

from pathlib import Path

import pytest

from tests.support.reference import Board, Cell
from tests.support.renju_positions import BLACK, WHITE, positions
from tests.support.sampling import sampled
from tests.support.strategies import cell_of, cells_of, play, position_of, reference_of
from ttt_tui.engine import Game, Geometry, LineRule, Outcome, Rules, Setup, Termination, mask_of
from ttt_tui.errors import ForbiddenPoint, InvalidRules

RENJU = Rules(LineRule.RENJU)
POINTS = Path(__file__).with_name("renju_points.txt")
KINDS = {"t": "threes", "f": "fours", "o": "row"}
"""What the other judge calls a point → the last word of the reason here."""


def geometry_of(board: Board) -> Geometry:
    return Geometry(board.columns, board.rows, board.k, RENJU)


def masks(board: Board) -> tuple[int, int]:
    """Black's stones, and the empty squares."""
    geometry = geometry_of(board)
    mine = mask_of(geometry.at(*cell) for cell, owner in board.cells.items() if owner == BLACK)
    return mine, mask_of(geometry.at(*cell) for cell in board.empty())


def test_points_are_those_of_another_judge() -> None:
    """The file is made by `tests.tools.renju_points`."""
    answers = POINTS.read_text().split("\n")[:-1]
    assert len(answers) == 5_000
    for answer, board in zip(answers[: sampled(5_000, 150)], positions(5_000), strict=False):
        geometry, (mine, empty) = geometry_of(board), masks(board)
        found = {geometry.parse(word[:-1]): word[-1] for word in answer.split()}
        assert geometry.renju.forbidden(mine, empty) == mask_of(found), board
        for square, kind in found.items():
            assert geometry.renju.reason(mine, empty, square).split()[-1] == KINDS[kind]


def test_points_are_those_of_the_definitions() -> None:
    for board in positions(sampled(400, 12)):
        geometry, (mine, empty) = geometry_of(board), masks(board)
        forbidden = {cell for cell in board.empty() if board.forbidden(cell)}
        assert cells_of(geometry, geometry.renju.forbidden(mine, empty)) == forbidden


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        ("...../..X../..X../..*XX", "two open threes"),
        ("X..../..X../..X../..*XX", "two open threes"),
        ("X/.X/.../...*.XX", "two open threes"),  # with gaps
        ("...../...../..X../..X../.O*XX", ""),  # the row is closed on one side
        ("..../..X/..X/O.*XX.O", ""),  # there is room for five in the row, but not for a straight four
        (".........../..X......../..X......../..*XX.X....", ""),  # one more makes five, no straight four
        ("...X/...X/.XX*X", ""),  # a three and a four
        ("........./.XXX*X...", ""),
        ("........./.XXX*XX..", "6 in a row"),
        ("........./X.XX*.X..", "two fours"),  # in one line
        ("........./X.X*X.X..", "two fours"),
        ("........./XX.X*.XX.", "two fours"),
        ("........./XXX.*.XXX", "two fours"),
        ("........./XXX.*.XXXX", ""),  # on the right one more makes six, and that is no four
        ("....O/....X/....X/....X/XXX.*", "two fours"),
        ("....X/....X/....X/....X/XXXX*XX", ""),  # five beats seven
        ("....X/....X/....X/....X/..XX*/...X/..X", ""),  # and everything else
        ("/.XX..XX/....X/....X/....*XX//....O", "two open threes"),
        ("/.XXX.XX/....X/....X/....*XX//....O", ""),  # an overline keeps the column from becoming a four
    ],
)
def test_examples(drawn: str, reason: str) -> None:
    board, (column, row) = board_of(drawn)
    geometry, (mine, empty) = geometry_of(board), masks(board)
    assert geometry.renju.reason(mine, empty, geometry.at(column, row)) == reason
    assert bool(board.forbidden((column, row))) == bool(reason)


def board_of(drawn: str) -> tuple[Board, Cell]:
    """A board of 15×15 with a drawing in it from c3 on, and the cell of its asterisk."""
    rows = drawn.split("/")
    row = next(number for number, squares in enumerate(rows) if "*" in squares)
    lines = [*["." * 15] * 2, *(f"..{squares}".ljust(15, ".") for squares in rows)]
    board = Board.read("\n".join([*lines, *["." * 15] * 15][:15]).replace("*", "."), 5)
    board.black = BLACK
    return board, (rows[row].index("*") + 2, row + 2)
