"""What is announced in the status line, one text after the other: nothing of it ever covers the board."""

import time
from collections import deque
from collections.abc import Callable

from rich.text import Text
from textual.timer import Timer
from textual.widget import Widget

ANNOUNCED_SECONDS = 5.0
"""How long each line of a text is shown."""

LEAST_SECONDS = 2.0
"""How long a line is shown although keys are pressed."""

AROUND = 4
"""Cells of the window beside the status line."""

MOST_WAITING = 12
"""Lines that can wait for their turn; of more the oldest are dropped."""


class Announcements:
    """Shows texts for a while each; one that is wider than the window is shown line by line."""

    def __init__(self, screen: Widget, show: Callable[[], None], is_hidden: Callable[[], bool]) -> None:
        """`show` is called when there is another line to be shown, or none any more.

        As long as `is_hidden` something else stands in its place: it is not taken to have been seen.
        """
        self._screen = screen
        self._show = show
        self._is_hidden = is_hidden
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._timer: Timer | None = None
        self._since = 0.0
        self.current = ""
        """The line that is shown, nothing if there is none."""

    def add(self, text: str) -> None:
        """Show this text after those that wait; what is shown or waits already is not repeated."""
        app = self._screen.app
        lines = Text(text).wrap(app.console, max(1, app.size.width - AROUND))
        known = (self.current, *self._waiting)
        self._waiting.extend(line for each in lines if (line := each.plain.rstrip()) not in known)
        if not self.current:
            self._go_on()

    def skip(self) -> None:
        """Go on to the next line, if this one could be read: a key was pressed."""
        if self.current and time.monotonic() - self._since >= LEAST_SECONDS:
            self._go_on()

    def _go_on(self) -> None:
        if self.current and self._is_hidden():
            self._wait()
            return
        self.current = self._waiting.popleft() if self._waiting else ""
        self._since = time.monotonic()
        self._wait()
        self._show()

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(ANNOUNCED_SECONDS, self._go_on) if self.current else None
