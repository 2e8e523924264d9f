"""The rows of a set-up: their choices and notes, the effect of changing one, and the line that names keys."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.analysis.words import ordinal
from ttt_tui.app.look.room import NARROW
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, screen_name, strength_of
from ttt_tui.engine import (
    LARGEST_SIDE,
    MOST_DRAWS,
    MOST_POINTS,
    OWN_PREFIX,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    FirstMover,
    Geometry,
    Rules,
    Setup,
    can_engines_play,
    engine_name,
    is_engine_level,
)
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session import wording
from ttt_tui.session.known_results import known_value
from ttt_tui.session.presets import TIMED
from ttt_tui.session.rule_choices import brief_meaning, rules_meaning, with_rules
from ttt_tui.session.setup_changes import common_level, with_level, with_your_seat, your_seat
from ttt_tui.session.strength import MATCH_TITLE, MATCHED

NO_END = 0
"""The stepper's value for no limit."""

BY_LOT = ""
"""The value for random symbols; no symbol is blank."""

AS_LISTED = "as listed"
"""The value of the stepper for symbols where no seat is yours."""

MIXED = "mixed"
"""The level of computers with different levels."""

Choices = list[tuple[int, str]]


def _numbers(least: int, most: int) -> Choices:
    return [(number, str(number)) for number in range(least, most + 1)]


def line_choices(geometry: Geometry) -> Choices:
    return _numbers(SHORTEST_LINE, max(geometry.columns, geometry.rows))


SIDES = _numbers(SMALLEST_SIDE, LARGEST_SIDE)
POINTS: Choices = [(points, f"first to {points}") for points in range(1, MOST_POINTS + 1)]
POINTS.append((NO_END, "unlimited"))
DRAWS: Choices = [(draws, f"draw limit {draws}") for draws in range(1, MOST_DRAWS + 1)]
DRAWS.append((NO_END, "no draw limit"))


def first_mover_choices(setup: Setup) -> list[tuple[FirstMover, str]]:
    return [
        (FirstMover.TURN, "alternate"),
        (FirstMover.ALWAYS, f"always {setup.players[0].symbol}"),
        (FirstMover.LOT, "random"),
        (FirstMover.LOSER, "loser"),
    ]


class Opponent(NamedTuple):
    """What is known of the user's opponent beyond the set-up."""

    suggested: str | None = None
    """The step of the ladder that is as strong as the user, None if unknown."""
    is_matched: bool = False
    """Whether the opponent should be that step, also in the next games."""
    expectation: str = ""
    """What the user can expect of the chosen step."""


NO_OPPONENT = Opponent()


def level_choices(
    setup: Setup, engine_levels: Sequence[str], suggested: str | None = None, *, is_narrow: bool = False
) -> list[tuple[str, str]]:
    """Return the levels to choose from: the ladder first, engines only where they can play.

    The `suggested` step comes before all of them, if there is one.
    """
    common = common_level(setup)
    if not can_engines_play(setup.geometry, len(setup.players)):
        engine_levels = [each for each in engine_levels if each == common or each.startswith(OWN_PREFIX)]
    matched = []
    if suggested is not None:
        step = screen_name(suggested)
        matched = [(MATCHED, f"match: {step}" if is_narrow else f"{MATCH_TITLE} · {step}")]
    ladder = [(level, screen_name(level)) for level in STEPS]
    classic = [(level, f"classic: {level}") for level in CLASSIC_NAMES]
    engines = [(level, engine_name(level)) for level in engine_levels]
    mixed = [(MIXED, MIXED)] if common is None else []
    return [*matched, *ladder, *classic, *engines, *mixed]


def chosen_level(setup: Setup) -> str:
    """Return the level of all computers, `MIXED` for different ones."""
    return common_level(setup) or MIXED


def level_note(setup: Setup) -> str:
    """Return the note of the computers' level, or their common time limit if that matters to it."""
    level = common_level(setup)
    if level is None:
        return ""
    if level in LEVELS and level not in TIMED:
        return LEVELS[level].under(setup.geometry.rules).note
    limits = {player.limit for player in setup.players if player.is_computer}
    seconds = {limit.seconds for limit in limits}
    if len(limits) > 1 or None in seconds:
        return ""
    return f"{seconds.pop():g} s per move"


class SymbolChoice(NamedTuple):
    """The row that chooses your symbol."""

    label: str
    choices: list[tuple[str, str]]
    value: str
    note: str


def symbol_choice(setup: Setup) -> SymbolChoice:
    """Return the row of symbols, with your place in the turn order."""
    seat, players, is_lot = your_seat(setup), setup.players, setup.rules.marks_by_lot
    by_lot = (BY_LOT, "random")
    if seat is None:
        return SymbolChoice("Symbols", [(AS_LISTED, AS_LISTED), by_lot], BY_LOT if is_lot else AS_LISTED, "")
    symbols = [(player.symbol, player.symbol) for player in players]
    if is_lot:
        return SymbolChoice("You play", [*symbols, by_lot], BY_LOT, f"{players[0].symbol} goes first")
    return SymbolChoice("You play", [*symbols, by_lot], players[seat].symbol, f"goes {ordinal(seat + 1)}")


def first_mover_note(setup: Setup) -> str:
    """Return the note of the first mover: who that is in the next game, `game 2: easy`."""
    first, second, *_ = setup.players
    is_lot = setup.rules.marks_by_lot
    match setup.rules.first:
        case FirstMover.TURN:
            return f"game 2: {second.symbol if is_lot else second.name}"
        case FirstMover.ALWAYS:
            return "" if is_lot else first.name
        case FirstMover.LOT:
            return "in each game"
        case FirstMover.LOSER:
            return "of the previous game"


def theory_text(setup: Setup, room: int) -> Text:
    """Return the known result of the board, and its source on a second line; or what is unusual about the
    rules, in `room` cells.
    """
    if not setup.geometry.rules.are_usual:
        return Text(brief_meaning(setup, room), overflow="ellipsis")
    if len(setup.players) != 2:
        return Text(f"no known result with {len(setup.players)} players")
    known, _, source = known_value(setup.geometry).partition(" (")
    return Text(known[0].lower() + known[1:] + (f"\n({source}" if source else ""))


def with_stepper(setup: Setup, stepper: Stepper) -> Setup:
    """Return the set-up with the value of one of the steppers."""
    value = stepper.value
    geometry, rules = setup.geometry, setup.rules
    match stepper.id:
        case "level" if value != MIXED:
            return with_level(setup, value)
        case "side":
            rules = replace(rules, marks_by_lot=value == BY_LOT)
            seat = next((i for i, player in enumerate(setup.players) if player.symbol == value), None)
            if seat is not None and value not in (BY_LOT, AS_LISTED):
                setup = with_your_seat(setup, seat)
        case "columns-stepper":
            geometry = _fitting(replace(geometry, columns=value))
        case "rows-stepper":
            geometry = _fitting(replace(geometry, rows=value))
        case "line-stepper":
            geometry = replace(geometry, line_length=value)
        case "rules":
            return with_rules(setup, value)
        case "points":
            rules = replace(rules, points=value or None)
        case "draws":
            rules = replace(rules, draws=value or None)
        case "first":
            rules = replace(rules, first=value)
    return replace(setup, geometry=geometry, rules=rules)


def _fitting(geometry: Geometry) -> Geometry:
    """Return the board with a line length that fits on it."""
    longest = max(geometry.columns, geometry.rows)
    return replace(geometry, line_length=min(geometry.line_length, longest))


# --- keys ------------------------------------------------------------------------------------------------

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
