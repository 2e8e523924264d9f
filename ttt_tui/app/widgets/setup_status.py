"""The line above the footer of the setup: a refusal, or the effects of its keys."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.look.room import NARROW
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, screen_name, strength_of
from ttt_tui.engine import OWN_PREFIX, Rules, Setup, engine_name, is_engine_level
from ttt_tui.session import wording
from ttt_tui.session.rule_choices import rules_meaning
from ttt_tui.session.strength import MATCH_TITLE, MATCHED

ADDS = "adds"
"""The row's id for the line that adds a player."""

KEYS = {
    "side": {"← →": "your symbol", "x": "random symbols"},
    "first": {"← →": "first move of each game"},
    "rules": {"← →": "rules", "R": "list", "↑ ↓": "other rows"},
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

NEXT_NUMBERS = {
    "columns-stepper": "rows, as in 4x4x4",
    "rows-stepper": "line length",
    "line-stepper": "columns",
}
"""Id of a number of the board → the description of the number to which `x` goes."""

ENTER = Binding("enter", "start", key_display="↵")

PLAYS, OPENS, JOINS, HOSTS = "play", "open", "join", "host"
"""Effects of Enter: on a game, puzzles or history, the entry for joining, a game with an open seat."""

WAITS = " and wait for players"
"""The addition to `HOSTS` where there is room."""

TINY = 30
"""Columns of the window below which only the shortest texts fit."""

EXAMPLE = 40
"""Columns of the window from which an example of a typed board is shown."""

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
        """Use two lines, or one if `is_low`; a refusal may take two even then."""
        self.styles.height = "auto"
        self.styles.min_height, self.styles.max_height = 1 if is_low else 2, 2

    def refuse(self, reason: str) -> None:
        self._update(Text(wording.sentence(reason)), is_refusal=True)

    def show_row(self, row: str, level: str, setup: Setup, expectation: str = "") -> None:
        """Name the keys of the row with this id.

        `level` is the level of the set-up's computers, and `expectation` what the user can expect of it.
        """
        width, rules = self.app.size.width, setup.geometry.rules
        if row == "level":
            keys = {"← →": _level_text(level, width, rules, expectation)}
        elif row == "rules" and not rules.are_usual:
            keys = {"← →": rules_meaning(setup), "R": "list"}
        elif row in NUMBERS:
            keys = {"← → or digits" if width >= NARROW else "← →": NUMBERS[row]}
            if row in NEXT_NUMBERS:
                keys["x"] = NEXT_NUMBERS[row] if width >= EXAMPLE else NEXT_NUMBERS[row].partition(",")[0]
            keys["↑ ↓"] = "other rows"
        else:
            keys = KEYS[row]
        parts = [Text.assemble((sign, self._key), f" {what}") for sign, what in keys.items()]
        self._update(_in_lines(parts, width - AROUND if width < NARROW else None))

    def show_list(
        self, effect: str, resumable: Callable[[int], str], *, has_details: bool, note: str = ""
    ) -> None:
        """Show the effect of Enter on the chosen entry, and the game that `r` resumes.

        `resumable` returns the text about that game for a number of cells. If it is empty, show how to choose
        another entry and, if the entry has details, how to go to them. A `note` is on a line of its own.
        """
        key = self._key
        enter = self.app.get_key_display(ENTER)
        is_roomy = self.app.size.width >= NARROW
        text = Text.assemble((f"{enter} {effect}", key), "   ")
        room = self.app.size.width - AROUND - text.cell_len
        if game := resumable(room):
            if effect == HOSTS and cell_len(game) + len(WAITS) <= room:
                text = Text.assemble((f"{enter} {effect}{WAITS}", key), "   ")
            text.append_text(Text.assemble(("r", key), game.removeprefix("r")))
        else:
            if effect == HOSTS and is_roomy:
                text = Text.assemble((f"{enter} {effect}{WAITS}", key), "   ")
            text.append_text(Text.assemble(("↑ ↓", key), " choose a game" if is_roomy else " choose"))
            if has_details:
                text.append_text(Text.assemble("   ", ("→", key), " details"))
        self._update(text.append(f"\n{note}") if note else text)

    @property
    def _key(self) -> Style:
        return self.get_component_rich_style("setup--key")

    def _update(self, text: Text, is_refusal: bool = False) -> None:
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


def _level_text(name: str, width: int, rules: Rules, expectation: str) -> str:
    """Return what a level does by these rules and what the user can expect, as far as a line has room.

    In a wide window a second line would touch the page.
    """
    if is_engine_level(name):
        engine = f"{engine_name(name)}: an outside program"
        text = f"{engine} that speaks the Gomocup protocol"
        if name.startswith(OWN_PREFIX):
            return f"{engine_name(name)}: a computer of your own"
        return text if width < NARROW or _fits(text, width) else engine
    if name == MATCHED:
        text = f"{MATCH_TITLE}: the step that your rating suggests"
        longer = f"{text}, game by game; {expectation}"
        return longer if _fits(longer, width) else text
    if (level := LEVELS.get(name)) is None:
        return "one level for all computers"
    level, title = level.under(rules), screen_name(name)
    end = f"; {expectation}" if expectation else ""
    if width < TINY:
        return level.note
    if width < NARROW:
        return f"{title}: {level.note}{end}"
    strength = strength_of(name)
    place = f"step {strength} of {len(STEPS)}" if strength else "classic computer"
    texts = (
        f"{title}, {place}: {level.summary}{end}",
        f"{title}: {level.summary}{end}",
        f"{title}: {level.note}{end}",
        f"{title}: {level.summary}",
    )
    return next((text for text in texts if _fits(text, width)), f"{title}: {level.note}")


def _fits(text: str, width: int) -> bool:
    return cell_len(f"← → {text}") <= width - AROUND
