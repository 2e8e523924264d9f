"""Moves with few stones on the board: the usual first ones, and a table of the moves of long searches.

The usual move is played where nothing is proved, for the first stone and the reply to it. A search sees
little there, and the usual moves need none. But habit can miss a win that a bad first stone of the other side
offers, so proofs come first.

The table is advice, which the search judges. It is indexed by the shape of the stones, which is independent
of place and orientation, as long as all of them are far from every edge. A line of the table is a shape and
the square to play:

    x./.o 1,0

is a stone of the side to move, `x`, with one of the other, `o`, at the lower right of it; the square is
counted from the upper left corner of the shape, to the right and down.
`tests/computer/expert/label_openings.py` tells how the table is made.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from ttt_tui.engine import LineRule, Mask, Position, Square, squares_of

MOST_USUAL_STONES = 1
"""Stones on the board where the usual move is played."""


def usual_move(position: Position, random: Random) -> Square:
    """Return the centre or, if that is taken, one of the squares that touch its corners."""
    geometry = position.geometry
    column, row = geometry.columns // 2, geometry.rows // 2
    centre = geometry.at(column, row)
    if position.empty >> centre & 1:
        return centre
    return random.choice(sorted(geometry.at(column + c, row + r) for c in (-1, 1) for r in (-1, 1)))


LINE_LENGTH = 5
"""The line length of the table: with fewer in a row the first player soon wins, with more hardly anybody."""

MOST_STONES = 4
"""Stones of the largest shape in the table."""

FROM_EDGE = 4
"""How many squares have to lie between a stone and each edge."""

TURNS = range(8)
"""The ways to turn and mirror a board: the bits mirror columns, mirror rows, and exchange the two."""


class PlacedStone(NamedTuple):
    """A stone, its place counted from anywhere."""

    column: int
    row: int
    is_mine: bool
    """Whether the stone is the side to move's."""


def turned(column: int, row: int, turn: int) -> tuple[int, int]:
    """Return the image of a place under a turn about the origin."""
    column, row = (-column if turn & 1 else column), (-row if turn & 2 else row)
    return (row, column) if turn & 4 else (column, row)


def turned_back(column: int, row: int, turn: int) -> tuple[int, int]:
    """Return the place whose image under a turn is this one."""
    column, row = (row, column) if turn & 4 else (column, row)
    return (-column if turn & 1 else column), (-row if turn & 2 else row)


def shapes(stones: Iterable[PlacedStone]) -> list[tuple[str, int, tuple[int, int]]]:
    """Return for each turn the diagram of some stones, the turn, and where the diagram begins once turned."""
    found = []
    given = tuple(stones)
    for turn in TURNS:
        marks = {turned(stone.column, stone.row, turn): "x" if stone.is_mine else "o" for stone in given}
        columns, rows = zip(*marks, strict=True)
        left, top = min(columns), min(rows)
        diagram = "/".join(
            "".join(marks.get((column, row), ".") for column in range(left, max(columns) + 1))
            for row in range(top, max(rows) + 1)
        )
        found.append((diagram, turn, (left, top)))
    return found


def stones_of(diagram: str) -> list[PlacedStone]:
    """Return the stones of a diagram, counted from its upper left corner."""
    return [
        PlacedStone(column, row, mark == "x")
        for row, marks in enumerate(diagram.split("/"))
        for column, mark in enumerate(marks)
        if mark != "."
    ]


def opening_moves(position: Position) -> Mask:
    """Return the squares that the table advises in a position.

    There is one, with its images where the shape is symmetric, or none.
    """
    geometry = position.geometry
    count = position.occupied.bit_count()
    if geometry.line_length != LINE_LENGTH or not 0 < count <= MOST_STONES or len(position.stones) > 2:
        return 0
    if geometry.rules.line is LineRule.RENJU:  # what is good for the first player is not so there
        return 0
    mine = position.stones[position.to_move]
    stones = []
    for square in squares_of(position.occupied):
        column, row = geometry.column(square), geometry.row(square)
        if min(column, row, geometry.columns - 1 - column, geometry.rows - 1 - row) < FROM_EDGE:
            return 0
        stones.append(PlacedStone(column, row, bool(mine >> square & 1)))
    found = shapes(stones)
    least = min(diagram for diagram, _, _ in found)
    offset = table().get(least)
    if offset is None:
        return 0
    squares = 0
    for diagram, turn, (left, top) in found:
        if diagram == least:
            column, row = turned_back(left + offset[0], top + offset[1], turn)
            if 0 <= column < geometry.columns and 0 <= row < geometry.rows:
                squares |= 1 << geometry.at(column, row)
    return squares & position.empty


@cache
def table() -> dict[str, tuple[int, int]]:
    """Return the square to play for each shape, given as the smallest of its diagrams."""
    found = {}
    for line in (files(__package__) / "openings.txt").read_text(encoding="ascii").splitlines():
        diagram, column, row = line.replace(",", " ").split()
        found[diagram] = int(column), int(row)
    return found
