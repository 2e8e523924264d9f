"""A guest's client: sends messages to the host, and receives the host's messages.

Like the server, it has a thread of its own, and calls `wake` to tell the thread that made it of events. It
receives nothing more while `MOST_WAITING` events are unread.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass

from ttt_tui.errors import ConnectionClosed, ConnectionUnavailable, HostBusy, InvalidMessage
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.connection import Connection, EventQueue, NetworkThread, finish
from ttt_tui.multiplayer.limits import HOST_PACE
from ttt_tui.multiplayer.protocol import FROM_HOSTS, Bye, Hello, Message, Ping, Pong, State, read, write

CONNECT_SECONDS = 10.0
"""Time to wait for a place in the full queue of a host."""

MOST_WAITING = 400
"""The most unread events; while there are as many, nothing is received."""


@dataclass(frozen=True, slots=True)
class ConnectionEnded:
    """The connection has ended; `reason` is why, "" if the host just went."""

    reason: str


Event = Message | ConnectionEnded


class Client:
    """A connection to the host with this user number, or over this socket, from hello to goodbye.

    Raises `ConnectionUnavailable` if they host no game. A busy host is tried again for a while;
    `ConnectionEnded` is an event if that fails.
    """

    def __init__(self, wake: Callable[[], object], host: int | socket.socket, hello: Hello) -> None:
        self._host = host
        self._hello = write(hello)
        self._events: EventQueue[Event] = EventQueue(wake, _supersedes)
        self._connection: Connection | None = None
        self._is_leaving = False
        try:
            connected = sockets.connect(host) if isinstance(host, int) else host
        except HostBusy:
            connected = None
        self._thread = NetworkThread("client")
        self._thread.wait_for(self._start(connected))

    # --- for the thread that made it ---------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Return the next events, in order."""
        events = self._events.take()
        if not self._has_room.is_set() and len(self._events) < MOST_WAITING:
            self._thread.call(self._has_room.set)
        return events

    def send(self, message: Message) -> None:
        """Send a message to the host, who may be gone."""
        self._thread.call(self._send, write(message))

    def hang_up(self) -> None:
        """End the connection at once."""
        self._thread.call(self._drop)

    def close(self, reason: str = "") -> None:
        """Say goodbye, and receive the messages that the host has sent before."""
        self._thread.wait_for(self._close(reason))
        self._thread.stop()

    # --- in its own thread -------------------------------------------------------------------------------

    async def _start(self, connected: socket.socket | None) -> None:
        self._has_room = asyncio.Event()
        self._has_room.set()
        if connected is not None:
            self._connection = await Connection.over(connected, HOST_PACE)
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Say hello, and receive messages until the connection ends."""
        reason = ""
        try:
            if self._connection is None:
                assert isinstance(self._host, int), "a socket is connected"
                connected = await sockets.connect_queued(self._host, CONNECT_SECONDS)
                self._connection = await Connection.over(connected, HOST_PACE)
            self._connection.send(self._hello)
            reason = await self._receive(self._connection)
        except InvalidMessage as error:
            reason = f"the host sent an invalid message: {error}"
        except (ConnectionUnavailable, ConnectionClosed) as end:
            reason = str(end)
        finally:
            self._events.put(ConnectionEnded(reason))
            if self._connection is not None:
                self._connection.close()

    async def _receive(self, connection: Connection) -> str:
        """Receive messages up to goodbye, and return its reason."""
        while True:
            message: Message = read(await connection.read_line(), FROM_HOSTS)
            if isinstance(message, Bye):
                return message.reason
            if isinstance(message, Ping):
                connection.send(write(Pong(message.number)))
                continue
            self._events.put(message)
            if len(self._events) >= MOST_WAITING and not self._is_leaving:
                self._has_room.clear()
                await self._has_room.wait()

    def _send(self, line: bytes) -> None:
        if self._connection is not None:
            self._connection.send(line)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.drop("")

    async def _close(self, reason: str) -> None:
        """Say goodbye; the host hangs up after all its messages are sent."""
        self._is_leaving = True
        self._has_room.set()
        if self._connection is None:
            self._task.cancel()
        self._send(write(Bye(reason)))
        await finish([self._task])
        if self._connection is not None:
            self._connection.abort()
            await asyncio.sleep(0)


def _supersedes(event: Event, before: Event) -> bool:
    """Whether `event` is a newer `State` of the same game and replaces `before`."""
    if not (isinstance(event, State) and isinstance(before, State)):
        return False
    return (event.game, event.waits) == (before.game, before.waits)
