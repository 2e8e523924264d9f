"""Lines over a socket, within bounds: what is too long, too much, too slow or never read ends the connection.

A `LineProtocol` lives in an event loop. It gives whole lines to who made it, and says once why it ended.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from ttt_tui.multiplayer.messages import MOST_BYTES


@dataclass(frozen=True, slots=True)
class Pace:
    """How much may be said in a second in the long run, and how much at once.

    A connection that exceeds it is dropped, or read more slowly if it `is_slowed`.
    """

    lines: float
    most_lines: float
    bytes: float
    most_bytes: float
    is_slowed: bool = False


PACE_OF_GUESTS = Pace(20.0, 40.0, 64 * 1024.0, 256 * 1024.0)
"""The fastest typist makes some ten moves a second."""

PACE_OF_HOSTS = Pace(500.0, 10_000.0, 512 * 1024.0, 4 * 1024 * 1024.0, is_slowed=True)
"""A host tells all games of a long match at once, and how each of fast computers' stones changes the game."""

UNFINISHED_SECONDS = 10.0
"""How long the end of a line may take."""

MOST_UNREAD = 1024 * 1024
"""Bytes that may lie about because the other side does not read them."""

LAST_SECONDS = 2.0
"""How long the last words may take to be read."""

PARTING_SECONDS = 0.3
"""How long they may take if somebody waits for the end."""

PACE = "pace"
"""The reason to pause reading after too much was received."""


class TokenBucket:
    """What somebody may use up: `rate` a second, and after a pause up to `most` at once.

    This is the token bucket of RFC 2697 with one rate. `now` is a time in seconds.
    """

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, now

    def takes(self, amount: float, now: float) -> bool:
        """Use up so much if that is allowed, and return whether it is."""
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        is_allowed = amount <= self._left
        if is_allowed:
            self._left -= amount
        return is_allowed

    def owe(self, amount: float, now: float) -> float:
        """Use up so much, allowed or not; return the seconds until the debt is paid, 0 without one."""
        if not self.takes(amount, now):
            self._left -= amount
        return max(0.0, -self._left / self._rate)


class LineProtocol(asyncio.Protocol):
    """One end of a connection; `pace` is that of the other end.

    `hear` gets each line, `ended` the reason, "" if the other side just left.
    """

    def __init__(
        self,
        pace: Pace,
        hear: Callable[["LineProtocol", bytes], None],
        ended: Callable[["LineProtocol", str], None],
        made: Callable[["LineProtocol"], None] = lambda wire: None,
    ) -> None:
        self._pace = pace
        self._hear, self._has_ended, self._made = hear, ended, made
        self._rest = bytearray()  # a line whose end has not come
        self._patience: asyncio.TimerHandle | None = None
        self._reason = ""
        self._is_open = False
        self._holds: set[str] = set()  # why nothing is read at the moment
        self._can_write = asyncio.Event()
        self._can_write.set()

    @property
    def socket(self) -> socket.socket:
        """The socket, to be asked who is at its other end."""
        return cast(socket.socket, self._transport.get_extra_info("socket"))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)
        self._loop = asyncio.get_running_loop()
        self._lost = asyncio.Event()
        pace, now = self._pace, self._loop.time()
        self._lines = TokenBucket(pace.lines, pace.most_lines, now)
        self._bytes = TokenBucket(pace.bytes, pace.most_bytes, now)
        self._slow_until = 0.0
        self._is_open = True
        self._made(self)

    def data_received(self, data: bytes) -> None:
        """Take what has come, and give on the lines that are whole."""
        if not self._is_open:
            return
        if not self._is_within(self._bytes, len(data)):
            return
        *lines, rest = data.split(b"\n")
        is_new = bool(lines) or not self._rest
        if lines:
            lines[0] = bytes(self._rest) + lines[0]
            self._rest = bytearray()
        self._rest += rest
        for line in lines:
            if len(line) >= MOST_BYTES:
                self.drop(f"a message has at most {MOST_BYTES} bytes")
            else:
                self._is_within(self._lines, 1)
            if not self._is_open:
                return
            self._hear(self, line)
        if len(self._rest) >= MOST_BYTES:
            self.drop(f"a message has at most {MOST_BYTES} bytes")
        self._wait_for_end_of_line(is_new=is_new)

    def _is_within(self, allowance: TokenBucket, amount: float) -> bool:
        """Count so much more; return whether the connection stays open, perhaps read more slowly."""
        now = self._loop.time()
        if not self._pace.is_slowed:
            if not allowance.takes(amount, now):
                self.drop("too much was sent at once")
        elif seconds := allowance.owe(amount, now):
            self._slow_until = max(self._slow_until, now + seconds)
            if PACE not in self._holds:
                self.hold(PACE)
                self._loop.call_at(self._slow_until, self._go_on_reading)
        return self._is_open

    def _go_on_reading(self) -> None:
        """Read on, unless more has been said since that is still too much."""
        if self._loop.time() < self._slow_until:
            self._loop.call_at(self._slow_until, self._go_on_reading)
        else:
            self.release(PACE)

    def hold(self, why: str) -> None:
        """Read nothing more until `release` is called for each reason not to. The end of a line may wait."""
        self._holds.add(why)
        if self._is_open:
            self._transport.pause_reading()
            self._wait_for_end_of_line(is_new=True)

    def release(self, why: str) -> None:
        """Read again what is said, if this was the only reason not to."""
        self._holds.discard(why)
        if self._is_open and not self._holds:
            self._transport.resume_reading()
            self._wait_for_end_of_line(is_new=True)

    def _wait_for_end_of_line(self, *, is_new: bool) -> None:
        if self._patience is not None and (is_new or not self._rest):
            self._patience.cancel()
            self._patience = None
        if self._rest and self._is_open and not self._holds and self._patience is None:
            self._patience = self._loop.call_later(UNFINISHED_SECONDS, self.drop, "a message did not end")

    def send(self, line: bytes) -> None:
        """Send a line, unless the connection has ended; who does not read what is sent is dropped."""
        if not self._is_open:
            return
        self._transport.write(line)
        if self._transport.get_write_buffer_size() > MOST_UNREAD:
            self.drop("messages were not read")

    def charge(self, lines: float) -> bool:
        """Count what was said as so many lines more; return whether that was within bounds, else end."""
        if self._is_open and not self._lines.takes(lines, self._loop.time()):
            self.drop("too much was sent at once")
        return self._is_open

    async def wait_for_reader(self) -> None:
        """Wait until the other side has read most of what was sent."""
        await self._can_write.wait()

    def pause_writing(self) -> None:
        """Take it that much lies about unread."""
        self._can_write.clear()

    def resume_writing(self) -> None:
        """Take it that most was read."""
        self._can_write.set()

    def close(self) -> None:
        """Let what was sent last be read, and end."""
        if self._is_open:
            self._is_open = False
            self._transport.close()
            self._loop.call_later(LAST_SECONDS, self._transport.abort)

    def drop(self, reason: str) -> None:
        """End at once, for a reason."""
        if self._is_open:
            self._is_open = False
            self._reason = reason
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Tell that it has ended."""
        self._is_open = False
        if self._patience is not None:
            self._patience.cancel()
        self._rest.clear()
        self._lost.set()
        self._has_ended(self, self._reason)

    async def wait_for_end(self) -> None:
        """Wait until the connection has ended, for a moment; then it is ended."""
        try:
            async with asyncio.timeout(PARTING_SECONDS):
                await self._lost.wait()
        except TimeoutError:
            self._transport.abort()
            await self._lost.wait()
