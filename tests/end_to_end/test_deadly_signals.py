"""A signal that ends the program on the spot leaves the terminal as it was, and its own status."""

import os
import signal
import sys

import pytest

from tests.support.restored import assert_terminal_restored
from tests.support.terminal import ENTER, Terminal
from ttt_tui.process.signals import ENDING, FAULTS, fatal_signals

QUICK = [signal.SIGQUIT]

REAL_TIME = {*range(signal.SIGRTMIN + 1, signal.SIGRTMAX)}
"""Signals that differ in nothing from their neighbours."""

LOGGED = {*FAULTS, signal.SIGABRT}
"""Signals that may be a fault of the interpreter's own."""

OTHERS = sorted((fatal_signals() | FAULTS) - {*ENDING, *QUICK, signal.SIGPIPE, signal.SIGXFSZ} - REAL_TIME)
"""All but those which ask it to end, and those which Python ignores."""


@pytest.mark.parametrize(
    "number", [*QUICK, *(pytest.param(n, marks=pytest.mark.slow) for n in OTHERS)], ids=str
)
def test_the_terminal_is_restored_and_the_status_is_the_signals(number: int) -> None:
    with Terminal("--board", "3", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for("to move")
        os.kill(terminal.process.pid, number)
        assert terminal.wait_exit() == -number
        assert_terminal_restored(terminal)
        assert "Traceback" not in terminal.said_at_the_end
        logs = [*terminal.home.rglob("ttt-tui.log")]
        assert not logs or number in LOGGED


def test_a_fault_that_is_sent_restores_the_terminal_and_leaves_its_stacks_in_the_log() -> None:
    with Terminal("--board", "3", "--player", "human", "--player", "human") as terminal:
        terminal.wait_for("to move")
        os.kill(terminal.process.pid, signal.SIGSEGV)
        assert terminal.wait_exit() == -signal.SIGSEGV
        assert_terminal_restored(terminal)
        (log,) = terminal.home.rglob("ttt-tui.log")
        assert "Fatal Python error: Segmentation fault" in log.read_text()
        assert "ttt_tui/cli/play.py" in log.read_text()


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


@pytest.mark.parametrize(
    "fault",
    [
        "ctypes.string_at(0)",
        pytest.param("threading.Thread(target=ctypes.string_at, args=(0,)).start()", marks=pytest.mark.slow),
    ],
    ids=["main thread", "other thread"],
)
def test_a_real_fault_ends_it_at_once_and_leaves_its_stacks_in_the_log(fault: str) -> None:
    program = (sys.executable, "-c", FAULTY.format(fault=fault))
    with Terminal("--board", "3", "--player", "human", "--player", "human", program=program) as terminal:
        terminal.wait_for("to move")
        terminal.send(ENTER)
        assert terminal.wait_exit() == -signal.SIGSEGV
        (log,) = terminal.home.rglob("ttt-tui.log")
        assert "Fatal Python error: Segmentation fault" in log.read_text()
        assert "string_at" in log.read_text()
