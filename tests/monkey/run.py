"""Plays a script on the installed program, and looks after each batch whether all is as it should be."""

import json
import re
import signal
import subprocess
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.end_to_end.restored import assert_terminal_restored, modes_left
from tests.end_to_end.terminal import PATIENCE, PROGRAM, environment
from tests.monkey.painting import REDRAW, PaintedTerminal, told_difference
from tests.monkey.resting import memory, settle, threads
from tests.monkey.rubbish import PASTE
from tests.monkey.script import Item, Look, Pause, Resize, Signal, Start, Write, events
from tests.monkey.stored import Broken, assert_whole, difference, games, is_board

MOST_THREADS = 12
"""Of a process: the screen's, the keyboard's, the writer's, and the computers'."""

MOST_MEMORY = 300.0
"""Megabytes of a process."""

BUSY_SECONDS = 1.0
"""How long to wait for a rest; computers that play on for ever let there be none."""

SLOWEST = 4.0
"""Seconds within which a key does what it does, however busy the machine."""

PASTE_TRIES = 4
"""How often a key is pressed in a paste that has not ended, which swallows the first."""

LATE_SECONDS = 1.0
"""After this nothing happens any more that a key has set off, but what goes on for ever."""

STARTED = b"\x1b[?1049h"
"""What the program writes first on the full screen."""

LEAVING = (b"q", b"\x1b", b"\r", b"\x03", b"\x11", b"\n", b"u")
"""What may be part of what ends the program: keys, clicks, names in the palette."""

ENDING = {"TERM": 128 + signal.SIGTERM, "HUP": 128 + signal.SIGHUP}
"""Signals that end the program, and its status then."""

KEPT = "Game kept: ttt-tui --resume"
NOTHING_TO_RESUME = "there is no unfinished game to resume"


class Failure(AssertionError):
    """Something is not as it should be. `kind` tells one sort of failure from another."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.item = 0
        """Where in the script it was noticed."""


@dataclass(slots=True)
class Tally:
    """What was done, and what was seen on the way."""

    events: int = 0
    looks: int = 0
    paints: int = 0
    """How often the screen was compared with a fresh paint."""
    boards: int = 0
    """How often a board was compared with the store."""
    starts: int = 0
    games: int = 0
    memory: float = 0.0
    """The most megabytes of any process."""
    slowest: float = 0.0
    """The most seconds from a key to what it does."""
    seconds: float = 0.0


@dataclass
class Run:
    """Plays one script in a home of its own. Use `play`."""

    home: Path
    tally: Tally = field(default_factory=Tally)
    terminal: PaintedTerminal | None = None
    start: Start = field(default_factory=Start)
    typed: bytearray = field(default_factory=bytearray)
    """Since the look before the latest."""
    latest: bytearray = field(default_factory=bytearray)
    """Since the latest look."""
    signals: set[str] = field(default_factory=set)
    """Since the latest look."""
    is_patient: bool = False
    """Whether to wait for everything that comes late before the screen is compared."""

    # --- doing -------------------------------------------------------------------------------------------

    def do(self, item: Item) -> None:
        """Do one item of a script."""
        match item:
            case Start():
                self.quit()
                self.begin(item)
            case Look():
                self.look()
            case Write(parts):
                self.write(b"".join(parts))
            case Resize(columns, rows):
                self.running.resize(columns, rows)
            case Signal(name):
                self.signal(name)
            case Pause(seconds):
                self.pause(seconds)

    @property
    def running(self) -> PaintedTerminal:
        """The program that runs."""
        assert self.terminal is not None, "a script begins with a Start"
        return self.terminal

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended."""
        return self.running.process.poll() is not None

    def begin(self, start: Start) -> None:
        """Start the program."""
        self.start = start
        (self.home / "settings.toml").write_text(f"delay = {start.delay}\n")
        self.typed.clear()
        self.latest.clear()
        self.signals.clear()
        self.tally.starts += 1
        self.terminal = PaintedTerminal(
            *start.arguments,
            columns=start.columns,
            rows=start.rows,
            term=start.term,
            TTT_TUI_HOME=str(self.home),
            **dict(start.variables),
        )

    def write(self, data: bytes) -> None:
        """Type this, if the program still runs."""
        self.running.read()
        if b"\x1b[?1049l" in self.running.raw[-2000:] or self.has_ended:
            return  # what is typed from now on is another program's
        self.typed += data
        self.latest += data
        try:
            self.running.send(data)
        except AssertionError as error:
            if not self.has_ended:
                raise Failure("deaf", str(error)) from None

    def pause(self, seconds: float) -> None:
        """Read for so long."""
        until = time.monotonic() + seconds
        while True:
            self.running.read(until - time.monotonic())
            if time.monotonic() >= until:
                return

    def signal(self, name: str) -> None:
        """Send a signal, and after one that stops the program the one that lets it go on."""
        self.signals.add(name)
        if self.has_ended or not self.wait(lambda: STARTED in self.running.raw):
            return
        process = self.running.process
        process.send_signal(getattr(signal, f"SIG{name}"))
        if name in ("TSTP", "STOP"):
            stopped = self.wait(
                lambda: (process.pid in (now := threads(process.pid))) and now[process.pid].state == "T"
            )
            if not stopped and not self.has_ended:
                raise Failure("signal", f"SIG{name} has not stopped the program")
            while self.running.read():
                pass
            if name == "TSTP" and stopped:
                self.assert_terminal_is_as_before()
            process.send_signal(signal.SIGCONT)

    def wait(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Read until a condition holds; return whether it did before the time or the program ended."""
        deadline = time.monotonic() + seconds
        while not condition():
            self.running.read(0.005)
            if self.has_ended or time.monotonic() > deadline:
                return condition()
        return True

    # --- looking -----------------------------------------------------------------------------------------

    def look(self) -> None:
        """Wait for a rest, and look at everything. A program that ended as it should is started again."""
        self.tally.looks += 1
        terminal = self.running
        if self.signals & ENDING.keys() and not self.has_ended:
            try:
                terminal.wait_exit()
            except AssertionError:
                raise Failure("signal", f"goes on after {self.signals}\n{terminal}") from None
        if b"\x1b[?1049l" in terminal.raw[-2000:] and not self.signals & {"TSTP", "STOP", "CONT"}:
            self.wait(lambda: False)
        self.wait(lambda: STARTED in terminal.raw)
        rests = settle(terminal, BUSY_SECONDS)
        if self.has_ended:
            self.look_at_end()
            self.begin(self._again())
            return
        self.look_at_process()
        if terminal.unread and not settle(terminal, PATIENCE / 3):
            raise Failure("deaf", f"{terminal.unread} bytes are not read\n{terminal}")
        if rests and self.look_at_paint():
            self.typed = self.latest  # a key may still wait for the one before it to be taken
            self.latest = bytearray()
            self.signals.clear()
            self.look_at_board()

    def look_at_process(self) -> None:
        """Look whether the process has grown."""
        pid = self.running.process.pid
        megabytes, count = memory(pid), len(threads(pid))
        self.tally.memory = max(self.tally.memory, megabytes)
        if megabytes > MOST_MEMORY:
            raise Failure("memory", f"{megabytes:.0f} MB")
        if count > MOST_THREADS:
            raise Failure("threads", f"{count} threads")

    def look_at_paint(self) -> bool:
        """Look whether the screen is what the program paints when it paints all of it.

        Returns whether the program has come to rest after that.
        """
        terminal = self.running
        if self.is_patient:
            self.pause(LATE_SECONDS)
            settle(terminal, BUSY_SECONDS)
        rests = self.repaint()
        while rests and not terminal.is_as_painted():
            before, fresh = terminal.before, terminal.picture()
            terminal.await_paint()  # the one before may not have been ours, but that of another screen
            is_moving = self.wait(lambda: terminal.has_painted, LATE_SECONDS)
            rests = settle(terminal, BUSY_SECONDS)
            terminal.draw_paint()
            if not is_moving and rests and not self.has_ended:
                if not self.repaint() or terminal.picture() != fresh:
                    return False  # it changes by itself
                raise Failure("debris", told_difference(before, fresh))
        self.tally.paints += rests
        return rests

    def repaint(self) -> bool:
        """Let the program paint everything; return whether it came to rest."""
        terminal = self.running
        for _ in range(PASTE_TRIES if PASTE in self.typed else 1):
            asked = time.monotonic()
            terminal.await_paint()
            terminal.send(REDRAW)
            has_painted = self.wait(lambda: terminal.has_painted, SLOWEST)
            if has_painted:
                self.tally.slowest = max(self.tally.slowest, time.monotonic() - asked)
            rests = settle(terminal, BUSY_SECONDS) and not self.has_ended
            terminal.draw_paint()
            if has_painted or self.has_ended:
                return rests
        raise Failure("deaf", f"Ctrl+L does not paint the screen\n{terminal}")

    def look_at_board(self) -> None:
        """Look whether the board on the screen is the game in the store."""
        terminal = self.running
        told = ""
        for wait in (0.0, 0.1, 0.3, 1.0, 2.0):  # a computer may have moved in between
            self.pause(wait)
            if not settle(terminal, BUSY_SECONDS) or self.has_ended or not is_board(terminal):
                return
            played = games(self.home, terminal.process.pid)
            if len(played) != 1:
                told = f"the process plays {len(played)} games in the store"
            elif not (told := difference(terminal, played[0])):
                self.tally.boards += 1
                return
        raise Failure("store", f"{told}\n{terminal}")

    # --- the end -----------------------------------------------------------------------------------------

    def quit(self) -> None:
        """End the program that runs, if any, and look at its end."""
        if self.terminal is None:
            return
        terminal = self.terminal
        if not self.has_ended:
            self.wait(lambda: STARTED in terminal.raw)
            settle(terminal, BUSY_SECONDS)
            played = games(self.home, terminal.process.pid)
            self.write(b"\x11")
            due = bool(played) and played[0].can_be_resumed
            self.wait_for_end()
            if due and len(played) == 1 and KEPT.encode() not in terminal.raw:
                raise Failure("kept", f"game {played[0].id} can be resumed, but nothing is said\n{terminal}")
        self.look_at_end()
        terminal.close()
        self.terminal = None

    def wait_for_end(self) -> None:
        """Wait for the end. In a paste that has not ended the first key may have got lost."""
        for _ in range(5):
            try:
                self.running.wait_exit(PATIENCE / 5)
            except AssertionError:
                if not self.has_ended:
                    self.write(b"\x11\x03")
            else:
                return
        raise Failure("deaf", f"Ctrl+Q and Ctrl+C do not end the program\n{self.running}")

    def look_at_end(self) -> None:
        """Look whether the program has ended as it should, and left everything as it should be."""
        terminal = self.running
        while terminal.read():
            pass
        status, said = terminal.process.returncode, terminal.raw.decode(errors="replace")
        log = self.home / "ttt-tui.log"
        if log.exists():
            crash = log.read_text().strip()
            last = re.sub(r"0x[0-9a-f]+|\d+", "…", crash.splitlines()[-1])[:100]
            raise Failure(f"crash {last}", crash[-3000:])
        if "Traceback" in said:
            raise Failure("crash over the terminal", f"with status {status}\n{said[-3000:]}")
        if status == 2 and self.start.arguments[:1] == ("--resume",) and NOTHING_TO_RESUME in said:
            return
        expected = {ENDING[name] for name in self.signals & ENDING.keys()}
        if any(key in self.typed for key in LEAVING):
            expected.add(0)
        if status not in expected:
            raise Failure(
                "end", f"ended with {status} after {bytes(self.typed)!r} and {self.signals}\n{terminal}"
            )
        self.assert_terminal_is_as_before()
        if more := _said(terminal.said_at_the_end, bytes(self.typed)):
            raise Failure("said", f"{more!r} at the end\n{terminal}")
        if KEPT in said and not any(game.can_be_resumed for game in games(self.home)):
            raise Failure("kept", f"there is nothing to resume\n{terminal}")

    def assert_terminal_is_as_before(self) -> None:
        """Assert that nothing of the program is left in the terminal, if it had got so far."""
        if STARTED in self.running.raw:
            try:
                assert_terminal_restored(self.running)
            except AssertionError as error:
                where = traceback.extract_tb(error.__traceback__)[-1].line
                left = modes_left(bytes(self.running.raw))
                raise Failure("terminal", f"{where}: {error}\n{left}\n{self.running}") from None

    def _again(self) -> Start:
        """Return how to start after an end: what can be resumed is, every other time."""
        self.running.close()
        arguments = self.start.arguments
        if self.tally.starts % 2 and any(game.can_be_resumed for game in games(self.home)):
            arguments = ("--resume",)
        elif arguments == ("--resume",):
            arguments = ()
        columns, rows = self.running.columns, self.running.rows
        if columns < 20 or rows < 8:
            columns, rows = self.start.columns, self.start.rows
        return Start(arguments, columns, rows, self.start.term, self.start.variables, self.start.delay)

    def look_at_store(self) -> None:
        """Look whether the store is whole, and all of it can be read by the installed program."""
        try:
            self.tally.games = assert_whole(self.home)
        except Broken as broken:
            raise Failure("store", str(broken)) from None
        if not self.tally.games:
            return
        told = subprocess.run(
            [PROGRAM, "history", "list", "--json"],
            capture_output=True,
            env=environment(str(self.home), TTT_TUI_HOME=str(self.home)),
            timeout=60,
        )
        if told.returncode or len(json.loads(told.stdout)) != self.tally.games:
            raise Failure("store", f"history list does not tell all {self.tally.games} games: {told}")


def _said(text: str, typed: bytes) -> str:
    """Return what was said at the end and should not have been.

    What is typed when the program has just ended is shown by the terminal itself.
    """
    words = re.sub(r"\^\[\[?[<?\d;]*[A-Za-z~]?|\^.", "", text.replace(KEPT, "")).split()
    return " ".join(word for word in words if word.encode() not in typed)


def play(script: Sequence[Item], tally: Tally | None = None, patient_at: int = -1) -> Tally:
    """Play a script, and return what was done; raises `Failure`.

    At the item `patient_at`, a look, more time is given to the screen.
    """
    tally = Tally() if tally is None else tally
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ttt-tui-monkey-") as home:
        run = Run(Path(home), tally)
        number = 0
        try:
            for number, item in enumerate(script):
                run.is_patient = number == patient_at
                run.do(item)
                tally.events += events([item])
            run.do(Look())
            run.quit()
            run.look_at_store()
        except Failure as failure:
            failure.item = number
            raise
        finally:
            if run.terminal is not None:
                run.terminal.close()
            tally.seconds += time.monotonic() - began
    return tally
