"""What other users of the machine cannot do to a host and its guests: shut them out, hide or double games."""

import os
import pwd
import shutil
import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.terminals import PATIENCE, GuestBench, HostBench, two, until
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import door as door_module
from ttt_tui.multiplayer import meeting
from ttt_tui.multiplayer.door import Server
from ttt_tui.multiplayer.looking import discover_games

OTHER = "nobody"
OWN = meeting.own_name()

only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


@pytest.fixture
def host(place: Path) -> Iterator[HostBench]:
    host = HostBench(two(), place / "ada")
    yield host
    host.close()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a host look often whether it can be found, and try again soon if it cannot."""
    monkeypatch.setattr(door_module, "WATCH_SECONDS", 0.02)
    monkeypatch.setattr(door_module, "BLOCKED_SECONDS", 0.2)


@contextmanager
def another_user(do: Callable[[], object]) -> Iterator[None]:
    """Let another user do something again and again, in a process of its own."""
    child = os.fork()
    if not child:
        with suppress(BaseException):
            user = pwd.getpwnam(OTHER)
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            while True:
                do()
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def found_hosts() -> list[tuple[str, str]]:
    """Who hosts, and why they cannot be joined, nothing if they can."""
    return [(found.host, found.why_not) for found in discover_games()]


def seen(*hosts: tuple[str, str]) -> bool:
    """Wait until these are found; return whether they are."""
    end = time.monotonic() + PATIENCE
    while (found := found_hosts()) != [*hosts] and time.monotonic() < end:
        time.sleep(0.02)
    return found == [*hosts]


# --- who knocks again and again --------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@only_root
@pytest.mark.parametrize("holds", [True, False], ids=["and stays", "and goes"])
def test_one_user_who_connects_without_end_shuts_nobody_out(
    holds: bool, host: HostBench, place: Path
) -> None:
    place.chmod(0o755)
    address = str(meeting.address_of(os.geteuid()))
    held: list[socket.socket] = []

    def knock() -> None:
        knocking = socket.socket(socket.AF_UNIX)
        knocking.setblocking(False)
        try:
            knocking.connect(address)
        except OSError:
            knocking.close()
            return
        if holds and len(held) < 800:
            held.append(knocking)
        else:
            knocking.close()

    with another_user(knock):
        time.sleep(0.5)
        assert found_hosts() == [(OWN, "")]
        guest = GuestBench(place / "bob")
        until(lambda: guest.following.match is not None, host, guest)
    guest.close()


def test_a_host_at_whose_door_many_wait_is_asked_again(place: Path) -> None:
    """Nobody is let in at first, and the queue is full: both who looks and who joins try again."""
    listening = meeting.listen()
    listening.listen(0)
    waiting: list[socket.socket] = []
    with suppress(BlockingIOError):
        while True:
            waiting.append(socket.socket(socket.AF_UNIX))
            waiting[-1].setblocking(False)
            waiting[-1].connect(str(meeting.address_of(os.geteuid())))
    bob = GuestBench(place / "bob")
    bob.hear()
    assert bob.following.ended is None
    for knocking in waiting:
        knocking.close()
    listening.settimeout(PATIENCE)
    for _ in waiting[:-1]:  # all but the one who was not let into the queue
        listening.accept()[0].close()
    line, _ = listening.accept()
    line.settimeout(PATIENCE)
    assert b'"hello"' in line.recv(1000)
    line.close()
    until(lambda: bob.following.ended is not None, bob)
    bob.close()
    listening.close()


def test_who_leaves_while_the_door_is_full_leaves_at_once(place: Path) -> None:
    listening = meeting.listen()
    listening.listen(0)
    waiting: list[socket.socket] = []
    with suppress(BlockingIOError):
        while True:
            waiting.append(socket.socket(socket.AF_UNIX))
            waiting[-1].setblocking(False)
            waiting[-1].connect(str(meeting.address_of(os.geteuid())))
    bob = GuestBench(place / "bob")
    began = time.monotonic()
    bob.close()
    assert time.monotonic() - began < 2.0
    for knocking in (*waiting, listening):
        knocking.close()


def test_a_host_at_whose_door_many_wait_is_not_taken_for_a_dead_one(place: Path) -> None:
    listening = meeting.listen()
    listening.listen(0)
    waiting: list[socket.socket] = []
    with suppress(BlockingIOError):
        while True:
            waiting.append(socket.socket(socket.AF_UNIX))
            waiting[-1].setblocking(False)
            waiting[-1].connect(str(meeting.address_of(os.geteuid())))
    with pytest.raises(ConnectionUnavailable, match="you are already hosting a game"):
        Server(lambda: None)
    for knocking in (*waiting, listening):
        knocking.close()


# --- the socket of a host --------------------------------------------------------------------------------


def test_a_host_who_leaves_takes_no_other_socket_away(place: Path) -> None:
    before = Server(lambda: None)
    meeting.address_of(os.geteuid()).unlink()
    successor = HostBench(two(), place / "ada")
    before.close("")
    assert found_hosts() == [(OWN, "")]
    successor.close()
    assert found_hosts() == []


def test_a_host_who_leaves_takes_no_file_away_that_is_not_theirs(place: Path) -> None:
    door = Server(lambda: None)
    address = meeting.address_of(os.geteuid())
    address.unlink()
    address.write_text("kept")
    door.close("")
    assert address.read_text() == "kept"


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("what", ["socket", "directory"])
def test_a_host_whose_socket_was_removed_can_be_found_again(what: str, host: HostBench, place: Path) -> None:
    address = meeting.address_of(os.geteuid())
    if what == "socket":
        address.unlink()
    else:
        shutil.rmtree(address.parent)
    assert seen((OWN, ""))
    guest = GuestBench(place / "bob")
    until(lambda: guest.following.match is not None, host, guest)
    guest.close()


@pytest.mark.usefixtures("at_once")
def test_guests_stay_when_the_socket_is_removed(host: HostBench, place: Path) -> None:
    guest = GuestBench(place / "bob")
    until(lambda: guest.following.match is not None, host, guest)
    meeting.address_of(os.geteuid()).unlink()
    assert seen((OWN, ""))
    host.begin()
    host.place("a1")
    until(lambda: guest.following.match is not None and len(guest.match.game.moves) == 1, host, guest)
    guest.close()


@pytest.mark.usefixtures("at_once")
def test_a_host_in_whose_place_another_is_says_so_until_it_has_gone(host: HostBench, place: Path) -> None:
    meeting.address_of(os.geteuid()).unlink()
    try:
        successor = HostBench(two(), place / "eve")
    except ConnectionUnavailable:
        pytest.skip("the first was quicker")  # it looks every 20 ms
    until(lambda: "Players can't join now: you are already hosting a game" in host.said, host)
    successor.close()
    until(lambda: host.said[-1] == "Players can join again", host)
    assert seen((OWN, ""))


@pytest.mark.usefixtures("at_once")
def test_a_link_in_the_place_of_the_directory_is_noticed(host: HostBench, place: Path) -> None:
    directory = meeting.address_of(os.geteuid()).parent
    directory.rename(place / "moved")
    directory.symlink_to(place / "moved")
    until(lambda: f"Players can't join now: {directory} is not a directory" in host.said, host)
    directory.unlink()
    until(lambda: host.said[-1] == "Players can join again", host)
    assert seen((OWN, ""))


@pytest.mark.usefixtures("at_once")
def test_a_socket_that_was_closed_to_others_is_opened_again(host: HostBench, place: Path) -> None:
    address = meeting.address_of(os.geteuid())

    def modes() -> list[int]:
        return [stat.S_IMODE(path.stat().st_mode) for path in (address.parent, address)]

    open_to_others = modes()
    address.chmod(0o600)
    address.parent.chmod(0o700)
    until(lambda: modes() == open_to_others, host)


# --- directories that look like those of hosts -----------------------------------------------------------


def test_a_host_is_listed_once_whatever_directories_there_are(host: HostBench, place: Path) -> None:
    user = str(os.geteuid())
    arabic = "".join(chr(0x660 + int(digit)) for digit in user)
    for name in (f"00{user}", f"0{user}", f"+{user}", f" {user}", f"{user} ", arabic, "x", "", "9" * 50):
        (place / f"{meeting.DIRECTORY}{name}").mkdir()
    assert meeting.places() == [os.geteuid()]
    assert found_hosts() == [(OWN, "")]


@only_root
def test_what_belongs_to_somebody_else_is_not_looked_at(host: HostBench, place: Path) -> None:
    (place / f"{meeting.DIRECTORY}12345").mkdir()
    (place / f"{meeting.DIRECTORY}12346").symlink_to(place / f"{meeting.DIRECTORY}{os.geteuid()}")
    theirs = place / f"{meeting.DIRECTORY}12347"
    theirs.mkdir()
    os.chown(theirs, 12347, 12347)
    assert sorted(meeting.places()) == [os.geteuid(), 12347]


def test_many_decoys_do_not_hide_a_host(
    host: HostBench, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "MOST_DIRECTORIES", 2)
    for number in range(20):
        (place / f"{meeting.DIRECTORY}0{number:05}").mkdir()
    assert found_hosts() == [(OWN, "")]
