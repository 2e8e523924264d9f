"""The sizes in which a board can be drawn, and which of them is taken in a room.

A board up to 7×7 is an open hash of squares, with rules between them and no frame. A larger one is a net of
lines with the stones on its crossings, its *points*; a board is as large as its longer side. A small board
for whose squares there is no room is drawn as points too.

Around the squares is the wood: on the left with the row numbers, above with the column letters, and half a
line further above and below. Where room is short the half lines go first, then the margins.
"""

from collections.abc import Iterable
from typing import NamedTuple

from textual.geometry import Size, Spacing

from ttt_tui.engine import Geometry

LARGEST_HASH = 7
"""The longer side of the largest board that is drawn as squares."""

LETTERS = 1
"""Lines that the column letters take."""

LEFT, LEAST_LEFT = 4, 3
"""Cells left of the first square, and at least: two digits and the sign that there are more rows."""


class CellSize(NamedTuple):
    """How large a square is drawn.

    `width` and `height` are the cells inside the rules, or for points the pitch, from one to the next.
    """

    width: int
    height: int
    is_points: bool = False

    @property
    def pitch(self) -> Size:
        """How far apart two squares are, in cells."""
        rule = int(not self.is_points)
        return Size(self.width + rule, self.height + rule)

    @property
    def has_drawn_stones(self) -> bool:
        """Whether there is room for drawings of stones; else a stone is its symbol."""
        return not self.is_points or self.height > 2

    @property
    def stone(self) -> Size:
        """The cells of a drawn stone: those of the square, or as many as find room between the lines."""
        return Size(self.width - 1, 3) if self.is_points else Size(self.width, self.height)

    @property
    def has_brackets(self) -> bool:
        """Whether there is room on both sides of a symbol, if only in a cell shared with the neighbour."""
        return self.width > 2

    def reach(self, mark_width: int) -> Spacing:
        """Return how far a point reaches around its crossing, with all its marks."""
        if self.has_drawn_stones:
            return Spacing(1, 3, 1, 3)
        beside = int(self.has_brackets)
        return Spacing(0, mark_width - 1 + beside, 0, beside)

    def core(self, columns: int, rows: int, mark_width: int) -> Size:
        """Return the cells that so many squares take, without the wood around them."""
        (across, down), last = self.pitch, Size(self.width, self.height)
        if self.is_points:
            reach = self.reach(mark_width)
            last = Size(reach.width + 1, reach.height + 1)
        return Size((columns - 1) * across + last.width, (rows - 1) * down + last.height)

    def wood(self, core: Size, room: Size) -> Spacing:
        """Return how far the wood reaches around so many cells of squares in a room, labels and all."""
        across, down = room.width - core.width - LEAST_LEFT, room.height - core.height - LETTERS
        left = LEAST_LEFT + min(max(across, 0), LEFT - LEAST_LEFT)
        right = min(max(across - (LEFT - LEAST_LEFT), 0), 3 if self.width >= 7 else 1)
        return Spacing(LETTERS + (down > 1), right, int(down > 0), left)

    def fits(self, geometry: Geometry, mark_width: int, room: Size) -> bool:
        """Whether the whole board can be seen in a room."""
        core = self.core(geometry.columns, geometry.rows, mark_width)
        return core.width + LEAST_LEFT <= room.width and core.height + LETTERS <= room.height


SQUARES = tuple(CellSize(*size) for size in ((27, 13), (19, 9), (15, 7), (11, 5), (9, 4), (7, 3), (6, 2)))
POINTS = tuple(CellSize(*size, is_points=True) for size in ((8, 4), (6, 3), (4, 2), (3, 1), (2, 1)))


def is_hash(geometry: Geometry) -> bool:
    """Return whether a board is drawn as squares where there is room for them."""
    return max(geometry.columns, geometry.rows) <= LARGEST_HASH


def sizes_of(geometry: Geometry) -> Iterable[CellSize]:
    """Return the sizes in which a board may be drawn, from the largest."""
    return SQUARES + POINTS if is_hash(geometry) else POINTS


def best_size(geometry: Geometry, mark_width: int, room: Size) -> CellSize:
    """Return the largest size in which the whole board fits, else one that has to scroll.

    That is the largest of a single line with which all columns are in sight, else the smallest.
    """
    for size in sizes_of(geometry):
        if size.fits(geometry, mark_width, room):
            return size
    low = [size for size in POINTS if size.height == 1]
    across = Size(room.width - 1, geometry.rows + LETTERS)  # beside the letters there is a sign
    return next((size for size in low if size.fits(geometry, mark_width, across)), low[-1])


def drawing_in(geometry: Geometry, mark_width: int, room: Size) -> Size:
    """Return the cells that a board takes in a room, with its wood; it may be more than there are."""
    size = best_size(geometry, mark_width, room)
    core = size.core(geometry.columns, geometry.rows, mark_width)
    wood = size.wood(core, room)
    return Size(core.width + wood.width, core.height + wood.height)


def least_panel(columns: int) -> int:
    """Return the columns that a panel beside the board takes at least, in a window of so many."""
    return 28 if columns < 120 else 38 if columns < 200 else 56
