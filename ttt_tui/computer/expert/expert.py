"""Level `expert`: proves what can be proved, and searches threats and lines for the rest.

What it does with two players is in `two_players`, with more in `several`.
"""

from ttt_tui.computer.base import Clock, Report, Stop, Thought, dice
from ttt_tui.computer.expert import several
from ttt_tui.computer.expert.exact import SolverFactory
from ttt_tui.computer.expert.learned import Learned
from ttt_tui.computer.expert.solver import Solver
from ttt_tui.computer.expert.two_players import TwoPlayers
from ttt_tui.engine import Limit, Position


class Expert:
    """The strong computer player. It keeps what it learned for the next move of the game."""

    def __init__(self, seed: int = 0, solver: SolverFactory | None = Solver) -> None:
        self.seed = seed
        self._make_solver = solver
        self._learned: Learned | None = None

    def think(self, position: Position, limit: Limit, stop: Stop, report: Report) -> Thought:
        """Return the best move that it can find inside the limit."""
        clock = Clock(limit, stop)
        clock.armed = True
        random = dice(self.seed, position)
        if len(position.active) > 2:
            return several.think(position, limit, clock, report, random)
        learned = self._learned
        if learned is None or learned.geometry != position.geometry:
            learned = self._learned = Learned(position.geometry, self._make_solver)
        elif limit.seconds is None:
            learned.forget_positions()  # a game under such a limit can be replayed whatever was before
        learned.lines.forget_if_full()
        return TwoPlayers(learned, position, limit, clock, stop, report, random).think()

    def close(self) -> None:
        """Forget everything."""
        self._learned = None
