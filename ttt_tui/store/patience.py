"""How long the screen may still wait: a little for each thing that the user does, whatever that writes."""

import time
from collections.abc import Callable

REGAINED = 0.5
"""Seconds of patience for each second that passes."""


class WaitBudget:
    """Seconds that may be waited. They are used up by waiting, and come back as time passes, up to `most`.

    So whoever waits several times within a moment waits `most` seconds in all, and a long wait is followed by
    short ones only. `clock` gives seconds.
    """

    def __init__(self, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._left = most
        self._since = clock()

    def left(self) -> float:
        """Return how many seconds may be waited now."""
        now = self._clock()
        self._left = min(self.most, self._left + REGAINED * (now - self._since))
        self._since = now
        return self._left

    def use(self, seconds: float) -> None:
        """Note that so many seconds were waited, up to now."""
        self._left = max(0.0, self._left - seconds)
        self._since = self._clock()
