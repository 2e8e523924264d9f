"""Signals that ask the program to end, heard where it can be ended without losing anything."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from ttt_tui.process.exit_status import ENDING


class Ended(Exception):
    """A signal asked the program to end; `status` is the exit status that says which."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


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
        before = {number: signal.signal(number, self._note) for number in ENDING}
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Do something that may take for ever: a signal raises `Ended` in the middle of it."""
        self._waiting = True
        try:
            self.check()
            yield
        finally:
            self._waiting = False

    def check(self) -> None:
        """Raise `Ended` if a signal has come."""
        if self._number is not None:
            raise Ended(self._number)

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
            raise Ended(number)
