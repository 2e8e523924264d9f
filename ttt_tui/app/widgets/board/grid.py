"""The board: one widget that draws lines of text and repaints only the squares that changed.

A widget for each square would be slow to start and to place, and would send kilobytes for a key over a slow
line. Here a changed square is a small region to refresh; of the cursor's square only the corners are.
"""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, reduce
from operator import or_

from rich.cells import cell_len
from rich.segment import Segment
from textual import events, on
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import var
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from ttt_tui.app.contrast import contrast
from ttt_tui.app.roles import TEXT_CONTRAST
from ttt_tui.app.terminal.filters import only_ascii, seen_of_256
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.themes import ink_on, player_colour, roles_of
from ttt_tui.app.widgets.board.cell_size import POINTS, best_size, drawing_in
from ttt_tui.app.widgets.board.ground import glyphs_for
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import Animation, Moment, motion, rest
from ttt_tui.app.widgets.board.painter import BoardPainter, changed_cells, changed_labels, cursor_cells
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Mask, Placement, Player, Square, squares_of

REST_SECONDS = 0.15
"""Seconds that the cursor rests on a square until a stone is previewed: a key should write few bytes."""


WHEEL: dict[type[events.MouseEvent], tuple[int, int]] = {
    events.MouseScrollDown: (0, 1),
    events.MouseScrollUp: (0, -1),
    events.MouseScrollLeft: (-1, 0),
    events.MouseScrollRight: (1, 0),
}
"""Event of the wheel → the columns and rows by which it scrolls."""


class BoardGrid(Widget):
    """Draws a board of any size, keeps the cursor, and posts `Chosen` for a click on a square.

    The board has the largest cells that fit, and scrolls with the cursor if even the smallest do not fit.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {
        "board-grid--label",
        "board-grid--label-lit",
        "board-grid--grid",
        "board-grid--star",
        "board-grid--hole",
        "board-grid--strong",
        "board-grid--cursor",
        "board-grid--cursor-filled",
        "board-grid--rim",
        "board-grid--edge",
        "board-grid--text",
        "board-grid--good",
        "board-grid--muted",
        "board-grid--bad",
        "board-grid--accent",
    }
    DEFAULT_CSS = """
    BoardGrid {
        width: auto;
        height: auto;
        max-width: 100%;
        max-height: 100%;
        background: $board;
        & > .board-grid--label { color: $muted; }
        & > .board-grid--label-lit { color: $role-accent; text-style: bold; }
        & > .board-grid--grid { color: $grid; }
        & > .board-grid--star { color: $star; }
        & > .board-grid--hole { color: $hole; }
        & > .board-grid--strong { color: $star; }
        &:ansi > .board-grid--strong { color: $muted; }
        & > .board-grid--cursor { color: $role-accent; text-style: bold; }
        & > .board-grid--cursor-filled { color: $ink; background: $role-accent; text-style: bold; }
        & > .board-grid--rim { color: $rim; background: $ground; }
        & > .board-grid--edge { color: $board; background: $edge; }
        & > .board-grid--text { color: $role-text; }
        & > .board-grid--good { color: $good; }
        & > .board-grid--muted { color: $muted; }
        & > .board-grid--bad { color: $bad; }
        & > .board-grid--accent { color: $role-accent; }
    }
    """

    cursor: var[Square] = var(0, init=False)
    """The square on which Enter places."""
    hover: var[Square | None] = var(None, init=False)
    """The square under the mouse."""
    previewed: var[int | None] = var(None, init=False, always_update=True)
    """The player or mark whose stone is previewed where a click would place it, None for no preview.

    Set it after `show`. With small boards that begins a turn, and moves the cursor to a playable square.

    Where stones fall or players choose marks, and with `previews_at_cursor`, the stone is also previewed
    where Enter would place it, once the cursor rests.
    """
    previews_at_cursor: var[bool] = var(False, init=False)
    """Whether a stone is previewed at the cursor."""

    class Chosen(Message):
        """A square was clicked."""

        def __init__(self, square: Square, drawn: Square | None) -> None:
            super().__init__()
            self.square = square
            self.drawn = drawn
            """The square under the mouse; where stones fall, perhaps another one of the column."""

    class Drawn(Message):
        """The mouse drew on a square of a board that `is_drawn_on`."""

        def __init__(self, square: Square, *, is_first: bool) -> None:
            super().__init__()
            self.square = square
            self.is_first = is_first
            """Whether the button was pressed there, rather than moved there."""

    def __init__(self, geometry: Geometry, players: tuple[Player, ...]) -> None:
        super().__init__()
        self.geometry = geometry
        self.is_drawn_on = False
        """Whether the mouse draws: it posts `Drawn` as long as its button is pressed, and no `Chosen`."""
        self._pen: Square | None = None  # where it has drawn last
        self.players = players
        self.view = BoardView((0,) * len(players))
        middle = geometry.at(geometry.columns // 2, geometry.rows // 2)
        self.set_reactive(BoardGrid.cursor, self.landing(middle))
        self.mark_width = max(cell_len(player.symbol) for player in players)
        self._drawn = BoardLayout(geometry, self.mark_width, Size(0, 0), POINTS[-1], Offset(0, 0))
        self._centred_in = Size(0, 0)  # the size in which the stones were last scrolled to the middle
        self._shown = (self.view, rest(self.view))
        self._pale: Mask = 0  # the squares on which a stone is previewed
        self._resting: Timer | None = None  # until it rings the cursor moves
        self._rested: Square | None = None  # where it last rested, on a rack and with this view
        self._moving = Animation(self, self._show_moment)
        self._result_seconds = 0.0
        self._turn: tuple[Mask, ...] = ()  # the stones with which the latest turn began
        self.mark = 0
        """The mark that is placed next where players choose one: the latest choice."""
        self.shows_numbers = False
        """Whether stones show the numbers of their moves."""
        self._painter: BoardPainter

    # --- display -----------------------------------------------------------------------------------------

    def show(self, view: BoardView) -> None:
        """Show a view, in motion if there is any, and repaint only the squares that differ.

        This ends a running motion.
        """
        if view == self.view:
            return
        before, moments, lit = self.view, motion(self.geometry, self.view, view), self._lit
        self._result_seconds = moments[-1][0] if view.winning or view.is_drawn else 0.0
        self.view, self._rested = view, None
        self._moving.run(moments)
        if before.has_cursor != view.has_cursor:
            self._refresh_all(cursor_cells(self.drawn, view, self.cursor, self.shows_numbers))
        self.cursor, self.hover = self.cursor, self.hover  # a new stone may be where these were
        if view.boards and view.boards.due is not None and view.boards != before.boards:
            self._bring_into_sight(self.drawn.first_square(view.boards.due))
        self._refresh_all(changed_labels(self.drawn, lit, self._lit))
        self._show_previews()

    @property
    def _lit(self) -> Square | None:
        """The square whose letter and number are highlighted, None after the end of the game.

        It has the cursor, or the latest stone where people here cannot place.
        """
        if self.view.is_over:
            return None
        return self.cursor if self.view.has_cursor else self.view.last

    def show_numbers(self, shows: bool) -> None:
        """Show or hide the move numbers on the stones."""
        if shows != self.shows_numbers:
            self.shows_numbers = shows
            if self.view.boards:  # large stones make room for numbers
                self.refresh()
            else:
                self._refresh_all(self.drawn.numbered(square) for square in self.view.numbers)

    def result_seconds(self) -> float:
        """Return the seconds of the running motion of a win or a draw, 0 without one."""
        return self._result_seconds if self._moving.is_running else 0.0

    def _show_moment(self, moment: Moment) -> None:
        before, self._shown = self._shown, (moment.shown(self.view), moment)
        self._refresh_all(changed_cells(self.drawn, before, self._shown))
        self._show_previews()

    def _refresh_all(self, regions: Iterable[Region]) -> None:
        """Repaint these regions; all of a hidden board, which has no size yet."""
        if not self.size:
            self.refresh()
        elif cells := [region for region in regions if region]:
            self.refresh(*cells)

    def seat(self, players: tuple[Player, ...]) -> None:
        """Draw other players' symbols and colours from now on."""
        self.players = players
        self.mark_width = max(cell_len(player.symbol) for player in players)
        self.refresh(layout=True)

    def show_by(self, geometry: Geometry) -> None:
        """Label columns and rows as this geometry does: the same board, perhaps for another reader."""
        if geometry.coordinates is not self.geometry.coordinates:
            self.geometry = geometry
            self._drawn = replace(self._drawn, geometry=geometry)
            self.refresh()

    def placement(self, chosen: Placement) -> Placement:
        """Return the placement of a stone on a chosen square: where it comes to rest, and with which mark.

        A mark that is chosen with the square also becomes the next mark.
        """
        geometry, mark = self.geometry, self.geometry.mark_of(chosen)
        square = self.landing(geometry.square_of(chosen))
        if not geometry.is_wild:
            return square
        if mark is not None:
            self.choose_mark(mark)
        return geometry.marked(square, self.mark)

    def choose_mark(self, mark: int) -> None:
        """Set the mark that is placed next, and previewed."""
        self.mark = mark
        if self.previewed is not None:
            self.previewed = mark

    def landing(self, square: Square) -> Square:
        """Return where a stone placed on a square comes to rest, the top square for a full column."""
        geometry = self.geometry
        landing = geometry.landing(square, reduce(or_, self.view.stones, 0))
        return geometry.at(geometry.column(square), 0) if landing is None else landing

    def move_cursor(self, columns: int, rows: int) -> None:
        """Move the cursor by `columns` and `rows`, up to the edge; on a torus a single step crosses the edge.

        Where stones fall, the cursor moves along the columns, and `rows` scroll a board that does not fit.
        """
        geometry = self.geometry
        if geometry.rules.drop and rows:
            self._scroll(self.drawn.first + (0, rows))
            return
        column, row = geometry.column(self.cursor) + columns, geometry.row(self.cursor) + rows
        if geometry.rules.wrap and abs(columns) + abs(rows) == 1:
            column, row = column % geometry.columns, row % geometry.rows
        column = min(max(column, 0), geometry.columns - 1)
        self.cursor = geometry.at(column, min(max(row, 0), geometry.rows - 1))

    def validate_cursor(self, square: Placement) -> Square:
        """Return where a stone would come to rest, if the cursor is visible; else the square itself."""
        square = self.geometry.square_of(square)
        return self.landing(square) if self.view.has_cursor else square

    def validate_hover(self, square: Square | None) -> Square | None:
        return None if square is None else self.landing(square)

    def watch_cursor(self, before: Square, after: Square) -> None:
        """Repaint the two squares and their labels, or everything if the board has to scroll."""
        if not self._bring_into_sight(after) and self.view.has_cursor:
            for square in (before, after):
                self._refresh_all(cursor_cells(self.drawn, self.view, square, self.shows_numbers))
            self._refresh_all(changed_labels(self.drawn, before, after))
        self._rest_later()
        self.place_hardware_cursor()

    def watch_hover(self) -> None:
        self._show_previews()

    def watch_previewed(self, before: int | None, after: int | None) -> None:
        """Repaint all previews if they are another player's, and begin a turn."""
        if before != after:
            self._refresh_all(self.drawn.stone(square) for square in squares_of(self._pale))
            self._show_previews()
        boards, stones = self.view.boards, self.view.stones
        if boards and after is not None and self.view.has_cursor and stones != self._turn:
            from ttt_tui.app.widgets.board.nine import start_of_turn  # only games of Ultimate need it

            self._turn = stones
            self.cursor = start_of_turn(self.drawn, boards, reduce(or_, stones), self.cursor)

    def watch_previews_at_cursor(self) -> None:
        self._rest_later()

    def on_mount(self) -> None:
        self._rest_later()

    def _rest_later(self) -> None:
        """Preview no stone at the cursor until it rests; on a rack the pale stone stays behind until then."""

        def rest_now() -> None:
            self._resting = None
            self._rested = self.cursor if self.geometry.rules.drop else None
            self._show_previews()

        if self._previews_at_cursor:
            if self._resting is not None:
                self._resting.stop()
            self._resting = self.set_timer(REST_SECONDS, rest_now)
        self._show_previews()

    def _show_previews(self) -> None:
        """Repaint the squares that have, or no longer have, a preview."""
        before, self._pale = self._pale, self._previews
        self._refresh_all(self.drawn.stone(square) for square in squares_of(before ^ self._pale))

    @property
    def _previews(self) -> Mask:
        """The squares on which a stone is previewed: where a click places it, and perhaps Enter.

        The preview at the cursor needs mixed colours: otherwise it would look like a stone. There is none
        beside labels, some of which are pale stones, too, and none at all while a stone falls.
        """
        if self.previewed is None or self._shown[1].falling is not None:
            return 0
        under_mouse = 0 if self.hover is None else 1 << self.hover
        square = self.cursor if self._resting is None else self._rested
        has_own = self._previews_at_cursor and self.view.has_cursor and not self.view.labels
        under_cursor = 1 << square if has_own and square is not None and self._styles.wood else 0
        previews = (under_mouse | under_cursor) & ~reduce(or_, self.view.stones, self.view.forbidden)
        return previews & self.view.boards.playable_squares if previews and self.view.boards else previews

    @property
    def _previews_at_cursor(self) -> bool:
        """Whether a stone is previewed at the cursor: on request, or to show its resting place or mark."""
        return self.previews_at_cursor or self.geometry.rules.drop or self.geometry.is_wild

    # --- sizes -------------------------------------------------------------------------------------------

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the largest drawing that fits."""
        return drawing_in(self.geometry, self.mark_width, container).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return drawing_in(self.geometry, self.mark_width, container).height

    @property
    def drawn(self) -> BoardLayout:
        """The layout by the latest size, which may be known before the resize event."""
        if (self._drawn.room, self._drawn.mark_width) != (self.size, self.mark_width):
            cell = best_size(self.geometry, self.mark_width, self.size)
            self._drawn = replace(self._drawn, mark_width=self.mark_width, room=self.size, cell=cell)
        return self._drawn

    def on_resize(self) -> None:
        """Show the middle of the stones if the board has to scroll, and the cursor.

        A status line that takes a line or returns it does not scroll.
        """
        (width, height), before = self.size, self._centred_in
        is_other = width != before.width or abs(height - before.height) > 1
        if is_other and not self.geometry.block_side:
            self._centred_in = self.size
            self._scroll(self.drawn.centred(reduce(or_, self.view.stones, 1 << self.cursor)))
        self._bring_into_sight(self.cursor)
        self.place_hardware_cursor()

    def _bring_into_sight(self, square: Square) -> bool:
        """Scroll to a square; return whether that was necessary."""
        return self._scroll(self.drawn.scroll_for(square))

    def _scroll(self, first: Offset) -> bool:
        """Scroll so that this column and row are at the top left; return whether anything changed."""
        drawn = self.drawn
        first = drawn.possible(first)
        if first == drawn.first:
            return False
        self._drawn = replace(drawn, scrolled=first)
        self.refresh()
        return True

    def place_hardware_cursor(self) -> None:
        """Move the terminal's own cursor to the square, for screen readers."""
        if self.is_attached and self.screen.is_active:
            self.app.cursor_position = self.content_region.offset + self.drawn.anchor(self.cursor)

    # --- drawing -----------------------------------------------------------------------------------------

    def render_lines(self, crop: Region) -> list[Strip]:
        kind = BoardPainter
        if self.geometry.rules.drop:
            from ttt_tui.app.widgets.board.rack import RackPainter as kind  # only racks need it

        self._painter = kind(
            self.drawn,
            *self._shown,
            self.players,
            cursor=self.cursor if self.view.has_cursor else None,
            labelled=self._lit,
            preview=None if self.previewed is None else (self._previews, self.previewed),
            glyphs=glyphs_for(self.drawn.cell, only_ascii(self.app)),
            inks=self._styles,
            shows_numbers=self.shows_numbers,
        )
        return super().render_lines(crop)

    @property
    def _styles(self) -> BoardStyles:
        theme, has_colours = self.app.current_theme, not self.app.no_color
        colours = [(player_colour(theme, p.colour), ink_on(theme, p.colour)) for p in self.players]
        if self.app.console.color_system == "256" and not theme.ansi:
            seen = [(self._seen_of_256(colour, roles_of(theme).board), ink) for colour, ink in colours]
            if len({*seen}) == len(colours):  # then grounds and shapes of a player are alike
                colours = seen
        part = cache(lambda name: self.get_component_rich_style(f"board-grid--{name}"))
        return BoardStyles(part, colours, has_colours, self.app.console.color_system == "truecolor")

    def _seen_of_256(self, colour: str, board: str) -> str:
        """Return the colour in which a player's shapes are seen, or `colour` if letters need another one."""
        seen = seen_of_256(colour, board)
        is_readable = self.drawn.cell.has_drawn_stones or contrast(seen, board) >= TEXT_CONTRAST
        return seen if is_readable else colour

    @property
    def draws_ghosts(self) -> bool:
        """Whether stones that are only meant are drawn, pale, instead of their labels."""
        return self._styles.wood is not None and not only_ascii(self.app)

    def render_line(self, y: int) -> Strip:
        painter = self._painter
        strip = Strip([Segment(text, style) for text, style in painter.line(y)]).simplify()
        return strip.adjust_cell_length(painter.layout.room.width, self.rich_style)

    # --- the mouse ---------------------------------------------------------------------------------------

    def square_at(self, x: int, y: int) -> Square | None:
        """Return the square drawn at a place of the widget, None for none.

        Where stones fall, any place in a column counts.
        """
        drawn = self.drawn
        if self.geometry.rules.drop and 0 <= y < drawn.core.bottom:
            y = drawn.middles[drawn.first.y]
        return drawn.square_at(x, y)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        self.hover = self.square_at(event.x, event.y)
        if self._pen is not None and event.button == LEFT_BUTTON:
            square = self.drawn.square_at(event.x, event.y)
            if square is not None and square != self._pen:
                for each in self.geometry.straight(self._pen, square):
                    self.post_message(self.Drawn(each, is_first=False))
                self._pen = square
        else:
            self._pen = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.is_drawn_on and event.button == LEFT_BUTTON:
            self._pen = self.drawn.square_at(event.x, event.y)
            if self._pen is not None:
                self.post_message(self.Drawn(self._pen, is_first=True))

    def on_mouse_up(self) -> None:
        self._pen = None

    def on_leave(self) -> None:
        self.hover = None

    def on_click(self, event: events.Click) -> None:
        square = self.square_at(event.x, event.y)
        if square is not None and event.button == LEFT_BUTTON and not self.is_drawn_on:
            self.post_message(self.Chosen(square, self.drawn.square_at(event.x, event.y)))

    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    @on(events.MouseScrollLeft)
    @on(events.MouseScrollRight)
    def scroll_by_wheel(self, event: events.MouseEvent) -> None:
        self._scroll(self.drawn.first + WHEEL[type(event)])
