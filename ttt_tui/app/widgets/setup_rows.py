"""The rows of a set-up, in `LINES`: what each shows, what a change does, and its keys.

The card makes a stepper of each row, and the footer names the keys of the focused one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from ttt_tui.analysis.words import ordinal
from ttt_tui.app.widgets.inputs import BoardStepper, Stepper
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
    Setup,
    can_engines_play,
    engine_name,
    is_engine_level,
)
from ttt_tui.names import CLASSIC_NAMES
from ttt_tui.session.clocks import CLOCKS, clock_words
from ttt_tui.session.known_results import known_value
from ttt_tui.session.presets import TIMED
from ttt_tui.session.rule_choices import brief_meaning, fitting_rules, rules_meaning, with_rules
from ttt_tui.session.setup_changes import common_level, with_level, with_your_seat, your_seat
from ttt_tui.session.strength import MATCH_TITLE, MATCHED

NO_END = 0
"""The value for no limit, as a number."""

BY_LOT = ""
"""The value for random symbols; no symbol is blank."""

AS_LISTED = "as listed"
"""The value for the players' symbols where no seat is yours."""

MIXED = "mixed"
"""The level of computers with different levels."""


class SetupView(NamedTuple):
    """A set-up, and what the rows show of it beyond its own values."""

    setup: Setup
    engine_levels: Sequence[str] = ()
    """The levels of known engines."""
    suggested: str | None = None
    """The step of the ladder that is as strong as the user, None if unknown."""
    is_matched: bool = False
    """Whether the opponent should be that step, also in the next games."""
    expectation: str = ""
    """What the user can expect of the chosen step."""
    is_narrow: bool = False
    """Whether each value has a line of its own."""

    @property
    def level(self) -> str:
        """The chosen level of all computers."""
        return MATCHED if self.is_matched else common_level(self.setup) or MIXED


class Shown(NamedTuple):
    """What a row shows."""

    label: str
    choices: Sequence[tuple[Any, str]]
    """Values with their texts; none if the value cannot be changed."""
    value: Any
    note: str = ""
    is_shown: bool = True


class Row(NamedTuple):
    """One value of a set-up."""

    id: str
    show: Callable[[SetupView], Shown]
    apply: Callable[[Setup, Any], Setup]
    """Returns the set-up with another of the choices."""
    keys: Mapping[str, str]
    """The id of a binding → its description while the row has the focus."""
    about: Callable[[SetupView], str] = lambda view: ""
    """Returns what the value means, empty if its text says that."""
    stepper: type[Stepper] = Stepper


# --- level -----------------------------------------------------------------------------------------------


def _level(view: SetupView) -> Shown:
    """Return the levels of all computers: the suggested one, the ladder, and engines where they can play."""
    setup, engine_levels = view.setup, view.engine_levels
    common = common_level(setup)
    if not can_engines_play(setup.geometry, len(setup.players)):
        engine_levels = [each for each in engine_levels if each == common or each.startswith(OWN_PREFIX)]
    matched = []
    if view.suggested is not None:
        step = screen_name(view.suggested)
        matched = [(MATCHED, f"match: {step}" if view.is_narrow else f"{MATCH_TITLE} · {step}")]
    ladder = [(level, screen_name(level)) for level in STEPS]
    classic = [(level, f"classic: {level}") for level in CLASSIC_NAMES]
    engines = [(level, engine_name(level)) for level in engine_levels]
    mixed = [(MIXED, MIXED)] if common is None else []
    return Shown(
        "Level",
        [*matched, *ladder, *classic, *engines, *mixed],
        view.level,
        _level_note(view),
        is_shown=any(player.is_computer for player in setup.players),
    )


def _level_note(view: SetupView) -> str:
    """Return what the level does or its common time limit, nothing where the ladder says it.

    Where each value has a line of its own there is no ladder: the note says what its step does.
    """
    setup, level = view.setup, common_level(view.setup)
    if level is None:
        return ""
    strength = strength_of(level)
    if strength is not None and not view.is_narrow:
        return ""
    if level in LEVELS and level not in TIMED:
        return LEVELS[level].under(setup.geometry.rules).note
    limits = {player.limit for player in setup.players if player.is_computer}
    seconds = {limit.seconds for limit in limits}
    if len(limits) > 1 or None in seconds:
        return ""
    return f"{seconds.pop():g} s per move"


def level_texts(view: SetupView) -> Sequence[str]:
    """Return what the computers' level does by these rules, and what the user can expect of it.

    There are several texts, the longest first.
    """
    common, expectation = common_level(view.setup), view.expectation
    if common is None:
        return "the computers differ; choose one level for all of them", "the computers differ"
    if common.startswith(OWN_PREFIX):
        return ("a computer of your own",)
    if is_engine_level(common):
        return "an outside program that speaks the Gomocup protocol", "an outside program"
    level = LEVELS[common].under(view.setup.geometry.rules)
    end = f"; {expectation}" if expectation else ""
    return f"{level.summary}{end}", f"{level.note}{end}", level.summary, level.note


# --- symbol and first move -------------------------------------------------------------------------------


def _side(view: SetupView) -> Shown:
    """Return the row of symbols, with your place in the turn order."""
    setup, seat = view.setup, your_seat(view.setup)
    players, is_lot, by_lot = setup.players, setup.rules.marks_by_lot, (BY_LOT, "random")
    if seat is None:
        return Shown("Symbols", [(AS_LISTED, AS_LISTED), by_lot], BY_LOT if is_lot else AS_LISTED)
    symbols = [(player.symbol, player.symbol) for player in players]
    if is_lot:
        return Shown("You play", [*symbols, by_lot], BY_LOT, f"{players[0].symbol} goes first")
    return Shown("You play", [*symbols, by_lot], players[seat].symbol, f"goes {ordinal(seat + 1)}")


def _with_side(setup: Setup, symbol: str) -> Setup:
    """Return the set-up with the user on the seat with this symbol, or with random symbols."""
    symbols = [player.symbol for player in setup.players]
    if symbol in symbols:
        setup = with_your_seat(setup, symbols.index(symbol))
    return _with_match(setup, marks_by_lot=symbol == BY_LOT)


def _first_mover(view: SetupView) -> Shown:
    """Return the row of the first mover, with who that is in the next game: `game 2: easy`."""
    players, rules = view.setup.players, view.setup.rules
    is_lot = rules.marks_by_lot
    notes = {
        FirstMover.TURN: f"game 2: {players[1].symbol if is_lot else players[1].name}",
        FirstMover.ALWAYS: "" if is_lot else players[0].name,
        FirstMover.LOT: "in each game",
        FirstMover.LOSER: "of the previous game",
    }
    choices = [
        (FirstMover.TURN, "alternate"),
        (FirstMover.ALWAYS, f"always {players[0].symbol}"),
        (FirstMover.LOT, "random"),
        (FirstMover.LOSER, "loser"),
    ]
    return Shown("First move", choices, rules.first, notes[rules.first])


# --- board and rules -------------------------------------------------------------------------------------


def _numbers(least: int, most: int) -> Sequence[tuple[int, str]]:
    return [(number, str(number)) for number in range(least, most + 1)]


SIDES = _numbers(SMALLEST_SIDE, LARGEST_SIDE)


def _columns(view: SetupView) -> Shown:
    """Return the row of columns, or of the only possible board."""
    geometry = view.setup.geometry
    if geometry.rules.only_board is not None:
        return Shown("Board", (), str(geometry), "nine small boards" if geometry.block_side else "")
    return Shown("Board", SIDES, geometry.columns)


def _rows(view: SetupView) -> Shown:
    geometry = view.setup.geometry
    return Shown("×", SIDES, geometry.rows, is_shown=geometry.rules.only_board is None)


def _line(view: SetupView) -> Shown:
    geometry = view.setup.geometry
    lengths = _numbers(SHORTEST_LINE, max(geometry.columns, geometry.rows))
    return Shown("", lengths, geometry.line_length, "in a row", is_shown=geometry.rules.only_board is None)


def _with_board(setup: Setup, **changes: Any) -> Setup:
    """Return the set-up on another board, with a line length that fits on it."""
    geometry = replace(setup.geometry, **changes)
    longest = max(geometry.columns, geometry.rows)
    return replace(setup, geometry=replace(geometry, line_length=min(geometry.line_length, longest)))


def _with_match(setup: Setup, **changes: Any) -> Setup:
    return replace(setup, rules=replace(setup.rules, **changes))


def _rules(view: SetupView) -> Shown:
    choices = [(choice.rules, choice.title) for choice in fitting_rules(view.setup)]
    return Shown("Rules", choices, view.setup.geometry.rules)


def theory_text(setup: Setup, room: int) -> str:
    """Return the known result of the board, or what is unusual about the rules.

    The latter is shortened to `room` cells, which all lines have together.
    """
    if not setup.geometry.rules.are_usual:
        return brief_meaning(setup, room)
    if len(setup.players) != 2:
        return f"no known result for {len(setup.players)} players"
    if setup.start is not None:
        return "no known result from here"
    known, _, _ = known_value(setup.geometry).partition(" (")  # without the source
    return known[0].lower() + known[1:]


# --- match -----------------------------------------------------------------------------------------------

POINTS = [*((points, f"first to {points}") for points in range(1, MOST_POINTS + 1)), (NO_END, "unlimited")]
DRAWS = [*((draws, f"draw limit {draws}") for draws in range(1, MOST_DRAWS + 1)), (NO_END, "no draw limit")]


def _clock(view: SetupView) -> Shown:
    """Return the row of clocks: the usual ones, and that of the set-up if it is another one."""
    chosen = view.setup.rules.clock
    clocks = [*CLOCKS, *([chosen] if chosen is not None and chosen not in CLOCKS else [])]
    choices = [(None, "none"), *((clock, clock_words(clock)) for clock in clocks)]
    return Shown("Clock", choices, chosen)


VALUE, NEXT_NUMBER, LIST_OF_RULES, LOT = "stepper.more", "board.next", "setup.rules", "setup.lot"
"""Bindings that the rows name: of a stepper, of a number of a board, and two of the screen."""

LINES: Mapping[str, Sequence[Row]] = {
    "level": [
        Row(
            "level",
            _level,
            lambda setup, level: setup if level == MIXED else with_level(setup, level),
            {VALUE: "level"},
            lambda view: level_texts(view)[0],
        )
    ],
    "side": [Row("side", _side, _with_side, {VALUE: "your symbol", LOT: "random symbols"})],
    "first": [
        Row(
            "first",
            _first_mover,
            lambda setup, first: _with_match(setup, first=first),
            {VALUE: "first move of each game"},
        )
    ],
    "board": [
        Row(
            "columns-stepper",
            _columns,
            lambda setup, columns: _with_board(setup, columns=columns),
            {VALUE: "columns", NEXT_NUMBER: "rows, as in 4x4x4"},
            stepper=BoardStepper,
        ),
        Row(
            "rows-stepper",
            _rows,
            lambda setup, rows: _with_board(setup, rows=rows),
            {VALUE: "rows", NEXT_NUMBER: "line length"},
            stepper=BoardStepper,
        ),
        Row(
            "line-stepper",
            _line,
            lambda setup, length: _with_board(setup, line_length=length),
            {VALUE: "how many in a row win", NEXT_NUMBER: "columns"},
            stepper=BoardStepper,
        ),
    ],
    "rules": [
        Row(
            "rules",
            _rules,
            with_rules,
            {VALUE: "rules", LIST_OF_RULES: "list of rules"},
            lambda view: rules_meaning(view.setup),
        )
    ],
    "match": [
        Row(
            "points",
            lambda view: Shown("Match", POINTS, view.setup.rules.points or NO_END),
            lambda setup, points: _with_match(setup, points=points or None),
            {VALUE: "points that win"},
        ),
        Row(
            "draws",
            lambda view: Shown("", DRAWS, view.setup.rules.draws or NO_END),
            lambda setup, draws: _with_match(setup, draws=draws or None),
            {VALUE: "draws in a row that end the match"},
        ),
    ],
    "clock": [Row("clock", _clock, lambda setup, clock: _with_match(setup, clock=clock), {VALUE: "clock"})],
}
"""Id of a line of the card → its rows from left to right."""

ROWS = {row.id: row for line in LINES.values() for row in line}
