"""The host's server: accepts guests, receives their messages, and disconnects those who break the rules.

It has a thread of its own. Its events wait for the thread that made it, which `wake` notifies; no guest can
make that thread wait.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from ttt_tui.engine import Geometry
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_data
from ttt_tui.errors import ConnectionClosed, InvalidMessage
from ttt_tui.multiplayer import limits
from ttt_tui.multiplayer.connection import Connection, EventQueue, NetworkThread, finish
from ttt_tui.multiplayer.door import Door, SocketDoor
from ttt_tui.multiplayer.lag import RoundTrips
from ttt_tui.multiplayer.protocol import (
    FROM_GUESTS,
    VERSION,
    Bye,
    Discover,
    Earlier,
    Finished,
    Hello,
    Message,
    Offer,
    Pong,
    Refusal,
    read,
    write,
)
from ttt_tui.multiplayer.session import ONLY_WATCHES, display_name

HELLO_SECONDS = 5.0
"""Time for the first message of a guest to arrive."""

ROUNDS = 10
"""Rounds of the loop until a connected user becomes a guest who can be told goodbye."""

TO_SPECTATORS = write(Refusal(ONLY_WATCHES))

MOST_EARLIER = 100
"""Games that are sent in answer to one request for earlier ones."""

EARLIER_COST = 5
"""The number of lines that a request for earlier games counts as."""

PORTION, PORTION_SECONDS = 20, 0.05
"""Games that are sent at once, and the time before more: a hundred take as long as the next request for a
hundred has to wait in the long run."""


@dataclass(eq=False)
class Guest:
    """Somebody at another terminal; the kernel tells the number of the user, and so the login."""

    user: int
    login: str
    hello: Hello | None = None
    """The first message, None before it has arrived."""
    round_trips: RoundTrips = field(default_factory=RoundTrips)

    @property
    def display_name(self) -> str:
        """The name of a guest without a seat."""
        return display_name("" if self.hello is None else self.hello.name, self.login)


@dataclass(frozen=True, slots=True)
class Connected:
    """A guest has connected, and said hello."""

    guest: Guest
    hello: Hello


@dataclass(frozen=True, slots=True)
class Received:
    """A message of a player."""

    guest: Guest
    message: Message
    arrived: float = field(default_factory=time.monotonic)
    """The monotonic time."""


@dataclass(frozen=True, slots=True)
class Disconnected:
    """The end of a guest's connection after hello; `reason` is why, "" if unknown."""

    guest: Guest
    reason: str
    is_on_purpose: bool = False
    """Whether the guest has said goodbye."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """The loss of the socket, so that nobody can connect; `reason` is why, "" once it is back."""

    reason: str


Event = Connected | Received | Disconnected | Unreachable


@dataclass(frozen=True, slots=True)
class GameListing:
    """The hosted game as shown to users who look for one."""

    geometry: Geometry
    here: tuple[str, ...]
    """The names of the players who are connected."""
    empty: tuple[tuple[str, int | None], ...]
    """The open seats without a connected player: the symbol, and the user who owns the seat, if any."""

    def offer_to(self, user: int) -> Offer:
        """Return the offer to a user, who can also return to a seat of their own."""
        free = [symbol for symbol, owner in self.empty if owner in (None, user)]
        board = self.geometry
        return Offer(
            VERSION, board.columns, board.rows, board.line_length, str(board.rules), free, [*self.here]
        )


class FinishedGames:
    """The games of a match before the current one: when each started, as the store writes it, and its record.

    The host adds games; the server's thread makes the lines, each once.
    """

    def __init__(self, games: Iterable[tuple[str, Record]] = ()) -> None:
        self._games = [*games]
        self._lines: dict[int, bytes] = {}

    def __len__(self) -> int:
        return len(self._games)

    def add(self, started: str, record: Record) -> None:
        """Add the next game."""
        self._games.append((started, record))

    def numbers(self, first: int) -> list[int]:
        """Return the numbers of the games that answer a request for those from `first` on."""
        first = max(1, first)
        return [*range(first, min(first + MOST_EARLIER, len(self) + 1))]

    def line(self, number: int) -> bytes:
        """Return the message with the game of this number, from 1."""
        if number not in self._lines:
            started, record = self._games[number - 1]
            self._lines[number] = write(Finished(number, started, to_data(record)))
        return self._lines[number]


class Server:
    """Open from the beginning until `close`; `only` are the logins that are admitted, None for all.

    Guests come through `door`, by default the socket of this user, in the thread `network`, by default one of
    its own. Raises `ConnectionUnavailable` if the socket cannot be opened.
    """

    def __init__(
        self,
        wake: Callable[[], object],
        only: Collection[str] | None = None,
        door: Door | None = None,
        network: NetworkThread | None = None,
    ) -> None:
        self._only = only
        self._events: EventQueue[Event] = EventQueue(wake)
        self._connections: dict[Guest, Connection] = {}
        self._serving: set[asyncio.Task[None]] = set()
        self.earlier = FinishedGames()
        """The games that answer requests for earlier ones; set by the thread that made the server."""
        self.listing: GameListing | None = None
        """The answer to users who look for a game; set by the thread that made the server."""
        self._written: dict[type, tuple[Message, bytes]] = {}  # the latest message of each kind
        self._door = SocketDoor() if door is None else door
        self._thread, self._owns_thread = network or NetworkThread("server"), network is None
        self._thread.wait_for(self._open())

    # --- for the thread that made it ---------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Return the next events, in order."""
        return self._events.take()

    def send(self, guest: Guest, message: Message) -> None:
        """Send a message to a guest, who may be gone."""
        latest = self._written.get(type(message))
        if latest is None or latest[0] is not message:  # the same is often sent to many, and again
            latest = self._written[type(message)] = message, write(message)
        self._thread.call(self._send, guest, latest[1])

    @property
    def has_events(self) -> bool:
        """Whether events wait."""
        return len(self._events) > 0

    def ping(self, guest: Guest) -> None:
        """Measure how long messages to a guest and back travel."""
        self._thread.call(self._ping, guest)

    def dismiss(self, guest: Guest, reason: str) -> None:
        """Disconnect a guest, with the reason."""
        self._thread.call(self._dismiss, guest, reason)

    def close(self, reason: str) -> None:
        """Disconnect all guests, and accept nobody any more."""
        self._thread.wait_for(self._close(reason))
        if self._owns_thread:
            self._thread.stop()

    # --- in its own thread -------------------------------------------------------------------------------

    async def _open(self) -> None:
        self._admitting = asyncio.create_task(self._door.admit(self._admit, self._report))

    def _report(self, problem: str) -> None:
        self._events.put(Unreachable(problem))

    def _admit(self, connection: Connection, user: int, login: str) -> None:
        """Serve somebody who has come through the door."""
        guest = Guest(user, login)
        self._connections[guest] = connection
        task = asyncio.create_task(self._serve(guest, connection))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, guest: Guest, connection: Connection) -> None:
        """Serve one guest from hello to goodbye."""
        goodbye = reason = ""
        is_on_purpose = False
        try:
            try:
                users = [other.user for other in self._connections]
                if limits.is_too_many(users, guest.user, self._door.unlimited_user):
                    goodbye = "too many guests are connected"
                elif await self._greet(guest, connection):
                    await self._receive(guest, connection)
                    is_on_purpose = True
            except InvalidMessage as error:
                goodbye = str(error)
            except ConnectionClosed as end:
                reason = str(end)
            connection.send(write(Bye(goodbye)))
            connection.close()
            await connection.wait_closed()
        finally:
            connection.abort()
            del self._connections[guest]
            if guest.hello is not None:
                self._events.put(Disconnected(guest, reason, is_on_purpose))

    async def _greet(self, guest: Guest, connection: Connection) -> bool:
        """Receive the first message; return whether it is a hello, and the guest may stay."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = read(await connection.read_line(), FROM_GUESTS)
        except TimeoutError:
            raise InvalidMessage("the guest sent no hello in time") from None
        if not isinstance(message, Hello | Discover):
            raise InvalidMessage("hello has to come first")
        if self._only is not None and guest.login not in self._only:
            # Not before hello: a guest who still writes it would not read the reason.
            raise InvalidMessage(f"this game is invitation-only; {guest.login} is not invited")
        if isinstance(message, Hello):
            guest.hello = message
            self._events.put(Connected(guest, message))
            return True
        self._door.count_as_discovery(guest.user)
        if self.listing is None:
            raise InvalidMessage("the game is not open yet")
        connection.send(write(self.listing.offer_to(guest.user)))
        return False

    async def _receive(self, guest: Guest, connection: Connection) -> None:
        """Receive the messages of a guest up to goodbye; spectators' do not reach the screen."""
        assert guest.hello is not None
        while True:
            message = read(await connection.read_line(), FROM_GUESTS)
            if isinstance(message, Bye):
                return
            if isinstance(message, Hello | Discover):
                raise InvalidMessage("hello was sent twice")
            if isinstance(message, Earlier):
                await connection.charge(EARLIER_COST - 1)
                await self._send_earlier(connection, message.first)
            elif isinstance(message, Pong):
                guest.round_trips.answered(message.number, time.monotonic())
            elif guest.hello.watches:
                connection.send(TO_SPECTATORS)
            else:
                self._events.put(Received(guest, message))

    async def _send_earlier(self, connection: Connection, first: int) -> None:
        """Send earlier games, as fast as they are read, in portions; stop if another match has started."""
        games = self.earlier
        for count, number in enumerate(games.numbers(first), 1):
            connection.send(games.line(number))
            await connection.drain()
            if count % PORTION == 0:
                await asyncio.sleep(PORTION_SECONDS)
            if games is not self.earlier:
                return

    def _send(self, guest: Guest, line: bytes) -> None:
        if guest in self._connections:
            self._connections[guest].send(line)

    def _ping(self, guest: Guest) -> None:
        self._send(guest, write(guest.round_trips.ping(time.monotonic())))

    def _dismiss(self, guest: Guest, reason: str) -> None:
        if guest in self._connections:
            self._connections[guest].send(write(Bye(reason)))
            self._connections[guest].close()

    async def _close(self, reason: str) -> None:
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        self._admitting.cancel()
        self._door.close()
        for guest in self._connections:
            self._dismiss(guest, reason)
        await finish(self._serving)
