"""The screen goes before a computer's search, though both share the interpreter's one lock.

Python takes that lock from one thread and gives it to another at intervals. To answer a key the event loop
goes through some ten rounds, and each looks for input, which lets go of the lock. A search would take it
every time, and keep it for an interval. So a search rests while the event loop has anything to do.

Relied on: nothing of Textual, only that it runs on an event loop of asyncio.
"""

import asyncio
import selectors
import threading
import time
from collections.abc import Callable

from ttt_tui.process.memory import collect_young
from ttt_tui.process.signals import new_event_loop

REST_SECONDS = 0.02
"""How long a search rests at most, lest a busy screen bring it to a stop."""

LOOKS, ROUNDS = 128, 16
"""After how many looks at its stop event, about a hundredth of a second, a search clears up after itself; and
after how many times it also does where it has done so before."""

SEARCH_GROUP = "search"
"""The workers for which no key has to wait."""


def idle_aware_loop_factory(
    is_idle: threading.Event,
    before_waiting: Callable[[], bool] = lambda: False,
    after_waiting: Callable[[float], object] = lambda seconds: None,
) -> Callable[[], asyncio.AbstractEventLoop]:
    """Return a factory of event loops that set `is_idle` while they wait for something to do.

    Before that they call `before_waiting`, which returns whether there is something to do after all, and
    afterwards `after_waiting` with the seconds that they have waited, at most as many as they wanted to.
    """

    class Selector(selectors.DefaultSelector):
        """Looks for input, and tells when it waits for it."""

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
                # A busy machine wakes the program late; it did not ask for that.
                after_waiting(waited if timeout is None else min(waited, timeout))

    return lambda: new_event_loop(Selector())


class YieldingStopEvent(threading.Event):
    """Tells a search to stop. To look whether it is set takes as long as the screen is busy.

    Whoever looks does it in small pieces that else Python would do in large ones, in whichever thread: it
    looks for garbage.
    """

    def __init__(self, screen_is_idle: threading.Event) -> None:
        super().__init__()
        self._screen_is_idle = screen_is_idle
        self._looks = 0

    def is_set(self) -> bool:
        """Whether the search has to end."""
        if not self._screen_is_idle.is_set():
            self._screen_is_idle.wait(REST_SECONDS)
        self._looks += 1
        if self._looks % LOOKS == 0:
            collect_young(int(self._looks % (LOOKS * ROUNDS) == 0))
        return super().is_set()
