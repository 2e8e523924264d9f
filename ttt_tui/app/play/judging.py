"""A judge behind the screen: asked one question at a time, by one worker at most."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from textual.widget import Widget
from textual.worker import Worker

from ttt_tui.app.textual_hooks.yielding import SEARCH_GROUP, PoliteStop
from ttt_tui.computer import Stop
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.review.judge import Judge

T = TypeVar("T")

SEARCHES = 2
"""What a judge has, each of which remembers something."""


class Judging:
    """Asks a judge, which keeps what it learned for the next question; a new question ends the one before.

    It rests while the screen is not idle. The answer comes to the host of the worker as `StateChanged`.
    """

    def __init__(self, screen_is_idle: threading.Event) -> None:
        self._judge = Judge(megabytes=MEGABYTES / SEARCHES)
        self._one_at_a_time = threading.Lock()  # who was told to stop may still be about to
        self._screen_is_idle = screen_is_idle
        self._stop = PoliteStop(screen_is_idle)
        self._worker: Worker[Any] | None = None

    def ask(self, host: Widget, question: Callable[[Judge, Stop], T]) -> Worker[T]:
        """Let the judge work on a question, as a worker of this widget."""
        self.stop()
        judge, lock, stop = self._judge, self._one_at_a_time, PoliteStop(self._screen_is_idle)

        def answer() -> T:
            with lock:
                return question(judge, stop)

        self._stop = stop
        worker = host.run_worker(answer, thread=True, exit_on_error=False, group=SEARCH_GROUP)
        self._worker = worker
        return worker

    @property
    def is_busy(self) -> bool:
        """Whether it works on a question."""
        return self._worker is not None and not self._worker.is_finished

    def stop(self) -> None:
        """End the question that is worked on; its answer is nobody's."""
        self._stop.set()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None

    def close(self) -> None:
        """Stop, and let go of what was learned."""
        self.stop()
        self._judge.close()
