"""What comes after a game's end, in its time: first the board's own motion, then the card, then the point."""

from collections.abc import Callable

from textual.screen import Screen
from textual.timer import Timer

BLINKS = ((0.15, True), (0.3, False), (0.45, True))
"""Seconds after the card at which the new point is lit, or not; it starts unlit."""


class Ending:
    """Tells `show` whether the card is to be seen, and whether the winner's new point is lit."""

    def __init__(self, screen: Screen[None], show: Callable[[bool, bool], None]) -> None:
        self._screen = screen
        self._show = show
        self._timers: list[Timer] = []

    def begin(self, seconds: float) -> None:
        """Begin with the end of a game, whose motion on the board takes so many seconds, 0 for no motion."""
        self.stop()
        if not seconds:
            self._show(True, True)
            return
        self._show(False, False)
        self._after(seconds, True, False)
        for later, is_lit in BLINKS:
            self._after(seconds + later, True, is_lit)

    def stop(self) -> None:
        """Leave it at what is shown."""
        for timer in self._timers:
            timer.stop()
        self._timers = []

    def _after(self, seconds: float, has_card: bool, is_lit: bool) -> None:
        self._timers.append(self._screen.set_timer(seconds, lambda: self._show(has_card, is_lit)))
