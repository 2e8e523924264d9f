"""What the rows of a set-up's card offer and say, and what choosing there makes of the set-up."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rich.text import Text

from ttt_tui.analysis.words import ordinal
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.computer import LEVELS
from ttt_tui.computer.levels import CLASSIC, SCREEN_NAMES, screen_name
from ttt_tui.engine import (
    BRAIN,
    LARGEST_SIDE,
    MOST_DRAWS,
    MOST_POINTS,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    FirstMover,
    Geometry,
    Setup,
    can_brains_play,
)
from ttt_tui.session.known_results import known_value
from ttt_tui.session.setup_changes import common_level, seated, with_level, your_seat

NO_END = 0
"""The value of a stepper that stands for no limit."""

BY_LOT = ""
"""The value that stands for random symbols; no symbol is blank."""

AS_LISTED = "as listed"
"""The value of the same stepper where nobody in particular is you."""

MIXED = "mixed"
"""The level of computers that are not on the same one."""

CLASSIC_PREFIX = "classic: "
"""Before the name of a classic computer, where it is chosen among the other levels."""

Choices = list[tuple[int, str]]


def _numbers(least: int, most: int) -> Choices:
    return [(number, str(number)) for number in range(least, most + 1)]


def lines(geometry: Geometry) -> Choices:
    """Return how many in a row can be played on this board."""
    return _numbers(SHORTEST_LINE, max(geometry.columns, geometry.rows))


SIDES = _numbers(SMALLEST_SIDE, LARGEST_SIDE)
POINTS: Choices = [(points, f"first to {points}") for points in range(1, MOST_POINTS + 1)]
POINTS.append((NO_END, "unlimited"))
DRAWS: Choices = [(draws, f"draw limit {draws}") for draws in range(1, MOST_DRAWS + 1)]
DRAWS.append((NO_END, "no draw limit"))


def starts(setup: Setup) -> list[tuple[FirstMover, str]]:
    """Return who can move first in the games of a match."""
    return [
        (FirstMover.TURN, "alternate"),
        (FirstMover.ALWAYS, f"always {setup.players[0].symbol}"),
        (FirstMover.LOT, "random"),
        (FirstMover.LOSER, "loser"),
    ]


def levels(setup: Setup, brains: Sequence[str]) -> list[tuple[str, str]]:
    """Return the levels to choose from: ours, and the engines where they can play."""
    common = common_level(setup)
    if not can_brains_play(setup.geometry, len(setup.players)):
        brains = [level for level in brains if level == common]
    ours = [(level, screen_name(level)) for level in SCREEN_NAMES]
    classic = [(level, f"{CLASSIC_PREFIX}{level}") for level in CLASSIC]
    engines = [(level, level.removeprefix(BRAIN)) for level in brains]
    mixed = [(MIXED, MIXED)] if common is None else []
    return [*ours, *engines, *classic, *mixed]


def level(setup: Setup) -> str:
    """Return the level of all computers, or that they are not on the same one."""
    return common_level(setup) or MIXED


def level_note(setup: Setup) -> str:
    """Return what the computers do, or what they may use for it."""
    level = common_level(setup)
    if level is None:
        return ""
    if level in LEVELS and not LEVELS[level].looks_ahead:
        return LEVELS[level].note
    limits = {player.limit for player in setup.players if player.is_computer}
    seconds = {limit.seconds for limit in limits}
    if len(limits) > 1 or None in seconds:
        return ""
    return f"{seconds.pop():g} s per move"


class SymbolChoice(NamedTuple):
    """The row that says which symbol you play."""

    label: str
    choices: list[tuple[str, str]]
    value: str
    note: str


def side(setup: Setup) -> SymbolChoice:
    """Return which symbols you can choose from, and when who has yours moves."""
    seat, players, is_lot = your_seat(setup), setup.players, setup.rules.marks_by_lot
    by_lot = (BY_LOT, "random")
    if seat is None:
        return SymbolChoice("Symbols", [(AS_LISTED, AS_LISTED), by_lot], BY_LOT if is_lot else AS_LISTED, "")
    symbols = [(player.symbol, player.symbol) for player in players]
    if is_lot:
        return SymbolChoice("You play", [*symbols, by_lot], BY_LOT, f"{players[0].symbol} goes first")
    return SymbolChoice("You play", [*symbols, by_lot], players[seat].symbol, f"goes {ordinal(seat + 1)}")


def start_note(setup: Setup) -> str:
    """Return what there is to add to who moves first: who that is in the next game, `game 2: easy`."""
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


def theory(setup: Setup) -> Text:
    """Return what theory knows of the board, and in a second line who showed it."""
    if len(setup.players) != 2:
        return Text(f"no known result with {len(setup.players)} players")
    known, _, source = known_value(setup.geometry).partition(" (")
    return Text(known[0].lower() + known[1:] + (f"\n({source}" if source else ""))


def stepped(setup: Setup, stepper: Stepper) -> Setup:
    """Return a set-up with the value that one of the steppers has now."""
    value = stepper.value
    geometry, rules = setup.geometry, setup.rules
    match stepper.id:
        case "level" if value != MIXED:
            return with_level(setup, value)
        case "side":
            rules = replace(rules, marks_by_lot=value == BY_LOT)
            seat = next((i for i, player in enumerate(setup.players) if player.symbol == value), None)
            if seat is not None and value not in (BY_LOT, AS_LISTED):
                setup = seated(setup, seat)
        case "columns-stepper":
            geometry = _fitting(replace(geometry, columns=value))
        case "rows-stepper":
            geometry = _fitting(replace(geometry, rows=value))
        case "line-stepper":
            geometry = replace(geometry, line_length=value)
        case "points":
            rules = replace(rules, points=value or None)
        case "draws":
            rules = replace(rules, draws=value or None)
        case "first":
            rules = replace(rules, first=value)
    return replace(setup, geometry=geometry, rules=rules)


def _fitting(geometry: Geometry) -> Geometry:
    """Return the board with a line that fits on it."""
    longest = max(geometry.columns, geometry.rows)
    return replace(geometry, line_length=min(geometry.line_length, longest))
