"""Judges a position: the expert's thought about it as a verdict.

Among two players a verdict is proved where the expert proves one, and judged by its score elsewhere. The
only move of a position, and a first stone that the expert places by habit, cost no search: the position after
it is judged instead. With more players it is the mover's share of playouts after the move that the expert
chooses.

>>> from ttt_tui.engine import Geometry, Limit, Position
>>> position = Position(Geometry(3, 3, 3), players=2)
>>> for name in ("a1", "b1"):
...     position.play(position.geometry.parse(name))
>>> judge = Judge()
>>> judgement = judge.judge(position, Limit(seconds=1))
>>> str(judgement.verdict), str(judgement.verdict_of(1))
('W5', 'L5')
>>> judge.close()
"""

from dataclasses import replace

from ttt_tui.analysis.judgement import (
    Heard,
    Judgement,
    chances_by,
    ignore_judgement,
    judged_at_sight,
    of_thought,
    one_earlier,
    ranked_squares,
    several_won,
)
from ttt_tui.analysis.sight import immediate_verdict, is_shortest, only_move
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import LEVELS, Computer, Stop, Thought
from ttt_tui.computer.base import NEVER, dice
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.expert.multiplayer.playout import playout_shares
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.engine import Limit, Position, Square

SEARCH = "expert"
"""The level whose searches find the verdicts."""

SEARCH_VERSION = 4
"""Raised whenever the search, its evaluation or the chances of its scores have changed: verdicts of two
versions do not compare. A test of `bench` reminds of it."""

FEW_SQUARES = 12
"""With so many empty squares at most, all moves are tried for a quicker win than the one that was proved."""

LEAST_SECONDS = 0.001
"""What a search gets that comes when the limit is used up."""

THOUGHT_SHARE = 0.5
"""The part of the limit in which several players' best move is looked for. One half of the rest is for
playouts of the position, the other one for those of the position after that move."""


class Judge:
    """Judges positions with an expert of its own, which keeps what it learned for the next one."""

    by = ""

    def __init__(self, seed: int = 0, megabytes: float = MEGABYTES) -> None:
        self._seed = seed
        self.expert: Computer = Expert(seed, megabytes, takes_advice=False)
        """The computer that searches. Between two judgements it can be asked itself."""
        self._negamax = LEVELS["negamax"].make(seed, megabytes)

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: Heard = ignore_judgement
    ) -> Judgement:
        """Return what can be found out inside the limit about a position where somebody can move.

        The position is left as it was. As `Computer.think` it comes back soon once `stop` is set, with the
        best it has by then, and calls `report` with what it has so far.
        """
        budget = Budget(limit, stop)
        found = self._judge(position.copy(), limit, budget, stop, report)
        found = replace(found, seconds=budget.seconds)
        report(found)
        return found

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
        self.expert.close()
        self._negamax.close()

    def _judge(
        self, position: Position, limit: Limit, budget: Budget, stop: Stop, report: Heard
    ) -> Judgement:
        """Judge a position that is its own to play on; the nodes are counted in the budget."""
        if (seen := immediate_verdict(position)) is not None:
            return judged_at_sight(position, seen)
        if len(position.active) > 2:
            return self._several(position, limit, stop, report)
        if (move := only_move(position)) is not None:
            return self._by_move(position, move, True, limit, budget, stop, report)

        def tell(thought: Thought) -> None:
            if thought.proof or thought.score is not None:
                report(of_thought(position, thought))

        thought = self.expert.think(position, rest_of(limit, budget), stop, tell)
        budget.nodes += thought.nodes
        if thought.proof is None and thought.score is None:
            return self._by_move(position, thought.move, False, limit, budget, stop, report)
        found = self._exact(position, of_thought(position, thought), rest_of(limit, budget), stop)
        return replace(found, nodes=budget.nodes)

    def _by_move(
        self,
        position: Position,
        move: Square,
        is_only: bool,
        limit: Limit,
        budget: Budget,
        stop: Stop,
        report: Heard,
    ) -> Judgement:
        """Judge a position of two players by that after a move."""
        mover = position.to_move
        position.play(move)
        after = self._judge(
            position, limit, budget, stop, lambda after: report(one_earlier(mover, move, after, is_only))
        )
        position.undo()
        return one_earlier(mover, move, after, is_only)

    def _exact(self, position: Position, found: Judgement, limit: Limit, stop: Stop) -> Judgement:
        """Return what was found with the shortest length of a proved win or loss, if that can be told."""
        value, plies = found.verdict.value, found.verdict.plies
        if value is None or plies is None:
            return found
        if not is_shortest(position, value, plies):
            if position.empty.bit_count() > FEW_SQUARES:
                return found
            thought = self._negamax.think(position, replace(limit, depth=plies - 2), stop)
            if thought.proof:
                shortest = Verdict.proved(value, thought.proof.plies, is_exact=True)
                return replace(found, verdict=shortest, pv=thought.pv)
            if thought.depth < plies - 2:
                return found
        return replace(found, verdict=Verdict.proved(value, plies, is_exact=True))

    def _several(self, position: Position, limit: Limit, stop: Stop, report: Heard) -> Judgement:
        """Judge a position of more than two players."""

        def tell(thought: Thought) -> None:
            if thought.proof:
                report(several_won(position, thought))

        mover = position.to_move
        thought = self.expert.think(position, _part(limit, THOUGHT_SHARE), stop, tell)
        if thought.proof:
            return several_won(position, thought)
        part = _part(limit, (1 - THOUGHT_SHARE) / 2)
        chances = playout_shares(position, Budget(part, stop), dice(self._seed, position))
        position.play(thought.move)
        seen = immediate_verdict(position)
        after = (
            playout_shares(position, Budget(part, stop), dice(self._seed, position))
            if seen is None
            else chances_by(position, seen)
        )
        position.undo()
        verdict = Verdict.judged(after[mover])
        return Judgement(
            mover, verdict, chances, thought.pv, thought.depth, thought.nodes, ranked=ranked_squares(thought)
        )


def rest_of(limit: Limit, budget: Budget) -> Limit:
    """Return what is left of a limit, or next to nothing: for a search there has to be something."""
    seconds = None if limit.seconds is None else max(LEAST_SECONDS, limit.seconds - budget.seconds)
    nodes = None if limit.nodes is None else max(1, limit.nodes - budget.nodes)
    return replace(limit, seconds=seconds, nodes=nodes)


def _part(limit: Limit, share: float) -> Limit:
    """Return a part of a limit."""
    seconds = None if limit.seconds is None else limit.seconds * share
    nodes = None if limit.nodes is None else int(limit.nodes * share)
    return replace(limit, seconds=seconds, nodes=nodes)
