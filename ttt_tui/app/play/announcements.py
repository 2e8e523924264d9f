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
        self._news: set[str] = set()  # lines about what happens in the game, which is soon out of date
        self._timer: Timer | None = None
        self._since = 0.0
        self.current = ""
        """The line that is shown, nothing if there is none."""

    def add(self, text: str, *, is_news: bool = False) -> None:
        """Show this text after those that wait; what is shown or waits already is not repeated.

        What waits makes older news be shown for no longer than it takes to read it.
        """
        app = self._screen.app
        lines = Text(text).wrap(app.console, max(1, app.size.width - AROUND))
        known = (self.current, *self._waiting)
        new = [line for each in lines if (line := each.plain.rstrip()) not in known]
        self._waiting.extend(new)
        if is_news:
            self._news.update(new)
        if not self.current:
            self._go_on()
        elif is_news and new:
            self.hasten_news()

    def skip(self) -> None:
        """Go on to the next line, if this one could be read: a key was pressed."""
        if self.current and time.monotonic() - self._since >= LEAST_SECONDS:
            self._go_on()

    def hasten_news(self) -> None:
        """If this line is news, go on to the next one as soon as it could be read: the game has changed."""
        if self.current not in self._news:
            return
        left = self._since + LEAST_SECONDS - time.monotonic()
        if left > 0:
            self._wait(left)
        else:  # Textual cannot divide by a timer's 0 seconds
            self._go_on()

    def drop_news(self) -> None:
        """Show no more news: there is something that makes all of it out of date."""
        others = [line for line in self._waiting if line not in self._news]
        self._waiting.clear()
        self._waiting.extend(others)
        if self.current in self._news:
            self._go_on()

    def _go_on(self) -> None:
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
        self._timer = self._screen.set_timer(seconds, self._go_on) if self.current else None
