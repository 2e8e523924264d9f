"""The expert where its own search does not know the rules: proofs first, else negamax.

The expert's patterns, evaluation and playouts are for players who want lines. Where a line loses, or where
more than two players have unusual rules, it tries the exact solver if that can handle the number of squares,
and then looks ahead like `negamax`, which plays under any rules.
"""

from dataclasses import replace

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.any_rules import WIN, AnyRulesSolver
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.computer.iterative_deepening import IterativeDeepening
from ttt_tui.computer.negamax import NegamaxSearch
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.errors import OutOfTime

SOLVER_SHARE = 0.4
"""The solver's share of the budget and of the megabytes."""


class AnyRulesSearch:
    """Proves moves and looks ahead, on one board."""

    def __init__(self, geometry: Geometry, seed: int, megabytes: float) -> None:
        self.geometry = geometry
        self._solver = AnyRulesSolver(geometry, SOLVER_SHARE * megabytes)
        self._search = IterativeDeepening(NegamaxSearch, seed, (1 - SOLVER_SHARE) * megabytes)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes

    def think(self, position: Position, limit: Limit, budget: Budget, report: Report) -> Thought:
        """Return the best move found within the limit."""
        if can_be_solved(position) and limit.depth is None:
            try:
                thought = self._solved(position, budget)
            except OutOfTime:
                pass
            else:
                report(thought)
                return thought
        return self._search.deepen(position, limit, budget, report)

    def _solved(self, position: Position, budget: Budget) -> Thought:
        """Return the move of a proved value. Raises `OutOfTime` if the solver's part is used up."""
        solution = self._solver.solve(position, budget.part(SOLVER_SHARE))
        move = solution.best[0]
        score = 0
        if solution.plies is not None:
            score = WIN - position.ply - solution.plies
            score = score if solution.value is Value.WIN else -score
        proof = Proof(solution.value, solution.plies, is_exact=solution.plies is not None)
        thought = Thought(move, score, proof, pv=solution.pv, ranked=(RankedMove(move, score, proof),))
        deepest = position.empty.bit_count()
        depth = min(solution.plies or deepest, deepest)
        return replace(thought, depth=depth, nodes=budget.nodes, seconds=budget.seconds)

    def close(self) -> None:
        """Forget everything."""
        self._search.close()
