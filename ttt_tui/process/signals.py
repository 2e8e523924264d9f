"""Signals that end the program, and its exit statuses: 0 is success, 128 + n means that signal n ended it.

Signals that ask the program to end are noted and take effect where nothing is lost. Before signals that end
it on the spot, the terminal is restored. A signal that was ignored at the start, as by `nohup`, stays
ignored.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from ttt_tui.errors import EndedBySignal
from ttt_tui.process import confinement

if TYPE_CHECKING:
    import asyncio
    import selectors

FAILED = 1
"""Exit status: the request could not be fulfilled."""

WRONG_USAGE = 2
"""Exit status: the request makes no sense; a line on stderr says what would."""

OUTPUT_CLOSED = 141
"""Exit status: nobody reads the output any more, as after SIGPIPE."""

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask the program to end: Ctrl+C, a shutdown, a lost terminal."""

FAULTS = frozenset({signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL})
"""Signals of a fault in machine code. A Python handler would return to the fault for ever, unless it is
called once only."""

_HARMLESS = {"SIGCHLD", "SIGCONT", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGWINCH", "SIGINFO"}
"""Signals that by default are ignored, stop the process or let it continue."""

_UNCATCHABLE = {"SIGKILL", "SIGSTOP"}


def fatal_signals() -> frozenset[int]:
    """Return the catchable signals, except faults, whose default action ends the process."""
    others = _HARMLESS | _UNCATCHABLE | (set() if sys.platform == "linux" else {"SIGIO"})
    excluded = {int(getattr(signal, name)) for name in others if hasattr(signal, name)} | FAULTS
    return frozenset(int(number) for number in signal.valid_signals()) - excluded


def ending_signals() -> list[signal.Signals]:
    """Return the signals that ask the program to end and are not ignored."""
    return [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]


def restore_before_death(restore: Callable[[], None]) -> None:
    """Call `restore` before an otherwise unhandled signal ends the process.

    The signal's default action follows, so the exit status is the signal's. The call comes between any two
    instructions of the main thread, which may hang: `restore` must not wait for anything. A real fault of
    this process ends it at once without the call; a fault signal sent by another process is handled.
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
    """Make the handler of a signal run once, then restore the default action, by `sysv_signal`.

    A real fault, to which a handler returns, then ends the process when it happens again. Return whether the
    C library has `sysv_signal`, which a confined process may not call.
    """
    if confinement.is_confined:
        return False
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
    """Notes an ending signal; as the `Stop` of a search it also stops the search.

    A signal interrupts only waiting for input, so nothing is ever left half written.
    """

    def __init__(self) -> None:
        self._number: int | None = None
        self._is_interruptible = False

    @contextmanager
    def installed(self) -> Iterator["Signals"]:
        """Handle the ending signals inside a `with` statement."""
        before = {number: signal.signal(number, self._note) for number in ending_signals()}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Raise `EndedBySignal` in the middle of a `with` statement, whose body may wait for ever."""
        self._is_interruptible = True
        try:
            self.check()
            yield
        finally:
            self._is_interruptible = False

    def check(self) -> None:
        """Raise `EndedBySignal` if a signal has arrived."""
        if self._number is not None:
            raise EndedBySignal(self._number)

    @property
    def status(self) -> int:
        """The exit status of the signal that has arrived, 0 if there is none."""
        return 0 if self._number is None else 128 + self._number

    def is_set(self) -> bool:
        return self._number is not None

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._number = number
        if self._is_interruptible:
            raise EndedBySignal(number)


def new_event_loop(selector: "selectors.BaseSelector | None" = None) -> "asyncio.AbstractEventLoop":
    """Create an event loop with Ctrl+C blocked.

    The interpreter would complain about a loop that an interrupt left half made.
    """
    import asyncio

    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return asyncio.SelectorEventLoop(selector)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
