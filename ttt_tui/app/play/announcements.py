"""Announcements in the status line, one after the other; they never cover the board."""

import time
from collections import deque
from collections.abc import Callable

from rich.text import Text
from textual.timer import Timer
from textual.widget import Widget

ANNOUNCED_SECONDS = 5.0
"""Seconds that each line of a text is shown."""

LEAST_SECONDS = 2.0
"""Seconds that a line is shown even if keys are pressed."""

AROUND = 4
"""Cells of the window that the status line does not use."""

MOST_WAITING = 12
"""The most lines that can wait; of more the oldest are dropped."""


class Announcements:
    """Shows each text for a while; one that is wider than the window is shown line by line."""

    def __init__(self, screen: Widget, show: Callable[[], None], is_hidden: Callable[[], bool]) -> None:
        """`show` is called whenever `current` changes.

        As long as `is_hidden` returns True the line is not on the screen, and is kept.
        """
        self._screen = screen
        self._show = show
        self._is_hidden = is_hidden
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._news: set[str] = set()  # lines about events of the game, which are soon out of date
        self._timer: Timer | None = None
        self._since = 0.0
        self.current = ""
        """The line that is shown, empty if there is none."""

    def add(self, text: str, *, is_news: bool = False) -> None:
        """Show this text after the waiting ones, unless it is shown or waits already.

        While texts wait, older news is shown for no longer than it takes to read it.
        """
        app = self._screen.app
        lines = Text(text).wrap(app.console, max(1, app.size.width - AROUND))
        known = (self.current, *self._waiting)
        new = [line for each in lines if (line := each.plain.rstrip()) not in known]
        self._waiting.extend(new)
        if is_news:
            self._news.update(new)
        if not self.current:
            self._show_next()
        elif is_news and new:
            self.hasten_notices()

    def skip(self) -> None:
        """Show the next line after a key was pressed, if this one could be read."""
        if self.current and time.monotonic() - self._since >= LEAST_SECONDS:
            self._show_next()

    def hasten_notices(self) -> None:
        """After a change of the game, show the next line as soon as the current news could be read."""
        if self.current not in self._news:
            return
        left = self._since + LEAST_SECONDS - time.monotonic()
        if left > 0:
            self._wait(left)
        else:  # Textual cannot divide by a timer's 0 seconds
            self._show_next()

    def drop_notices(self) -> None:
        """Drop all news, which is out of date."""
        others = [line for line in self._waiting if line not in self._news]
        self._waiting.clear()
        self._waiting.extend(others)
        if self.current in self._news:
            self._show_next()

    def _show_next(self) -> None:
        if self.current and self._is_hidden():
            self._wait(ANNOUNCED_SECONDS)
            return
        self.current = self._waiting.popleft() if self._waiting else ""
        self._news.intersection_update((self.current, *self._waiting))
        self._since = time.monotonic()
        is_old_news = self.current in self._news and bool(self._waiting)
        self._wait(LEAST_SECONDS if is_old_news else ANNOUNCED_SECONDS)
        self._show()

    def _wait(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._show_next) if self.current else None
