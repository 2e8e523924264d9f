"""The line above the footer of the setup: a refusal, or what can be done with its keys."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import SCREEN_NAMES, screen_name
from ttt_tui.engine import BRAIN
from ttt_tui.session import wording

ADDS = "adds"
"""Stands for the id of a row on the line that adds a player."""

KEYS = {
    "side": {"← →": "your symbol", "x": "random symbols"},
    "first": {"← →": "first move of each game"},
    "players": {"e": "edit", "a": "add", "d": "remove", "< >": "reorder", "x": "random symbols"},
    ADDS: {"a": "add a player", "↑": "select one", "x": "random symbols"},
}
"""Id of a row → its keys with descriptions."""

NUMBERS = {
    "columns-stepper": "columns",
    "rows-stepper": "rows",
    "line-stepper": "how many in a row win",
    "points": "points that win",
    "draws": "draws in a row that end the match",
}
"""Id of a row with a number → the description of that number."""

ENTER = Binding("enter", "start", key_display="↵")

PLAYS, OPENS, JOINS, HOSTS = "play", "open", "join", "host"
"""Effects of Enter: on a game, puzzles or history, the entry for joining, a game with an open seat."""

WAITS = " and wait for players"
"""Added to `HOSTS` where there is room."""

ROOMY = 60
"""Columns of the window from which the longer texts are used."""

AROUND = 4
"""Columns of the window that the line leaves blank."""


class SetupStatus(Static):
    """Shows one text at a time, with keys in a colour of their own."""

    COMPONENT_CLASSES = {"setup--key"}
    DEFAULT_CSS = """
    SetupStatus {
        background: $ground;
        color: $muted;
        & > .setup--key { color: $role-accent; text-style: bold; }
    }
    """

    def __init__(self) -> None:
        super().__init__(id="status", markup=False)

    def fit(self, *, is_low: bool) -> None:
        """Take two lines, or one if `is_low`; a refusal may take two even then."""
        self.styles.height = "auto"
        self.styles.min_height, self.styles.max_height = 1 if is_low else 2, 2

    def refuse(self, reason: str) -> None:
        self._say(Text(wording.sentence(reason)), is_refusal=True)

    def show_row(self, row: str, level: str) -> None:
        """Name the keys of the row with this id; `level` is that of the computers."""
        width = self.app.size.width
        if row == "level":
            keys = {"← →": _told(level, width)}
        elif row in NUMBERS:
            keys = {"← → or digits" if width >= ROOMY else "← →": NUMBERS[row], "↑ ↓": "other rows"}
        else:
            keys = KEYS[row]
        said = [Text.assemble((sign, self._key), f" {what}") for sign, what in keys.items()]
        self._say(_in_lines(said, width - AROUND if width < ROOMY else None))

    def show_list(self, does: str, left: Callable[[int], str], *, has_details: bool, note: str = "") -> None:
        """Say what Enter does with the chosen entry, and what `left` tells in so many cells of room.

        If it tells nothing, say how to choose another entry and, if it has any, go to its details. A `note`
        is on a line of its own.
        """
        key = self._key
        enter = self.app.get_key_display(ENTER)
        is_roomy = self.app.size.width >= ROOMY
        text = Text.assemble((f"{enter} {does}", key), "   ")
        room = self.app.size.width - AROUND - text.cell_len
        if told := left(room):
            if does == HOSTS and cell_len(told) + len(WAITS) <= room:
                text = Text.assemble((f"{enter} {does}{WAITS}", key), "   ")
            text.append_text(Text.assemble(("r", key), told.removeprefix("r")))
        else:
            if does == HOSTS and is_roomy:
                text = Text.assemble((f"{enter} {does}{WAITS}", key), "   ")
            text.append_text(Text.assemble(("↑ ↓", key), " choose a game" if is_roomy else " choose"))
            if has_details:
                text.append_text(Text.assemble("   ", ("→", key), " details"))
        self._say(text.append(f"\n{note}") if note else text)

    @property
    def _key(self) -> Style:
        return self.get_component_rich_style("setup--key")

    def _say(self, text: Text, is_refusal: bool = False) -> None:
        self.set_class(is_refusal, "-refusal")
        self.update(text)


def _in_lines(parts: Sequence[Text], room: int | None) -> Text:
    """Return the parts side by side, wrapped between them to `room` cells."""
    text = Text()
    used = 0
    for part in parts:
        if used and room is not None and used + 3 + part.cell_len > room:
            text.append("\n")
            used = 0
        elif used:
            text.append("   ")
            used += 3
        text.append_text(part)
        used += part.cell_len
    return text


def _told(name: str, width: int) -> str:
    """Return what a level of computers does, and where there is room how strong it is.

    Where there is room the list of games is beside its details, and a second line would touch it.
    """
    if name.startswith(BRAIN):
        engine = f"{name.removeprefix(BRAIN)}: an outside program"
        told = f"{engine} that speaks the Gomocup protocol"
        return told if width < ROOMY or _fits(told, width) else engine
    if (level := LEVELS.get(name)) is None:
        return "one level for all computers"
    title, ranks = screen_name(name), [*SCREEN_NAMES]
    strength = f"level {ranks.index(name) + 1} of {len(ranks)}" if name in ranks else "classic computer"
    tellings = (f"{title}, {strength}: {level.summary}", f"{title}: {level.summary}")
    if width < ROOMY:
        return tellings[-1]
    return next((told for told in tellings if _fits(told, width)), f"{title}: {level.note}")


def _fits(told: str, width: int) -> bool:
    return cell_len(f"← → {told}") <= width - AROUND
