"""What positions of two players are worth, by trying everything: the truth that verdicts are compared with.

A position is two masks of cells in reading order. It knows the lines of `tests.support.reference` and nothing
of the package under test.
"""

from collections.abc import Iterator
from functools import cache

from tests.support.reference import lines

CERTAIN = 1000
"""A win in n plies is worth 1000 - n to its winner, so that quick wins and slow losses are worth more."""

Stones = tuple[int, int]
"""The stones of the side to move, and the other's."""


class Truth:
    """Values of positions of one board, each found once."""

    def __init__(self, columns: int, rows: int, k: int) -> None:
        self.columns = columns
        self.full = (1 << columns * rows) - 1
        self._through: list[list[int]] = [[] for _ in range(columns * rows)]
        for line in lines(columns, rows, k):
            cells = [row * columns + column for column, row in line]
            for cell in cells:
                self._through[cell].append(sum(1 << other for other in cells))
        self.worth = cache(self._worth)

    def cells(self, stones: Stones) -> Iterator[int]:
        """The empty cells."""
        empty = self.full & ~(stones[0] | stones[1])
        return (cell for cell in range(self.full.bit_length()) if empty >> cell & 1)

    def completes(self, mine: int, cell: int) -> bool:
        """Whether a stone here makes a line of these stones."""
        mine |= 1 << cell
        return any(line & mine == line for line in self._through[cell])

    def after(self, stones: Stones, cell: int) -> int:
        """What a move is worth to its player, counted from before it."""
        mine, theirs = stones
        if self.completes(mine, cell):
            return CERTAIN - 1
        worth = self.worth((theirs, mine | 1 << cell))
        return -(worth - 1) if worth > 0 else -(worth + 1) if worth < 0 else 0

    def _worth(self, stones: Stones) -> int:
        """What the position is worth to the side to move; nobody has a line yet."""
        for cell in self.cells(stones):
            if self.completes(stones[0], cell):
                return CERTAIN - 1
        return max((self.after(stones, cell) for cell in self.cells(stones)), default=0)


def text(worth: int) -> str:
    """A worth as a verdict is written."""
    if not worth:
        return "D"
    return f"{'W' if worth > 0 else 'L'}{CERTAIN - abs(worth)}"
