"""A guest's connection to its host: says things, and tells what the host says.

As at the door, a thread of its own does it; `wake` tells the thread that made the visit that there is news.
"""

import asyncio
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ttt_tui.session.remote import meeting
from ttt_tui.session.remote.loop_thread import LoopThread
from ttt_tui.session.remote.messages import FROM_HOSTS, Bye, Hello, Message, NotUnderstood, read, write
from ttt_tui.session.remote.wire import PACE_OF_HOSTS, Wire


@dataclass(frozen=True, slots=True)
class Ended:
    """The visit is over; `reason` is why, "" if the host just went."""

    reason: str


class Visit:
    """A visit to the user of a number, from hello to goodbye. Raises `NoMeeting` if they host no game."""

    def __init__(self, wake: Callable[[], object], host: int, hello: Hello) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._events: list[Message | Ended] = []
        connected = meeting.connect(host)
        self._thread = LoopThread("visit")
        self._wire = self._thread.wait_for(self._open(connected))
        self.send(hello)

    async def _open(self, connected: socket.socket) -> Wire:
        def wire() -> Wire:
            return Wire(PACE_OF_HOSTS, self._hear, self._ended)

        _, made = await asyncio.get_running_loop().create_unix_connection(wire, sock=connected)
        return made

    # --- for the thread that made it ---------------------------------------------------------------------

    def events(self) -> list[Message | Ended]:
        """Return what has happened since this was asked last, in order."""
        with self._lock:
            events, self._events = self._events, []
        return events

    def send(self, message: Message) -> None:
        """Say something to the host, who may have gone."""
        self._thread.call(self._wire.send, write(message))

    def close(self, reason: str = "") -> None:
        """Say goodbye."""
        self._thread.wait_for(self._close(reason))
        self._thread.stop()

    # --- in its thread -----------------------------------------------------------------------------------

    def _hear(self, wire: Wire, line: bytes) -> None:
        try:
            message: Message = read(line, FROM_HOSTS)
        except NotUnderstood as error:
            wire.drop(f"the host said what nobody understands: {error}")
            return
        self._note(Ended(message.reason) if isinstance(message, Bye) else message)
        if isinstance(message, Bye):
            wire.close()

    def _ended(self, wire: Wire, reason: str) -> None:
        self._note(Ended(reason))

    async def _close(self, reason: str) -> None:
        self._wire.send(write(Bye(reason)))
        await self._wire.wait_for_end()  # the host hangs up when it hears this, after all that it has said

    def _note(self, event: Message | Ended) -> None:
        with self._lock:
            is_first = not self._events
            self._events.append(event)
        if is_first:  # otherwise it was said already that there is something
            self._wake()
