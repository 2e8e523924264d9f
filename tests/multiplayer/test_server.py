"""The server disconnects guests who break the rules, and the match goes on; limits on traffic and guests."""

import random
import socket
import time
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tests.multiplayer.test_protocol import MESSAGES, mutate
from tests.support.processes import wait_until
from tests.support.terminals import GuestBench, HostBench, begin, goodbye, play, seated, stranger, two, until
from ttt_tui.engine import MatchRules
from ttt_tui.engine.clock import TimeControl
from ttt_tui.multiplayer import connection, limits, sockets
from ttt_tui.multiplayer import server as server_module
from ttt_tui.multiplayer.lag import LONGEST_TRIP, round_trip_of
from ttt_tui.multiplayer.limits import TokenBucket
from ttt_tui.multiplayer.protocol import VERSION, Hello, Place, write
from ttt_tui.multiplayer.server import Connected, Disconnected, Server

pytestmark = pytest.mark.usefixtures("all_may_come_often")

HELLO = write(Hello(VERSION, "Eve", "", watches=False))
OF_VERSION_2 = (
    b'{"say": "hello", "version": 2, "name": "Eve", "seat": "", "watches": false}\n',
    b'{"say": "look", "version": 2}\n',
)
"""The first messages of guests who know the usual rules only."""
WATCHES = write(Hello(VERSION, "Eve", "", watches=True))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"GET / HTTP/1.1\n", "a message is not JSON"),
        (write(Place(1, 0, "a1")), "hello has to come first"),
        (HELLO + HELLO, "hello was sent twice"),
        (
            write(Hello(VERSION + 1, "Eve", "", watches=False)),
            f"protocol version {VERSION + 1} is not supported; use version {VERSION}",
        ),
        *((line, f"protocol version 2 is not supported; use version {VERSION}") for line in OF_VERSION_2),
        (HELLO + b'{"say": "state"}\n', "nobody says that here"),
    ],
)
def test_an_invalid_message_ends_the_connection_with_the_reason(
    said: bytes, reason: str, server: Server
) -> None:
    assert goodbye(stranger(said)) == reason


def test_a_guest_who_says_nothing_is_disconnected(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "HELLO_SECONDS", 0.05)
    assert goodbye(stranger()) == "the guest sent no hello in time"
    assert server.events() == []


@pytest.mark.parametrize("pieces", [[b'{"say"'], [b"{", *[b" "] * 1000]], ids=["stops", "drips"])
def test_a_line_that_does_not_end_ends_the_connection(
    pieces: list[bytes], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LINE_SECONDS", 0.05)
    guest = stranger(HELLO)
    with suppress(OSError):
        for piece in pieces:
            guest.sendall(piece)
            time.sleep(0.01)
    assert goodbye(guest) == ""
    wait_until(lambda: len(server._events) == 2)
    came, left = server.events()
    assert isinstance(came, Connected)
    assert left == Disconnected(came.guest, "a message did not end")


def test_a_line_may_arrive_in_pieces(server: Server) -> None:
    guest = stranger()
    for byte in HELLO:
        guest.sendall(bytes([byte]))
    wait_until(lambda: len(server._events) == 1)


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    "flood",
    [b"x" * 65536, b"\n" * 65536, write(Place(1, 0, "a1")) * 1000, b'{"say": "place", ' * 4096],
    ids=["no end", "blank lines", "moves", "half of it"],
)
def test_a_flood_of_100_megabytes_is_cut_off(flood: bytes, place: Path) -> None:
    host, guest = seated(place)
    play(host, guest, "a1 b1")
    eve, sent = stranger(WATCHES), 0
    with suppress(OSError):  # a broken pipe or a reset, as it comes
        while sent < 100_000_000:
            eve.sendall(flood)
            sent += len(flood)
    assert sent < 5_000_000
    eve.close()
    until(lambda: not host.multiplayer.spectators, host, guest)
    play(host, guest, "a2 b2 a3")


@pytest.mark.slow
def test_a_guest_who_does_not_read_is_cut_off(place: Path) -> None:
    host, guest = seated(place)
    stranger(WATCHES)
    until(lambda: host.multiplayer.spectators, host, guest)
    while host.multiplayer.spectators:
        for _ in range(20):
            host.multiplayer.announce("x" * 300)
        until(lambda: guest.said.count("x" * 300) == host.said.count("x" * 300), host, guest)
        host.hear()
        assert len(host.said) < 10_000
    play(host, guest, "a1 b1")


@pytest.mark.slow
def test_ten_thousand_mutated_messages_do_not_end_the_match(place: Path) -> None:
    """Each connection says hello as it should, then something that is not quite right."""
    rng = random.Random(2)
    host, guest = seated(place)
    play(host, guest, "a1")
    for _ in range(200):
        eve = stranger(WATCHES)
        lines = b""
        for _ in range(50):
            line = bytearray(write(rng.choice(MESSAGES)))
            mutate(rng, line)
            lines += bytes(line)
        with suppress(OSError):
            eve.sendall(lines)
        host.hear()
        guest.hear()
        eve.close()
    until(lambda: not host.multiplayer.spectators, host, guest)
    assert len(host.match.game.moves) == 1
    play(host, guest, "b1 a2 b2 a3")


# --- who is let in ---------------------------------------------------------------------------------------


def test_a_user_who_connects_again_and_again_has_to_wait(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_USER_CONNECTIONS", 3)
    monkeypatch.setattr(limits, "USER_CONNECTIONS", 0.2)
    server = Server(lambda: None)
    guests = [stranger(HELLO) for _ in range(5)]
    wait_until(lambda: len(server._events) == 3)
    for guest in guests[3:]:
        assert goodbye(guest) == ""
    assert [type(event) for event in server.events()] == [Connected] * 3
    server.close("")


def staying(count: int, server: Server) -> int:
    """Let so many connect one after the other, and return how many may stay."""
    found = 0
    for _ in range(count):
        before = len(server._events)
        guest = stranger(HELLO)
        wait_until(lambda b=before, g=guest: len(server._events) > b or select([g], [], [], 0)[0])  # type: ignore[misc]
        if len(server._events) > before:
            found += 1
        else:
            assert goodbye(guest) == "too many guests are connected"
    return found


def test_one_user_cannot_take_all_places(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    users = iter([4242] * 6 + [4243] * 6)
    monkeypatch.setattr(sockets, "user_at", lambda _: next(users))
    assert (staying(6, server), staying(6, server)) == (4, 4)


def test_the_hosts_own_user_may_be_a_class_that_shares_one_login(server: Server) -> None:
    assert staying(66, server) == 64


def test_only_invited_users_are_let_in(place: Path) -> None:
    me = sockets.own_login()
    server = Server(lambda: None, only=["nobody-else"])
    assert goodbye(stranger(HELLO)) == f"this game is invitation-only; {me} is not invited"
    server.close("")
    server = Server(lambda: None, only=[me])
    stranger(HELLO)
    wait_until(lambda: len(server._events) == 1)
    server.close("")


def test_a_guest_who_has_just_connected_is_told_why_the_host_leaves(place: Path) -> None:
    for _ in range(20):
        server = Server(lambda: None)
        guest = stranger(HELLO)
        server.close("Ada has to go")
        assert goodbye(guest) == "Ada has to go"


# --- limits ----------------------------------------------------------------------------------------------


def test_tokens_come_at_a_rate_up_to_the_most_in_stock() -> None:
    bucket = TokenBucket(rate=10.0, most=50.0, now=100.0)
    assert all(bucket.takes(1, 100.0) for _ in range(50))
    assert not bucket.takes(1, 100.0)
    assert not bucket.takes(2.5, 100.2)
    assert bucket.takes(2, 100.2), "what was refused was not used up"
    assert not bucket.takes(51, 1000.0)
    assert [bucket.takes(50, 1000.0), bucket.takes(1, 1000.0)] == [True, False]


def test_a_user_who_is_refused_again_and_again_has_no_debts() -> None:
    bucket = TokenBucket(rate=1.0, most=2.0, now=0.0)
    assert sum(bucket.takes(1, now / 1000) for now in range(1000)) == 2
    assert bucket.takes(1, 1.5)


def test_a_debt_is_paid_before_anything_is_allowed() -> None:
    bucket = TokenBucket(rate=2.0, most=5.0, now=0.0)
    assert bucket.owe(5.0, now=0.0) == 0.0
    assert bucket.owe(3.0, now=0.0) == 1.5
    assert not bucket.takes(1.0, now=1.5)
    assert bucket.takes(1.0, now=2.0)


def test_a_host_measures_how_long_messages_travel(place: Path) -> None:
    host = HostBench(two(rules=MatchRules(clock=TimeControl.parse("5m"))), place / "ada")
    guest = GuestBench(place / "bob")
    begin(host, guest)
    host.place("a1")
    seat = host.multiplayer.seats.seats[1].guest
    assert seat is not None
    until(lambda: seat.round_trips.shortest > 0, host, guest)


def test_the_kernel_knows_the_round_trip_of_tcp_and_of_nothing_else() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        with socket.create_connection(listening.getsockname()) as here, listening.accept()[0] as there:
            here.sendall(b"x")
            there.recv(1)
            assert 0 < round_trip_of(here) < LONGEST_TRIP
        assert round_trip_of(here) == 0.0, "it is closed"
    one, other = socket.socketpair()
    with one, other:
        assert round_trip_of(one) == 0.0
