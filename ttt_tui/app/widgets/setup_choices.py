"""The choices and notes of the rows of a set-up, and the effect of changing a row."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.text import Text

from ttt_tui.analysis.words import ordinal
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import STEPS, screen_name
from ttt_tui.engine import (
    LARGEST_SIDE,
    MOST_DRAWS,
    MOST_POINTS,
    OWN_PREFIX,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    FirstMover,
    Geometry,
    Setup,
    can_engines_play,
    engine_name,
)
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session.known_results import known_value
from ttt_tui.session.presets import TIMED
from ttt_tui.session.rule_choices import brief_meaning, with_rules
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
