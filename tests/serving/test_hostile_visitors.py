"""What hostile visitors try, each with what has to come of it."""

import asyncio
import json
import os
import re
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict
from pathlib import Path

import asyncssh
import pytest

from tests.support.serving import PATIENCE, ServerProcess, connected, new_key, visiting
from ttt_tui.errors import NameRefused, StoreError, VisitRefused
from ttt_tui.multiplayer.connection import Connection
from ttt_tui.multiplayer.limits import GUEST_PACE
from ttt_tui.multiplayer.lobby_messages import (
    DOINGS,
    FROM_LOBBY,
    Accept,
    AddKey,
    Challenge,
    Doing,
    Find,
    FromLobby,
    FromVisitor,
    Greet,
    Greeted,
    Join,
    Mute,
    OfferClosed,
    Offered,
    Person,
    Refused,
    Rename,
    Running,
    Seated,
    Withdraw,
)
from ttt_tui.multiplayer.protocol import read, write
from ttt_tui.serving import forks
from ttt_tui.serving.limits import PACES, Admission, Limits
from ttt_tui.serving.lobby import Lobby
from ttt_tui.serving.ratings import MOST_RATED
from ttt_tui.serving.server import Inside
from ttt_tui.serving.visitor import NICENESS
from ttt_tui.serving.visitors import Visitor
from ttt_tui.store.accounts import Accounts, StoredRating, check_account_name
from ttt_tui.store.thread import StoreThread

GAME = 3, 3, 3, "usual"

FEW = 3
"""Visitors from one address, and guests."""


class Caller:
    """A visitor's program that says whatever it wants to the lobby."""

    def __init__(self, visitor: Visitor, ours: socket.socket, games: socket.socket) -> None:
        self.visitor, self._ours, self._games = visitor, ours, games
        self.sockets: list[socket.socket] = []
        self._rest = b""

    def send(self, *messages: FromVisitor) -> None:
        """Send requests."""
        self._ours.sendall(b"".join(map(write, messages)))

    async def answers(self) -> list[FromLobby]:
        """Return what has come from the lobby by now."""
        await asyncio.sleep(0.05)
        with suppress(BlockingIOError):
            while data := self._ours.recv(65536):
                self._rest += data
        *lines, self._rest = self._rest.split(b"\n")
        return [read(line, FROM_LOBBY) for line in lines]

    async def refusals(self, *messages: FromVisitor) -> list[str]:
        """Send requests, and return the reasons why some were refused."""
        await self.answers()
        self.send(*messages)
        return [answer.reason for answer in await self.answers() if isinstance(answer, Refused)]

    def close(self) -> None:
        """Be gone."""
        self._ours.close()
        self._games.close()


class Box:
    """A lobby in this process."""

    def __init__(self, folder: Path) -> None:
        self.accounts = Accounts(folder / "accounts.db")
        self.history = StoreThread(folder / "games.db")
        self.lobby = Lobby("box", self.accounts, self.history)
        self._tasks: list[asyncio.Task[None]] = []
        self._callers: list[Caller] = []

    async def enter(self, name: str, key: str | None = "") -> Caller:
        """Let somebody in with a key, by default that of the name; None is a guest's."""
        (ours, theirs), (games, their_games) = socket.socketpair(), socket.socketpair()
        for end in (ours, theirs, games, their_games):
            end.setblocking(False)
        account = None if key is None else self.accounts.enter(key or name, name)
        number = len(self._callers) + 1
        visitor = Visitor(
            number,
            f"guest {number}" if account is None else account.name,
            account,
            key or name,
            "127.0.0.1",
            await Connection.over(theirs, GUEST_PACE),
            their_games,
            lambda reason: None,
        )
        self._callers.append(Caller(visitor, ours, games))
        self._tasks.append(asyncio.create_task(self.lobby.serve(visitor)))
        await asyncio.sleep(0)
        return self._callers[-1]

    async def close(self) -> None:
        """End all."""
        for caller in self._callers:
            caller.close()
        await asyncio.gather(*self._tasks)
        self.lobby.games.close("")
        self.history.close()
        self.accounts.close()


@pytest.fixture
async def box(tmp_path: Path) -> AsyncIterator[Box]:
    box = Box(tmp_path)
    yield box
    await box.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("hostile") / "server"
    with ServerProcess(folder, "--name", "box", "--per-address", str(FEW)) as server:
        yield server


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def descendants(process: int) -> list[int]:
    """Return the processes below a process."""
    return [below for child in children(process) for below in (child, *descendants(child))]


def is_running(process: int) -> bool:
    """Return whether a process runs, or is stopped."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


async def until(wanted: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < deadline, "it does not come"
        await asyncio.sleep(0.05)


def is_closed(connected: socket.socket) -> bool:
    """Return whether the other end has closed a connection; it is closed then on this side, too."""
    connected.setblocking(False)
    with connected:
        try:
            while connected.recv(65536):
                pass
        except BlockingIOError:
            return False
        except ConnectionResetError:
            pass
        return True


# --- connections -----------------------------------------------------------------------------------------


async def test_connections_without_a_visit_are_bounded_and_closed(server: ServerProcess) -> None:
    address = "127.0.0.2"
    sockets = [socket.create_connection(("127.0.0.1", server.port), 5, (address, 0)) for _ in range(16)]
    await asyncio.sleep(1.0)
    closed = sum(is_closed(one) for one in sockets)
    assert closed >= 16 - 2 * FEW, "no more connections than visits, and as many that are coming"
    async with connected(server, "eve", new_key(), "127.0.0.9") as connection:
        assert (await connection.run("leaderboard")).exit_status == 0


async def test_a_connection_has_one_visit(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key(), "127.0.0.3") as connection:
        process = await connection.create_process("history list")
        process.channel.abort()
        await asyncio.sleep(0.1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("history list")


async def test_a_refused_visitor_changes_no_terminal_of_others(server: ServerProcess) -> None:
    address, other = "127.0.0.4", "127.0.0.5"
    async with (
        AsyncExitStack() as stack,
        connected(server, "bob", new_key(), other) as others,
        connected(server, "eve", new_key(), address) as refused,
    ):
        for _ in range(FEW):
            await stack.enter_async_context(visiting(server, "eve", None, address=address))
        process = await refused.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        bobs = await others.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        for _ in range(10):
            process.change_terminal_size(10, 5)
            await asyncio.sleep(0.02)
        async with asyncio.timeout(PATIENCE):
            text = await process.stderr.read()
        assert b"people are here from your address" in text
        assert terminal_widths(server) == {80}
        bobs.close()
    await until(lambda: "0 visitors" in server.ask("list")[0])


def terminal_widths(server: ServerProcess) -> set[int]:
    """Return the widths of the terminals of all visitors, as the kernel knows them."""
    widths = set()
    for process in descendants(server.pid):
        if os.path.realpath(name := f"/proc/{process}/fd/0").startswith("/dev/pts/"):
            file = os.open(name, os.O_RDONLY | os.O_NOCTTY)
            widths.add(os.get_terminal_size(file).columns)
            os.close(file)
    return widths


def resident(process: int) -> int:
    """Return the bytes of memory of a process of its own."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"Private_(?:Clean|Dirty): +(\d+)", rollup)) * 1024


async def test_variables_of_clients_are_not_kept(server: ServerProcess) -> None:
    before = resident(server.pid)
    async with connected(server, "eve", new_key(), "127.0.0.8") as connection:
        variables = {f"{number}": "x" * 20_000 for number in range(2000)}
        answer = await connection.run("leaderboard", env=variables)
        assert answer.exit_status == 0
        assert resident(server.pid) - before < 10_000_000, "40 MB were sent"


async def test_a_client_cannot_choose_a_slow_key_exchange(server: ServerProcess) -> None:
    with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.ConnectionLost)):
        await asyncssh.connect(
            "127.0.0.1",
            server.port,
            known_hosts=None,
            kex_algs=["diffie-hellman-group18-sha512"],
            config=None,
        )


async def test_who_reads_nothing_costs_the_server_nothing(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key(), "127.0.0.8") as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=(200, 100), encoding=None, window=1024
        )
        process.channel.pause_reading()
        await until(lambda: terminal_widths(server) == {200})
        before = resident(server.pid)
        for number in range(100):
            process.change_terminal_size(150 + number % 50, 100)
            process.stdin.write(b"\x1b[B\x1b[A" * 100)
            await asyncio.sleep(0.01)
        assert resident(server.pid) - before < 5_000_000
        async with connected(server, "ada", new_key(), "127.0.0.9") as other:
            assert (await other.run("leaderboard")).exit_status == 0


async def test_sizes_and_terminals_that_make_no_sense(server: ServerProcess) -> None:
    huge = 2**31
    await until(lambda: not children(children(server.pid)[0]))
    async with connected(server, "eve", new_key(), "127.0.0.10") as connection:
        process = await connection.create_process(
            term_type="../../etc/passwd\x1b[31m", term_size=(huge, 0, huge, huge), encoding=None
        )
        assert await process.stdout.read(100)
        assert terminal_widths(server) == {1000}
        (program,) = children(children(server.pid)[0])
        assert os.getpriority(os.PRIO_PROCESS, program) == NICENESS + os.getpriority(
            os.PRIO_PROCESS, server.pid
        )
        process.change_terminal_size(0, huge)
        await until(lambda: terminal_widths(server) == {80})


async def test_the_public_half_of_a_key_opens_no_account(server: ServerProcess) -> None:
    key, own = new_key(), new_key()
    async with connected(server, "zoe", key, "127.0.0.11") as connection:
        assert (await connection.run("leaderboard")).exit_status == 0
    (pair,) = asyncssh.load_keypairs([own])
    pair.public_data = key.public_data  # it is offered, and signed for with another
    async with visiting(server, "zoe", pair, address="127.0.0.11") as visitor:
        await visitor.until("(you)")
        assert "guest" in visitor.text
        assert "zoe" not in visitor.text


def test_only_the_owner_reads_the_folder(server: ServerProcess) -> None:
    paths = [server.folder, *server.folder.iterdir()]
    assert {"host_key", "accounts.db", "games.db", "admin"} <= {path.name for path in paths}
    assert not [path for path in paths if path.stat().st_mode & 0o077]


def test_a_backup_is_the_administrators_alone(
    server: ServerProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the server runs elsewhere
    answer, status = server.ask("backup", "copy.tar.gz")
    assert status == 0, answer
    assert (tmp_path / "copy.tar.gz").stat().st_mode & 0o777 == 0o600
    assert server.ask("backup", "copy.tar.gz")[1] == 1


# --- processes -------------------------------------------------------------------------------------------


async def test_a_program_that_does_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr("ttt_tui.serving.server.KILLING_SECONDS", 0.01)
    inside = Inside(1, "eve", "127.0.0.1", False, tmp_path, print, print, sent.append)
    inside.hang_up(signal.SIGHUP)
    await until(lambda: sent == [signal.SIGHUP, signal.SIGKILL])


@pytest.mark.slow
@pytest.mark.parametrize("which", [signal.SIGTERM, signal.SIGKILL])
async def test_nothing_is_left_of_a_server_that_ends(tmp_path: Path, which: signal.Signals) -> None:
    with ServerProcess(tmp_path / "server") as server:
        async with visiting(server, "somebody"):
            processes = descendants(server.pid)
            assert len(processes) == 2
            os.kill(processes[1], signal.SIGSTOP)
            os.kill(server.pid, which)
            await until(lambda: not any(map(is_running, processes)))
    if which is signal.SIGTERM:
        assert not [*(server.folder / "guests").iterdir()]


async def test_after_the_death_of_the_fork_server_people_come_again(tmp_path: Path) -> None:
    key = new_key()
    with ServerProcess(tmp_path / "server") as server:
        async with visiting(server, "ada", key) as ada:
            (fork_server,) = children(server.pid)
            (program,) = children(fork_server)
            os.kill(fork_server, signal.SIGKILL)
            assert await ada.ended() == 128 + signal.SIGKILL
            assert b"\x1b[?1049l" in ada.latest, "the terminal is given back"
        await until(lambda: not is_running(program))
        async with visiting(server, "ada", key) as ada:
            assert "ada (you)" in ada.text


@pytest.mark.slow
async def test_a_second_server_in_the_folder_leaves_the_first_alone(server: ServerProcess) -> None:
    async with visiting(server, "somebody", address="127.0.0.7"):
        (home,) = (server.folder / "guests").iterdir()
        answer, status = server.ask("--ssh", "127.0.0.1:0")
        assert (answer, status) == (f"ttt-tui: a server runs in {server.folder} already\n", 1)
        assert home.exists()


def test_a_fork_that_fails_is_reported() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    request = forks.VisitRequest(7, "eve", False, "/", {}, [], False, "/")
    with ours, theirs, pytest.MonkeyPatch.context() as patch, open(os.devnull) as file:
        patch.setattr(os, "fork", lambda: (_ for _ in ()).throw(BlockingIOError()))
        socket.send_fds(ours, [json.dumps(asdict(request)).encode()], [file.fileno()])
        before = len(os.listdir("/proc/self/fd"))
        assert forks._take(theirs, 0, {}, lambda request, files: 0)
        assert len(os.listdir("/proc/self/fd")) == before
        assert json.loads(ours.recv(1000)) == {"number": 7, "status": forks.NOT_STARTED}


# --- in the lobby ----------------------------------------------------------------------------------------


async def test_greetings_are_limited(box: Box) -> None:
    eve, ada = await box.enter("eve"), await box.enter("ada")
    refusals = await eve.refusals(*[Greet("ada", 0)] * 30)
    most = PACES["greetings"][1]
    assert refusals == ["too many greetings: wait a while"] * (30 - int(most))
    assert sum(isinstance(answer, Greeted) for answer in await ada.answers()) == most


async def test_challenges_opened_and_withdrawn_are_limited(box: Box) -> None:
    eve, ada = await box.enter("eve"), await box.enter("ada")
    await ada.answers()
    for _ in range(19):
        eve.send(Challenge(*GAME, True, "ADA"), Withdraw())
        await asyncio.sleep(0.01)
    answers = await ada.answers()
    offers = [answer for answer in answers if isinstance(answer, Offered)]
    assert {offer.to for offer in offers} == {"ada"}
    assert len(offers) == PACES["challenges"][1] == sum(isinstance(answer, OfferClosed) for answer in answers)


async def test_who_comes_and_goes_in_the_menu_makes_others_paint_once_a_second(box: Box) -> None:
    eve, ada = await box.enter("eve"), await box.enter("ada")
    await ada.answers()
    eve.send(*[Doing(doing) for doing in DOINGS * 9])
    assert not [answer for answer in await ada.answers() if isinstance(answer, Person)]
    box.lobby.visitors.send_news()
    people = [answer for answer in await ada.answers() if isinstance(answer, Person)]
    assert sorted(person.name for person in people) == ["ada", "eve"]
    assert Person("eve", None, DOINGS[-1], 0) in people


async def test_a_challenge_is_accepted_once(box: Box) -> None:
    eve, ada, bob = [await box.enter(name) for name in ("eve", "ada", "bob")]
    ada.send(Challenge(*GAME, False, ""))
    (offer,) = [answer for answer in await ada.answers() if isinstance(answer, Offered)]
    eve.send(Accept(offer.number), Accept(offer.number))
    assert await bob.refusals(Accept(offer.number)) == ["this challenge is no longer open"]
    answers = await eve.answers()
    assert [type(answer) for answer in answers if isinstance(answer, Seated | Refused)] == [Seated, Refused]
    assert len(box.lobby.games.rooms) == 1


async def test_a_game_that_nobody_enters_is_closed_and_kept(box: Box) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")
    ada.send(Challenge(*GAME, False, ""))
    (offer,) = [answer for answer in await ada.answers() if isinstance(answer, Offered)]
    eve.send(Accept(offer.number))
    await eve.answers()
    assert len(box.lobby.games.rooms) == 1
    ada.close()
    eve.close()
    await until(lambda: not [*box.lobby.visitors])
    assert not box.lobby.games.rooms
    [kept] = box.accounts.kept_games()
    again = await box.enter("ada")
    again.send(Join(kept.number))
    assert any(isinstance(answer, Seated) for answer in await again.answers())


async def test_who_is_muted_cannot_accept(box: Box) -> None:
    eve, ada = await box.enter("eve"), await box.enter("ada")
    ada.send(Mute("eve"), Challenge(*GAME, True, ""))
    (offer,) = [answer for answer in await ada.answers() if isinstance(answer, Offered)]
    assert await eve.refusals(Accept(offer.number)) == ["ada does not play you"]


async def test_codes_cannot_be_guessed_often(box: Box) -> None:
    eve = await box.enter("eve")
    refusals = await eve.refusals(*[AddKey("1234-5678-9012")] * 20)
    assert refusals.count("the code is unknown, used or too old") == PACES["codes"][1]


async def test_a_code_does_not_take_the_only_key_of_somebody_who_has_played(box: Box) -> None:
    eve, ada = await box.enter("eve"), await box.enter("ada")
    assert eve.visitor.account is not None
    assert ada.visitor.account is not None
    rating = StoredRating(1500.0, 100.0, 0.06, 3, "2026-01-01")
    box.accounts.rate("game", "3x3", [(ada.visitor.account, rating), (eve.visitor.account, rating)])
    code = box.accounts.make_code(eve.visitor.account)
    refusals = await ada.refusals(AddKey(code))
    assert refusals == ["your account has played and has no other key: come with a new key"]
    assert box.accounts.of_key("ada") == ada.visitor.account


async def test_names_of_others_stay_theirs(box: Box) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")
    for name in ("Ada", "ada.", "A_DA"):
        refusals = await eve.refusals(Rename(name))
        assert refusals in (
            [f"{name}, or a name that looks like it, is taken"],
            ["too many other names: wait a while"],
        )
    assert await ada.refusals(Rename("adele"), Rename("adele2")) == []
    with pytest.raises(NameRefused):
        box.accounts.rename(eve.visitor.account, "ada")  # type: ignore[arg-type]
    assert box.accounts.enter("another key", "ada").name == "ada-2"
    assert await ada.refusals(Rename("ada"), Rename("anna")) == ["too many other names: wait a while"]


@pytest.mark.parametrize("name", ["adm1n", "Guest-12", "r00t", "Y.o.u", "serverl", "c0mputer7"])
def test_names_that_look_like_somebody_else_are_refused(name: str) -> None:
    if name == "serverl":
        check_account_name(name)
    else:
        with pytest.raises(NameRefused):
            check_account_name(name)


async def test_a_game_has_the_names_of_today(box: Box) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")
    ada.send(Challenge(*GAME, True, "eve"))
    (offer,) = [answer for answer in await eve.answers() if isinstance(answer, Offered)]
    eve.send(Accept(offer.number))
    await eve.answers()
    ada.send(Rename("anna"))
    await asyncio.sleep(0.05)
    box.lobby.visitors.send_news()
    games = [answer for answer in await eve.answers() if isinstance(answer, Running)]
    assert sorted(games[-1].players) == ["anna", "eve"]
    assert games[-1].to_move in games[-1].players


async def test_who_changes_their_name_keeps_games_that_wait_and_challenges(box: Box) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")
    ada.send(Challenge(*GAME, True, "eve"))
    (offer,) = [answer for answer in await eve.answers() if isinstance(answer, Offered)]
    eve.send(Accept(offer.number))
    for caller in (ada, eve):
        await caller.answers()
        caller.close()
    await until(lambda: not [*box.lobby.visitors])
    ada, eve = await box.enter("ada"), await box.enter("eve")
    ada.send(Challenge(*GAME, True, "eve"))
    eve.send(Challenge(*GAME, True, "ada"))
    for caller in (ada, eve):
        await caller.answers()
    ada.send(Rename("anna"))
    for caller in (ada, eve):
        answers = await caller.answers()
        games = [answer for answer in answers if isinstance(answer, Running)]
        assert [sorted(game.players) for game in games] == [["anna", "eve"]]
        offers = [(answer.by, answer.to) for answer in answers if isinstance(answer, Offered)]
        assert offers == [("anna", "eve"), ("eve", "anna")]
    assert await ada.refusals(Accept(3)) == []


async def test_two_accounts_do_not_lift_each_other(box: Box) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")
    assert eve.visitor.account is not None
    assert ada.visitor.account is not None
    rating = StoredRating(1500.0, 100.0, 0.06, 3, "2026-01-01")
    for number in range(MOST_RATED):
        both = [(ada.visitor.account, rating), (eve.visitor.account, rating)]
        box.accounts.rate(str(number), "3x3", both)
    ada.send(Challenge(*GAME, True, ""), Find(*GAME, True))
    (offer,) = [answer for answer in await ada.answers() if isinstance(answer, Offered)]
    (refusal,) = await eve.refusals(Accept(offer.number), Find(*GAME, True))
    assert refusal == "10 rated games a day with the same person count: play unrated"
    box.lobby.pair()
    assert not box.lobby.games.rooms


async def test_a_store_that_fails_ends_no_pairing(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, eve = await box.enter("ada"), await box.enter("eve")

    def full(*arguments: object, **options: object) -> int:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(box.accounts, "keep_game", full)
        ada.send(Find(*GAME, True))
        assert await eve.refusals(Find(*GAME, True)) == ["the disk is full"]
        assert not box.lobby.games.rooms
    ada.send(Find(*GAME, True))
    assert await eve.refusals(Find(*GAME, True)) == []
    assert len(box.lobby.games.rooms) == 1


def test_a_household_with_many_addresses_counts_as_one() -> None:
    admission = Admission(Limits(logins=3, accounts=2))
    for number in range(3):
        admission.connect(f"2001:db8::{number:x}", 0.0)
    for address in ("2001:db8::ffff", "2001:db8:0:0:1::1%eth0"):
        with pytest.raises(VisitRefused):
            admission.connect(address, 0.0)
    admission.connect("2001:db8:0:1::1", 0.0)
    for address in ("::ffff:10.0.0.1", "10.0.0.1"):
        admission.create_account(address, 0.0)
    with pytest.raises(VisitRefused):
        admission.create_account("10.0.0.1", 0.0)
