"""A brain that runs, talked to in the protocol's lines: each wait has an end, and so has what it may say."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from ttt_tui.computer.base import NEVER, Stop
from ttt_tui.errors import (
    CannotStart,
    ChildGone,
    ChildNotReading,
    DidNotStart,
    Died,
    Flooded,
    Hung,
    MeaninglessAnswer,
    RequestCancelled,
)
from ttt_tui.gomocup.program import BrainProgram
from ttt_tui.gomocup.words import Line, ReplyKind, read
from ttt_tui.process.child import CHUNK, Child

LOOKS_EVERY = 0.01
"""Seconds between two looks whether to stop."""

MOST_BYTES = 1_000_000
"""What a brain may say before an answer …"""

MOST_BYTES_A_SECOND = 100_000
"""… and this for each second that it takes."""

MOST_BYTES_LATE = CHUNK
"""Bytes that are read after the time of an answer: what it has said in time may still be in the pipe."""

MOST_STRAY_LINES = 20
"""Lines that mean nothing are skipped, so many of them: some greet, some forget to write DEBUG."""


@dataclass(frozen=True, slots=True)
class BrainTimeouts:
    """How long a brain is waited for, in seconds."""

    pause: float = 0.05
    """Silence before each command: some brains lose what comes sooner after the one before."""
    first: float = 3.0
    """For the first answer to a line that LF ends; then the brain is started again and gets CRLF."""
    start: float = 10.0
    """For the first answer else: some load large networks."""
    answer: float = 5.0
    """For every other answer that needs no thought."""
    grace: float = 1.5
    """For a move that is late: well-known brains overrun by up to a second, since they look at the clock
    seldom, and a person who plays one would rather have the move than a failure."""
    silence: float = 0.5
    """For the pause before a command, at most: some brains never stop talking."""


BRAIN_TIMEOUTS = BrainTimeouts()


Hear = Callable[[str], None]
"""Takes a line that a brain has said for people: printable, at most `LONGEST_SAID` characters and a mark."""


def nobody(text: str) -> None:
    """Hear what a brain says for people, and forget it."""


class Dialogue:
    """Starts a brain; raises `DidNotStart`."""

    def __init__(self, program: BrainProgram, wants_crlf: bool, patience: BrainTimeouts) -> None:
        self._end = "\r\n" if wants_crlf else "\n"
        self._patience = patience
        self._silence = patience.silence
        self._quiet_since = 0.0
        self._answered = (time.monotonic(), 0)  # when it answered last, and how much it had said by then
        try:
            self._child = Child(program.command, program.directory)
        except CannotStart as error:
            raise DidNotStart(f"did not start: {error}") from error

    @property
    def process_id(self) -> int:
        """The number of its process."""
        return self._child.process_id

    def say(self, *lines: str, stop: Stop = NEVER) -> None:
        """Tell it a command of one line or several, after a pause, and skip what it has said before.

        The pause is over after `BrainTimeouts.silence`, whatever it says. Raises `Died`, `Hung`, `Flooded` or
        `RequestCancelled`.
        """
        deadline = time.monotonic() + self._silence
        while (now := time.monotonic()) < deadline:
            left = min(self._quiet_since + self._patience.pause, deadline) - now
            if self._next(max(0.0, min(left, LOOKS_EVERY)), stop) is None and left <= 0:
                break
        else:
            self._silence = self._patience.pause  # to wait longer would be in vain again
        try:
            self._child.write("".join(f"{line}{self._end}" for line in lines))
        except ChildGone as error:
            raise Died(str(error)) from error
        except ChildNotReading as error:
            raise Hung("does not read its input") from error
        self._quiet_since = time.monotonic()

    def answer(self, seconds: float, stop: Stop, hear: Hear) -> Line | None:
        """Return the next line that can be an answer, None if it had said none after so many seconds.

        What it says for people is passed on, what means nothing is skipped; neither gives it more time.
        Raises `Died`, `Flooded`, `MeaninglessAnswer` or `RequestCancelled`.
        """
        deadline = time.monotonic() + seconds
        received_in_time: int | None = None
        stray: list[str] = []
        while True:
            left = deadline - time.monotonic()
            if left <= 0 and received_in_time is None:
                received_in_time = self._child.received
            line = self._next(max(0.0, min(LOOKS_EVERY, left)), stop)
            if line is not None:
                if line.kind is ReplyKind.SAID:
                    hear(line.text)
                elif line.kind is ReplyKind.OTHER:
                    stray.append(line.text)
                elif line.kind is not ReplyKind.BLANK:
                    self._answered = (time.monotonic(), self._child.received)
                    return line
            is_late = received_in_time is not None and (
                line is None or self._child.received - received_in_time > MOST_BYTES_LATE
            )
            if stray and (is_late or len(stray) > MOST_STRAY_LINES):
                raise MeaninglessAnswer(f"sent “{stray[0]:.60}” instead of an answer")
            if is_late:
                return None

    def expect_ok(self, command: str, seconds: float, stop: Stop, hear: Hear) -> Line:
        """Give a command and return its answer, OK or a refusal; raises what `say` and `answer` do."""
        self.say(command, stop=stop)
        answer = self.answer(seconds, stop, hear)
        if answer is None:
            raise Hung(f"did not answer {command.split()[0]} within {seconds:g} s")
        if answer.kind not in (ReplyKind.OK, ReplyKind.REFUSAL):
            raise MeaninglessAnswer(f"answered {command.split()[0]} with “{answer.text:.60}”")
        return answer

    def end_soon(self) -> None:
        """Let it end, by END first, while others go on."""
        self._child.end_soon(f"END{self._end}")

    def end(self) -> None:
        """Let it end, by END first, and return when it is gone."""
        self._child.end(f"END{self._end}")

    def _next(self, seconds: float, stop: Stop) -> Line | None:
        """Return the next line, None if none comes within so many seconds.

        Raises `Died`, `Flooded` or `RequestCancelled`.
        """
        if stop.is_set():
            raise RequestCancelled
        try:
            line = self._child.line(seconds)
        except ChildGone as error:
            raise Died(str(error)) from error
        when, before = self._answered
        most = MOST_BYTES + MOST_BYTES_A_SECOND * (time.monotonic() - when)
        if self._child.received - before > most:
            raise Flooded(f"sent more than {most / 1_000_000:.1f} MB without an answer")
        if line is None:
            return None
        self._quiet_since = time.monotonic()
        return read(line)
