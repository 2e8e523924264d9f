"""The board: one widget that draws lines of text and repaints no more than the squares that changed.

A widget for each square would be slow to start and to place, and would send kilobytes for a key over a slow
line. Here a changed square is a small region to refresh, and neighbours of equal style are one segment.
"""

from dataclasses import replace
from functools import cache

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets import mouse
from ttt_tui.app.widgets.board.layout import CELL_SIZES, LABEL_COLUMNS, BoardLayout, CellSize, best_cell_size
from ttt_tui.app.widgets.board.painter import BoardPainter
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Mask, Player, Square, squares_of

FLASH_SECONDS = 0.2
"""How long a stone that was placed, or a line that won, is lit the other way round."""


class BoardGrid(Widget):
    """Draws a board of any size, keeps the cursor, and tells which square was clicked.

    It takes the largest cells with which the board fits, and scrolls with the cursor if none are that small.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {
        "board-grid--label",
        "board-grid--label-lit",
        "board-grid--empty",
        "board-grid--cursor",
        "board-grid--preview",
        "board-grid--frame",
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
        & > .board-grid--frame { color: $foreground 35%; }
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
        self._drawn = BoardLayout(geometry, self._mark_width, Size(0, 0), CELL_SIZES[-1], Offset(0, 0))
        self._flashing: Mask = 0
        self._painter: BoardPainter

    # --- being told --------------------------------------------------------------------------------------

    def show(self, view: BoardView) -> None:
        """Show this view; only the squares that differ are painted again."""
        before, self.view = self.view, view
        changed = before.changed(view)
        for square in squares_of(changed):
            self._refresh_square(square)
        self._flash(self._flashing & ~changed)
        self._refresh_lit(before.winning ^ view.winning)
        news = view.winning & ~before.winning
        if view.last is not None and view.last != before.last:
            news |= view.new & 1 << view.last
        if news and self.app.animation_level != "none":
            self._flash(self._flashing ^ news)
            self.set_timer(FLASH_SECONDS, lambda: self._flash(0))

    def _flash(self, squares: Mask) -> None:
        """Draw these squares reversed that are not otherwise, and the other way round."""
        changed, self._flashing = self._flashing ^ squares, squares
        self._refresh_lit(changed)

    def _refresh_lit(self, squares: Mask) -> None:
        """Repaint squares that are lit now, or no longer: that is more of them than a stone takes."""
        for square in squares_of(squares):
            self._repaint(self.drawn.whole(square))

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
            self._refresh_labels(before, after)
        self.place_hardware_cursor()

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
        """Return the cells that the largest drawing that fits takes, of the smallest if none does."""
        return self._drawing(container).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that this drawing takes."""
        return self._drawing(container).height

    def cell_size_in(self, room: Size) -> CellSize:
        """Return the size that the cells have in so much room."""
        return best_cell_size(self.geometry, self._mark_width, room)

    def _drawing(self, room: Size) -> Size:
        return self.cell_size_in(room).drawing(self.geometry, self._mark_width)

    @property
    def drawn(self) -> BoardLayout:
        """What is where, by the latest size: that may be known before there is news of it."""
        if (self._drawn.room, self._drawn.mark_width) != (self.size, self._mark_width):
            cell = self.cell_size_in(self.size)
            self._drawn = replace(self._drawn, mark_width=self._mark_width, room=self.size, cell=cell)
        return self._drawn

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._bring_into_sight(self.cursor)
        self.place_hardware_cursor()

    def _bring_into_sight(self, square: Square) -> bool:
        """Bring a square into sight; return whether the board had to move for it."""
        return self._scroll(self.drawn.scroll_for(square))

    def _scroll(self, first: Offset) -> bool:
        """Bring this column and row to the top left corner, as far as the board goes."""
        before, moved = self.drawn.first, replace(self.drawn, scrolled=first)
        self._drawn = replace(moved, scrolled=moved.first)
        if moved.first == before:
            return False
        self.refresh()
        return True

    def place_hardware_cursor(self) -> None:
        """Put the terminal's own cursor on the square: screen readers follow it."""
        if self.is_attached and self.screen.is_active:
            self.app.cursor_position = self.content_region.offset + self.drawn.symbol_place(self.cursor)

    def _repaint(self, region: Region) -> None:
        """Paint this part anew. A hidden board has no size and no places: later all of it is painted."""
        if self.size:
            self.refresh(region)
        else:
            self.refresh()

    def _refresh_square(self, square: Square) -> None:
        self._repaint(self.drawn.region(square))

    def _refresh_labels(self, before: Square, after: Square) -> None:
        """Repaint the letters and numbers of two squares, as far as they are not the same."""
        geometry = self.geometry
        for square in (before, after):
            x, y = self.drawn.symbol_place(square)
            if geometry.column(before) != geometry.column(after):
                self._repaint(Region(x, 0, 1, 1))
            if geometry.row(before) != geometry.row(after):
                self._repaint(Region(0, y, LABEL_COLUMNS - 1, 1))

    # --- drawing -----------------------------------------------------------------------------------------

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw the lines of a region."""
        self._painter = self._new_painter()
        return super().render_lines(crop)

    def _new_painter(self) -> BoardPainter:
        """Return what draws the board as it is now."""
        theme = self.app.current_theme
        preview = None
        if self.hover is not None and self.previewed is not None:
            preview = self.hover, self.players[self.previewed].symbol
        return BoardPainter(
            self.drawn,
            self.view,
            self.players,
            self.cursor,
            preview,
            lit=self.view.winning ^ self._flashing,
            ground=self.rich_style,
            style=cache(lambda name: self.get_component_rich_style(f"board-grid--{name}")),
            colour=lambda colour: player_colour(theme, colour),
        )

    def render_line(self, y: int) -> Strip:
        """Draw a line."""
        painter = self._painter
        strip = Strip(Segment(text, style) for text, style in painter.line(y)).simplify()
        return strip.adjust_cell_length(painter.layout.room.width, painter.ground)

    # --- the mouse ---------------------------------------------------------------------------------------

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at this place of the widget, None outside the board."""
        return self.drawn.square_at(x, y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Preview the stone under the mouse."""
        self.hover = self.square_at(event.x, event.y)

    def on_leave(self) -> None:
        """The mouse is elsewhere."""
        self.hover = None

    def on_click(self, event: events.Click) -> None:
        """Tell which square was clicked."""
        square = self.square_at(event.x, event.y)
        if square is not None and event.button == mouse.LEFT:
            self.post_message(self.Chosen(self, square))

    def on_mouse_scroll_down(self) -> None:
        """Scroll down a row."""
        self._scroll(self.drawn.first + (0, 1))

    def on_mouse_scroll_up(self) -> None:
        """Scroll up a row."""
        self._scroll(self.drawn.first - (0, 1))

    def on_mouse_scroll_right(self) -> None:
        """Scroll right by a column."""
        self._scroll(self.drawn.first + (1, 0))

    def on_mouse_scroll_left(self) -> None:
        """Scroll left by a column."""
        self._scroll(self.drawn.first - (1, 0))
