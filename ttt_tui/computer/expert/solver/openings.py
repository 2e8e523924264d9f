"""The exact solver for games that begin with an opening: every way through it, each solved from there on.

>>> from ttt_tui.computer.base import NEVER
>>> from ttt_tui.computer.budget import Budget
>>> from ttt_tui.computer.expert.solver.solver import make_solver
>>> from ttt_tui.engine import Geometry, Limit, Position, Rules
>>> geometry = Geometry(4, 3, 3, Rules.parse("pie"))
>>> budget = Budget(Limit(), NEVER)
>>> solution = make_solver(geometry).solve(Position(geometry, players=2), budget)
>>> solution.value  # every first stone wins or loses, and the other player takes the better side
<Value.LOSS: 'loss'>
"""

from ttt_tui.computer.base import Proof, Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.any_rules import WIN, value_of
from ttt_tui.computer.expert.solver.proof_map import ReportProof, ignore_proof
from ttt_tui.computer.expert.solver.solution import ExactMap, ExactSolver, Solution
from ttt_tui.engine import Geometry, Placement, Position


class OpeningSolver:
    """Solves positions of one geometry in an opening by a solver of those after it."""

    def __init__(self, geometry: Geometry, solver: ExactSolver) -> None:
        self.geometry = geometry
        self._solver = solver

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes

    def solve(self, position: Position, budget: Budget, all_moves: bool = False) -> Solution:
        """Return the value of a position of two players, with `all_moves` all moves that keep it.

        Raises `OutOfTime` if the budget is used up first, and `ValueError` if the game is over or the number
        of active players is not two.
        """
        if position.stage is None:
            return self._solver.solve(position, budget, all_moves)
        position = position.copy()
        values: dict[Placement, int] = {}
        for move in position.moves:
            values[move] = self.worth(position, move, budget)
            if values[move] > 0 and not all_moves:
                break
        most = max(values.values())
        keeping = sorted(values, key=values.__getitem__, reverse=True)
        best = [move for move in keeping if value_of(values[move]) is value_of(most)]
        plies = WIN - abs(most) - position.ply if most else None
        return Solution(value_of(most), plies, tuple(best if all_moves else best[:1]), (best[0],))

    def proof_map(self, position: Position) -> ExactMap:
        """Return an empty map of the values of a position's moves, to be extended. Raises `ValueError`."""
        if position.stage is None:
            return self._solver.proof_map(position)
        return OpeningMap(self, position.copy())

    def worth(self, position: Position, move: Placement, budget: Budget, is_exact: bool = False) -> int:
        """Return the value of a move to its player: 0, `WIN` less the stones at the end, or its negative.

        With `is_exact` the stones are those of the shortest win and the longest resistance.
        """
        mover = position.to_move
        budget.tick()
        position.play(move)
        try:
            value = self._value(position, budget, is_exact)
            return value if position.to_move == mover else -value
        finally:
            position.undo()

    def _value(self, position: Position, budget: Budget, is_exact: bool) -> int:
        """Return the value of a position to the player to move."""
        if position.stage is not None:
            return max(self.worth(position, move, budget, is_exact) for move in position.moves)
        if position.is_dead():
            return 0
        if not is_exact:
            solution = self._solver.solve(position, budget)
            return _number(Proof(solution.value, solution.plies), position)
        found = self._solver.proof_map(position)
        found.extend(budget)
        return max(_number(proof, position) for proof in found.proofs.values())


class OpeningMap:
    """The values of each move of one position in an opening, as far as proved; all are exact."""

    def __init__(self, solver: OpeningSolver, position: Position) -> None:
        self._solver = solver
        self._position = position
        self.proofs: dict[Placement, Proof] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every value is proved."""
        return len(self.proofs) == len(self._position.moves)

    def extend(self, budget: Budget, report: ReportProof = ignore_proof) -> None:
        """Prove what is left, and report each proof; raises `OutOfTime`, and another call goes on then."""
        position = self._position
        for move in position.moves:
            if move not in self.proofs:
                value = self._solver.worth(position, move, budget, is_exact=True)
                plies = WIN - abs(value) - position.ply if value else None
                self.proofs[move] = Proof(value_of(value), plies, is_exact=plies is not None)
                report(move, self.proofs[move])


def _number(proof: Proof, position: Position) -> int:
    """Return a proof as a number, as `OpeningSolver.worth` does."""
    if proof.plies is None:
        return 0
    value = WIN - position.ply - proof.plies
    return value if proof.value is Value.WIN else -value
