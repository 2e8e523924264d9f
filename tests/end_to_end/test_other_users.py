"""Two users of one machine: what the other one can do, and what not. Only root can be both."""

import os
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.machine import HOSTS, OTHER, OWN, ROOT, Machine
from tests.support.processes import become
from tests.support.reading import TWO_PEOPLE, agree, board, moves
from tests.support.terminal import CTRL_Q, PROGRAM, environment
from ttt_tui.multiplayer import local_server, sockets
from ttt_tui.multiplayer.lobby import Lobby, visit_server
from ttt_tui.multiplayer.protocol import FROM_HOSTS, VERSION, Hello, Place, Refusal, State, read, write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user"),
    pytest.mark.skipif(
        OTHER not in {user.pw_name for user in pwd.getpwall()}, reason="there is no such user"
    ),
]


ROOT_USER = 0
"""The number of the user who runs these tests."""


def as_other(do: Callable[[], object]) -> str:
    """Do something as the other user, in a process of its own, and return what comes of it."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        said = "it did not end"
        try:
            become(OTHER)
            said = str(do())
        except BaseException as error:
            said = type(error).__name__
        finally:
            try:
                os.write(writer, said.encode())
            finally:  # whatever happens, nobody goes on here to run these tests a second time
                os.kill(os.getpid(), signal.SIGKILL)
    os.close(writer)
    with os.fdopen(reader) as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


def listening(path: Path, seconds: float = 0.0) -> str:
    """Listen at an address for so long."""
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))
        bound.listen()
        time.sleep(seconds)
    return "bound"


def address(machine: Machine) -> Path:
    return machine.place / sockets.directory_of(os.geteuid()).name / sockets.GAME.name


def test_another_user_joins_and_both_keep_the_game(machine: Machine) -> None:
    ada, bob = machine.host(), machine.plain("bob", "--join", OWN, user=OTHER)
    ada.wait_for(lambda: len(board(ada)) == 9)
    assert any(OTHER in line for line in ada.text()), "the login is the name of who has told none"
    ada.send("5")
    bob.hear("Your move")
    bob.say("a1")
    ada.wait_for(lambda: len(moves(ada)) == 2 and agree(ada))
    bob.say("quit")
    ada.wait_for("can rejoin")
    ada.send(CTRL_Q)
    assert ada.wait_exit() == 0
    assert bob.process.wait(30) == 0
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1"]]
    assert (machine.place / "bob" / "history.db").stat().st_uid == pwd.getpwnam(OTHER).pw_uid


def test_who_is_not_named_is_not_let_in(machine: Machine) -> None:
    machine.host(*HOSTS, "--only", "daemon")
    bob = machine.plain("bob", "--join", OWN, user=OTHER)
    assert bob.rest() == f"This game is invitation-only; {OTHER} is not invited.\n"


def test_each_is_told_what_all_host(machine: Machine) -> None:
    def listed() -> list[str]:
        return [" ".join(line.split()) for line in machine.run("ada", "--join")[1].splitlines()]

    ada = machine.host()
    bob = machine.plain("bob", *HOSTS, "--only", "daemon", user=OTHER)
    bob.hear("Waiting for players")
    assert listed() == [
        f"{OTHER} can't be joined: this game is invitation-only; {OWN} is not invited",
        f"ttt-tui --join {OWN} 3×3 · three in a row · open seats: O · joined: Ada",
    ]
    assert f"ttt-tui --join {OWN}" in machine.plain("bob", "--join", user=OTHER).rest()
    bob.process.send_signal(signal.SIGSTOP)
    assert f"{OTHER} can't be joined: no answer" in listed()
    bob.process.send_signal(signal.SIGCONT)
    assert not any(OTHER in line for line in ada.text()), "who looks disturbs nobody"


def test_another_user_can_neither_touch_the_store_nor_take_the_sockets_place(machine: Machine) -> None:
    ada, path = machine.host(), address(machine)
    store = machine.place / "ada" / "history.db"
    ada.wait_for(store.exists)
    for touch in (
        lambda: store.open("r+b").write(b"x"),
        store.read_bytes,
        path.unlink,
        lambda: listening(path.with_name("another")),
        lambda: path.parent.rename(machine.place / "elsewhere"),  # the sticky bit of temporary files
    ):
        assert as_other(touch) == "PermissionError"
    assert path.is_socket()


def test_another_user_cannot_move_for_another_seat(machine: Machine) -> None:
    ada, path = machine.host(), address(machine)

    def cheat() -> str:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(20)
            line.connect(str(path))
            line.sendall(write(Hello(VERSION, "Ada", "", watches=False)))
            heard = line.makefile("rb")
            while not isinstance(state := read(heard.readline(), FROM_HOSTS), State) or state.waits:
                pass
            line.sendall(write(Place(1, 0, "a1")))  # it is the host's turn
            while not isinstance(told := read(heard.readline(), FROM_HOSTS), Refusal):
                pass
            return told.reason

    assert as_other(cheat) == "it is not your turn"
    ada.wait_for(lambda: len(board(ada)) == 9)
    assert moves(ada) == []


def test_a_socket_of_another_user_under_the_hosts_name_is_not_believed(machine: Machine) -> None:
    path = address(machine)

    def pretend() -> str:
        path.parent.mkdir(0o755)
        return listening(path, 0.1)

    assert as_other(pretend) == "bound"
    for arguments in (("--join", OWN), HOSTS):
        status, said = machine.run("ada", "--plain", *arguments)
        assert status == 2
        assert f"belongs to user {OTHER}" in said


@pytest.mark.parametrize("is_playing", [False, True])
def test_another_users_history_can_be_looked_at_and_is_left_as_it_is(
    machine: Machine, is_playing: bool
) -> None:
    home = machine.home("ada")
    ada = machine.start("ada", *TWO_PEOPLE)
    ada.wait_for(lambda: len(board(ada)) == 9)
    for digit in "14257":
        ada.send(digit)
    ada.wait_for(lambda: len(moves(ada)) == 5)
    if not is_playing:
        ada.send(CTRL_Q)
        assert ada.wait_exit() == 0
    home.chmod(0o755)
    for file in home.iterdir():
        file.chmod(0o644)
    commands = ("history list", "history show 1", "history stats", "history review 1 --json")
    before = sorted(file.name for file in home.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "tests.end_to_end.other_user", OTHER, str(home), "--look", *commands],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=ROOT,
        env=environment(str(machine.place), TTT_TUI_HOME=str(home)),
    )
    as_root, as_other_user = done.stdout.split("--- as another user\n")
    assert as_other_user.count("status 0") == 4, done.stderr
    assert as_other_user.replace("status 0\n", "") == as_root
    assert "Ada" in as_root
    assert "ttt-tui: review not saved: the history is read-only" in done.stderr
    assert sorted(file.name for file in home.iterdir()) == before


def test_another_user_enters_a_server_as_who_they_are(machine: Machine) -> None:
    words = [PROGRAM, "serve", "--local", "--folder", str(machine.place / "server")]
    variables = environment(str(machine.place / "ada"), TMPDIR=str(machine.place))

    def enter() -> str:
        tempfile.tempdir = str(machine.place)
        os.environ["TTT_TUI_HOME"] = str(machine.place / "bob")
        lobby = Lobby(visit_server(local_server.server_of(OWN)))
        until = time.monotonic() + 20
        while not lobby.people and time.monotonic() < until:
            lobby.receive()
            time.sleep(0.01)
        games = local_server.waiting_games([ROOT_USER])
        lobby.close()
        return f"{lobby.name} among {sorted(lobby.people)}, {games}"

    with subprocess.Popen(words, stdout=subprocess.PIPE, env=variables) as server:
        try:
            assert server.stdout is not None
            assert server.stdout.readline().startswith(b"Serving")
            assert as_other(enter) == "player-2 among ['player-2'], []", "“nobody” cannot be a name"
            accounts = machine.place / "server" / "accounts.db"
            assert as_other(accounts.read_bytes) == "PermissionError"
        finally:
            server.terminate()
