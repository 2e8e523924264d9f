"""Bytes that are no text, reports that are wrong, pastes that never end: keys are read on."""

import pytest

from tests.app.terminal.test_input import STRANGE
from tests.support.reading import cursor, place_with_digit, status, stones
from tests.support.restored import assert_restored, assert_terminal_restored
from tests.support.terminal import CTRL_C, CTRL_Q, Terminal

SENT = {**STRANGE, "a control of eight bits": b"\xc2\x9b5"}
"""The same, but without the `q` that is a key of its own after a control, and would leave the game."""

TWO_PEOPLE = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob")


def in_game(terminal: Terminal) -> None:
    terminal.wait_for(lambda: cursor(terminal) is not None and "Ada (X) to move" in status(terminal))


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("where", ["game", "text field"])
def test_the_program_survives(where: str) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        for name in STRANGE:
            try:
                plays_on_after(terminal, SENT[name], where)
            except AssertionError as error:
                error.add_note(f"after {name}")
                raise
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
        assert_restored(terminal)


def plays_on_after(terminal: Terminal, strange: bytes, where: str) -> None:
    """Send what is strange, then place on the empty board, and take that back."""
    if where == "text field":
        terminal.send(":")
        terminal.wait_for("Go to")
    terminal.send(strange)
    terminal.send("\x1b[<0;1;1M\x1b[<0;1;1m")  # a click, after what may have been a report of a size
    terminal.send("\x15b2\r" if where == "text field" else "5")
    terminal.wait_for(lambda: stones(terminal).get("b2") == "X")
    terminal.send("u")
    terminal.wait_for(lambda: not stones(terminal) and "Ada (X) to move" in status(terminal))


def test_a_paste_that_never_ends_does_not_keep_one_in_the_program() -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        place_with_digit(terminal, "a1")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        terminal.send("\x1b[200~never")
        while terminal.process.poll() is None:  # as somebody does who wants to leave
            terminal.send(CTRL_C)
            terminal.read(0.7)
            if terminal.process.poll() is None:
                terminal.read(0.7)
        assert terminal.wait_exit() == 0
        assert_terminal_restored(terminal)  # a Ctrl+C too many is echoed


def test_a_pasted_square_in_latin_1_is_read_as_far_as_it_is_text() -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        terminal.send(b":\x1b[200~b\xe92\x1b[201~\r")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"})
