"""What the expert plays where stones fall, in a game of two: the exact solver first, then a look ahead.

A look a few plies ahead gives a move to fall back on. Then the solver has its part of the budget. If it
proves nothing, the rest is for looking further ahead, where what the solver found about positions is known;
but a first stone goes where most lines run.
"""

from contextlib import suppress
from dataclasses import replace
from random import Random

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.drop.lookahead import PROVED, Lookahead
from ttt_tui.computer.expert.solver.drop import DropSolver
from ttt_tui.computer.expert.solver.drop_search import WIN
from ttt_tui.engine import Geometry, Limit, Position, Square
from ttt_tui.errors import OutOfTime

FIRST_DEPTH = 4
"""Plies of the first look ahead."""

SOLVER_SHARES = ((26, 0.85), (30, 0.5), (400, 0.3))
"""The part of the budget that is the solver's, by how many squares are empty at most: with more, a proof
is rarer within a second."""

MEMORY_SHARE = 0.7
"""The part of the megabytes that is the solver's."""


class DropPlayer:
    """Thinks about positions of one geometry, and keeps what it proved in so many megabytes."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.geometry = geometry
        self._megabytes = megabytes
        self._solver = DropSolver(geometry, MEMORY_SHARE * megabytes)

    @property
    def bytes(self) -> int:
        """How many bytes it keeps."""
        return self._solver.bytes

    def think(
        self, position: Position, limit: Limit, budget: Budget, report: Report, random: Random
    ) -> Thought:
        """Return the best move that it can find inside the limit."""
        if limit.seconds is None:
            self._solver.forget()  # a game under such a limit can be replayed whatever was before
        ahead = Lookahead(self._solver.search, position, (1 - MEMORY_SHARE) * self._megabytes)
        usual = ahead.order[0]
        left = position.empty.bit_count()
        deepest = min(limit.depth or left, left)
        thought = None
        for depth in range(1, deepest + 1):
            try:
                if depth == FIRST_DEPTH + 1 and limit.depth is None:
                    if proved := self._solve(position, budget, ahead):
                        thought = proved
                        report(thought)
                        break
                    budget.check()
                    if not position.occupied:
                        break
                values = ahead.values(depth, budget if thought else budget.without_end())
            except OutOfTime:
                break
            thought = _conclude(position, ahead, values, depth, random)
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
            if thought.proof or budget.is_up():
                break
        assert thought is not None, "the first ply always completes"
        if not position.occupied and thought.proof is None:
            thought = Thought(usual, pv=(usual,))  # no look ahead tells first stones apart
        return replace(thought, nodes=budget.nodes, seconds=budget.seconds)

    def _solve(self, position: Position, budget: Budget, ahead: Lookahead) -> Thought | None:
        """Return the move of a proved value, None if there is no proof in the solver's part of the budget."""
        empty = position.empty.bit_count()
        part = budget.part(next(share for most, share in SOLVER_SHARES if empty <= most))
        try:
            solution = self._solver.solve(position, part)
        except OutOfTime:
            return None
        move, pv = solution.best[0], solution.pv
        if solution.value is Value.DRAW:
            with suppress(OutOfTime):
                keeping = self._solver.solve(position, part, all_moves=True).best
                move = next(square for square in ahead.order if square in keeping)
                pv = (move,)
        score = 0
        if solution.plies is not None:
            score = WIN - position.ply - solution.plies
            score = score if solution.value is Value.WIN else -score
        proof = Proof(solution.value, solution.plies)
        depth = min(solution.plies or empty, empty)
        return Thought(move, score, proof, depth, pv=pv, ranked=(RankedMove(move, score, proof),))


def _conclude(
    position: Position, ahead: Lookahead, values: dict[Square, int], depth: int, random: Random
) -> Thought:
    """Return the thought of a look ahead: one of the best moves by chance if they are worth the same."""
    best = max(values.values())
    move = random.choice([square for square in ahead.order if values[square] == best])
    proof = None
    if abs(best) > PROVED:
        plies = WIN - abs(best) - position.ply
        proof = Proof(Value.WIN if best > 0 else Value.LOSS, plies)
    elif depth == position.empty.bit_count():
        proof = Proof(Value.DRAW)
    ranked = tuple(
        RankedMove(square, values[square], proof if square == move else None)
        for square in sorted(values, key=lambda square: (square != move, -values[square]))
    )
    return Thought(move, best, proof, depth, pv=(move,), ranked=ranked)
