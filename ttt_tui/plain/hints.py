"""Hints in plain mode: a general hint, then the square, then the reason."""

from ttt_tui.analysis.hint import Hint
from ttt_tui.engine import Limit, Position, Setup
from ttt_tui.plain.repl import Compute
from ttt_tui.session.advisor import Advisor, HintSteps

HINT_LIMIT = Limit(seconds=1.0)


class PlainHints:
    """Returns one step more for each request in the same position; `compute` runs a search."""

    def __init__(self, compute: Compute) -> None:
        self._compute = compute
        self._hint: Hint | None = None  # for the position that the steps are about
        self._steps = HintSteps()

    def next(self, position: Position, setup: Setup, megabytes: float) -> str:
        """Return the next step for a position, which the caller must not change afterwards."""
        step = self._steps.next(position)
        if step == 1 or self._hint is None:
            advisor = Advisor(megabytes)
            try:
                self._hint = self._compute(lambda stop: advisor.hint(position, setup, HINT_LIMIT, stop))
            finally:
                advisor.close()
        return self._hint.steps[step - 1]
