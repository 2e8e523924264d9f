"""Hints for whoever is to move: who is asked for them, and how much of one has been told."""

import threading
from collections.abc import Callable

from ttt_tui.computer import LEVELS, Computer, ProofMaps, Stop, Thought, can_be_mapped
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Limit, Position, Setup
from ttt_tui.review.hint import Hint, hint

MOST_STEPS = 3
"""What to look for, which square, then why."""

MAP_LIMIT = Limit(seconds=0.3)
"""For what all moves are proved to be worth, before the best of them is looked for."""

MAPS_SHARE = 0.5
"""Of the megabytes; the rest is for the search."""


class HintSteps:
    """How much of a hint has been told: in another position it begins anew."""

    def __init__(self) -> None:
        self.step = 0
        """The step that was told last, 0 if there is none."""
        self._position: Position | None = None

    def next(self, position: Position) -> int:
        """Return the step that is to be told now, from 1."""
        if self._position != position:
            self._position, self.step = position.copy(), 0
        self.step = min(self.step + 1, MOST_STEPS)
        return self.step

    def is_about(self, position: Position) -> bool:
        """Whether a step about this position was told."""
        return self.step > 0 and self._position == position

    def end(self) -> None:
        """Begin with the first step again."""
        self.step = 0


class Hinter:
    """Makes hints with the strongest computer, and with proofs where the board can be solved.

    Both keep to `megabytes` together, and what they have found out for the next question.
    """

    def __init__(self, setup: Setup, megabytes: float) -> None:
        self._setup = setup
        self._one_at_a_time = threading.Lock()  # who was told to stop may still be about to
        self._maps = ProofMaps(MAPS_SHARE * megabytes)
        self._expert: Computer = LEVELS["expert"].make(0, (1 - MAPS_SHARE) * megabytes)

    def think(
        self,
        position: Position,
        limit: Limit,
        stop: Stop = NEVER,
        hear: Callable[[Hint], None] = lambda found: None,
    ) -> Hint:
        """Return a hint for a position where nobody has won and somebody can move.

        `limit` is for the search of the best move; `hear` gets what would be hinted at so far.
        """
        with self._one_at_a_time:
            values = self._maps.of(position, MAP_LIMIT, stop) if can_be_mapped(position) else None

            def report(thought: Thought) -> None:
                hear(hint(position, self._setup, thought, values))

            return hint(position, self._setup, self._expert.think(position, limit, stop, report), values)

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
        self._expert.close()
        self._maps.close()
