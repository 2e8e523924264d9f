"""The expert's use of the exact solver: when to call it, and which of the proved moves to play."""

from collections.abc import Callable
from dataclasses import replace
from math import inf
from random import Random

from ttt_tui.computer.base import Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.solution import ExactSolver, Solution
from ttt_tui.computer.expert.solver.solver import can_be_solved
from ttt_tui.computer.expert.two_player.values import PROVED_WIN
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.errors import OutOfTime

SOLVER_SHARE, QUICK_SHARE = 0.4, 0.05
"""The solver's share of the budget before the search takes over: on a board that can be solved, and on a
larger one, where at most a draw by a pairing can be expected."""

QUICK_SECONDS = 0.1
"""The most seconds of the smaller share if there is a usual move: a draw by a pairing is found at once."""

UNTIMED_SHARE = 2.0
"""The share of the solver where nothing is limited, and so no player waits for the search."""


SolverFactory = Callable[[Geometry, float], ExactSolver]
"""Creates a solver for a board that uses at most the given megabytes."""


def solved(
    solver: ExactSolver,
    position: Position,
    budget: Budget,
    random: Random,
    usual: Square | None = None,
) -> Thought | None:
    """Return the move of a proved value, None if there was no proof in its share of the budget.

    A win is played by the shortest known way, a loss by the longest. Of the moves that hold a draw, the one
    after which the fewest replies hold it for the other side is chosen, as far as time allows. The usual move
    is the one played without a search where nothing is proved. If given, it is chosen if it holds the draw or
    wins as soon, and on a board that can be solved the solver has the whole budget. Raises `OutOfTime` if the
    whole budget is used up without a proof.
    """
    part = _part(position, budget, usual is not None)
    try:
        solution = solver.solve(position, part)
    except OutOfTime:
        budget.check()
        return None
    move = _choice(solver, position, part, random, solution, usual)
    pv = solution.pv if move == solution.best[0] else (move,)
    thought = solution.thought(position, budget, PROVED_WIN, pv)
    return replace(thought, depth=min(thought.depth, len(position.moves)))  # there may be bans


def _part(position: Position, budget: Budget, has_usual: bool) -> Budget:
    """Return the part of the budget that the solver may use."""
    if not budget.is_limited:
        return budget.part(UNTIMED_SHARE)
    if not can_be_solved(position):
        return budget.part(QUICK_SHARE, QUICK_SECONDS if has_usual else inf)
    return budget.part(1.0 if has_usual else SOLVER_SHARE)


def _choice(
    solver: ExactSolver,
    position: Position,
    budget: Budget,
    random: Random,
    solution: Solution,
    usual: Square | None,
) -> Square:
    """Return which of the moves that keep the proved value is played."""
    if usual is not None and _is_as_good(solver, position, budget, usual, solution):
        return usual
    if solution.value is Value.DRAW:
        hardest = _hardest(solver, position, budget, random)
        if hardest is not None:
            return hardest
    return solution.best[0]


def _is_as_good(
    solver: ExactSolver, position: Position, budget: Budget, move: Square, best: Solution
) -> bool:
    """Return whether a move is proved in time to hold a draw, or to win as soon as the best one."""
    if best.value is Value.LOSS:
        return False
    child = position.copy()
    child.play(move)
    try:
        after = solver.solve(child, budget)
    except OutOfTime:
        return False
    if best.plies is None or after.plies is None:
        return after.value is best.value
    return after.value is Value.LOSS and after.plies < best.plies


def _hardest(solver: ExactSolver, position: Position, budget: Budget, random: Random) -> Square | None:
    """Return the drawing move after which the smallest part of the replies draws, None if time runs out."""
    try:
        moves = solver.solve(position, budget, all_moves=True).best
        holding: dict[Square, float] = {}
        for square in moves:
            child = position.copy()
            child.play(square)
            if child.is_dead():
                holding[square] = 1.0
                continue
            holding[square] = len(solver.solve(child, budget, all_moves=True).best) / len(child.moves)
    except OutOfTime:
        return None
    least = min(holding.values())
    return random.choice([square for square, part in holding.items() if part == least])
