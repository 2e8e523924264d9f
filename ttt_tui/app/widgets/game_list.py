"""The games that can be chosen, in groups, and below them puzzles, earlier games, and games with others."""

from rich.cells import cell_len
from rich.text import Text
from textual.binding import Binding

from ttt_tui.app.widgets.choice_list import ChoiceList
from ttt_tui.session.preset_selection import HOST
from ttt_tui.session.presets import PRESETS

PUZZLES, GAMES_PLAYED, HOSTED, JOIN = range(len(PRESETS), len(PRESETS) + 4)
"""The entries below the presets."""

MORE = {
    PUZZLES: ("p", "Puzzles"),
    GAMES_PLAYED: ("h", "History"),
    HOSTED: ("H", "Host a game"),
    JOIN: ("J", "Join a game"),
}
"""Each of them → the key that opens it from anywhere, and its title."""

PADDING = 2
"""Cells on either side of a line's text."""

ROOMY = 26
"""From so many cells on there is room for it."""


class GameList(ChoiceList):
    """Chooses among the presets, in their order, and what else there is."""

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
        """The name of the preset that is chosen, or `HOST`; None for an entry that is no set-up."""
        if self.highlighted == HOSTED:
            return HOST
        return None if self.highlighted >= len(PRESETS) else list(PRESETS)[self.highlighted]

    def choose(self, name: str) -> None:
        """Choose the preset of this name, or the hosted game."""
        self.highlighted = HOSTED if name == HOST else list(PRESETS).index(name)

    def spread(self, is_airy: bool) -> None:
        """Arrange the groups, with a blank line between two of them if there is room."""
        presets = list(enumerate(PRESETS.values()))
        groups = {
            "PLAY": [number for number, preset in presets if not preset.is_watched],
            "WATCH": [number for number, preset in presets if preset.is_watched],
            "MORE": [*MORE],
        }
        entries: list[int | None] = []
        self._headings = {}
        for heading, group in groups.items():
            if is_airy and entries:
                entries.append(None)
            self._headings[len(entries)] = heading
            entries += [None, *group]
        if entries != self._entries:
            self.list_entries(entries)

    def show(self, boards: dict[str, str], games: int | None) -> None:
        """Show these boards beside the presets, and how many games are stored, None if that is not known."""
        if (boards, games) != (self._boards, self._games):
            self._boards, self._games = boards, games
            self.refresh()

    def show_streak(self, streak: int) -> None:
        """Show for how many days in a row each day's puzzle was solved."""
        if streak != self._streak:
            self._streak = streak
            self.refresh()

    def draw(self, line: int, width: int) -> Text:
        """Return a heading, or a game with its board."""
        style = self.get_component_rich_style
        padding = PADDING if width >= ROOMY else 1
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
            right = {PUZZLES: self._days, GAMES_PLAYED: self._count}.get(entry, "")
        else:
            text = Text().append(" ", style(plain))
            preset = list(PRESETS.values())[entry]
            title, right = preset.title, self._boards.get(preset.name, str(preset.geometry))
        text.append(" " * (padding - 1) + title, style(plain))
        free = width - padding - text.cell_len - cell_len(right)
        if free >= 1:
            text.append(" " * free + right, style(beside))
        text.append(" " * (width - text.cell_len), style(beside))
        return text

    @property
    def _days(self) -> str:
        return f"{self._streak}-day streak" if self._streak > 1 else ""

    @property
    def _count(self) -> str:
        return "" if self._games is None else str(self._games)
