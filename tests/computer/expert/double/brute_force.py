"""Two stones a turn by trying everything, with the lines of `tests.support.reference` alone.

A position is two masks of squares in reading order, that of the side to move first.
"""

from functools import cached_property
from random import Random

from tests.support.reference import Board, Cell
from tests.support.strategies import reference_of
from ttt_tui.engine import Game, Geometry, Position, Setup

CERTAIN = 1000
"""A win with n stones on the board is worth `CERTAIN - n`."""


def empty_board(geometry: Geometry) -> Board:
    """The reference's empty board."""
    return reference_of(Game(Setup(geometry)))


class BruteForce:
    """Tells what positions of one board are worth."""

    def __init__(self, geometry: Geometry) -> None:
        self.board = board = empty_board(geometry)
        self.squares = (1 << board.columns * board.rows) - 1
        self._known: dict[tuple[int, int], int] = {}

    def bit(self, cell: Cell) -> int:
        column, row = cell
        inside = 0 <= column < self.board.columns and 0 <= row < self.board.rows
        return 1 << row * self.board.columns + column if inside else 0

    @cached_property
    def lines(self) -> list[tuple[int, int]]:
        """Each line, and the squares that must not be of its player as well."""
        board = self.board
        return [
            (sum(map(self.bit, line)), sum(map(self.bit, board.ends(line))) if board.exactly else 0)
            for line in board.lines()
        ]

    def has_line(self, stones: int) -> bool:
        return any(line & stones == line and not ends & stones for line, ends in self.lines)

    def worth(self, mine: int, theirs: int) -> int:
        """What a position is worth to the side to move, whose turn began with an odd number of stones."""
        key = mine, theirs
        if key in self._known:
            return self._known[key]
        stones = (mine | theirs).bit_count()
        best = None
        for square in range(self.board.columns * self.board.rows):
            bit = 1 << square
            if (mine | theirs) & bit:
                continue
            if self.has_line(mine | bit):
                value = CERTAIN - stones - 1
            elif stones % 2:  # the first stone of a turn
                value = self.worth(mine | bit, theirs)
            else:
                value = -self.worth(theirs, mine | bit)
            best = value if best is None else max(best, value)
        self._known[key] = best or 0
        return self._known[key]

    def worth_of(self, position: Position) -> int:
        mover, other = position.in_turn()
        return self.worth(self.mask(position, mover), self.mask(position, other))

    def mask(self, position: Position, player: int) -> int:
        geometry, stones = position.geometry, position.stones[player]
        return sum(
            self.bit((geometry.column(square), geometry.row(square)))
            for square in geometry.squares
            if stones >> square & 1
        )


def random_position(geometry: Geometry, empty: int, rng: Random) -> Position:
    """A position without a line and with so many empty squares."""
    while True:
        position = Position(geometry, 2)
        while position.empty.bit_count() > empty:
            mover = position.to_move
            position.play(rng.choice(position.moves))
            if position.winner_by_line(mover) is not None:
                break
        else:
            return position
