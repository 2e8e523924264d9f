"""Which prover a board has."""

from ttt_tui.engine import Geometry
from ttt_tui.puzzles.prover import Prover
from ttt_tui.puzzles.puzzle import is_settled


def prover_of(geometry: Geometry) -> Prover:
    """Return a prover for puzzles on a board; what it needs is imported for the first one."""
    if is_settled(geometry):
        from ttt_tui.puzzles.settled import ExactProver

        return ExactProver()
    from ttt_tui.puzzles.threats import ThreatProver

    return ThreatProver(geometry)
