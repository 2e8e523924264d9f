"""Level `random`: any free square."""

from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, dice, ignore_report
from ttt_tui.engine import Limit, Position


class RandomMover:
    """Places without looking. It never thinks, so it is never late."""

    def __init__(self, seed: int = 0, megabytes: float = 0.0) -> None:
        self.seed = seed

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return any empty square."""
        return Thought(dice(self.seed, position).choice(position.moves))

    def close(self) -> None:
        """Nothing to give back."""
