"""Level `expert`: proves what can be proved, and searches threats and lines for the rest.

What it does with two players is in `two_player`, with more in `multiplayer`, each in its `root`.
"""

from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, ignore_report, seeded_random
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.multiplayer.root import MultiplayerSearch
from ttt_tui.computer.expert.solver.solver import Solver
from ttt_tui.computer.expert.two_player.openings import opening_moves
from ttt_tui.computer.expert.two_player.root import TwoPlayerSearch
from ttt_tui.computer.expert.two_player.search_tables import SearchTables
from ttt_tui.computer.expert.two_player.solved_move import SolverFactory
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.engine import Limit, Position


class Expert:
    """The strong computer player. It keeps what it learned for the next move, in so many megabytes.

    With few stones on the board it takes advice from a table where its own search thinks nearly as well of
    the square; who asks for the value of a position wants none.
    """

    def __init__(
        self,
        seed: int = 0,
        megabytes: float = MEGABYTES,
        solver: SolverFactory | None = Solver,
        uses_openings: bool = True,
    ) -> None:
        self.seed = seed
        self._uses_openings = uses_openings
        self.megabytes = megabytes
        self._make_solver = solver
        self._tables: SearchTables | None = None

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the best move that it can find inside the limit."""
        budget = Budget(limit, stop)
        random = seeded_random(self.seed, position)
        if len(position.active) > 2:
            return MultiplayerSearch(position, limit, budget, report, random, self.megabytes).think()
        tables = self._tables
        if tables is None or tables.geometry != position.geometry:
            self._tables = None  # before there is another
            tables = self._tables = SearchTables(position.geometry, self._make_solver, self.megabytes)
        elif limit.seconds is None:
            tables.forget_positions()  # a game under such a limit can be replayed whatever was before
        openings = opening_moves(position) if self._uses_openings else 0
        return TwoPlayerSearch(tables, position, limit, budget, report, random, openings).think()

    @property
    def bytes(self) -> int:
        """How many bytes it remembers."""
        return 0 if self._tables is None else self._tables.bytes

    def close(self) -> None:
        """Forget everything."""
        self._tables = None
