"""While a computer thinks, the screen obeys at once; and the computer answers."""

import re
from collections.abc import Callable, Iterator

import pytest

from tests.support.reading import agree, cursor, moves, status, stones
from tests.support.terminal import ENTER, LEFT, RIGHT, Screen, Terminal


def frames(terminal: Terminal, start: int) -> Iterator[Screen]:
    """Draw all that was written anew, sequence by sequence, and give the screen each time from `start` on.

    So what was painted first is known, however late the test came to read it.
    """
    raw = bytes(terminal.raw)
    screen = Screen(terminal.columns, terminal.rows)
    screen.feed(raw[:start])
    for piece in re.findall(rb"\x1b?[^\x1b]*", raw[start:]):
        screen.feed(piece)
        yield screen


def first(terminal: Terminal, start: int, wanted: Callable[[Screen], bool]) -> int:
    """Return the number of the first frame that is as wanted."""
    for number, frame in enumerate(frames(terminal, start)):
        if wanted(frame):
            return number
    raise AssertionError("never painted")


def test_the_cursor_moves_before_the_computer_answers_and_the_answer_comes() -> None:
    with Terminal(
        "--board", "15", "--player", "human", "--player", "minimax", "--time", "0.5", "--seed", "1"
    ) as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
        start = len(terminal.raw)
        terminal.send(ENTER)
        terminal.send(RIGHT)
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and agree(terminal))
        assert moves(terminal)[0] == ("X", "h8")
        assert moves(terminal)[1][0] == "O"
        moved = first(terminal, start, lambda screen: cursor(screen) == "i8")
        answered = first(terminal, start, lambda screen: "O" in stones(screen).values())
        assert moved < answered

        # The cursor stays where it was brought to, and the next move is ours.
        terminal.wait_for(lambda: status(terminal) == "Your move")
        assert cursor(terminal) == "i8"


@pytest.mark.slow
def test_every_arrow_key_is_obeyed_while_the_computer_thinks() -> None:
    with Terminal(
        "--board", "15", "--player", "human", "--player", "minimax", "--time", "30", "--seed", "1"
    ) as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
        terminal.send(ENTER)
        terminal.wait_for(lambda: "is thinking" in status(terminal))
        for square in ("i8", "j8", "k8", "l8"):
            terminal.send(RIGHT)
            terminal.wait_for(lambda square=square: cursor(terminal) == square)
        for square in ("k8", "j8"):
            terminal.send(LEFT)
            terminal.wait_for(lambda square=square: cursor(terminal) == square)
        assert list(stones(terminal).values()) == ["X"]


@pytest.mark.slow
def test_move_now_brings_the_answer_of_a_computer_with_time_left() -> None:
    with Terminal(
        "--board", "15", "--player", "human", "--player", "minimax", "--time", "600", "--seed", "1"
    ) as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
        terminal.send(ENTER)
        terminal.wait_for(lambda: "is thinking" in status(terminal))
        terminal.send("m")
        terminal.wait_for(lambda: len(moves(terminal)) == 2 and status(terminal) == "Your move")
        assert [symbol for symbol, _ in moves(terminal)] == ["X", "O"]


def test_undo_stops_a_computer_that_thinks_and_no_late_stone_appears() -> None:
    with Terminal(
        "--board", "15", "--player", "human", "--player", "minimax", "--time", "600", "--seed", "1"
    ) as terminal:
        terminal.wait_for(lambda: status(terminal) == "Your move" and cursor(terminal) == "h8")
        terminal.send(ENTER)
        terminal.wait_for(lambda: "is thinking" in status(terminal))
        terminal.send("u")
        terminal.wait_for(lambda: status(terminal) == "Your move" and moves(terminal) == [])
        terminal.send(RIGHT + ENTER)
        terminal.wait_for(lambda: "is thinking" in status(terminal))
        terminal.wait_for(lambda: moves(terminal) == [("X", "i8")] and agree(terminal))
        assert stones(terminal) == {"i8": "X"}
