"""Who plays Ultimate, and how its levels are described.

The modules of the computers are imported for the first one: their tables take longer than the words.
"""

from collections.abc import Mapping

from ttt_tui.computer.base import Computer
from ttt_tui.computer.expert.solver.solution import ExactSolver
from ttt_tui.engine import Geometry, Position


class UltimateComputers:
    """The computers and the solver of Ultimate."""

    level_words: Mapping[str, tuple[str, str]] = {
        "rules": ("wins or blocks a board in one move", "wins or blocks in one"),
        "scorer": ("rates what every move does and gives", "rates every square"),
        "expert 1": ("often overlooks a board in one move", "overlooks boards"),
        "expert 2": ("takes a board, often forgets to block", "forgets to block"),
        "expert 3": ("blocks, seldom sees what it gives", "gives boards away"),
        "expert 4": ("misses few boards, seldom looks ahead", "seldom looks ahead"),
        "expert 5": ("misses few boards, may look ahead", "misses few boards"),
        "expert 6": ("looks ahead on every other move", "often looks ahead"),
        "expert 7": ("looks ahead on most moves", "mostly looks ahead"),
    }

    def make_computer(self, level: str, seed: int, megabytes: float) -> Computer:
        match level.split():
            case ["expert"]:
                from ttt_tui.computer.ultimate.expert import UltimateExpert

                return UltimateExpert(seed, megabytes)
            case ["expert", strength]:
                from ttt_tui.computer.ultimate.steps import UltimateStep

                return UltimateStep(int(strength), seed, megabytes)
            case _:
                from ttt_tui.computer.ultimate import classic

                return classic.CLASSIC[level](seed, megabytes)

    def make_solver(self, geometry: Geometry, megabytes: float) -> ExactSolver:
        from ttt_tui.computer.ultimate.solver import UltimateSolver

        return UltimateSolver(geometry, megabytes)

    def can_be_solved(self, position: Position) -> bool:
        from ttt_tui.computer.ultimate.solver import can_be_solved_soon

        return can_be_solved_soon(position)
