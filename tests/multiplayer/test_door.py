"""Who is let in, and what becomes of those who do not behave: they go, the match does not."""

import os
import random
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tests.multiplayer.test_messages import MESSAGES, mutate
from tests.support.terminals import PATIENCE, GuestBench, goodbye, play, seated, stranger, until
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import crowd, meeting, wire
from ttt_tui.multiplayer import door as door_module
from ttt_tui.multiplayer.door import Connected, Server
from ttt_tui.multiplayer.looking import discover_games
from ttt_tui.multiplayer.messages import VERSION, Hello, Place, write
from ttt_tui.multiplayer.wire import TokenBucket

pytestmark = pytest.mark.usefixtures("all_may_come_often")

HELLO = write(Hello(VERSION, "Eve", "", watches=False))


@pytest.fixture
def door(place: Path) -> Iterator[Server]:
    door = Server(lambda: None)
    yield door
    door.close("")


def wait(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


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
        (HELLO + b'{"say": "state"}\n', "nobody says that here"),
    ],
)
def test_who_says_something_else_is_shown_out_with_a_reason(said: bytes, reason: str, door: Server) -> None:
    connected = stranger()
    connected.sendall(said)
    assert goodbye(connected) == reason


def test_who_says_nothing_is_shown_out(door: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door_module, "HELLO_SECONDS", 0.05)
    assert goodbye(stranger()) == "the guest sent no hello in time"
    assert door.events() == []


def test_a_line_without_an_end_ends_the_connection(door: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "UNFINISHED_SECONDS", 0.05)
    connected = stranger()
    connected.sendall(HELLO + b'{"say"')
    assert goodbye(connected) == ""
    wait(lambda: len(door._events) == 2)
    came, left = door.events()
    assert left == door_module.Disconnected(came.guest, "a message did not end")


def test_a_line_that_is_finished_in_time_may_come_in_pieces(door: Server) -> None:
    connected = stranger()
    for byte in HELLO:
        connected.sendall(bytes([byte]))
    wait(lambda: len(door._events) == 1)
    connected.close()


@pytest.mark.parametrize(
    "flood",
    [b"x" * 65536, b"\n" * 65536, write(Place(1, 0, "a1")) * 1000, b'{"say": "place", ' * 4096],
    ids=["no end", "blank lines", "moves", "half of it"],
)
def test_a_flood_of_100_megabytes_is_cut_off(flood: bytes, place: Path) -> None:
    host, guest = seated(place)
    play(host, guest, "a1 b1")
    connected, sent = stranger(), 0
    connected.sendall(write(Hello(VERSION, "Eve", "", watches=True)))
    with suppress(OSError):  # a broken pipe or a reset, as it comes
        while sent < 100_000_000:
            connected.sendall(flood)
            sent += len(flood)
    assert sent < 5_000_000
    connected.close()
    until(lambda: not host.hosting.table.watchers, host, guest)
    play(host, guest, "a2 b2 a3")
    guest.close()
    host.close()


def test_who_does_not_read_is_cut_off(place: Path) -> None:
    host, guest = seated(place)
    connected = stranger()
    connected.sendall(write(Hello(VERSION, "Eve", "", watches=True)))
    until(lambda: host.hosting.table.watchers, host, guest)
    while host.hosting.table.watchers:
        for _ in range(20):
            host.hosting.announce("x" * 300)
        until(lambda: guest.said.count("x" * 300) == host.said.count("x" * 300), host, guest)
        host.hear()
    assert len(host.said) < 10_000
    connected.close()
    play(host, guest, "a1 b1")
    guest.close()
    host.close()


def test_ten_thousand_mutated_messages_do_not_end_the_match(place: Path) -> None:
    """Each connection says hello as it should, then something that is not quite right."""
    rng = random.Random(2)
    host, guest = seated(place)
    play(host, guest, "a1")
    for _ in range(200):
        connected = stranger()
        connected.sendall(write(Hello(VERSION, "Eve", "", watches=True)))
        lines = b""
        for _ in range(50):
            line = bytearray(write(rng.choice(MESSAGES)))
            mutate(rng, line)
            lines += bytes(line)
        with suppress(OSError):
            connected.sendall(lines)
        host.hear()
        guest.hear()
        connected.close()
    until(lambda: not host.hosting.table.watchers, host, guest)
    assert len(host.match.game.moves) == 1
    play(host, guest, "b1 a2 b2 a3")
    guest.close()
    host.close()


def test_who_comes_again_and_again_has_to_wait(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "MOST_VISITS", 3)
    monkeypatch.setattr(crowd, "VISITS", 0.2)
    door = Server(lambda: None)
    lines = [stranger(HELLO) for _ in range(5)]
    wait(lambda: len(door._events) == 3)
    for line in lines[3:]:
        assert goodbye(line) == ""
    assert [type(event) for event in door.events()] == [Connected] * 3
    for line in lines[:3]:
        line.close()
    door.close("")


def come_and_say_hello(count: int, door: Server) -> list[socket.socket]:
    """Let so many come one after the other, and return those who may stay."""
    staying = []
    for _ in range(count):
        came = len(door._events)
        line = stranger(HELLO)
        wait(lambda came=came, line=line: len(door._events) > came or select([line], [], [], 0)[0])  # type: ignore[misc]
        if len(door._events) > came:
            staying.append(line)
        else:
            assert goodbye(line) == "too many guests are connected"
    return staying


def test_one_user_cannot_fill_the_house(door: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    users = iter([4242] * 12 + [4243] * 12)  # the door asks twice for each who comes
    monkeypatch.setattr(meeting, "user_at", lambda _: next(users))
    staying = come_and_say_hello(6, door)
    assert len(staying) == 4
    staying += come_and_say_hello(6, door)
    assert len(staying) == 8
    for line in staying:
        line.close()


def test_the_hosts_own_user_may_be_a_class_that_shares_one_login(door: Server) -> None:
    staying = come_and_say_hello(66, door)
    assert len(staying) == 64
    for line in staying:
        line.close()


def test_only_those_who_are_wanted_are_let_in(place: Path) -> None:
    me = meeting.name_of(os.geteuid())
    door = Server(lambda: None, only=["nobody-else"])
    bob = stranger()
    bob.sendall(HELLO)
    assert goodbye(bob) == f"this game is invitation-only; {me} is not invited"
    door.close("")
    door = Server(lambda: None, only=[me])
    connected = stranger()
    connected.sendall(HELLO)
    wait(lambda: len(door._events) == 1)
    connected.close()
    door.close("")


def test_a_seat_belongs_to_who_took_it(place: Path) -> None:
    host, guest = seated(place)
    late = GuestBench(place / "eve", "Eve", seat="X")
    until(lambda: late.following.ended is not None, host, guest, late)
    assert late.following.ended == "no open seat X"
    for one in (late, guest, host):
        one.close()


# --- the place -------------------------------------------------------------------------------------------


def test_the_place_is_made_so_that_only_its_owner_can_change_it(door: Server) -> None:
    directory = meeting.directory_of(os.geteuid())
    assert stat.S_IMODE(directory.stat().st_mode) == 0o711
    assert stat.S_IMODE((directory / meeting.NAME).stat().st_mode) == 0o666
    assert [found.host for found in discover_games()] == [meeting.own_name()]


def test_a_place_with_other_rights_is_put_right(place: Path) -> None:
    directory = meeting.directory_of(os.geteuid())
    directory.mkdir()
    directory.chmod(0o777)
    door = Server(lambda: None)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o711
    door.close("")
    assert list(directory.iterdir()) == []
    assert discover_games() == []


def test_no_link_is_followed(place: Path) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    directory = meeting.directory_of(os.geteuid())
    directory.symlink_to(elsewhere)
    with pytest.raises(ConnectionUnavailable, match="is not a directory"):
        Server(lambda: None)
    with pytest.raises(ConnectionUnavailable, match="is not a directory"):
        meeting.address_of(os.geteuid())
    assert list(elsewhere.iterdir()) == []


def test_a_file_in_the_place_of_the_socket_is_no_meeting(place: Path) -> None:
    directory = meeting.directory_of(os.geteuid())
    directory.mkdir(0o711)
    (directory / meeting.NAME).write_text("")
    with pytest.raises(ConnectionUnavailable, match="is not a socket of"):
        meeting.address_of(os.geteuid())
    assert discover_games() == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to others")
def test_what_belongs_to_somebody_else_is_not_believed(place: Path) -> None:
    directory = meeting.directory_of(os.geteuid())
    directory.mkdir(0o711)
    os.chown(directory, 12345, 12345)
    with pytest.raises(ConnectionUnavailable, match=r"belongs to user 12345, not to user"):
        Server(lambda: None)
    other = meeting.directory_of(12345)
    other.mkdir(0o711)
    with pytest.raises(ConnectionUnavailable, match=r"belongs to user .*, not to user 12345"):
        meeting.address_of(12345)


def test_a_second_host_of_the_same_user_is_refused_and_what_a_dead_one_left_is_not(
    door: Server, place: Path
) -> None:
    with pytest.raises(ConnectionUnavailable, match="you are already hosting a game"):
        Server(lambda: None)
    assert [found.host for found in discover_games()] == [meeting.own_name()]


def test_what_a_dead_host_left_is_taken_over(place: Path) -> None:
    directory = meeting.directory_of(os.geteuid())
    directory.mkdir(0o711)
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(directory / meeting.NAME))
    left.close()
    assert discover_games() == []
    door = Server(lambda: None)
    assert [found.host for found in discover_games()] == [meeting.own_name()]
    door.close("")


def test_a_user_who_hosts_nothing_and_one_who_is_not_there(place: Path) -> None:
    with pytest.raises(ConnectionUnavailable, match="is not hosting a game"):
        meeting.address_of(os.geteuid())
    with pytest.raises(
        ConnectionUnavailable,
        match="no user of this machine has the login name nobody-of-this-name;"
        " see `ttt-tui --join` for hosted games",
    ):
        meeting.number_of("nobody-of-this-name")


# --- how much --------------------------------------------------------------------------------------------


def test_an_allowance_is_a_rate_with_some_in_stock() -> None:
    allowance = TokenBucket(10.0, 50.0, now=100.0)
    assert all(allowance.takes(1, 100.0) for _ in range(50))
    assert not allowance.takes(1, 100.0)
    assert allowance.takes(1, 100.2)
    assert not allowance.takes(51, 1000.0)


def test_who_is_refused_again_and_again_has_no_debts() -> None:
    allowance = TokenBucket(1.0, 2.0, now=0.0)
    assert sum(allowance.takes(1, now / 1000) for now in range(1000)) == 2
    assert allowance.takes(1, 1.5)
