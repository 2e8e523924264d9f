"""Whichever way the program is left, the terminal is as it was before."""

import time
from collections.abc import Callable

import pytest

from tests.support.reading import board, cursor, place_and_see, place_with_digit, status, stones
from tests.support.restored import assert_restored
from tests.support.terminal import CTRL_C, CTRL_Q, ENTER, ESCAPE, Terminal


def at_setup(terminal: Terminal) -> None:
    terminal.wait_for("You v computer")
    terminal.wait_for("quit")


def with_escape(terminal: Terminal) -> None:
    """Press Esc, and wait until it was read: together with one more key it would be Alt."""
    at_setup(terminal)
    terminal.send(ESCAPE)
    time.sleep(0.2)


def in_game(terminal: Terminal) -> None:
    at_setup(terminal)
    terminal.send(ENTER)
    terminal.wait_for(lambda: status(terminal) == "Your move" and len(board(terminal)) == 9)


def amid_game(terminal: Terminal) -> None:
    in_game(terminal)
    place_and_see(terminal, "a1", place=place_with_digit)


def typing_a_square(terminal: Terminal) -> None:
    in_game(terminal)
    terminal.send(":")
    terminal.wait_for("Go to")
    terminal.send("b")
    terminal.wait_for("Go to b")


def reading_help(terminal: Terminal) -> None:
    in_game(terminal)
    terminal.send("?")
    terminal.wait_for("place a stone")


def editing_a_player(terminal: Terminal) -> None:
    at_setup(terminal)
    terminal.send("e")
    terminal.wait_for("Symbol")


WAYS: dict[str, tuple[Callable[[Terminal], None], str]] = {
    "q at setup": (at_setup, "q"),
    "Escape and q at setup": (with_escape, "q"),
    "q q amid a game": (amid_game, "qq"),
    "Ctrl+Q at setup": (at_setup, CTRL_Q),
    "Ctrl+C at setup": (at_setup, CTRL_C),
    "Ctrl+Q amid a game": (amid_game, CTRL_Q),
    "Ctrl+C amid a game": (amid_game, CTRL_C),
    "Ctrl+C while a square is typed": (typing_a_square, CTRL_C),
    "Ctrl+Q while help is shown": (reading_help, CTRL_Q),
    "Ctrl+C while a player is edited": (editing_a_player, CTRL_C),
}


@pytest.mark.sample(every=10)
@pytest.mark.parametrize("way", WAYS)
def test_leaving_restores_the_terminal_with_status_0(way: str) -> None:
    get_there, keys = WAYS[way]
    with Terminal("--seed", "1") as terminal:
        get_there(terminal)
        assert terminal.attributes != terminal.attributes_before, "keys are read one by one"
        terminal.send(keys)
        assert terminal.wait_exit() == 0
        assert_restored(terminal)
        assert not [*terminal.home.rglob("ttt-tui.log")], "what ends well leaves no log"


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["qq", CTRL_Q, CTRL_C], ids=["q q", "Ctrl+Q", "Ctrl+C"])
def test_leaving_does_not_wait_for_a_computer_that_thinks(keys: str) -> None:
    thinker = "minimax,name=Deep Thinker"
    with Terminal("--board", "15", "--player", "human", "--player", thinker, "--time", "30") as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) is not None)
        terminal.send(ENTER)
        terminal.wait_for("Deep Thinker is thinking")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        pressed = time.monotonic()
        terminal.send(keys)
        assert terminal.wait_exit() == 0
        assert time.monotonic() - pressed < 3
        assert_restored(terminal)
