"""What other users of the machine cannot do to a host and its guests: shut them out, hide or double games."""

import os
import shutil
import signal
import socket
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.multiplayer.conftest import FullQueue
from tests.support.processes import become
from tests.support.terminals import PATIENCE, GuestBench, HostBench, two, until
from ttt_tui.errors import ConnectionUnavailable
from ttt_tui.multiplayer import door as door_module
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.discovery import discover_games
from ttt_tui.multiplayer.server import Server

OTHER = "nobody"
OWN = sockets.own_login()
SELF = os.geteuid()

only_root = pytest.mark.skipif(SELF != 0, reason="only root can become another user")


@pytest.fixture
def host(place: Path) -> HostBench:
    return HostBench(two(), place / "ada")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a host check its socket often, and try again soon if that is blocked."""
    monkeypatch.setattr(door_module, "CHECK_SECONDS", 0.02)
    monkeypatch.setattr(door_module, "BLOCKED_SECONDS", 0.2)


@contextmanager
def another_user(do: Callable[[], object]) -> Iterator[None]:
    """Let another user do something again and again, in a process of its own."""
    child = os.fork()
    if not child:
        with suppress(BaseException):
            become(OTHER)
            while True:
                do()
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def found_hosts() -> list[tuple[str, str]]:
    """The hosts, and why they cannot be joined, "" if they can."""
    return [(found.host, getattr(found, "reason", "")) for found in discover_games()]


def seen(*hosts: tuple[str, str]) -> bool:
    """Wait until these are found; return whether they are."""
    end = time.monotonic() + PATIENCE
    while (found := found_hosts()) != [*hosts] and time.monotonic() < end:
        time.sleep(0.02)
    return found == [*hosts]


def modes() -> list[int]:
    """The modes of this user's directory and socket."""
    address = sockets.own_address()
    return [stat.S_IMODE(path.stat().st_mode) for path in (address.parent, address)]


# --- users who connect again and again -------------------------------------------------------------------


@pytest.mark.sample(every=2)
@only_root
@pytest.mark.parametrize("holds", [True, False], ids=["and stays", "and goes"])
def test_one_user_who_connects_without_end_shuts_nobody_out(
    holds: bool, host: HostBench, place: Path
) -> None:
    place.chmod(0o755)
    address = str(sockets.address_of(SELF))
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
        until(lambda: guest.multiplayer.setup is not None, host, guest)


def test_a_host_with_a_full_queue_is_asked_again(full_queue: FullQueue, place: Path) -> None:
    bob = GuestBench(place / "bob")
    bob.hear()
    assert bob.multiplayer.end_reason is None
    for knocking in full_queue.waiting:
        knocking.close()
    listening = full_queue.listening
    listening.settimeout(PATIENCE)
    for _ in full_queue.waiting[:-1]:
        listening.accept()[0].close()
    accepted, _ = listening.accept()
    accepted.settimeout(PATIENCE)
    assert b'"hello"' in accepted.recv(1000)
    accepted.close()
    until(lambda: bob.multiplayer.end_reason is not None, bob)


def test_a_guest_who_leaves_while_the_queue_is_full_leaves_at_once(
    full_queue: FullQueue, place: Path
) -> None:
    bob = GuestBench(place / "bob")
    began = time.monotonic()
    bob.close()
    assert time.monotonic() - began < 2.0


# --- the socket of a host --------------------------------------------------------------------------------


def test_only_its_owner_can_change_the_directory(host: HostBench) -> None:
    assert modes() == [0o711, 0o666]
    assert found_hosts() == [(OWN, "")]


def test_a_directory_with_other_rights_is_corrected(place: Path) -> None:
    directory = sockets.directory_of(SELF)
    directory.mkdir()
    directory.chmod(0o777)
    server = Server(lambda: None)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o711
    server.close("")
    assert list(directory.iterdir()) == []
    assert found_hosts() == []


def test_no_link_is_followed(place: Path) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    sockets.directory_of(SELF).symlink_to(elsewhere)
    for use in (lambda: Server(lambda: None), lambda: sockets.address_of(SELF)):
        with pytest.raises(ConnectionUnavailable, match="is not a directory"):
            use()
    assert list(elsewhere.iterdir()) == []


def test_a_file_in_the_place_of_the_socket_is_no_host(place: Path) -> None:
    sockets.directory_of(SELF).mkdir(0o711)
    sockets.own_address().write_text("")
    with pytest.raises(ConnectionUnavailable, match="is not a socket of"):
        sockets.address_of(SELF)
    assert found_hosts() == []


@only_root
def test_what_belongs_to_another_user_is_not_trusted(place: Path) -> None:
    directory = sockets.directory_of(SELF)
    directory.mkdir(0o711)
    os.chown(directory, 12345, 12345)
    with pytest.raises(ConnectionUnavailable, match=r"belongs to user 12345, not to user"):
        Server(lambda: None)
    sockets.directory_of(12345).mkdir(0o711)
    with pytest.raises(ConnectionUnavailable, match=r"belongs to user .*, not to user 12345"):
        sockets.address_of(12345)


@pytest.mark.parametrize("first", ["host", "full_queue"])
def test_a_second_host_of_the_same_user_is_refused(first: str, request: pytest.FixtureRequest) -> None:
    request.getfixturevalue(first)
    with pytest.raises(ConnectionUnavailable, match="you are already hosting a game"):
        Server(lambda: None)
    assert [host for host, _ in found_hosts()] == [OWN]


def test_the_socket_of_a_dead_host_is_replaced(place: Path) -> None:
    sockets.directory_of(SELF).mkdir(0o711)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left:
        left.bind(str(sockets.own_address()))
    assert found_hosts() == []
    server = Server(lambda: None)
    assert [host for host, _ in found_hosts()] == [OWN]
    server.close("")


def test_a_user_who_hosts_nothing_and_one_who_does_not_exist(place: Path) -> None:
    with pytest.raises(ConnectionUnavailable, match="is not hosting a game"):
        sockets.address_of(SELF)
    reason = "no user of this machine has the login name no-such-user; see `ttt-tui --join` for hosted games"
    with pytest.raises(ConnectionUnavailable, match=reason):
        sockets.user_of("no-such-user")


def test_a_host_that_leaves_does_not_remove_its_successors_socket(place: Path) -> None:
    before = Server(lambda: None)
    sockets.address_of(SELF).unlink()
    successor = HostBench(two(), place / "ada")
    before.close("")
    assert found_hosts() == [(OWN, "")]
    successor.close()
    assert found_hosts() == []


def test_a_host_that_leaves_does_not_remove_another_file(place: Path) -> None:
    server = Server(lambda: None)
    address = sockets.address_of(SELF)
    address.unlink()
    address.write_text("kept")
    server.close("")
    assert address.read_text() == "kept"


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("what", ["socket", "directory"])
def test_a_host_whose_socket_was_removed_can_be_found_again(what: str, host: HostBench, place: Path) -> None:
    bob = GuestBench(place / "bob")
    until(lambda: bob.multiplayer.setup is not None, host, bob)
    address = sockets.address_of(SELF)
    if what == "socket":
        address.unlink()
    else:
        shutil.rmtree(address.parent)
    assert seen((OWN, ""))
    eve = GuestBench(place / "eve", watches=True)
    until(lambda: eve.multiplayer.setup is not None, host, bob, eve)
    host.begin()
    host.place("a1")
    until(lambda: all(len(guest.match.game.moves) == 1 for guest in (bob, eve)), host, bob, eve)


@pytest.mark.usefixtures("at_once")
def test_a_host_that_was_replaced_says_so_until_the_other_has_gone(host: HostBench, place: Path) -> None:
    sockets.address_of(SELF).unlink()
    try:
        successor = HostBench(two(), place / "eve")
    except ConnectionUnavailable:
        pytest.skip("the first was quicker")  # it checks every 20 ms
    until(lambda: "Players can't join now: you are already hosting a game" in host.said, host)
    successor.close()
    until(lambda: host.said[-1] == "Players can join again", host)
    assert seen((OWN, ""))


@pytest.mark.usefixtures("at_once")
def test_a_link_in_the_place_of_the_directory_is_noticed(host: HostBench, place: Path) -> None:
    directory = sockets.address_of(SELF).parent
    directory.rename(place / "moved")
    directory.symlink_to(place / "moved")
    until(lambda: f"Players can't join now: {directory} is not a directory" in host.said, host)
    directory.unlink()
    until(lambda: host.said[-1] == "Players can join again", host)
    assert seen((OWN, ""))


@pytest.mark.usefixtures("at_once")
def test_a_socket_that_was_closed_to_others_is_opened_again(host: HostBench) -> None:
    address = sockets.own_address()
    address.chmod(0o600)
    address.parent.chmod(0o700)
    until(lambda: modes() == [0o711, 0o666], host)


# --- directories that look like those of hosts -----------------------------------------------------------


def test_a_host_is_listed_once_whatever_directories_there_are(
    host: HostBench, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = str(SELF)
    arabic = "".join(chr(0x660 + int(digit)) for digit in user)
    for name in (f"00{user}", f"0{user}", f"+{user}", f" {user}", f"{user} ", arabic, "x", "", "9" * 50):
        (place / f"{sockets.DIRECTORY}{name}").mkdir()
    assert sockets.hosting_users() == [SELF]
    monkeypatch.setattr(sockets, "MOST_DIRECTORIES", 2)  # decoys do not count
    assert found_hosts() == [(OWN, "")]


@only_root
def test_directories_of_other_users_are_not_looked_at(host: HostBench, place: Path) -> None:
    (place / f"{sockets.DIRECTORY}12345").mkdir()
    (place / f"{sockets.DIRECTORY}12346").symlink_to(place / f"{sockets.DIRECTORY}{SELF}")
    theirs = place / f"{sockets.DIRECTORY}12347"
    theirs.mkdir()
    os.chown(theirs, 12347, 12347)
    assert sorted(sockets.hosting_users()) == [SELF, 12347]
