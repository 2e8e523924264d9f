"""Who is asked for advice in a game: for hints, and for analyses.

It is one search at a time, with one memory; the searches are imported when they are first needed.
"""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.computer import Stop, Thought
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Limit, Position, Setup
from ttt_tui.session.brains import Brains

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.analysis.hint import Hint
    from ttt_tui.analysis.judge import Judge
    from ttt_tui.analysis.second_opinion import SecondOpinion
    from ttt_tui.computer.proof_maps import ProofMaps

MAP_LIMIT = Limit(seconds=0.3)
"""For what all moves are proved to be worth, before a hint's best one is looked for."""

MAPS_SHARE = 0.5
"""Of the megabytes; the rest is for the search."""


class Advisor:
    """Advises with the strongest computer, and with proofs where the board can be solved.

    All of it keeps to `megabytes` together, and what it found out for the next question, until it is closed.
    """

    def __init__(self, megabytes: float, brains: Brains | None = None) -> None:
        """With `brains` an analysis may ask one of them instead."""
        self._megabytes = megabytes
        self._brains = brains
        self._other: SecondOpinion | None = None  # the brain that was asked last
        self._one_at_a_time = threading.Lock()  # who was told to stop may still be about to
        self._found: tuple[Judge, ProofMaps] | None = None

    def hint(
        self,
        position: Position,
        setup: Setup,
        limit: Limit,
        stop: Stop = NEVER,
        hear: "Callable[[Hint], None]" = lambda found: None,
    ) -> "Hint":
        """Return a hint for a position where nobody has won and somebody can move.

        `limit` is for the search of the best move; `hear` gets what would be hinted at so far, and is.
        """
        from ttt_tui.analysis.hint import hint
        from ttt_tui.computer.proof_maps import can_be_mapped

        with self._one_at_a_time:
            judge, maps = self._searches()
            values = maps.of(position, MAP_LIMIT, stop) if can_be_mapped(position) else None

            def report(thought: Thought) -> None:
                hear(hint(position, setup, thought, values))

            found = hint(position, setup, judge.expert.think(position, limit, stop, report), values)
            hear(found)
            return found

    def analyse(
        self, position: Position, stop: Stop, hear: "Callable[[Analysis], None]", by: str = ""
    ) -> None:
        """Analyse a position where nobody has won and somebody can move, until `stop` or all is known.

        `by` is the name of a brain that is asked instead, nothing for our own search. Raises what that does.
        """
        from ttt_tui.analysis.analysis import analyse

        with self._one_at_a_time:
            if stop.is_set():
                return
            if by:
                analyse(position, self._second_opinion(by), None, stop, hear)
            else:
                analyse(position, *self._searches(), stop, hear)

    def _second_opinion(self, by: str) -> "SecondOpinion":
        if self._other is None or self._other.by != by:
            from ttt_tui.session.opinions import second_opinion

            assert self._brains is not None, "who has none asks none"
            self._forget_other()
            self._other = second_opinion(self._brains, by, (1 - MAPS_SHARE) * self._megabytes)
        return self._other

    def _forget_other(self) -> None:
        other, self._other = self._other, None
        if other is not None:
            other.close()

    def _searches(self) -> "tuple[Judge, ProofMaps]":
        if self._found is None:
            from ttt_tui.analysis.judge import Judge
            from ttt_tui.computer.proof_maps import ProofMaps

            judge = Judge(megabytes=(1 - MAPS_SHARE) * self._megabytes)
            self._found = judge, ProofMaps(MAPS_SHARE * self._megabytes)
        return self._found

    def close(self) -> None:
        """Forget everything, and give back what it holds; asked again it begins anew."""
        self._forget_other()
        found, self._found = self._found, None
        if found is not None:
            for search in found:
                search.close()
