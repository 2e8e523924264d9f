"""Enter after a jump of the cursor, which moves by itself to the small board that is due.

An Enter that is held, pressed twice or typed ahead was meant for the previous square.
"""

from typing import TYPE_CHECKING

from ttt_tui.app.play.game_end import ReadingTime

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen


class CursorJump:
    """Distinguishes an Enter for the cursor's square from one pressed before its new place could be seen."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._reading = ReadingTime()
        self._has_jumped = False

    def begin(self) -> None:
        """Note that the cursor has just jumped and is not painted yet."""
        self._has_jumped = True
        self._reading.reset()
        self._screen.call_after_refresh(self._reading.start)

    def is_unseen_by(self, pressed: float) -> bool:
        """Return whether a key pressed at `pressed`, in monotonic seconds, came too early for that square."""
        return self._has_jumped and not self._reading.has_passed(pressed)
