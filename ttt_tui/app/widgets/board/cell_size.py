"""The sizes in which boards are drawn: as squares between rules, as points of a net, or as small boards.

A board up to 7×7 is an open hash of squares, with rules between them and no frame. A larger one is a net of
lines with the stones on its crossings, its *points*; a board is as large as its longer side. A small board
without room for squares is drawn as points too. A board that consists of small boards is an open hash of
small hashes: a strong line lies between two small boards, with a blank cell on either side. Where stones fall
the board is a *rack*: wood with a hole for every square. Around the squares is the wood: on the left with the
row numbers, which a rack does not have, above with the column letters or figures, and half a line further
above and below. Where room is short the half lines go first, the upper one, which is below the header, before
the lower one, then the margins.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from textual.geometry import Size, Spacing

from ttt_tui.engine import Geometry

LARGEST_HASH = 7
"""The longer side of the largest board drawn as squares."""

LETTERS = 1
"""Lines of the column letters."""

LEFT, LEAST_LEFT = 4, 3
"""Cells left of the first square, usually and at least: two digits and a sign for more rows."""

LEFT_OF_RACK, LEAST_LEFT_OF_RACK = 2, 1
"""The same for a rack, whose rows have no numbers: margin, and a sign for more rows."""

BLOCK = 3
"""Squares along a small board, and small boards along the board of them."""

FIELD_MARGIN, STRONG = 1, 1
"""Cells left and right of the squares of a small board, and those of the strong line between two."""


@dataclass(frozen=True)  # without slots: it has cached properties
class CellSize:
    """The size of a drawn square.

    `width` and `height` are the cells inside the rules, or for points the pitch, from one to the next. The
    holes of a rack have a cell of wood between two in a row, and half lines of wood above and below.
    """

    width: int
    height: int
    is_points: bool = False
    has_blocks: bool = False
    """Whether the squares are those of small boards."""
    has_rules: bool = True
    """Whether there are rules between squares; never between points or the holes of a rack."""
    is_rack: bool = False
    """Whether the squares are holes; a rack of one line has points."""

    @cached_property
    def pitch(self) -> Size:
        """The distance of two squares in cells."""
        if self.is_rack and not self.is_points:
            return Size(self.width + 1, self.height)
        rule = int(self.has_rules and not self.is_points)
        return Size(self.width + rule, self.height + rule)

    @property
    def has_holes(self) -> bool:
        """Whether its squares are drawn holes, into which stones are drawn as discs."""
        return self.is_rack and not self.is_points

    @cached_property
    def block(self) -> Size:
        """The squares of a small board in cells."""
        (across, down), one_less = self.pitch, BLOCK - 1
        return Size(one_less * across + self.width, one_less * down + self.height)

    @cached_property
    def between_blocks(self) -> Size:
        """The additional cells between two squares if they are on different small boards."""
        if not self.has_blocks:
            return Size(0, 0)
        across, down = self.block
        far = Size(across + 2 * FIELD_MARGIN + STRONG, down + STRONG)
        return far - Size(BLOCK * self.pitch.width, BLOCK * self.pitch.height)

    @cached_property
    def has_drawn_stones(self) -> bool:
        """Whether stones are drawn; else a stone is its symbol."""
        return self.height > (2 if self.is_points else 1)

    @cached_property
    def stone(self) -> Size:
        """The cells of a drawn stone: of the square, or between the lines of a net."""
        return Size(self.width - 1, 3) if self.is_points else Size(self.width, self.height)

    @cached_property
    def has_brackets(self) -> bool:
        """Whether a symbol has a cell on both sides, if only one shared with the neighbour."""
        return self.width > 2

    @cached_property
    def touches_above(self) -> bool:
        """Whether a chip touches the one above it."""
        return self.has_brackets and self.pitch.height == 1

    def reach(self, mark_width: int) -> Spacing:
        """Return the cells around a crossing that its stone and marks may take."""
        if self.has_drawn_stones:
            return Spacing(1, 3, 1, 3)
        beside = int(self.has_brackets)
        return Spacing(0, mark_width - 1 + beside, 0, beside)

    def brackets(self, mark_width: int) -> int:
        """Return the cells from a symbol to the brackets of the cursor: 2 outside of a chip, 0 for none."""
        if self.has_drawn_stones or not self.has_brackets:
            return 0
        return 2 if self.width > mark_width + 2 else 1

    def margin(self, mark_width: int) -> int:
        """Return the cells left and right of the outer squares.

        They are for brackets outside of chips, and around small boards.
        """
        if self.has_blocks:
            return FIELD_MARGIN
        return int(self.has_holes or self.brackets(mark_width) == 2)

    @property
    def least_left(self) -> int:
        """The least cells of wood left of the squares."""
        return LEAST_LEFT_OF_RACK if self.is_rack else LEAST_LEFT

    def one(self, mark_width: int) -> Size:
        """Return the cells of a single square with its surroundings."""
        beside = 2 * self.margin(mark_width)
        if self.is_points:
            reach = self.reach(mark_width)
            return Size(reach.width + 1 + beside, reach.height + 1)
        return Size(self.width + beside, self.height)

    def steps(self, columns: int, rows: int) -> Size:
        """Return the distance in cells of the square in a column and row from the first one."""
        (across, down), more = self.pitch, self.between_blocks
        return Size(
            columns * across + columns // BLOCK * more.width, rows * down + rows // BLOCK * more.height
        )

    def core(self, columns: int, rows: int, mark_width: int) -> Size:
        """Return the size of these columns and rows in cells, without the wood around them."""
        return self.steps(columns - 1, rows - 1) + self.one(mark_width)

    def wood(self, core: Size, room: Size) -> Spacing:
        """Return the wood around the squares in a room, with the labels."""
        across, down = room.width - core.width - self.least_left, room.height - core.height - LETTERS
        usual = LEFT_OF_RACK if self.is_rack else LEFT
        left = self.least_left + min(max(across, 0), usual - self.least_left)
        most = usual if self.is_rack else 3 if self.width >= 7 or self.has_blocks else 1
        right = min(max(across - (usual - self.least_left), 0), most)
        return Spacing(LETTERS + (down > 1), right, int(down > 0), left)

    def fits(self, geometry: Geometry, mark_width: int, room: Size) -> bool:
        core = self.core(geometry.columns, geometry.rows, mark_width)
        return core.width + self.least_left <= room.width and core.height + LETTERS <= room.height


SQUARES = tuple(CellSize(*size) for size in ((27, 13), (19, 9), (15, 7), (11, 5), (9, 4), (7, 3), (6, 2)))
POINTS = tuple(CellSize(*size, is_points=True) for size in ((8, 4), (6, 3), (4, 2), (3, 1), (2, 1)))
BLOCKS = (
    *(CellSize(*size, has_blocks=True) for size in ((15, 7), (11, 5), (9, 4), (7, 3), (6, 2), (3, 1))),
    *(CellSize(*size, has_blocks=True, has_rules=False) for size in ((3, 1), (2, 1))),
)
RACKS = (
    *(CellSize(*size, is_rack=True) for size in ((17, 9), (13, 7), (9, 5), (7, 4), (5, 3), (3, 2))),
    *(CellSize(*size, is_points=True, is_rack=True) for size in ((4, 2), (3, 1), (2, 1))),
)


def is_hash(geometry: Geometry) -> bool:
    """Return whether a board is drawn as squares where they fit."""
    return max(geometry.columns, geometry.rows) <= LARGEST_HASH


def sizes_of(geometry: Geometry) -> Iterable[CellSize]:
    """Return the sizes for a board, from the largest."""
    if geometry.block_side:
        return BLOCKS
    if geometry.rules.drop:
        return RACKS
    return SQUARES + POINTS if is_hash(geometry) else POINTS


def best_size(geometry: Geometry, mark_width: int, room: Size) -> CellSize:
    """Return the largest size in which the whole board fits, else one that has to scroll.

    The one that scrolls is the largest of a single line in which all columns are visible, else the smallest.
    """
    for size in sizes_of(geometry):
        if size.fits(geometry, mark_width, room):
            return size
    low = [size for size in sizes_of(geometry) if size.pitch.height == 1]
    across = Size(room.width - 1, geometry.rows + LETTERS)  # beside the letters there is a sign
    return next((size for size in low if size.fits(geometry, mark_width, across)), low[-1])


def drawing_in(geometry: Geometry, mark_width: int, room: Size) -> Size:
    """Return the size of a board with its wood in a room, which it may exceed."""
    size = best_size(geometry, mark_width, room)
    core = size.core(geometry.columns, geometry.rows, mark_width)
    wood = size.wood(core, room)
    return Size(core.width + wood.width, core.height + wood.height)
