"""Work behind the screen: in a thread, at most one piece at a time, which rests while the screen is busy."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from textual.widget import Widget
from textual.worker import Worker

from ttt_tui.app.terminal.event_loop import SEARCH_GROUP, YieldingStopEvent

T = TypeVar("T")


class BackgroundWork(Generic[T]):
    """Lets a worker of a widget do one thing after the other; what is new ends what was before.

    A thread cannot be killed, so each piece of work has a stop event of its own that it looks at. Its result,
    or what failed, comes to the widget as `Worker.StateChanged`. What was ended may still say something, but
    nobody listens: `is_news` knows only the latest.
    """

    def __init__(self, screen_is_idle: threading.Event) -> None:
        self._screen_is_idle = screen_is_idle
        self._stop = YieldingStopEvent(screen_is_idle)
        self._worker: Worker[T] | None = None

    def start(self, host: Widget, work: Callable[[YieldingStopEvent], T]) -> Worker[T]:
        """Do this work from now on, as a worker of this widget; it gets the event that tells it to stop."""
        self.end()
        stop = self._stop = YieldingStopEvent(self._screen_is_idle)
        self._worker = host.run_worker(
            lambda: work(stop), thread=True, exit_on_error=False, group=SEARCH_GROUP
        )
        return self._worker

    @property
    def is_busy(self) -> bool:
        """Whether there is work that has not come to its end."""
        return self._worker is not None and not self._worker.is_finished

    @property
    def was_started(self) -> bool:
        """Whether there is work that was not ended, be it done or not."""
        return self._worker is not None

    def is_news(self, event: Worker.StateChanged) -> bool:
        """Whether a worker's news is of this work, and of its latest piece."""
        return event.worker is self._worker

    def hurry(self) -> None:
        """Ask for the result so far, now; it comes as usual."""
        self._stop.set()

    def end(self) -> None:
        """End the work; its result will not come."""
        self._stop.set()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None
