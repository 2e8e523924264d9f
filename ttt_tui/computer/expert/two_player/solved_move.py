"""What the expert makes of an exact solver: when it asks, and which of the proved moves it plays."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Protocol

from ttt_tui.computer.base import Clock, OutOfTime, Proof, RankedMove, Stop, Thought, Value
from ttt_tui.computer.expert.two_player.alphabeta import WIN
from ttt_tui.engine import Geometry, Limit, Position, Square

MOST_SQUARES = 81
TIME_SHARE, GLANCE_SHARE = 0.4, 0.05
"""The part of the limit that the solver may use before the search takes over: with so many empty squares at
most, and with more of them, where only what is drawn by a pairing can be hoped for."""

GLANCE_SECONDS = 0.1
"""How long such a glance takes at most where a usual move is at hand: what it hopes for is found at once."""

UNTIMED_NODES = 200_000
"""What the solver may use where the limit says nothing of time or nodes."""


class Solution(Protocol):
    """What a solver proved of a position, for the side to move."""

    @property
    def value(self) -> Value:
        """What it is worth."""
        ...

    @property
    def plies(self) -> int | None:
        """How many until the win or loss at most, None for a draw."""
        ...

    @property
    def best(self) -> tuple[Square, ...]:
        """Moves proved to keep the value, the one to play first."""
        ...

    @property
    def line(self) -> tuple[Square, ...]:
        """The principal variation."""
        ...


class Solver(Protocol):
    """Proves what positions of one board are worth."""

    @property
    def bytes(self) -> int:
        """How many bytes it remembers."""
        ...

    def solve(self, position: Position, clock: Clock, all_moves: bool = False) -> Solution:
        """Return what is proved, with every move that keeps the value if `all_moves`. Raises `OutOfTime`."""
        ...


SolverFactory = Callable[[Geometry, float], Solver]
"""Makes a solver for a board that keeps to so many megabytes."""


def solved(
    solver: Solver,
    position: Position,
    limit: Limit,
    stop: Stop,
    spent: Clock,
    dice: Random,
    usual: Square | None = None,
) -> Thought | None:
    """Return the move of a proved value, None if there was no proof in time.

    A win is played by the shortest way known, a loss by the longest. Of the moves that hold a draw that one
    is chosen after which the fewest replies hold it for the other side, as far as time allows to find out.
    A usual move is one that is played without a search where nothing is proved. If there is one, it is chosen
    if it holds the draw or wins as soon, and on a board that can be solved the solver has all of the limit.
    What the solver used is added to the nodes of `spent`.
    """
    share = TIME_SHARE if usual is None else 1.0
    if is_large := position.empty.bit_count() > MOST_SQUARES:
        share = GLANCE_SHARE
    part = _part(share, limit, spent)
    if is_large and usual is not None and part.seconds is not None:
        part = replace(part, seconds=min(part.seconds, GLANCE_SECONDS))
    clock = Clock(part, stop)
    clock.armed = True
    try:
        solution = solver.solve(position, clock)
        move = solution.best[0]
        if usual is not None and _is_as_good(solver, position, clock, usual, solution):
            move = usual
        elif solution.value is Value.DRAW:
            hardest = _hardest(solver, position, clock, dice)
            move = move if hardest is None else hardest
    except OutOfTime:
        return None
    finally:
        spent.nodes += clock.nodes
    proof = Proof(solution.value, solution.plies)
    score = 0
    if solution.plies is not None:
        score = WIN - position.ply - solution.plies
        score = score if solution.value is Value.WIN else -score
    return Thought(
        move,
        score,
        proof,
        depth=min(solution.plies or len(position.moves), limit.depth or len(position.moves)),
        nodes=spent.nodes,
        seconds=spent.seconds,
        line=solution.line if move == solution.best[0] else (move,),
        ranked=(RankedMove(move, score, proof),),
    )


def _part(share: float, limit: Limit, spent: Clock) -> Limit:
    """Return a part of the limit, no more than what is left of it."""
    seconds = nodes = None
    if limit.seconds is not None:
        seconds = max(0.0, min(limit.seconds * share, limit.seconds - spent.seconds))
    if limit.nodes is not None:
        nodes = max(
            0, min(int(limit.nodes * share), limit.nodes - spent.nodes - 1)
        )  # the node too many counts
    if seconds is None and nodes is None:
        nodes = UNTIMED_NODES
    return Limit(seconds=seconds, nodes=nodes)


def _is_as_good(solver: Solver, position: Position, clock: Clock, move: Square, best: Solution) -> bool:
    """Return whether a move is proved in time to hold a draw, or to win as soon as the best one."""
    if best.value is Value.LOSS:
        return False
    child = position.copy()
    child.play(move)
    try:
        after = solver.solve(child, clock)
    except OutOfTime:
        return False
    if best.plies is None or after.plies is None:
        return after.value is best.value
    return after.value is Value.LOSS and after.plies < best.plies


def _hardest(solver: Solver, position: Position, clock: Clock, dice: Random) -> Square | None:
    """Return the drawing move after which the smallest part of the replies draws, None if time runs out."""
    try:
        moves = solver.solve(position, clock, all_moves=True).best
        holding: dict[Square, float] = {}
        for square in moves:
            child = position.copy()
            child.play(square)
            if child.is_dead():
                holding[square] = 1.0
                continue
            holding[square] = len(solver.solve(child, clock, all_moves=True).best) / len(child.moves)
    except OutOfTime:
        return None
    least = min(holding.values())
    return dice.choice([square for square, part in holding.items() if part == least])
