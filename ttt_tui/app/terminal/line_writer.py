"""Writes to the terminal without ever making the program wait for the line.

Over a slow line, or one that has stopped, more is painted than can be sent. What is too much is left out, and
once the line has caught up everything is painted anew: that is the latest state, and less than all the
states on the way.

Relied on: nothing of Textual.
"""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable

MOST_WAITING = 64_000
"""Characters that may wait to be written; about the whole of a large screen."""

PIECE = 1024
"""Bytes written at once: by these it is seen whether a line still moves."""

SLOW_SECONDS = 0.05
"""How long a line may take until it is slow; a quick one takes what is written at once."""

PATIENCE_SECONDS = 5.0
"""How long a line may stand still at the end, until what is left is given up."""


class LineWriter(threading.Thread):
    """Writes texts in their order to a file descriptor, each whole or not at all.

    `caught_up` is called in this thread when everything is written after something was left out.
    """

    def __init__(self, descriptor: int, encoding: str, caught_up: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="output")
        self.descriptor = descriptor
        self._encoding = encoding
        self._caught_up = caught_up
        self._waiting: deque[tuple[str, bool]] = deque()
        self._size = 0
        self._has_left_out = False
        self._is_gone = False
        self._written = 0
        self._state = threading.Condition()
        self._is_idle = True
        self._busy_since = 0.0
        self.has_ended = False
        """Whether a fault has ended it: what is handed over now is not written."""

    def write(self, text: str, is_frame: bool = True) -> None:
        """Write a text, but no frame if too much waits already; returns at once."""
        with self._state:
            if self._is_gone:
                return
            if is_frame and self._waiting and self._size + len(text) > MOST_WAITING:
                self._has_left_out = True
                return
            self._waiting.append((text, is_frame))
            self._size += len(text)
            if self._is_idle:
                self._is_idle, self._busy_since = False, time.monotonic()
            self._state.notify_all()

    @property
    def is_behind(self) -> bool:
        """Whether the line is too slow for what is painted: something was left out, or is long under way."""
        with self._state:
            is_slow = not self._is_idle and time.monotonic() - self._busy_since > SLOW_SECONDS
            return is_slow or self._has_left_out

    def clear(self) -> None:
        """Leave out all frames that have not been begun."""
        with self._state:
            self._waiting = deque(waiting for waiting in self._waiting if not waiting[1])
            self._size = sum(len(text) for text, _ in self._waiting)
            self._has_left_out = False

    def abandon(self) -> None:
        """Write nothing more than the piece that is being written. Takes no lock."""
        self._is_gone = True

    def drain(self) -> None:
        """Wait until everything is written, as long as the line moves at all and no fault ends it."""
        with self._state:
            while not self._is_idle and not self.has_ended:
                before = self._written
                self._state.wait(PATIENCE_SECONDS)
                if self._written == before and not self._is_idle:
                    return

    def run(self) -> None:
        """Write what comes, for as long as the program runs."""
        try:
            self._write_what_comes()
        finally:
            with self._state:
                self.has_ended = True
                self._state.notify_all()

    def _write_what_comes(self) -> None:
        while True:
            with self._state:
                if not self._waiting:
                    self._is_idle = True
                    self._state.notify_all()
                while not self._waiting:
                    self._state.wait()
                text, _ = self._waiting.popleft()
            self._write(text.encode(self._encoding, "replace"))
            with self._state:
                self._size -= min(self._size, len(text))
                has_caught_up = self._has_left_out and not self._waiting
                self._has_left_out = self._has_left_out and not has_caught_up
            if has_caught_up:
                self._caught_up()

    def _write(self, data: bytes) -> None:
        while data and not self._is_gone:
            try:
                count = os.write(self.descriptor, data[:PIECE])
            except BlockingIOError:  # somebody else has made the terminal one that does not wait
                select.select([], [self.descriptor], [])
                continue
            except OSError:  # the terminal is gone
                count = 0
                self._is_gone = True
            data = data[count:]
            with self._state:
                self._written += count
                self._state.notify_all()
