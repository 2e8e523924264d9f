"""Signals that end the program: fatal ones, ignored ones, and Ctrl+C while an event loop is made."""

import os
import signal
import subprocess
import sys

import pytest

from ttt_tui.errors import EndedBySignal
from ttt_tui.process.signals import (
    ENDING,
    FAULTS,
    Signals,
    ending_signals,
    fatal_signals,
    restore_before_death,
)


def ends_by_default(number: int) -> bool:
    """Ask the system: send the signal to a process that does nothing about it."""
    child = os.fork()
    if not child:
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.kill(os.getpid(), number)
        os._exit(0)
    _, status = os.waitpid(child, os.WUNTRACED)
    if os.WIFSTOPPED(status):
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other signals")
def test_the_signals_that_end_a_process_are_those_that_the_system_says() -> None:
    ending = {int(number) for number in signal.valid_signals() if ends_by_default(number)}
    assert fatal_signals() | FAULTS | {signal.SIGKILL} == ending
    assert set(ENDING) <= fatal_signals()


def in_child(do: object) -> int:
    """Do something in a process of its own, and return its status as `waitpid` does."""
    child = os.fork()
    if not child:
        try:
            do()  # type: ignore[operator]  # any callable
        finally:
            os._exit(99)
    return os.waitpid(child, 0)[1]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM, signal.SIGRTMIN], ids=str)
def test_a_fatal_signal_restores_first_and_keeps_its_status(number: int) -> None:
    reading, writing = os.pipe()

    def die() -> None:
        restore_before_death(lambda: os.write(writing, b"restored") and None)
        os.kill(os.getpid(), number)

    status = in_child(die)
    os.close(writing)
    with open(reading, "rb") as read:
        assert read.read() == b"restored"
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == number


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGPIPE], ids=str)
def test_an_ignored_signal_stays_ignored(number: int) -> None:
    def live() -> None:
        signal.signal(number, signal.SIG_IGN)
        restore_before_death(lambda: os._exit(1))
        with Signals().installed() as heard:
            os.kill(os.getpid(), number)
            os._exit(2 if number in ending_signals() or heard.is_set() else 0)

    assert in_child(live) == 0


def test_a_signal_that_came_before_the_waiting_is_not_forgotten() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals().installed() as signals:
        os.kill(os.getpid(), signal.SIGTERM)
        while not signals.is_set():
            pass
        with pytest.raises(EndedBySignal) as ended, signals.interruptible():
            raise AssertionError
        assert ended.value.status == signals.status == 143
    assert signal.getsignal(signal.SIGTERM) is before


INTERRUPTED = """
import os, signal, threading
from asyncio import base_events

whole = base_events.BaseEventLoop.__init__


def interrupted(self):
    os.kill(os.getpid(), signal.SIGINT)
    whole(self)


base_events.BaseEventLoop.__init__ = interrupted
try:
    {make}
except KeyboardInterrupt:
    print("interrupted")
"""

MADE = {
    "the screen's": "from ttt_tui.app.terminal.event_loop import idle_aware_loop_factory\n"
    "    idle_aware_loop_factory(threading.Event())()",
    "that of a game of several": "from ttt_tui.multiplayer.connection import NetworkThread\n"
    "    NetworkThread('name')",
    "that of a look around": "from ttt_tui.multiplayer.discovery import discover_games\n    discover_games()",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_an_interrupt_meanwhile_is_nothing_but_that(name: str) -> None:
    made = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(make=MADE[name])],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        check=True,
    )
    assert (made.stdout, made.stderr) == ("interrupted\n", "")
