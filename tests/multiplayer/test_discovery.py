"""Discovery lists what there is, disturbs no host, trusts none, and waits for none."""

import doctest
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from tests.multiplayer.conftest import FullQueue
from tests.support.strategies import setups, some
from tests.support.terminals import PATIENCE, GuestBench, HostBench, begin, goodbye, stranger, two, until
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, LineRule, Player, Rules, Setup
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import from_data, to_data
from ttt_tui.errors import NoAnswer
from ttt_tui.multiplayer import discovery, limits, session, sockets
from ttt_tui.multiplayer.discovery import (
    CLOSED,
    INVALID,
    SILENT,
    DiscoveredGame,
    UnavailableGame,
    _parsed,
    discover_games,
)
from ttt_tui.multiplayer.protocol import (
    FROM_HOSTS,
    VERSION,
    Bye,
    Discover,
    Hello,
    Offer,
    State,
    read,
    write,
)
from ttt_tui.multiplayer.server import GameListing, Server
from ttt_tui.session import layout

OWN = sockets.own_login()

GOOD = Offer(VERSION, 15, 15, 5, "usual", ["O"], ["Ada"])

OF_VERSION_2 = (
    b'{"say": "offer", "version": 2, "columns": 15, "rows": 15, "line": 5, "free": ["O"], "here": ["Ada"]}\n'
)


def test_a_hosted_game_is_listed_with_its_seats_and_players(place: Path) -> None:
    players = Player("Ada", level=HUMAN), Player("open", level=OPEN), Player("open 2", level=OPEN)
    host = HostBench(Setup(Geometry(15, 15, 5), players), place / "ada")

    def found(most: int = 9) -> tuple[str, str]:
        (game,) = discover_games()
        assert (game.host, game.game) == (OWN, "15×15 · five in a row")
        return game.seats, game.people(most)

    assert found() == ("open seats: O, A", "joined: Ada")
    guest = GuestBench(place / "bob")
    until(lambda: guest.multiplayer.setup is not None, host, guest)
    assert found() == ("open seats: A", "joined: Ada and Bob")
    begin(host, guest, GuestBench(place / "eve", "Eve"))
    assert found() == ("no open seats", "joined: Ada, Bob and Eve")
    guest.cut()
    until(lambda: host.multiplayer.seats.away, host)
    assert found(1) == ("open seats: O", "joined: Ada and 1 more"), "it is the same user's seat"
    host.close()
    assert discover_games() == []


def test_a_user_who_looks_is_no_guest_and_costs_the_screen_nothing(
    place: Path, written: Counter[str]
) -> None:
    host = HostBench(two(), place / "ada")
    written.clear()
    for _ in range(5):
        assert goodbye(stranger(write(Discover(VERSION)))) == ""
    assert host.multiplayer.server.events() == []
    assert host.said == []
    assert written.keys() == {"look", "elsewhere offer", "elsewhere bye"}
    assert not host.multiplayer.seats.watchers


def test_a_guest_cannot_look_and_a_game_that_is_not_open_is_not_listed(server: Server) -> None:
    line = stranger(write(Hello(VERSION, "Eve", "", watches=True)) + write(Discover(VERSION)))
    assert goodbye(line) == "hello was sent twice"
    assert goodbye(stranger(write(Discover(VERSION)))) == "the game is not open yet"


def test_a_user_who_is_not_invited_sees_so(place: Path) -> None:
    HostBench(two(), place / "ada", only=["nobody-else"])
    (found,) = discover_games()
    assert str(found) == f"can't be joined: this game is invitation-only; {OWN} is not invited"


def test_a_class_may_look_often_and_not_for_ever(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_USER_CONNECTIONS", 3)
    monkeypatch.setattr(limits, "USER_CONNECTIONS", 1e-9)
    HostBench(two(), place / "ada")
    looks = [discover_games()[0] for _ in range(30)]
    answered = sum(isinstance(look, DiscoveredGame) for look in looks)
    assert 18 < answered < 24, "each is a tenth of a visit"
    assert looks[answered:] == [UnavailableGame(OWN, CLOSED)] * (30 - answered)


# --- hosts who answer something else ---------------------------------------------------------------------


@contextmanager
def hosting(answer: Callable[[socket.socket], object]) -> Iterator[None]:
    """A host that answers as the test wants, once, until that is done or the line is hung up."""
    listening = sockets.listen()

    def serve() -> None:
        connected, _ = listening.accept()
        with connected, suppress(OSError):
            connected.recv(1000)
            answer(connected)

    thread = threading.Thread(target=serve)
    thread.start()
    yield
    thread.join(PATIENCE)
    assert not thread.is_alive()
    listening.close()


def offer(**fields: Any) -> bytes:
    """Return the offer `GOOD` with other fields."""
    return write(replace(GOOD, **fields))


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"", CLOSED),
        (write(Bye("")), CLOSED),
        (write(Bye("nobody says that here")), "the host uses protocol version 1"),
        (write(Bye("here version 2 is spoken, not 3")), "here version 2 is spoken, not 3"),
        (
            offer(version=VERSION + 1),
            f"protocol version {VERSION + 1} is not supported; use version {VERSION}",
        ),
        (OF_VERSION_2, f"protocol version 2 is not supported; use version {VERSION}"),
        (offer(rules="suicide"), "this version does not know the game's rules “suicide”"),
        (
            offer(rules="\x1b[2J," * 60),
            "this version does not know the game's rules “\\x1b[2J,\\x1b[2J,\\x1b[2J,…”",
        ),
        (write(Bye("\x1b[2J away")), "\\x1b[2J away"),
        (b"GET / HTTP/1.1\r\n", "a message is not JSON"),
        (b"x" * 100_000, CLOSED),
        (write(Discover(VERSION)), "nobody says that here"),
        (offer(columns=2**50), INVALID),
        (offer(line=99), INVALID),
        *(
            (offer(rules=rules), "rules of offer is invalid")
            for rules in (7, None, ["misere"], {}, "x" * 301, "misere," * 9000)
        ),
        (offer(free=["O\x07"]), INVALID),
        (offer(free=["O"] * 16), INVALID),
        (offer(here=["\x1b[31mAda"]), INVALID),
        (offer(here=["x" * 25]), INVALID),
    ],
)
def test_an_invalid_answer_is_listed_with_the_reason(said: bytes, reason: str, place: Path) -> None:
    with hosting(lambda connected: connected.sendall(said)):
        assert discover_games() == [UnavailableGame(OWN, reason)]


def test_an_offer_is_taken_as_it_was_made(place: Path) -> None:
    with hosting(lambda connected: connected.sendall(write(GOOD))):
        assert discover_games() == [DiscoveredGame(OWN, Geometry(15, 15, 5), ("O",), ("Ada",))]


def test_a_game_with_unusual_rules_is_listed_with_them(place: Path) -> None:
    setup = Setup(Geometry(7, 6, 4, Rules(LineRule.EXACTLY, misere=True)), two().players)
    HostBench(setup, place / "ada")
    (found,) = discover_games()
    assert isinstance(found, DiscoveredGame)
    assert (found.geometry, found.game) == (setup.geometry, "7×6 · exactly four in a row loses")


@pytest.mark.slow
@some
@given(setups())
def test_any_board_with_any_rules_comes_over_the_wire(setup: Setup) -> None:
    offer = GameListing(setup.geometry, ("Ada",), (("O", None),)).offer_to(1)
    assert _parsed("ada", write(offer)) == DiscoveredGame("ada", setup.geometry, ("O",), ("Ada",))
    state = State(1, "", to_data(Record(Game(setup))), [], True, 0)
    assert from_data(read(write(state), FROM_HOSTS).record).game.setup == setup


def test_a_host_that_answers_slowly_is_not_waited_for(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def drip(connected: socket.socket) -> None:
        while True:
            time.sleep(0.01)
            connected.sendall(b" ")

    monkeypatch.setattr(discovery, "ANSWER_SECONDS", 0.1)
    with hosting(drip):
        assert discover_games() == [UnavailableGame(OWN, SILENT)]


def test_a_host_with_a_full_queue_is_listed(full_queue: FullQueue) -> None:
    with pytest.raises(NoAnswer, match=f"user {OWN} does not answer"):
        sockets.connect(os.geteuid())
    assert discover_games() == [UnavailableGame(OWN, SILENT)]


# --- many hosts ------------------------------------------------------------------------------------------


def test_all_are_asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty hosts answer only when all of them have been asked, and one more never does."""
    ends = {user: socket.socketpair() for user in range(40)}
    monkeypatch.setattr(sockets, "hosting_users", lambda: [*ends])
    monkeypatch.setattr(sockets, "login_of", lambda user: f"user{user:02}")
    monkeypatch.setattr(sockets, "connect", lambda user: ends[user][0])
    monkeypatch.setattr(discovery, "ANSWER_SECONDS", 2.0)
    *hosts, silent = [there for _, there in ends.values()]

    def answer() -> None:
        for host in (*hosts, silent):
            host.settimeout(PATIENCE)
            assert host.recv(1000) == write(Discover(VERSION))
        for host in hosts:
            host.sendall(write(GOOD))

    thread = threading.Thread(target=answer)
    thread.start()
    found = discover_games()
    thread.join(PATIENCE)
    assert [one.host for one in found] == [f"user{user:02}" for user in range(40)]
    assert all(isinstance(one, DiscoveredGame) for one in found[:39])
    assert found[39:] == [UnavailableGame("user39", SILENT)]
    for host in (*hosts, silent):
        host.close()


def test_no_more_are_asked_at_once_than_there_may_be_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "MOST_AT_ONCE", 3)
    monkeypatch.setattr(discovery, "ANSWER_SECONDS", 0.05)
    ends: list[socket.socket] = []

    def connect(user: int) -> socket.socket:
        here, there = socket.socketpair()
        ends.append(there)
        return here

    monkeypatch.setattr(sockets, "hosting_users", lambda: range(10))
    monkeypatch.setattr(sockets, "connect", connect)
    begun = time.monotonic()
    found = discover_games()
    assert [str(one) for one in found] == [f"can't be joined: {SILENT}"] * 10
    assert time.monotonic() - begun >= 4 * 0.05, "four times three at once"
    for end in ends:
        end.close()


def test_the_examples_are_true() -> None:
    assert doctest.testmod(session).failed == doctest.testmod(layout).failed == 0
