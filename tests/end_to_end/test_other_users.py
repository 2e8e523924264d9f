"""Two users of one machine: what the other one can do, and what not. Only root can be both."""

import os
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.end_to_end.kill import stored
from tests.support.reading import agree, board, moves
from tests.support.terminal import CTRL_Q, Terminal, environment
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.protocol import FROM_HOSTS, VERSION, Hello, Place, Refusal, State, read, write

OWN = sockets.own_login()
OTHER = "nobody"
ROOT = Path(__file__).parents[2]
HOSTS = ("--host", "--board", "3", "--player", "human,name=Ada", "--player", "open")


def _why_not() -> str:
    if os.geteuid() != 0:
        return "only root can become another user"
    try:
        pwd.getpwnam(OTHER)
    except KeyError:
        return f"there is no user {OTHER}"
    return ""


pytestmark = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "there are two users")


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for temporary files in which every user may make some."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as place:
        Path(place).chmod(0o1777)
        yield Path(place)


@pytest.fixture
def ada(place: Path) -> Iterator[Terminal]:
    with Terminal(*HOSTS, TMPDIR=str(place), TTT_TUI_HOME=str(place / "ada")) as terminal:
        terminal.wait_for("--join")
        yield terminal


def other_user(place: Path, *arguments: str, **streams: int) -> subprocess.Popen[str]:
    """Let the other user start plain mode."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.end_to_end.other_user", OTHER, str(place / "bob"), *arguments],
        text=True,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment(str(place / "bob"), TMPDIR=str(place), TTT_TUI_HOME=str(place / "bob")),
    )


def as_other(do: Callable[[], str]) -> str:
    """Do something as the other user, in a process of its own, and return what comes of it."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        said = "it did not end"
        try:
            user = pwd.getpwnam(OTHER)
            os.setgroups([])
            os.setgid(user.pw_gid)
            os.setuid(user.pw_uid)
            said = do()
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


@pytest.mark.slow
def test_another_user_joins_and_both_keep_the_game(place: Path, ada: Terminal) -> None:
    with ExitStack() as stack:
        bob = stack.enter_context(other_user(place, "--plain", "--join", OWN))
        stack.callback(bob.kill)
        assert bob.stdin is not None
        ada.wait_for(lambda: len(board(ada)) == 9)
        assert any(OTHER in line for line in ada.text()), "the login is the name of who has told none"
        ada.send("5")
        assert bob.stdout is not None
        while "Your move" not in bob.stdout.readline():
            pass
        bob.stdin.write("a1\n")
        bob.stdin.flush()
        ada.wait_for(lambda: len(moves(ada)) == 2 and agree(ada))
        bob.stdin.write("quit\n")
        bob.stdin.flush()
        ada.wait_for("can rejoin")
        ada.send(CTRL_Q)
        assert ada.wait_exit() == 0
        assert bob.wait(30) == 0
    kept = [game["moves"] for game in stored(place / "ada")]
    assert kept == [["b2", "a1"]]
    assert [game["moves"] for game in stored(place / "bob")] == kept
    assert (place / "bob" / "history.db").stat().st_uid == pwd.getpwnam(OTHER).pw_uid


@pytest.mark.slow
def test_who_is_not_named_is_not_let_in(place: Path) -> None:
    with Terminal(*HOSTS, "--only", "daemon", TMPDIR=str(place), TTT_TUI_HOME=str(place / "ada")) as ada:
        ada.wait_for("--join")
        with other_user(place, "--plain", "--join", OWN) as bob:
            assert bob.stdout is not None
            assert bob.stdout.read() == f"This game is invitation-only; {OTHER} is not invited.\n"


@pytest.mark.slow
def test_each_is_told_what_all_host(place: Path, ada: Terminal) -> None:
    hosts = ("--plain", "--host", "--board", "5", "--line", "4", "--player", "human", "--player", "open")
    with ExitStack() as stack:
        bob = stack.enter_context(other_user(place, *hosts, "--only", "daemon"))
        stack.callback(bob.kill)
        assert bob.stdout is not None
        assert "Waiting for players" in bob.stdout.readline()
        assert listed(place) == [
            f"{OTHER} can't be joined: this game is invitation-only; {OWN} is not invited",
            f"ttt-tui --join {OWN} 3×3 · three in a row · open seats: O · joined: Ada",
        ]
        with other_user(place, "--plain", "--join") as looking:
            told, _ = looking.communicate(timeout=60)
        assert f"ttt-tui --join {OWN}" in told
        bob.send_signal(signal.SIGSTOP)
        assert f"{OTHER} can't be joined: no answer" in listed(place)
        bob.send_signal(signal.SIGCONT)
    assert not any(OTHER in line for line in ada.text()), "who looks disturbs nobody"


def listed(place: Path) -> list[str]:
    """What this user is told about games that can be joined."""
    done = subprocess.run(
        [sys.executable, "-m", "ttt_tui", "--join"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
        env=environment(str(place), TMPDIR=str(place), TTT_TUI_HOME=str(place / "ada")),
    )
    return [" ".join(line.split()) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_another_user_cannot_write_the_store_or_read_it(place: Path, ada: Terminal) -> None:
    store = place / "ada" / "history.db"
    ada.wait_for(store.exists)

    def write_it() -> str:
        with store.open("r+b") as file:
            file.write(b"x")
        return "written"

    assert as_other(write_it) == "PermissionError"
    assert as_other(lambda: str(len(store.read_bytes()))) == "PermissionError"


@pytest.mark.slow
def test_another_user_cannot_take_the_sockets_place(place: Path, ada: Terminal) -> None:
    address = sockets.directory_of(os.geteuid()).name
    path = place / address / sockets.NAME

    def listen() -> str:
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(path.with_name("another")))
        return "bound"

    def move_away() -> str:
        path.parent.rename(place / "elsewhere")
        return "moved"

    assert path.is_socket()
    assert as_other(lambda: str(path.unlink())) == "PermissionError"
    assert as_other(listen) == "PermissionError"
    assert as_other(move_away) == "PermissionError", "the sticky bit of the directory of temporary files"
    assert path.is_socket()


@pytest.mark.slow
def test_another_user_cannot_move_for_another_seat(place: Path, ada: Terminal) -> None:
    path = place / sockets.directory_of(os.geteuid()).name / sockets.NAME

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


@pytest.mark.slow
def test_a_socket_of_another_user_under_the_hosts_name_is_not_believed(place: Path) -> None:
    directory = place / sockets.directory_of(os.geteuid()).name

    def pretend() -> str:
        directory.mkdir(0o755)
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(directory / sockets.NAME))
            listening.listen()
            time.sleep(0.1)
        return "bound"

    assert as_other(pretend) == "bound"
    for arguments in (("--join", OWN), HOSTS):
        done = subprocess.run(
            [sys.executable, "-m", "ttt_tui", "--plain", *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
            stdin=subprocess.DEVNULL,
            env=environment(str(place), TMPDIR=str(place), TTT_TUI_HOME=str(place / "ada")),
        )
        assert done.returncode == 2
        assert f"belongs to user {OTHER}" in done.stderr


LOOKS = """
import importlib, io, os, pkgutil, pwd, sys
import ttt_tui
from ttt_tui.cli.main import main

for module in pkgutil.walk_packages(ttt_tui.__path__, "ttt_tui."):
    if not module.name.startswith(("ttt_tui.app", "ttt_tui.__main__")):
        importlib.import_module(module.name)
user, *commands = sys.argv[1:]
for command in commands:  # as root, which imports what is needed
    main(command.split())
sys.stdout.flush()
os.setgroups([])
os.setgid(pwd.getpwnam(user).pw_gid)
os.setuid(pwd.getpwnam(user).pw_uid)
print("--- as another user", flush=True)
for command in commands:
    print("status", main(command.split()), flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize("is_playing", [False, True])
def test_another_users_history_can_be_looked_at_and_is_left_as_it_is(place: Path, is_playing: bool) -> None:
    home = place / "ada"
    players = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Zoe")
    with Terminal(*players, TTT_TUI_HOME=str(home)) as terminal:
        terminal.wait_for(lambda: len(board(terminal)) == 9)
        for digit in "14257":
            terminal.send(digit)
        terminal.wait_for(lambda: len(moves(terminal)) == 5)
        if not is_playing:
            terminal.send(CTRL_Q)
            assert terminal.wait_exit() == 0
        home.chmod(0o755)
        for file in home.iterdir():
            file.chmod(0o644)
        commands = ("history list", "history show 1", "history stats", "history review 1 --json")
        before = sorted(file.name for file in home.iterdir())
        done = subprocess.run(
            [sys.executable, "-c", LOOKS, OTHER, *commands],
            capture_output=True, text=True, check=False, timeout=60, cwd=ROOT,
            env=environment(str(place), TTT_TUI_HOME=str(home)),
        )  # fmt: skip
        as_root, as_other_user = done.stdout.split("--- as another user\n")
        assert as_other_user.count("status 0") == 4, done.stderr
        assert as_other_user.replace("status 0\n", "") == as_root
        assert "Ada" in as_root
        assert "ttt-tui: review not saved: the history is read-only" in done.stderr
        assert sorted(file.name for file in home.iterdir()) == before
