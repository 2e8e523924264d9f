"""Painting of a board: every line as text and styles, from a view, a moment and a layout.

First come the wood and its labels, and the lines of the hash or the net. The squares are drawn over that, and
over these the cursor. A square shows everything by shape as well as by colour: corners or `[X]` are the
cursor, `◆` or an underlined `(X)` is the latest stone, `◇` or `(X)` one placed since your move, and without
colours `·` or `x` one that leaves next; a square that has won is filled, and a pale stone is the one that a
click would place. Stones of one line are `chips`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from ttt_tui.app.widgets.board.chips import (
    UNDERLINE,
    Chip,
    CursorStyles,
    chip_pieces,
    draw_cursor,
    short_number,
)
from ttt_tui.app.widgets.board.ground import Glyphs, ground_line, open_edge
from ttt_tui.app.widgets.board.joints import DrawnJoint, drawn_joints, joints
from ttt_tui.app.widgets.board.labels import LabelPainter, values_drawn
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Moment, Shown
from ttt_tui.app.widgets.board.stones import Line, StoneDrawing, mark_place, numbered_stone, stone
from ttt_tui.app.widgets.board.styles import BOLD, REVERSE, BoardStyles, Ink
from ttt_tui.app.widgets.board.tints import Tints, joints_of
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Mask, Player, Square, mask_of, squares_of

if TYPE_CHECKING:
    from ttt_tui.app.widgets.board.nine import NinePainter

ITALIC = Style(italic=True)

Cells = list[tuple[str, Style]]
"""The cells of a line; a wide symbol is followed by an empty text."""


class ShownStone(NamedTuple):
    """A stone in the form that its square shows."""

    symbol: str
    ink: Ink
    is_won: bool


@dataclass(frozen=True)  # without slots: it has cached properties
class BoardPainter:
    """Draws one state of a board; made for one paint, so it may cache."""

    layout: BoardLayout
    view: BoardView
    moment: Moment
    players: tuple[Player, ...]
    cursor: Square | None
    """The square with the cursor, None if it is hidden."""
    labelled: Square | None
    """The square whose letter and number are highlighted."""
    preview: tuple[Mask, int] | None
    """Squares, and the player whose stone is previewed there."""
    glyphs: Glyphs
    inks: BoardStyles
    shows_numbers: bool = False
    """Whether stones show the numbers of their moves."""

    def line(self, y: int) -> Cells:
        """Return the cells of line `y`."""
        layout, wood = self.layout, self.layout.wood
        width = layout.core.width + wood.width
        if y == layout.core.bottom and wood.bottom:
            return self._lower_edge(width)
        if y < layout.letters_line:
            return self._half_line("▄", "rim", width)
        cells: Cells = [(" ", self.inks.part("label"))] * width
        if y == layout.letters_line:
            self._draw_letters(cells)
        elif layout.core.y <= y < layout.core.bottom:
            self._draw_row(cells, y)
            self._tints.apply(cells, y)
        return cells

    # --- the wood ----------------------------------------------------------------------------------------

    def _half_line(self, glyph: str, part: str, width: int) -> Cells:
        is_seen = self.inks.is_wooden and not self.glyphs.is_ascii
        return [(glyph if is_seen else " ", self.inks.part(part))] * width

    def _lower_edge(self, width: int) -> Cells:
        """Return the half line of wood below the squares, with the lines that win across it."""
        cells = self._half_line("▀", "edge", width)
        for region, text, style in self._joints_in(self.layout.core.bottom):
            colour = style.bgcolor if text == " " else style.color
            if cells[0][0] == "▀" and text in " ▛▜":
                for x in region.column_range:
                    cells[x] = ("▀", cells[x][1] + Style(color=colour))
        return cells

    def _label(self, is_lit: bool) -> Style:
        return self.inks.part("label-lit" if is_lit else "label")

    def _draw_letters(self, cells: Cells) -> None:
        layout = self.layout
        self._draw_open_edge(cells, layout.letters_line)
        self._draw_columns(cells)

    def _draw_columns(self, cells: Cells) -> None:
        """Draw the letters or numbers of the columns, and the signs that there are more."""
        layout, geometry = self.layout, self.layout.geometry
        lit = None if self.labelled is None else geometry.column(self.labelled)
        for column in layout.columns:
            if layout.names_column(column, lit):
                x, style = layout.centres[column], self._label(column == lit)
                text = geometry.column_label(column)[: len(cells) - x]
                cells[x : x + len(text)] = [(character, style) for character in text]
        self._draw_more_columns(cells)

    def _draw_more_columns(self, cells: Cells) -> None:
        layout = self.layout
        if layout.first.x > 0:
            cells[layout.core.x - 1] = (self.glyphs.arrows[0], self.inks.part("star"))
        if layout.columns.stop < layout.geometry.columns:
            _put(cells, layout.core.right, self.glyphs.arrows[1], self.inks.part("star"))
        for region, text, style in self._joints_in(layout.letters_line):
            for x in region.column_range:
                letter, look = cells[x]
                is_letter = letter.isalnum()
                cells[x] = (letter, style + Style(bold=look.bold)) if is_letter else (text, style)

    def _draw_open_edge(self, cells: Cells, y: int) -> None:
        """Extend the lines to the edge of the wood if they continue at the opposite edge."""
        if self.layout.geometry.rules.wrap:
            for x, text in open_edge(self.layout, self.glyphs, y):
                _put(cells, x, text, self.inks.grid)

    def _draw_number(self, cells: Cells, row: int) -> None:
        layout = self.layout
        lit = None if self.labelled is None else layout.geometry.row(self.labelled)
        place, style = layout.number(row), self._label(row == lit)
        for x, digit in enumerate(f"{layout.geometry.row_label(row)}".rjust(place.width), place.x):
            cells[x] = (digit, style)
        self._draw_more_rows(cells, row)

    def _draw_more_rows(self, cells: Cells, row: int) -> None:
        layout, rows = self.layout, self.layout.rows
        is_more_above = row == rows.start > 0
        if is_more_above or row == rows.stop - 1 < layout.geometry.rows - 1:
            cells[layout.core.x - 1] = (self.glyphs.arrows[2 if is_more_above else 3], self.inks.part("star"))

    # --- a line of squares ---------------------------------------------------------------------------------

    def _draw_row(self, cells: Cells, y: int) -> None:
        layout = self.layout
        cells[layout.core.x : layout.core.right] = self._ground(y)
        self._draw_open_edge(cells, y)
        if self._nine is not None:
            for x, text, style in self._nine.pieces(y):
                _put(cells, x, text, style)
        for region, text, style in self._joints_in(y):
            _put(cells, region.x, text * region.width, style)
        row = layout.rows_by_y.get(y)
        if row is None:
            return
        if layout.middles[row] == y:
            self._draw_number(cells, row)
        first = layout.geometry.at(layout.columns.start, row)
        squares = range(first, first + len(layout.columns))
        in_row = (1 << len(squares)) - 1 << first
        draw_stone = self._draw_stone if layout.cell.has_drawn_stones else self._draw_symbol
        for square in squares_of((self._taken | self._labelled | self._forbidden) & in_row):
            if self._taken >> square & 1:
                draw_stone(cells, square, y)
            else:
                self.draw_label_on(cells, square, y)
        for region, text, style in self._joints_in(y):
            self._draw_beside_chip(cells, region, text, style)
        if layout.cell.has_drawn_stones:
            for square in squares_of(
                (self.view.new | self.view.latest | self._dotted) & self._taken & in_row
            ):
                self._draw_mark(cells, square, y)
        if self.cursor is not None and self.cursor in squares:
            self.draw_cursor_on(cells, self.cursor, y)

    def _ground(self, y: int) -> Cells:
        """Return the board without stones in a line, from the left edge of the squares to the right one."""
        return [
            (text, self.inks.grid if part == "grid" else self.inks.part(part))
            for text, part in ground_line(self.layout, self.glyphs, y)
        ]

    @cached_property
    def _taken(self) -> Mask:
        """The squares that show a stone."""
        placed = reduce(or_, self.view.stones, 0 if self.preview is None else self.preview[0])
        if self._nine is not None:
            placed &= ~self._nine.hidden
        return placed | mask_of(self._labels.ghosts)

    @cached_property
    def _dimmed(self) -> Mask:
        dimmed = self.moment.dimmed(self.view) | self.view.leaving
        return dimmed if self._nine is None else dimmed | self._nine.dimmed

    @cached_property
    def _dotted(self) -> Mask:
        """The stone that leaves next, where its colour does not show that."""
        return self.view.leaving if self.glyphs.is_ascii or not self.inks.has_colours else 0

    @cached_property
    def _nine(self) -> "NinePainter | None":
        """The small boards, None if the board is one board."""
        if self.view.boards is None:
            return None
        from ttt_tui.app.widgets.board.nine import NinePainter  # only games of Ultimate need it

        return NinePainter(
            self.layout,
            self.view,
            self.view.boards,
            self.moment,
            self.players,
            self.glyphs,
            self.inks,
            keeps_stones=self.shows_numbers,
        )

    @cached_property
    def _labelled(self) -> Mask:
        return mask_of(self.view.labels)

    @cached_property
    def _forbidden(self) -> Mask:
        """The squares that are marked as forbidden."""
        return self.view.marked_forbidden & ~self._taken

    def seen_stone(self, square: Square) -> ShownStone:
        """Return the stone that a square shows."""
        for owner, stones in enumerate(self.view.stones):
            if stones >> square & 1:
                is_won = bool(self.moment.filled >> square & 1)
                is_dimmed = bool(self._dimmed >> square & 1)
                ink = self.inks.stone(owner, is_won=is_won, is_dimmed=is_dimmed and not is_won)
                return ShownStone(self.players[owner].symbol, ink, is_won)
        if square in self._labels.ghosts:
            symbol = self._labels.ghost_symbol(square, self.players)
            return ShownStone(symbol, self._labels.ghost(square), is_won=False)
        assert self.preview is not None, "nothing else shows a stone"
        pale, symbol = self.inks.stone(self.preview[1], is_dimmed=True), self.players[self.preview[1]].symbol
        return ShownStone(symbol, Ink(pale.line + ITALIC, pale.fill + ITALIC), is_won=False)

    # --- winning lines -----------------------------------------------------------------------------------

    def _joints_in(self, y: int) -> Iterator[DrawnJoint]:
        """Yield what joins the squares of winning lines in a line of the board."""
        return (joint for joint in self._joints if joint[0].y <= y < joint[0].bottom)

    @cached_property
    def _joints(self) -> list[DrawnJoint]:
        return drawn_joints(
            ((self._owner(first), part) for first, part in joints(self.layout, self.view, self.moment)),
            self.inks,
            is_ascii=self.glyphs.is_ascii,
        )

    def _owner(self, square: Square) -> int:
        """Return the player or mark of the stone on a square."""
        return next(owner for owner, stones in enumerate(self.view.stones) if stones >> square & 1)

    def _draw_beside_chip(self, cells: Cells, joint: Region, text: str, style: Style) -> None:
        """Draw a joint in the free part of a cell that it shares with a chip."""
        if self.layout.cell.has_drawn_stones or text == " ":
            return
        there, look = cells[joint.x]
        if there == " " and look.bgcolor == style.bgcolor and not look.reverse:
            cells[joint.x] = (text, style)

    # --- advice ------------------------------------------------------------------------------------------

    @cached_property
    def _labels(self) -> LabelPainter:
        return LabelPainter(self.layout, self.view.labels, self.cursor, self.glyphs, self.inks)

    def draw_label_on(self, cells: Cells, square: Square, y: int) -> None:
        """Draw the label of an empty square, or that it is forbidden."""
        if self._forbidden >> square & 1:
            x, middle = self.layout.anchor(square)
            if middle == y:
                _put(cells, x, self.glyphs.forbidden, self.inks.forbidden)
            return
        for x, text, style in self._labels.pieces(square, y):
            _put(cells, x, text, style)

    @cached_property
    def _tints(self) -> Tints:
        return Tints(self.layout, self.view, self.inks)

    # --- drawn stones --------------------------------------------------------------------------------------

    def _number(self, square: Square) -> int | None:
        """Return the number that a stone shows, None for none."""
        return self.view.numbers.get(square) if self.shows_numbers else None

    def _drawing(self, square: Square) -> tuple[StoneDrawing, str]:
        """Return the drawing of a stone, and the text over its middle."""
        size, seen, number, text = self.layout.cell.stone, self.seen_stone(square), self._number(square), ""
        symbol = seen.symbol
        if number is not None:
            symbol, text = numbered_stone(symbol, number, *size)
        elif square in self._labels.ghosts:
            text = self._labels.ghost_number(square)
        has_margin = seen.is_won and not text
        return stone(symbol, *size, is_ascii=self.glyphs.is_ascii, is_won=has_margin), text

    def _draw_stone(self, cells: Cells, square: Square, y: int) -> None:
        region, seen = self.layout.stone(square), self.seen_stone(square)
        if not region.y <= y < region.bottom:
            return
        picture, text = self._drawing(square)
        line = picture.lines[y - region.y]
        (middle, row), is_net = self.layout.anchor(square), self.layout.cell.is_points
        first, last = _extent(line)
        x = region.x
        for run, is_filled in line:
            style = seen.ink.fill if is_filled else seen.ink.line
            for character in run:
                is_blank = character == " " and not is_filled
                is_inside = is_net or first <= x - region.x < last  # no line of the net ends between its arms
                if seen.is_won or not is_blank or is_inside:
                    _put(cells, x, character, style)
                x += cell_len(character)
        if text and y == row:
            is_hole = self.glyphs.is_ascii or cells[middle][0] == " "
            _put(
                cells, middle - (len(text) - 1) // 2, text, seen.ink.line + BOLD if is_hole else seen.ink.fill
            )

    def _draw_mark(self, cells: Cells, square: Square, y: int) -> None:
        """Draw the mark of the latest, a new or a leaving stone where it replaces nothing of the stone.

        Where there is no such place but a corner, and that is the cursor's, the stone is underlined.
        """
        region, seen = self.layout.stone(square), self.seen_stone(square)
        place, is_filled = mark_place(*self._drawing(square))
        x, line = region.offset + place
        if line != y or seen.is_won:
            return
        is_latest = bool(self.view.latest >> square & 1) and not self.moment.is_hollow
        if square == self.cursor and (x, line) in self.layout.corners(square):
            mark = UNDERLINE + BOLD if is_latest else UNDERLINE
            cells[region.x : region.right] = [(t, s + mark) for t, s in cells[region.x : region.right]]
            return
        glyph = self.glyphs.latest if is_latest else self.glyphs.new
        style = seen.ink.fill if is_filled else seen.ink.line + BOLD
        cells[x] = (self.glyphs.dot if self._dotted >> square & 1 else glyph, style)

    def draw_cursor_on(self, cells: Cells, square: Square, y: int) -> None:
        if not self.layout.cell.has_drawn_stones:
            line = self.inks.part("cursor")
            filled = self.inks.part("cursor-filled") if self.inks.has_colours else line + REVERSE
            chip = self.chip_of(square) if self._taken >> square & 1 else None
            keeps_colour = {*self.view.labels, *squares_of(self._forbidden)}
            draw_cursor(cells, self.layout, square, chip, CursorStyles(line, filled, keeps_colour))
            return
        for place, glyph in zip(self.layout.corners(square), self.glyphs.corners, strict=True):
            if place.y == y:
                cells[place.x] = (glyph, self.inks.part("cursor"))

    # --- stones of one line --------------------------------------------------------------------------------

    def chip_of(self, square: Square) -> Chip:
        """Return the stone on a square in its form of one line."""
        seen, number, text = self.seen_stone(square), self._number(square), ""
        has_colours = self.inks.has_colours
        if number is not None:
            symbol, newest = "" if has_colours else seen.symbol, max(self.view.numbers.values())
            text = short_number(self.layout, square, number, newest, symbol)
        is_last = bool(self.view.latest >> square & 1)
        is_new = bool(self.view.new >> square & 1)
        return Chip(
            seen.symbol.lower() if self._dotted >> square & 1 else seen.symbol,
            *seen.ink,
            is_won=seen.is_won,
            is_latest=is_last and not self.moment.is_hollow,
            is_new=is_new and not is_last,
            number=text,
            has_numbers_beside=self.shows_numbers,
            is_ghost=self._labels.is_lone_ghost(square),
            is_bare=not self._has_ground(square),
        )

    def _has_ground(self, square: Square) -> bool:
        """Whether a stone of one line has a ground: where rows touch, the last one and a lone ghost."""
        if self.glyphs.is_ascii or not self.inks.has_colours:
            return False
        is_lit = square == self.view.last and not self.moment.is_hollow
        is_seen_alone = is_lit or self._labels.is_lone_ghost(square)
        return is_seen_alone or not self.layout.cell.touches_above

    def _draw_symbol(self, cells: Cells, square: Square, y: int) -> None:
        for x, text, style in chip_pieces(self.layout, square, self.chip_of(square)):
            _put(cells, x, text, style)


def _extent(line: Line) -> tuple[int, int]:
    """Return the first drawn cell of a stone's line, and the cell after the last."""
    (before, is_filled), (after, is_filled_too) = line[0], line[-1]
    width = sum(cell_len(text) for text, _ in line)
    start = 0 if is_filled else len(before) - len(before.lstrip())
    return start, width - (0 if is_filled_too else len(after) - len(after.rstrip()))


def _put(cells: Cells, x: int, text: str, style: Style) -> None:
    """Write a text into the cells from `x` on, cut at the edges."""
    for character in text:
        width = cell_len(character)
        if 0 <= x <= len(cells) - width:
            cells[x : x + width] = [(character, style), ("", style)][:width]
        x += width


# --- repainting: only what differs -------------------------------------------------------------------------


def changed_cells(drawn: BoardLayout, before: Shown, after: Shown) -> Iterator[Region]:
    """Yield the parts of squares and of joints between them that are drawn differently."""
    (old_view, old), (view, new) = before, after
    changed = old_view.changed(view) | old.filled ^ new.filled | old.dimmed(old_view) ^ new.dimmed(view)
    if drawn.cell.has_holes and old.filled != new.filled:  # stones look different beside others of their line
        changed |= old.filled | new.filled
    if values_drawn(old_view.labels, drawn.cell) != values_drawn(view.labels, drawn.cell):
        changed |= mask_of(view.labels)
    if old_view.boards and view.boards:
        from ttt_tui.app.widgets.board.nine import changed_fields  # only games of Ultimate need it

        yield from changed_fields(drawn, before, after)
    for square in squares_of(changed):
        yield drawn.numbered(square)
    for square in squares_of((old_view.marked_forbidden ^ view.marked_forbidden) & ~changed):
        yield Region(*drawn.anchor(square), 1, 1)
    for square in squares_of(view.latest if old.is_hollow != new.is_hollow else 0):
        yield drawn.box(square)
    if old.filled or new.filled:
        for _, part in {*joints(drawn, *before)} ^ {*joints(drawn, *after)}:
            yield part.region
    for line in {*old_view.lines} ^ {*view.lines}:
        yield from joints_of(drawn, line.squares)


def cursor_cells(
    drawn: BoardLayout, view: BoardView, square: Square, shows_numbers: bool
) -> tuple[Region, ...]:
    """Return the cells that change with the cursor on a square."""
    has_stone = any(stones >> square & 1 for stones in view.stones)
    cells = drawn.cursor(square, has_stone=has_stone)
    if square in view.labels and not has_stone:  # a label is wider between brackets
        return (*cells, drawn.label(square))
    if drawn.cell.has_drawn_stones:  # a mark whose corner the cursor takes underlines the stone instead
        is_marked = has_stone and (view.latest | view.new) >> square & 1
        return (drawn.stone(square), *cells) if is_marked else cells
    return (drawn.numbered(square), *cells) if has_stone and shows_numbers else cells


def changed_labels(drawn: BoardLayout, before: Square | None, after: Square | None) -> Iterator[Region]:
    """Yield the cells of letters and numbers in which two squares differ; None has neither."""
    geometry = drawn.geometry
    columns, rows = (
        {place(square) for square in (before, after) if square is not None}
        for place in (geometry.column, geometry.row)
    )
    is_other = before is None or after is None
    for column in columns if before != after and (is_other or len(columns) > 1) else ():
        yield drawn.letter(column)
    for row in rows if before != after and (is_other or len(rows) > 1) else ():
        yield drawn.number(row)
