"""Lines read from a file descriptor: a terminal, a pipe or a program's output.

Python's text streams hide how much they have buffered, so they cannot tell whether a line is waiting; this
reader can.
"""

import os
import re
import select
from collections import deque
from collections.abc import Callable

from ttt_tui.errors import LineTooLong

LONGEST_LINE = 1000
"""The most bytes of a line. No command is longer; the rest is discarded as it arrives."""

_LINE_END = re.compile(rb"\r\n|\r|\n")


class LineSplitter:
    """Splits bytes that arrive in pieces into lines, which CR, LF or CR LF ends.

    A CR ends a line at once; an LF that follows in the next piece belongs to it. The first `longest` bytes of
    a line are kept.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self.lines: deque[bytes] = deque()
        """Complete lines that have not been taken yet, without their ends."""
        self._unfinished = bytearray()
        self._is_after_cr = False

    def feed(self, data: bytes) -> None:
        """Add the next bytes."""
        if not data:
            return
        if self._is_after_cr and data.startswith(b"\n"):
            data = data[1:]
        self._is_after_cr = data.endswith(b"\r")
        *finished, rest = _LINE_END.split(data)
        for piece in finished:
            self._keep(piece)
            self.finish()
        self._keep(rest)

    def finish(self) -> None:
        """End the incomplete line, which may be empty."""
        self.lines.append(bytes(self._unfinished))
        self._unfinished.clear()

    @property
    def has_rest(self) -> bool:
        """Whether an incomplete line has begun."""
        return bool(self._unfinished)

    def _keep(self, piece: bytes) -> None:
        self._unfinished += piece[: self._longest - len(self._unfinished)]


class LineReader:
    """Reads lines that CR, LF or CR LF ends from a file descriptor; invalid UTF-8 becomes U+FFFD."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._splitter = LineSplitter(LONGEST_LINE + 1)
        self.has_ended = False
        """Whether the input has ended; lines may still wait."""

    def next(self) -> str | None:
        """Wait for a line and return it without its end, None at the end of input. Raises `LineTooLong`."""
        while not self.is_ready(None):
            pass
        if not self._splitter.lines:
            return None
        line = self._splitter.lines.popleft()
        if len(line) > LONGEST_LINE:
            raise LineTooLong(f"line too long (at most {LONGEST_LINE} characters)")
        return line.decode(errors="replace")

    def peek(self) -> str | None:
        """Return the line that is ready without taking it, None if the input has ended instead."""
        return self._splitter.lines[0].decode(errors="replace") if self._splitter.lines else None

    def bring_forward(self, is_wanted: Callable[[str], bool]) -> bool:
        """Move the first waiting line that is wanted to the front; return False if there is none."""
        for line in self._splitter.lines:
            if is_wanted(line.decode(errors="replace")):
                self._splitter.lines.remove(line)
                self._splitter.lines.appendleft(line)
                return True
        return False

    def is_ready(self, seconds: float | None = 0.0, other: int | None = None) -> bool:
        """Return whether `next` would not block, after waiting for that up to `seconds` (None: for ever).

        The wait ends when another descriptor, `other`, can be read.
        """
        while not self.has_ended and not self._splitter.lines:
            if not self.read_more(seconds, other):
                return False
        return True

    def read_more(self, seconds: float | None, other: int | None) -> bool:
        """Read the next input, even if lines wait; return False if none came. It waits like `is_ready`."""
        awaited = [] if self.has_ended else [self._descriptor]
        try:
            readable, _, _ = select.select(awaited if other is None else [*awaited, other], [], [], seconds)
            data = os.read(self._descriptor, 4096) if self._descriptor in readable else None
        except OSError:  # the terminal is gone
            data = b""
        if data is None:
            return False
        self.has_ended = not data
        self._splitter.feed(data)
        if self.has_ended and self._splitter.has_rest:
            self._splitter.finish()
        return True
