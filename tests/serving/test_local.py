"""A server for the users of one machine: who comes in, what waits for them, and hostile ends."""

import asyncio
import json
import os
import socket
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.serving.test_server import recorded_sockets
from tests.support.terminals import meeting_place
from ttt_tui.errors import ConnectionClosed, ConnectionUnavailable
from ttt_tui.multiplayer import lobby as lobby_module
from ttt_tui.multiplayer import local_server, sockets
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.guest import GuestSession
from ttt_tui.multiplayer.lobby import Lobby, Visit, visit_server
from ttt_tui.multiplayer.lobby_messages import Accept, Challenge, Join, Offered, Person, Rank, Running
from ttt_tui.multiplayer.protocol import VERSION, write
from ttt_tui.process.paths import HOME_VARIABLE
from ttt_tui.serving import admin
from ttt_tui.serving.limits import Limits
from ttt_tui.serving.local import LocalVisits, key_of
from ttt_tui.serving.server import GameServer
from ttt_tui.session.session import Session

THREE = (3, 3, 3, "usual")

LOGINS = {7001: "ada", 7002: "bob", 7003: "eve"}

SELF = os.geteuid()


class Machine:
    """A machine with several users, of whom one comes next."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.place, self.next_user = place, 0
        self.lobbies: list[Lobby] = []
        self._monkeypatch = monkeypatch
        main, kernel, names = threading.get_ident(), sockets.user_at, sockets.login_of

        def user_at(connected: socket.socket) -> int:
            """Return whom the kernel knows, but for a server, in the main thread, one of the test."""
            is_server = self.next_user and threading.get_ident() == main
            return self.next_user if is_server else kernel(connected)

        monkeypatch.setattr(sockets, "user_at", user_at)
        monkeypatch.setattr(sockets, "login_of", lambda user: LOGINS.get(user) or names(user))

    def be(self, user: int) -> None:
        """Let this user come next, with a home of their own."""
        self.next_user = user
        self._monkeypatch.setenv(HOME_VARIABLE, str(self.place / f"home-{user}"))

    async def come(self, user: int) -> "User":
        self.be(user)
        lobby = Lobby(await asyncio.to_thread(visit_server, SELF))
        self.lobbies.append(lobby)
        one = User(lobby)
        await one.until(lambda: lobby.name in lobby.people)
        return one

    async def turns(self, user: int) -> list[str]:
        self.be(user)
        return [str(game) for game in await asyncio.to_thread(local_server.waiting_games, [SELF])]


class User:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.guest: GuestSession | None = None

    async def until(self, wanted: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not wanted():
                self.lobby.receive()
                if self.guest is not None:
                    self.guest.receive()
                await asyncio.sleep(0.005)

    async def game(self) -> GuestSession:
        """Take the seat in the game that has begun."""
        await self.until(lambda: self.lobby.seats)
        seat = self.lobby.seats.pop()
        self.guest = guest = GuestSession(Session(1), seat.server, connected=seat.connected)
        await self.until(lambda: guest.is_ready)
        return guest

    async def place(self, name: str) -> None:
        assert self.guest is not None
        guest, before = self.guest, len(self.guest.begin_match().game.moves)
        guest.place(guest.begin_match().setup.geometry.parse(name))
        await self.until(lambda: len(guest.begin_match().game.moves) > before)

    async def go(self) -> None:
        if self.guest is not None:
            await asyncio.to_thread(self.guest.close)
        await asyncio.to_thread(self.lobby.close)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    with meeting_place() as place:
        yield Machine(place, monkeypatch)


@asynccontextmanager
async def a_server(machine: Machine, limits: Limits | None = None) -> AsyncIterator[GameServer]:
    server = GameServer(machine.place / "server", "box", limits or Limits(), forks=False)
    visits = LocalVisits(server)
    try:
        yield server
    finally:
        for lobby in machine.lobbies:
            await asyncio.to_thread(lobby.close)
        machine.lobbies.clear()
        await server.close()
        await visits.close()


async def begun(machine: Machine, clock: str) -> tuple[User, User]:
    """Begin a game of Ada and Bob, and return them in turn order."""
    ada, bob = await machine.come(7001), await machine.come(7002)
    ada.lobby.send(Challenge(*THREE, True, "", clock=clock))
    await bob.until(lambda: bob.lobby.offers)
    bob.lobby.send(Accept(next(iter(bob.lobby.offers))))
    setups = [(await one.game()).begin_match().setup for one in (ada, bob)]
    return (ada, bob) if setups[0].players[0].name == "ada" else (bob, ada)


def user_of(one: User) -> int:
    return next(user for user, login in LOGINS.items() if login == one.lobby.name)


def let_pass(machine: Machine, hours: float) -> None:
    """Let the latest moves be older."""
    with closing(sqlite3.connect(machine.place / "server" / "games.db")) as games, games:
        changed = (datetime.now(UTC) - timedelta(hours=hours)).isoformat(timespec="seconds")
        games.execute("UPDATE games SET changed = ?", (changed,))


# --- games -----------------------------------------------------------------------------------------------


async def test_the_kernel_names_the_users_and_an_account_stays_that_of_its_user(machine: Machine) -> None:
    async with a_server(machine) as server:
        ada, bob = await machine.come(7001), await machine.come(7002)
        assert (ada.lobby.name, bob.lobby.name, ada.lobby.server) == ("ada", "bob", "box")
        assert ada.lobby.is_local
        assert not ada.lobby.is_guest
        assert server.accounts.of_key(key_of(7002)) == server.accounts.named("bob")
        assert "bob" in "\n".join(admin.run(server, ["list"]))
        assert [*admin.run(server, ["kick", "bob"])] == ["1 visits ended"]
        await bob.until(lambda: bob.lobby.has_ended)
        assert bob.lobby.take_notices()[-1] == "the administrator has ended your visit"
        [*admin.run(server, ["ban", "bob", "insults"])]
        with pytest.raises(ConnectionUnavailable, match="you may not come in: insults"):
            await machine.come(7002)
        [*admin.run(server, ["rename", "ada", "lady.ada"])]
        await ada.go()
        assert (await machine.come(7001)).lobby.name == "lady.ada"


async def test_a_game_that_nobody_goes_to_leaves_no_socket(machine: Machine) -> None:
    async with a_server(machine):
        ada, bob = await machine.come(7001), await machine.come(7002)
        ada.lobby.send(Challenge(*THREE, True, ""))
        await bob.until(lambda: bob.lobby.offers)
        bob.lobby.send(Accept(next(iter(bob.lobby.offers))))
        for one in (ada, bob):
            await one.until(lambda lobby=one.lobby: lobby.seats)
            (seat,) = one.lobby.seats
            await one.go()
            assert seat.connected.fileno() == -1


async def test_a_program_that_goes_at_once_leaves_no_socket(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(self: Connection, line: bytes, file: int) -> None:
        raise ConnectionClosed("")

    monkeypatch.setattr(Connection, "send_file", gone)
    async with a_server(machine) as server:
        made = recorded_sockets(monkeypatch)
        machine.be(7001)
        with pytest.raises(ConnectionUnavailable):
            await asyncio.to_thread(visit_server, SELF)
        async with asyncio.timeout(20):
            while not made or any(end.fileno() != -1 for end in made):
                await asyncio.sleep(0.005)
        assert not server.inside


async def test_a_game_of_days_goes_on_while_nobody_is_there(machine: Machine) -> None:
    async with a_server(machine):
        first, second = await begun(machine, "1d/move")
        mover, other = user_of(first), user_of(second)
        assert await machine.turns(mover) == [f"{LOGINS[other]} has moved: game 1, move 1"]
        await first.place("b2")
        await first.go()
        await second.go()
        assert await machine.turns(other) == [f"{LOGINS[mover]} has moved: game 1, move 2"]
        assert await machine.turns(mover) == []
        assert await machine.turns(7003) == []
    let_pass(machine, 20)
    async with a_server(machine) as server:
        assert await machine.turns(other) == [f"{LOGINS[mover]} has moved: game 1, move 2"]
        again = await machine.come(other)
        again.lobby.send(Join(1))
        guest = await again.game()
        assert 20 * 3_600_000 <= guest.replica.elapsed < 21 * 3_600_000
        await again.place("a1")
        milliseconds = guest.begin_match().game.moves[-1].milliseconds
        assert milliseconds is not None
        assert milliseconds >= 20 * 3_600_000
        await again.go()
        await asyncio.sleep(0)
        assert await machine.turns(mover) == [f"{LOGINS[other]} has moved: game 1, move 3"]
        assert server.lobby.ratings.have_played_enough(1, 2) is False
    let_pass(machine, 23)
    async with a_server(machine):
        assert len(await machine.turns(mover)) == 1, "there is an hour left"
    let_pass(machine, 25)
    async with a_server(machine) as server:
        async with asyncio.timeout(20):
            while server.accounts.kept_games():
                await asyncio.sleep(0.02)
        assert await machine.turns(mover) == await machine.turns(other) == []
        lost, won = (server.accounts.named(LOGINS[user]) for user in (mover, other))
        assert lost is not None
        assert won is not None
        assert server.accounts.best_known_rating(lost)[0] < server.accounts.best_known_rating(won)[0]


async def test_other_clocks_stand_still_while_the_server_is_down(machine: Machine) -> None:
    async with a_server(machine):
        first, second = await begun(machine, "5m")
        await first.place("b2")
        other = user_of(second)
    let_pass(machine, 25)
    async with a_server(machine):
        again = await machine.come(other)
        again.lobby.send(Join(1))
        guest = await again.game()
        assert guest.replica.elapsed < 60_000


# --- who comes, and how ----------------------------------------------------------------------------------


async def say(machine: Machine, user: int, line: bytes) -> bytes:
    """Connect as a user, say a line, and return all that is answered."""
    machine.be(user)

    def talk() -> bytes:
        with sockets.connect(SELF, 5.0, sockets.SERVER) as connected:
            connected.settimeout(20)
            connected.sendall(line)
            return b"".join(iter(lambda: connected.recv(4096), b""))

    return await asyncio.to_thread(talk)


async def test_what_is_no_first_line_ends_the_connection(machine: Machine) -> None:
    async with a_server(machine) as server:
        for line in (b"\n", b"hello\n", b"\xff\xfe\n", b'{"say": "hello"}\n', b"turns of ada\n"):
            assert await say(machine, 7001, line) == b""
        for line in (b"lobby\n", b"lobby 6\n", b"lobby 7 7\n", b"lobby x\n", b"lobby NaN\n"):
            assert (await say(machine, 7001, line)).startswith(b"\0the server has protocol version")
        assert server.accounts.of_key(key_of(7001)) is None
        await machine.come(7002)
        assert b"Bob" not in await say(machine, 7001, b"turns\n")


async def test_a_user_does_not_fill_the_server(machine: Machine) -> None:
    async with a_server(machine, Limits(from_address=2)):
        for _ in range(2):
            await machine.come(7001)
        with pytest.raises(ConnectionUnavailable, match="2 people are here from your address"):
            await machine.come(7001)
        await machine.come(7002)


async def test_two_servers_of_a_user_are_refused(machine: Machine) -> None:
    async with a_server(machine) as server:
        machine.be(SELF)
        with pytest.raises(ConnectionUnavailable, match="you are already running a server"):
            LocalVisits(server)


# --- a server that says what it wants --------------------------------------------------------------------


@pytest.fixture
def impostor(machine: Machine) -> Iterator[Callable[[Callable[[socket.socket], None]], None]]:
    """Answers the next connection as it is told."""
    listening = sockets.listen(sockets.SERVER)
    threads: list[threading.Thread] = []

    def answer(how: Callable[[socket.socket], None]) -> None:
        def run() -> None:
            connected, _ = listening.accept()
            with connected:
                connected.recv(100)
                how(connected)

        threads.append(threading.Thread(target=run, daemon=True))
        threads[-1].start()

    yield answer
    listening.close()


SAID = (
    b"not JSON\n",
    b"[" * 20_000,
    b'["1", "Ada", 3]\n',
    b'[1, "Ada", NaN]\n',
    b'[1, "Ada", -1]\n',
    b'[1, "Ada", 1e300]\n',
    b'[1, "", 1]\n',
    b"[1, 2]\n",
    b"{}\n",
    b"\xff\n",
)


@pytest.mark.parametrize("said", SAID)
def test_an_answer_that_is_none_counts_as_no_server(
    said: bytes, impostor: Callable[[Callable[[socket.socket], None]], None]
) -> None:
    impostor(lambda connected: connected.sendall(said))
    with pytest.raises(ConnectionUnavailable, match="no server runs in which you have been"):
        local_server.waiting_games([SELF])


def test_of_a_flood_of_games_some_are_shown_and_nothing_disturbs_the_terminal(
    impostor: Callable[[Callable[[socket.socket], None]], None],
) -> None:
    line = json.dumps([1, "\x1b]0;gotcha\x07" + "x" * 90, 3]).encode() + b"\n"
    impostor(lambda connected: connected.sendall(line * 100))
    games = local_server.waiting_games([SELF])
    assert len(games) == local_server.MOST_GAMES
    assert all(str(game).isprintable() and len(str(game)) < 150 for game in games)


def test_a_server_that_says_nothing_is_waited_for_a_moment_only(
    impostor: Callable[[Callable[[socket.socket], None]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_server, "ANSWER_SECONDS", 0.05)
    ended = threading.Event()
    for _ in range(2):
        impostor(lambda connected: ended.wait(20))
    with pytest.raises(ConnectionUnavailable, match="no server runs"):
        local_server.waiting_games([SELF])
    with pytest.raises(ConnectionUnavailable, match="does not answer"):
        local_server.enter(SELF, VERSION)
    ended.set()


def test_an_impostor_does_not_let_anybody_in(
    impostor: Callable[[Callable[[socket.socket], None]], None], machine: Machine
) -> None:
    with open(machine.place / "file", "w+") as file:
        for how, reason in (
            (lambda connected: connected.sendall(b"\1"), "does not answer as a server does"),
            (lambda connected: connected.sendall(b"\0no \x1b[2Jway\n"), r"no \\x1b\[2Jway"),
            (lambda connected: None, "does not answer as a server does"),
            (lambda connected: socket.send_fds(connected, [b"\1"], [file.fileno()]), "does not answer"),
        ):
            impostor(how)
            with pytest.raises(ConnectionUnavailable, match=reason):
                local_server.enter(SELF, VERSION)
    assert local_server.known_servers() == []


async def test_a_lobby_that_announces_a_game_and_passes_nothing_ends() -> None:
    for passed in ([], [0]):
        messages, theirs = socket.socketpair()
        games, their_games = socket.socketpair()
        theirs.setblocking(False)
        their_games.settimeout(0.05)
        lobby = Lobby(Visit("ada", False, theirs, their_games, is_local=True))
        if passed:
            with socket.socket(socket.AF_INET) as other:
                socket.send_fds(games, [b"g"], [other.fileno()])
        messages.sendall(b'{"say": "seated", "number": 1, "watches": false, "server": "x", "rated": true}\n')
        async with asyncio.timeout(20):
            while not lobby.has_ended:
                lobby.receive()
                await asyncio.sleep(0.01)
        assert not lobby.seats
        await asyncio.to_thread(lobby.close)
        messages.close()
        games.close()


# --- which server ----------------------------------------------------------------------------------------


def test_the_latest_servers_are_known_and_a_damaged_list_is_none(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.be(7001)
    assert local_server.known_servers() == []
    for user in [*range(20), 5]:
        local_server.remember(user)
    assert local_server.known_servers() == [5, *range(19, 10, -1)]
    path = machine.place / "home-7001" / "servers"
    for text in (b"\xff", b"1e9 -3 nan 99999999999999999999", b"x" * 10_000):
        path.write_bytes(text)
        assert local_server.known_servers() == []
    with pytest.raises(ConnectionUnavailable, match="no server runs on this machine"):
        local_server.server_of(None)
    with pytest.raises(ConnectionUnavailable, match="no user of this machine has the login name nobody-here"):
        local_server.server_of("nobody-here")
    with pytest.raises(ConnectionUnavailable, match="is not running a server"):
        local_server.enter(SELF, VERSION)


async def test_the_only_server_is_found(machine: Machine) -> None:
    machine.be(7001)
    async with a_server(machine):
        assert await asyncio.to_thread(local_server.server_of, None) == SELF


async def test_the_lists_of_an_impostor_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MOST_LISTED", 3)
    messages, theirs = socket.socketpair()
    games, their_games = socket.socketpair()
    theirs.setblocking(False)
    lobby = Lobby(Visit("ada", False, theirs, their_games, is_local=True))
    for number in range(9):
        for message in (
            Person(f"p{number}", None, "alone", 0),
            Offered(*THREE, False, number, "eve", None, ""),
            Running(*THREE, False, number, ["eve", "bob"], 0, 0, "eve"),
            Rank("chess", number + 1, "eve", 1, 1, 1),
        ):
            messages.sendall(write(message))
    messages.close()
    async with asyncio.timeout(20):
        while not lobby.has_ended:
            lobby.receive()
            await asyncio.sleep(0.01)
    assert [*lobby.people] == ["p0", "p1", "p2"]
    assert [*lobby.offers] == [*lobby.games] == [0, 1, 2]
    assert len(lobby.ranking) == 3
    await asyncio.to_thread(lobby.close)
    games.close()
