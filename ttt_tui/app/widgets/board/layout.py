"""Where things are on a drawn board: which size its cells have, what of it is in sight, what is where.

Nothing here draws; `BoardGrid` asks.

A drawing has a line of column letters on top and the row numbers on its left. Cells are framed while there is
room for it: neighbours share their frames. Smaller ones only have distances between them.
"""

from dataclasses import dataclass
from functools import cached_property

from textual.geometry import Offset, Region, Size

from ttt_tui.engine import Geometry, Square

LABEL_COLUMNS = 3
"""Cells of the terminal left of the board, for the row numbers."""


@dataclass(frozen=True, slots=True)
class CellSize:
    """How many cells of the terminal a square takes, with its frame or the distance to the next one."""

    width: int
    height: int
    is_framed: bool = False

    @property
    def pitch(self) -> Size:
        """How far apart two squares are."""
        shared = int(self.is_framed)
        return Size(self.width - shared, self.height - shared)

    def drawing(self, geometry: Geometry, mark_width: int) -> Size:
        """Return the room that a whole board takes, with its letters and numbers."""
        (across, down), shared = self.pitch, int(self.is_framed)
        width, height = geometry.columns * across + shared, geometry.rows * down + shared
        if (
            not self.is_framed
        ):  # after the last square a bracket has to close, but there is no distance to keep
            width += mark_width + 2 * self.has_brackets(mark_width) - across
            height -= down - 1
        return Size(LABEL_COLUMNS + width, 1 + height)

    def has_brackets(self, mark_width: int) -> bool:
        """Whether brackets find place beside a symbol so many cells wide."""
        return self.width > mark_width

    def has_room_for(self, mark_width: int) -> bool:
        """Whether a symbol so many cells wide finds place between brackets inside a frame."""
        return not self.is_framed or self.width - 2 >= 1 + mark_width + 1


CELL_SIZES = (
    CellSize(9, 5, is_framed=True),
    CellSize(7, 3, is_framed=True),
    CellSize(5, 3, is_framed=True),
    CellSize(4, 2),
    CellSize(3, 1),
    CellSize(2, 1),
)
"""From the largest, which makes a 3×3 board fill half of 80×24, to the smallest, with which 20×20 fits."""


def best_cell_size(geometry: Geometry, mark_width: int, room: Size) -> CellSize:
    """Return the largest size in which the whole board fits, else the widest in which its columns do."""
    sizes = [size for size in CELL_SIZES if size.has_room_for(mark_width)]
    for size in sizes:
        drawing = size.drawing(geometry, mark_width)
        if drawing.width <= room.width and drawing.height <= room.height:
            return size
    low = [size for size in sizes if size.height == 1]
    return next((size for size in low if size.drawing(geometry, mark_width).width <= room.width), low[-1])


@dataclass(frozen=True)  # without slots: what is worked out from it is kept
class BoardLayout:
    """A board drawn into `room` cells of the terminal, scrolled to the column and row of `scrolled`."""

    geometry: Geometry
    mark_width: int
    """The cells that the widest symbol takes: 1 or 2."""
    room: Size
    cell: CellSize
    scrolled: Offset

    @cached_property
    def shown(self) -> Size:
        """How many columns and rows are in sight."""
        whole = self.cell.drawing(self.geometry, self.mark_width)
        (across, down), geometry = self.cell.pitch, self.geometry
        columns = geometry.columns - -(-max(0, whole.width - self.room.width) // across)
        rows = geometry.rows - -(-max(0, whole.height - self.room.height) // down)
        return Size(max(1, columns), max(1, rows))

    @cached_property
    def first(self) -> Offset:
        """The column and row in the top left corner: no further than what is in sight allows."""
        shown = self.shown
        return Offset(
            max(0, min(self.scrolled.x, self.geometry.columns - shown.width)),
            max(0, min(self.scrolled.y, self.geometry.rows - shown.height)),
        )

    def scroll_for(self, square: Square) -> Offset:
        """Return how to scroll, as little as possible, so that a square is in sight."""
        first, shown = self.first, self.shown
        column, row = self.geometry.column(square), self.geometry.row(square)
        return Offset(
            min(max(first.x, column - shown.width + 1), column),
            min(max(first.y, row - shown.height + 1), row),
        )

    @property
    def columns(self) -> range:
        """The columns in sight."""
        return range(self.first.x, self.first.x + self.shown.width)

    # --- from squares to cells ---------------------------------------------------------------------------

    @property
    def has_brackets(self) -> bool:
        """Whether there is room beside a symbol; else the cursor has to be told by the symbol itself."""
        return self.cell.has_brackets(self.mark_width)

    @property
    def lead(self) -> int:
        """The cells between the start of a square, inside its frame, and its symbol."""
        if self.cell.is_framed:
            return (self.cell.width - 2 - self.mark_width) // 2
        return int(self.has_brackets)

    @property
    def symbol_line(self) -> int:
        """How many lines below a row's first one its symbols are."""
        return self.cell.height // 2 if self.cell.is_framed else 0

    def left(self, column: int) -> int:
        """Return the x of a column's first cell inside its frame; it may be out of sight."""
        return LABEL_COLUMNS + (column - self.first.x) * self.cell.pitch.width + self.cell.is_framed

    def middle(self, row: int) -> int:
        """Return the y of the line on which a row's symbols and number stand; it may be out of sight."""
        return 1 + (row - self.first.y) * self.cell.pitch.height + self.symbol_line

    def region(self, square: Square) -> Region:
        """Return the cells in which a square's symbol and brackets are; they may be out of sight."""
        column, row = self.geometry.column(square), self.geometry.row(square)
        if not self.has_brackets:
            return Region(self.left(column), self.middle(row), self.mark_width, 1)
        return Region(self.left(column) + self.lead - 1, self.middle(row), 1 + self.mark_width + 1, 1)

    def whole(self, square: Square) -> Region:
        """Return the cells of a square, brackets included, that are drawn in reverse when it is lit."""
        column, row = self.geometry.column(square), self.geometry.row(square)
        return Region(self.left(column), self.middle(row), self.inside, 1).union(self.region(square))

    @property
    def inside(self) -> int:
        """How many cells a square takes on a line, without its frame."""
        return self.cell.pitch.width - self.cell.is_framed

    def symbol_place(self, square: Square) -> Offset:
        """Return the cell in which a square's symbol begins; it may be out of sight."""
        column, row = self.geometry.column(square), self.geometry.row(square)
        return Offset(self.left(column) + self.lead, self.middle(row))

    # --- from cells to squares ---------------------------------------------------------------------------

    def row_at(self, y: int) -> tuple[int, int]:
        """Return the row that a line below the letters belongs to, and how far below its first line it is.

        A frame is the lower row's; the one below the last row is that of a row that is not there.
        """
        below, line = divmod(y - 1, self.cell.pitch.height)
        return self.first.y + below, line

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at a place, None outside and on a frame, which is nobody's."""
        if x < LABEL_COLUMNS or y < 1:
            return None
        (across, down), shared = self.cell.pitch, self.cell.is_framed
        column, right = divmod(x - LABEL_COLUMNS, across)
        row, below = divmod(y - 1, down)
        if shared and not (right and below):
            return None
        if column >= self.shown.width or row >= self.shown.height:
            return None
        return self.geometry.at(column + self.first.x, row + self.first.y)
