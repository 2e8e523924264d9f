"""Hints for whoever is to move: who is asked for them."""

import threading
from collections.abc import Callable

from ttt_tui.computer import LEVELS, Computer, Stop, Thought
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.proof_maps import ProofMaps, can_be_mapped
from ttt_tui.engine import Limit, Position, Setup
from ttt_tui.review.hint import Hint, hint

MAP_LIMIT = Limit(seconds=0.3)
"""For what all moves are proved to be worth, before the best of them is looked for."""

MAPS_SHARE = 0.5
"""Of the megabytes; the rest is for the search."""


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
