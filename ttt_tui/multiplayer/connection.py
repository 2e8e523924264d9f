"""Lines over a socket, within bounds: a line too long, too many, too slow or never read ends the connection.

A `Connection` lives in the event loop of a `NetworkThread`; an `EventQueue` carries its events to the thread
that shows them. Neither waits for the other.
"""

import asyncio
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any, Generic, NoReturn, Self, TypeVar

from ttt_tui.errors import ConnectionClosed
from ttt_tui.multiplayer.limits import Pace, TokenBucket
from ttt_tui.multiplayer.protocol import MOST_BYTES
from ttt_tui.process.signals import new_event_loop

T = TypeVar("T")

READ_AHEAD = 16 * 1024
"""Bytes that are received at once; with twice as many unread nothing more is received."""

LINE_SECONDS = 10.0
"""Time for the rest of a line to arrive."""

MOST_UNREAD = 1024 * 1024
"""Bytes that may wait because the other side does not read them."""

LINGER_SECONDS = 2.0
"""Time for the last messages to be read after `Connection.close`."""

PARTING_SECONDS = 0.3
"""The time for the last messages to be read when the caller waits for the end."""

HANDOVER_SECONDS = 5.0
"""Time that a `NetworkThread` may take to start and to end."""

MOST_EVENTS = 20
"""The most events taken at once: a flood must not keep the screen waiting."""


class Connection:
    """One end of a connection; `pace` limits the other end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pace: Pace) -> None:
        self._reader, self._writer, self._pace = reader, writer, pace
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._line_bucket = TokenBucket(pace.lines, pace.most_lines, now)
        self._byte_bucket = TokenBucket(pace.bytes, pace.most_bytes, now)
        self._lines: deque[bytes] = deque()
        self._rest = bytearray()  # a line whose end has not arrived
        self._rest_seconds = LINE_SECONDS
        self._reason = ""

    @classmethod
    async def over(cls, connected: socket.socket, pace: Pace) -> Self:
        """Return a connection over a connected socket."""
        reader, writer = await asyncio.open_unix_connection(sock=connected, limit=READ_AHEAD)
        # Otherwise 256 KiB would be received at once, and wait in the reader.
        writer.transport.max_size = READ_AHEAD  # type: ignore[attr-defined]
        return cls(reader, writer, pace)

    @property
    def is_open(self) -> bool:
        """Whether messages can still be sent."""
        return not self._writer.transport.is_closing()

    async def read_line(self) -> bytes:
        """Return the next line, without its end; raises `ConnectionClosed`.

        All that arrives is counted at once, so that a flood does not wait for its first lines to be handled.
        """
        while not self._lines:
            if len(self._rest) >= MOST_BYTES:
                self._fail(f"a message has at most {MOST_BYTES} bytes")
            data = await self._receive()
            await self._spend(self._byte_bucket, len(data))
            *lines, rest = data.split(b"\n")
            await self.charge(len(lines))
            if lines:
                lines[0] = bytes(self._rest) + lines[0]
                self._lines.extend(lines)
                self._rest.clear()
            if not self._rest:
                self._rest_seconds = LINE_SECONDS
            self._rest += rest
        line = self._lines.popleft()
        if len(line) >= MOST_BYTES:
            self._fail(f"a message has at most {MOST_BYTES} bytes")
        return line

    async def _receive(self) -> bytes:
        """Return the bytes that have arrived; time counts for the rest of a line only while it is awaited."""
        began = self._loop.time()
        try:
            async with asyncio.timeout(self._rest_seconds if self._rest else None):
                data = await self._reader.read(MOST_BYTES)
        except TimeoutError:
            self._fail("a message did not end")
        except OSError:
            data = b""
        self._rest_seconds -= self._loop.time() - began
        if not data or not self.is_open:
            self._fail("")
        return data

    async def charge(self, lines: float) -> None:
        """Count `lines` lines; raises `ConnectionClosed` if they are too many."""
        await self._spend(self._line_bucket, lines)

    async def _spend(self, bucket: TokenBucket, amount: float) -> None:
        """Take `amount` tokens: wait at a slowed pace, else raise `ConnectionClosed` if it is exceeded."""
        now = self._loop.time()
        if self._pace.is_slowed:
            if seconds := bucket.owe(amount, now):
                await asyncio.sleep(seconds)
        elif not bucket.takes(amount, now):
            self._fail("too much was sent at once")
        if not self.is_open:
            self._fail("")

    def _fail(self, reason: str) -> NoReturn:
        self.drop(reason)
        raise ConnectionClosed(self._reason)

    def send(self, line: bytes) -> None:
        """Send a line, unless the connection has ended; drop a connection whose other end does not read."""
        if self.is_open:
            self._writer.write(line)
            if self._writer.transport.get_write_buffer_size() > MOST_UNREAD:
                self.drop("messages were not read")

    def send_file(self, line: bytes, file: int) -> None:
        """Send a line that is the first one, and with it an open file. Raises `ConnectionClosed`."""
        connected = self._writer.get_extra_info("socket")
        try:
            with socket.socket(fileno=os.dup(connected.fileno())) as same:
                socket.send_fds(same, [line], [file])
        except OSError:
            self._fail("")

    async def drain(self) -> None:
        """Wait until the other end has read most of the sent bytes; raises `ConnectionClosed`."""
        try:
            await self._writer.drain()
        except OSError:
            self._fail("")

    def close(self) -> None:
        """End the connection once all sent bytes are read, or after `LINGER_SECONDS`."""
        if self.is_open:
            self._writer.close()
            self._loop.call_later(LINGER_SECONDS, self._writer.transport.abort)

    def drop(self, reason: str) -> None:
        """End the connection at once, unless it has been closed."""
        if self.is_open:
            self._reason = reason
            self.abort()

    def abort(self) -> None:
        """End the connection at once, also if messages are still to be read."""
        self._writer.transport.abort()

    async def wait_closed(self) -> None:
        """Wait until the connection has ended."""
        with suppress(OSError):
            await self._writer.wait_closed()


async def finish(tasks: Collection[asyncio.Task[None]]) -> None:
    """Wait for tasks that talk over connections; cancel those that take longer than `PARTING_SECONDS`."""
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=PARTING_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await asyncio.sleep(0)  # transports that were aborted end in the next round


class NetworkThread:
    """A thread with an event loop; other threads hand work over by `call` and `wait_for` until `stop`."""

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
        """Call a function in the thread, soon; does nothing after `stop`."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread; return what it returns, or raise what it raises."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(HANDOVER_SECONDS)

    def stop(self) -> None:
        """End the loop, and wait for the thread."""
        self.call(self._loop.stop)
        self._thread.join(HANDOVER_SECONDS)


class EventQueue(Generic[T]):
    """Events on their way from a network thread to the thread that shows them.

    `wake` is called when the empty queue gets an event. An event that `supersedes` the last one replaces it,
    so that a flood does not lengthen the queue.
    """

    def __init__(
        self, wake: Callable[[], object], supersedes: Callable[[T, T], bool] = lambda event, before: False
    ) -> None:
        self._wake = wake
        self._supersedes = supersedes
        self._lock = threading.Lock()
        self._events: list[T] = []

    def __len__(self) -> int:
        return len(self._events)

    def put(self, event: T) -> None:
        """Add an event."""
        with self._lock:
            is_first = not self._events
            if self._events and self._supersedes(event, self._events[-1]):
                self._events[-1] = event
            else:
                self._events.append(event)
        if is_first:
            self._wake()

    def take(self) -> list[T]:
        """Return the oldest events, at most `MOST_EVENTS`; `wake` is called again if there are more."""
        with self._lock:
            events, self._events = self._events[:MOST_EVENTS], self._events[MOST_EVENTS:]
            is_all = not self._events
        if not is_all:
            self._wake()
        return events
