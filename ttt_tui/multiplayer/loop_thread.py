"""A thread with an event loop, for what must neither wait for the screen nor keep it waiting."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from ttt_tui.process.signals import new_event_loop

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds that the thread may take to do what is asked of it at its beginning and at its end."""


class LoopThread:
    """Runs an event loop until `stop`. What happens in it is done there, or handed over by `call`."""

    def __init__(self, name: str) -> None:
        self._loop = new_event_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Have a function called in the thread, soon; nothing happens after `stop`."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Have something done in the thread, and return what comes of it; raises what that raises."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def stop(self) -> None:
        """End the loop, and wait for the thread."""
        self.call(self._loop.stop)
        self._thread.join(PATIENCE)
