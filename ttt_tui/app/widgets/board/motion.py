"""Motion of the board: a stone appears pale and then full, or falls down its column; stones that change hands
are pale for a moment; the mark of the latest one blinks once, a winning line fills square by square, and a
draw dims column by column.

A motion is a list of moments; `BoardPainter` paints one moment, `Animation` shows them one after the other.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from textual.app import App
from textual.timer import Timer
from textual.widget import Widget

from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Mask, Square, mask_of, squares_of

APPEAR_SECONDS = 0.06
"""Seconds for which a new stone is pale."""

TURN_SECONDS = 0.25
"""Seconds for which stones that have changed hands are pale."""

FALL_SECONDS = 0.05
"""Seconds between two squares on which a falling stone is shown."""

FALL_STEPS = 3
"""The most squares on which a falling stone is shown before its resting place."""

BLINK_SECONDS = 0.12
"""Seconds between two changes of the latest stone's mark."""

FILL_SECONDS = 0.09
"""Seconds between two squares of a winning line."""

DIM_SECONDS = 0.2
"""Seconds from the last square of the line until all other stones are dimmed."""


SWEEP_SECONDS = 0.36
"""Seconds from the first column that a draw dims until the last one."""


class Moment(NamedTuple):
    """A state of a motion."""

    filled: Mask = 0
    """The squares shown as winning."""
    is_dimmed: bool = False
    """Whether all other stones are dimmed."""
    is_hollow: bool = False
    """Whether the latest stone's mark is hollow."""
    pale: Mask = 0
    """Stones that are dimmed before or without all others."""
    falling: Square | None = None
    """The square of the latest stone while it falls, None if it does not."""

    def shown(self, view: BoardView) -> BoardView:
        """Return a view as this moment shows it: with a falling stone in its present place."""
        if self.falling is None or view.last is None:
            return view
        last, falling = 1 << view.last, 1 << self.falling
        stones = tuple(mask & ~last | falling if mask & last else mask for mask in view.stones)
        return view._replace(stones=stones, last=None, turn=view.turn & ~last, new=view.new & ~last)

    def dimmed(self, view: BoardView) -> Mask:
        """Return the stones that are dimmed."""
        return reduce(or_, view.stones, 0) & ~self.filled if self.is_dimmed else self.pale


Shown = tuple[BoardView, Moment]
"""What a board shows."""


Motion = tuple[tuple[float, Moment], ...]
"""Moments with their seconds from the start of the motion; the first is at 0."""


def rest(view: BoardView) -> Moment:
    """Return the moment of a board at rest."""
    return Moment(view.winning, bool(view.winning) or view.is_drawn)


def motion(geometry: Geometry, before: BoardView, view: BoardView) -> Motion:
    """Return the motion from one view to another, a single moment if nothing moves."""
    falling = _fall(geometry, before, view)
    moments = _after_fall(geometry, before, view, has_fallen=bool(falling))
    seconds = len(falling) * FALL_SECONDS
    return *falling, *((seconds + later, moment) for later, moment in moments)


def _fall(geometry: Geometry, before: BoardView, view: BoardView) -> Motion:
    """Return the moments in which the latest stone falls, ever faster, down to the square above its own."""
    if not geometry.rules.drop or view.last is None or not _added(before, view):
        return ()
    column, lowest = geometry.column(view.last), geometry.row(view.last)
    rows = sorted({round(lowest * (step / FALL_STEPS) ** 2) for step in range(FALL_STEPS)} - {lowest})
    return tuple(
        (number * FALL_SECONDS, Moment(falling=geometry.at(column, row))) for number, row in enumerate(rows)
    )


def _after_fall(geometry: Geometry, before: BoardView, view: BoardView, *, has_fallen: bool) -> Motion:
    """Return the motion after the fall of the latest stone.

    A stone that `has_fallen` is full at once, and its mark need not blink: eyes have followed it.
    """
    end = rest(view)
    if view.winning & ~before.winning:
        order = _fill_order(geometry, view.winning)
        steps = max(order.values())
        filling = [
            (step * FILL_SECONDS, Moment(mask_of(square for square in order if order[square] <= step)))
            for step in range(steps + 1)
        ]
        return (*filling, (steps * FILL_SECONDS + DIM_SECONDS, end))
    if view.is_drawn and not before.is_drawn:
        return *_sweep(geometry, view), (DIM_SECONDS + SWEEP_SECONDS, end)
    if view.winning or view.is_drawn:
        return ((0.0, end),)
    if turned := _turned(before, view):
        return (0.0, Moment(pale=turned)), (TURN_SECONDS, end)
    appearing = 0 if has_fallen else _added(before, view)
    moments = [(0.0, Moment(pale=appearing)), (APPEAR_SECONDS, end)] if appearing else [(0.0, end)]
    if not has_fallen and view.last is not None and view.last != before.last and view.new >> view.last & 1:
        moments += [(BLINK_SECONDS, Moment(is_hollow=True)), (2 * BLINK_SECONDS, end)]
    return tuple(moments)


def _turned(before: BoardView, view: BoardView) -> Mask:
    """Return all stones if nothing but their owners has changed, else none."""
    stones = reduce(or_, view.stones, 0)
    is_same = stones == reduce(or_, before.stones, 0)
    return stones if is_same and before.stones != view.stones else 0


def _added(before: BoardView, view: BoardView) -> Mask:
    """Return the latest stone if it is the only new one, else none."""
    new = reduce(or_, view.stones, 0) & ~reduce(or_, before.stones, 0)
    return new if view.last is not None and new == 1 << view.last else 0


def _sweep(geometry: Geometry, view: BoardView) -> Motion:
    """Return the moments in which a draw dims the columns from left to right, before all are dimmed."""
    stones, last = reduce(or_, view.stones, 0), geometry.columns - 1
    columns = [mask_of(s for s in squares_of(stones) if geometry.column(s) <= c) for c in range(last)]
    seconds = (DIM_SECONDS + SWEEP_SECONDS * column / last for column in range(last))
    moments = (Moment(pale=pale) for pale in columns)
    return (0.0, Moment()), *zip(seconds, moments, strict=True)


def winning_lines(geometry: Geometry, winning: Mask) -> list[list[Square]]:
    """Return the winning lines among these squares, each from its first square on.

    Where lines continue at the opposite edge, so do the returned ones; one without an end begins in reading
    order.
    """
    if geometry.rules.wrap:
        return _lines_without_edges(geometry, winning)
    lines = []
    for stride in geometry.directions:
        for square in squares_of(winning & ~(winning << stride)):
            line = [square]
            while winning >> line[-1] + stride & 1:
                line.append(line[-1] + stride)
            if len(line) >= geometry.line_length:
                lines.append(line)
    return lines


def _lines_without_edges(geometry: Geometry, winning: Mask) -> list[list[Square]]:
    lines = []
    for cycle in geometry.torus.cycles:
        period = len(cycle)
        is_won = [bool(winning >> square & 1) for square in cycle]
        if all(is_won) and period >= geometry.line_length:
            first = cycle.index(min(cycle))
            lines.append([*cycle[first:], *cycle[:first]])
        for start in (place for place in range(period) if is_won[place] and not is_won[place - 1]):
            length = next(count for count in range(period) if not is_won[(start + count) % period])
            if length >= geometry.line_length:
                lines.append([cycle[(start + place) % period] for place in range(length)])
    return lines


def direction_of(geometry: Geometry, line: Sequence[Square]) -> tuple[int, int]:
    """Return the columns and rows, -1 to 1 each, from the first square of a line to the second.

    They may be at opposite edges.
    """
    steps = []
    for side, place in (geometry.columns, geometry.column), (geometry.rows, geometry.row):
        step = (place(line[1]) - place(line[0])) % side
        steps.append(-1 if step == side - 1 else step)
    return steps[0], steps[1]


def straight_parts(geometry: Geometry, line: list[Square]) -> list[list[Square]]:
    """Return the straight parts of a line on the board: the line is cut where it crosses the edge."""
    parts: list[list[Square]] = []
    for square in line:
        if parts and are_beside(geometry, parts[-1][-1], square):
            parts[-1].append(square)
        else:
            parts.append([square])
    return parts


def are_beside(geometry: Geometry, one: Square, other: Square) -> bool:
    """Return whether two squares touch on the board, not only over its edge."""
    return (
        abs(geometry.column(one) - geometry.column(other)) <= 1
        and abs(geometry.row(one) - geometry.row(other)) <= 1
    )


def _fill_order(geometry: Geometry, winning: Mask) -> dict[Square, int]:
    """Return for each square how many squares of its line are filled before it."""
    if geometry.block_side:
        return _fill_order_of_boards(geometry, winning)
    order: dict[Square, int] = {}
    for line in winning_lines(geometry, winning):
        for number, square in enumerate(line):
            order[square] = min(number, order.get(square, number))
    return {square: order.get(square, 0) for square in squares_of(winning)}


def _fill_order_of_boards(geometry: Geometry, winning: Mask) -> dict[Square, int]:
    """Return for each square how many small boards of its line are filled before its own."""
    from ttt_tui.engine.nine_boards import BOARD_OF, BOARD_SQUARES, NINE_LINES

    won = sum(1 << board for board, squares in enumerate(BOARD_SQUARES) if winning & squares)
    numbers: dict[int, int] = {}
    for line in NINE_LINES:
        if won & line == line:
            for number, board in enumerate(squares_of(line)):
                numbers[board] = min(number, numbers.get(board, number))
    return {square: numbers.get(BOARD_OF[square], 0) for square in squares_of(winning)}


def may_move(app: App[Any]) -> bool:
    """Return whether anything moves: not if that is turned off or the line is slow."""
    driver = terminal_driver(app)
    return app.animation_level != "none" and not (driver is not None and driver.is_behind)


class Animation:
    """Shows the moments of a motion at their times; only the last one without animation or on a slow line."""

    def __init__(self, widget: Widget, show: Callable[[Moment], None]) -> None:
        self._widget = widget
        self._show = show
        self._coming: Motion = ()
        self._timer: Timer | None = None

    @property
    def is_running(self) -> bool:
        return bool(self._coming)

    def run(self, moments: Motion) -> None:
        """Show the first moment now and the others at their times, in place of a running motion."""
        if self._timer is not None:
            self._timer.stop()
        (now, moment), *later = moments if may_move(self._widget.app) else moments[-1:]
        coming = self._coming = tuple(later)
        self._show(moment)

        def go_on() -> None:
            if coming is self._coming:  # else its timer rang just before it was stopped
                self.run(coming)

        self._timer = self._widget.set_timer(later[0][0] - now, go_on) if later else None
