"""The interface of all exact solvers, and their answers."""

from dataclasses import dataclass
from typing import Protocol

from ttt_tui.computer.base import Proof, Thought, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.engine import Geometry, Placement, Position, Square

WIN = 1000
"""More than there are squares: a win with n stones on the board is worth `WIN - n` to the winner."""

Bounds = tuple[int, int]
"""The lowest and the highest value that a position can have, to the side to move."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The proof about a position."""

    value: Value
    """The value for the side to move."""
    plies: int | None
    """WIN: the side to move wins within this number of plies against every defence. LOSS: the other side
    does. The most that the proof needs, which can exceed the shortest win. None for a draw."""
    best: tuple[Square, ...]
    """Moves proved to keep the value, at least one unless the board is full. The first is the one to play:
    the quickest win known, the longest resistance known."""
    pv: tuple[Square, ...]
    """The principal variation, as far as known, starting with `best[0]`."""
    is_exact: bool = False
    """Whether no player is known to win in fewer plies."""

    def thought(
        self, position: Position, budget: Budget, win: int = WIN, pv: tuple[Square, ...] = ()
    ) -> Thought:
        """Return the first move of a line, by default of the solution's, as a search's thought.

        A win is worth `win`, less the stones on the board when it is complete.
        """
        score, squares = 0, position.empty.bit_count()
        if self.plies is not None:
            score = win - position.ply - self.plies
            score = score if self.value is Value.WIN else -score
        proof, depth = Proof(self.value, self.plies, self.is_exact), min(self.plies or squares, squares)
        return Thought.of_line(pv or self.pv, score, proof, depth, budget.nodes, budget.seconds)


SOLVER_MEGABYTES = 100.0
"""The memory of a solver used on its own."""


class ExactMap(Protocol):
    """The values of each move of one position, as far as proved."""

    proofs: dict[Square, Proof]

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved and every length is exact."""
        ...

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        ...


class MoveMap:
    """The part of an `ExactMap` that does not depend on the search."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self.proofs: dict[Placement, Proof] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved and every length is exact."""
        moves = len(self._position.moves)
        return len(self.proofs) == moves and not any(proof.is_bound for proof in self.proofs.values())

    def _prove(self, move: Placement, proof: Proof, report: ReportProof) -> None:
        self.proofs[move] = proof
        report(move, proof)


class ExactSolver(Protocol):
    """Proves the values of positions of one geometry."""

    @property
    def geometry(self) -> Geometry:
        """The board, with its rules."""
        ...

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        ...

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        Raises `OutOfTime` if the budget is used up first; proofs are kept. Raises `ValueError` if the game is
        over, or if the number of active players is not two.
        """
        ...

    def proof_map(self, position: Position) -> ExactMap:
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        ...
