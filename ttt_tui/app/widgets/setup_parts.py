"""The card of a set-up: what is chosen, as a page of rows that each change one thing."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import HorizontalGroup, Vertical
from textual.widgets import Static

from ttt_tui.app.widgets.player_list import PlayerList
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.computer import LEVELS
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
    brain_problem,
)
from ttt_tui.review.words import in_a_row
from ttt_tui.session.known_results import known_value
from ttt_tui.session.setup_changes import common_level, seated, with_level, your_seat

NO_END = 0
"""The value of a stepper that stands for no limit."""

BY_LOT = ""
"""The symbol of a player who has still to draw one; no symbol is blank."""

AS_LISTED = "as listed"
"""The value of the same stepper where nobody in particular is you."""

MIXED = "mixed"
"""The level of computers that are not on the same one."""

LABEL_WIDTH = 10
"""Cells from the beginning of a label to the left arrow."""

ABREAST = 46
"""Cells in which the steppers of a row stand side by side, else below one another."""

TINY = 26
"""Below so many cells labels take no more than they need."""

PADDING = 3
"""Cells on the left of a row, where there is room."""

Choices = list[tuple[int, str]]


def _numbers(least: int, most: int) -> Choices:
    return [(number, str(number)) for number in range(least, most + 1)]


def _lines(geometry: Geometry) -> Choices:
    return _numbers(SHORTEST_LINE, max(geometry.columns, geometry.rows))


SIDES = _numbers(SMALLEST_SIDE, LARGEST_SIDE)
POINTS: Choices = [(points, f"first to {points}") for points in range(1, MOST_POINTS + 1)]
POINTS.append((NO_END, "no end"))
DRAWS: Choices = [*_numbers(1, MOST_DRAWS), (NO_END, "any")]
STARTS = [
    (FirstMover.TURN, "in turn"),
    (FirstMover.ALWAYS, "the first"),
    (FirstMover.LOT, "by lot"),
    (FirstMover.LOSER, "the loser"),
]


class SetupCard(Vertical):
    """Shows a set-up, and for each thing that can be changed a stepper with the id that `stepped` knows."""

    DEFAULT_CSS = """
    SetupCard {
        height: auto;
        background: $role-panel;
        color: $muted;
        border-top: block $role-panel;
        border-bottom: block $role-panel;
        & > .row { width: 1fr; padding-left: 3; }
        & > .row:focus-within { background: $raised; }
        & .row > Stepper:focus { background: transparent; }
        &:nocolor > .row:focus-within { background: transparent; } /* its value is marked */
        & #title, & #theory { padding-left: 3; }
        & > #title { margin-bottom: 1; }
        & > .card--title { color: $role-text; text-style: bold; }
        & #theory { color: $faint; height: 1; }
        &.-roomy #theory { height: 2; }
        &.-roomy #title { margin-bottom: 2; }
        &.-roomy #board, &.-roomy #players { margin-top: 2; }
        &.-roomy #match { margin-top: 1; }
        & HorizontalGroup:focus-within > Stepper > .stepper--arrow { color: $muted; }
        & HorizontalGroup:focus-within > Stepper:focus > .stepper--arrow { color: $role-accent; }
        & #board, & #players { margin-top: 1; }
        & #players { padding: 0 3; }
        & HorizontalGroup > .-later { margin-left: 2; }
        & #rows-stepper { margin-left: 1; }
        &.-stacked > HorizontalGroup { layout: vertical; }
        &.-stacked HorizontalGroup > Stepper, &.-stacked #rows-stepper { margin-left: 0; }
        &.-games > * { display: none; }
        &.-games > #title { display: block; }
    }
    """

    COMPONENT_CLASSES = {"card--title"}

    def __init__(self, setup: Setup) -> None:
        super().__init__(id="card")
        geometry, rules = setup.geometry, setup.rules
        self.player_list = PlayerList(id="players")
        self.title = Static(id="title")
        self.theory = Static(id="theory")
        self.level = Stepper("Level", _levels(setup, ()), _level(setup), id="level", classes="row")
        self.side = Stepper("You play", [(BY_LOT, "by lot")], BY_LOT, id="side", classes="row")
        self.first = Stepper("Starts", STARTS, rules.first, id="first", classes="row")
        self.columns = Stepper("Board", SIDES, geometry.columns, id="columns-stepper")
        self.rows = Stepper("×", SIDES, geometry.rows, id="rows-stepper")
        self.line = Stepper(
            "", _lines(geometry), geometry.line_length, id="line-stepper", note="in a row", classes="-later"
        )
        self.points = Stepper("Match", POINTS, rules.points or NO_END, id="points")
        self.draws = Stepper("draws", DRAWS, rules.draws or NO_END, id="draws", classes="-later")
        board = HorizontalGroup(self.columns, self.rows, self.line, id="board", classes="row")
        match = HorizontalGroup(self.points, self.draws, id="match", classes="row")
        self._parts = (
            *(self.title, self.level, self.side, self.first, board, self.theory, match),
            self.player_list,
        )

    def compose(self) -> ComposeResult:
        """Give what is changed most first."""
        yield from self._parts

    @property
    def steppers(self) -> Iterator[Stepper]:
        """All of them, in their order."""
        yield from (self.level, self.side, self.first)
        yield from (self.columns, self.rows, self.line)
        yield from (self.points, self.draws)

    def show(self, title: str, setup: Setup, brains: Sequence[str] = ()) -> None:
        """Show a set-up under its title; `brains` are the levels of those that are known."""
        self.remove_class("-games")
        geometry, rules = setup.geometry, setup.rules
        self._show_title(title, f"{geometry}, {in_a_row(geometry.line_length)}")
        self.level.display = any(player.is_computer for player in setup.players)
        self.level.offer(_levels(setup, brains), _level(setup), _level_note(setup))
        self._show_side(setup)
        self.first.offer(STARTS, rules.first, _start_note(setup))
        self.columns.offer(SIDES, geometry.columns)
        self.rows.offer(SIDES, geometry.rows)
        self.line.offer(_lines(geometry), geometry.line_length)
        self.points.offer(POINTS, rules.points or NO_END)
        self.draws.offer(DRAWS, rules.draws or NO_END)
        self.theory.update(_theory(setup), layout=False)
        self.player_list.show(setup)

    def show_games(self) -> None:
        """Show that games played are chosen instead of one to be played."""
        what = "Go on with a game that was left, replay one, export or delete it, see who won how often"
        self._show_only("Games played", what)

    def show_join(self) -> None:
        """Show that a game of others is chosen instead of one to be played here."""
        what = (
            "Play with people at other terminals, or watch: the games that are hosted on this machine. "
            "To host one give a seat away: e on a player, and Plays: open"
        )
        self._show_only("Join a game", what)

    def show_puzzles(self) -> None:
        """Show that puzzles are chosen instead of a game."""
        what = (
            "Find the one move that wins, or that holds, proved. One for each day, hundreds more, and your "
            "own mistakes"
        )
        self._show_only("Puzzles", what)

    def _show_only(self, title: str, what: str) -> None:
        self.add_class("-games")
        self.level.display = False  # it is shown by the same means
        self._show_title(title, what)

    def _show_title(self, title: str, what: str) -> None:
        separator = "\n" if self.has_class("-roomy") or self.has_class("-games") else " · "
        self.title.update(
            Text.assemble((title, self.get_component_rich_style("card--title")), separator, what)
        )

    def _show_side(self, setup: Setup) -> None:
        seat, players, is_lot = your_seat(setup), setup.players, setup.rules.marks_by_lot
        if seat is None:
            self.side.label = "Symbols"
            self.side.offer([(AS_LISTED, AS_LISTED), (BY_LOT, "by lot")], BY_LOT if is_lot else AS_LISTED, "")
        else:
            self.side.label = "You play"
            choices = [*((player.symbol, player.symbol) for player in players), (BY_LOT, "by lot")]
            note = "goes first" if seat == 0 else "goes second" if seat == 1 else f"goes {seat + 1}th"
            note = f"{players[0].symbol} goes first" if is_lot else note
            self.side.offer(choices, BY_LOT if is_lot else players[seat].symbol, note)

    def fit(self, width: int, most_players: int) -> None:
        """Fit into so many cells, with at most so many lines of players."""
        is_stacked, is_tiny = width < ABREAST, width < TINY
        self.set_class(is_stacked, "-stacked")
        padding = 0 if is_tiny else 1 if is_stacked else PADDING
        for part in self._parts:
            part.styles.padding = (0, 0, 0, padding)
        self.player_list.styles.padding = (0, padding)
        self.theory.styles.padding = (0, 0, 0, padding + (0 if is_tiny else LABEL_WIDTH + 2))
        for stepper in self.steppers:
            is_later = stepper in (self.rows, self.line, self.draws)
            stepper.fit(0 if is_tiny or (is_later and not is_stacked) else LABEL_WIDTH)
        self.player_list.fit(width - 2 * padding)
        self.player_list.styles.max_height = most_players


def _levels(setup: Setup, brains: Sequence[str]) -> list[tuple[str, str]]:
    """Return what the computers can be: ours, and where they can play the brains that are known."""
    common = common_level(setup)
    if brain_problem(setup.geometry, len(setup.players)) is not None:
        brains = [level for level in brains if level == common]
    mixed = [(MIXED, MIXED)] if common is None else []
    named = [(level, level.removeprefix(BRAIN)) for level in brains]
    return [*((level, level) for level in LEVELS), *named, *mixed]


def _level(setup: Setup) -> str:
    return common_level(setup) or MIXED


def _level_note(setup: Setup) -> str:
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
    return f"{seconds.pop():g} s a move"


def _start_note(setup: Setup) -> str:
    """Return who starts the games after the first."""
    first, *others = setup.players
    match setup.rules.first:
        case FirstMover.TURN:
            return f"then {others[0].name}"
        case FirstMover.ALWAYS:
            return "" if setup.rules.marks_by_lot else f"always {first.name}"
        case FirstMover.LOT:
            return "each time anew"
        case FirstMover.LOSER:
            return "of the game before"


def _theory(setup: Setup) -> Text:
    """Return what theory knows of the board, and in a second line who showed it."""
    if len(setup.players) != 2:
        return Text("no theory for more than two")
    known, _, source = known_value(setup.geometry).partition(" (")
    known = known.removeprefix("The ")
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
