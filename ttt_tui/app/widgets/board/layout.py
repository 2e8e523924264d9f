"""Compute where things are on a drawn board: cell sizes, the wood around them, and what is in sight.

A board up to 7×7 is an open hash of squares, with rules between them and no frame. A larger one is a net of
lines with the stones on its crossings, its *points*; a board is as large as its longer side. A small board
without room for squares is drawn as points too. Around the squares is the wood: on the left with the row
numbers, above with the column letters, and half a line further above and below. Where room is short the half
lines go first, then the margins.

Nothing here draws. A square is anchored where its symbol stands: in the middle, or on its crossing. A stone
and the marks of a square are around that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from textual.geometry import Offset, Region, Size, Spacing

from ttt_tui.engine import Geometry, Square

LARGEST_HASH = 7
"""The longer side of the largest board drawn as squares."""

LETTERS = 1
"""Lines of the column letters."""

LEFT, LEAST_LEFT = 4, 3
"""Cells left of the first square, usually and at least: two digits and a sign for more rows."""


@dataclass(frozen=True)  # without slots: what is worked out is kept
class CellSize:
    """The size of a drawn square.

    `width` and `height` are the cells inside the rules, or for points the pitch, from one to the next.
    """

    width: int
    height: int
    is_points: bool = False

    @cached_property
    def pitch(self) -> Size:
        """The distance of two squares in cells."""
        rule = int(not self.is_points)
        return Size(self.width + rule, self.height + rule)

    @cached_property
    def has_drawn_stones(self) -> bool:
        """Whether stones are drawn; else a stone is its symbol."""
        return not self.is_points or self.height > 2

    @cached_property
    def stone(self) -> Size:
        """The cells of a drawn stone: those of the square, or those between the lines of a net."""
        return Size(self.width - 1, 3) if self.is_points else Size(self.width, self.height)

    @cached_property
    def has_brackets(self) -> bool:
        """Whether a symbol has a cell on both sides, if only one shared with the neighbour."""
        return self.width > 2

    @cached_property
    def touches_above(self) -> bool:
        """Whether a chip touches the one above it."""
        return self.has_brackets and self.height == 1

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
        """Return the cells left and right of the outer squares for brackets outside of their chips."""
        return int(self.brackets(mark_width) == 2)

    def core(self, columns: int, rows: int, mark_width: int) -> Size:
        """Return the cells of so many squares, without the wood around them."""
        (across, down), last = self.pitch, Size(self.width, self.height)
        if self.is_points:
            reach = self.reach(mark_width)
            last = Size(reach.width + 1 + 2 * self.margin(mark_width), reach.height + 1)
        return Size((columns - 1) * across + last.width, (rows - 1) * down + last.height)

    def wood(self, core: Size, room: Size) -> Spacing:
        """Return the wood around the squares in a room, with the labels."""
        across, down = room.width - core.width - LEAST_LEFT, room.height - core.height - LETTERS
        left = LEAST_LEFT + min(max(across, 0), LEFT - LEAST_LEFT)
        right = min(max(across - (LEFT - LEAST_LEFT), 0), 3 if self.width >= 7 else 1)
        return Spacing(LETTERS + (down > 1), right, int(down > 0), left)

    def fits(self, geometry: Geometry, mark_width: int, room: Size) -> bool:
        core = self.core(geometry.columns, geometry.rows, mark_width)
        return core.width + LEAST_LEFT <= room.width and core.height + LETTERS <= room.height


SQUARES = tuple(CellSize(*size) for size in ((27, 13), (19, 9), (15, 7), (11, 5), (9, 4), (7, 3), (6, 2)))
POINTS = tuple(CellSize(*size, is_points=True) for size in ((8, 4), (6, 3), (4, 2), (3, 1), (2, 1)))


def is_hash(geometry: Geometry) -> bool:
    """Return whether a board is drawn as squares where they fit."""
    return max(geometry.columns, geometry.rows) <= LARGEST_HASH


def sizes_of(geometry: Geometry) -> Iterable[CellSize]:
    """Return the sizes for a board, from the largest."""
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
    """Return the size of a board with its wood in a room, which it may exceed."""
    size = best_size(geometry, mark_width, room)
    core = size.core(geometry.columns, geometry.rows, mark_width)
    wood = size.wood(core, room)
    return Size(core.width + wood.width, core.height + wood.height)


LABEL_WIDTH = 7
"""The most cells of a label on a square."""


@dataclass(frozen=True)  # without slots: what is worked out from it is kept
class BoardLayout:
    """A board drawn into `room`, scrolled to the column and row of `scrolled`."""

    geometry: Geometry
    mark_width: int
    """Cells of the widest symbol: 1 or 2."""
    room: Size
    cell: CellSize
    scrolled: Offset

    # --- what is in sight --------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> Size:
        """The number of visible columns and rows."""
        geometry, (across, down) = self.geometry, self.cell.pitch
        columns, rows = geometry.columns, geometry.rows
        whole, one = self.cell.core(columns, rows, self.mark_width), self.cell.core(1, 1, self.mark_width)
        width, height = self.room.width - LEAST_LEFT, self.room.height - LETTERS
        if whole.width > width:  # beside the last letter there is a sign that there are more
            columns = max(1, (width - 1 - one.width) // across + 1)
        if whole.height > height:
            rows = max(1, (height - one.height) // down + 1)
        return Size(columns, rows)

    @cached_property
    def first(self) -> Offset:
        """The column and row in the top left corner."""
        shown = self.shown
        return Offset(
            max(0, min(self.scrolled.x, self.geometry.columns - shown.width)),
            max(0, min(self.scrolled.y, self.geometry.rows - shown.height)),
        )

    def scroll_for(self, square: Square) -> Offset:
        """Return the least scrolling that makes a square visible."""
        first, shown = self.first, self.shown
        column, row = self.geometry.column(square), self.geometry.row(square)
        return Offset(
            min(max(first.x, column - shown.width + 1), column),
            min(max(first.y, row - shown.height + 1), row),
        )

    @cached_property
    def columns(self) -> range:
        """The visible columns."""
        return range(self.first.x, self.first.x + self.shown.width)

    @cached_property
    def rows(self) -> range:
        """The visible rows."""
        return range(self.first.y, self.first.y + self.shown.height)

    # --- the wood ----------------------------------------------------------------------------------------

    @cached_property
    def wood(self) -> Spacing:
        """The wood around the squares, with letters and numbers."""
        size = self._core_size
        wood = self.cell.wood(size, self.room)
        if self.shown.width == self.geometry.columns:
            return wood
        return Spacing(wood.top, max(0, self.room.width - size.width - LEAST_LEFT), wood.bottom, LEAST_LEFT)

    @cached_property
    def core(self) -> Region:
        """The cells of the visible squares, without the wood around them."""
        return Region(self.wood.left, self.wood.top, *self._core_size)

    @property
    def _core_size(self) -> Size:
        return self.cell.core(*self.shown, self.mark_width)

    @cached_property
    def letters_line(self) -> int:
        """The y of the column letters."""
        return self.wood.top - 1

    def number(self, row: int) -> Region:
        """Return the cells of a row's number, which is flush right."""
        return Region(self.wood.left - LEAST_LEFT, self.middle(row), LEAST_LEFT - 1, 1)

    # --- from squares to cells; all of these may be out of sight ------------------------------------------

    @cached_property
    def _reach(self) -> Spacing:
        """The cells around a crossing that its stone and marks may take."""
        return self.cell.reach(self.mark_width)

    @cached_property
    def _origin(self) -> Offset:
        """The anchor of the first column and row of the board, which may be out of sight."""
        right, below = (self.cell.width - 1) // 2, (self.cell.height - 1) // 2
        if self.cell.is_points:
            right, below = self._reach.left + self.cell.margin(self.mark_width), self._reach.top
        (across, down), first = self.cell.pitch, self.first
        return Offset(self.core.x + right - first.x * across, self.core.y + below - first.y * down)

    def centre(self, column: int) -> int:
        """Return the x of a column's symbols and of its letter."""
        return self._origin.x + column * self.cell.pitch.width

    def middle(self, row: int) -> int:
        """Return the y of a row's symbols and of its number."""
        return self._origin.y + row * self.cell.pitch.height

    def anchor(self, square: Square) -> Offset:
        """Return the cell in which a square's symbol begins."""
        row, column = divmod(square, self.geometry.stride)
        (x, y), (across, down) = self._origin, self.cell.pitch
        return Offset(x + column * across, y + row * down)

    def box(self, square: Square) -> Region:
        """Return the cells of a square and all its marks; neighbours may share some."""
        x, y = self.anchor(square)
        if self.cell.is_points:
            return Region(x, y, 1, 1).grow(self._reach)
        width, height = self.cell.width, self.cell.height
        return Region(x - (width - 1) // 2, y - (height - 1) // 2, width, height)

    def stone(self, square: Square) -> Region:
        """Return the cells of a square's stone, which are filled when it has won."""
        if self.cell.has_drawn_stones:
            x, y = self.anchor(square)
            width, height = self.cell.stone
            return Region(x - (width - 1) // 2, y - (height - 1) // 2, width, height)
        box = self.box(square)
        return Region(*box.offset, min(box.width, self.cell.width), 1)

    def numbered(self, square: Square) -> Region:
        """Return the cells of a square with all that it may show: its marks, and the number of its move."""
        box = self.box(square)
        return box.union(self.stone(square)).union(Region(*box.offset, min(self.cell.width, 3), 1))

    def joint(self, square: Square, neighbour: Square) -> Region:
        """Return the cells between a square's stone and that of the next square to the right or below."""
        one, other = self.stone(square), self.stone(neighbour)
        if self.cell.width == 2:
            return Region()
        if one.y == other.y:
            return Region(one.right, one.y, other.x - one.right, one.height)
        return Region(one.x, one.bottom, one.width, other.y - one.bottom)

    def beyond(self, square: Square, *, is_left: bool) -> Region:
        """Return the cells of wood beside the stone of an outer square, but not those of the number."""
        x, y, width, height = self.stone(square)
        if is_left:
            return Region.from_corners(self.wood.left - 1, y, x, y + height)
        return Region.from_corners(x + width, y, self.core.right + self.wood.right, y + height)

    def corners(self, square: Square) -> tuple[Offset, Offset, Offset, Offset]:
        """Return the corners of a square where its stone is drawn: from the top left, line by line."""
        left, top, width, height = self.box(square)
        right, bottom = left + width - 1, top + height - 1
        return Offset(left, top), Offset(right, top), Offset(left, bottom), Offset(right, bottom)

    def cursor(self, square: Square, *, has_stone: bool) -> tuple[Region, ...]:
        """Return the cells that differ with the cursor on a square."""
        if self.cell.has_drawn_stones:
            return tuple(Region(*corner, 1, 1) for corner in self.corners(square))
        x, y = self.anchor(square)
        apart = self.cell.brackets(self.mark_width)
        if apart == 2 or (has_stone and apart):
            places = (x - apart, *(() if has_stone else (x,)), x + self.mark_width - 1 + apart)
            return tuple(Region(place, y, 1, 1) for place in places)
        return (self.box(square),)

    def label(self, square: Square) -> Region:
        """Return the cells of a label, with a line above and below where stones are drawn."""
        x, y = self.anchor(square)
        box = self.box(square)
        if not self.cell.has_drawn_stones:
            return Region(*box.offset, min(box.width, self.cell.width), 1)
        width = min(box.width - 2, LABEL_WIDTH)
        return Region(x - (width - 1) // 2, y - 1, width, 3)

    def latest(self, square: Square) -> Region:
        """Return the cells of the mark of the latest or a new stone: at the bottom where stones are drawn."""
        box = self.box(square)
        if self.cell.has_drawn_stones:
            return Region(self.anchor(square).x, box.bottom - 1, 1, 1)
        return box

    # --- from cells to squares ---------------------------------------------------------------------------

    def row_at(self, y: int) -> int | None:
        """Return the visible row whose squares reach into a line, None for none."""
        rows, box = self.rows, self.box(self.geometry.at(self.first.x, self.first.y))
        below, line = divmod(y - box.y, self.cell.pitch.height)
        return rows[below] if 0 <= below < len(rows) and line < box.height else None

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at a place, None on a rule and outside."""
        if not self.core.contains(x, y):
            return None
        (across, down), first = self.cell.pitch, self.anchor(self.geometry.at(self.first.x, self.first.y))
        left, above = (self.cell.width - 1) // 2, (self.cell.height - 1) // 2
        column, right = divmod(x - first.x + left, across)
        row, below = divmod(y - first.y + above, down)
        if right >= self.cell.width or below >= self.cell.height:
            return None
        column, row = max(column, 0), max(row, 0)
        if column >= self.shown.width or row >= self.shown.height:
            return None
        return self.geometry.at(column + self.first.x, row + self.first.y)
