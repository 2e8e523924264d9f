"""How much of a hint has been told.

It stands apart from who makes hints: every game has steps, few ask for a hint, and making one imports the
computers' searches.
"""

from ttt_tui.engine import Position

MOST_STEPS = 3
"""What to look for, which square, then why."""


class HintSteps:
    """How much of a hint has been told: in another position it begins anew."""

    def __init__(self) -> None:
        self.step = 0
        """The step that was told last, 0 if there is none."""
        self._position: Position | None = None

    def next(self, position: Position) -> int:
        """Return the step that is to be told now, from 1."""
        if self._position != position:
            self._position, self.step = position.copy(), 0
        self.step = min(self.step + 1, MOST_STEPS)
        return self.step

    def is_about(self, position: Position) -> bool:
        """Whether a step about this position was told."""
        return self.step > 0 and self._position == position

    def end(self) -> None:
        """Begin with the first step again."""
        self.step = 0
