"""The exact solvers of all games: which one knows a board and its rules.

>>> from ttt_tui.engine import Geometry, Rules
>>> make_solver(Geometry(3, 3, 3)).__class__.__name__
'Solver'
>>> make_solver(Geometry(9, 9, 3, Rules.parse("ultimate"))).__class__.__name__
'UltimateSolver'
"""

from ttt_tui.computer.expert.solver import solver as in_a_row
from ttt_tui.computer.expert.solver.solution import SOLVER_MEGABYTES, ExactSolver
from ttt_tui.engine import GameName, Geometry, Position


def make_solver(geometry: Geometry, megabytes: float = SOLVER_MEGABYTES) -> ExactSolver:
    """Return the solver that knows the rules of a board."""
    if geometry.rules.game is GameName.ULTIMATE:
        from ttt_tui.computer.ultimate.solver import UltimateSolver  # no other game waits for its tables

        return UltimateSolver(geometry, megabytes)
    return in_a_row.make_solver(geometry, megabytes)


def can_be_solved(position: Position) -> bool:
    """Whether to try the solver while a player waits: two play, and the end or a known win is near enough."""
    if position.geometry.rules.game is GameName.ULTIMATE:
        from ttt_tui.computer.ultimate.solver import can_be_solved_soon

        return can_be_solved_soon(position)
    return in_a_row.can_be_solved(position)
