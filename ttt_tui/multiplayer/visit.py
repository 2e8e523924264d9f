"""A guest's connection to its host: says things, and tells what the host says.

As at the door, a thread of its own does it; `wake` tells the thread that made the visit that there is news.
Messages wait until they are taken, and reading pauses while too many of them wait.
"""

import asyncio
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ttt_tui.errors import ConnectionUnavailable, HostBusy, InvalidMessage
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.loop_thread import LoopThread
from ttt_tui.multiplayer.messages import FROM_HOSTS, Bye, Hello, Message, State, read, write
from ttt_tui.multiplayer.wire import PACE_OF_HOSTS, LineProtocol

TRYING_SECONDS = 10.0
"""How long to wait for a place in the full queue of a host."""

MOST_EVENTS = 20
"""How many events are told at once: a flood must not keep the other thread from its screen."""

MOST_UNHEARD = 400
"""Events that may wait to be heard; as long as there are more, nothing is read."""

UNHEARD = "unheard"
"""Why nothing is read then."""


@dataclass(frozen=True, slots=True)
class ConnectionEnded:
    """The visit is over; `reason` is why, "" if the host just went."""

    reason: str


class Client:
    """A connection to the host with this user number, from hello to goodbye.

    Raises `ConnectionUnavailable` if they host no game.
    A busy host is tried again for a while; `ConnectionEnded` is an event if that fails.
    """

    def __init__(self, wake: Callable[[], object], host: int, hello: Hello) -> None:
        self._wake = wake
        self._host = host
        self._hello = write(hello)
        self._lock = threading.Lock()
        self._events: list[Message | ConnectionEnded] = []
        self._is_held = False  # whether nothing is read, since so much waits to be heard
        self._wire: LineProtocol | None = None
        self._trying: asyncio.Task[None] | None = None
        try:
            connected = meeting.connect(host)
        except HostBusy:
            self._thread = LoopThread("visit")
            self._thread.call(self._try_again)
        else:
            self._thread = LoopThread("visit")
            self._thread.wait_for(self._open(connected))

    # --- for the thread that made it ---------------------------------------------------------------------

    def events(self) -> list[Message | ConnectionEnded]:
        """Return what has happened since this was asked last, in order; `wake` is called if there is more."""
        with self._lock:
            events, self._events = self._events[:MOST_EVENTS], self._events[MOST_EVENTS:]
            is_all = not self._events
            is_released = self._is_held and len(self._events) < MOST_UNHEARD
            self._is_held = self._is_held and not is_released
        if is_released:
            self._thread.call(self._release)
        if not is_all:
            self._wake()
        return events

    def send(self, message: Message) -> None:
        """Say something to the host, who may have gone."""
        self._thread.call(self._send, write(message))

    def hang_up(self) -> None:
        """End the visit at once: what the host says cannot be believed."""
        self._thread.call(self._hang_up)

    def close(self, reason: str = "") -> None:
        """Say goodbye."""
        self._thread.wait_for(self._close(reason))
        self._thread.stop()

    # --- in its thread -----------------------------------------------------------------------------------

    async def _open(self, connected: socket.socket) -> None:
        def wire() -> LineProtocol:
            return LineProtocol(PACE_OF_HOSTS, self._hear, self._ended, self._made)

        await asyncio.get_running_loop().create_unix_connection(wire, sock=connected)

    def _made(self, wire: LineProtocol) -> None:
        self._wire = wire
        wire.send(self._hello)

    def _try_again(self) -> None:
        self._trying = asyncio.create_task(self._keep_trying())

    async def _keep_trying(self) -> None:
        """Connect as soon as the host has room for one more."""
        try:
            await self._open(await meeting.reach(self._host, TRYING_SECONDS))
        except ConnectionUnavailable as refusal:
            self._note(ConnectionEnded(str(refusal)))

    def _send(self, line: bytes) -> None:
        if self._wire is not None:
            self._wire.send(line)

    def _hang_up(self) -> None:
        if self._wire is not None:
            self._wire.drop("")

    def _release(self) -> None:
        if self._wire is not None:
            self._wire.release(UNHEARD)

    def _hear(self, wire: LineProtocol, line: bytes) -> None:
        try:
            message: Message = read(line, FROM_HOSTS)
        except InvalidMessage as error:
            wire.drop(f"the host sent an invalid message: {error}")
            return
        self._note(ConnectionEnded(message.reason) if isinstance(message, Bye) else message)
        if isinstance(message, Bye):
            wire.close()

    def _ended(self, wire: LineProtocol, reason: str) -> None:
        self._note(ConnectionEnded(reason))

    async def _close(self, reason: str) -> None:
        if self._trying is not None:
            self._trying.cancel()
        if self._wire is not None:
            self._wire.send(write(Bye(reason)))
            self._wire.release(UNHEARD)
            await self._wire.wait_for_end()  # the host hangs up, after all that it has said

    def _note(self, event: Message | ConnectionEnded) -> None:
        """Note what has happened; of several states of one game, told in a row, the latest counts."""
        with self._lock:
            is_first = not self._events
            if self._events and _is_newer(event, self._events[-1]):
                self._events[-1] = event
            else:
                self._events.append(event)
            is_full = len(self._events) >= MOST_UNHEARD and not self._is_held
            self._is_held = self._is_held or is_full
        if is_full and self._wire is not None:
            self._wire.hold(UNHEARD)
        if is_first:  # otherwise it was said already that there is something
            self._wake()


def _is_newer(event: Message | ConnectionEnded, before: Message | ConnectionEnded) -> bool:
    """Whether an event tells how the game stands of which the one before it told that, too."""
    if not (isinstance(event, State) and isinstance(before, State)):
        return False
    return (event.game, event.waits) == (before.game, before.waits)
