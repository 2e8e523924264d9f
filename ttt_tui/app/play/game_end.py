"""The end of a game on the screen, step by step: the board's motion, the card of the result, the point.

After the match its summary is shown; between computers the next game starts by itself.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from textual.timer import Timer

from ttt_tui.engine import Outcome

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

BLINKS = ((0.15, True), (0.3, False), (0.45, True))
"""Seconds after the card at which the new point is lit or unlit; it starts unlit."""

NEXT_GAME_PAUSE = 2.0
"""Seconds between two games of computers."""

READING_SECONDS = 0.4
"""Seconds that a result has to be on the screen before a key can answer it. An Enter that is pressed twice or
typed ahead was meant for the board; nobody reads a result and reacts to it sooner.
"""


class ReadingTime:
    """Distinguishes a key that answers what is on the screen from one pressed before it could be read."""

    def __init__(self) -> None:
        self._end: float | None = None

    def start(self, seconds: float = 0.0) -> None:
        """Start the time now, when the result is painted, or in `seconds`, when its motion ends.

        A time that is running continues.
        """
        if self._end is None:
            self._end = time.monotonic() + seconds + READING_SECONDS

    def reset(self) -> None:
        """Reset the time for the next result."""
        self._end = None

    def has_passed(self, pressed: float) -> bool:
        """Return whether a key pressed at `pressed`, in monotonic seconds, can be an answer."""
        return self._end is not None and pressed >= self._end


class GameEndSequence:
    """The steps after a game: has the screen show the ending whenever `has_card` or `unlit` changes.

    After the match the summary follows, once for each end and when nothing covers the screen; between
    computers another game starts.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._timers: list[Timer] = []
        self._seconds = 0.0
        self._reading = ReadingTime()
        self._is_painted = False
        self._summarised: Outcome | None = None
        self.has_card = False
        """Whether the card of the result is shown."""
        self.unlit: int | None = None
        """The player whose latest point is unlit at the moment, None if none is."""

    @property
    def _outcome(self) -> Outcome | None:
        return self._controller.match.game.outcome

    def begin(self, seconds: float) -> None:
        """Begin after a game whose motion on the board takes `seconds`, 0 for no motion."""
        self.stop()
        self._seconds = seconds
        self._turn(not seconds, not seconds)
        if seconds:
            self._after(seconds, partial(self._change, True, False))
            for later, is_lit in BLINKS:
                self._after(seconds + later, partial(self._change, True, is_lit))
        self._screen.call_after_refresh(self._note_painted)

    def stop(self) -> None:
        """Cancel the pending steps: the game is another one, or goes on."""
        for timer in self._timers:
            timer.stop()
        self._timers = []
        self._reading.reset()
        self._is_painted = False
        self._turn(False, True)

    def _turn(self, has_card: bool, is_lit: bool) -> None:
        self.has_card = has_card
        self.unlit = None if is_lit or self._outcome is None else self._outcome.winner

    def _change(self, has_card: bool, is_lit: bool) -> None:
        self._turn(has_card, is_lit)
        self._screen.show_ending()

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        timers = self._timers

        def fire() -> None:
            if timers is self._timers:  # else it fired just before it was stopped
                do()

        timers.append(self._screen.set_timer(seconds, fire))

    def _note_painted(self) -> None:
        if self._outcome is None:
            return
        self._is_painted = True
        self._reading.start(self._seconds)
        controller = self._controller
        if controller.has_only_computers and not controller.match.is_over and not controller.is_paused:
            self._after(NEXT_GAME_PAUSE, self._screen.progress.start_next_game)
        if self._seconds:
            self._after(self._seconds, self.show_summary)
        else:
            self.show_summary()

    def could_be_read(self, pressed: float) -> bool:
        """Return whether the result could be read when a key was pressed at `pressed`."""
        return self._reading.has_passed(pressed)

    @property
    def is_summary_shown(self) -> bool:
        """Whether the summary was shown for this end of the match."""
        return self._summarised is self._outcome

    def show_summary(self) -> None:
        """Show the summary of a finished match, unless that has been done."""
        if self._outcome is None or self.is_summary_shown or not self._controller.match.is_over:
            return
        if self._screen.is_active:
            self._summarised = self._outcome
            self._screen.progress.show_summary()

    def resume(self) -> None:
        """Show the summary that had to wait while something covered the screen."""
        if self._is_painted:
            self._screen.call_after_refresh(self.show_summary)
