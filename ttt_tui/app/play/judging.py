"""A judge behind the screen: asked one question at a time, by one worker at most."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

from textual.widget import Widget
from textual.worker import Worker

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.textual_hooks.yielding import PoliteStop
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
        self._work: BackgroundWork[Any] = BackgroundWork(screen_is_idle)

    def ask(self, host: Widget, question: Callable[[Judge, Stop], T]) -> Worker[T]:
        """Let the judge work on a question, as a worker of this widget."""
        judge, lock = self._judge, self._one_at_a_time

        def answer(stop: PoliteStop) -> T:
            with lock:
                return question(judge, stop)

        return self._work.start(host, answer)

    @property
    def is_busy(self) -> bool:
        """Whether it works on a question."""
        return self._work.is_busy

    def stop(self) -> None:
        """End the question that is worked on; its answer is nobody's."""
        self._work.end()

    def close(self) -> None:
        """Stop, and let go of what was learned."""
        self.stop()
        self._judge.close()
