"""What an expert keeps from move to move of a game on one board."""

from dataclasses import dataclass, field

from ttt_tui.computer.expert.exact import Solver, SolverFactory
from ttt_tui.computer.expert.field import Lines
from ttt_tui.computer.expert.proof_numbers import Proofs
from ttt_tui.computer.expert.table import Table
from ttt_tui.engine import Geometry


@dataclass(slots=True)
class Learned:
    """The lines of a board and all that was found out about positions on it."""

    geometry: Geometry
    make_solver: SolverFactory | None
    lines: Lines = field(init=False)
    table: Table = field(default_factory=Table)
    proofs: Proofs = field(default_factory=Proofs)
    _solver: Solver | None = None

    def __post_init__(self) -> None:
        self.lines = Lines(self.geometry)

    @property
    def solver(self) -> Solver | None:
        """The exact solver, made when it is first asked for; None if there is none."""
        if self._solver is None and self.make_solver:
            self._solver = self.make_solver(self.geometry)
        return self._solver

    def forget_positions(self) -> None:
        """Forget everything but the lines."""
        self.table, self.proofs, self._solver = Table(), Proofs(), None
