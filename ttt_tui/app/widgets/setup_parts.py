"""The board and the match of a set-up, each a frame of steppers."""

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import HorizontalGroup, Vertical
from textual.widgets import Static

from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.engine import (
    LARGEST_SIDE,
    MOST_DRAWS,
    MOST_POINTS,
    SHORTEST_LINE,
    SMALLEST_SIDE,
    FirstMover,
    Geometry,
    Setup,
)
from ttt_tui.session.known_results import known_value

NO_END = 0
"""The value of a stepper that stands for no limit; drawn as ∞."""

Choices = list[tuple[int, str]]


def _numbers(least: int, most: int) -> Choices:
    return [(number, str(number)) for number in range(least, most + 1)]


def _lines(geometry: Geometry) -> Choices:
    return _numbers(SHORTEST_LINE, max(geometry.columns, geometry.rows))


SIDES = _numbers(SMALLEST_SIDE, LARGEST_SIDE)
POINTS: Choices = [*_numbers(1, MOST_POINTS), (NO_END, "∞")]
DRAWS: Choices = [*_numbers(1, MOST_DRAWS), (NO_END, "∞")]
STARTS = [(first, first.value) for first in FirstMover]
MARKS = [(False, "as set"), (True, "by lot")]


class BoardPart(Vertical):
    """The board of a set-up, and what theory knows of it."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(classes="part", id="board-part")
        self.border_title = "Board"
        geometry = setup.geometry
        self.columns = Stepper("Columns", SIDES, geometry.columns, id="columns-stepper")
        self.rows = Stepper("Rows", SIDES, geometry.rows, id="rows-stepper")
        self.line = Stepper("In a row", _lines(geometry), geometry.line_length, id="line-stepper")

    def compose(self) -> ComposeResult:
        """Give the steppers in a row, or below one another, and the line of theory."""
        yield HorizontalGroup(self.columns, self.rows, self.line)
        yield Static(id="theory")

    def show(self, setup: Setup) -> None:
        """Show the board of this set-up."""
        geometry = setup.geometry
        self.columns.offer(SIDES, geometry.columns)
        self.rows.offer(SIDES, geometry.rows)
        self.line.offer(_lines(geometry), geometry.line_length)
        known = known_value(geometry) if len(setup.players) == 2 else "More than two: no theory"
        self.query_one("#theory", Static).update(known, layout=False)


class MatchPart(Vertical):
    """The rules of a set-up's match."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(classes="part", id="match-part")
        self.border_title = "Match"
        rules = setup.rules
        self.points = Stepper("First to", POINTS, rules.points or NO_END, id="points")
        self.draws = Stepper("Draws in a row", DRAWS, rules.draws or NO_END, id="draws")
        self.first = Stepper("Starts", STARTS, rules.first, id="first")
        self.lot = Stepper("Marks", MARKS, rules.marks_by_lot, id="lot")

    def compose(self) -> ComposeResult:
        """Give the steppers by twos."""
        yield HorizontalGroup(self.points, self.draws)
        yield HorizontalGroup(self.first, self.lot)

    def show(self, setup: Setup) -> None:
        """Show the rules of this set-up."""
        rules = setup.rules
        self.points.offer(POINTS, rules.points or NO_END)
        self.draws.offer(DRAWS, rules.draws or NO_END)
        self.first.offer(STARTS, rules.first)
        self.lot.offer(MARKS, rules.marks_by_lot)


def stepped(setup: Setup, stepper: Stepper) -> Setup:
    """Return a set-up with the value that one of the steppers has now."""
    value = stepper.value
    geometry, rules = setup.geometry, setup.rules
    match stepper.id:
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
        case "lot":
            rules = replace(rules, marks_by_lot=value)
    return replace(setup, geometry=geometry, rules=rules)


def _fitting(geometry: Geometry) -> Geometry:
    """Return the board with a line that fits on it."""
    longest = max(geometry.columns, geometry.rows)
    return replace(geometry, line_length=min(geometry.line_length, longest))
