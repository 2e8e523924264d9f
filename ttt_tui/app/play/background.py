"""Background work: searches in threads, one at a time each, which rest while the screen is busy."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from textual.message import Message
from textual.widget import Widget
from textual.worker import Worker

from ttt_tui.app.terminal.event_loop import SEARCH_GROUP, YieldingStopEvent
from ttt_tui.computer import Stop
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.process.cores import one_core
from ttt_tui.session.advisor import judge_by
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.analysis.judge import AnyJudge  # noqa: F401

T = TypeVar("T")

UPDATE_SECONDS = 0.25
"""The least time between two updates of one search, in seconds: nobody reads faster."""

WAITING = "Waiting for a free core"
"""Shown to a visitor of a server whose search has to wait for others."""

SEARCHES = 2
"""The number of searches of a judge, each with its own memory."""


class SearchUpdate(Message, bubble=False):
    """A background search has new results."""


class BackgroundWork(Generic[T]):
    """Runs one worker of a widget at a time; each start ends the previous one.

    A thread cannot be killed, so each piece of work polls its own stop event. Its result or error reaches the
    widget as `Worker.StateChanged`, its progress as `SearchUpdate`. Work that was ended may still report, but
    `is_news` recognises only the latest.
    """

    def __init__(self, screen_is_idle: threading.Event) -> None:
        self._screen_is_idle = screen_is_idle
        self._stop = YieldingStopEvent(screen_is_idle)
        self._worker: Worker[T] | None = None
        self._host: Widget | None = None
        self._is_update_due = False
        self._updated = 0.0  # when the latest update was posted

    def start(self, host: Widget, work: Callable[[YieldingStopEvent], T]) -> Worker[T]:
        """Run `work`, which gets its stop event, as a worker of the widget that shows the results."""
        self.end()
        stop = self._stop = YieldingStopEvent(self._screen_is_idle)
        self._host, self._is_update_due = host, False

        def search() -> T:
            with one_core(stop.is_set, self._announce_waiting):
                return work(stop)

        self._worker = host.run_worker(search, thread=True, exit_on_error=False, group=SEARCH_GROUP)
        return self._worker

    def _announce_waiting(self) -> None:
        """Say that other people's searches take all cores of the server."""
        host = self._host
        if host is not None:
            with suppress(RuntimeError):  # the program is ending
                host.call_later(lambda: getattr(host.screen, "announce", str)(WAITING))

    def post_update(self) -> None:
        """Post a `SearchUpdate` soon, from any thread; updates in quick succession are merged."""
        if self._host is not None and not self._is_update_due:
            self._is_update_due = True
            with suppress(RuntimeError):  # the program is ending
                self._host.call_later(self._schedule_update)

    def _schedule_update(self) -> None:
        assert self._host is not None
        if (early := self._updated + UPDATE_SECONDS - time.monotonic()) > 0:
            self._host.set_timer(early, self._post_now)
        else:
            self._post_now()

    def _post_now(self) -> None:
        assert self._host is not None
        self._is_update_due, self._updated = False, time.monotonic()
        self._host.post_message(SearchUpdate())

    @property
    def is_busy(self) -> bool:
        """Whether there is work that has not finished."""
        return self._worker is not None and not self._worker.is_finished

    @property
    def was_started(self) -> bool:
        """Whether work was started and not ended; it may have finished."""
        return self._worker is not None

    def is_news(self, event: Worker.StateChanged) -> bool:
        """Return whether a worker's event is about the latest piece of work."""
        return self.is_current(event.worker)

    def is_current(self, worker: Worker[Any]) -> bool:
        """Return whether a worker does the latest piece of work, which was not ended."""
        return worker is self._worker

    def move_now(self) -> None:
        """Request the result so far at once; it arrives as usual."""
        self._stop.set()

    def end(self) -> None:
        """End the work and discard its result."""
        self._stop.set()
        if self._worker is not None:
            self._worker.cancel()
            self._worker = None


class Closable(Protocol):
    """A judge or a prover, which remembers what it learned for the next task."""

    def close(self) -> None:
        """Free what was learned."""


Solver = TypeVar("Solver", bound=Closable)


class TaskQueue(BackgroundWork[Any], Generic[Solver]):
    """Runs one task at a time of a judge or a prover in a worker; a new task ends the previous one.

    The solver remembers what it learned for the next task.
    """

    def __init__(self, solver: Solver, screen_is_idle: threading.Event) -> None:
        super().__init__(screen_is_idle)
        self._solver = solver
        self._one_at_a_time = threading.Lock()  # an ended task may still be running

    def ask(self, host: Widget, task: Callable[[Solver, Stop], T]) -> Worker[T]:
        """Start a task as a worker of `host`."""
        solver, lock = self._solver, self._one_at_a_time

        def answer(stop: YieldingStopEvent) -> T:
            with lock:
                return task(solver, stop)

        return self.start(host, answer)

    def close(self) -> None:
        """End the running task, and free what was learned."""
        self.end()
        self._solver.close()


JudgeQueue = TaskQueue["AnyJudge"]
"""Runs tasks of a judge."""


def judge_queue(session: Session, by: str = "") -> JudgeQueue:
    """Return a queue for the judge named `by`, or for our own search if `by` is empty."""
    return TaskQueue(judge_by(session.engines, by, MEGABYTES / SEARCHES), session.screen_is_idle)
