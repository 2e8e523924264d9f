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
"""Between two squares of a winning line."""

DIM_SECONDS = 0.2
"""From the last square of the line until all other stones are dimmed."""


class Moment(NamedTuple):
    """A state of a motion."""

    filled: Mask = 0
    """The squares shown as winning."""
    is_dimmed: bool = False
    """Whether all other stones are dimmed."""
    is_hollow: bool = False
    """Whether the latest stone's mark is hollow."""


Motion = tuple[tuple[float, Moment], ...]
"""Moments with their seconds from the start of the motion; the first is at 0."""


def rest(view: BoardView) -> Moment:
    """Return the moment of a board at rest."""
    return Moment(view.winning, bool(view.winning))


def motion(geometry: Geometry, before: BoardView, view: BoardView) -> Motion:
    """Return the motion from one view to another, a single moment if nothing moves."""
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
    """Return the winning lines among these squares, each in reading order."""
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
    """Return for each square how many squares of its line are filled before it."""
    order: dict[Square, int] = {}
    for line in winning_lines(geometry, winning):
        for number, square in enumerate(line):
            order[square] = min(number, order.get(square, number))
    return {square: order.get(square, 0) for square in squares_of(winning)}


class Animation:
    """Shows the moments of a motion in their time; only the last one without animation or on a slow line."""

    def __init__(self, widget: Widget, show: Callable[[Moment], None]) -> None:
        self._widget = widget
        self._show = show
        self._coming: Motion = ()
        self._timer: Timer | None = None

    @property
    def is_running(self) -> bool:
        return bool(self._coming)

    @property
    def _may_move(self) -> bool:
        app = self._widget.app
        driver = terminal_driver(app)
        return app.animation_level != "none" and not (driver is not None and driver.is_behind)

    def run(self, moments: Motion) -> None:
        """Show the first moment now and the others in their time, in place of a running motion."""
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
