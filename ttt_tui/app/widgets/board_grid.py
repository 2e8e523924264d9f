"""The board: one widget that draws lines of text and repaints no more than the squares that changed.

A widget for each square would be slow to start and to place, and would send kilobytes for a key over a slow
line. Here a changed square is a small region to refresh, and neighbours of equal style are one segment.

What a square shows, by shape as well as by colour: `[X]` the cursor, `(X)` new since your last move, the very
last stone underlined, the winning line in reverse, a pale stone under the mouse.
"""

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.themes import PLAYER_COLOURS
from ttt_tui.app.view import BoardView
from ttt_tui.engine import Geometry, Player, Square, column_letter, squares_of

EMPTY = "·"
LABEL_COLUMNS = 3
"""Cells left of the board, for the row numbers."""


class BoardGrid(Widget):
    """Draws a board of any size, keeps the cursor, and tells which square was clicked.

    It chooses the wider cells if they fit, else the narrow ones, and scrolls with the cursor if neither does.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {
        "board-grid--label",
        "board-grid--label-lit",
        "board-grid--empty",
        "board-grid--cursor",
        "board-grid--preview",
    }
    DEFAULT_CSS = """
    BoardGrid {
        width: auto;
        height: auto;
        max-width: 100%;
        max-height: 100%;
        & > .board-grid--label { color: $text-muted; }
        & > .board-grid--label-lit { color: $text; text-style: bold; }
        & > .board-grid--empty { color: $foreground 35%; }
        & > .board-grid--cursor { color: $text; text-style: bold; }
        & > .board-grid--preview { text-style: italic dim; }
    }
    """

    cursor: var[Square] = var(0, init=False)
    """The square that Enter would place on."""
    hover: var[Square | None] = var(None, init=False)
    """The square under the mouse."""
    previewed: var[int | None] = var(None, init=False)
    """The player whose stone is shown under the mouse, None for nobody's."""

    class Chosen(Message):
        """A square was clicked."""

        def __init__(self, board: "BoardGrid", square: Square) -> None:
            super().__init__()
            self.board = board
            self.square = square

        @property
        def control(self) -> "BoardGrid":
            """The board."""
            return self.board

    def __init__(self, geometry: Geometry, players: tuple[Player, ...], id: str | None = None) -> None:
        super().__init__(id=id)
        self.geometry = geometry
        self.players = players
        self.view = BoardView((0,) * len(players))
        self.set_reactive(BoardGrid.cursor, geometry.at(geometry.columns // 2, geometry.rows // 2))
        self._mark_width = max(cell_len(player.symbol) for player in players)
        self._scrolled = Offset(0, 0)  # how far, by the latest size that is known

    # --- being told --------------------------------------------------------------------------------------

    def show(self, view: BoardView) -> None:
        """Show this view; only the squares that differ are painted again."""
        changed, self.view = self.view.changed(view), view
        for square in squares_of(changed):
            self._refresh_square(square)

    def seat(self, players: tuple[Player, ...]) -> None:
        """Draw other players' symbols and colours from now on."""
        self.players = players
        self._mark_width = max(cell_len(player.symbol) for player in players)
        self.refresh(layout=True)

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor by so many columns and rows, as far as the edge."""
        geometry = self.geometry
        column = min(max(geometry.column(self.cursor) + columns, 0), geometry.columns - 1)
        row = min(max(geometry.row(self.cursor) + rows, 0), geometry.rows - 1)
        self.cursor = geometry.at(column, row)

    def watch_cursor(self, before: Square, after: Square) -> None:
        """Repaint the two squares and their labels, or everything if the board has to scroll."""
        if not self._bring_into_sight(after):
            self._refresh_square(before)
            self._refresh_square(after)
            self._refresh_labels(before)
            self._refresh_labels(after)

    def watch_hover(self, before: Square | None, after: Square | None) -> None:
        """Repaint the squares that the mouse left and entered."""
        for square in (before, after):
            if square is not None:
                self._refresh_square(square)

    def watch_previewed(self) -> None:
        """Repaint the square under the mouse."""
        self.watch_hover(None, self.hover)

    # --- sizes -------------------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells that the widest drawing that fits takes, of the narrowest if none does."""
        wide = self._drawing_width(3)
        return wide if wide <= container.width else self._drawing_width(2)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that the whole board takes: its rows and the column letters."""
        return self.geometry.rows + 1

    def _drawing_width(self, cell: int) -> int:
        # Narrow cells share the place between two symbols, so that one more is needed at the end.
        return LABEL_COLUMNS + self.geometry.columns * cell + (cell == 2 and self._mark_width == 1)

    @property
    def cell_width(self) -> int:
        """How many cells of the terminal a square takes: 3 or 2."""
        return 3 if self._drawing_width(3) <= self.size.width else 2

    @property
    def _shown(self) -> Size:
        """How many columns and rows fit."""
        room = self.size.width - LABEL_COLUMNS - (self.cell_width == 2 and self._mark_width == 1)
        return Size(
            max(1, min(self.geometry.columns, room // self.cell_width)),
            max(1, min(self.geometry.rows, self.size.height - 1)),
        )

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._bring_into_sight(self.cursor)

    def _bring_into_sight(self, square: Square) -> bool:
        """Bring a square into sight; return whether the board had to move for it."""
        shown = self._shown
        column, row = self.geometry.column(square), self.geometry.row(square)
        return self._move_window(
            Offset(
                min(max(self._first.x, column - shown.width + 1), column),
                min(max(self._first.y, row - shown.height + 1), row),
            )
        )

    @property
    def _first(self) -> Offset:
        """The column and row in the top left corner: no further than what is shown now allows."""
        shown = self._shown
        return Offset(
            max(0, min(self._scrolled.x, self.geometry.columns - shown.width)),
            max(0, min(self._scrolled.y, self.geometry.rows - shown.height)),
        )

    def _move_window(self, first: Offset) -> bool:
        before, self._scrolled = self._first, first
        self._scrolled = self._first
        if self._scrolled == before:
            return False
        self.refresh()
        return True

    def _region(self, square: Square) -> Region:
        """Return where a square is drawn, with the brackets around it; it may be out of sight."""
        column = self.geometry.column(square) - self._first.x
        row = self.geometry.row(square) - self._first.y
        width = self.cell_width
        shares = width == 2 and self._mark_width == 1
        return Region(LABEL_COLUMNS + column * width, 1 + row, width + shares, 1)

    def _refresh_square(self, square: Square) -> None:
        self.refresh(self._region(square))

    def _refresh_labels(self, square: Square) -> None:
        region = self._region(square)
        self.refresh(Region(region.x, 0, region.width, 1), Region(0, region.y, LABEL_COLUMNS, 1))

    # --- drawing -----------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Draw the column letters (line 0) or one row of the board."""
        segments = self._letters() if y == 0 else self._row(y - 1 + self._first.y)
        strip = Strip(Segment(text, style) for text, style in segments).simplify()
        return strip.adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"board-grid--{name}")

    def _columns(self) -> range:
        return range(self._first.x, self._first.x + self._shown.width)

    def _letters(self) -> list[tuple[str, Style]]:
        lit = self.geometry.column(self.cursor)
        lead = self.cell_width - self._mark_width  # the symbol's place is the last but for a closing bracket
        before, after = (1, 1) if lead == 2 else (lead, 0)
        segments = [(" " * LABEL_COLUMNS, self._style("label"))]
        for column in self._columns():
            text = " " * before + column_letter(column).ljust(self._mark_width) + " " * after
            segments.append((text, self._style("label-lit" if column == lit else "label")))
        return segments

    def _row(self, row: int) -> list[tuple[str, Style]]:
        if row >= self.geometry.rows:
            return []
        lit = row == self.geometry.row(self.cursor)
        label = f"{row + 1}".rjust(LABEL_COLUMNS - 1).ljust(LABEL_COLUMNS)
        segments = [(label, self._style("label-lit" if lit else "label"))]
        squares = [self.geometry.at(column, row) for column in self._columns()]
        lead = self.cell_width - self._mark_width
        plain = self._style("empty")
        for i, square in enumerate(squares):
            left = self._bracket(square, 0) or (lead == 1 and i and self._bracket(squares[i - 1], 1)) or " "
            symbol, style = self._mark(square)
            segments.append((left if lead else "", self._edge_style(square, plain)))
            segments.append((symbol.ljust(self._mark_width - cell_len(symbol) + len(symbol)), style))
            if lead == 2:
                segments.append((self._bracket(square, 1) or " ", self._edge_style(square, plain)))
        if lead == 1 and self._mark_width == 1:
            segments.append((self._bracket(squares[-1], 1) or " ", plain))
        return segments

    def _bracket(self, square: Square, side: int) -> str:
        """Return the mark on the left (0) or right (1) of a square's symbol, or nothing."""
        if square == self.cursor:
            return "[]"[side]
        if self.view.new >> square & 1:
            return "()"[side]
        return ""

    def _edge_style(self, square: Square, plain: Style) -> Style:
        """Return how the cells beside a symbol are drawn: a wide winning square is lit as a whole."""
        if self.view.winning >> square & 1 and self.cell_width > 2:
            return self._mark(square)[1] + Style(underline=False)
        return self._style("cursor") if square == self.cursor else plain

    def _mark(self, square: Square) -> tuple[str, Style]:
        """Return what stands on a square and how it is drawn."""
        owner = next((p for p, stones in enumerate(self.view.stones) if stones >> square & 1), None)
        narrow = self.cell_width == self._mark_width  # no room for brackets: the cursor is told by reverse
        at_cursor = Style(reverse=True) if narrow and square == self.cursor else Style()
        if owner is None:
            if square == self.hover and self.previewed is not None:
                return self.players[self.previewed].symbol, self._style("preview") + at_cursor
            return EMPTY, self._style("cursor" if square == self.cursor else "empty") + at_cursor
        player = self.players[owner]
        style = Style(
            color=PLAYER_COLOURS[player.colour],
            bgcolor=self.rich_style.bgcolor,
            bold=True,
            underline=square == self.view.last,
            reverse=bool(self.view.winning >> square & 1),
        )
        return player.symbol, style + at_cursor

    # --- the mouse ---------------------------------------------------------------------------------------

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at this place of the widget, None outside the board."""
        if x < LABEL_COLUMNS or y < 1:
            return None
        column, row = (x - LABEL_COLUMNS) // self.cell_width, y - 1
        if column >= self._shown.width or row >= self._shown.height:
            return None
        return self.geometry.at(column + self._first.x, row + self._first.y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Preview the stone under the mouse."""
        self.hover = self.square_at(event.x, event.y)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.hover = None

    def on_click(self, event: events.Click) -> None:
        """Tell which square was clicked."""
        square = self.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Chosen(self, square))

    def on_mouse_scroll_down(self) -> None:
        """Scroll down a row."""
        self._move_window(self._first + (0, 1))

    def on_mouse_scroll_up(self) -> None:
        """Scroll up a row."""
        self._move_window(self._first - (0, 1))

    def on_mouse_scroll_right(self) -> None:
        """Scroll right by a column."""
        self._move_window(self._first + (1, 0))

    def on_mouse_scroll_left(self) -> None:
        """Scroll left by a column."""
        self._move_window(self._first - (1, 0))
