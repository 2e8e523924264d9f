"""The event loop: one input event at a time, and the screen before a computer's search.

Over a slow line keys arrive in batches. Handled as they come, the second meets a screen that the first one is
closing, or overtakes it on another way through the widgets. So `InputQueue` holds them back: the next event
is posted when the program has nothing left to do and everything that the last one caused is painted. A batch
then does what the same keys do one by one, and a key goes to the screen that the keys before it opened. Only
the keys that quit overtake all others.

Python takes the interpreter's lock from one thread and gives it to another at intervals. To answer a key the
event loop goes through some ten rounds, and each polls for input, releasing the lock. A search would
take it every time, and keep it for an interval. So a search rests while the event loop has anything to do
(`YieldingStopEvent`).

Without the queue, a batch of keys reaches screens that are closing (`tests/end_to_end/test_batches.py`). A
public way to know that everything is painted would replace the private names.

Relied on: what is still to be painted or called is in `App._batch_count`, and for the screen in
`_layout_required`, `_scroll_required`, `_repaint_required`, `_recompose_required`, `_dirty_widgets` and
`_callbacks`.
"""

import asyncio
import selectors
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from textual import events, widgets
from textual.app import App

from ttt_tui.process.memory import collect_young
from ttt_tui.process.signals import new_event_loop

LONGEST_WAIT = 1.0
"""Seconds for which the program may be idle without having handled an event; then the next event is posted
anyway, lest a fault block the keyboard. Busy time does not count.
"""

QUIT_KEYS = ("ctrl+q", "ctrl+c")
"""The keys that quit from anywhere without waiting; events before them are dropped."""

Input = events.InputEvent | events.Paste | events.AppFocus | events.AppBlur
"""Events from the user, kept in order."""


class InputQueue:
    """Holds events back until the event loop is idle."""

    def __init__(self, app: App[Any]) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The event loop; without one, as in tests that wait between keys, nothing is held back."""
        self._app = app
        self._queue: deque[Input] = deque()
        self._posted: Input | None = None
        self._idle_seconds = 0.0  # seconds for which the next event has waited
        self._next_check: asyncio.TimerHandle | None = None

    def admits(self, event: Input) -> bool:
        """Return whether the app may handle an event now; else it is queued and posted again."""
        if self.loop is None:
            return True
        if isinstance(event, events.Key) and event.key in QUIT_KEYS:
            self._queue.clear()
            return True
        if event is self._posted:
            self._posted = None
            return True
        if (
            isinstance(event, events.MouseMove)
            and self._queue
            and isinstance(self._queue[-1], events.MouseMove)
        ):
            self._queue.pop()  # only the latest place of the mouse matters
        self._queue.append(event)
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether an event is queued or being handled."""
        return bool(self._queue) or self._posted is not None

    def deliver_next(self) -> bool:
        """Post the next event if the previous one was handled; return whether an event was posted.

        The event loop calls this before it waits.
        """
        if not self._queue or self._posted is not None or self.loop is None:
            return False
        if not self._may_follow and not self._is_idle_too_long():
            return False
        self._idle_seconds = 0.0
        self._posted = self._queue.popleft()
        self.loop.call_soon(self._app.post_message, self._posted)
        return True

    @property
    def _may_follow(self) -> bool:
        """Whether the next event may be posted.

        A letter for a text field has to wait only for painting: the search after each letter depends on the
        text alone.
        """
        is_letter = isinstance(event := self._queue[0], events.Key) and event.is_printable
        if is_letter and self._app.screen_stack and isinstance(self._app.focused, widgets.Input):
            return is_painted(self._app)
        return is_idle(self._app)

    def add_idle(self, seconds: float) -> None:
        """Count the seconds for which the loop was idle although an event waits."""
        if self._queue:
            self._idle_seconds += seconds

    def _is_idle_too_long(self) -> bool:
        """Return whether the loop was idle for too long; schedule the next check."""
        assert self.loop is not None
        left = LONGEST_WAIT - self._idle_seconds
        if left > 0 and (self._next_check is None or self._next_check.when() <= self.loop.time()):
            self._next_check = self.loop.call_later(left, lambda: None)
        return left <= 0


def is_idle(app: App[Any]) -> bool:
    """Return whether everything is painted and no workers but searches are running."""
    workers = app.workers if app.screen_stack else ()
    return is_painted(app) and all(worker.is_finished or worker.group == SEARCH_GROUP for worker in workers)


def is_painted(app: App[Any]) -> bool:
    """Return whether nothing is waiting to be painted or called."""
    if not app.screen_stack:
        return True
    screen = app.screen
    return not (
        app._batch_count
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )


REST_SECONDS = 0.02
"""The most seconds that a search rests, lest a busy screen stop it."""

CHECKS, ROUNDS = 128, 16
"""Checks of the stop event, about a hundredth of a second, between two collections of young garbage; and the
number of these between two collections of the next generation."""

SEARCH_GROUP = "search"
"""The group of workers that no key has to wait for."""


def idle_aware_loop_factory(
    is_idle: threading.Event,
    before_waiting: Callable[[], bool] = lambda: False,
    after_waiting: Callable[[float], object] = lambda seconds: None,
) -> Callable[[], asyncio.AbstractEventLoop]:
    """Return a factory of event loops that set `is_idle` while they wait for something to do.

    Before waiting they call `before_waiting`, which returns whether there is something to do after all;
    afterwards `after_waiting` with the seconds waited, at most the timeout.
    """

    class Selector(selectors.DefaultSelector):
        """A selector that reports when it waits."""

        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            if (timeout is not None and timeout <= 0) or before_waiting():
                return super().select(0)
            is_idle.set()
            began = time.monotonic()
            try:
                return super().select(timeout)
            finally:
                is_idle.clear()
                waited = time.monotonic() - began
                # A busy machine may wake the program late.
                after_waiting(waited if timeout is None else min(waited, timeout))

    return lambda: new_event_loop(Selector())


class YieldingStopEvent(threading.Event):
    """A stop event of a search, whose `is_set` blocks while the screen is busy.

    It also collects garbage in small pieces, which Python would otherwise do in large ones, in any thread.
    """

    def __init__(self, screen_is_idle: threading.Event) -> None:
        super().__init__()
        self._screen_is_idle = screen_is_idle
        self._checks = 0

    def is_set(self) -> bool:
        """Return whether the search has to end; rests while the screen is busy."""
        if not self._screen_is_idle.is_set():
            self._screen_is_idle.wait(REST_SECONDS)
        self._checks += 1
        if self._checks % CHECKS == 0:
            collect_young(int(self._checks % (CHECKS * ROUNDS) == 0))
        return super().is_set()
