"""A host and its guests without a screen, with real sockets and a store each."""

import os
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TypeVar

from ttt_tui.computer import Computer
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import HUMAN, OPEN, Geometry, Match, MatchRules, Player, Setup
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.client import Client
from ttt_tui.multiplayer.connection import finish
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.host import HostSession
from ttt_tui.multiplayer.protocol import FROM_HOSTS, Bye, read
from ttt_tui.session.controller import Controller
from ttt_tui.session.seats import Answer, Question
from ttt_tui.session.session import Session
from ttt_tui.store.games import History
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread

PATIENCE = 20.0
"""Seconds that a busy machine may take for what is there at once on an idle one."""


class Closable(Protocol):
    def close(self) -> object: ...


C = TypeVar("C", bound=Closable)

_open: list[Closable] = []


def until_the_end(one: C) -> C:
    """Let `meeting_place` close something in the end, the latest first."""
    _open.append(one)
    return one


@contextmanager
def meeting_place() -> Iterator[Path]:
    """Give a directory for temporary files of its own, with a name short enough for sockets.

    Benches and strangers who are still there in the end leave.
    """
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as place:
        tempfile.tempdir = place
        try:
            yield Path(place)
        finally:
            while _open:
                _open.pop().close()
            tempfile.tempdir = before


class AtOnce:
    """A thinker whose computers answer when they are told to."""

    def __init__(self) -> None:
        self.asked: tuple[Computer, Question] | None = None

    def start(self, computer: Computer, question: Question) -> None:
        self.asked = computer, question

    def move_now(self) -> None:
        """Nothing: they answer at once."""

    def cancel(self) -> None:
        self.asked = None

    def log(self, text: str) -> None:
        """Nothing: nobody looks."""

    def answer(self, controller: Controller) -> bool:
        """Let the computer answer that is asked, if one is."""
        if self.asked is None:
            return False
        (computer, question), self.asked = self.asked, None
        thought = question.ask(computer, NEVER)
        controller.accept(Answer(question, thought.move, thought=thought))
        return True


class HostBench:
    """Somebody who hosts, without a screen."""

    def __init__(self, setup: Setup, home: Path, only: Sequence[str] | None = None, seed: int = 1) -> None:
        self.session = Session(seed, StoreThread(home / "history.db", max_wait=PATIENCE))
        try:
            self.multiplayer = HostSession(self.session, setup, only)
        except Exception:  # else the store is still being opened when its directory goes
            self.session.close()
            raise
        self.said = self.multiplayer.notices
        self.thinker = AtOnce()
        self.controller: Controller | None = None
        until_the_end(self)

    @property
    def match(self) -> Match:
        assert self.controller is not None
        return self.controller.match

    def begin(self) -> None:
        """Start the match."""
        match = self.multiplayer.begin_match()
        self.controller = self.multiplayer.controller(match, self.thinker)
        self.controller.request_move()

    def place(self, name: str) -> None:
        """Place a stone for who is to move."""
        assert self.controller is not None
        self.controller.place(self.match.setup.geometry.parse(name))

    def hear(self) -> bool:
        """Process what has arrived, and let computers move."""
        heard = self.multiplayer.receive()
        while self.controller is not None and self.thinker.answer(self.controller):
            heard = True
        return heard

    def close(self, reason: str = "") -> None:
        if self in _open:
            _open.remove(self)
        self.multiplayer.close(reason)
        if self.controller is not None:
            self.controller.close()
        self.session.close()


class GuestBench:
    """Somebody who is a guest, without a screen."""

    def __init__(self, home: Path, name: str = "Bob", seat: str = "", *, watches: bool = False) -> None:
        self.home, self.seat, self.watches = home, seat, watches
        self.said: list[str] = []
        self.session = Session(0, StoreThread(home / "history.db", max_wait=PATIENCE))
        self.session.profile.rename(name)
        try:
            self.come()
        except Exception:  # else the store is still being opened when its directory goes
            self.session.close()
            raise
        until_the_end(self)

    def come(self) -> None:
        """Join the host."""
        self.is_cut = False
        self.multiplayer = GuestSession(self.session, sockets.own_login(), self.seat, watches=self.watches)

    def hear(self) -> bool:
        has_heard = self.multiplayer.receive()
        self.said += self.multiplayer.take_notices() + self.multiplayer.take_refusals()
        return has_heard

    @property
    def match(self) -> Match:
        return self.multiplayer.begin_match()

    @property
    def is_gone(self) -> bool:
        """Whether the connection has been cut, or the host has ended it."""
        return self.is_cut or self.multiplayer.end_reason is not None

    def place(self, name: str) -> None:
        """Ask for a stone."""
        self.multiplayer.place(self.match.setup.geometry.parse(name))

    def cut(self) -> None:
        """Lose the connection, without a word."""
        self.is_cut = True
        client = self.multiplayer.client
        client._thread.wait_for(_abort(client))
        client._thread.stop()
        self.session.release()

    def close(self) -> None:
        if self in _open:
            _open.remove(self)
        if not self.is_cut:
            self.multiplayer.close()
        self.session.close()


async def _abort(client: Client) -> None:
    client._connection.abort()
    await finish([client._task])


def until(condition: Callable[[], object], *everybody: HostBench | GuestBench) -> None:
    """Let all take what comes until this is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        heard = [one.hear() for one in everybody]
        if not any(heard):
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.001)


def two(board: tuple[int, int, int] = (3, 3, 3), rules: MatchRules | None = None) -> Setup:
    """A person here, and one elsewhere."""
    players = Player("Ada", level=HUMAN), Player("open", level=OPEN)
    return Setup(Geometry(*board), players, rules or MatchRules())


def same(match: Match, other: Match) -> bool:
    """Whether two terminals show the same."""

    def seen(match: Match) -> list[object]:
        players = [(player.name, player.symbol, player.colour) for player in match.setup.players]
        game = match.game
        return [players, game.moves, game.outcome, game.first, match.points, match.game_number]

    return seen(match) == seen(other)


def play(host: HostBench, guest: GuestBench, names: str) -> None:
    """Let those who are to move place on these squares."""
    for name in names.split():
        ply = len(host.match.game.moves)
        square = host.match.setup.geometry.parse(name)
        if host.controller is not None and host.controller.is_human_turn:
            host.controller.place(square)
        else:
            guest.multiplayer.place(square)
        until(lambda: len(host.match.game.moves) > ply and same(host.match, guest.match), host, guest)  # noqa: B023


def seated(place: Path, setup: Setup | None = None) -> tuple[HostBench, GuestBench]:
    """A host and a guest whose match has begun."""
    host = HostBench(setup or two(), place / "ada")
    guest = GuestBench(place / "bob")
    begin(host, guest)
    return host, guest


def begin(host: HostBench, *guests: GuestBench) -> None:
    """Start the match when all seats are taken, and wait until the guests have it."""
    until(lambda: host.multiplayer.is_ready, host, *guests)
    host.begin()
    until(lambda: all(guest.multiplayer.is_ready for guest in guests), host, *guests)


def stranger(said: bytes = b"") -> socket.socket:
    """Somebody who connects, and says this."""
    connected = until_the_end(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
    connected.settimeout(PATIENCE)
    connected.connect(str(sockets.address_of(os.geteuid())))
    with suppress(BrokenPipeError):  # who is sent home may be so before a word
        connected.sendall(said)
    return connected


def goodbye(connected: socket.socket) -> str:
    """Read to the end, and return the last reason; nothing if the end came without one."""
    data = b""
    with suppress(ConnectionResetError):
        while more := connected.recv(65536):
            data += more
    connected.close()
    said = [read(line, FROM_HOSTS) for line in data.splitlines()]
    return said[-1].reason if said and isinstance(said[-1], Bye) else ""


def kept(home: Path) -> list[Entry]:
    """The games in a store, oldest first."""
    history = History(home / "history.db")
    entries = sorted(history.entries(), key=lambda entry: entry.id)
    history.close()
    return entries
