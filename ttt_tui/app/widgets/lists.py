"""Lists to choose from, on screens that keep Enter for themselves; and the list of games of the setup."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.session.preset_selection import HOST
from ttt_tui.session.presets import PRESETS

MORE_ABOVE, MORE_BELOW = "↑", "↓"
"""Signs at the end of the first and the last visible line: the list continues."""

LEAST_PINNED = 15
"""Visible lines from which the end of a list that scrolls may stay in place."""

LEAST_FOR_HEADINGS = 24
"""Visible lines from which all headings stay in sight."""

BLANK = -1
"""A line without content."""


class ChoiceList(Widget, can_focus=True):
    """A list in which up and down choose; Enter is left to the screen, where it starts the game.

    Its lines are headings or entries, which are counted from 0. It scrolls to keep the chosen entry visible;
    all headings stay in sight, one below the other where their entries are not.

    The chosen entry is a bar in the accent while the list has the focus, and else only raised.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"list--chosen"}
    DEFAULT_CSS = """
    ChoiceList {
        & > .list--chosen { color: $role-text; background: $raised; text-style: bold; }
        &:focus > .list--chosen { color: $ink; background: $role-accent; text-style: bold; }
        &:nocolor > .list--chosen { background: transparent; text-style: bold underline; }
        &:nocolor:focus > .list--chosen { background: $role-accent; text-style: bold; }
    }
    """
    SHOWS_CHOICE: ClassVar[bool] = True
    """Whether the chosen entry is marked although the focus is elsewhere."""
    BINDINGS = [
        Binding("down,j", "cursor_down", "down", show=False, key_display="↑ ↓", id="list.down"),
        Binding("up,k", "cursor_up", "up", show=False, id="list.up"),
        Binding("home,pageup", "first", "first", show=False, id="list.first"),
        Binding("end,pagedown", "last", "last", show=False, id="list.last"),
    ]

    class Highlighted(Message):
        """The user chose another entry."""

        def __init__(self, list: "ChoiceList") -> None:
            super().__init__()
            self.list = list

    class Clicked(Message):
        """An entry was clicked; `again` if it was chosen already."""

        def __init__(self, list: "ChoiceList", again: bool) -> None:
            super().__init__()
            self.list = list
            self.again = again

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._entries: list[int | None] = []
        self._pinned = 0
        """Lines at the end that are always visible if at least `LEAST_PINNED` lines are."""
        self._highlighted = 0
        self._top = 0

    # --- for derived classes -----------------------------------------------------------------------------

    def list_entries(self, entries: list[int | None], pinned: int = 0) -> None:
        """Show lines with these entries, None for a heading or a blank; the last `pinned` do not scroll."""
        is_as_high = len(entries) == len(self._entries)
        self._entries, self._pinned = entries, pinned
        self._highlighted = min(self._highlighted, max(self.count - 1, 0))
        self.refresh(layout=not is_as_high)

    def draw(self, line: int, width: int) -> Text:
        """Return a line of `width` cells."""
        raise NotImplementedError

    @property
    def scrolls(self) -> bool:
        """Whether the list scrolls, with signs in the last cell of some lines."""
        return len(self._entries) > self.content_size.height

    # --- choosing ----------------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The number of entries."""
        return sum(entry is not None for entry in self._entries)

    @property
    def highlighted(self) -> int:
        return self._highlighted

    @highlighted.setter
    def highlighted(self, entry: int) -> None:
        """Choose an entry without posting a message."""
        entry = min(max(entry, 0), max(self.count - 1, 0))
        if entry != self._highlighted:
            self._highlighted = entry
            self.refresh()

    def _go_to(self, entry: int) -> None:
        before = self._highlighted
        self.highlighted = entry
        if self._highlighted != before:
            self.post_message(self.Highlighted(self))

    def action_cursor_down(self) -> None:
        self._go_to(self._highlighted + 1)

    def action_cursor_up(self) -> None:
        self._go_to(self._highlighted - 1)

    def action_first(self) -> None:
        self._go_to(0)

    def action_last(self) -> None:
        self._go_to(self.count - 1)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or event.button != LEFT_BUTTON:
            return
        line = self._line_at(offset.y)
        entry = None if line is None else self._entries[line]
        if entry is not None:
            again = entry == self._highlighted
            self._go_to(entry)
            self.post_message(self.Clicked(self, again))

    # --- drawing -----------------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._entries)

    @property
    def _pinned_now(self) -> int:
        """The number of lines at the end that do not scroll."""
        return self._pinned if self.scrolls and self.content_size.height >= LEAST_PINNED else 0

    def _window(self) -> tuple[list[int], list[int], bool, bool]:
        """Return all visible lines, those among them that scroll, and whether more are above and below."""
        height, end = self.content_size.height, len(self._entries) - self._pinned_now
        if not self.scrolls:
            return [*range(end)], [], False, False
        headings = [line for line in range(end) if self._entries[line] is None]
        room = height - self._pinned_now - len(headings)
        if height < LEAST_FOR_HEADINGS:
            headings, room = [], height - self._pinned_now
        scrolling = [line for line in range(end) if line not in headings]
        self._top = max(min(self._top, len(scrolling) - room), 0)
        chosen = self._entries.index(self._highlighted) if self.count else 0
        if chosen in scrolling:
            place = scrolling.index(chosen)
            above = 0 if self._highlighted == 0 else place  # its heading is visible, too
            self._top = max(min(self._top, above), place - room + 1)
        shown = scrolling[self._top : self._top + room]
        if shown and self._entries[shown[-1]] is None and self._top + room < len(scrolling):
            shown[-1] = BLANK  # a heading without an entry below it
            visible = [*shown, *range(end, len(self._entries))]
            return visible, shown, self._top > 0, True
        visible = [*sorted((*headings, *shown)), *range(end, len(self._entries))]
        return visible, shown, self._top > 0, self._top + room < len(scrolling)

    def _line_at(self, y: int) -> int | None:
        """Return the line at `y`, None if there is none."""
        visible, *_ = self._window()
        return visible[y] if y < len(visible) and visible[y] != BLANK else None

    def render_line(self, y: int) -> Strip:
        """Draw one line, with a sign at its end if the list continues there."""
        width = self.content_size.width
        visible, shown, has_above, has_below = self._window()
        if y >= len(visible):
            return Strip.blank(width, self.rich_style)
        line = visible[y]
        text = self.draw(line, width) if line != BLANK else Text()
        text.truncate(width, pad=True)
        entry = self._entries[line] if line != BLANK else None
        if entry is not None and entry == self._highlighted and (self.has_focus or self.SHOWS_CHOICE):
            text.stylize(self.get_component_rich_style("list--chosen"))
        segments = list(text.render(self.app.console))
        strip = Strip(Segment.apply_style(segments, self.rich_style), width).simplify()
        goes_on = (has_above and line == shown[0] and MORE_ABOVE) or (
            has_below and line == shown[-1] and MORE_BELOW
        )
        if goes_on:
            sign = Strip([Segment(goes_on, self.rich_style)], 1)
            strip = Strip.join([strip.crop(0, width - 1), sign])
        return strip


PUZZLES, GAMES_PLAYED, HOSTED, JOIN = range(len(PRESETS), len(PRESETS) + 4)
"""The entries below the presets."""

MORE = {
    PUZZLES: ("p", "Puzzles"),
    GAMES_PLAYED: ("h", "History"),
    HOSTED: ("H", "Host a game"),
    JOIN: ("J", "Join a game"),
}
"""Entry → the key that opens it from anywhere, and its title."""

AIRY_LINES = len(PRESETS) + len(MORE) + 6
"""Lines of all games with three headings, and a blank line between the groups."""

PADDING = 2
"""Cells on either side of a line's text."""

WITH_PADDING = 26
"""Cells of a line from which the padding is used."""


class GameList(ChoiceList):
    """Chooses among the presets, puzzles, history, hosting and joining."""

    BINDINGS = [
        Binding("right", "app.focus_next", "details", show=False, key_display="→", id="games.details",
                tooltip="Go to the details of the game"),
    ]  # fmt: skip
    COMPONENT_CLASSES = {"games--heading", "games--entry", "games--board", "games--key"}
    DEFAULT_CSS = """
    GameList {
        height: auto;
        & > .games--heading { color: $faint; text-style: bold; }
        & > .games--entry { color: $role-text; }
        & > .games--board { color: $muted; }
        & > .games--key { color: $role-accent; text-style: bold; }
    }
    """

    def __init__(self, id: str | None = None, *, has_shared_games: bool = True) -> None:
        """`has_shared_games` is whether hosting and joining are offered."""
        super().__init__(id=id)
        self._more = [entry for entry in MORE if has_shared_games or entry not in (HOSTED, JOIN)]
        self._headings: dict[int, str] = {}
        self._boards: dict[str, str] = {}
        self._games: int | None = None
        self._streak = 0
        self.fit(AIRY_LINES)

    @property
    def chosen(self) -> str | None:
        """The name of the chosen preset, or `HOST`; None for an entry without set-up."""
        if self.highlighted == HOSTED:
            return HOST
        return None if self.highlighted >= len(PRESETS) else list(PRESETS)[self.highlighted]

    def choose(self, name: str) -> None:
        """Choose a preset by name, or the hosted game."""
        self.highlighted = HOSTED if name == HOST else list(PRESETS).index(name)

    def fit(self, lines: int) -> None:
        """Use at most `lines` lines; the last group has a blank line before it, others if all games fit."""
        self.styles.max_height = lines
        groups: dict[str, list[int]] = {"PLAY": [], "VARIANTS": [], "WATCH": [], "": self._more}
        for number, preset in enumerate(PRESETS.values()):
            is_usual = preset.geometry.rules.are_usual
            groups["WATCH" if preset.is_watched else "PLAY" if is_usual else "VARIANTS"].append(number)
        blanks = lines - AIRY_LINES + len(groups) - 1
        entries: list[int | None] = []
        self._headings = {}
        for number, (heading, group) in enumerate(groups.items()):
            if number and number >= len(groups) - max(blanks, lines >= LEAST_PINNED):
                entries.append(None)
            if heading:
                self._headings[len(entries)] = heading
                entries.append(None)
            entries += group
        if entries != self._entries:
            self.list_entries(entries, pinned=len(self._more) + (lines >= LEAST_PINNED))

    def show(self, boards: dict[str, str], games: int | None) -> None:
        """Show the boards of presets by name, and the number of stored games, None if unknown."""
        if (boards, games) != (self._boards, self._games):
            self._boards, self._games = boards, games
            self.refresh()

    def show_streak(self, streak: int) -> None:
        """Show the streak of daily puzzles in days."""
        if streak != self._streak:
            self._streak = streak
            self.refresh()

    def draw(self, line: int, width: int) -> Text:
        style = self.get_component_rich_style
        padding = PADDING if width >= WITH_PADDING else 1
        entry = self._entries[line]
        if entry is None:
            return Text().append(" " * padding + self._headings.get(line, ""), style("games--heading"))
        if entry in MORE:
            key, title = MORE[entry]
            text = Text().append(key, style("games--key"))
            title = title if padding > 1 else f" {title}"
            days = f"{self._streak}-day streak" if self._streak > 1 else ""
            games = "" if self._games is None else str(self._games)
            right = {PUZZLES: days, GAMES_PLAYED: games}.get(entry, "")
        else:
            text = Text(" ")
            preset = list(PRESETS.values())[entry]
            title, right = preset.title, self._boards.get(preset.name, str(preset.geometry))
        text.append(" " * (padding - 1) + title, style("games--entry"))
        free = width - padding - text.cell_len - cell_len(right)
        if free >= 1:
            text.append(" " * free + right, style("games--board"))
        return text
