"""An engine as judge of positions: its scores become judged chances, never proofs.

Facts that follow from the rules alone, such as a line completed with the next stone, are proved without the
engine. Where an engine reports no score, our own search judges the position after its move. In an opening
engines are only asked for moves, so our own search judges.
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
"""The score that stands for a chance of 73 %: the scale of the strongest engines of the protocol. Others have
a scale of their own, which they do not tell."""

MOVE_SHARE = 0.5
"""The part of the limit for the move, where an engine is known to report no score."""


class SecondOpinion:
    """A judge of positions of two players by an engine's scores, with our own judge where it reports none.

    `close` closes both.
    """

    def __init__(self, engine: Computer, by: str, own: Judge) -> None:
        self.by = by
        """The engine's name."""
        self._engine = engine
        self._own = own
        self._gives_scores = True  # as far as is known

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        """Return the judgement found within the limit, as `Judge.judge` does; raises the engine's errors."""
        if position.stage is not None:
            return self._own.judge(position, limit, stop, report)
        if (immediate := immediate_verdict(position)) is not None:
            return immediate_judgement(position, immediate)
        budget = Budget(limit, stop)

        def report_thought(thought: Thought) -> None:
            if thought.score is not None:
                report(self._judgement(position, thought, chance_of(thought.score)))

        share = 1.0 if self._gives_scores or limit.seconds is None else MOVE_SHARE
        seconds = None if limit.seconds is None else share * limit.seconds
        thought = self._engine.think(position.copy(), replace(limit, seconds=seconds), stop, report_thought)
        if thought.score is None:
            self._gives_scores = False
            chance = self._chance_after(position, thought, remaining_limit(limit, budget), stop)
        else:
            chance = chance_of(thought.score)
        found = replace(self._judgement(position, thought, chance), seconds=budget.seconds)
        report(found)
        return found

    def close(self) -> None:
        """Close the engine and our own judge."""
        self._engine.close()
        self._own.close()

    def _chance_after(self, position: Position, thought: Thought, limit: Limit, stop: Stop) -> float:
        """Return the mover's chance after the engine's move, by our own search."""
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
    """Return the winning chance that an engine's score usually stands for.

    >>> round(chance_of(200.0), 2), chance_of(0.0), round(chance_of(-29_995), 2)
    (0.73, 0.5, 0.0)
    """
    return 1 / (1 + exp(-max(-20.0, min(20.0, score / USUAL_SCALE))))
