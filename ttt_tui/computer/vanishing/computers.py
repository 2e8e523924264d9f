"""The computers of Vanishing, and the descriptions of its levels."""

from collections.abc import Mapping

from ttt_tui.computer.base import Computer
from ttt_tui.computer.expert.solver.solution import ExactSolver
from ttt_tui.engine import Geometry, Position


class VanishingComputers:
    """The computers and the solver of Vanishing."""

    level_words: Mapping[str, tuple[str, str]] = {
        "expert": ("knows the value of every move", "makes no mistake"),
    }

    def make_computer(self, level: str, seed: int, megabytes: float) -> Computer:
        from ttt_tui.computer.one_ply import RulesOfThumb, Scorer
        from ttt_tui.computer.vanishing.players import VanishingExpert, VanishingSearcher, VanishingStep

        match level.split():
            case ["expert"]:
                return VanishingExpert(seed, megabytes)
            case ["expert", strength]:
                return VanishingStep(int(strength), seed, megabytes)
            case ["rules"]:
                return RulesOfThumb(seed)
            case ["scorer"]:
                return Scorer(seed)
            case ["minimax" | "negamax"]:
                return VanishingSearcher(level == "negamax", seed, megabytes)
            case _:
                raise ValueError(f"no computer plays Vanishing at the level {level}")

    def make_solver(self, geometry: Geometry, megabytes: float) -> ExactSolver:
        from ttt_tui.computer.vanishing.solver import VanishingSolver

        return VanishingSolver(geometry, megabytes)

    def can_be_solved(self, position: Position) -> bool:
        return len(position.active) == 2
