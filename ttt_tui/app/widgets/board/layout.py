"""The layout of a drawn board: the places of its squares, the wood around them, and the visible part.

Nothing here draws. A square is anchored where its symbol stands: in the middle, or on its crossing. A stone
and the marks of a square are around its anchor. `cell_size` has the sizes of squares.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from textual.geometry import Offset, Region, Size, Spacing

from ttt_tui.app.widgets.board.cell_size import BLOCK, FIELD_MARGIN, LEAST_LEFT, LETTERS, CellSize
from ttt_tui.engine import Geometry, Mask, Square, squares_of

LABEL_WIDTH = 7
"""The most cells of a label on a square."""


@lru_cache(256)
def starts(count: int, pitch: int, more: int) -> tuple[int, ...]:
    """Return the distance of each column or row from the first; `more` is added after each small board."""
    return tuple(number * pitch + number // BLOCK * more for number in range(count))


class Axis(NamedTuple):
    """The columns of a board, or its rows, in a room that may be too small for all of them."""

    starts: tuple[int, ...]
    """The cells from the first column or row to each."""
    one: int
    """The cells of a single column or row."""
    room: int

    def shown(self, first: int) -> int:
        """Return how many columns or rows are visible from `first` on, at least one."""
        return max(1, bisect_right(self.starts, self.room - self.one + self.starts[first]) - first)

    def first(self, wanted: int) -> int:
        """Return the first visible column or row: the `wanted` one, or an earlier one to fill the room."""
        return min(max(wanted, 0), self._for_last(len(self.starts) - 1))

    def bring(self, first: int, begin: int, end: int) -> int:
        """Return the first visible column or row after the least scrolling that shows `begin` to `end`."""
        return min(max(first, self._for_last(end)), begin)

    def _for_last(self, last: int) -> int:
        """Return the first visible column or row if `last` is the last one."""
        return bisect_left(self.starts, self.starts[last] + self.one - self.room, hi=last)


@dataclass(frozen=True)  # without slots: it has cached properties
class BoardLayout:
    """A board drawn into `room`, scrolled to the column and row of `scrolled`."""

    geometry: Geometry
    mark_width: int
    """Cells of the widest symbol: 1 or 2."""
    room: Size
    cell: CellSize
    scrolled: Offset

    # --- the visible part --------------------------------------------------------------------------------

    @cached_property
    def _axes(self) -> tuple[Axis, Axis]:
        """The columns and the rows."""
        cell, one = self.cell, self.cell.one(self.mark_width)
        columns, rows = self.geometry.columns, self.geometry.rows
        width, height = self.room.width - cell.least_left, self.room.height - LETTERS
        if cell.core(columns, rows, self.mark_width).width > width:
            width -= 1  # beside the last letter there is a sign that there are more
        return (
            Axis(starts(columns, cell.pitch.width, cell.between_blocks.width), one.width, width),
            Axis(starts(rows, cell.pitch.height, cell.between_blocks.height), one.height, height),
        )

    @cached_property
    def shown(self) -> Size:
        """The number of visible columns and rows."""
        (columns, rows), first = self._axes, self.first
        return Size(columns.shown(first.x), rows.shown(first.y))

    @cached_property
    def first(self) -> Offset:
        """The column and row in the top left corner."""
        return self.possible(self.scrolled)

    def possible(self, first: Offset) -> Offset:
        """Return the column and row in the top left corner if the board is scrolled to `first`."""
        columns, rows = self._axes
        return Offset(columns.first(first.x), rows.first(first.y))

    def scroll_for(self, square: Square) -> Offset:
        """Return the least scrolling that makes a square visible, with its small board if that fits."""
        (columns, rows), first = self._axes, self.first
        column, row = self.geometry.column(square), self.geometry.row(square)
        if side := self.geometry.block_side:
            left, top = column // side * side, row // side * side
            first = Offset(
                columns.bring(first.x, left, left + side - 1), rows.bring(first.y, top, top + side - 1)
            )
        return Offset(columns.bring(first.x, column, column), rows.bring(first.y, row, row))

    def centred(self, squares: Mask) -> Offset:
        """Return the scrolling with the middle of these squares in the middle of what is visible."""
        places = [divmod(square, self.geometry.stride) for square in squares_of(squares)]
        (top, *_, bottom), (left, *_, right) = (sorted((*each, *each)) for each in zip(*places, strict=True))
        return Offset((left + right - self.shown.width + 2) // 2, (top + bottom - self.shown.height + 2) // 2)

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
        left = self.cell.least_left
        return Spacing(wood.top, max(0, self.room.width - size.width - left), wood.bottom, left)

    @cached_property
    def core(self) -> Region:
        """The cells of the visible squares, without the wood around them."""
        return Region(self.wood.left, self.wood.top, *self._core_size)

    @property
    def _core_size(self) -> Size:
        columns, rows = self._axes
        across = columns.starts[self.columns.stop - 1] - columns.starts[self.first.x] + columns.one
        return Size(across, rows.starts[self.rows.stop - 1] - rows.starts[self.first.y] + rows.one)

    @cached_property
    def letters_line(self) -> int:
        """The y of the column letters."""
        return self.wood.top - 1

    def letter(self, column: int) -> Region:
        """Return the cells that may change with a column's letter or number, from its first cell on."""
        x = self.centres[column]
        if not self._has_wide_names or column < 9:
            return Region(x, self.letters_line, 1, 1)
        if self.cell.pitch.width > 2:
            return Region(x, self.letters_line, 2, 1)
        return Region(x - 2, self.letters_line, 6, 1)

    def names_column(self, column: int, lit: int | None) -> bool:
        """Whether a column has its letter or number: of two numbers without room beside each other only one.

        That of the `lit` column is always shown.
        """
        if not self._has_wide_names or self.cell.pitch.width > 2 or column < 9 or column == lit:
            return True
        return column % 2 == 1 and lit not in (column - 1, column + 1)

    @property
    def _has_wide_names(self) -> bool:
        """Whether columns have numbers, which may have two figures."""
        return not self.geometry.style.letters

    def number(self, row: int) -> Region:
        """Return the cells of a row's number, which is flush right; none on a rack."""
        if self.cell.is_rack:
            return Region()
        return Region(self.wood.left - LEAST_LEFT, self.middles[row], LEAST_LEFT - 1, 1)

    # --- from squares to cells; all of these may be out of sight ------------------------------------------

    @cached_property
    def _reach(self) -> Spacing:
        """The cells around a crossing that its stone and marks may take."""
        return self.cell.reach(self.mark_width)

    @cached_property
    def centres(self) -> tuple[int, ...]:
        """The x of each column's symbols and of its letter."""
        starts, left = self._axes[0].starts, self.cell.margin(self.mark_width) + self._before.width
        return tuple(self.core.x + left + start - starts[self.first.x] for start in starts)

    @cached_property
    def middles(self) -> tuple[int, ...]:
        """The y of each row's symbols and of its number."""
        starts = self._axes[1].starts
        return tuple(self.core.y + self._before.height + start - starts[self.first.y] for start in starts)

    @cached_property
    def _before(self) -> Size:
        """The cells of a square left of its symbol and above it."""
        if self.cell.is_points:
            return Size(self._reach.left, self._reach.top)
        return Size((self.cell.width - 1) // 2, (self.cell.height - 1) // 2)

    def anchor(self, square: Square) -> Offset:
        """Return the cell in which a square's symbol begins."""
        row, column = divmod(square, self.geometry.stride)
        return Offset(self.centres[column], self.middles[row])

    def box(self, square: Square) -> Region:
        """Return the cells of a square and all its marks; neighbours may share some."""
        x, y = self.anchor(square)
        if self.cell.is_points:
            return Region(x, y, 1, 1).grow(self._reach)
        width, height = self.cell.width, self.cell.height
        return Region(x - (width - 1) // 2, y - (height - 1) // 2, width, height)

    def first_square(self, board: int) -> Square:
        """Return the first square of a small board."""
        row, column = divmod(board, self.geometry.columns // BLOCK)
        return self.geometry.at(BLOCK * column, BLOCK * row)

    def field(self, board: int) -> Region:
        """Return the cells of a small board, with the cells beside its squares."""
        row, column = divmod(board, self.geometry.columns // BLOCK)
        left, top = self.centres[BLOCK * column] - self._before.width, self.middles[BLOCK * row]
        width, height = self.cell.block
        return Region(left - FIELD_MARGIN, top - self._before.height, width + 2 * FIELD_MARGIN, height)

    def stone(self, square: Square) -> Region:
        """Return the cells of a square's stone, which are filled when it has won."""
        if self.cell.has_drawn_stones:
            x, y = self.anchor(square)
            width, height = self.cell.stone
            return Region(x - (width - 1) // 2, y - (height - 1) // 2, width, height)
        box = self.box(square)
        return Region(*box.offset, min(box.width, self.cell.width), 1)

    def numbered(self, square: Square) -> Region:
        """Return the cells of everything that a square may show: its marks, and the number of its move."""
        box = self.box(square)
        if self.cell.has_holes:  # bars reach into the wood beside it
            return box.grow((0, 1, 0, 1))
        return box.union(self.stone(square)).union(Region(*box.offset, min(self.cell.width, 3), 1))

    def ahead(self, square: Square, across: int, down: int) -> Region:
        """Return a stone's cells moved by `across` columns and `down` rows, also beyond the last square."""
        return self.stone(square).translate((across * self.cell.pitch.width, down * self.cell.pitch.height))

    def is_visible(self, square: Square) -> bool:
        return self.geometry.column(square) in self.columns and self.geometry.row(square) in self.rows

    @cached_property
    def surface(self) -> Region:
        """The cells of wood that a line to the edge may fill: all but the row numbers, and half a line."""
        right, bottom = self.core.right + self.wood.right, self.core.bottom + self.wood.bottom
        return Region.from_corners(self.wood.left - 1, self.letters_line, right, bottom)

    def corners(self, square: Square) -> tuple[Offset, Offset, Offset, Offset]:
        """Return the corners of a square where its stone is drawn: from the top left, line by line."""
        left, top, width, height = self.box(square)
        right, bottom = left + width - 1, top + height - 1
        return Offset(left, top), Offset(right, top), Offset(left, bottom), Offset(right, bottom)

    def beside(self, square: Square) -> tuple[Offset, Offset]:
        """Return the cells of wood left and right of a hole, in the line of its symbol."""
        hole, y = self.stone(square), self.anchor(square).y
        return Offset(hole.x - 1, y), Offset(hole.right, y)

    def cursor(self, square: Square, *, has_stone: bool) -> tuple[Region, ...]:
        """Return the cells that change with the cursor on a square."""
        if self.cell.has_holes:
            return tuple(Region(*place, 1, 1) for place in self.beside(square))
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
        width = min(box.width - 2 * (not self.cell.has_holes), LABEL_WIDTH)
        return Region(x - (width - 1) // 2, y - 1, width, 3)

    # --- from cells to squares ---------------------------------------------------------------------------

    @cached_property
    def rows_by_y(self) -> dict[int, int]:
        """Line → the visible row whose squares reach into it."""
        height = self.box(self.geometry.at(self.first.x, self.first.y)).height
        tops = ((row, self.middles[row] - self._before.height) for row in self.rows)
        return {y: row for row, top in tops for y in range(top, top + height)}

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at a place, None on a rule and outside."""
        columns, rows = self._hit
        column, row = columns.get(x), rows.get(y)
        return None if column is None or row is None else self.geometry.at(column, row)

    @cached_property
    def _hit(self) -> tuple[dict[int, int], dict[int, int]]:
        """The column at each x, and the row at each y."""
        core, (width, height) = self.core, (self.cell.width, self.cell.height)
        left, above = (width - 1) // 2, (height - 1) // 2
        width += self.cell.has_holes  # with the wood right of it
        columns = {
            x: c for c in self.columns for x in range(self.centres[c] - left, self.centres[c] - left + width)
        }
        rows = {
            y: r for r in self.rows for y in range(self.middles[r] - above, self.middles[r] - above + height)
        }
        if self.cell.is_points:  # what is around the outer points belongs to them
            columns |= dict.fromkeys(range(core.x, min(columns)), self.columns.start)
            rows |= dict.fromkeys(range(core.y, min(rows)), self.rows.start)
        return (
            {x: column for x, column in columns.items() if core.x <= x < core.right},
            {y: row for y, row in rows.items() if core.y <= y < core.bottom},
        )
