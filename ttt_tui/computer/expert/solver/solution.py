"""What every exact solver can do, and its answers."""

from dataclasses import dataclass
from typing import Protocol

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.engine import Geometry, Position, Square


@dataclass(frozen=True, slots=True)
class Solution:
    """The proof about a position."""

    value: Value
    """The value for the side to move."""
    plies: int | None
    """WIN: the side to move wins within so many plies against every defence. LOSS: the other side does.
    It is the most that the proof needs, and can be more than the shortest win. None for a draw."""
    best: tuple[Square, ...]
    """Moves proved to keep the value, at least one unless the board is full. The first is the one to play:
    the quickest win known, the longest resistance known."""
    pv: tuple[Square, ...]
    """The principal variation, as far as it is known, `best[0]` first."""
    is_exact: bool = False
    """Whether it is known that no player wins in fewer plies."""


SOLVER_MEGABYTES = 100.0
"""The memory of a solver that is used alone."""


class ExactMap(Protocol):
    """The values of each move of one position, as far as they are proved."""

    proofs: dict[Square, Proof]

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved and every length is exact."""
        ...

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        ...


class ExactSolver(Protocol):
    """Proves what positions of one geometry are worth."""

    @property
    def geometry(self) -> Geometry:
        """The board, with its rules."""
        ...

    @property
    def bytes(self) -> int:
        """How many bytes it keeps."""
        ...

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with all moves that keep it if asked for.

        Raises `OutOfTime` when the budget is used up first; what was proved by then is kept. Raises
        `ValueError` if the game is over, or not exactly two are playing.
        """
        ...

    def proof_map(self, position: Position) -> ExactMap:
        """Return what each move of a position is worth: nothing yet, to be extended. Raises `ValueError`."""
        ...
