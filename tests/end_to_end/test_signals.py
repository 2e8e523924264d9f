"""Signals at any moment: the program stops, goes on and ends, and the terminal is as it was."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.end_to_end.kill import stored
from tests.support.reading import TWO_PEOPLE, cursor, place_with_digit, stones, wait_for_game
from tests.support.restored import KEPT, assert_quits_well, assert_restored, assert_terminal_restored
from tests.support.sampling import sampled
from tests.support.terminal import DOWN, ENTER, LEFT, RIGHT, UP, Terminal
from ttt_tui.process.signals import ENDING, FAULTS, fatal_signals

ON_20X20 = ("--board", "20", *TWO_PEOPLE[2:])
REPAINTS = LEFT + UP + "\x0c" + RIGHT + DOWN


def is_stopped(terminal: Terminal) -> bool:
    stat = Path(f"/proc/{terminal.process.pid}/stat").read_text()
    return stat.rpartition(")")[2].split()[0] == "T"


def stop(terminal: Terminal, number: int = signal.SIGTSTP) -> None:
    terminal.process.send_signal(number)
    terminal.wait_for(lambda: is_stopped(terminal))
    while terminal.read():
        pass


def go_on(terminal: Terminal) -> None:
    terminal.process.send_signal(signal.SIGCONT)
    terminal.wait_for(lambda: not is_stopped(terminal))


def place(terminal: Terminal, *names: str) -> None:
    """Place stones on 3×3, each when the one before is there."""
    for count, name in enumerate(names, len(stones(terminal)) + 1):
        place_with_digit(terminal, name)
        terminal.wait_for(lambda count=count: len(stones(terminal)) == count)


def read_for(terminal: Terminal, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        terminal.read(min(left, 0.01))


# --- stopped, and gone on with ---------------------------------------------------------------------------


def test_a_stop_gives_the_terminal_back_and_going_on_takes_it_again() -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        wait_for_game(terminal)
        terminal.process.send_signal(signal.SIGCONT)  # without a stop it changes nothing
        place(terminal, "a1")
        stop(terminal)
        assert_terminal_restored(terminal)
        terminal.draw(b"\x1b[2J\x1b[Hsomething of a shell's")
        go_on(terminal)
        terminal.wait_for(lambda: stones(terminal) == {"a1": "X"})
        place(terminal, "b2")
        assert_quits_well(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 3])
def test_after_a_stop_that_nobody_hears_the_terminal_is_taken_again(times: int) -> None:
    """A shell, or whoever else sends SIGSTOP, sets the terminal as it likes it."""
    with Terminal(*TWO_PEOPLE) as terminal:
        wait_for_game(terminal)
        for _ in range(times):
            stop(terminal, signal.SIGSTOP)
            terminal.attributes = terminal.attributes_before
            terminal.draw(b"\x1b[?1049l\x1b[?25hsomething of a shell's")
            go_on(terminal)
            terminal.wait_for(lambda: terminal.attributes != terminal.attributes_before)
            terminal.wait_for(lambda: cursor(terminal) is not None and "shell" not in str(terminal))
        place(terminal, "a1")
        assert_quits_well(terminal)


@pytest.mark.slow
def test_stops_while_the_screen_is_painted() -> None:
    with Terminal("--board", "15", *TWO_PEOPLE[2:]) as terminal:
        wait_for_game(terminal)
        for turn in range(sampled(60, 28)):
            terminal.send(REPAINTS * 2)
            terminal.read(turn % 7 / 1000)
            stop(terminal)
            go_on(terminal)
        terminal.send(ENTER)
        terminal.wait_for(lambda: len(stones(terminal)) == 1)
        assert_quits_well(terminal)


# --- ended -----------------------------------------------------------------------------------------------


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT], ids=lambda n: n.name)
@pytest.mark.parametrize("thinks", [False, True])
def test_a_signal_ends_the_program_cleanly_and_keeps_the_game(
    number: signal.Signals, thinks: bool, tmp_path: Path
) -> None:
    thinker = ("--player", "minimax,name=Deep Thinker", "--time", "30", "--board", "15")
    players = ("--player", "human", *thinker) if thinks else TWO_PEOPLE
    with Terminal(*players, TTT_TUI_HOME=str(tmp_path)) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and "move" in str(terminal))
        if thinks:
            terminal.send(ENTER)
            terminal.wait_for("Deep Thinker is thinking")
            terminal.wait_for(lambda: len(stones(terminal)) == 1)
        else:
            place(terminal, "b2", "a1", "c3")
        os.kill(terminal.process.pid, number)
        sent = time.monotonic()
        assert terminal.wait_exit() == 128 + number
        assert time.monotonic() - sent < 2
        assert_restored(terminal)
        assert terminal.said_at_the_end == KEPT
    assert [game["moves"] for game in stored(tmp_path)] == [["h8"] if thinks else ["b2", "a1", "c3"]]


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("after", [1.0, 0.0, 0.1, 0.2, 0.3, 0.5])
def test_a_terminal_that_vanishes_ends_the_program(after: float) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        read_for(terminal, after)
        terminal.vanish()
        assert terminal.process.wait(30) in (128 + signal.SIGHUP, -signal.SIGHUP, 141)


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
            read_for(terminal, whole * tenth / 10)
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
    with Terminal(*ON_20X20) as terminal:
        wait_for_game(terminal)
        terminal.send(REPAINTS * 400)
        time.sleep(1)  # the line is full by now, and more is to be painted
        terminal.process.send_signal(number)
        assert terminal.process.wait(30) == 128 + number
        terminal.wait_exit()
        assert terminal.attributes == terminal.attributes_before


@pytest.mark.slow
def test_after_a_line_stood_still_the_screen_is_right() -> None:
    with Terminal(*ON_20X20) as terminal:
        wait_for_game(terminal)
        terminal.send(REPAINTS * 100 + ENTER + LEFT + ENTER)
        time.sleep(2)
        terminal.wait_for(lambda: len(stones(terminal)) == 2)
        assert_quits_well(terminal)


# --- ended on the spot -----------------------------------------------------------------------------------

QUICK = [signal.SIGQUIT]

REAL_TIME = {*range(signal.SIGRTMIN + 1, signal.SIGRTMAX)}
"""Signals that differ in nothing from their neighbours."""

OTHERS = sorted((fatal_signals() | FAULTS) - {*ENDING, *QUICK, signal.SIGPIPE, signal.SIGXFSZ} - REAL_TIME)
"""All but those which ask it to end, and those which Python ignores."""

FAULTY = """
import ctypes, sys, threading
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.cli.main import main
def fault(screen):
    {fault}
PlayScreen.action_place = fault
sys.exit(main())
"""
"""Runs the program, in which Enter reads where no memory is."""


def assert_stacks_are_logged(terminal: Terminal, of: str) -> None:
    (log,) = terminal.home.rglob("ttt-tui.log")
    assert "Fatal Python error: Segmentation fault" in log.read_text()
    assert of in log.read_text()


@pytest.mark.parametrize(
    "number", [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in OTHERS)], ids=str
)
def test_the_terminal_is_restored_and_the_status_is_the_signals(number: int) -> None:
    with Terminal(*TWO_PEOPLE) as terminal:
        terminal.wait_for("to move")
        os.kill(terminal.process.pid, number)
        assert terminal.wait_exit() == -number
        assert_terminal_restored(terminal)
        assert "Traceback" not in terminal.said_at_the_end
        if number == signal.SIGSEGV:
            assert_stacks_are_logged(terminal, of="ttt_tui/cli/play.py")
        assert number in {*FAULTS, signal.SIGABRT} or not [*terminal.home.rglob("ttt-tui.log")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "fault",
    [
        "ctypes.string_at(0)",
        pytest.param("threading.Thread(target=ctypes.string_at, args=(0,)).start()", marks=pytest.mark.slow),
    ],
    ids=["main thread", "other thread"],
)
def test_a_real_fault_ends_it_at_once_and_leaves_its_stacks_in_the_log(fault: str) -> None:
    with Terminal(*TWO_PEOPLE, program=(sys.executable, "-c", FAULTY.format(fault=fault))) as terminal:
        terminal.wait_for("to move")
        terminal.send(ENTER)
        assert terminal.wait_exit() == -signal.SIGSEGV
        assert_stacks_are_logged(terminal, of="string_at")
