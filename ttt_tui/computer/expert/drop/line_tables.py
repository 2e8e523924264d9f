"""The effects of a stone where stones fall: the threats that it makes, and the change in the worth of lines.

The side that gets the odd rows in the end, counted from below, is side 0, the other one is side 1 (see
`player`). The stones of both are one integer: side 1's are shifted by `shift` bits.
"""

from typing import Any

from ttt_tui.computer.expert.drop.weights import LINES
from ttt_tui.computer.expert.solver.drop_search import squares_along
from ttt_tui.computer.memory import SLOT, int_bytes
from ttt_tui.engine import Geometry, Mask, Square, mask_of, squares_of

BIAS = 1 << 12
"""The offset of each change, so that none is negative."""

TALLEST = 6
"""The rows of the boards that the figures are of. Above, rows count as the row two below."""

MOST_ENTRIES = 100_000
"""The entries of all tables together; then they begin anew. Connect Four takes some 20,000 in a game."""

MOST_BYTES = MOST_ENTRIES * (SLOT + 2 * int_bytes(2 * 48))
"""The approximate most bytes of the tables."""

SideTables = dict[Mask, tuple[Any, ...]]
"""By the move of one side: for each direction the surrounding squares and the changes by the stones there,
and the bit of the stone itself."""


class LineWorth:
    """The worth of lines, by their direction and the heights of the missing squares."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._known: dict[tuple[int, Mask, Mask], int] = {}

    def of(self, side: int, line: Mask, missing: Mask) -> int:
        """Return the worth of a line to the side that has all but the missing squares."""
        key = (side, line, missing)
        worth = self._known.get(key)
        if worth is None:
            first, second = (0, 0) if missing == line else LINES.get(self.name(line, missing), (0, 0))
            if self.geometry.rows % 2:  # with an odd number of rows the odd ones belong to neither side
                first = (first - second) // 2
                second = -first
            if len(self._known) > MOST_ENTRIES // 10:
                self._known.clear()
            self._known[key] = worth = -second if side else first
        return worth

    def name(self, line: Mask, missing: Mask) -> str:
        """Return the name of a line among the figures: `d13` is a diagonal that lacks rows 1 and 3."""
        geometry = self.geometry
        squares = tuple(squares_of(line))
        if len({geometry.row(square) for square in squares}) == 1:
            direction = "h"
        else:
            direction = "v" if len({geometry.column(square) for square in squares}) == 1 else "d"
        heights = [geometry.rows - geometry.row(square) for square in squares_of(missing)]
        while max(heights, default=0) > TALLEST:
            heights = [height - 2 for height in heights] if min(heights) > 2 else [TALLEST] * len(heights)
        return direction + "".join(map(str, sorted(heights)))


class _Changes(dict[Mask, int]):
    """The changes by a stone of one side on one square along one direction, by the surrounding stones.

    The low bits are the threats: squares where one more stone would complete a line. The bits above are the
    gain in the worth of the side's lines, plus `BIAS`. Entries are computed on demand.
    """

    def __init__(self, tables: "LineTables", square: Square, reach: list[Square], side: int) -> None:
        super().__init__()
        length = tables.geometry.line_length
        self._lines = [
            mask_of(reach[start : start + length])
            for start in range(len(reach) - length + 1)
            if square in reach[start : start + length]
        ]
        self._square, self._tables, self._side = 1 << square, tables, side

    def __missing__(self, both: Mask) -> int:
        tables, side = self._tables, self._side
        worth, shift = tables.worth.of, tables.shift
        stones = both & (1 << shift) - 1, both >> shift
        mine, theirs = stones[side], stones[1 - side]
        change, threats = BIAS, 0
        for line in self._lines:
            if not theirs & line:
                before = line & ~mine
                after = before & ~self._square
                change += worth(side, line, after) - worth(side, line, before)
                if not after & after - 1:
                    threats |= after
            elif not mine & line:
                change += worth(1 - side, line, line & ~theirs)
        tables.make_room()
        self[both] = found = change << shift | threats
        return found


class LineTables:
    """The changes by every move of both sides of one geometry."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.shift = geometry.rows * geometry.stride
        self.worth = LineWorth(geometry)
        self.entries = 0
        self.sides: tuple[SideTables, SideTables] = (self._of(0), self._of(1))

    @property
    def bytes(self) -> int:
        """The approximate bytes of the tables."""
        return self.entries * MOST_BYTES // MOST_ENTRIES

    def make_room(self) -> None:
        """Count another entry, and forget all others if there are too many."""
        if self.entries >= MOST_ENTRIES:
            self.entries = 0
            for side in self.sides:
                for row in side.values():
                    for table in row[1::2]:
                        table.clear()
        self.entries += 1

    def score(self, one: Mask, two: Mask) -> int:
        """Return the worth of all lines to side 0, with these stones of the sides."""
        total = 0
        for line in self.geometry.lines:
            if not two & line:
                total += self.worth.of(0, line, line & ~one)
            elif not one & line:
                total -= self.worth.of(1, line, line & ~two)
        return total

    def change(self, side: int, move: Mask, both: Mask) -> tuple[int, Mask]:
        """Return the sum of the changes by a move, with a `BIAS` for each direction, and the stone's bit."""
        *pairs, bit = self.sides[side][move]
        return sum(table[both & around] for around, table in zip(pairs[::2], pairs[1::2], strict=True)), bit

    def _of(self, side: int) -> SideTables:
        return {1 << square: self._tables_of(square, side) for square in self.geometry.squares}

    def _tables_of(self, square: Square, side: int) -> tuple[Any, ...]:
        geometry, shift = self.geometry, self.shift
        found: list[Mask | _Changes] = []
        for step in geometry.directions:
            squares = squares_along(geometry, square, step)
            around = mask_of(squares) ^ 1 << square
            found += [around | around << shift, _Changes(self, square, squares, side)]
        return (*found, 1 << square + side * shift)
