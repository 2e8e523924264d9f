"""The games of a server: each is hosted as at a terminal, but nobody sits there.

A room is open while somebody is in it. One whose people have all gone is closed, and its game is kept in the
store; whoever returns opens it again. So a restart of the server differs in nothing from an empty room.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from ttt_tui.computer import Computer
from ttt_tui.engine import OPEN, Change, Match, Player, Setup
from ttt_tui.engine.records import LONGEST_TIME
from ttt_tui.errors import RecordError, StoreError
from ttt_tui.multiplayer.connection import Connection, NetworkThread
from ttt_tui.multiplayer.door import Admit, Report
from ttt_tui.multiplayer.host import HostSession, RoomOfServer
from ttt_tui.multiplayer.limits import GUEST_PACE
from ttt_tui.session.seats import Question
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import Job, StoreThread

SAVING_SECONDS = 0.5
"""Seconds that a move waits for the store before the players see it; nothing else of the server waits."""

FLAG_SECONDS = 0.02
"""Seconds after the end of somebody's time until that is looked at: a timer may come early."""

CLAIMING_SECONDS = 2.0
"""Seconds that the reopening of a room waits for the store."""

Users = tuple[int, int]
"""The numbers of two players, in turn order: accounts above 0, guests below."""


class RoomDoor:
    """Where the server lets visitors into a room."""

    unlimited_user: int | None = None

    def __init__(self, network: NetworkThread) -> None:
        self._network = network
        self._arrivals: asyncio.Queue[tuple[socket.socket, int, str]] = asyncio.Queue()

    def enter(self, user: int, login: str) -> socket.socket:
        """Let a visitor in, and return the visitor's end of the connection."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setblocking(False)
        self._network.call(self._arrivals.put_nowait, (ours, user, login))
        return theirs

    async def admit(self, admit: Admit, report: Report) -> None:
        while True:
            connected, user, login = await self._arrivals.get()
            admit(await Connection.over(connected, GUEST_PACE), user, login)

    def count_as_discovery(self, user: int) -> None:
        """Do nothing: visitors see the games in the lobby."""

    def close(self) -> None:
        while not self._arrivals.empty():
            self._arrivals.get_nowait()[0].close()


class NoSearches:
    """The `SearchRunner` of a game without computers."""

    def start(self, computer: Computer, question: Question) -> None:
        """Do nothing: nobody is asked."""

    def move_now(self) -> None:
        """Do nothing."""

    def cancel(self) -> None:
        """Do nothing."""

    def log(self, text: str) -> None:
        """Do nothing."""


class Room:
    """A match between two people, hosted in the server's main thread.

    `changed` is called after every change of the game or of who is in the room; `lag` returns the seconds
    that messages of a user travel to the program here and back. Raises `RecordError` or
    `StoreError` if a kept game cannot be resumed.
    """

    def __init__(
        self,
        server: str,
        history: StoreThread,
        network: NetworkThread,
        players: Users,
        setup: Setup,
        changed: Callable[["Room"], object],
        lag: Callable[[int], float],
        *,
        rated: bool,
        seed: int = 0,
        entry: Entry | None = None,
    ) -> None:
        self.number = 0
        """The number in the lobby."""
        self.rated = rated
        self.counted = ""
        """The id of the latest game that was counted for the ratings, or refused."""
        self._history, self._changed, self._loop = history, changed, asyncio.get_running_loop()
        self._unsaved: list[tuple[Match, Change]] = []
        """The changes that nobody has seen, since the store writes them."""
        self._session = Session(seed, history, Settings(rated=False))
        self._door = RoomDoor(network)
        owners = dict(enumerate(players))
        resume = None if entry is None else partial(self._session.resume, entry, CLAIMING_SECONDS)
        room = RoomOfServer(server, self._door, network, owners, lag)
        self.host = HostSession(self._session, setup, None, resume, room)
        self.host.wake = lambda: self._loop.call_soon_threadsafe(self.receive)
        self.is_open, self.was_entered = True, False
        self._flag: asyncio.TimerHandle | None = None
        try:
            self._controller = self.host.controller(self.host.begin_match(), NoSearches())
        except (RecordError, StoreError):
            self.host.close()
            raise
        if entry is not None:
            self._controller.follow_clock(waited(entry))
        show, self._session.change_listener = self._session.change_listener, self._save_and_show
        assert show is not None
        self._show = show

    @property
    def match(self) -> Match:
        """The match with its current game."""
        return self._controller.match

    @property
    def uid(self) -> str:
        """The current game's id in the store, "" before it is known."""
        return self._session.recorder.row_uid if self._session.recorder is not None else ""

    @property
    def users(self) -> Users:
        """The players, in the turn order of the current game."""
        first, second = (self.host.seats.seats[seat].user for seat in (0, 1))
        return first or 0, second or 0

    @property
    def may_close(self) -> bool:
        """Whether nobody is in the room, nothing is being saved, and nobody's time is up soon."""
        clock = self._controller.clock
        runs = clock is not None and clock.runs and not clock.control.is_correspondence
        return not (self.host.has_guests or self._unsaved or runs)

    def _save_and_show(self, match: Match, change: Change) -> None:
        """Show a change once it is stored: nobody sees a move that a crash could lose."""
        self._unsaved.append((match, change))
        if self.host.is_paused:
            return  # changes that come together are shown together
        self.host.is_paused = True
        saved = self._history.submit(
            lambda history: None,
            after_writes=True,
            when_done=lambda: self._loop.call_soon_threadsafe(self._show_changes, late),
        )
        late = self._loop.call_later(SAVING_SECONDS, self._go_on_unsaved, saved)

    def _go_on_unsaved(self, saved: Job[None]) -> None:
        """Show changes although the store does not answer; it writes them when it can."""
        self._history.cancel(saved)
        if self.is_open:
            self.host.announce("The server could not save the game; it goes on")
        self._show_changes(None)

    def _show_changes(self, late: asyncio.TimerHandle | None) -> None:
        """Show all changes that have waited, and process what has come in the meantime."""
        if late is not None:
            late.cancel()
        unsaved, self._unsaved = self._unsaved, []
        if self.is_open and unsaved:
            if any(change is Change.PUSHED for _, change in unsaved):
                self._controller.follow_clock()  # nobody could think about a move before it was stored
            for match, change in unsaved:
                self._show(match, change)
            self.host.is_paused = False
            self.receive()

    def keep(self) -> None:
        """Store the game even before its first move: its players come back to it."""
        if self._session.recorder is not None:
            self._session.recorder.agree()

    def enter(self, user: int, login: str) -> socket.socket:
        """Let a visitor in, and return the connection."""
        return self._door.enter(user, login)

    def receive(self) -> None:
        """Process what the people in the room have sent."""
        if not self.is_open:
            return
        self.host.receive()
        self._controller.check_clock()
        self.was_entered |= self.host.has_guests
        self.host.take_notices()
        self.host.take_refusals()
        if not self._unsaved:
            self._changed(self)
        self._wait_for_flag()

    def _wait_for_flag(self) -> None:
        """Come back when the time of the player to move is up."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        clock, now = self._controller.clock, self._controller.moved_at()
        if clock is not None and (seconds := clock.seconds_to_flag(now)) is not None:
            self._flag = self._loop.call_later(seconds + FLAG_SECONDS, self.receive)

    def resign_for(self, user: int) -> None:
        """Resign for a player who has left for good."""
        game = self.match.game
        if self.is_open and game.outcome is None and user in self.users:
            self._controller.resign(self.users.index(user))

    def close(self, reason: str = "") -> None:
        """Send everybody out; the game is kept."""
        if self._flag is not None:
            self._flag.cancel()
        self.is_open = False
        self.host.close(reason)
        self._session.release()


def waited(entry: Entry) -> int:
    """Return the milliseconds since the latest move of a kept game, if its clock counts them.

    Only clocks of a day or longer do, by the date: others stand still while nobody is in the room.
    """
    control = entry.setup.rules.clock
    if control is None or not control.is_correspondence or not entry.moves:
        return 0
    passed = (datetime.now(UTC) - entry.changed).total_seconds()
    return min(max(0, round(passed * 1000)), LONGEST_TIME)


def setup_of(kind_setup: Setup, names: Sequence[str]) -> Setup:
    """Return a set-up with open seats for people of these names."""
    players = tuple(
        Player(name, player.symbol, player.colour, OPEN)
        for name, player in zip(names, kind_setup.players, strict=True)
    )
    return Setup(kind_setup.geometry, players, kind_setup.rules)
