"""The list of stored games, and the game with the cursor in small beside it.

The list has a row for each game; only visible rows are made, and only changes painted.

A key that is held down has to be quick on a slow line, too: it moves a bar of one cell, whose row is raised
once the cursor rests, and at an edge the list scrolls by a window, not by a row.
"""

from collections.abc import Sequence
from datetime import date

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Vertical
from textual.message import Message
from textual.timer import Timer

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import BOLD, MUTED, Line, Lines, TextStyle, fitted, padded, spread
from ttt_tui.app.widgets.lists import MORE_ABOVE, MORE_BELOW
from ttt_tui.app.widgets.pictures import Miniature
from ttt_tui.errors import RecordError
from ttt_tui.session.game_rows import (
    GAP,
    GameSign,
    Layout,
    board_and_length,
    layout,
    moves_words,
    players_within,
    sign_of,
)
from ttt_tui.session.history_tables import result
from ttt_tui.session.wording import sentence
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

COLOURS_OF_STANDING = {
    GameSign.WON: "good",
    GameSign.DRAWN: "muted",
    GameSign.LOST: "bad",
    GameSign.UNFINISHED: "muted",
    GameSign.WATCHED: "muted",
}

BAR = "▌"
"""The mark before the row with the cursor."""

MARGIN = 2
"""Cells left of a row, with the bar, and right of it, with the signs that the list continues."""

SETTLED_SECONDS = 0.12
"""Seconds without a move after which the cursor rests: details of rows passed on the way are not written."""

WHEEL_ROWS = 3
"""Rows for a notch of the mouse's wheel."""


class GameTable(Lines, can_focus=True):
    """The list of games; Enter is left to the screen."""

    BINDINGS = [
        Binding("down,j", "go(1)", "down", show=False, id="games.down"),
        Binding("up,k", "go(-1)", "up", show=False, id="games.up"),
        Binding("pagedown", "page(1)", "page down", show=False, id="games.page_down"),
        Binding("pageup", "page(-1)", "page up", show=False, id="games.page_up"),
        Binding("home", "jump(0)", "first", show=False, id="games.first"),
        Binding("end", "jump(-1)", "last", show=False, id="games.last"),
    ]
    DEFAULT_CSS = """
    GameTable { width: 1fr; max-width: 110; height: 1fr; background: $ground; }
    """

    class Moved(Message):
        """Another game has the cursor."""

    class Settled(Message):
        """The cursor rests."""

    class Opened(Message):
        """The game with the cursor was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: Sequence[Entry] = ()
        """The listed games."""
        self._names = Names()
        self._today = date.min
        self._layout: Layout | None = None
        self._layout_width = 0
        self._top = 0  # the first row in sight
        self._settling: Timer | None = None  # until the cursor rests
        self.cursor_row = 0
        """The row with the cursor, from 0."""

    def show(self, entries: Sequence[Entry], names: Names, today: date) -> None:
        """List these games; the cursor stays in its row if that exists.

        `names` are the user's names, of which the present one is listed.
        """
        self.entries, self._names, self._today = entries, names, today
        self._layout = None
        self.cursor_row = min(self.cursor_row, max(0, len(entries) - 1))
        self.follow()

    # --- moving ------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable all movement in an empty list."""
        return bool(self.entries)

    def action_go(self, by: int) -> None:
        self._go_to(self.cursor_row + by)

    def action_page(self, by: int) -> None:
        """Move a window down (1) or up (-1)."""
        self._go_to(self.cursor_row + by * max(1, self.size.height - 1))

    def action_jump(self, end: int) -> None:
        """Move to the first game (0) or the last (-1)."""
        self._go_to(0 if end == 0 else len(self.entries) - 1)

    def _go_to(self, row: int) -> None:
        row = min(max(row, 0), len(self.entries) - 1)
        if row != self.cursor_row:
            self._move(row)

    def _move(self, row: int) -> None:
        self.cursor_row = row
        if self._settling is not None:
            self._settling.stop()
        self._settling = self.set_timer(SETTLED_SECONDS, self._settle)
        self.follow()
        self.post_message(self.Moved())

    def _settle(self) -> None:
        self._settling = None
        self.follow()
        self.post_message(self.Settled())

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or event.button != LEFT_BUTTON:
            return
        row = offset.y + self._top
        if row >= len(self.entries):
            return
        if row == self.cursor_row:
            self.post_message(self.Opened())
        self._go_to(row)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(-WHEEL_ROWS)

    def _scroll(self, by: int) -> None:
        """Move the window over the games; the cursor stays visible."""
        top = min(max(self._top + by, 0), max(0, len(self.entries) - self.size.height))
        if top != self._top:
            self._top = top
            row = min(max(self.cursor_row, top), top + self.size.height - 1)
            if row != self.cursor_row:
                self._move(row)
            else:
                self.follow()

    def on_focus(self) -> None:
        self.follow()

    def on_blur(self) -> None:
        self.follow()

    # --- drawing -----------------------------------------------------------------------------------------

    def lines(self, width: int) -> list[Line]:
        """Return the visible rows."""
        height = self.size.height
        self._top = self._first_row(height)
        shown = range(self._top, min(self._top + height, len(self.entries)))
        rows = [self._row(number, width) for number in shown]
        if not rows:
            return []
        if self._top:
            rows[0] = _with_sign(rows[0], MORE_ABOVE)
        if shown.stop < len(self.entries):
            rows[-1] = _with_sign(rows[-1], MORE_BELOW)
        return rows

    def _first_row(self, height: int) -> int:
        """Return the first visible row; beyond an edge a window keeps one row of the previous one."""
        count, row, top = len(self.entries), self.cursor_row, self._top
        if height <= 0:
            return 0
        if row >= top + height:
            top = row - 1
        elif row < top:
            top = row - height + 2
        return min(max(top, 0), max(0, count - height))

    def _row(self, number: int, width: int) -> Line:
        room = width - 2 * MARGIN
        if self._layout is None or self._layout_width != room:
            self._layout, self._layout_width = layout(self.entries, self._names, self._today, room), room
        entry, fitting = self.entries[number], self._layout
        has_cursor = number == self.cursor_row
        is_marked = has_cursor and self._settling is None
        ground = "raised" if is_marked else "ground"
        quiet = TextStyle("muted", ground, stands_out=is_marked and self.has_focus)
        plain, faint = quiet._replace(colour="text"), quiet._replace(colour="muted" if is_marked else "faint")
        before = " ".join(
            padded(cell(entry, self._today), cells) + " " * (GAP - 1)
            for cell, cells in zip(fitting.cells, fitting.widths, strict=True)
        )
        stands = sign_of(entry, self._names)
        left: Line = (
            (before + " " if before else "", quiet),
            (stands.value, quiet._replace(colour=COLOURS_OF_STANDING[stands], bold=True)),
            (" " * GAP, quiet),
            *self._players(entry, fitting.players, plain),
        )
        moves = moves_words(entry) if fitting.moves else ""
        row = spread(left, ((moves, faint),), room, quiet)
        bar = TextStyle("accent", "ground")
        return (
            (BAR if has_cursor and self.has_focus else " ", bar),
            (" ", quiet),
            *row,
            (" " * MARGIN, quiet),
        )

    def _players(self, entry: Entry, room: int, style: TextStyle) -> Line:
        players = players_within(entry, self._names, room)
        runs: list[tuple[str, TextStyle]] = []
        for named in players.named:
            runs.append((named.player.symbol, style._replace(colour=named.player.colour, bold=True)))
            runs.append((f" {named.name}", style._replace(bold=named.is_winner)))
            runs.append((" " * GAP, style))
        return (*runs, (players.rest, style._replace(colour="muted"))) if players.rest else tuple(runs[:-1])


def _with_sign(row: Line, sign: str) -> Line:
    """Return a row that ends with the sign that the list continues."""
    (blanks, style), rest = row[-1], row[:-1]
    return (*rest, (blanks[: -cell_len(sign)], style), (sign, style._replace(bold=False)))


# --- the game with the cursor ------------------------------------------------------------------------------


class Caption(Lines):
    """Two lines below the picture: the result, and what was played."""

    DEFAULT_CSS = """
    Caption { height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._texts: Sequence[tuple[str, TextStyle]] = ()

    def show(self, texts: Sequence[tuple[str, TextStyle]]) -> None:
        self._texts = texts
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the lines, centred like the picture."""
        shown = ((fitted(text, width), style) for text, style in self._texts)
        return [
            ((" " * max(0, (width - cell_len(text)) // 2), MUTED), (text, style)) for text, style in shown
        ]


class GamePreview(Vertical):
    """Shows the final position of a game."""

    DEFAULT_CSS = """
    GamePreview {
        width: 47;
        height: 1fr;
        padding: 0 2 0 2;
        background: $ground;
        & > Caption { margin-top: 1; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._picture, self._caption = Miniature(), Caption()
        self._shown: Entry | None = None

    def compose(self) -> ComposeResult:
        yield Center(self._picture)
        yield self._caption

    def show(self, entry: Entry | None) -> None:
        """Show the end of this game, or nothing for None."""
        if not self.display or entry is self._shown:
            return
        self._shown = entry
        if entry is None:
            self._picture.display = False
            self._caption.show(())
            return
        try:
            position = entry.game().position
        except RecordError as error:
            self._picture.display = False
            self._caption.show(((str(error), MUTED),))
            return
        self._picture.display = True
        self._picture.show(entry.setup.geometry, position.stones, entry.setup.drawn_players)
        self._caption.show(((sentence(result(entry)), BOLD), (board_and_length(entry), MUTED)))
