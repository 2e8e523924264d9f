"""Another program that runs beside this one and is talked to in lines, whatever it does.

Nothing here waits longer than it was told to: not for what it says, not for it to listen, not for its end. It
is ended with its process group: asked by a last line, then by SIGTERM, then killed. A launcher between it and
this process kills the group if this process is killed itself. Only a process that has left the group, as a
daemon does, lives on.
"""

import atexit
import os
import select
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ttt_tui.errors import ChildGone, ChildNotReading
from ttt_tui.process.line_reader import LineSplitter
from ttt_tui.process.starting import start, wait_for

LONGEST_LINE = 4000
"""Bytes of a line that are kept; what is longer is cut off as it comes."""

CHUNK = 65536
"""Bytes that are read at a time, which is what a pipe holds."""

ENDS_WITHIN = 1.0
"""Seconds that a program may take to end after it was asked to, before it gets SIGTERM."""

TERMINATES_WITHIN = 0.5
"""Seconds that it may take after SIGTERM before it is killed."""

LOOKS_EVERY = 0.01
"""Seconds between two looks whether it has ended."""


class Child:
    """A program that was started, by `command` without a shell. Raises `CannotStart`.

    One thread at a time may talk to it; any may end it. It gets SIGTERM `terminates_within` seconds before it
    is killed, None for `TERMINATES_WITHIN`; of a line that it says so many bytes are kept. If this process is
    killed, the group of the program is killed, too.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: Path | None = None,
        *,
        longest_line: int = LONGEST_LINE,
        terminates_within: float | None = None,
    ) -> None:
        started = start(command, directory)
        self._process = started.launcher  # it ends when the program has ended, with the same status
        self._process_id = started.process_id
        self._input, self._output = started.input, started.output
        self._lifeline: int | None = started.lifeline
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._terminates_within = terminates_within
        self._splitter = LineSplitter(longest_line)
        self._lines = self._splitter.lines
        self._pipes = (
            threading.Lock()
        )  # held while one is used or closed: its number may be another file's then
        self._ending = threading.Lock()
        self._ending_soon = threading.Lock()
        self._ended_elsewhere: threading.Thread | None = None
        self._is_ended = False
        self.received = 0
        """Bytes that it has said."""
        _running.add(self)

    @property
    def process_id(self) -> int:
        """The number of its process, and of its process group."""
        return self._process_id

    def fileno(self) -> int:
        """Return the descriptor of what it says, so that `select` can wait for several."""
        return self._output.fileno()

    # --- talking -----------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Tell it something, in ASCII. Raises `ChildGone` or `ChildNotReading`."""
        data = text.encode("ascii", "replace")
        try:
            with self._pipes:
                written = self._input.write(data)
        except (OSError, ValueError):
            raise ChildGone(self._how()) from None
        if written != len(data):  # None if nothing was: the pipe is full of what it has not read
            raise ChildNotReading

    def line(self, seconds: float) -> str | None:
        """Return the next line without its end, None if none came within so many seconds.

        CR, LF or CR LF ends it. What is no UTF-8 becomes U+FFFD. It waits no longer, even if something comes
        that ends no line. Raises `ChildGone` when there will be none.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            left = max(0.0, deadline - time.monotonic())
            try:
                readable, _, _ = select.select([self._output], [], [], left)
                data = self._read() if readable else None
            except (OSError, ValueError):  # somebody has ended it
                raise ChildGone(self._how()) from None
            if data == b"":
                raise ChildGone(self._how())
            if data is not None:
                self.received += len(data)
                self._splitter.feed(data)
            if not self._lines and time.monotonic() >= deadline:
                return None
        return self._lines.popleft().decode(errors="replace")

    def _read(self) -> bytes | None:
        """Return what it has said, None if that is nothing, no bytes when it has closed its output."""
        with self._pipes:
            return self._output.read(CHUNK)

    def _how(self) -> str:
        """Return how it ended, which may take a moment to be known after its output was closed."""
        deadline = time.monotonic() + TERMINATES_WITHIN
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(LOOKS_EVERY)
        status = self._process.returncode
        if status is None:
            return "closed its output"
        if status >= 0:
            return f"stopped (exit status {status})"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
        return f"was killed by signal {-status}"

    # --- ending ------------------------------------------------------------------------------------------

    def end(self, last_words: str = "") -> None:
        """End it, and all of its group, and return when it is gone.

        That takes `ENDS_WITHIN` + `TERMINATES_WITHIN` s and a little at most, without last words the second
        part. If somebody else ends it already, that is waited for.
        """
        with self._ending_soon:
            elsewhere = self._ended_elsewhere
        if elsewhere is not None and elsewhere is not threading.current_thread():
            elsewhere.join()
        with self._ending:
            if self._is_ended:
                return
            if last_words:
                with suppress(OSError), self._pipes:
                    self._input.write(last_words.encode("ascii", "replace"))
                self._wait(ENDS_WITHIN)
            if not self._has_ended():
                self._ask_to_end()
                within = self._terminates_within
                self._wait(TERMINATES_WITHIN if within is None else within)
            self._kill()
            with self._pipes:
                self._input.close()
                self._output.close()
            self._is_ended = True
            _running.discard(self)

    def end_soon(self, last_words: str = "") -> None:
        """End it while others go on. The interpreter waits for that before it ends."""
        with self._ending_soon:  # nobody can wait for a thread that has not been started
            if self._ended_elsewhere is None:
                thread = threading.Thread(target=self.end, args=(last_words,), name="ending")
                thread.start()
                self._ended_elsewhere = thread

    def terminate(self) -> None:
        """Ask it by SIGTERM to end, unless somebody ends it already."""
        if self._ended_elsewhere is None and self._ending.acquire(blocking=False):
            try:
                if not self._has_ended():
                    self._ask_to_end()
            finally:
                self._ending.release()

    def _wait(self, seconds: float) -> None:
        """Wait for its end, and throw away what it still says, so that a full pipe does not keep it."""
        deadline = time.monotonic() + seconds
        while not self._has_ended() and time.monotonic() < deadline:
            with suppress(OSError):
                self._read()
            time.sleep(LOOKS_EVERY)

    def _has_ended(self) -> bool:
        """Whether it has, and its group with it."""
        return self._process.poll() is not None

    def _ask_to_end(self) -> None:
        """Let the launcher send SIGTERM to its group."""
        if self._lifeline is not None:
            with suppress(OSError):
                os.write(self._lifeline, b"T")

    def _kill(self) -> None:
        """Let the launcher kill whoever is left of its group, and wait for that."""
        if self._lifeline is not None:
            lifeline, self._lifeline = self._lifeline, None
            os.close(lifeline)
            wait_for(self._process, self._process_id)


_running: set[Child] = set()


def end_all() -> None:
    """End all programs that still run, and return when they and those that are ending already are gone."""
    children = tuple(_running)
    for child in children:
        child.terminate()  # all at the same time, and no thread: the interpreter may be ending, too
    for child in children:
        child.end()


atexit.register(end_all)
