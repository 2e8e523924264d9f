"""People at several terminals, each with the installed program in a pty and a store of their own."""

import os
import signal
import socket
from collections.abc import Iterable, Sequence
from random import Random

import pytest

from tests.end_to_end.kill import stored
from tests.end_to_end.machine import HOSTS, OWN, Machine
from tests.support.reading import agree, answer_result, board, is_over, moves, number, status
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, Terminal
from ttt_tui.multiplayer import sockets


def see(terminals: Sequence[Terminal], *squares: str) -> None:
    """Wait until all show these moves."""
    for terminal in terminals:
        terminal.wait_for(
            lambda terminal=terminal: (  # type: ignore[misc]
                board(terminal) and agree(terminal) and [s for _, s in moves(terminal)] == [*squares]
            )
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


def leave(*terminals: Terminal) -> None:
    for terminal in terminals:
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0


def test_two_people_play_a_match(machine: Machine) -> None:
    ada = machine.host()
    ada.wait_for(f"ttt-tui --join {OWN}")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "b1", "a2", "b3")
    for terminal, said in ((ada, "You win"), (bob, "Ada wins")):
        terminal.wait_for(lambda terminal=terminal: is_over(terminal))
        assert status(terminal).startswith(said)
    answer_result(bob)
    ada.wait_for("requests the next game")
    ada.send(ENTER)
    play([ada, bob], "c3", "b2", first=1)
    ada.send("u")
    ada.wait_for("Takeback requested")
    bob.wait_for("Ada requests a takeback")
    bob.send("y")
    see([ada, bob], "c3")
    leave(bob, ada)
    assert machine.kept("ada") == machine.kept("bob") == [["c3"], ["b2", "a1", "b1", "a2", "b3"]]


@pytest.mark.slow
def test_four_people_and_a_computer(machine: Machine) -> None:
    specs = ["human,name=Ada", "open", "rules", "open", "open"]
    players = [word for spec in specs for word in ("--player", spec)]
    large = {"columns": 120, "rows": 40}
    everybody = {"ada": machine.host("--host", "--board", "7", "--line", "5", *players, **large)}
    for name in ("bob", "eve", "zoe"):
        everybody[name] = machine.start(name, "--join", OWN, **large)
    rng = Random(1)
    for placed in range(13):
        see_count(everybody.values(), placed)
        if placed % 5 != 2:
            mover = who_moves([*everybody.values()])
            square = rng.choice([name for name, mark in board(mover).items() if mark == "·"])
            mover.send(f":{square}\r")
    see_count(everybody.values(), 13)
    boards = [board(terminal) for terminal in everybody.values()]
    assert all(one == boards[0] for one in boards)
    leave(*[*everybody.values()][::-1])
    kept = [machine.kept(name) for name in everybody]
    assert len(kept[0][0]) == 13
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
def test_who_looks_on_comes_and_goes_and_a_guest_who_is_killed_comes_back_with_every_move(
    machine: Machine,
) -> None:
    ada, bob, eve = machine.host(), machine.start("bob", "--join", OWN), machine.start("eve", "--watch", OWN)
    play([ada, bob], "b2", "a1")
    see([eve], "b2", "a1")
    eve.send("3")
    eve.wait_for("Ada's turn")
    leave(eve)
    play([ada, bob], "c1", before=["b2", "a1"])
    bob.process.send_signal(signal.SIGKILL)
    ada.wait_for("disconnected")
    back, again = machine.start("bob", "--join", OWN), machine.start("eve", "--watch", OWN)
    play([ada, back], "a3", "a2", first=1, before=["b2", "a1", "c1"])
    see([again], "b2", "a1", "c1", "a3", "a2")
    leave(back, ada)
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1", "c1", "a3", "a2"]]
    assert machine.kept("eve") == []


@pytest.mark.slow
def test_a_host_who_is_killed_goes_on_and_the_guest_joins_again(machine: Machine) -> None:
    ada, bob = machine.host(), machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "c1")
    ada.process.send_signal(signal.SIGKILL)
    bob.wait_for("disconnected")
    assert ada.wait_exit() == -signal.SIGKILL  # before, its socket can still take who calls
    bob.send(ENTER)
    bob.wait_for("is not hosting a game")

    address = machine.place / f"{sockets.DIRECTORY}{os.geteuid()}" / sockets.NAME
    address.unlink()
    with socket.socket(socket.AF_UNIX) as dying:  # a host that takes the call, and ends
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

    back = machine.start("ada", "--resume")
    back.wait_for("Waiting for players")
    bob.send(ENTER)
    play([back, bob], "a3", "a2", first=1, before=["b2", "a1", "c1"])
    leave(bob, back)
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1", "c1", "a3", "a2"]]


@pytest.mark.slow
def test_plain_mode_joins_and_hosts(machine: Machine) -> None:
    ada, bob = machine.host(), machine.plain("bob", "--join", OWN)
    see([ada])
    ada.send("5")
    bob.hear("Your move")
    bob.say("a1")
    see([ada], "b2", "a1")
    leave(ada)
    said = bob.rest()
    assert "O plays a1. Ada to move." in said
    assert said.endswith(f"Host Ada ({OWN}) disconnected.\n")

    hosted = machine.plain("bob", "--host", "--board", "3", "--player", "human,name=Bob", "--player", "open")
    assert f"ttt-tui --join {OWN}" in hosted.line()
    eve = machine.start("eve", "--join", OWN)
    see([eve])
    hosted.say("c3")
    see([eve], "c3")
    eve.send("5")
    see([eve], "c3", "b2")


@pytest.mark.slow
def test_a_game_that_one_account_hosts_and_joins_is_resumed_by_its_host(machine: Machine) -> None:
    hosted, guest = machine.host(), machine.start("ada", "--join", OWN, "--seat", "O")
    play([hosted, guest], "b2", "a1", "c1")
    hosted.process.send_signal(signal.SIGKILL)
    guest.wait_for("disconnected")
    leave(guest)
    assert hosted.wait_exit() == -signal.SIGKILL
    games = [(game["host"], game["players"][0]["level"]) for game in stored(machine.place / "ada")]
    assert {*games} == {(None, "human"), (OWN, "open")}
    back = machine.start("ada", "--resume")
    back.wait_for("Waiting for players")
    again = machine.start("bob", "--join", OWN)
    play([back, again], "a3", "a2", first=1, before=["b2", "a1", "c1"])


@pytest.mark.slow
def test_a_guest_cannot_resume_the_copy_and_reads_how_to_go_on(machine: Machine) -> None:
    ada = machine.plain("ada", *HOSTS)
    ada.line()
    bob = machine.plain("bob", "--join", OWN)
    ada.hear("Your move")
    ada.say("b2", "quit")
    bob.rest()
    refusal = f"game 1 is a copy of {OWN}'s game; rejoin with `ttt-tui --join {OWN}`"
    for words, status_, said in (
        ("--plain --resume", 2, refusal),
        ("--plain --resume 1", 2, refusal),
        ("history list", 0, f"joined {OWN}"),
        ("history show 1", 0, f"Guest's copy of a game hosted by {OWN}"),
    ):
        status, told = machine.run("bob", *words.split())
        assert status == status_, told
        assert said in told


WRONG = {
    "--join nobody-of-this-name": "argument --join: no user of this machine has the login name nobody-of-",
    f"--watch {OWN}": f"user {OWN} is not hosting a game",
    f"--join {OWN} --preset gomoku": "argument --preset: not allowed with argument --join",
    "--host --only ,": "argument --only: no user in ",
    "--host --replay game.txt": "game.txt",
    "--host --resume": "no unfinished game to resume",
}


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_is_said_in_one_line(machine: Machine, words: str) -> None:
    status, told = machine.run("ada", *words.split())
    assert (status, told.count("\n")) == (2, 1)
    assert WRONG[words] in told
