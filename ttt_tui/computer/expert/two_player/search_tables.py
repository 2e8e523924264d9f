"""The memory of an expert during a game on one board: the results of its searches."""

from dataclasses import dataclass, field

from ttt_tui.computer.expert.solver.solution import ExactSolver
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.solved_move import SolverFactory
from ttt_tui.computer.expert.two_player.values import TranspositionTable
from ttt_tui.computer.expert.two_player.vcf import ForcedWin
from ttt_tui.computer.memory import FULL_SLOT, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, LineRule, Square

VCT_MEGABYTES = 50.0
"""The memory for all positions of both players."""

ENOUGH_ROOM = 0.25
"""The part of the positions for which there is room at least when a search begins."""

BothStones = int
"""The stones of the first player, and above them those of the second."""

Numbers = tuple[int, int]
"""How many positions are to be proved, and to be disproved, at least."""


@dataclass(slots=True)
class ProofTable:
    """Results for positions in which one attacker is to move after an even, or an odd, number of stones.

    So the stones alone determine whose turn it is, even where a side is assumed to move twice in a row.
    """

    numbers: dict[BothStones, Numbers] = field(default_factory=dict)
    moves: dict[BothStones, tuple[Square, ...]] = field(default_factory=dict)
    """The threats of the attacker, or the replies of the defender, the most promising first."""
    wins: dict[BothStones, ForcedWin] = field(default_factory=dict)
    """The attacker's wins: found without a search, or derived from others."""


class ProofTables:
    """Results of earlier searches on a board; they hold for the whole game."""

    def __init__(self, geometry: Geometry, megabytes: float = VCT_MEGABYTES) -> None:
        bits = 2 * geometry.stride * geometry.rows
        self.position_bytes = 2 * FULL_SLOT + int_bytes(bits) + tuple_bytes(10)
        """The average size of an entry."""
        self.most = int(megabytes * 1_000_000) // self.position_bytes
        """The most positions."""
        self._known = [ProofTable() for _ in range(8)]

    def of(self, attacker: int, stones: int, certain: bool) -> ProofTable:
        """Return the table, of certain results or not, for an attacker who moves after `stones` stones."""
        return self._known[4 * certain + 2 * attacker + stones % 2]

    @property
    def positions(self) -> int:
        """The number of positions in the tables."""
        return sum(len(known.moves) for known in self._known)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self.positions * self.position_bytes

    def is_full(self) -> bool:
        """Whether there is no room for more."""
        return self.positions > self.most

    def make_room(self) -> None:
        """Discard the fullest tables until there is enough room for another search.

        Results about one attacker depend on each other: a win is proved by the positions after it. So they
        are discarded together.
        """
        while self.positions > self.most * (1 - ENOUGH_ROOM):
            fullest = max(range(len(self._known)), key=lambda each: len(self._known[each].moves))
            self._known[fullest] = ProofTable()


LINES, TABLE, PROOFS, FAILURES, SOLVER = 0.3, 0.3, 0.15, 0.05, 0.2
"""The shares of the megabytes: for the states of lines, the transposition table, wins by threes, positions
without a win by fours during a search, and the exact solver."""


@dataclass(slots=True)
class SearchTables:
    """The lines of a board and all results for positions on it, within `megabytes`."""

    geometry: Geometry
    make_solver: SolverFactory | None
    megabytes: float
    lines: LineStates = field(init=False)
    table: TranspositionTable = field(init=False)
    proofs: ProofTables = field(init=False)
    _solver: ExactSolver | None = None

    def __post_init__(self) -> None:
        self.lines = LineStates(self.geometry, LINES * self.megabytes)
        self.forget_positions()

    @property
    def has_bans(self) -> bool:
        """Whether renju forbids squares to the player who began."""
        return self.geometry.rules.line is LineRule.RENJU

    @property
    def solver(self) -> ExactSolver | None:
        """The exact solver, created at the first use; None if there is none."""
        if self._solver is None and self.make_solver:
            self._solver = self.make_solver(self.geometry, SOLVER * self.megabytes)
        return self._solver

    @property
    def failure_megabytes(self) -> float:
        """The memory for positions without a win by fours during a search."""
        return FAILURES * self.megabytes

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        solver = 0 if self._solver is None else self._solver.bytes
        return self.lines.bytes + self.table.bytes + self.proofs.bytes + solver

    def forget_positions(self) -> None:
        """Forget everything but the lines."""
        self.table = TranspositionTable(self.geometry, TABLE * self.megabytes)
        self.proofs = ProofTables(self.geometry, PROOFS * self.megabytes)
        self._solver = None
