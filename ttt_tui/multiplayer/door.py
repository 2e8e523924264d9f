"""The host's door: lets guests in, tells what they say, and shows out who does not behave.

It has a thread of its own. What happens at the door is a list of events for the thread that made it, which
`wake` tells that there are new ones; nothing that a guest does makes that thread wait.
"""

import asyncio
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass

from ttt_tui.errors import ConnectionUnavailable, InvalidMessage
from ttt_tui.multiplayer import crowd, meeting
from ttt_tui.multiplayer.company import ONLY_WATCHES
from ttt_tui.multiplayer.earlier import FinishedGames
from ttt_tui.multiplayer.loop_thread import LoopThread
from ttt_tui.multiplayer.messages import (
    FROM_GUESTS,
    Bye,
    Discover,
    Earlier,
    Hello,
    Message,
    Refusal,
    read,
    write,
)
from ttt_tui.multiplayer.offered import GameListing
from ttt_tui.multiplayer.people import display_name
from ttt_tui.multiplayer.wire import PACE_OF_GUESTS, LineProtocol, TokenBucket

HELLO_SECONDS = 5.0
"""How long a guest may take to say who it is."""

ROUNDS = 10
"""Of the loop, in which who was connected already becomes a guest who can be told goodbye; it takes three."""

MOST_EVENTS = 20
"""How many events are told at once: a flood must not keep the other thread from its screen."""

TO_SPECTATORS = write(Refusal(ONLY_WATCHES))

WATCH_SECONDS = 1.0
"""Between two checks of the socket, which a clean-up of temporary files may remove."""

BLOCKED_SECONDS = 15.0
"""Between two attempts to connect to a socket that has replaced ours: each counts as a visit there."""

COST_OF_EARLIER = 5
"""As how many lines a question for earlier games counts."""

PORTION, PORTION_SECONDS = 20, 0.05
"""How many earlier games are told at once, and after what time more: a hundred take as long as the next
question for a hundred may be asked for in the long run."""


@dataclass(eq=False)
class Guest:
    """Somebody at another terminal."""

    user: int
    """The number of the user, which the kernel knows."""
    login: str
    """What the user is called on this machine."""
    hello: Hello | None = None
    """What was said first, None before that."""

    @property
    def display_name(self) -> str:
        """What they are called who have no seat, by which the others would know them."""
        return display_name("" if self.hello is None else self.hello.name, self.login)


@dataclass(frozen=True, slots=True)
class Connected:
    """A guest has come, and said hello."""

    guest: Guest
    hello: Hello


@dataclass(frozen=True, slots=True)
class Received:
    """A guest has said something."""

    guest: Guest
    message: Message


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A guest who had come has gone; `reason` is why, "" if nobody knows."""

    guest: Guest
    reason: str
    is_on_purpose: bool = False
    """Whether the guest has said goodbye."""


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Nobody can come in any more; `reason` is why, "" if they can again."""

    reason: str


Event = Connected | Received | Disconnected | Unreachable


class Server:
    """Open from the beginning until `close`; `only` are the logins that are let in, None for all.

    Raises `NoMeeting` if it cannot be opened.
    """

    def __init__(self, wake: Callable[[], object], only: Collection[str] | None = None) -> None:
        self._wake = wake
        self._only = only
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self._guests: dict[LineProtocol, Guest] = {}
        self._wires: dict[Guest, LineProtocol] = {}
        self._leaving: set[Guest] = set()  # who has said goodbye
        self._earlier = FinishedGames()
        self._wanted: dict[Guest, int] = {}  # from which game on earlier ones are told next
        self._telling: dict[Guest, asyncio.Task[None]] = {}
        self._address = meeting.own_address()
        self._listen()
        self._written: dict[type, tuple[Message, bytes]] = {}  # of each kind what was said last
        self._visits = crowd.ConnectionLimiter()
        self._offer: GameListing | None = None  # what is told to who looks
        self._thread = LoopThread("door")
        self._tasks = self._thread.wait_for(self._open())

    def _listen(self) -> None:
        """Begin to listen, and keep in mind which socket is ours. Raises `NoMeeting`."""
        self._listening = meeting.listen(self._address)
        self._listening.setblocking(False)
        self._ours = meeting.identity(self._address)

    async def _open(self) -> list[asyncio.Task[None]]:
        return [asyncio.create_task(self._let_in()), asyncio.create_task(self._stay_reachable())]

    async def _let_in(self) -> None:
        """Let in one after the other, no faster than the screen can bear.

        Users who connect too often are refused before that, fast enough that nobody else waits for them.
        """
        loop = asyncio.get_running_loop()
        knocks = TokenBucket(crowd.KNOCKS, crowd.MOST_KNOCKS, loop.time())
        refusals = TokenBucket(crowd.REFUSALS, crowd.MOST_REFUSALS, loop.time())
        while True:
            try:
                knocking, _ = await loop.sock_accept(self._listening)
            except OSError:  # too many files are open, or who knocked has gone
                await asyncio.sleep(1 / crowd.KNOCKS)
                continue
            try:
                if self._visits.are_too_many(meeting.user_at(knocking), loop.time()):
                    knocking.close()
                    seconds = 0.0 if refusals.takes(1, loop.time()) else crowd.MOST_REFUSALS / crowd.REFUSALS
                    await asyncio.sleep(seconds)
                    continue
                while not knocks.takes(1, loop.time()):
                    await asyncio.sleep(1 / crowd.KNOCKS)
                await loop.connect_accepted_socket(
                    lambda: LineProtocol(PACE_OF_GUESTS, self._hear, self._ended, self._came), knocking
                )
            except OSError:  # the door stays open for the others
                knocking.close()

    async def _stay_reachable(self) -> None:
        """Check regularly whether the socket is still there for all, and make another if it is not."""
        loop = asyncio.get_running_loop()
        told, blocked, again = "", self._ours, 0.0
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            found, reason = meeting.identity(self._address), told
            if found == self._ours:
                reason = ""
                meeting.stay_open(self._address)
            elif found != blocked or loop.time() > again:
                blocked, again = found, loop.time() + BLOCKED_SECONDS
                reason = self._listen_again()
            if reason != told:
                told = reason
                self._note(Unreachable(reason))

    def _listen_again(self) -> str:
        """Make another socket; return the reason if that is not possible, else nothing."""
        before = self._listening
        try:
            self._listen()
        except ConnectionUnavailable as refusal:
            return str(refusal)
        self._tasks[0].cancel()
        before.close()
        self._tasks[0] = asyncio.create_task(self._let_in())
        return ""

    # --- for the thread that made it ---------------------------------------------------------------------

    def events(self) -> list[Event]:
        """Return what has happened since this was asked last, in order; `wake` is called if there is more."""
        with self._lock:
            events, self._events = self._events[:MOST_EVENTS], self._events[MOST_EVENTS:]
            is_all = not self._events
        if not is_all:
            self._wake()
        return events

    def send(self, guest: Guest, message: Message) -> None:
        """Say something to a guest, who may have gone."""
        latest = self._written.get(type(message))
        if latest is None or latest[0] is not message:  # the same is often said to many, and again
            latest = self._written[type(message)] = message, write(message)
        self._thread.call(self._send, guest, latest[1])

    def tell_earlier(self, games: FinishedGames) -> None:
        """Tell these games from now on to who asks for earlier ones; others may be added to them."""
        self._thread.call(self._tell_other_games, games)

    def offer(self, offer: GameListing) -> None:
        """Tell this from now on to who looks for a game."""
        self._thread.call(self._take_offer, offer)

    def dismiss(self, guest: Guest, reason: str) -> None:
        """Show a guest out, and say why."""
        self._thread.call(self._dismiss, guest, reason)

    def close(self, reason: str) -> None:
        """Say goodbye to all, and let nobody in any more."""
        self._thread.wait_for(self._close(reason))
        self._thread.stop()

    # --- in its thread -----------------------------------------------------------------------------------

    def _came(self, wire: LineProtocol) -> None:
        user = meeting.user_at(wire.socket)
        guest = self._guests[wire] = Guest(user, meeting.name_of(user))
        self._wires[guest] = wire
        if crowd.is_too_large((other.user for other in self._guests.values()), user):
            self._dismiss(guest, "too many guests are connected")
        else:
            asyncio.get_running_loop().call_later(HELLO_SECONDS, self._expect_hello, guest)

    def _expect_hello(self, guest: Guest) -> None:
        if guest.hello is None:
            self._dismiss(guest, "the guest sent no hello in time")

    def _hear(self, wire: LineProtocol, line: bytes) -> None:
        guest = self._guests[wire]
        try:
            message = read(line, FROM_GUESTS)
        except InvalidMessage as error:
            self._dismiss(guest, str(error))
            return
        if guest.hello is not None:
            if isinstance(message, Bye):
                self._leaving.add(guest)
                self._dismiss(guest, "")
            elif isinstance(message, Hello | Discover):
                self._dismiss(guest, "hello was sent twice")
            elif isinstance(message, Earlier):
                if wire.charge(COST_OF_EARLIER - 1):
                    self._want_earlier(guest, message.first)
            elif guest.hello.watches:
                wire.send(TO_SPECTATORS)
            else:
                self._note(Received(guest, message))
        elif not isinstance(message, Hello | Discover):
            self._dismiss(guest, "hello has to come first")
        elif self._only is not None and guest.login not in self._only:
            # Said now, since who is still about to say hello would not hear it.
            self._dismiss(guest, f"this game is invitation-only; {guest.login} is not invited")
        elif isinstance(message, Discover):
            self._tell_offer(guest)
        else:
            guest.hello = message
            self._note(Connected(guest, message))

    def _ended(self, wire: LineProtocol, reason: str) -> None:
        guest = self._guests.pop(wire)
        self._wires.pop(guest)
        self._stop_telling(guest)
        if guest.hello is not None:
            self._note(Disconnected(guest, reason, guest in self._leaving))
        self._leaving.discard(guest)

    def _tell_offer(self, guest: Guest) -> None:
        """Tell somebody who looks what is on offer, and that is all."""
        self._visits.was_a_look(guest.user, asyncio.get_running_loop().time())
        if self._offer is not None:
            self._send(guest, self._offer.line(guest.user))
        self._dismiss(guest, "" if self._offer is not None else "the game is not open yet")

    def _take_offer(self, offer: GameListing) -> None:
        self._offer = offer

    def _want_earlier(self, guest: Guest, first: int) -> None:
        """Tell games after those that are being told; of what is asked meanwhile the latest counts."""
        if guest in self._telling:
            self._wanted[guest] = first
        else:
            self._telling[guest] = asyncio.create_task(self._tell_earlier(guest, first))

    async def _tell_earlier(self, guest: Guest, wanted: int | None) -> None:
        wire = self._wires[guest]
        while wanted is not None:
            for count, number in enumerate(self._earlier.answer(wanted), 1):
                wire.send(self._earlier.line(number))
                await wire.wait_for_reader()
                if count % PORTION == 0:
                    await asyncio.sleep(PORTION_SECONDS)
            wanted = self._wanted.pop(guest, None)
        del self._telling[guest]

    def _stop_telling(self, guest: Guest) -> None:
        self._wanted.pop(guest, None)
        if (telling := self._telling.pop(guest, None)) is not None:
            telling.cancel()

    def _tell_other_games(self, games: FinishedGames) -> None:
        for guest in [*self._telling]:
            self._stop_telling(guest)
        self._earlier = games

    def _send(self, guest: Guest, line: bytes) -> None:
        if (wire := self._wires.get(guest)) is not None:
            wire.send(line)

    def _dismiss(self, guest: Guest, reason: str) -> None:
        if (wire := self._wires.get(guest)) is not None:
            wire.send(write(Bye(reason)))
            wire.close()

    def _note(self, event: Event) -> None:
        with self._lock:
            is_first = not self._events
            self._events.append(event)
        if is_first:  # otherwise it was said already that there is something
            self._wake()

    async def _close(self, reason: str) -> None:
        for _ in range(ROUNDS):
            await asyncio.sleep(0)
        for task in self._tasks:
            task.cancel()
        meeting.leave(self._address, self._ours)  # as long as the socket is open, no other has its numbers
        self._listening.close()
        for guest in list(self._wires):
            self._dismiss(guest, reason)
        # They are given a while to read it.
        await asyncio.gather(*(wire.wait_for_end() for wire in self._wires.values()))
