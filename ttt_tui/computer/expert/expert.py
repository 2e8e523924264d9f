"""Level `expert`: proves where it can, and otherwise searches threats and lines.

Its searches for two players are in `two_player`, for more in `multiplayer`, each in the module `root`; where
stones fall, in `drop`; with two stones a turn, in `double`.

Their patterns, evaluation and playouts are for players who want lines. Where a line loses, or where more than
two players have unusual rules, the expert tries the exact solver if that can handle the number of squares,
and then looks ahead like `negamax`, which plays under any rules.
"""

from ttt_tui.computer.base import (
    A_SECOND,
    NEVER,
    Report,
    Stop,
    Thought,
    ignore_report,
    seeded_random,
)
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.double.player import DoublePlayer, knows_double
from ttt_tui.computer.expert.drop.player import DropPlayer
from ttt_tui.computer.expert.multiplayer.root import MultiplayerSearch
from ttt_tui.computer.expert.solver.any_rules import AnyRulesSolver
from ttt_tui.computer.expert.solver.drop import knows_drop
from ttt_tui.computer.expert.solver.solver import can_be_solved, make_solver
from ttt_tui.computer.expert.two_player.openings import opening_moves
from ttt_tui.computer.expert.two_player.root import TwoPlayerSearch
from ttt_tui.computer.expert.two_player.search_tables import SearchTables
from ttt_tui.computer.expert.two_player.solved_move import SolverFactory
from ttt_tui.computer.iterative_deepening import IterativeDeepening
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.computer.minimax import NegamaxSearch
from ttt_tui.computer.opening import MOST_TRIED, opening_thought, worth_by_lines
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.engine.rules import Shortcut
from ttt_tui.errors import OutOfTime

SOLVER_SHARE = 0.4
"""The solver's share of the budget and of the megabytes."""


class AnyRulesSearch:
    """Proves moves and looks ahead, on one board."""

    def __init__(self, geometry: Geometry, seed: int, megabytes: float) -> None:
        self._solver = AnyRulesSolver(geometry, SOLVER_SHARE * megabytes)
        self._search = IterativeDeepening(NegamaxSearch, seed, (1 - SOLVER_SHARE) * megabytes)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._solver.bytes

    def think(self, position: Position, limit: Limit, budget: Budget, report: Report) -> Thought:
        """Return the best move found within the limit."""
        if can_be_solved(position) and limit.depth is None:
            try:
                solution = self._solver.solve(position, budget.part(SOLVER_SHARE))
            except OutOfTime:
                pass
            else:
                thought = solution.thought(position, budget)
                report(thought)
                return thought
        return self._search.deepen(position, limit, budget, report)


class Expert:
    """The strong computer player. It keeps what it learned for the next move, within `megabytes`.

    With few stones on the board it follows advice from a table if its own search values the square nearly as
    highly; to judge a position, leave the table out.
    """

    def __init__(
        self,
        seed: int = 0,
        megabytes: float = MEGABYTES,
        solver: SolverFactory | None = make_solver,
        uses_openings: bool = True,
    ) -> None:
        self.seed = seed
        self._uses_openings = uses_openings
        self.megabytes = megabytes
        self._make_solver = solver
        self._geometry: Geometry | None = None
        """The board that everything below is for."""
        self._tables: SearchTables | None = None
        self._any_rules: AnyRulesSearch | None = None
        self._drop: DropPlayer | None = None
        self._double: DoublePlayer | None = None

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the best move found within the limit."""
        if position.stage is not None:
            return self._open(position, limit, stop)
        return self._think(position, limit, stop, report, self._uses_openings)

    def _think(
        self, position: Position, limit: Limit, stop: Stop, report: Report, uses_openings: bool
    ) -> Thought:
        budget = Budget(limit, stop)
        random = seeded_random(self.seed, position)
        geometry, megabytes, are_two = position.geometry, self.megabytes, len(position.active) == 2
        if geometry != self._geometry:
            self.close()  # before there is more
            self._geometry = geometry
        if are_two and knows_drop(geometry):
            self._drop = self._drop or DropPlayer(geometry, megabytes)
            return self._drop.think(position, limit, budget, report, random)
        if are_two and knows_double(geometry):
            self._double = self._double or DoublePlayer(geometry, megabytes)
            return self._double.think(position, limit, budget, report, random)
        if not geometry.rules.allows(Shortcut.PATTERNS if are_two else Shortcut.PLAYOUTS):
            self._any_rules = self._any_rules or AnyRulesSearch(geometry, self.seed, megabytes)
            return self._any_rules.think(position, limit, budget, report)
        if not are_two:
            return MultiplayerSearch(position, limit, budget, report, random, megabytes).think()
        if self._tables is None:
            self._tables = SearchTables(geometry, self._make_solver, megabytes)
        elif limit.seconds is None:
            self._tables.forget_positions()  # a game under such a limit can be replayed whatever was before
        openings = opening_moves(position) if uses_openings else 0
        return TwoPlayerSearch(self._tables, position, limit, budget, report, random, openings).think()

    def _open(self, position: Position, limit: Limit, stop: Stop) -> Thought:
        """Return a move of the opening, with an equal part of the limit for each position to be judged."""
        count = 1 if position.choices else MOST_TRIED
        part = Limit(
            None if limit.seconds is None else limit.seconds / count,
            limit.depth,
            None if limit.nodes is None else max(1, limit.nodes // count),
        )

        def worth(after: Position) -> float:
            thought = self._think(after, part, stop, ignore_report, uses_openings=False)
            return thought.score or worth_by_lines(after)

        return opening_thought(position, self.seed, worth)

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        memories = (self._tables, self._any_rules, self._drop, self._double)
        return sum(memory.bytes for memory in memories if memory is not None)

    def close(self) -> None:
        """Forget everything."""
        self._tables = self._any_rules = self._drop = self._double = None
