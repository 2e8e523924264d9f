"""What another program says of a position, as a judgement: judged, and never proved.

What can be seen at once by the rules, such as a line that is completed with the next stone, needs no program
and is proved here as anywhere. A program that tells no score is asked for its move alone, and what that is
worth is what our own search says of the position after it, as judged as well.
"""

from dataclasses import replace
from math import exp

from ttt_tui.analysis.judge import (
    Judge,
    Judgement,
    ReportJudgement,
    chances_from_verdict,
    ignore_judgement,
    immediate_judgement,
    remaining_limit,
)
from ttt_tui.analysis.verdict import Verdict, immediate_verdict
from ttt_tui.computer import Computer, Stop, Thought
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.budget import Budget
from ttt_tui.engine import Limit, Position

USUAL_SCALE = 200.0
"""The score that stands for a chance of 73 %: what the strongest of the programs that speak the protocol fit
their scores to. Those of others have another scale, which nobody tells."""

MOVE_SHARE = 0.5
"""The part of the limit for the move, where a program is known to tell no score."""


class SecondOpinion:
    """Judges positions of two players by what `other` says, who is called `by`; `own` is asked where need be.

    Both are closed with it.
    """

    def __init__(self, other: Computer, by: str, own: Judge) -> None:
        self.by = by
        """Who judges."""
        self._other = other
        self._own = own
        self._tells_scores = True  # as far as is known

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        """Return what is said inside the limit, as `Judge.judge` does; raises what the program raises."""
        if (at_sight := immediate_verdict(position)) is not None:
            return immediate_judgement(position, at_sight)
        budget = Budget(limit, stop)

        def tell(thought: Thought) -> None:
            if thought.score is not None:
                report(self._judgement(position, thought, chance_of(thought.score)))

        share = 1.0 if self._tells_scores or limit.seconds is None else MOVE_SHARE
        seconds = None if limit.seconds is None else share * limit.seconds
        thought = self._other.think(position.copy(), replace(limit, seconds=seconds), stop, tell)
        if thought.score is None:
            self._tells_scores = False
            chance = self._chance_after(position, thought, remaining_limit(limit, budget), stop)
        else:
            chance = chance_of(thought.score)
        found = replace(self._judgement(position, thought, chance), seconds=budget.seconds)
        report(found)
        return found

    def close(self) -> None:
        """Let go of both."""
        self._other.close()
        self._own.close()

    def _chance_after(self, position: Position, thought: Thought, limit: Limit, stop: Stop) -> float:
        """Return the mover's chance after the program's move, by our own search."""
        mover, after = position.to_move, position.copy()
        after.play(thought.move)
        if after.is_dead():
            return 0.5
        return self._own.judge(after, limit, stop).chances[mover]

    def _judgement(self, position: Position, thought: Thought, chance: float) -> Judgement:
        verdict = Verdict.judged(chance)
        pv = thought.pv or (thought.move,)
        chances = chances_from_verdict(position, verdict)
        return Judgement(
            position.to_move, verdict, chances, pv, thought.depth, thought.nodes, thought.seconds
        )


def chance_of(score: float) -> float:
    """Return the winning chance that a program's score usually stands for.

    >>> round(chance_of(200.0), 2), chance_of(0.0), round(chance_of(-29_995), 2)
    (0.73, 0.5, 0.0)
    """
    return 1 / (1 + exp(-max(-20.0, min(20.0, score / USUAL_SCALE))))
