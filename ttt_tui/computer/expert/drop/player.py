"""The expert where stones fall, in a game of two: the exact solver first, then a look ahead.

A look a few plies ahead provides a fallback move. Then the solver has its part of the budget. If it proves
nothing, the rest is for looking further ahead, and if it proves a draw, for choosing among the moves that
keep it, since the other side may err; but a first stone goes where most lines run.
"""

from dataclasses import replace
from random import Random

from ttt_tui.computer.base import Proof, RankedMove, Report, Thought, Value, ranking
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.drop.line_tables import MOST_BYTES, LineTables
from ttt_tui.computer.expert.drop.lookahead import PROVED, Lookahead, make_known
from ttt_tui.computer.expert.solver.drop import DropSolver
from ttt_tui.computer.expert.solver.drop_search import WIN
from ttt_tui.computer.memory import room
from ttt_tui.engine import Geometry, Limit, Position, Square
from ttt_tui.errors import OutOfTime

FIRST_DEPTH = 4
"""Plies of the first look ahead."""

SOLVER_SHARES = ((26, 0.85), (30, 0.5), (400, 0.3))
"""The solver's share of the budget, by the most empty squares: with more, a proof is rarer within a second.
"""

MEMORY_SHARE = 0.7
"""The solver's share of the megabytes."""


class DropPlayer:
    """Thinks about positions of one geometry, and keeps its proofs within a limit of megabytes."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.geometry = geometry
        megabytes = room(megabytes, MOST_BYTES)
        self._solver = DropSolver(geometry, MEMORY_SHARE * megabytes)
        self._tables = LineTables(geometry)
        self._known = make_known(geometry, (1 - MEMORY_SHARE) * megabytes)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes + self._known.bytes + self._tables.bytes

    def think(
        self, position: Position, limit: Limit, budget: Budget, report: Report, random: Random
    ) -> Thought:
        """Return the best move found within the limit."""
        if limit.seconds is None:
            self._solver.forget()  # a game under such a limit can be replayed whatever was before
            self._known.clear()
        ahead = Lookahead(self._solver.search, self._tables, position, self._known)
        usual = ahead.order[0]
        left = position.empty.bit_count()
        deepest = min(limit.depth or left, left)
        thought = None
        is_drawn = False
        for depth in range(1, deepest + 1):
            try:
                if depth == FIRST_DEPTH + 1 and limit.depth is None:
                    if proved := self._solve(position, budget, ahead):
                        thought = proved
                        report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
                        is_drawn = (
                            budget.is_limited and proved.proof == Proof(Value.DRAW) and len(ahead.order) > 1
                        )
                        if not is_drawn:
                            break
                    budget.check()
                    if not position.occupied:
                        break
                values = ahead.values(depth, budget if thought else budget.without_end())
            except OutOfTime:
                break
            thought = _conclude(position, ahead, values, depth, random, is_drawn)
            report(replace(thought, nodes=budget.nodes, seconds=budget.seconds))
            if (thought.proof and not is_drawn) or budget.is_up():
                break
        assert thought is not None, "the first ply always completes"
        if not position.occupied and thought.proof is None:
            thought = Thought(usual, pv=(usual,))  # a look ahead cannot distinguish first stones
        return replace(thought, nodes=budget.nodes, seconds=budget.seconds)

    def _solve(self, position: Position, budget: Budget, ahead: Lookahead) -> Thought | None:
        """Return the move with a proved value, None if there is no proof in the solver's part of the budget.

        If it is a draw, the look ahead is restricted to the moves that keep it, as far as time allows.
        """
        empty = position.empty.bit_count()
        part = budget.part(next(share for most, share in SOLVER_SHARES if empty <= most))
        try:
            solution = self._solver.solve(position, part)
        except OutOfTime:
            return None
        pv = solution.pv
        if solution.value is Value.DRAW:
            try:
                keeping = self._solver.solve(position, part, all_moves=True).best
            except OutOfTime:
                keeping = solution.best
            ahead.order = [square for square in ahead.order if square in keeping]
            pv = (ahead.order[0],)
        return solution.thought(position, budget, WIN, pv)


def _conclude(
    position: Position,
    ahead: Lookahead,
    values: dict[Square, int],
    depth: int,
    random: Random,
    is_drawn: bool,
) -> Thought:
    """Return the thought of a look ahead: a random one of the best moves if their values are equal.

    If all moves are proved to draw, their values only show which is the hardest to answer.
    """
    best = max(values.values())
    move = random.choice([square for square in ahead.order if values[square] == best])
    if is_drawn:
        drawn = Proof(Value.DRAW)
        moves = (move, *(square for square in ahead.order if square != move))
        depth = position.empty.bit_count()
        ranked = tuple(RankedMove(square, 0, drawn) for square in moves)
        return Thought(move, 0, drawn, depth, pv=(move,), ranked=ranked)
    proof = None
    if abs(best) > PROVED:
        plies = WIN - abs(best) - position.ply
        proof = Proof(Value.WIN if best > 0 else Value.LOSS, plies)
    elif depth == position.empty.bit_count():
        proof = Proof(Value.DRAW)
    return Thought(move, best, proof, depth, pv=(move,), ranked=ranking(values, move, proof))
