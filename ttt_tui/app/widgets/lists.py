"""Lists to choose from, on screens that keep Enter for themselves; and the list of games of the setup."""

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


class ChoiceList(Widget, can_focus=True):
    """A list in which up and down choose; Enter is left to the screen, where it starts the game.

    Its lines are headings or entries, which are counted from 0. It scrolls to keep the chosen entry visible.
    """

    ALLOW_SELECT = False
    BINDINGS = [
        Binding("down,j", "cursor_down", "down", show=False, id="list.down"),
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
        entry = self._entries[line] if line < len(self._entries) else None
        if entry is not None:
            again = entry == self._highlighted
            self._go_to(entry)
            self.post_message(self.Clicked(self, again))

    # --- drawing -----------------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._entries)

    def _first_line(self) -> int:
        """Return the first visible line: the chosen entry is visible, with its heading."""
        height, count = self._scrolling_height, len(self._entries) - self._pinned_now
        if count <= height or not self.count:
            self._top = 0
            return 0
        chosen = self._entries.index(self._highlighted)
        if chosen >= count:
            self._top = min(self._top, count - height)
            return self._top
        above = 0 if self._highlighted == 0 else chosen
        self._top = max(min(self._top, above, count - height), chosen - height + 1, 0)
        return self._top

    @property
    def _pinned_now(self) -> int:
        """The number of lines at the end that do not scroll."""
        return self._pinned if self.scrolls and self.content_size.height >= LEAST_PINNED else 0

    @property
    def _scrolling_height(self) -> int:
        """The number of lines that scroll."""
        return self.content_size.height - self._pinned_now

    def _line_at(self, y: int) -> int:
        """Return the line at `y`, which may not exist."""
        height = self._scrolling_height
        return y + (self._first_line() if y < height else len(self._entries) - self.content_size.height)

    def render_line(self, y: int) -> Strip:
        """Draw one line, with a sign at its end if the list continues there."""
        width, height = self.content_size.width, self._scrolling_height
        top, line = self._first_line(), self._line_at(y)
        if line >= len(self._entries):
            return Strip.blank(width, self.rich_style)
        text = self.draw(line, width)
        text.truncate(width, pad=True)
        goes_on = (y == 0 and top > 0 and MORE_ABOVE) or (
            y == height - 1 and line + 1 < len(self._entries) - self._pinned_now and MORE_BELOW
        )
        segments = list(text.render(self.app.console))
        strip = Strip(Segment.apply_style(segments, self.rich_style), width).simplify()
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

WATCHES = ("W", "watch")
"""The key that watches a game without the list for joining, and its description."""

PADDING = 2
"""Cells on either side of a line's text."""

WITH_PADDING = 26
"""Cells of a line from which the padding is used."""


class GameList(ChoiceList):
    """Chooses among the presets, puzzles, history, hosting and joining."""

    BINDINGS = [
        Binding("right", "app.focus_next", "details", show=False, id="games.details",
                tooltip="Go to the details of the game"),
    ]  # fmt: skip
    COMPONENT_CLASSES = {
        "games--heading", "games--entry", "games--board", "games--key",
        "games--chosen", "games--chosen-board",
    }  # fmt: skip
    DEFAULT_CSS = """
    GameList {
        height: auto;
        & > .games--heading { color: $faint; text-style: bold; }
        & > .games--entry { color: $role-text; }
        & > .games--board { color: $muted; }
        & > .games--key { color: $role-accent; text-style: bold; }
        & > .games--chosen { color: $ink; background: $role-accent; text-style: bold; }
        & > .games--chosen-board { color: $ink; background: $role-accent; }
        &:nocolor > .games--chosen { background: transparent; text-style: bold underline; }
        &:nocolor > .games--chosen-board { background: transparent; }
        &:nocolor:focus > .games--chosen { background: $role-accent; text-style: bold; }
        &:nocolor:focus > .games--chosen-board { background: $role-accent; }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._headings: dict[int, str] = {}
        self._boards: dict[str, str] = {}
        self._games: int | None = None
        self._streak = 0
        self.spread(False)

    @property
    def chosen(self) -> str | None:
        """The name of the chosen preset, or `HOST`; None for an entry without set-up."""
        if self.highlighted == HOSTED:
            return HOST
        return None if self.highlighted >= len(PRESETS) else list(PRESETS)[self.highlighted]

    def choose(self, name: str) -> None:
        """Choose a preset by name, or the hosted game."""
        self.highlighted = HOSTED if name == HOST else list(PRESETS).index(name)

    def spread(self, is_airy: bool) -> None:
        """Arrange the groups, with blank lines between them if `is_airy`."""
        presets = list(enumerate(PRESETS.values()))
        groups: dict[str, list[int]] = {"PLAY": [], "VARIANTS": [], "WATCH": []}
        for number, preset in presets:
            is_usual = preset.geometry.rules.are_usual
            groups["WATCH" if preset.is_watched else "PLAY" if is_usual else "VARIANTS"].append(number)
        groups["MORE"] = [*MORE]
        entries: list[int | None] = []
        self._headings = {}
        for heading, group in groups.items():
            if is_airy and entries:
                entries.append(None)
            self._headings[len(entries)] = heading
            entries += [None, *group]
        if entries != self._entries:
            self.list_entries(entries, pinned=1 + len(MORE))

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
        is_chosen = entry == self.highlighted
        names = ("chosen", "chosen-board") if is_chosen else ("entry", "board")
        plain, beside = (f"games--{name}" for name in names)
        if entry in MORE:
            key, title = MORE[entry]
            text = Text().append(key, style(plain if is_chosen else "games--key"))
            title = title if padding > 1 else f" {title}"
            days = f"{self._streak}-day streak" if self._streak > 1 else ""
            games = "" if self._games is None else str(self._games)
            right = {PUZZLES: days, GAMES_PLAYED: games, JOIN: " ".join(WATCHES)}.get(entry, "")
        else:
            text = Text().append(" ", style(plain))
            preset = list(PRESETS.values())[entry]
            title, right = preset.title, self._boards.get(preset.name, str(preset.geometry))
        text.append(" " * (padding - 1) + title, style(plain))
        free = width - padding - text.cell_len - cell_len(right)
        if free >= 1:
            text.append(" " * free + right, style(beside))
            if entry == JOIN and not is_chosen:
                start = len(text) - len(right)
                text.stylize(style("games--key"), start, start + len(WATCHES[0]))
        text.append(" " * (width - text.cell_len), style(beside))
        return text
