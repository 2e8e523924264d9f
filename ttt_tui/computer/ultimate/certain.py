"""The proofs of Ultimate's expert before any evaluation: the known win, and the end of a game.

Where boards are open until full, the win by way of the middle board is looked for at every move. If the time
ends before an answer, the expert stays on that way without a proof, as long as all its stones are on it. Near
the end the solver gets a share of the time.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from ttt_tui.computer.base import Proof, RankedMove, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solution import Solution
from ttt_tui.computer.ultimate.deepening import WIN
from ttt_tui.computer.ultimate.middle_first import is_on_the_way, way
from ttt_tui.computer.ultimate.search_board import SearchBoard, square_of
from ttt_tui.computer.ultimate.solver import UltimateSolver
from ttt_tui.engine import Geometry, Limit, Square
from ttt_tui.engine.ultimate import UltimatePosition
from ttt_tui.errors import OutOfTime

FEWEST_NODES = 40_000
"""The fewest nodes for proofs: with fewer, as in steps of the ladder, they would only slow the search."""

ROOM = 27
"""The most squares left with which a position is usually solved in some tenths of a second."""

END_SHARE = 0.15
"""The solver's share of the time near the end. With 0.3 or more, games at short times go worse: a failed
attempt costs the search depth, and the next attempt, with fewer squares, finds the proof."""

MIDDLE_SHARE = 0.9
"""The share of the time for the known win: where it does not exist, a few nodes show that."""


class Prospect(NamedTuple):
    """The moves to choose from, and the proof about them."""

    moves: Sequence[Square]
    solution: Solution | None = None
    """The proof: for a draw with all moves that keep it, else with the best move."""


class CertainMoves:
    """Proves moves by one kind of rules, and keeps its proofs in a table of `megabytes`."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        self.solver = UltimateSolver(geometry, megabytes)

    def prospect(self, position: UltimatePosition, limit: Limit, budget: Budget) -> Prospect:
        """Return all moves, or those that a share of the budget shows to be enough."""
        everything = Prospect(position.moves)
        if limit.depth is not None or (limit.nodes is not None and limit.nodes < FEWEST_NODES):
            return everything
        return self._at_the_end(position, budget) or self._by_the_middle(position, budget) or everything

    def _by_the_middle(self, position: UltimatePosition, budget: Budget) -> Prospect | None:
        try:
            found = self.solver.by_the_middle(position, budget.part(MIDDLE_SHARE))
        except OutOfTime:
            board = SearchBoard(position)
            return Prospect([square_of(way(board)[0])]) if is_on_the_way(board) else None
        return None if found is None else Prospect(found.best, found)

    def _at_the_end(self, position: UltimatePosition, budget: Budget) -> Prospect | None:
        if position.squares_left > ROOM:
            return None
        part = budget.part(END_SHARE)
        try:
            found = self.solver.solve(position, part)
            if found.value is Value.DRAW:
                found = self.solver.solve(position, part, all_moves=True)
        except OutOfTime:
            return None
        return Prospect(found.best, found)


def proved(solution: Solution, ply: int, budget: Budget) -> Thought:
    """Return a proved win or loss as a thought; `ply` is the number of stones on the board."""
    assert solution.plies is not None
    is_win = solution.value is Value.WIN
    score = WIN - ply - solution.plies
    score = score if is_win else -score
    proof = Proof(solution.value, solution.plies, solution.is_exact)
    move = solution.best[0]
    return Thought(
        move,
        score=score,
        proof=proof,
        depth=solution.plies,
        nodes=budget.nodes,
        seconds=budget.seconds,
        pv=solution.pv,
        ranked=(RankedMove(move, score, proof),),
    )


def as_draw(thought: Thought) -> Thought:
    """Return a thought about moves that are all proved to keep a draw."""
    proof = Proof(Value.DRAW)
    ranked = tuple(RankedMove(each.square, 0, proof) for each in thought.ranked)
    return replace(thought, score=0, proof=proof, ranked=ranked)
