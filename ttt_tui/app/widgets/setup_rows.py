"""The rows of a set-up, in `LINES`: what each shows, what a change does, and its keys.

The card makes a stepper of each row, and the line of keys names the keys of the focused one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from ttt_tui.analysis.words import ordinal
from ttt_tui.app.look.room import NARROW
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

TINY = 30
"""Columns of the window below which only the shortest texts fit."""

EXAMPLE = 40
"""Columns of the window from which an example of a typed board is shown."""

AROUND = 4
"""Columns of the window that the line of keys leaves blank."""


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
    keys: Callable[[SetupView, int], Mapping[str, str]]
    """Returns the keys with descriptions, in a window of some columns."""
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
        _level_note(setup, common),
        is_shown=any(player.is_computer for player in setup.players),
    )


def _level_note(setup: Setup, level: str | None) -> str:
    """Return the note of the computers' level, or their common time limit if that matters to it."""
    if level is None:
        return ""
    if level in LEVELS and level not in TIMED:
        return LEVELS[level].under(setup.geometry.rules).note
    limits = {player.limit for player in setup.players if player.is_computer}
    seconds = {limit.seconds for limit in limits}
    if len(limits) > 1 or None in seconds:
        return ""
    return f"{seconds.pop():g} s per move"


def _level_description(view: SetupView, width: int) -> str:
    """Return what the level does by these rules and what the user can expect, as far as a line has room.

    In a wide window a second line would touch the page.
    """
    name, rules, expectation = view.level, view.setup.geometry.rules, view.expectation
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


def _number_keys(what: str, next_number: str = "") -> Callable[[SetupView, int], Mapping[str, str]]:
    """Return the keys of a number; in a board, `next_number` is the one to which `x` goes."""

    def keys(view: SetupView, width: int) -> Mapping[str, str]:
        shown = next_number if width >= EXAMPLE else next_number.partition(",")[0]
        next_key = {"x": shown} if shown else {}
        return {"← → or digits" if width >= NARROW else "← →": what, **next_key, "↑ ↓": "other rows"}

    return keys


def _rules(view: SetupView) -> Shown:
    choices = [(choice.rules, choice.title) for choice in fitting_rules(view.setup)]
    return Shown("Rules", choices, view.setup.geometry.rules)


def _rules_keys(view: SetupView, width: int) -> Mapping[str, str]:
    if view.setup.geometry.rules.are_usual:
        return {"← →": "rules", "R": "list", "↑ ↓": "other rows"}
    return {"← →": rules_meaning(view.setup), "R": "list"}


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


# --- match -----------------------------------------------------------------------------------------------

POINTS = [*((points, f"first to {points}") for points in range(1, MOST_POINTS + 1)), (NO_END, "unlimited")]
DRAWS = [*((draws, f"draw limit {draws}") for draws in range(1, MOST_DRAWS + 1)), (NO_END, "no draw limit")]

LINES: Mapping[str, Sequence[Row]] = {
    "level": [
        Row(
            "level",
            _level,
            lambda setup, level: setup if level == MIXED else with_level(setup, level),
            lambda view, width: {"← →": _level_description(view, width)},
        )
    ],
    "side": [Row("side", _side, _with_side, lambda *_: {"← →": "your symbol", "x": "random symbols"})],
    "first": [
        Row(
            "first",
            _first_mover,
            lambda setup, first: _with_match(setup, first=first),
            lambda *_: {"← →": "first move of each game"},
        )
    ],
    "board": [
        Row(
            "columns-stepper",
            _columns,
            lambda setup, columns: _with_board(setup, columns=columns),
            _number_keys("columns", "rows, as in 4x4x4"),
            BoardStepper,
        ),
        Row(
            "rows-stepper",
            _rows,
            lambda setup, rows: _with_board(setup, rows=rows),
            _number_keys("rows", "line length"),
            BoardStepper,
        ),
        Row(
            "line-stepper",
            _line,
            lambda setup, length: _with_board(setup, line_length=length),
            _number_keys("how many in a row win", "columns"),
            BoardStepper,
        ),
    ],
    "rules": [Row("rules", _rules, with_rules, _rules_keys)],
    "match": [
        Row(
            "points",
            lambda view: Shown("Match", POINTS, view.setup.rules.points or NO_END),
            lambda setup, points: _with_match(setup, points=points or None),
            _number_keys("points that win"),
        ),
        Row(
            "draws",
            lambda view: Shown("", DRAWS, view.setup.rules.draws or NO_END),
            lambda setup, draws: _with_match(setup, draws=draws or None),
            _number_keys("draws in a row that end the match"),
        ),
    ],
}
"""Id of a line of the card → its rows from left to right."""

ROWS = {row.id: row for line in LINES.values() for row in line}
