"""Another program that runs beside this one and is talked to in lines, whatever it does.

Nothing here waits longer than it was told to: not for what it says, not for it to listen, not for its end. It
is ended with all that it started: asked by a last line, then by SIGTERM, then killed.
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

from ttt_tui.process.starting import start

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


class ChildGone(Exception):
    """The program has closed its output, or ended; `str(error)` says how."""


class ChildDeaf(Exception):
    """The program does not read what it is told."""


class Child:
    """A program that was started, by `command` without a shell. Raises `CannotStart`.

    One thread at a time may talk to it; any may end it. It gets SIGTERM `terminates_within` seconds before it
    is killed, None for `TERMINATES_WITHIN`; of a line that it says so many bytes are kept. If this process is
    killed it gets `orphan_signal`, where the system can do that, and the end of its input.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: Path | None = None,
        *,
        longest_line: int = LONGEST_LINE,
        terminates_within: float | None = None,
        orphan_signal: signal.Signals = signal.SIGKILL,
    ) -> None:
        self._process, self._input, self._output = start(command, directory, orphan_signal)
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._longest_line = longest_line
        self._terminates_within = terminates_within
        self._lines: list[bytes] = []
        self._unfinished = bytearray()
        self._ending = threading.Lock()
        self._ended_elsewhere: threading.Thread | None = None
        self._is_ended = False
        self.received = 0
        """Bytes that it has said."""
        _running.add(self)

    @property
    def process_id(self) -> int:
        """The number of its process, and of its process group."""
        return self._process.pid

    def fileno(self) -> int:
        """Return the descriptor of what it says, so that `select` can wait for several."""
        return self._output.fileno()

    # --- talking -----------------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Tell it something, in ASCII. Raises `ChildGone` or `ChildDeaf`."""
        data = text.encode("ascii", "replace")
        try:
            written = self._input.write(data)
        except (OSError, ValueError):
            raise ChildGone(self._how()) from None
        if written != len(data):  # None if nothing was: the pipe is full of what it has not read
            raise ChildDeaf

    def line(self, seconds: float) -> str | None:
        """Return the next line without its end, None if none came within so many seconds.

        What is no UTF-8 becomes U+FFFD. It waits no longer, even if something comes that ends no line. Raises
        `ChildGone` when there will be none.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            left = max(0.0, deadline - time.monotonic())
            try:
                readable, _, _ = select.select([self._output], [], [], left)
                data = self._output.read(CHUNK) if readable else None
            except (OSError, ValueError):  # somebody has ended it
                raise ChildGone(self._how()) from None
            if data == b"":
                raise ChildGone(self._how())
            self._take(data or b"")
            if not self._lines and time.monotonic() >= deadline:
                return None
        return self._lines.pop(0).decode(errors="replace").removesuffix("\r")

    def _take(self, data: bytes) -> None:
        self.received += len(data)
        *finished, rest = data.split(b"\n")
        for piece in finished:
            self._unfinished += piece[: self._longest_line - len(self._unfinished)]
            self._lines.append(bytes(self._unfinished))
            self._unfinished.clear()
        self._unfinished += rest[: self._longest_line - len(self._unfinished)]

    def _how(self) -> str:
        """Return how it ended, which may take a moment to be known after its output was closed."""
        deadline = time.monotonic() + TERMINATES_WITHIN
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(LOOKS_EVERY)
        with self._ending:
            if not self._has_ended():
                return "it closed its output"
            status = self._reap()
        if status >= 0:
            return f"it ended with status {status}"
        with suppress(ValueError):
            return f"it was ended by {signal.Signals(-status).name}"
        return f"it was ended by signal {-status}"

    # --- ending ------------------------------------------------------------------------------------------

    def end(self, last_words: str = "") -> None:
        """End it, and all of its group, and return when it is gone.

        That takes `ENDS_WITHIN` + `TERMINATES_WITHIN` s and a little at most, without last words the second
        part. If somebody else ends it already, that is waited for.
        """
        if (elsewhere := self._ended_elsewhere) is not None and elsewhere is not threading.current_thread():
            elsewhere.join()
        with self._ending:
            if self._is_ended:
                return
            if last_words:
                with suppress(OSError):
                    self._input.write(last_words.encode("ascii", "replace"))
                self._wait(ENDS_WITHIN)
            if not self._has_ended():
                self._signal(signal.SIGTERM)
                within = self._terminates_within
                self._wait(TERMINATES_WITHIN if within is None else within)
            self._reap()
            self._input.close()
            self._output.close()
            self._is_ended = True
            _running.discard(self)

    def end_soon(self, last_words: str = "") -> None:
        """End it while others go on. The interpreter waits for that before it ends."""
        if self._ended_elsewhere is None:
            self._ended_elsewhere = threading.Thread(target=self.end, args=(last_words,), name="ending")
            self._ended_elsewhere.start()

    def terminate(self) -> None:
        """Ask it by SIGTERM to end, unless somebody ends it already."""
        if self._ended_elsewhere is None and self._ending.acquire(blocking=False):
            try:
                if not self._has_ended():
                    self._signal(signal.SIGTERM)
            finally:
                self._ending.release()

    def _wait(self, seconds: float) -> None:
        """Wait for its end, and throw away what it still says, so that a full pipe does not keep it."""
        deadline = time.monotonic() + seconds
        while not self._has_ended() and time.monotonic() < deadline:
            with suppress(OSError):
                self._output.read(CHUNK)
            time.sleep(LOOKS_EVERY)

    def _has_ended(self) -> bool:
        """Whether it has, without its number becoming free for others where the system can tell."""
        if self._process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            if self._process.poll() is None:
                return False
            self._signal(signal.SIGKILL)  # at once, before another group has its number
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is not None

    def _reap(self) -> int:
        """Kill whoever is left of its group, and return its status.

        As long as that was not asked for, no other process and no other group can have its number.
        """
        if self._process.returncode is None:
            self._signal(signal.SIGKILL)
        return self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):  # macOS refuses where all are dead
            os.killpg(self._process.pid, number)


_running: set[Child] = set()


def end_all() -> None:
    """End all programs that still run, and return when they and those that are ending already are gone."""
    children = tuple(_running)
    for child in children:
        child.terminate()  # all at the same time, and no thread: the interpreter may be ending, too
    for child in children:
        child.end()


atexit.register(end_all)
