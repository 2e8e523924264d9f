"""Enter after a jump of the cursor: it goes by itself to the small board that is due.

An Enter that is held, pressed twice or typed ahead was meant for the square before.
"""

from ttt_tui.app.play.game_end import ReadingTime
from ttt_tui.app.play.parts import MatchScreen


class CursorJump:
    """Tells an Enter for the square at the cursor from one pressed before its new place could be seen."""

    def __init__(self, screen: MatchScreen) -> None:
        self._screen = screen
        self._reading = ReadingTime()
        self._has_jumped = False

    def begin(self) -> None:
        """Take notice that the cursor has jumped just now, and is not painted yet."""
        self._has_jumped = True
        self._reading.reset()
        self._screen.call_after_refresh(self._reading.start)

    def is_unseen_by(self, pressed: float) -> bool:
        """Whether a key pressed at this time, in monotonic seconds, was too early to be meant for it."""
        return self._has_jumped and not self._reading.has_passed(pressed)
