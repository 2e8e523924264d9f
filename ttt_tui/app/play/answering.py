"""Somebody who knows behind the screen: asked one question at a time, by one worker at most."""

import threading
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from textual.widget import Widget
from textual.worker import Worker

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.computer import Stop

T = TypeVar("T")


class Knows(Protocol):
    """What is asked: it keeps what it learned for the next question."""

    def close(self) -> None:
        """Let go of what was learned."""


Someone = TypeVar("Someone", bound=Knows)


class TaskQueue(Generic[Someone]):
    """Asks somebody; a new question ends the one before.

    It rests while the screen is not idle. The answer comes to the host of the worker as `StateChanged`.
    """

    def __init__(self, someone: Someone, screen_is_idle: threading.Event) -> None:
        self._someone = someone
        self._one_at_a_time = threading.Lock()  # who was told to stop may still be about to
        self._work: BackgroundWork[Any] = BackgroundWork(screen_is_idle)

    def ask(self, host: Widget, question: Callable[[Someone, Stop], T]) -> Worker[T]:
        """Let a question be worked on, as a worker of this widget."""
        someone, lock = self._someone, self._one_at_a_time

        def answer(stop: YieldingStopEvent) -> T:
            with lock:
                return question(someone, stop)

        return self._work.start(host, answer)

    @property
    def is_busy(self) -> bool:
        """Whether a question is worked on."""
        return self._work.is_busy

    def stop(self) -> None:
        """End the question that is worked on; its answer is nobody's."""
        self._work.end()

    def close(self) -> None:
        """Stop, and let go of what was learned."""
        self.stop()
        self._someone.close()
