"""An app that is told of every failure, instead of a traceback that is printed over the terminal.

Relied on: what a handler, a timer, a worker or a paint raises is given to `App._handle_exception`;
`App._exit` says that the app is to end.
"""

import asyncio
import sys
import threading
from typing import Any

from rich.console import RenderableType
from textual.app import App
from textual.css.query import NoMatches
from textual.worker import WorkerFailed


class CatchingApp(App[None]):
    """Gives every exception to `caught`; without a screen, as in tests, it makes the test fail."""

    def caught(self, error: Exception) -> None:
        """Take note of an exception that nobody handled, and end the program."""
        raise NotImplementedError

    def is_late(self, error: Exception) -> bool:
        """Return whether a worker that started while the app ends, as the palette's, has no widgets left."""
        return self._exit and isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)

    def fail(self, error: Exception) -> None:
        """Treat an exception, wherever it was raised, as one of a handler. Called in the app's own thread."""
        self._handle_exception(error)

    def hear_failures(self, loop: asyncio.AbstractEventLoop) -> None:
        """End the program for an exception anywhere: in a callback, in a task, in another thread."""

        def of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            if isinstance(error := context.get("exception"), Exception):
                self.fail(error)

        def of_thread(failure: threading.ExceptHookArgs) -> None:
            if isinstance(failure.exc_value, Exception):
                loop.call_soon_threadsafe(self.fail, failure.exc_value)

        loop.set_exception_handler(of_loop)
        threading.excepthook = of_thread

    def _handle_exception(self, error: Exception) -> None:
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self.caught(error)

    def panic(self, *renderables: RenderableType) -> None:
        """Fail as for any exception; the method that this one overrides writes over the terminal."""
        error = sys.exception()
        self.fail(error if isinstance(error, Exception) else RuntimeError(*map(str, renderables)))
