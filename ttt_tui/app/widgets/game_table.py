"""The list of stored games by days.

The list has a line for each day and each game; only visible lines are made, and only changes painted. The
first visible line always names a day.

A key that is held down has to be quick on a slow line, too: it moves a bar of one cell, whose row is raised
once the cursor rests, and at an edge the list scrolls by a window, not by a row.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from datetime import date
from itertools import groupby

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.timer import Timer

from ttt_tui.app.look.room import LOW
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, fitted, longest_fitting, padded
from ttt_tui.app.widgets.lists import MORE_ABOVE, MORE_BELOW
from ttt_tui.session.game_rows import (
    GAP,
    Columns,
    columns,
    day_titles,
    end_of_row,
    is_resumable,
    opponents,
)
from ttt_tui.session.wording import game_name, start_note
from ttt_tui.store.listing import Games, GameSign, sign_of
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

COLOURS_OF_SIGNS = {
    GameSign.WON: "good",
    GameSign.DRAWN: "muted",
    GameSign.LOST: "bad",
    GameSign.UNFINISHED: "muted",
    GameSign.WATCHED: "muted",
}

BAR = "▌"
"""The mark before the row with the cursor."""

WIDE = 50
"""Cells from which a list is wide."""

WIDEST_LIST = 76
"""The most cells of a list: farther apart the ends of a row do not belong together."""

BEFORE, WIDE_BEFORE = 2, 4
"""Cells left of a row, with the bar, in a narrow list and in a wide one."""

AFTER = 2
"""Cells right of a row, with the signs that the list continues."""

NOT_READ = "…"
"""The row of a game that is not read yet."""

SETTLED_SECONDS = 0.12
"""Seconds without a move after which the cursor rests: details of rows passed on the way are not written."""

WHEEL_LINES = 3
"""Lines for a notch of the mouse's wheel."""


class DayLines:
    """The lines of a list of games, newest first: for each day a heading and its games.

    A line is the index of its game, `-1 - index` of the first game for a heading, or None for a blank.
    """

    def __init__(self, games: Games, *, has_gaps: bool) -> None:
        """With gaps there is a blank line between two days."""
        self.lines: list[int | None] = []
        self.line_of: list[int] = []
        """The line of each game, by its index."""
        for _, day in groupby(range(len(games)), lambda index: games[index].day):
            indices = list(day)
            if self.lines and has_gaps:
                self.lines.append(None)
            self.lines.append(-1 - indices[0])
            self.line_of += range(len(self.lines), len(self.lines) + len(indices))
            self.lines += indices

    def heading_above(self, line: int) -> int | None:
        """Return the content of a line if it is the first visible one: a heading instead of a game."""
        content = self.lines[line]
        while content is not None and content >= 0:
            line -= 1
            content = self.lines[line]
        return content


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
    GameTable { width: 1fr; max-width: 76; height: 1fr; background: $ground; }
    """

    class Moved(Message):
        """Another game has the cursor."""

    class Settled(Message):
        """The cursor rests."""

    class Opened(Message):
        """The game with the cursor was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.games: Games = ()
        """The listed games."""
        self._entry: Callable[[int], Entry | None] = lambda index: None
        self._can_resume: Callable[[Entry], bool] = is_resumable
        self._names = Names()
        self._today = date.min
        self._days = DayLines((), has_gaps=True)
        self._has_gaps = True
        self._columns: Columns | None = None
        self._columns_width = 0
        self._top = 0  # the first line in sight
        self._settling: Timer | None = None  # until the cursor rests
        self.cursor_row = 0
        """The index of the game with the cursor."""

    def show(
        self,
        games: Games,
        entry: Callable[[int], Entry | None],
        names: Names,
        today: date,
        can_resume: Callable[[Entry], bool] = is_resumable,
    ) -> None:
        """List these games, newest first; the cursor stays at its index if that exists.

        `entry` returns the whole of the game at an index, None if it is not read yet. `names` are the user's
        names; `can_resume` says which games can go on here.
        """
        self.games, self._entry, self._names, self._today = games, entry, names, today
        self._can_resume = can_resume
        self._columns = None
        self._days = DayLines(games, has_gaps=self._has_gaps)
        self.cursor_row = min(self.cursor_row, max(0, len(games) - 1))
        self.follow()

    @property
    def lines_needed(self) -> int:
        """The lines of the whole list."""
        return len(self._days.lines)

    def on_resize(self) -> None:
        """Leave out the blank lines in a low window."""
        if self._has_gaps != (has_gaps := self.app.size.height >= LOW):
            self._has_gaps = has_gaps
            self._days = DayLines(self.games, has_gaps=has_gaps)
            self.follow()

    # --- moving ------------------------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable all movement in an empty list."""
        return bool(self.games)

    @property
    def _line(self) -> int:
        """The line of the game with the cursor."""
        return self._days.line_of[self.cursor_row]

    def action_go(self, by: int) -> None:
        self._go_to(self.cursor_row + by)

    def action_page(self, by: int) -> None:
        """Move a window down (1) or up (-1)."""
        lines, page = self._days.line_of, max(1, self.size.height - 2)
        row = bisect_right(lines, self._line + page) - 1 if by > 0 else bisect_left(lines, self._line - page)
        self._go_to(row if row != self.cursor_row else row + by)

    def action_jump(self, end: int) -> None:
        """Move to the first game (0) or the last (-1)."""
        self._go_to(0 if end == 0 else len(self.games) - 1)

    def _go_to(self, row: int) -> None:
        row = min(max(row, 0), len(self.games) - 1)
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
        if offset is None or event.button != LEFT_BUTTON or not offset.y:
            return  # the first line names a day
        lines, line = self._days.lines, offset.y + self._top
        row = lines[line] if line < len(lines) else None
        if row is None or row < 0:
            return
        if row == self.cursor_row:
            self.post_message(self.Opened())
        self._go_to(row)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scroll(WHEEL_LINES)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scroll(-WHEEL_LINES)

    def _scroll(self, by: int) -> None:
        """Move the window over the games; the cursor stays visible."""
        height, lines = self.size.height, self._days.line_of
        top = min(max(self._top + by, 0), max(0, len(self._days.lines) - height))
        if top == self._top:
            return
        self._top = top
        first, last = bisect_right(lines, top), bisect_left(lines, top + height) - 1
        row = min(max(self.cursor_row, first), max(first, last))
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
        """Return the visible lines."""
        height, lines = self.size.height, self._days.lines
        if not self.games or height <= 0:
            return []
        self._top = self._first_line(height)
        end = min(self._top + height, len(lines))
        contents = [self._days.heading_above(self._top) if height > 1 else lines[self._top]]
        contents += lines[self._top + 1 : end]
        if end < len(lines) and (last := contents[-1]) is not None and last < 0 < len(contents) - 1:
            contents[-1] = None  # a heading without a game below it
        shown = [self._drawn(content, width) for content in contents]
        if self._top:
            shown[0] = _with_sign(shown[0], MORE_ABOVE)
        if end < len(lines):
            shown[-1] = _with_sign(shown[-1], MORE_BELOW)
        return shown

    def _first_line(self, height: int) -> int:
        """Return the first visible line; beyond an edge a window keeps one game of the previous one."""
        count, line, top, row = len(self._days.lines), self._line, self._top, self.cursor_row
        if height == 1:
            return line
        if line >= top + height:
            top = self._days.line_of[row - 1] - 1
        elif line <= top:
            below = min(row + 1, len(self.games) - 1)
            top = self._days.line_of[below] - height + 1
        top = min(top, line - 1)  # neighbours may be a heading and a blank apart
        return min(max(top, line - height + 1, 0), max(0, count - height))

    def _drawn(self, content: int | None, width: int) -> Line:
        ground = TextStyle()
        if content is None:
            return ((" " * width, ground),)
        before = WIDE_BEFORE if width >= WIDE else BEFORE
        room = width - before - AFTER
        if content >= 0:
            return self._row(content, before, room)
        titles = day_titles(self.games[-1 - content].day, self._today)
        title = longest_fitting(titles, room)
        return (
            (" " * before, ground),
            (title, TextStyle("faint", bold=True)),
            (" " + "─" * (room - cell_len(title) - 1) + " " * AFTER, TextStyle("raised", is_dim=True)),
        )

    def _row(self, index: int, before: int, room: int) -> Line:
        if self._columns is None or self._columns_width != room:
            boards = {setup.geometry for setup in {game.setup for game in self.games}}
            has_times = any(game.has_time for game in self.games)
            self._columns, self._columns_width = columns(boards, room, has_times=has_times), room
        entry, fitting = self._entry(index), self._columns
        has_cursor = index == self.cursor_row
        is_marked = has_cursor and self._settling is None
        quiet = TextStyle(
            "muted", "raised" if is_marked else "ground", stands_out=is_marked and self.has_focus
        )
        plain = quiet._replace(colour="text", bold=is_marked)
        bar = BAR if has_cursor and self.has_focus else " "
        start = ((" " * (before - BEFORE), TextStyle()), (bar, TextStyle("accent")), (" ", quiet))
        if entry is None:
            return (*start, (padded(NOT_READ, room + AFTER), quiet))
        sign = sign_of(entry, self._names)
        can_resume = sign is GameSign.UNFINISHED and self._can_resume(entry)
        end = end_of_row(entry, can_resume=can_resume)
        invites = "accent" if end == "resume" else ""
        gap = " " * GAP
        cells: list[tuple[str, TextStyle]] = []
        if fitting.time:
            time = f"{entry.started:%H:%M}" if entry.has_time else ""
            cells.append((padded(time, fitting.time) + gap, quiet))
        cells += [
            (sign.value, quiet._replace(colour=invites or COLOURS_OF_SIGNS[sign], bold=True)),
            (gap, quiet),
        ]
        if fitting.game:
            game = padded(game_name(entry.setup.geometry), fitting.game)
            cells.append((game + gap, plain))
        against = opponents(entry, self._names)
        variants = (f"{against}{start_note(entry.setup)}", fitted(against, fitting.opponents))
        who = longest_fitting(variants, fitting.opponents)
        cells.append((padded(who, fitting.opponents), plain))
        if fitting.end:
            cells.append((f"{gap}{end:>{fitting.end}}", quiet._replace(colour=invites or "muted")))
        return (*start, *cells, (" " * AFTER, quiet))


def _with_sign(row: Line, sign: str) -> Line:
    """Return a line that ends with the sign that the list continues."""
    (text, style), rest = row[-1], row[:-1]
    return (*rest, (text[: -cell_len(sign)], style), (sign, style._replace(colour="muted", bold=False)))
