"""The program under test in a terminal: what it paints, whether it rests, and what was done to it lately."""

import os
import re
import signal
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.monkey.script import Start
from tests.support.restored import assert_terminal_restored, modes_left
from tests.support.served import SERVED_PROGRAM
from tests.support.terminal import PATIENCE, PROGRAM, Picture, Screen, Terminal

# --- what it paints --------------------------------------------------------------------------------------

REDRAW = b"\x0c"
"""The key that lets the program paint everything."""

_TOP, _SECOND_LINE = b"\x1b[1;1H", b"\r\n\x1b[2;1H"
"""Where a whole paint begins, and what only a whole paint has: line after line."""

_PLACE = re.compile(rb"(?=\x1b\[\d+;\d+H)")
"""Where a piece of a paint begins."""


class PaintedTerminal(Terminal):
    """A terminal that tells what it showed when a fresh paint began, and is empty then.

    What the program had painted until then is seen, however late it was: there is no moment between looking
    and painting in which the game can go on.
    """

    answers = False  # a paint is known by how it begins

    before: Picture | None = None
    """What was shown when the latest fresh paint began."""
    _held: bytearray | None = None
    """What was received, and is not drawn yet, while a paint is awaited."""
    _painted_at = 0

    def await_paint(self) -> None:
        self._held = bytearray()

    @property
    def has_painted(self) -> bool:
        """Whether a whole paint has come since it was awaited."""
        return self._held is not None and _SECOND_LINE in self._held

    def draw(self, data: bytes) -> None:
        """Draw what was received, or keep it for later."""
        if self._held is None:
            super().draw(data)
        else:
            self._held += data

    def draw_paint(self) -> None:
        """Draw what was kept; with the last whole paint in it, if any, the screen is empty first."""
        data, self._held = bytes(self._held or b""), None
        start = data.rfind(_TOP, 0, max(0, data.rfind(_SECOND_LINE)))
        if start >= 0:
            super().draw(data[:start])
            self.before, self._painted_at = self.picture(), len(self.raw)
            self.clear()
        super().draw(data[max(0, start) :])

    def is_as_painted(self) -> bool:
        """Return whether what was shown before is what the fresh paint has brought.

        That may have been changed since, and followed at once by what changes: any moment of it counts.
        """
        if self.picture() == self.before:
            return True
        again = Screen(self.columns, self.rows)
        for piece in _PLACE.split(bytes(self.raw[self._painted_at :])):
            again.feed(piece)
            if again.picture() == self.before:
                return True
        return False


def told_difference(before: Picture | None, fresh: Picture) -> str:
    places = [
        f"line {y} column {x}: {there.data!r} {there[1:]} should be {here.data!r} {here[1:]}"
        for y, (line, fresh_line) in enumerate(zip(before or [], fresh, strict=True))
        for x, (there, here) in enumerate(zip(line, fresh_line, strict=True))
        if there != here
    ]
    told = "\n".join(places[:12])
    return f"{len(places)} cells\n{told}\nIt was:\n{_text(before or [])}\nA fresh paint:\n{_text(fresh)}"


def _text(picture: Picture) -> str:
    return "\n".join("".join(cell.data for cell in line).rstrip() for line in picture)


# --- when it rests: it has read all that was typed, written all that comes of it, and waits --------------

GLANCE = 0.004
"""Seconds without output between two looks at the threads."""

SEARCH_SECONDS = 0.1
"""After this only the oldest threads have to rest: a computer may be thinking in another."""

OLDEST = 3
"""The threads of the screen, of what is written and of what is read."""


_TOLD = re.compile(rb"^State:\t(.)[\s\S]*^voluntary_ctxt_switches:\t(\d+)", re.MULTILINE)
"""What is read of a thread, again and again: its state, and how often it gave the processor away."""


class Thread(NamedTuple):
    """What the kernel tells of a thread."""

    state: str
    switches: int
    """How often it gave the processor away. Who waits for the interpreter's lock wakes up all the time."""


def threads(pid: int) -> dict[int, Thread]:
    """Return the threads of a process by their ids; none if it is gone."""
    found = {}
    tasks = f"/proc/{pid}/task"
    try:
        ids = os.listdir(tasks)
    except OSError:
        return {}
    for id in ids:
        try:
            with open(f"{tasks}/{id}/status", "rb", buffering=0) as file:
                told = _TOLD.search(file.read(8192))
        except OSError:  # it has just ended
            continue
        if told is not None:
            found[int(id)] = Thread(told[1].decode(), int(told[2]))
    return found


def memory(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


def settle(terminal: Terminal, patience: float) -> bool:
    """Read until the program rests or has ended; return whether it does within so many seconds."""
    pid = terminal.process.pid
    started = time.monotonic()
    before: dict[int, Thread] = {}
    while (passed := time.monotonic() - started) < patience:
        if terminal.read(GLANCE):
            before = {}
            continue
        if terminal.process.poll() is not None:
            while terminal.read():
                pass
            return True
        now = threads(pid)
        looked_at = sorted(now)[: OLDEST if passed > SEARCH_SECONDS else None]
        if not terminal.unread and all(
            now.get(id) == before.get(id) and now[id].state == "S" for id in looked_at if id in now
        ):
            return True
        before = now
    return False


# --- the program -----------------------------------------------------------------------------------------

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
            program=SERVED_PROGRAM if start.is_served else (PROGRAM,),
            TTT_TUI_HOME=str(home),
            **dict(start.variables),
        )

    @property
    def pid(self) -> int:
        return self.terminal.process.pid

    @property
    def has_ended(self) -> bool:
        return self.terminal.process.poll() is not None

    @property
    def has_begun(self) -> bool:
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
