"""People at several terminals, each with the installed program in a pty and a store of their own."""

import os
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.end_to_end.kill import stored
from tests.support.reading import agree, answer_result, board, is_over, moves, number, status
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, PROGRAM, Terminal, environment
from ttt_tui.multiplayer import sockets

OWN = sockets.own_login()

HOSTS = ("--host", "--board", "3", "--player", "human,name=Ada", "--player", "open")


class Machine:
    """A machine on which people meet."""

    def __init__(self, place: Path, stack: ExitStack) -> None:
        self.place = place
        self._stack = stack

    def start(self, who: str, *arguments: str, **options: int) -> Terminal:
        """Let somebody start the program; their name is that of their home."""
        home = self.place / who
        home.mkdir(exist_ok=True)
        (home / "settings.toml").touch()
        return self._stack.enter_context(
            Terminal(*arguments, TMPDIR=str(self.place), TTT_TUI_HOME=str(home), **options)  # type: ignore[arg-type]
        )

    def plain(self, who: str, *arguments: str) -> subprocess.Popen[str]:
        """Let somebody start plain mode, with pipes."""
        home = self.place / who
        home.mkdir(exist_ok=True)
        process = subprocess.Popen(
            [PROGRAM, "--plain", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(str(home), TMPDIR=str(self.place), TTT_TUI_HOME=str(home)),
        )
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        return process

    def kept(self, who: str) -> list[list[str]]:
        """Return the moves of the games in somebody's store, newest first."""
        return [game["moves"] for game in stored(self.place / who)]


@pytest.fixture
def machine() -> Iterator[Machine]:
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as place, ExitStack() as stack:
        yield Machine(Path(place), stack)


def see(terminals: Sequence[Terminal], *squares: str) -> None:
    """Wait until all show these moves."""
    for terminal in terminals:
        terminal.wait_for(lambda terminal=terminal: shows(terminal, squares))  # type: ignore[misc]


def shows(terminal: Terminal, squares: Sequence[str]) -> bool:
    return (
        len(board(terminal)) > 0
        and agree(terminal)
        and [square for _, square in moves(terminal)] == [*squares]
    )


def play(terminals: Sequence[Terminal], *squares: str, first: int = 0, before: Sequence[str] = ()) -> None:
    """Let two people place in turn on 3×3; the first of the terminals begins unless it is said otherwise."""
    placed = [*before]
    see(terminals, *placed)
    for ply, square in enumerate(squares, first):
        mover = terminals[ply % 2]
        mover.wait_for(lambda mover=mover: status(mover) == "Your move")  # type: ignore[misc]
        mover.send(str(number(square)))
        placed.append(square)
        see(terminals, *placed)


def test_two_people_play_a_match(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for(f"ttt-tui --join {OWN}")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "b1", "a2", "b3")
    ada.wait_for(lambda: is_over(ada))
    bob.wait_for(lambda: is_over(bob))
    assert status(ada).startswith("You win")
    assert status(bob).startswith("Ada wins")
    answer_result(bob)
    ada.wait_for("requests the next game")
    ada.send(ENTER)
    play([ada, bob], "c3", "b2", first=1)
    ada.send("u")
    ada.wait_for("Takeback requested")
    bob.wait_for("Ada requests a takeback")
    bob.send("y")
    see([ada, bob], "c3")
    for terminal in (bob, ada):
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == machine.kept("bob") == [["c3"], ["b2", "a1", "b1", "a2", "b3"]]


@pytest.mark.slow
def test_four_people_and_a_computer(machine: Machine) -> None:
    specs = ["human,name=Ada", "open", "rules", "open", "open"]
    players = [word for spec in specs for word in ("--player", spec)]
    ada = machine.start("ada", "--host", "--board", "7", "--line", "5", *players, columns=120, rows=40)
    ada.wait_for("--join")
    everybody = {"ada": ada}
    for name in ("bob", "eve", "zoe"):
        everybody[name] = machine.start(name, "--join", OWN, columns=120, rows=40)
    rng = Random(1)
    placed = 0
    while placed < 13:
        see_count(everybody.values(), placed)
        if placed % 5 == 2:
            placed += 1
            continue
        mover = who_moves([*everybody.values()])
        square = rng.choice([name for name, mark in board(mover).items() if mark == "·"])
        mover.send(f":{square}\r")
        placed += 1
    see_count(everybody.values(), placed)
    boards = [board(terminal) for terminal in everybody.values()]
    assert all(one == boards[0] for one in boards)
    for name in ("bob", "eve", "zoe", "ada"):
        everybody[name].send(CTRL_Q)
        assert everybody[name].wait_exit() == 0
    kept = [machine.kept(name) for name in everybody]
    assert len(kept[0][0]) == placed
    assert all(one == kept[0] for one in kept)


def see_count(terminals: Iterable[Terminal], count: int) -> None:
    for terminal in terminals:
        terminal.wait_for(
            lambda terminal=terminal: len(moves(terminal)) >= count and agree(terminal)  # type: ignore[misc]
        )


def who_moves(terminals: Sequence[Terminal]) -> Terminal:
    """Wait until it is somebody's turn, and return their terminal."""
    while True:
        for terminal in terminals:
            terminal.read(0.02)
            if status(terminal) == "Your move":
                return terminal


@pytest.mark.slow
def test_who_looks_on_sees_all_and_comes_and_goes(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    eve = machine.start("eve", "--watch", OWN)
    play([ada, bob], "b2", "a1")
    see([eve], "b2", "a1")
    eve.send("3")
    eve.wait_for("Ada's turn")
    eve.send(CTRL_Q)
    assert eve.wait_exit() == 0
    play([ada, bob], "c3", before=["b2", "a1"])
    again = machine.start("eve", "--watch", OWN)
    see([again], "b2", "a1", "c3")
    assert machine.kept("eve") == []


@pytest.mark.slow
def test_a_guest_who_is_killed_comes_back_with_every_move(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "c1")
    bob.process.send_signal(signal.SIGKILL)
    ada.wait_for("disconnected")
    back = machine.start("bob", "--join", OWN)
    play([ada, back], "a3", "a2", first=1, before=["b2", "a1", "c1"])
    for terminal in (back, ada):
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1", "c1", "a3", "a2"]]


@pytest.mark.slow
def test_a_host_who_is_killed_goes_on_and_the_guest_joins_again(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "c1")
    ada.process.send_signal(signal.SIGKILL)
    bob.wait_for("disconnected")
    assert ada.wait_exit() == -signal.SIGKILL  # before, its socket can still take who calls
    bob.send(ENTER)
    bob.wait_for("is not hosting a game")
    back = machine.start("ada", "--resume")
    back.wait_for("Waiting for players")
    bob.send(ENTER)
    play([back, bob], "a3", "a2", first=1, before=["b2", "a1", "c1"])
    for terminal in (bob, back):
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1", "c1", "a3", "a2"]]


@pytest.mark.slow
def test_who_calls_a_host_that_is_just_dying_is_told_and_can_try_again(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1")
    ada.process.send_signal(signal.SIGKILL)
    ada.wait_exit()
    bob.wait_for("rejoin")
    address = machine.place / f"{sockets.DIRECTORY}{os.geteuid()}" / sockets.NAME
    address.unlink()
    with socket.socket(socket.AF_UNIX) as dying:
        dying.bind(str(address))
        dying.listen()
        bob.send(ENTER)
        dying.settimeout(30.0)
        dying.accept()[0].close()
        bob.wait_for(f"Joining {OWN}'s game")
        bob.wait_for("Esc leave")
        bob.wait_for(f"Host {OWN} disconnected")
    bob.send(ESCAPE)
    bob.wait_for(lambda: "Joining" not in str(bob))
    see([bob], "b2", "a1")
    bob.send(ENTER)
    bob.wait_for("is not hosting a game")


@pytest.mark.slow
def test_plain_mode_joins_and_hosts(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    bob = machine.plain("bob", "--join", OWN)
    assert bob.stdin is not None
    assert bob.stdout is not None
    see([ada])
    ada.send("5")
    while "Your move" not in bob.stdout.readline():
        pass
    bob.stdin.write("a1\n")
    bob.stdin.flush()
    see([ada], "b2", "a1")
    ada.send(CTRL_Q)
    ada.wait_exit()
    bob.wait(20)
    said = bob.stdout.read()
    assert "O plays a1. Ada to move." in said
    assert said.endswith(f"Host Ada ({OWN}) disconnected.\n")

    hosted = machine.plain("bob", "--host", "--board", "3", "--player", "human,name=Bob", "--player", "open")
    assert hosted.stdin is not None
    assert hosted.stdout is not None
    assert f"ttt-tui --join {OWN}" in hosted.stdout.readline()
    eve = machine.start("eve", "--join", OWN)
    see([eve])
    hosted.stdin.write("c3\n")
    hosted.stdin.flush()
    see([eve], "c3")
    eve.send("5")
    see([eve], "c3", "b2")


@pytest.mark.slow
def test_the_list_names_the_command(machine: Machine) -> None:
    listed = machine.plain("bob", "--join")
    assert "No hosted games on this machine" in listed.communicate(timeout=20)[0]
    ada = machine.start("ada", *HOSTS)
    ada.wait_for("--join")
    listed = machine.plain("bob", "--join")
    assert listed.communicate(timeout=20)[0] == (
        f"ttt-tui --join {OWN}   3×3 · three in a row · open seats: O · joined: Ada\n"
    )


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ("--join", "nobody-of-this-name"),
            "argument --join: no user of this machine has the login name nobody-of-this-name;"
            " see `ttt-tui --join` for hosted games",
        ),
        (("--join", OWN), f"user {OWN} is not hosting a game"),
        (("--watch", OWN), f"user {OWN} is not hosting a game"),
        (("--seat", "X"), "argument --seat: only allowed with --join USER"),
        (("--join", OWN, "--preset", "gomoku"), "argument --preset: not allowed with argument --join"),
        (("--join", OWN, "--watch", OWN), "argument --watch: not allowed with argument --join"),
        (("--host", "--only", " , "), "argument --only: no user in "),
        (("--only", "bob"), "argument --only: only allowed with --host"),
        (("--host", "--replay", "game.txt"), "game.txt"),
        (("--host", "--resume"), "no unfinished game to resume"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    machine: Machine, arguments: tuple[str, ...], reason: str
) -> None:
    told = subprocess.run(
        [PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        env=environment(str(machine.place), TMPDIR=str(machine.place), TTT_TUI_HOME=str(machine.place)),
    )
    assert told.returncode == 2
    assert reason in told.stderr
    assert len(told.stderr.splitlines()) == 1


@pytest.mark.slow
def test_only_those_who_are_named_are_let_in(machine: Machine) -> None:
    ada = machine.start("ada", *HOSTS, "--only", "somebody-else")
    ada.wait_for("--join")
    bob = machine.start("bob", "--join", OWN)
    bob.wait_for(f"This game is invitation-only; {OWN} is not invited")
    bob.send("q")
    bob.wait_for("PLAY")
    ada.wait_for("Waiting for players")  # what it has painted is read by who waits


@pytest.mark.slow
def test_a_game_that_one_account_hosts_and_joins_is_resumed_by_its_host(machine: Machine) -> None:
    hosted = machine.start("ada", *HOSTS)
    hosted.wait_for("--join")
    guest = machine.start("ada", "--join", OWN, "--seat", "O")
    play([hosted, guest], "b2", "a1", "c1")
    hosted.process.send_signal(signal.SIGKILL)
    guest.wait_for("disconnected")
    guest.send(CTRL_Q)
    assert guest.wait_exit() == 0
    assert hosted.wait_exit() == -signal.SIGKILL
    games = [(game["host"], game["players"][0]["level"]) for game in stored(machine.place / "ada")]
    assert {*games} == {(None, "human"), (OWN, "open")}
    back = machine.start("ada", "--resume")
    back.wait_for("Waiting for players")
    again = machine.start("bob", "--join", OWN)
    play([back, again], "a3", "a2", first=1, before=["b2", "a1", "c1"])


@pytest.mark.slow
def test_a_guest_cannot_resume_the_copy_and_reads_how_to_go_on(machine: Machine) -> None:
    ada = machine.plain("ada", "--host", "--board", "3", "--player", "human,name=Ada", "--player", "open")
    assert ada.stdin is not None
    assert ada.stdout is not None
    ada.stdout.readline()
    bob = machine.plain("bob", "--join", OWN)
    while "Your move" not in ada.stdout.readline():
        pass
    ada.stdin.write("b2\nquit\n")
    ada.stdin.close()
    assert bob.stdout is not None
    bob.stdout.read()
    for arguments in (("--resume",), ("--resume", "1")):
        resumed = subprocess.run(
            [PROGRAM, "--plain", *arguments],
            capture_output=True,
            text=True,
            check=False,
            env=environment(str(machine.place), TTT_TUI_HOME=str(machine.place / "bob")),
        )
        assert resumed.returncode == 2
        assert f"game 1 is a copy of {OWN}'s game; rejoin with `ttt-tui --join {OWN}`" in resumed.stderr
    copies = {("list",): f"joined {OWN}", ("show", "1"): f"Guest's copy of a game hosted by {OWN}"}
    for arguments, copy in copies.items():
        told = subprocess.run(
            [PROGRAM, "history", *arguments],
            capture_output=True,
            text=True,
            check=True,
            env=environment(str(machine.place), TTT_TUI_HOME=str(machine.place / "bob")),
        )
        assert copy in told.stdout
