"""The computers of Ultimate by the names of their levels."""

from ttt_tui.computer.base import Computer
from ttt_tui.computer.ultimate.deepening import UltimateDeepening
from ttt_tui.computer.ultimate.expert import UltimateExpert
from ttt_tui.computer.ultimate.full_width import FullMinimax, FullNegamax
from ttt_tui.computer.ultimate.one_ply import UltimateRules, UltimateScorer


def ultimate_computer(name: str, strength: int | None, seed: int, megabytes: float) -> Computer:
    """Return a new computer of a level; `strength` is its place on the ladder, None for a classic level."""
    match name:
        case "rules":
            return UltimateRules(seed)
        case "scorer":
            return UltimateScorer(seed)
        case "minimax":
            return UltimateDeepening(FullMinimax, seed, megabytes)
        case "negamax":
            return UltimateDeepening(FullNegamax, seed, megabytes)
        case "expert":
            return UltimateExpert(seed, megabytes)
    from ttt_tui.computer.ultimate.steps import UltimateStep  # with the ladder's modules

    assert strength is not None, f"{name} is a level"
    return UltimateStep(strength, seed, megabytes)
