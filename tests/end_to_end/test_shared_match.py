"""People at several terminals, each with the installed program in a pty and a store of their own."""

import os
import signal
import socket
from collections.abc import Sequence

import pytest

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


@pytest.mark.slow
def test_two_people_play_a_match(machine: Machine) -> None:
    ada = machine.host()
    ada.wait_for(f"ttt-tui --join {OWN}")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2", "a1", "b1", "a2", "b3")
    for terminal, said in ((ada, "You win"), (bob, "Ada wins")):
        terminal.wait_for(lambda terminal=terminal: is_over(terminal))
        terminal.wait_for(said)
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


def test_two_people_agree_to_a_draw_that_both_keep(machine: Machine) -> None:
    ada = machine.host()
    ada.wait_for(f"ttt-tui --join {OWN}")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2")
    ada.send("D")
    bob.wait_for("Ada offers a draw")
    bob.send("1")  # a move declines it
    see([ada, bob], "b2", "a1")
    bob.send("D")
    ada.wait_for("offers a draw")
    ada.send("y")
    for terminal in (ada, bob):
        terminal.wait_for("Draw by agreement")
    leave(bob, ada)
    assert machine.kept("ada") == machine.kept("bob") == [["b2", "a1"]]
    for name in ("ada", "bob"):
        status, listed = machine.run(name, "history", "list")
        assert (status, "draw by agreement" in listed) == (0, True)


@pytest.mark.slow
def test_who_looks_on_comes_and_goes_and_a_guest_who_is_killed_comes_back_with_every_move(
    machine: Machine,
) -> None:
    ada, bob, eve = machine.host(), machine.start("bob", "--join", OWN), machine.start("eve", "--watch", OWN)
    play([ada, bob], "b2", "a1")
    see([eve], "b2", "a1")
    eve.send("3")
    eve.wait_for("Spectators can't do that")
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

    address = machine.place / f"{sockets.DIRECTORY}{os.geteuid()}" / sockets.GAME.name
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


@pytest.mark.slow
def test_a_game_of_ultimate_goes_on_after_its_host_was_killed(machine: Machine) -> None:
    players = "--player", "human,name=Ada", "--player", "open"
    ada = machine.plain("ada", "--host", "--preset", "ultimate", *players)
    ada.line()
    bob = machine.plain("bob", "--join", OWN)
    ada.hear("Your move on any board")
    ada.say("19")
    bob.hear("Your move on the bottom right board")
    bob.say("e5", "1")
    bob.hear("e5 is not on the bottom right board, where you have to play")
    ada.hear("Your move on the top left board")
    ada.process.send_signal(signal.SIGKILL)
    assert bob.rest().endswith("disconnected.\n")

    back = machine.plain("ada", "--resume")
    back.line()
    again = machine.plain("bob", "--join", OWN)
    back.hear("Your move on the top left board")
    back.say("15")
    again.hear("Your move on the middle board")
    again.say("quit")
    back.say("quit")
    again.rest()
    back.rest()
    assert machine.kept("ada") == machine.kept("bob") == [["c3", "g7", "b2"]]
