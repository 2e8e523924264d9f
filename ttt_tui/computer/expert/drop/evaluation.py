"""The evaluation where stones fall: lines, and threats that decide when everything else is filled.

While the columns fill up in turn, the side that is to move when an even number of squares is left gets the
odd rows, counted from below, and the other side the even ones, as long as the number of rows is even (L. V.
Allis, "A knowledge-based approach of Connect-Four", 1988). So a side's threat on a row of its own decides in
the end, and hides anything above it in its column.
"""

from collections.abc import Callable

from ttt_tui.computer.expert.drop.filling import filling
from ttt_tui.computer.expert.drop.weights import EARLY_THREATS, FILLED, LATE_THREATS, TURN
from ttt_tui.engine import Geometry, Mask, mask_of

MOST = 499
"""The most that a position is worth unless its value is proved."""

Evaluate = Callable[[Mask, Mask, Mask, int, int], int]
"""Returns a value for the side to move from the empty squares, the threats of the side to move and of the
other side, the worth of the lines and the number of stones."""

LATE = 20
"""The most empty squares with which the filling-up of the columns is evaluated; with more squares, too many
lines are still possible."""

PLIES = 4
"""The plies of filling up that share a figure in `FILLED`; the last one is for all that are longer."""

Classes = tuple[Mask, Mask, Mask, Mask, Mask, Mask, Mask, Mask]


def threat_classes(geometry: Geometry) -> Callable[[Mask, Mask], Classes]:
    """Return a function that sorts the threats of side 0 and side 1 into the classes of the figures."""
    stride = geometry.stride
    odd = mask_of(square for square in geometry.squares if (geometry.rows - geometry.row(square)) % 2)
    even = geometry.board ^ odd
    spans = [stride << i for i in range(geometry.rows.bit_length())]

    def classes(one: Mask, two: Mask) -> Classes:
        hidden = (one & odd | two & even) >> stride
        for span in spans:
            hidden |= hidden >> span
        hidden_one, hidden_two = one & hidden, two & hidden
        one ^= hidden_one
        two ^= hidden_two
        return (
            one & odd, two & odd, one & even, two & even,
            hidden_one & odd, hidden_two & odd, hidden_one & even, hidden_two & even,
        )  # fmt: skip

    return classes


def evaluation(geometry: Geometry) -> Evaluate:
    """Return the evaluation of positions of one geometry."""
    squares, classes, fill = geometry.board.bit_count(), threat_classes(geometry), filling(geometry)
    filled = [FILLED[min(plies // PLIES, len(FILLED) - 1)] for plies in range(squares + 1)]
    early, late = _threat_worths(geometry, EARLY_THREATS), _threat_worths(geometry, LATE_THREATS)

    def evaluate(empty: Mask, my_threats: Mask, their_threats: Mask, score: int, stones: int) -> int:
        score += TURN
        my_threats &= empty
        their_threats &= empty
        if my_threats or their_threats:
            is_one = (squares - stones) % 2 == 0
            c0, c1, c2, c3, c4, c5, c6, c7 = (
                classes(my_threats, their_threats) if is_one else classes(their_threats, my_threats)
            )
            is_late = squares - stones <= LATE
            w0, w1, w2, w3, w4, w5, w6, w7 = late if is_late else early
            worth = (
                w0 * c0.bit_count() + w1 * c1.bit_count() + w2 * c2.bit_count() + w3 * c3.bit_count()
                + w4 * c4.bit_count() + w5 * c5.bit_count() + w6 * c6.bit_count() + w7 * c7.bit_count()
            )  # fmt: skip
            score += worth if is_one else -worth
            if is_late:
                winner, plies = fill(empty, my_threats, their_threats)
                score += winner * filled[plies]
        return max(-MOST, min(MOST, score))

    return evaluate


def _threat_worths(geometry: Geometry, figures: tuple[int, ...]) -> tuple[int, ...]:
    """Return the worth of a threat of each class to side 0; an odd number of rows helps neither side."""
    if geometry.rows % 2 == 0:
        return figures
    found: tuple[int, ...] = ()
    for first in (0, 4):
        one_odd, two_odd, one_even, two_even = figures[first : first + 4]
        mean = (one_odd + one_even - two_odd - two_even) // 4
        found += (mean, -mean, mean, -mean)
    return found
