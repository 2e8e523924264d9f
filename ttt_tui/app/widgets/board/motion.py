"""Motion of the board: the mark of the latest stone blinks once, and a winning line fills square by square.

A motion is a list of moments; `BoardPainter` paints one moment, `Animation` shows them in their time.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from textual.timer import Timer
from textual.widget import Widget

from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Mask, Square, mask_of, squares_of

BLINK_SECONDS = 0.12
"""Between two changes of the latest stone's mark."""

FILL_SECONDS = 0.09
"""From a square of the line that won to the next."""

DIM_SECONDS = 0.2
"""From the last square of the line until everything else steps back."""


class Moment(NamedTuple):
    """What differs from one moment of a motion to the next."""

    filled: Mask = 0
    """The squares that are shown as having won."""
    is_dimmed: bool = False
    """Whether all other stones have stepped back."""
    is_hollow: bool = False
    """Whether the latest stone's mark is open."""


Motion = tuple[tuple[float, Moment], ...]
"""Moments, each with the seconds from the start of the motion until then; the first is at once."""


def rest(view: BoardView) -> Moment:
    """Return what a board shows that does not move."""
    return Moment(view.winning, bool(view.winning))


def motion(geometry: Geometry, before: BoardView, view: BoardView) -> Motion:
    """Return how a board gets from one view to another; a single moment if nothing is to be seen of it."""
    end = rest(view)
    if view.winning & ~before.winning:
        order = _fill_order(geometry, view.winning)
        steps = max(order.values())
        filling = [
            (step * FILL_SECONDS, Moment(mask_of(square for square in order if order[square] <= step)))
            for step in range(steps + 1)
        ]
        return (*filling, (steps * FILL_SECONDS + DIM_SECONDS, end))
    is_news = view.last is not None and view.last != before.last and view.new >> view.last & 1
    if is_news and not view.winning:
        return (0.0, end), (BLINK_SECONDS, Moment(is_hollow=True)), (2 * BLINK_SECONDS, end)
    return ((0.0, end),)


def winning_lines(geometry: Geometry, winning: Mask) -> list[list[Square]]:
    """Return the lines that these squares are made of, each from its first square in reading order."""
    lines = []
    for stride in geometry.directions:
        for square in squares_of(winning & ~(winning << stride)):
            line = [square]
            while winning >> line[-1] + stride & 1:
                line.append(line[-1] + stride)
            if len(line) >= geometry.line_length:
                lines.append(line)
    return lines


def _fill_order(geometry: Geometry, winning: Mask) -> dict[Square, int]:
    """Return how many squares of its line are filled before each square."""
    order: dict[Square, int] = {}
    for line in winning_lines(geometry, winning):
        for number, square in enumerate(line):
            order[square] = min(number, order.get(square, number))
    return {square: order.get(square, 0) for square in squares_of(winning)}


class Animation:
    """Calls `show` with each moment of a widget's motion; the last one is always shown."""

    def __init__(self, widget: Widget, show: Callable[[Moment], None]) -> None:
        self._widget = widget
        self._show = show
        self._coming: Motion = ()
        self._timer: Timer | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is still a moment to come."""
        return bool(self._coming)

    @property
    def _may_move(self) -> bool:
        app = self._widget.app
        driver = terminal_driver(app)
        return app.animation_level != "none" and not (driver is not None and driver.is_behind)

    def run(self, moments: Motion) -> None:
        """Show the first of these moments now, and the others in their time instead of what was to come."""
        if self._timer is not None:
            self._timer.stop()
        (now, moment), *later = moments if self._may_move else moments[-1:]
        self._coming = tuple(later)
        self._show(moment)
        go_on = partial(self._go_on, self._coming)
        self._timer = self._widget.set_timer(later[0][0] - now, go_on) if later else None

    def _go_on(self, coming: Motion) -> None:
        if coming is self._coming:  # else its timer rang just before it was stopped
            self.run(coming)
