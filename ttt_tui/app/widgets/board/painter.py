"""How a board is drawn: every line as text and styles, from what is to be seen and what is where.

What a square shows, by shape as well as by colour: `[X]` the cursor, `(X)` new since your last move, the very
last stone underlined, the winning line in reverse, a pale stone under the mouse.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from rich.style import Style

from ttt_tui.app.widgets.board.layout import LABEL_COLUMNS, BoardLayout
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import EMPTY_SQUARE, Geometry, Mask, Player, Square, column_letter

FRAMES = ("┌─┬┐", "├─┼┤", "└─┴┘", "│ ││")
"""The frame above the first row, above another, below the last, beside: left, filling, between, right."""

Cells = list[tuple[str, Style]]
"""A line as it is drawn, a cell of the terminal each; a wide symbol is followed by an empty text."""

_UNDERLINED, _NOT_UNDERLINED = Style(underline=True), Style(underline=False)
_REVERSED = Style(reverse=True)


@dataclass(frozen=True)  # without slots: what is worked out is kept
class BoardPainter:
    """Draws one state of a board. It is made for one paint, so it may keep what it works out."""

    layout: BoardLayout
    view: BoardView
    players: tuple[Player, ...]
    cursor: Square
    preview: tuple[Square, str] | None
    """A square and the symbol that is shown there though no stone is."""
    lit: Mask
    """The squares drawn in reverse: they won, or their stone was placed just now."""
    ground: Style
    """How the board itself is drawn."""
    style: Callable[[str], Style]
    """Returns the style of one of the board's components: `label`, `empty` and so on."""
    colour: Callable[[str], str]
    """Returns what `rich` calls a player's colour."""

    def line(self, y: int) -> Cells:
        """Draw the column letters (line 0), the line of a row's symbols, or what is between two of these."""
        if y == 0:
            return self._letters()
        row, line = self.layout.row_at(y)
        is_symbols = line == self.layout.symbol_line and row < self._geometry.rows
        return self._row(row) if is_symbols else self._between(row, line)

    @property
    def _geometry(self) -> Geometry:
        return self.layout.geometry

    def _blanks(self) -> Cells:
        shown = Geometry(*self.layout.shown, 1)
        width = self.layout.cell.drawing(shown, self.layout.mark_width).width
        return [(" ", self._blank)] * width

    @cached_property
    def _blank(self) -> Style:
        """How a blank is drawn: between dots as they are, so that a row is one piece, else bare."""
        return Style(bgcolor=self.ground.bgcolor) if self.layout.cell.is_framed else self.style("empty")

    def _letters(self) -> Cells:
        cells = self._blanks()
        lit = self._geometry.column(self.cursor)
        label, label_lit = self.style("label"), self.style("label-lit")
        for column in self.layout.columns:
            x = self.layout.left(column) + self.layout.lead
            cells[x] = (column_letter(column), label_lit if column == lit else label)
        return cells

    def _between(self, row: int, line: int) -> Cells:
        """Draw what is above or below a row's symbols: its frame, or nothing."""
        layout, cells = self.layout, self._blanks()
        if not layout.cell.is_framed:
            return cells
        frame = 3 if line else 0 if row == 0 else 1 if row < self._geometry.rows else 2
        left, filling, between, right = tuple(FRAMES[frame])
        inside = between.join([filling * (layout.cell.width - 2)] * layout.shown.width)
        cells[LABEL_COLUMNS:] = [(left + inside + right, self.style("frame"))]
        return cells

    def _row(self, row: int) -> Cells:
        """Draw the line on which a row's symbols are."""
        layout, cells = self.layout, self._blanks()
        label = self.style("label-lit" if row == self._geometry.row(self.cursor) else "label")
        number = f"{row + 1}".rjust(LABEL_COLUMNS - 1).ljust(LABEL_COLUMNS)
        cells[:LABEL_COLUMNS] = [(digit, label) for digit in number]
        if layout.cell.is_framed:
            frame = self.style("frame")
            for x in range(LABEL_COLUMNS, len(cells), layout.cell.pitch.width):
                cells[x] = ("│", frame)
        columns = sorted(layout.columns, key=self._is_below_cursor(row))
        for column in columns:
            self._draw_square(cells, column, self._geometry.at(column, row))
        return cells

    def _is_below_cursor(self, row: int) -> Callable[[int], bool]:
        """Return what sorts the cursor's column last: its brackets may cover those of a neighbour."""
        under = self._geometry.column(self.cursor) if row == self._geometry.row(self.cursor) else -1
        return under.__eq__

    def _draw_square(self, cells: Cells, column: int, square: Square) -> None:
        """Draw a square's symbol, and what is beside it, into its row's cells."""
        layout = self.layout
        width, wide = layout.mark_width, layout.cell.width > 2
        symbol, style = self._mark(square)
        beside = style + _NOT_UNDERLINED if style.underline else style
        start = layout.left(column)
        x = start + layout.lead
        if wide and self.lit >> square & 1:
            cells[start : start + layout.inside] = [(" ", beside)] * layout.inside
        cells[x] = (symbol, style)
        if width > 1:
            cells[x + 1] = ("", style) if cell_len(symbol) == width else (" ", beside)
        if not layout.has_brackets:
            return
        is_new = self.view.new >> square & 1
        left, right = ("[", "]") if square == self.cursor else ("(", ")") if is_new else (" ", " ")
        if left != " " or wide:  # as the symbol is drawn, so that all three are one piece
            cells[x - 1], cells[x + width] = (left, beside), (right, beside)

    def _mark(self, square: Square) -> tuple[str, Style]:
        """Return what stands on a square and how it is drawn.

        Without room for brackets the cursor is told by reverse, a new stone by being underlined.
        """
        bare, is_cursor = not self.layout.has_brackets, square == self.cursor
        owner = next((p for p, stones in enumerate(self.view.stones) if stones >> square & 1), None)
        if owner is not None:
            symbol, style = self.players[owner].symbol, self._stones[owner]
            if square == self.view.last or (bare and self.view.new >> square & 1):
                style += _UNDERLINED
            if self.lit >> square & 1:
                style += _REVERSED
        elif self.preview is not None and square == self.preview[0]:
            symbol, style = self.preview[1], self.style("preview")
        else:
            symbol = " " if self.layout.cell.is_framed else EMPTY_SQUARE
            style = self.style("cursor") if is_cursor else self._blank
        return symbol, style + _REVERSED if bare and is_cursor else style

    @cached_property
    def _stones(self) -> list[Style]:
        """How each player's stones are drawn."""
        ground = self.ground.bgcolor
        return [Style(color=self.colour(p.colour), bgcolor=ground, bold=True) for p in self.players]
