"""What comes after a game's end, in its time: first the board's own motion, then the card, then the point.

Then it is told how the match went; between games among computers the next one begins by itself.
"""

import time
from collections.abc import Callable
from functools import partial

from textual.screen import Screen
from textual.timer import Timer

from ttt_tui.engine import Outcome
from ttt_tui.session.controller import Controller

BLINKS = ((0.15, True), (0.3, False), (0.45, True))
"""Seconds after the card at which the new point is lit, or not; it starts unlit."""

NEXT_GAME_PAUSE = 2.0
"""Seconds between two games among computers."""

READING_SECONDS = 0.4
"""How long a result has to be on the screen before a key can be an answer to it. An Enter that is pressed
twice or typed ahead was meant for the board; nobody reads a result and reacts to it sooner."""


class ReadingTime:
    """Tells a key that answers what is on the screen from one pressed before it could be read."""

    def __init__(self) -> None:
        self._end: float | None = None

    def start(self, seconds: float = 0.0) -> None:
        """Start it now, when the result is painted, or in so many seconds, when its motion ends.

        If it has been started it runs on.
        """
        if self._end is None:
            self._end = time.monotonic() + seconds + READING_SECONDS

    def reset(self) -> None:
        """Wait for the next result."""
        self._end = None

    def has_passed(self, pressed: float) -> bool:
        """Return whether a key pressed at this time, in monotonic seconds, can be an answer."""
        return self._end is not None and pressed >= self._end


class GameEndSequence:
    """Calls `show` whenever the card or the point is to be shown otherwise.

    After the match it calls `tell`, once for each end and when nothing else lies on `screen`; `next_game`
    begins another game.
    """

    def __init__(
        self,
        screen: Screen[None],
        controller: Controller,
        *,
        show: Callable[[], None],
        tell: Callable[[], None],
        next_game: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._controller = controller
        self._show = show
        self._tell = tell
        self._next_game = next_game
        self._timers: list[Timer] = []
        self._seconds = 0.0
        self._reading = ReadingTime()
        self._is_painted = False
        self._told_of: Outcome | None = None
        self.has_card = False
        """Whether the card of the result is to be seen."""
        self.unlit: int | None = None
        """The player whose latest point is not shown, or just now not."""

    @property
    def _outcome(self) -> Outcome | None:
        return self._controller.match.game.outcome

    def begin(self, seconds: float) -> None:
        """Begin with the end of a game, whose motion on the board takes so many seconds, 0 for no motion."""
        self.stop()
        self._seconds = seconds
        self._turn(not seconds, not seconds)
        if seconds:
            self._after(seconds, partial(self._change, True, False))
            for later, is_lit in BLINKS:
                self._after(seconds + later, partial(self._change, True, is_lit))
        self._screen.call_after_refresh(self._note_painted)

    def stop(self) -> None:
        """Forget it: the game is another one, or goes on."""
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
        self._show()

    def _after(self, seconds: float, do: Callable[[], None]) -> None:
        timers = self._timers

        def ring() -> None:
            if timers is self._timers:  # else it rang just before it was stopped
                do()

        timers.append(self._screen.set_timer(seconds, ring))

    def _note_painted(self) -> None:
        if self._outcome is None:
            return
        self._is_painted = True
        self._reading.start(self._seconds)
        controller = self._controller
        if controller.has_only_computers and not controller.match.is_over and not controller.is_paused:
            self._after(NEXT_GAME_PAUSE, self._next_game)
        if self._seconds:
            self._after(self._seconds, self.tell)
        else:
            self.tell()

    # --- what may follow ---------------------------------------------------------------------------------

    def could_be_read(self, pressed: float) -> bool:
        """Return whether a key pressed at that time was pressed when the result could be read."""
        return self._reading.has_passed(pressed)

    @property
    def is_told(self) -> bool:
        """Whether this end of the match has been told of."""
        return self._told_of is self._outcome

    def tell(self) -> None:
        """Let the match be told of, if it is over and this has not been done."""
        if self._outcome is None or self.is_told or not self._controller.match.is_over:
            return
        if self._screen.is_active:
            self._told_of = self._outcome
            self._tell()

    def resume(self) -> None:
        """Tell what there is to tell, now that nothing lies on the screen any more."""
        if self._is_painted:
            self._screen.call_after_refresh(self.tell)
