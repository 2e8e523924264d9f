"""The lines of a board whose rows, columns and diagonals continue at the opposite edge: a torus.

Followed far enough, a row, column or diagonal returns to its start: it is a *cycle* of squares; a diagonal's
length is the least common multiple of columns and rows. A line is `line_length` consecutive squares of a
cycle, all of them different; it is counted once, even where the whole cycle is the line. Cycles shorter than
a line have none.

>>> from ttt_tui.engine import Geometry, Rules, mask_of
>>> geometry = Geometry(4, 3, 3, Rules(wrap=True))
>>> geometry.has_line(mask_of(map(geometry.parse, ("d1", "a2", "b3"))))
True
"""

from functools import cached_property, reduce
from math import lcm
from typing import NamedTuple

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The columns and rows to the next square, in the order of `Geometry.directions`."""


class Shift(NamedTuple):
    """A shift of all squares by some columns to the right and some rows down, over the edges."""

    right: int
    left: int
    """The columns to the left by which squares move that leave the board on the right."""
    staying: int
    """The squares that do not leave the board on the right."""
    down: int
    up: int

    def move(self, squares: int, board: int) -> int:
        """Return the shifted squares of a mask."""
        _, left, staying, _, up = self
        squares = (squares & staying) << self.right | (squares & ~staying) >> left
        return squares << self.down & board | squares >> up


class Direction(NamedTuple):
    """One of the four directions: the length of its cycles, and the shifts that find runs."""

    period: int
    """Squares of a cycle."""
    doublings: tuple[Shift, ...]
    """The shifts by 1, 2, 4 … squares, the last cut to the remainder, that find runs as in `Geometry`."""
    ahead: tuple[Shift, ...]
    """By index, the shift by that many squares forwards, up to the line length."""
    back: tuple[Shift, ...]
    """By index, the shift by that many squares backwards, up to the line length."""


class Torus:
    """The lines of a torus, and what stones make there. Masks are as in `Geometry`.

    One can be created for any size, but only used for playable boards.
    """

    def __init__(self, columns: int, rows: int, line_length: int, is_exact: bool) -> None:
        self._columns, self._rows, self._stride = columns, rows, columns + 1
        self.line_length = line_length
        self.is_exact = is_exact

    @cached_property
    def _board(self) -> int:
        return self._columns_up_to(self._columns)

    @cached_property
    def _directions(self) -> list[Direction]:
        return [self._direction(*step) for step in STEPS]

    @cached_property
    def _long_enough(self) -> list[Direction]:
        """The directions that have lines."""
        return [each for each in self._directions if each.period >= self.line_length]

    # --- lines -------------------------------------------------------------------------------------------

    @cached_property
    def cycles(self) -> tuple[tuple[int, ...], ...]:
        """The squares of every row, column and diagonal, in cyclic order."""
        found = []
        for across, down in STEPS:
            period = lcm(*(side for side, step in ((self._columns, across), (self._rows, down)) if step))
            left = {(c, r): None for r in range(self._rows) for c in range(self._columns)}
            while left:
                column, row = next(iter(left))
                cells = [
                    ((column + i * across) % self._columns, (row + i * down) % self._rows)
                    for i in range(period)
                ]
                for cell in cells:
                    del left[cell]
                found.append(tuple(row * self._stride + column for column, row in cells))
        return tuple(found)

    @cached_property
    def line_ends(self) -> dict[int, int]:
        """Line → the squares just before and after it, none if the line is a whole cycle."""
        k = self.line_length
        ends = {}
        for cycle in self.cycles:
            period = len(cycle)
            for first in range(period if period > k else period == k):
                line = sum(1 << cycle[(first + i) % period] for i in range(k))
                ends[line] = (1 << cycle[first - 1] | 1 << cycle[(first + k) % period]) & ~line
        return ends

    # --- stones ------------------------------------------------------------------------------------------

    def has_line(self, stones: int) -> bool:
        """Whether the stones hold a line."""
        board, k = self._board, self.line_length
        for direction in self._long_enough:
            run = stones
            for shift in direction.doublings:
                run &= shift.move(run, board)
            if run and self.is_exact and direction.period > k:
                run &= ~(direction.back[1].move(stones, board) | direction.ahead[k].move(stones, board))
            if run:
                return True
        return False

    def has_run(self, stones: int) -> bool:
        """Whether the stones hold a run of `line_length` or more, even one too long for a line."""
        board = self._board
        return any(
            reduce(lambda run, shift: run & shift.move(run, board), direction.doublings, stones)
            for direction in self._long_enough
        )

    def winning_squares(self, stones: int, square: int) -> int:
        """Return the squares of every line that runs through `square`."""
        found, board = 0, self._board
        for direction in self._long_enough:
            there, back = direction.ahead[1], direction.back[1]
            run = 1 << square
            while wider := (there.move(run, board) | back.move(run, board)) & stones & ~run:
                run |= wider
            count = run.bit_count()
            if count == self.line_length or (count > self.line_length and not self.is_exact):
                found |= run
        return found

    def longest_run(self, stones: int) -> int:
        """Return how many of the stones stand in the longest unbroken line; 0 for no stones."""
        longest, board = 0, self._board
        for direction in self._directions:
            run, count = stones, 0
            while run and count < direction.period:
                run &= direction.ahead[1].move(run, board)
                count += 1
            longest = max(longest, count)
        return longest

    def completing(self, stones: int) -> int:
        """Return the squares, empty or not, where one more stone would complete a line of these stones."""
        found, board, k = 0, self._board, self.line_length
        for direction in self._long_enough:
            # before[i]: squares with i stones in a row right before them; `after` likewise, built on the way.
            is_judged = self.is_exact and direction.period > k
            before = [board]
            for i in range(1, k + is_judged):
                before.append(before[-1] & direction.ahead[i].move(stones, board))
            after = board
            for i in range(k):
                completed = before[k - 1 - i] & after
                after &= direction.back[i + 1].move(stones, board)
                found |= completed & ~(before[k - i] | after) if is_judged else completed
        return found & ~stones

    # --- shifts ------------------------------------------------------------------------------------------

    def _direction(self, across: int, down: int) -> Direction:
        k = self.line_length
        spans, span = [], 1
        while span < k:
            spans.append(min(span, k - span))
            span += spans[-1]
        return Direction(
            lcm(*(side for side, step in ((self._columns, across), (self._rows, down)) if step)),
            tuple(self._shift(span * across, span * down) for span in spans),
            tuple(self._shift(i * across, i * down) for i in range(k + 1)),
            tuple(self._shift(-i * across, -i * down) for i in range(k + 1)),
        )

    def _shift(self, across: int, down: int) -> Shift:
        right, below = across % self._columns, down % self._rows
        staying = self._columns_up_to(self._columns - right)
        return Shift(
            right, self._columns - right, staying, below * self._stride, (self._rows - below) * self._stride
        )

    def _columns_up_to(self, count: int) -> int:
        """Return the squares of the first `count` columns from the left."""
        return sum(((1 << count) - 1) << row * self._stride for row in range(self._rows))
