"""The answer of an exact solver, and which of the two solvers is asked."""

from dataclasses import dataclass

from ttt_tui.computer.base import Value
from ttt_tui.engine import Square


@dataclass(frozen=True, slots=True)
class Solution:
    """The proof about a position."""

    value: Value
    """The value for the side to move."""
    plies: int | None
    """WIN: the side to move wins within so many plies against every defence. LOSS: the other side does.
    It is the most that the proof needs, and can be more than the shortest win. None for a draw."""
    best: tuple[Square, ...]
    """Moves proved to keep the value, at least one unless the board is full. The first is the one to play:
    the quickest win known, the longest resistance known."""
    pv: tuple[Square, ...]
    """The principal variation, as far as it is known, `best[0]` first."""


SOLVER_MEGABYTES = 100.0
"""The memory of a solver that is used alone."""
