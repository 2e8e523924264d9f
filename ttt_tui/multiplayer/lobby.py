"""A visitor's view of the lobby of a server: who is here, what is offered and played, and requests.

The server has made two sockets for the visitor's program: one for messages, and one over which it passes the
connection to each game. The program opens none itself.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from dataclasses import astuple
from typing import NamedTuple, TypeVar

from ttt_tui.errors import ConnectionClosed, InvalidMessage
from ttt_tui.multiplayer import local_server, sockets
from ttt_tui.multiplayer.connection import Connection, EventQueue, NetworkThread, finish
from ttt_tui.multiplayer.limits import HOST_PACE
from ttt_tui.multiplayer.lobby_messages import (
    FROM_LOBBY,
    GREETINGS,
    IN_LOBBY,
    ComputerOffered,
    Doing,
    FromLobby,
    FromVisitor,
    Greeted,
    OfferClosed,
    Offered,
    Person,
    PersonLeft,
    Rank,
    Refused,
    Running,
    RunningEnded,
    Seated,
    Told,
    You,
)
from ttt_tui.multiplayer.protocol import VERSION, read, write


class Visit(NamedTuple):
    """What the server gives the program of a visitor."""

    name: str
    """The name of the account, or of the guest."""
    is_guest: bool
    messages: socket.socket
    games: socket.socket
    """The channel over which connections to games are passed."""
    is_local: bool = False
    """Whether the program is that of a user of this machine, with a home and a name of its own."""


def visit_server(server: int) -> Visit:
    """Return a visit of this user at the server of another one. Raises `ConnectionUnavailable`."""
    messages, games = local_server.enter(server, VERSION)
    return Visit(sockets.own_login(), False, messages, games, is_local=True)


FAREWELL_SECONDS = 2.0
"""Between a sentence of the server and the end of the visit, if the one is about the other."""

MOST_LISTED = 5000
"""Lines of each list that are shown; those of a server are fewer, but any user may run a local one."""

Key = TypeVar("Key")
Row = TypeVar("Row")


class SeatInGame(NamedTuple):
    """A connection to a game in the server."""

    number: int
    watches: bool
    server: str
    rated: bool
    connected: socket.socket


class Ended(NamedTuple):
    """The server is gone."""


class Lobby:
    """The lobby, from the beginning until `close`; `receive` brings it up to date after each `wake`."""

    is_local = False
    """Whether the server is one of this machine, and so is the program's own user."""

    def __init__(self, visit: Visit) -> None:
        self.name, self.is_guest, self.server = visit.name, visit.is_guest, "server"
        self.is_local = visit.is_local
        self.wake: Callable[[], object] | None = None
        """Called by another thread when there is something to `receive`."""
        self.people: dict[str, Person] = {}
        self.offers: dict[int, Offered] = {}
        self.games: dict[int, Running] = {}
        self.ranking: list[Rank] = []
        self.seats: list[SeatInGame] = []
        """Games that the visitor has been connected to, and that are not shown yet."""
        self.notices: list[str] = []
        """Sentences that were not shown yet."""
        self.offers_computer = False
        """Whether nobody has come for a while, so that a computer may play."""
        self.has_ended = False
        """Whether the server is gone."""
        self._games_channel, self._is_closed = visit.games, False
        self._told = "", -FAREWELL_SECONDS  # the latest sentence of the server, and when it came
        self._doing = IN_LOBBY
        self._events: EventQueue[FromLobby | SeatInGame | Ended] = EventQueue(self._wake)
        self._thread = NetworkThread("lobby")
        self._thread.wait_for(self._start(visit.messages))

    def _wake(self) -> None:
        if self.wake is not None:
            self.wake()

    # --- for the thread that made it ----------------------------------------------------------------------

    def send(self, message: FromVisitor) -> None:
        """Send a request to the server."""
        self._thread.call(self._connection.send, write(message))

    def tell(self, doing: str) -> None:
        """Let the others know what the visitor does, one of `DOINGS`, unless they know."""
        if doing != self._doing:
            self._doing = doing
            self.send(Doing(doing))

    def receive(self) -> bool:
        """Process what has arrived; return whether anything has."""
        events = self._events.take()
        for event in events:
            self._process(event)
        return bool(events)

    def _process(self, event: FromLobby | SeatInGame | Ended) -> None:
        match event:
            case You(name, is_guest, server):
                self.name, self.is_guest, self.server = name, is_guest, server
            case Person():
                _list(self.people, event.name, event)
            case PersonLeft(name):
                self.people.pop(name, None)
            case Offered():
                if event.to == self.name and event.number not in self.offers:
                    self.notices.append(f"{event.by} challenges you")
                _list(self.offers, event.number, event)
            case OfferClosed(number):
                self.offers.pop(number, None)
            case Running():
                _list(self.games, event.number, event)
            case RunningEnded(number):
                self.games.pop(number, None)
            case SeatInGame():
                self.offers_computer = False
                self.seats.append(event)
            case ComputerOffered():
                self.offers_computer = True
            case Greeted(by, greeting) if 0 <= greeting < len(GREETINGS):
                self.notices.append(f"{by}: {GREETINGS[greeting]}")
            case Told(text):
                self.notices.append(text)
                self._told = text, time.monotonic()
            case Refused(reason):
                self.notices.append(reason)
            case Rank() if len(self.ranking) < MOST_LISTED:
                self.ranking = [
                    *(self.ranking if event.place > 1 or self._is_next_kind(event) else []),
                    event,
                ]
            case Ended():
                self.has_ended = True

    def _is_next_kind(self, rank: Rank) -> bool:
        """Return whether a first place continues the leaderboard that is being received."""
        return bool(self.ranking) and rank.kind > self.ranking[-1].kind

    @property
    def farewell(self) -> str:
        """Why the server ended the visit: what it has just told, or that it has closed."""
        text, when = self._told
        return text if time.monotonic() - when < FAREWELL_SECONDS else "The server has closed"

    def take_notices(self) -> list[str]:
        """Return the sentences for the visitor, and forget them."""
        notices, self.notices[:] = self.notices[:], []
        return notices

    def close(self) -> None:
        """Leave the server, if that has not been done."""
        if not self._is_closed:
            self._is_closed = True
            self._thread.wait_for(self._close())
            self._thread.stop()
            self._games_channel.close()
            self.receive()
            for seat in self.seats:  # in games that nobody has gone to
                seat.connected.close()
            self.seats.clear()

    # --- in its own thread --------------------------------------------------------------------------------

    async def _start(self, messages: socket.socket) -> None:
        self._connection = await Connection.over(messages, HOST_PACE)
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        """Receive messages until the server is gone."""
        try:
            while True:
                message: FromLobby = read(await self._connection.read_line(), FROM_LOBBY)
                if isinstance(message, Seated):
                    number, watches, server, rated = astuple(message)
                    self._events.put(SeatInGame(number, watches, server, rated, await self._connected()))
                else:
                    self._events.put(message)
        except (InvalidMessage, ConnectionClosed, OSError):
            pass
        finally:
            self._events.put(Ended())
            self._connection.close()

    async def _connected(self) -> socket.socket:
        """Return the socket of the game that the latest `Seated` has announced; it was passed before that."""
        _, files, _, _ = socket.recv_fds(self._games_channel, 1, 1)
        if (connected := local_server.socket_of(files)) is None:
            raise OSError("no socket was passed")
        if (connected.family, connected.type) != (socket.AF_UNIX, socket.SOCK_STREAM):
            connected.close()
            raise OSError("another kind of socket was passed")
        return connected

    async def _close(self) -> None:
        self._connection.close()
        self._task.cancel()
        await finish([self._task])


def _list(rows: dict[Key, Row], key: Key, row: Row) -> None:
    """Add a line to a list, unless it is full, or replace the line with the same key."""
    if key in rows or len(rows) < MOST_LISTED:
        rows[key] = row
