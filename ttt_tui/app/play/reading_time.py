"""Keys that were pressed before what they would answer could be read: they were meant for something else."""

import time

from textual.widget import Widget

READING_SECONDS = 0.4
"""Seconds that a result has to be on the screen before a key can answer it. An Enter that is pressed twice or
typed ahead was meant for the board; no one can read a result and react to it any sooner.
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


class CursorJump:
    """Distinguishes an Enter for the cursor's square from one pressed before its new place could be seen.

    The cursor moves by itself to the small board that is due: an Enter that is held, pressed twice or typed
    ahead was meant for the previous square.
    """

    def __init__(self, screen: Widget) -> None:
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
