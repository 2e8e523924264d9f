"""What positions of two players are worth, by trying everything: the truth that verdicts are compared with.

Nothing is left out, save where the rules leave nothing to try: a line that lacks one square has to be
stopped, and a side without an open line cannot win. A position is two masks of cells in reading order; it and
its images are looked at once. The module knows the lines of `tests.support.reference` and nothing of the
package under test.
"""

from collections.abc import Callable, Iterator
from functools import cache

from tests.support.reference import lines

CERTAIN = 1000
"""A win in n plies is worth 1000 - n to its winner, so that quick wins and slow losses are worth more."""

Stones = tuple[int, int]
"""The stones of the side to move, and the other's."""

Map = list[int]
"""Where each cell goes."""


class Truth:
    """Values of positions of one board: what is won by force, and with how few stones."""

    def __init__(self, columns: int, rows: int, k: int) -> None:
        self.columns, self.rows, self.k = columns, rows, k
        self.full = (1 << columns * rows) - 1
        self._lines = [
            sum(1 << row * columns + column for column, row in line) for line in lines(columns, rows, k)
        ]
        self._maps = self._symmetries()
        self._moved = cache(self._move)
        self.can_win: Callable[[Stones, int], bool] = cache(self._can_win)
        self.worth: Callable[[Stones], int] = cache(self._worth)

    def cells(self, stones: Stones) -> Iterator[int]:
        """The empty cells."""
        empty = self.full & ~(stones[0] | stones[1])
        return (cell for cell in range(self.full.bit_length()) if empty >> cell & 1)

    def after(self, stones: Stones, cell: int) -> int:
        """What a move is worth to its player, counted from before it."""
        mine, theirs = stones
        mine |= 1 << cell
        if any(line & mine == line for line in self._lines):
            return CERTAIN - 1
        worth = self.worth((theirs, mine))
        return -(worth - 1) if worth > 0 else -(worth + 1) if worth < 0 else 0

    def _worth(self, stones: Stones) -> int:
        """What the position is worth to the side to move; nobody has a line yet."""
        left = (self.full & ~(stones[0] | stones[1])).bit_count()
        for own in range(1, (left + 1) // 2 + 1):
            if self._asked(stones, own):
                return CERTAIN - (2 * own - 1)
            if own <= left // 2 and self._loses(stones, own):
                return 2 * own - CERTAIN
        return 0

    def _asked(self, stones: Stones, most: int) -> bool:
        """Whether the side to move can complete a line with so many stones, by an image of the position."""
        images = (self._image(stones, number) for number in range(len(self._maps)))
        return self.can_win(min(images), most)

    def _can_win(self, stones: Stones, most: int) -> bool:
        mine, theirs = stones
        if self._completing(mine, theirs):
            return True
        if most < 2 or not self._is_open(mine, theirs, most):
            return False
        needed = self._completing(theirs, mine)
        if needed & needed - 1:
            return False
        moves = needed or self.full & ~(mine | theirs)
        return any(
            self._loses((theirs, mine | 1 << cell), most - 1)
            for cell in range(self.full.bit_length())
            if moves >> cell & 1
        )

    def _loses(self, stones: Stones, most: int) -> bool:
        """Whether the other side completes a line with so many stones, whatever the side to move does."""
        mine, theirs = stones
        if self._completing(mine, theirs) or not self._is_open(theirs, mine, most):
            return False
        needed = self._completing(theirs, mine)
        if needed & needed - 1:
            return True
        if most < 2 and not needed:
            return False
        moves = needed or self.full & ~(mine | theirs)
        return moves != 0 and all(
            self._asked((theirs, mine | 1 << cell), most)
            for cell in range(self.full.bit_length())
            if moves >> cell & 1
        )

    def _completing(self, mine: int, theirs: int) -> int:
        """The empty cells where one stone completes a line."""
        found = 0
        for line in self._lines:
            lacking = line & ~mine
            if not line & theirs and lacking & lacking - 1 == 0:
                found |= lacking
        return found

    def _is_open(self, mine: int, theirs: int, most: int) -> bool:
        """Whether so many stones could complete a line, if nobody stopped it."""
        return any(not line & theirs and (line & ~mine).bit_count() <= most for line in self._lines)

    # --- images ------------------------------------------------------------------------------------------

    def _symmetries(self) -> list[Map]:
        columns, rows = self.columns, self.rows
        found = []
        for flip_column in (False, True):
            for flip_row in (False, True):
                for turned in (False, True) if columns == rows else (False,):
                    cells = []
                    for row in range(rows):
                        for column in range(columns):
                            across = columns - 1 - column if flip_column else column
                            down = rows - 1 - row if flip_row else row
                            cells.append(across * columns + down if turned else down * columns + across)
                    found.append(cells)
        return found

    def _image(self, stones: Stones, number: int) -> Stones:
        return self._moved(stones[0], number), self._moved(stones[1], number)

    def _move(self, mask: int, number: int) -> int:
        return sum(1 << to for cell, to in enumerate(self._maps[number]) if mask >> cell & 1)


def text(worth: int) -> str:
    """A worth as a verdict is written."""
    if not worth:
        return "D"
    return f"{'W' if worth > 0 else 'L'}{CERTAIN - abs(worth)}"
