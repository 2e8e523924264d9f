"""What an expert keeps from move to move of a game on one board."""

from dataclasses import dataclass, field

from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.proof_tables import ProofTables
from ttt_tui.computer.expert.two_player.solved_move import SolverFactory
from ttt_tui.computer.expert.two_player.transposition import TranspositionTable
from ttt_tui.engine import Geometry

LINES, TABLE, PROOFS, FAILURES, SOLVER = 0.3, 0.3, 0.15, 0.05, 0.2
"""How the megabytes are divided: among the states of lines, the transposition table, what is known of wins by
threes, for the time of a thought the positions without a win by fours, and the exact solver."""


@dataclass(slots=True)
class SearchTables:
    """The lines of a board and all that was found out about positions on it, in so many megabytes."""

    geometry: Geometry
    make_solver: SolverFactory | None
    megabytes: float
    lines: LineStates = field(init=False)
    table: TranspositionTable = field(init=False)
    proofs: ProofTables = field(init=False)
    _solver: Solver | None = None

    def __post_init__(self) -> None:
        self.lines = LineStates(self.geometry, LINES * self.megabytes)
        self.forget_positions()

    @property
    def solver(self) -> Solver | None:
        """The exact solver, made when it is first asked for; None if there is none."""
        if self._solver is None and self.make_solver:
            self._solver = self.make_solver(self.geometry, SOLVER * self.megabytes)
        return self._solver

    @property
    def failure_megabytes(self) -> float:
        """What positions without a win by fours may take while it thinks."""
        return FAILURES * self.megabytes

    @property
    def bytes(self) -> int:
        """How many bytes all of it takes."""
        solver = 0 if self._solver is None else self._solver.bytes
        return self.lines.bytes + self.table.bytes + self.proofs.bytes + solver

    def forget_positions(self) -> None:
        """Forget everything but the lines."""
        self.table = TranspositionTable(self.geometry, TABLE * self.megabytes)
        self.proofs = ProofTables(self.geometry, PROOFS * self.megabytes)
        self._solver = None
