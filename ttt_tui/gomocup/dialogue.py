"""A running engine: its command, its process, the start of a game, its lines, and the thought in its reports.

Every wait has a time limit, and so has the amount of output. The command is never part of a player, so that
no record and no stored game can contain one.

>>> BrainProgram.parse("nice -n 10 'my brains/rapfi'").command
('nice', '-n', '10', 'my brains/rapfi')
>>> read_about('name="Rapfi", version="2023.1", author="its authors"')
About(name='Rapfi', version='2023.1')
"""

import os
import re
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ttt_tui.computer.base import NEVER, Report, Stop, Thought
from ttt_tui.engine import LONGEST_NAME, Geometry, Limit, Placement, Position, is_valid_name
from ttt_tui.engine.setup import ENGINE_LINE_LENGTH, LONGEST_ENGINE_NAME
from ttt_tui.errors import (
    BrainFault,
    CannotStart,
    ChildEnded,
    ChildNotReading,
    CommandRefused,
    EngineExited,
    MeaninglessAnswer,
    NoResponse,
    OutputFlood,
    RequestCancelled,
    StartFailed,
    TimeExceeded,
)
from ttt_tui.gomocup import protocol
from ttt_tui.gomocup.protocol import Reply, ReplyKind, SearchInfo, read_reply, read_search_info
from ttt_tui.process.child import CHUNK, LONGEST_LINE, Child

POLL_SECONDS = 0.01
"""Seconds between two checks whether to stop."""

MOST_BYTES = 1_000_000
"""The most bytes of output before an answer, plus `MOST_BYTES_A_SECOND` for each second that it takes."""

MOST_BYTES_A_SECOND = 100_000
"""The further bytes of output allowed for each second that an answer takes."""

MOST_BYTES_LATE = CHUNK
"""Bytes that are read after the deadline of an answer, which may be in the pipe already."""

MOST_STRAY_LINES = 20
"""Meaningless lines that are skipped before an answer: some engines greet, some omit DEBUG."""

REPORT_SECONDS = 0.05
"""Least seconds between two messages that are passed on; of those in between, the last one is."""

USUAL_BOARD = Geometry(15, 15, ENGINE_LINE_LENGTH)
"""The board that every engine plays on."""


@dataclass(frozen=True, slots=True)
class BrainTimeouts:
    """How long to wait for an engine, in seconds."""

    pause: float = 0.05
    """Silence before each command: some engines lose a command that follows too soon."""
    first: float = 3.0
    """For the first answer to a line ended by LF; after this the engine is restarted with CR LF."""
    start: float = 10.0
    """For the first answer otherwise: some engines load large networks."""
    answer: float = 5.0
    """For every other answer that needs no search."""
    grace: float = 1.5
    """For a late move. Well-known engines overrun by up to a second, since they seldom check the clock, and
    people prefer a late move to a failure."""
    silence: float = 0.5
    """The most for the pause before a command: some engines write all the time."""
    refusal: float = 0.3
    """For the refusal of a command that has no other answer."""


BRAIN_TIMEOUTS = BrainTimeouts()

NO_MOVE_NAMED = "was stopped before it suggested a move"

MessageHandler = Callable[[str], None]
"""Receives a line that an engine has written for people: printable, at most `LONGEST_MESSAGE` characters and
a mark."""


def ignore_message(text: str) -> None:
    """Discard a line that an engine has written for people."""


@dataclass(slots=True)
class Habits:
    """The needs of an engine, learnt once rather than in each game."""

    wants_crlf: bool | None = None
    """Whether it does not read lines ended by LF alone; None while unknown."""
    takes_back: bool = True
    """Whether it knows TAKEBACK, as far as is known."""
    knows_swap2: bool | None = None
    """Whether it knows SWAP2BOARD; None while unknown."""


@dataclass(frozen=True, slots=True)
class BrainProgram:
    """The way to start an engine."""

    command: tuple[str, ...]
    """The program, found like by a shell, and its arguments. No shell is involved."""
    directory: Path | None = None
    """The working directory, from which a relative path of the command starts; None for the current one."""
    habits: Habits = field(default_factory=Habits, compare=False)

    @classmethod
    def parse(cls, command: str, directory: str = "") -> "BrainProgram":
        """Parse a command in shell syntax; raises `ValueError`.

        A `~` at the start of the directory and of the program is this user's home.
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"cannot read the engine's command: {str(error).lower()}") from None
        if not words or not words[0]:
            raise ValueError("an engine needs a command, for example ~/rapfi/pbrain-rapfi")
        if "\0" in command or "\0" in directory:
            raise ValueError("an engine's command cannot contain a NUL character")
        program = os.path.expanduser(words[0])  # Path.expanduser raises for a home that does not exist
        return cls((program, *words[1:]), Path(os.path.expanduser(directory)) if directory else None)


class EngineProcess(Child):
    """The process of an engine, whose errors are faults of the engine. Raises `StartFailed`."""

    def __init__(
        self, command: Sequence[str], directory: Path | None, longest_line: int = LONGEST_LINE
    ) -> None:
        try:
            super().__init__(command, directory, longest_line=longest_line)
        except CannotStart as error:
            raise StartFailed(f"did not start: {error}") from error

    def write(self, text: str) -> None:
        """Write to its standard input; raises `EngineExited` or `NoResponse`."""
        try:
            super().write(text)
        except ChildEnded as error:
            raise EngineExited(str(error)) from error
        except ChildNotReading as error:
            raise NoResponse("does not read its input") from error

    def line(self, seconds: float) -> str | None:
        """Return the next line of output, None if there is none within `seconds`; raises `EngineExited`."""
        try:
            return super().line(seconds)
        except ChildEnded as error:
            raise EngineExited(str(error)) from error


def time_exceeded(limit: Limit, timeouts: BrainTimeouts) -> TimeExceeded:
    """Return the fault of an engine that had not moved after its time and the grace period."""
    return TimeExceeded(f"exceeded its time limit of {limit.seconds:g} s by more than {timeouts.grace:g} s")


class Dialogue:
    """The exchange of lines with an engine, which is started. Raises `StartFailed`."""

    def __init__(self, program: BrainProgram, wants_crlf: bool, timeouts: BrainTimeouts) -> None:
        self._end = "\r\n" if wants_crlf else "\n"
        self._timeouts = timeouts
        self._silence = timeouts.silence
        self._quiet_since = 0.0
        self._answered = (time.monotonic(), 0)  # time of the last answer, and bytes received until then
        self._child = EngineProcess(program.command, program.directory)

    @property
    def process_id(self) -> int:
        return self._child.process_id

    def send(self, *lines: str, stop: Stop = NEVER) -> None:
        """Send a command of one or more lines after a pause, and skip earlier output.

        The pause lasts at most `BrainTimeouts.silence`, even if output continues. Raises `EngineExited`,
        `NoResponse`, `OutputFlood` or `RequestCancelled`.
        """
        deadline = time.monotonic() + self._silence
        while (now := time.monotonic()) < deadline:
            left = min(self._quiet_since + self._timeouts.pause, deadline) - now
            if self._next(max(0.0, min(left, POLL_SECONDS)), stop) is None and left <= 0:
                break
        else:
            self._silence = self._timeouts.pause  # a longer wait would be in vain again
        self._child.write("".join(f"{line}{self._end}" for line in lines))
        self._quiet_since = time.monotonic()

    def answer(
        self, seconds: float, stop: Stop, on_message: MessageHandler, *, in_opening: bool = False
    ) -> Reply | None:
        """Return the next line that can be an answer, None if there is none within `seconds`.

        Messages go to `on_message`, meaningless lines are skipped; neither extends the time. An answer to
        SWAP2BOARD is meaningless unless `in_opening`. Raises `EngineExited`, `OutputFlood`,
        `MeaninglessAnswer` or `RequestCancelled`.
        """
        meaningless = {ReplyKind.OTHER} if in_opening else {ReplyKind.OTHER, ReplyKind.OPENING}
        deadline = time.monotonic() + seconds
        received_in_time: int | None = None
        stray: list[str] = []
        while True:
            left = deadline - time.monotonic()
            if left <= 0 and received_in_time is None:
                received_in_time = self._child.received
            reply = self._next(max(0.0, min(POLL_SECONDS, left)), stop)
            if reply is not None:
                if reply.kind is ReplyKind.MESSAGE:
                    on_message(reply.text)
                elif reply.kind in meaningless:
                    stray.append(reply.text)
                elif reply.kind is not ReplyKind.BLANK:
                    self._answered = (time.monotonic(), self._child.received)
                    return reply
            is_late = received_in_time is not None and (
                reply is None or self._child.received - received_in_time > MOST_BYTES_LATE
            )
            if stray and (is_late or len(stray) > MOST_STRAY_LINES):
                raise MeaninglessAnswer(f"sent “{stray[0]:.60}” instead of an answer")
            if is_late:
                return None

    def expect_ok(self, command: str, seconds: float, stop: Stop, on_message: MessageHandler) -> Reply:
        """Send a command and return its answer, OK or a refusal; raises the errors of `send` and `answer`."""
        self.send(command, stop=stop)
        answer = self.answer(seconds, stop, on_message)
        if answer is None:
            raise NoResponse(f"did not answer {command.split()[0]} within {seconds:g} s")
        if answer.kind not in (ReplyKind.OK, ReplyKind.REFUSAL):
            raise MeaninglessAnswer(f"answered {command.split()[0]} with “{answer.text:.60}”")
        return answer

    def end(self) -> None:
        """End the engine, by END first, in the background."""
        self._child.end_in_background(f"END{self._end}")

    def _next(self, seconds: float, stop: Stop) -> Reply | None:
        """Return the next line, None if there is none within `seconds`.

        Raises `EngineExited`, `OutputFlood` or `RequestCancelled`.
        """
        if stop.is_set():
            raise RequestCancelled
        line = self._child.line(seconds)
        when, before = self._answered
        most = MOST_BYTES + MOST_BYTES_A_SECOND * (time.monotonic() - when)
        if self._child.received - before > most:
            raise OutputFlood(f"sent more than {most / 1_000_000:.1f} MB without an answer")
        if line is None:
            return None
        self._quiet_since = time.monotonic()
        return read_reply(line)


class MoveRequest:
    """A request for a move, with the engine's reports of its search, passed on at a limited rate.

    `limit` has seconds.
    """

    def __init__(
        self, position: Position, limit: Limit, stop: Stop, on_message: MessageHandler, report: Report
    ) -> None:
        self.position = position
        self.geometry = position.geometry
        self.limit = limit
        self.stop = stop
        self._on_message = on_message
        self._report = report
        self._started = time.monotonic()
        self._next_report = 0.0
        self._info = SearchInfo()
        self._pending = ""
        self.thought: Thought | None = None
        """The best thought so far, None before the first move is named."""

    def start_clock(self, grace: float) -> float:
        """Start the time of the move now, and return the deadline, `grace` seconds after the time limit."""
        assert self.limit.seconds is not None, "set by think"
        self._started = time.monotonic()
        return self._started + self.limit.seconds + grace

    def add(self, text: str) -> None:
        """Add a message of the engine: printable and short."""
        self._pending = text
        new, old = read_search_info(text, self.position), self._info
        if new != SearchInfo():
            self._info = SearchInfo(
                old.score if new.score is None else new.score,
                new.depth or old.depth,
                new.nodes or old.nodes,
                new.pv or old.pv,
            )
            if self._info.pv:
                self.thought = self._thought(self._info.pv[0])
        if time.monotonic() >= self._next_report:
            self._pass_on()

    def finish(self, move: Placement) -> Thought:
        """Pass on the last message, and return the thought that ends with this move."""
        if self._pending:
            self._pass_on()
        return self._thought(move)

    def _pass_on(self) -> None:
        self._next_report = time.monotonic() + REPORT_SECONDS
        self._on_message(self._pending)
        self._pending = ""
        if self.thought is not None:
            self._report(self.thought)

    def _thought(self, move: Placement) -> Thought:
        """Return the known thought. A variation with another first move belongs to another move."""
        info = self._info
        pv = info.pv if info.pv[:1] == (move,) else (move,)
        seconds = time.monotonic() - self._started
        return Thought(move, info.score, None, info.depth, info.nodes, seconds, pv)


# --- the start of a game ---------------------------------------------------------------------------------


def begin(
    program: BrainProgram,
    geometry: Geometry,
    timeouts: BrainTimeouts,
    stop: Stop = NEVER,
    on_message: MessageHandler = ignore_message,
) -> Dialogue:
    """Start an engine and a game on such a board, with line ends that the engine reads.

    Raises a `BrainFault`, or `RequestCancelled`; the process is then ended.
    """

    def attempt(wants_crlf: bool, seconds: float) -> Dialogue:
        """Start a dialogue that waits at most `seconds` for the first answer."""
        dialogue = Dialogue(program, wants_crlf, timeouts)
        command = protocol.start(geometry)
        try:
            answer = dialogue.expect_ok(command, seconds, stop, on_message)
            if answer.kind is not ReplyKind.OK:
                raise CommandRefused(f"rejected {command}: “{answer.text:.60}”")
        except (BrainFault, RequestCancelled):
            dialogue.end()
            raise
        return dialogue

    habits = program.habits
    if habits.wants_crlf is not None:
        return attempt(habits.wants_crlf, timeouts.start)
    try:
        dialogue, wants_crlf = attempt(False, timeouts.first), False
    except NoResponse:
        dialogue, wants_crlf = attempt(True, timeouts.start), True
    habits.wants_crlf = wants_crlf
    return dialogue


@dataclass(frozen=True, slots=True)
class About:
    """An engine's description of itself; empty where missing or not displayable."""

    name: str = ""
    """A name that an engine can have here."""
    version: str = ""


def ask_about(program: BrainProgram, timeouts: BrainTimeouts = BRAIN_TIMEOUTS, stop: Stop = NEVER) -> About:
    """Start an engine and a game, request the engine's description, and end it.

    Raises a `BrainFault`, or `RequestCancelled`. An engine without a description has no name, but no fault
    either.
    """
    dialogue = begin(program, USUAL_BOARD, timeouts, stop)
    try:
        dialogue.send("ABOUT", stop=stop)
        answer = dialogue.answer(timeouts.answer, stop, ignore_message)
        return read_about(answer.text) if answer is not None and answer.kind is ReplyKind.ABOUT else About()
    except MeaninglessAnswer:
        return About()
    finally:
        dialogue.end()


def read_about(text: str) -> About:
    """Parse the answer to ABOUT; any text is accepted."""
    values = {key.lower(): value for key, value in re.findall(r'([A-Za-z]{1,20})\s*=\s*"([^"]*)"', text)}
    name = values.get("name", "").strip()[:LONGEST_ENGINE_NAME].strip()
    return About(name if is_valid_name(name) else "", values.get("version", "").strip()[:LONGEST_NAME])
