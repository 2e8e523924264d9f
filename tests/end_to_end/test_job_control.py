"""Signals at any moment: the program stops, goes on and ends, and the terminal is as it was."""

import signal
import time

import pytest

from tests.support.reading import cursor, place_with_digit, status, stones
from tests.support.restored import assert_terminal_restored
from tests.support.sampling import sampled
from tests.support.terminal import CTRL_Q, DOWN, LEFT, RIGHT, UP, Terminal

TWO_PEOPLE = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob")
CTRL_L = "\x0c"


def in_game(terminal: Terminal) -> None:
    terminal.wait_for(lambda: cursor(terminal) is not None and "Ada (X) to move" in status(terminal))


def is_stopped(terminal: Terminal) -> bool:
    with open(f"/proc/{terminal.process.pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "T"


def stop(terminal: Terminal, number: int = signal.SIGTSTP) -> None:
    terminal.process.send_signal(number)
    terminal.wait_for(lambda: is_stopped(terminal))
    while terminal.read():
        pass


def go_on(terminal: Terminal) -> None:
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for(lambda: not is_stopped(terminal))


def quits_well(terminal: Terminal) -> None:
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == 0
    assert_terminal_restored(terminal)


def test_a_stop_gives_the_terminal_back_and_going_on_takes_it_again() -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        place_with_digit(terminal, "a1")
        terminal.wait_for(lambda: stones(terminal) == {"a1": "X"})
        stop(terminal)
        assert_terminal_restored(terminal)
        terminal.draw(b"\x1b[2J\x1b[Hsomething of a shell's")
        go_on(terminal)
        terminal.wait_for(lambda: stones(terminal) == {"a1": "X"})
        terminal.send("5")
        terminal.wait_for(lambda: stones(terminal) == {"a1": "X", "b2": "O"})
        quits_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 3])
def test_after_a_stop_that_nobody_hears_the_terminal_is_taken_again(times: int) -> None:
    """A shell, or whoever else sends SIGSTOP, sets the terminal as it likes it."""
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        for _ in range(times):
            stop(terminal, signal.SIGSTOP)
            terminal.attributes = terminal.attributes_before
            terminal.draw(b"\x1b[?1049l\x1b[?25hsomething of a shell's")
            go_on(terminal)
            terminal.wait_for(lambda: terminal.attributes != terminal.attributes_before)
            terminal.wait_for(lambda: cursor(terminal) is not None and "shell" not in str(terminal))
        place_with_digit(terminal, "a1")
        terminal.wait_for(lambda: stones(terminal) == {"a1": "X"})
        quits_well(terminal)


@pytest.mark.slow
def test_going_on_without_a_stop_changes_nothing() -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        in_game(terminal)
        for _ in range(5):
            terminal.process.send_signal(signal.SIGCONT)
        terminal.send("5")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"})
        quits_well(terminal)


@pytest.mark.slow
def test_stops_while_the_screen_is_painted() -> None:
    with Terminal("--board", "15", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None)
        for turn in range(sampled(60, 28)):
            terminal.send((LEFT + UP + CTRL_L + RIGHT + DOWN) * 2)
            terminal.read(turn % 7 / 1000)
            stop(terminal)
            go_on(terminal)
        terminal.send("\r")
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        quits_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
@pytest.mark.parametrize("part", sampled(range(3), [1]))
def test_a_signal_at_any_moment_of_the_start_ends_the_program(number: int, part: int) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:  # how long a start takes here
        started = time.monotonic()
        terminal.wait_for(lambda: cursor(terminal) is not None)
        whole = time.monotonic() - started
    for tenth in range(part, 12, 3):
        with Terminal(*TWO_PEOPLE) as terminal:
            deadline = time.monotonic() + whole * tenth / 10
            while (left := deadline - time.monotonic()) > 0:
                terminal.read(min(left, 0.01))
            terminal.process.send_signal(number)
            ended = terminal.wait_exit()
            assert ended in (128 + number, -number)
            assert terminal.attributes == terminal.attributes_before
            if b"1049h" in terminal.raw:
                assert ended == 128 + number
                assert_terminal_restored(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
def test_a_signal_while_many_keys_wait_and_nobody_reads_the_screen(number: int) -> None:
    with Terminal("--board", "20", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None)
        terminal.send((LEFT + UP + CTRL_L + RIGHT + DOWN) * 400)
        time.sleep(1)  # the line is full by now, and more is to be painted
        terminal.process.send_signal(number)
        assert terminal.process.wait(30) == 128 + number
        terminal.wait_exit()
        assert terminal.attributes == terminal.attributes_before


@pytest.mark.slow
def test_after_a_line_stood_still_the_screen_is_right() -> None:
    with Terminal("--board", "20", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None)
        terminal.send((LEFT + UP + CTRL_L + RIGHT + DOWN) * 100 + "\r" + LEFT + "\r")
        time.sleep(2)
        terminal.wait_for(lambda: len(stones(terminal)) == 2)
        quits_well(terminal)


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("after", [0.0, 0.1, 0.2, 0.3, 0.5, 1.0])
def test_a_terminal_that_vanishes_ends_the_program(after: float) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        deadline = time.monotonic() + after
        while (left := deadline - time.monotonic()) > 0:
            terminal.read(min(left, 0.01))
        terminal.vanish()
        assert terminal.process.wait(30) in (128 + signal.SIGHUP, -signal.SIGHUP, 141)
