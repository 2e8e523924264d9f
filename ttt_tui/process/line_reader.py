"""Lines that come in on a file descriptor, whoever is at its other end: a person, a pipe, a file.

Python's own text streams hide how much they have read already, so one cannot ask them whether a line is
waiting; this reader can.
"""

import os
import select

LONGEST_LINE = 1000
"""Bytes. What is longer is no command of anybody's, and is thrown away as it comes."""


class TooLong(ValueError):
    """A line was longer than any can be; it is gone, and the next one can be read."""


class LineReader:
    """Reads lines that LF or CR LF ends from a file descriptor. It is UTF-8; what is not becomes U+FFFD."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        self._ended = False

    def next(self) -> str | None:
        """Wait for a line and return it without its end; None at the end of input. Raises `TooLong`."""
        while not self.is_ready(None):
            pass
        line, newline, self._waiting = self._waiting.partition(b"\n")
        if not line and not newline:
            return None
        if len(line) > LONGEST_LINE:
            raise TooLong(f"a line of more than {LONGEST_LINE} characters is not read")
        return line.decode(errors="replace").removesuffix("\r")

    def is_ready(self, seconds: float | None = 0.0) -> bool:
        """Whether `next` need not wait, or need not after at most so many seconds (None: for ever)."""
        while not self._ended and b"\n" not in self._waiting:
            try:
                readable, _, _ = select.select([self._descriptor], [], [], seconds)
                data = os.read(self._descriptor, 4096) if readable else None
            except OSError:  # the terminal is gone
                data = b""
            if data is None:
                return False
            self._ended = not data
            del self._waiting[LONGEST_LINE + 1 :]  # of a line too long, enough to tell that it is
            self._waiting += data
        return True
