"""The steps of a hint: how many of them were shown.

A module of its own, since every game screen has it and making a hint imports the computers' searches.
"""

from ttt_tui.engine import Position

MOST_STEPS = 3
"""The idea, the square, then the reason."""


class HintSteps:
    """Counts the steps of a hint that were shown; another position starts from the first."""

    def __init__(self) -> None:
        self.step = 0
        """The latest step, 0 if there is none."""
        self._position: Position | None = None

    def next(self, position: Position) -> int:
        """Return the step to show now, from 1."""
        if self._position != position:
            self._position, self.step = position.copy(), 0
        self.step = min(self.step + 1, MOST_STEPS)
        return self.step

    def is_about(self, position: Position) -> bool:
        """Whether a step about this position was shown."""
        return self.step > 0 and self._position == position

    def end(self) -> None:
        """Start from the first step again."""
        self.step = 0
