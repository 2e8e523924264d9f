"""Plays a script on the installed program, and looks after each batch whether all is as it should be."""

import json
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.monkey.gestures import FOCUS_IN, FOCUS_OUT, PASTE
from tests.monkey.program import ON, REDRAW, Failure, Program, memory, settle, threads, told_difference
from tests.monkey.script import Item, Look, Pause, Resize, Signal, Start, Write, events
from tests.monkey.stored import Broken, assert_whole, difference, games, is_board, is_untouched
from tests.support.served import reports
from tests.support.terminal import PATIENCE, PROGRAM, environment

MOST_THREADS = 12
"""Of a process: the screen's, the keyboard's, the writer's, and the computers'."""

MOST_MEMORY = 300.0
"""Megabytes of a process."""

BUSY_SECONDS = 1.0
"""How long to wait for a rest; computers that play on for ever let there be none."""

SLOWEST = 4.0
"""Seconds within which a key does what it does, unless the program is still at work then."""

FOR_A_BYTE = 0.01
"""More seconds for each byte typed before it: each key waits until the one before has been taken, and there
may be thousands, pasted as if they were typed. On an idle machine a key takes 1.4 ms."""

PASTE_TRIES = 4
"""How often a key is pressed in a paste that has not ended, which swallows the first."""

LATE_SECONDS = 1.0
"""After this nothing happens any more that a key has set off, but what goes on for ever."""

WINK_SECONDS = 0.3
"""What the latest stone's mark takes to wink, from its first change to the last."""

LEAVING = (b"q", b"\x1b", b"\r", b"\x03", b"\x11", b"\n", b"u")
"""What may be part of what ends the program: keys, clicks, names in the palette."""

ENDING = {"TERM": 128 + signal.SIGTERM, "HUP": 128 + signal.SIGHUP, "INT": 128 + signal.SIGINT}
"""Signals that end the program, and its status then."""

KEPT, KEPT_ON_SERVER = "Game kept: ttt-tui --resume", "Game kept: r resumes it"
NOTHING_TO_RESUME = "no unfinished game to resume"


@dataclass(slots=True)
class Tally:
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
    program: Program | None = None
    is_patient: bool = False
    """Whether to wait for everything that comes late before the screen is compared."""
    believes_only_patience: bool = False
    """Whether a screen that differs is a failure only where it was waited for what comes late."""

    # --- doing -------------------------------------------------------------------------------------------

    def do(self, item: Item) -> None:
        match item:
            case Start():
                self.quit()
                self.begin(item)
            case Look():
                self.look()
            case Write(parts):
                self.running.write(b"".join(parts))
            case Resize(columns, rows):
                self.running.terminal.resize(columns, rows)
            case Signal(name):
                self.running.signal(name)
            case Pause(seconds):
                self.running.pause(seconds)

    @property
    def running(self) -> Program:
        assert self.program is not None, "a script begins with a Start"
        return self.program

    def begin(self, start: Start) -> None:
        self.tally.starts += 1
        self.program = Program(self.home, start)

    # --- looking -----------------------------------------------------------------------------------------

    def look(self) -> None:
        """Wait for a rest, and look at everything. A program that ended as it should is started again."""
        self.tally.looks += 1
        program, terminal = self.running, self.running.terminal
        if program.signals & ENDING.keys() and not program.has_ended:
            try:
                terminal.wait_exit()
            except AssertionError:
                raise Failure("signal", f"goes on after {program.signals}\n{terminal}") from None
        program.wait_for_screen()
        rests = settle(terminal, BUSY_SECONDS)
        if program.has_left:
            program.wait(lambda: False)
        if program.has_ended:
            self.look_at_end()
            self.begin(self._again())
            return
        self.look_at_process()
        if terminal.unread and not settle(terminal, PATIENCE / 3) and terminal.unread:
            raise Failure("deaf", f"{terminal.unread} bytes are not read\n{terminal}")
        if rests and self.look_at_paint():
            program.forget()
            self.look_at_board()

    def look_at_process(self) -> None:
        pid = self.running.pid
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
        program, terminal = self.running, self.running.terminal
        # A computer's answer may move in the middle of it, and the mark of the latest stone is about to wink.
        program.await_silence(*((LATE_SECONDS, SLOWEST) if self.is_patient else (WINK_SECONDS, BUSY_SECONDS)))
        settle(terminal, BUSY_SECONDS)
        rests = self.repaint()
        while rests and not terminal.is_as_painted():
            before, fresh = terminal.before, terminal.picture()
            terminal.await_paint()  # the one before may not have been ours, but that of another screen
            is_moving = program.wait(lambda: terminal.has_painted, LATE_SECONDS)
            rests = settle(terminal, BUSY_SECONDS)
            terminal.draw_paint()
            if not is_moving and rests and not program.has_ended:
                if not self.repaint() or terminal.picture() != fresh:
                    return False  # it changes by itself
                if self.believes_only_patience and not self.is_patient:
                    return False
                raise Failure("debris", told_difference(before, fresh))
        self.tally.paints += rests
        return rests

    def repaint(self) -> bool:
        """Let the program paint everything; return whether it came to rest."""
        program, terminal = self.running, self.running.terminal
        for _ in range(PASTE_TRIES if PASTE in program.typed else 1):
            asked = time.monotonic()
            terminal.await_paint()
            # A key brings the focus back, which is seen on the screen: it comes back before that.
            terminal.send(FOCUS_IN + REDRAW if FOCUS_OUT in program.typed else REDRAW)
            slowest = SLOWEST + FOR_A_BYTE * len(program.typed)
            has_painted = program.wait(lambda: terminal.has_painted, slowest)
            # Who rests is deaf by then; who does not may have too small a part of a busy machine.
            while not has_painted and not settle(terminal, BUSY_SECONDS):
                if time.monotonic() - asked > PATIENCE:
                    break
                has_painted = program.wait(lambda: terminal.has_painted, BUSY_SECONDS)
            if has_painted:
                self.tally.slowest = max(self.tally.slowest, time.monotonic() - asked)
            rests = settle(terminal, BUSY_SECONDS) and not program.has_ended
            terminal.draw_paint()
            if has_painted or program.has_ended:
                return rests
        raise Failure("deaf", f"Ctrl+L does not paint the screen\n{terminal}")

    def look_at_board(self) -> None:
        """Look whether the board on the screen is the game in the store."""
        program, terminal = self.running, self.running.terminal
        told = ""
        for wait in (0.0, 0.1, 0.3, 1.0, 2.0):  # a computer may have moved in between
            program.pause(wait)
            if not settle(terminal, BUSY_SECONDS) or program.has_ended or not is_board(terminal):
                return
            played = games(self.home, program.pid)
            if not played and is_untouched(terminal):
                return
            if len(played) != 1:
                told = f"the process plays {len(played)} games in the store"
            elif not (told := difference(terminal, played[0])):
                self.tally.boards += 1
                return
        raise Failure("store", f"{told}\n{terminal}")

    # --- the end -----------------------------------------------------------------------------------------

    def quit(self) -> None:
        """End the program that runs, if any, and look at its end."""
        if self.program is None:
            return
        program, terminal = self.program, self.program.terminal
        if not program.has_ended:
            program.wait_for_screen()
            rests = settle(terminal, BUSY_SECONDS)
            played = games(self.home, program.pid)
            program.write(b"\x11")
            due = rests and len(played) == 1 and played[0].can_be_resumed  # else the game may still change
            self.wait_for_end()
            kept = KEPT_ON_SERVER if program.start.is_served else KEPT
            if due and kept.encode() not in terminal.raw:
                raise Failure("kept", f"game {played[0].id} can be resumed, but nothing is said\n{terminal}")
        self.look_at_end()
        terminal.close()
        self.program = None

    def wait_for_end(self) -> None:
        """Wait for the end. In a paste that has not ended the first key may have got lost."""
        program = self.running
        for _ in range(5):
            try:
                program.terminal.wait_exit(PATIENCE / 5)
            except AssertionError:
                if not program.has_ended:
                    program.write(b"\x11\x03")
            else:
                return
        raise Failure("deaf", f"Ctrl+Q and Ctrl+C do not end the program\n{program.terminal}")

    def look_at_end(self) -> None:
        """Look whether the program has ended as it should, and left everything as it should be."""
        program, terminal = self.running, self.running.terminal
        while terminal.read():
            pass
        if program.is_interrupted_early and not program.has_begun:
            return
        status, said = terminal.process.returncode, terminal.raw.decode(errors="replace")
        if reached := reports(self.home):
            raise Failure("confinement", "\n".join(reached))
        log = self.home / "ttt-tui.log"
        if log.exists():
            crash = log.read_text().strip()
            last = re.sub(r"0x[0-9a-f]+|\d+", "…", crash.splitlines()[-1])[:100]
            raise Failure(f"crash {last}", crash[-3000:])
        # Python tells of a Ctrl+C that it has got over, as in the callback of a weak reference on import.
        of_ours = said[said.find(ON.decode()) :] if program.is_interrupted_early else said
        if "Traceback" in of_ours:
            raise Failure("crash over the terminal", f"with status {status}\n{said[-3000:]}")
        if status == 2 and program.start.arguments[:1] == ("--resume",) and NOTHING_TO_RESUME in said:
            return
        expected = {ENDING[name] for name in program.signals & ENDING.keys()}
        if any(key in program.typed for key in LEAVING):
            expected.add(0)
        if program.is_interrupted_early:
            expected.add(ENDING["INT"])
        if status not in expected:
            raise Failure(
                "end", f"ended with {status} after {program.typed!r} and {program.signals}\n{terminal}"
            )
        program.assert_terminal_is_as_before()
        if more := unexpected(terminal.said_at_the_end, program.typed):
            raise Failure("said", f"{more!r} at the end\n{terminal}")
        is_kept = KEPT in said or KEPT_ON_SERVER in said
        if is_kept and not any(game.can_be_resumed for game in games(self.home)):
            raise Failure("kept", f"there is nothing to resume\n{terminal}")

    def _again(self) -> Start:
        """Return how to start after an end: what can be resumed is, every other time."""
        start, terminal = self.running.start, self.running.terminal
        terminal.close()
        arguments = start.arguments
        if self.tally.starts % 2 and any(game.can_be_resumed for game in games(self.home)):
            arguments = ("--resume",)
        elif arguments == ("--resume",):
            arguments = ()
        columns, rows = terminal.columns, terminal.rows
        if columns < 20 or rows < 8:
            columns, rows = start.columns, start.rows
        return replace(start, arguments=arguments, columns=columns, rows=rows)


def look_at_store(home: Path, tally: Tally) -> None:
    """Look whether the store is whole, and all of it can be read by the installed program."""
    try:
        tally.games = assert_whole(home)
    except Broken as broken:
        raise Failure("store", str(broken)) from None
    if not tally.games:
        return
    told = subprocess.run(
        [PROGRAM, "history", "list", "--json"],
        capture_output=True,
        env=environment(str(home), TTT_TUI_HOME=str(home)),
        timeout=60,
    )
    listed = {game.id for game in games(home) if game.is_listed}
    if told.returncode or {game["id"] for game in json.loads(told.stdout)["games"]} != listed:
        raise Failure("store", f"history list does not tell all games that have moves, {listed}: {told}")


def unexpected(text: str, typed: bytes) -> str:
    """Return what was said at the end and should not have been.

    What is typed when the program has just ended is shown by the terminal itself.
    """
    for kept in (KEPT, KEPT_ON_SERVER):
        text = text.replace(kept, " ")
    words = re.sub(r"\^\[\[?[<?\d;]*[A-Za-z~]?|\^.", " ", text).split()
    return " ".join(word for word in words if word.encode() not in typed)


def play(script: Sequence[Item], tally: Tally | None = None, patient_at: int = -1) -> Tally:
    """Play a script, and return what was done; raises `Failure`.

    At the item `patient_at`, a look, more time is given to the screen; then only there it may look wrong.
    """
    tally = Tally() if tally is None else tally
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ttt-tui-monkey-") as home:
        run = Run(Path(home), tally, believes_only_patience=patient_at >= 0)
        number = 0
        try:
            for number, item in enumerate(script):
                run.is_patient = number == patient_at
                run.do(item)
                tally.events += events([item])
            run.do(Look())
            run.quit()
            look_at_store(run.home, tally)
        except Failure as failure:
            failure.item = number
            raise
        finally:
            if run.program is not None:
                run.program.terminal.close()
            tally.seconds += time.monotonic() - began
    return tally
