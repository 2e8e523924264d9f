"""The program under test in a terminal: started, typed to, signalled, and what it was given since when."""

import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.monkey.painting import PaintedTerminal
from tests.monkey.resting import threads
from tests.monkey.script import Start
from tests.support.restored import assert_terminal_restored, modes_left
from tests.support.terminal import PATIENCE

ON, OFF = b"\x1b[?1049h", b"\x1b[?1049l"
"""What the program writes first on the full screen, and when it leaves it."""

INTERRUPT = b"\x03"
"""Ctrl+C."""

LATEST_BYTES = 4000
"""Of the output: among them is the switch of a screen that has just been left."""


class Failure(AssertionError):
    """Something is not as it should be. `kind` tells one sort of failure from another."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.item = 0
        """Where in the script it was noticed."""


class Program:
    """The installed program, with its store in `home`, and what was done to it lately."""

    def __init__(self, home: Path, start: Start) -> None:
        self.home = home
        self.start = start
        self._typed, self._typed_latest = bytearray(), bytearray()
        self.signals: set[str] = set()
        self.is_interrupted_early = False
        """Whether Ctrl+C was typed before the program took the terminal over: it is a signal then, which ends
        even a Python that has not got as far as the program."""
        (home / "settings.toml").write_text(f"delay = {start.delay}\n")
        self.terminal = PaintedTerminal(
            *start.arguments,
            columns=start.columns,
            rows=start.rows,
            term=start.term,
            TTT_TUI_HOME=str(home),
            **dict(start.variables),
        )

    @property
    def pid(self) -> int:
        """The process."""
        return self.terminal.process.pid

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended."""
        return self.terminal.process.poll() is not None

    @property
    def has_begun(self) -> bool:
        """Whether the program has taken the full screen over."""
        return ON in self.terminal.raw

    @property
    def has_left(self) -> bool:
        """Whether the full screen was left, so that what is typed now may be for another program."""
        latest = self.terminal.raw[-LATEST_BYTES:]
        return latest.rfind(OFF) > latest.rfind(ON)

    @property
    def typed(self) -> bytes:
        """What was typed since the look before the latest: keys may wait for the one before to be taken."""
        return bytes(self._typed)

    def forget(self) -> None:
        """A look has shown that what was typed before the look before it has been taken."""
        self._typed, self._typed_latest = self._typed_latest, bytearray()
        self.signals.clear()

    def write(self, data: bytes) -> None:
        """Type this, if the program still runs."""
        self.terminal.read()
        if self.has_left or self.has_ended:
            return
        self._typed += data
        self._typed_latest += data
        self.is_interrupted_early |= INTERRUPT in data and not self.has_begun
        try:
            self.terminal.send(data)
        except AssertionError as error:
            if not self.has_ended:
                raise Failure("deaf", str(error)) from None

    def pause(self, seconds: float) -> None:
        """Read for so long."""
        until = time.monotonic() + seconds
        while True:
            self.terminal.read(until - time.monotonic())
            if time.monotonic() >= until:
                return

    def await_silence(self, seconds: float, longest: float) -> None:
        """Read until nothing was written for so long, or the longest time is over."""
        deadline = time.monotonic() + longest
        quiet_since = time.monotonic()
        while (now := time.monotonic()) < min(quiet_since + seconds, deadline):
            if self.terminal.read(min(quiet_since + seconds, deadline) - now):
                quiet_since = time.monotonic()

    def wait(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Read until a condition holds; return whether it did before the time or the program ended."""
        deadline = time.monotonic() + seconds
        while not condition():
            self.terminal.read(0.005)
            if self.has_ended or time.monotonic() > deadline:
                return condition()
        return True

    def wait_for_screen(self) -> bool:
        """Wait until the program has taken the screen over; return whether it did before it ended."""
        return self.wait(lambda: self.has_begun)

    def signal(self, name: str) -> None:
        """Send a signal, and after one that stops the program the one that lets it go on."""
        self.signals.add(name)
        if self.has_ended or not self.wait_for_screen():
            return
        process = self.terminal.process
        process.send_signal(getattr(signal, f"SIG{name}"))
        if name in ("TSTP", "STOP"):
            is_stopped = self.wait(
                lambda: self.pid in (now := threads(self.pid)) and now[self.pid].state == "T"
            )
            if not is_stopped and not self.has_ended:
                raise Failure("signal", f"SIG{name} has not stopped the program")
            while self.terminal.read():
                pass
            if name == "TSTP" and is_stopped:
                self.assert_terminal_is_as_before()
            process.send_signal(signal.SIGCONT)

    def assert_terminal_is_as_before(self) -> None:
        """Assert that nothing of the program is left in the terminal, if it had got so far."""
        if self.has_begun:
            try:
                assert_terminal_restored(self.terminal)
            except AssertionError as error:
                where = traceback.extract_tb(error.__traceback__)[-1].line
                left = modes_left(bytes(self.terminal.raw))
                raise Failure("terminal", f"{where}: {error}\n{left}\n{self.terminal}") from None
