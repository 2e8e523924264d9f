"""How the board moves: the latest stone's mark blinks once, and a line that wins fills, square by square.

A motion is a list of moments; what a board shows of one is painted by `BoardPainter`.
"""

from typing import NamedTuple

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
