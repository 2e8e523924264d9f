"""Signals that ask the program to end, heard where it can be ended without losing anything; and those that
end it on the spot, before which the terminal is restored.

A signal that was ignored when the program started, as `nohup` does, stays ignored.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from ttt_tui.errors import EndedBySignal
from ttt_tui.process.exit_status import ENDING

FAULTS = frozenset({signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL})
"""Signals of a fault in the machine code: a handler in Python would return to the fault, for ever, unless it
is called once."""

_HARMLESS = {"SIGCHLD", "SIGCONT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGWINCH", "SIGINFO"}
"""Signals that by default are ignored, stop the process or let it continue."""

_UNCATCHABLE = {"SIGKILL", "SIGSTOP"}


def fatal_signals() -> frozenset[int]:
    """Return the signals that a program can catch and whose default action ends it, but for faults."""
    others = _HARMLESS | _UNCATCHABLE | (set() if sys.platform == "linux" else {"SIGIO"})
    excluded = {int(getattr(signal, name)) for name in others if hasattr(signal, name)} | FAULTS
    return frozenset(int(number) for number in signal.valid_signals()) - excluded


def ending_signals() -> list[signal.Signals]:
    """Return the signals that ask the program to end and are not ignored."""
    return [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]


def restore_before_death(restore: Callable[[], None]) -> None:
    """Call `restore` before a signal ends the process that nobody else handles.

    The signal's default action follows, so that the status is the signal's. It is called between any two
    instructions of the main thread, which may hang: it must not wait for anything. A fault of the process
    itself ends it at once, without that: only what another process sends as such a signal is handled.
    """

    def die(number: int, frame: FrameType | None) -> None:
        try:
            restore()
        finally:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)

    for number in fatal_signals() - set(ENDING):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, die)
    for number in FAULTS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, die)
            if not _handle_once(number):
                signal.signal(number, signal.SIG_DFL)


def _handle_once(number: int) -> bool:
    """Let the system call the handler of a signal once and take the default action then.

    So a fault, to which a handler returns, ends the process when it happens again. Return whether the C
    library can do that, by `sysv_signal`.
    """
    import ctypes

    try:
        set_handler = ctypes.CDLL(None).sysv_signal
    except (AttributeError, OSError):
        return False
    set_handler.restype = ctypes.c_void_p
    set_handler.argtypes = ctypes.c_int, ctypes.c_void_p
    set_handler(number, set_handler(number, None))  # None is the default action; the handler is returned
    return True


class Signals:
    """Notes an ending signal; as the `Stop` of a search it ends that too.

    A signal interrupts only what waits for somebody, so nothing is ever left half written.
    """

    def __init__(self) -> None:
        self._number: int | None = None
        self._waiting = False

    @contextmanager
    def heard(self) -> Iterator["Signals"]:
        """Take the ending signals over for as long as this lasts."""
        before = {number: signal.signal(number, self._note) for number in ending_signals()}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Do something that may take for ever: a signal raises `EndedBySignal` in the middle of it."""
        self._waiting = True
        try:
            self.check()
            yield
        finally:
            self._waiting = False

    def check(self) -> None:
        """Raise `EndedBySignal` if a signal has come."""
        if self._number is not None:
            raise EndedBySignal(self._number)

    @property
    def status(self) -> int:
        """The exit status that says which signal came, 0 if none did."""
        return 0 if self._number is None else 128 + self._number

    def is_set(self) -> bool:
        """Whether a signal has come."""
        return self._number is not None

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._number = number
        if self._waiting:
            raise EndedBySignal(number)
