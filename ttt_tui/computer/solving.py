"""The exact solvers of all games: which one knows a board and its rules, and maps of what they prove.

>>> from ttt_tui.engine import Geometry, Limit, Position, Rules
>>> make_solver(Geometry(3, 3, 3)).__class__.__name__
'Solver'
>>> make_solver(Geometry(9, 9, 3, Rules.parse("ultimate"))).__class__.__name__
'UltimateSolver'

A proof map has the value of a stone on each empty square, where the solver succeeds:

>>> geometry = Geometry(3, 3, 3)
>>> position = Position(geometry, players=2)
>>> for name in ("a1", "b1"):
...     position.play(geometry.parse(name))
>>> found = ProofMaps().of(position, Limit())
>>> found[geometry.parse("b2")]
Proof(value=<Value.WIN: 'win'>, plies=5, is_exact=True)
>>> found[geometry.parse("c1")]
Proof(value=<Value.DRAW: 'draw'>, plies=None, is_exact=False)
"""

from collections.abc import Hashable
from contextlib import suppress

from ttt_tui.computer.base import A_SECOND, NEVER, Proof, Stop
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver import solver as in_a_row
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, ExactMap, ExactSolver
from ttt_tui.computer.games import computers_of
from ttt_tui.computer.memory import TwoGenerationCache
from ttt_tui.engine import Geometry, Limit, Marks, Position, Square
from ttt_tui.errors import OutOfTime


def make_solver(geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> ExactSolver:
    """Return the solver that knows the rules of a board."""
    other = computers_of(geometry.rules)
    make = in_a_row.make_solver if other is None else other.make_solver
    return make(geometry, megabytes)


def can_be_solved(position: Position) -> bool:
    """Whether to try the solver while a player waits: two play, and the end or a known win is near enough."""
    other = computers_of(position.geometry.rules)
    return in_a_row.can_be_solved(position) if other is None else other.can_be_solved(position)


_MAPS_SHARE = 0.1  # of the memory; the rest is for the solver
_SQUARE_BYTES = 700  # of a map, for each empty square
_MOST_SQUARES = 81


class ProofMaps:
    """Maps positions, and keeps the proofs of the latest ones within `megabytes`."""

    def __init__(self, megabytes: float = SOLVER_MEGABYTES) -> None:
        self.megabytes = megabytes
        self._solver: ExactSolver | None = None
        self._maps: TwoGenerationCache[Hashable, ExactMap] = TwoGenerationCache(
            _MAPS_SHARE * megabytes, _SQUARE_BYTES * _MOST_SQUARES
        )

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._maps.bytes + (0 if self._solver is None else self._solver.bytes)

    def of(
        self,
        position: Position,
        limit: Limit = A_SECOND,
        stop: Stop = NEVER,
        report: ReportProof = ignore_proof,
    ) -> dict[Square, Proof]:
        """Return the proofs within the limit about the moves of a position, by square.

        Once every move has one, the search continues until every length is exact. A repeated call continues:
        `report` gets each new or improved proof. The call returns within 20 ms once `stop` is set, though the
        tables of a large board, at its first position, take up to 100 ms (15×15). The depth of a limit is
        ignored.

        Raises `ValueError` if somebody has a line already, or if the number of active players is not two.
        """
        budget = Budget(limit, stop)
        found = self._map(position)
        with suppress(OutOfTime):
            found.extend(budget, report)
        return dict(found.proofs)

    def _map(self, position: Position) -> ExactMap:
        """Return the map of a position in its present state."""
        if self._solver is None or self._solver.geometry != position.geometry:
            self.close()  # before there is another
            self._solver = make_solver(position.geometry, (1 - _MAPS_SHARE) * self.megabytes)
        is_own = position.geometry.rules.marks is Marks.OWN
        key = position.in_turn() if is_own else (0, 1), position.key
        found = self._maps.get(key)
        return self._maps.keep(key, self._solver.proof_map(position) if found is None else found)

    def close(self) -> None:
        """Forget everything."""
        self._solver = None
        self._maps.clear()
