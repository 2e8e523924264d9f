"""A computer that a user has written in Python, which plays every game, in a process of its own.

The separate process keeps it from freezing the screen or writing on it. After a fault the next request starts
another process, with the file as it is then.
"""

import base64
import json
import math
import os
import pickle
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ttt_tui.computer.base import A_SECOND, NEVER, Report, Stop, Thought, ignore_report
from ttt_tui.computer.own import OwnClass
from ttt_tui.engine import Limit, Position
from ttt_tui.errors import (
    BrainFault,
    ComputerRaised,
    IllegalBrainMove,
    MeaninglessAnswer,
    NoMoveYet,
    NoResponse,
    RequestCancelled,
    StartFailed,
)
from ttt_tui.gomocup.dialogue import (
    BRAIN_TIMEOUTS,
    NO_MOVE_NAMED,
    POLL_SECONDS,
    BrainTimeouts,
    EngineProcess,
    MessageHandler,
    ignore_message,
    time_exceeded,
)
from ttt_tui.gomocup.own_process import END, STOP, OutputKind
from ttt_tui.gomocup.protocol import printable_message

LONGEST_ANSWER = 20_000
"""Bytes of a line of the process."""

STOPS_WITHIN = 0.25
"""Seconds that a computer that can be stopped has to answer after a stop; otherwise its process is ended."""

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop(1)); "
    "from ttt_tui.gomocup.own_process import main; sys.exit(main())"
)
"""The program of the process, which looks for modules where this one does."""

FAULTS = {kind.kind: kind for kind in (StartFailed, ComputerRaised, MeaninglessAnswer, IllegalBrainMove)}
"""The faults that the process may report."""


@dataclass(frozen=True, slots=True)
class OwnProgram:
    """The way to start a computer that a user has written."""

    where: OwnClass
    directory: Path | None = None
    """The directory of relative paths, searched first for modules; None for the current one."""

    @classmethod
    def parse(cls, text: str, directory: str = "") -> "OwnProgram":
        """Parse `FILE_OR_MODULE:Class`; raises `ValueError`. A `~` at a start is this user's home."""
        if "\0" in text or "\0" in directory:
            raise ValueError("a file's name cannot contain a NUL character")
        where = OwnClass.parse(text)
        file = os.path.expanduser(where.module) if where.is_file else where.module
        return cls(where._replace(module=file), Path(os.path.expanduser(directory)) if directory else None)

    def check(self, timeouts: BrainTimeouts = BRAIN_TIMEOUTS, stop: Stop = NEVER) -> None:
        """Start the computer and end it again. Raises a `BrainFault`, or `RequestCancelled`."""
        computer = OwnPlayer(self, timeouts=timeouts)
        try:
            computer.start(stop)
        finally:
            computer.close()


class OwnPlayer:
    """A computer whose process is started by the first request.

    `on_message` gets the lines that the computer prints, in the thread that thinks, about twenty a second at
    most.
    """

    def __init__(
        self,
        program: OwnProgram,
        on_message: MessageHandler = ignore_message,
        timeouts: BrainTimeouts = BRAIN_TIMEOUTS,
        seed: int = 0,
    ) -> None:
        self._program = program
        self._on_message = on_message
        self._timeouts = timeouts
        self._seed = seed
        self._child: EngineProcess | None = None
        self._can_be_stopped = False
        self._best: Thought | None = None
        self._is_closed = False

    @property
    def has_named_a_move(self) -> bool:
        """Whether stopping the computer now yields a move."""
        return self._can_be_stopped or self._best is not None

    @property
    def process_id(self) -> int | None:
        """The number of the process, None while none runs."""
        return None if self._child is None else self._child.process_id

    def think(
        self, position: Position, limit: Limit = A_SECOND, stop: Stop = NEVER, report: Report = ignore_report
    ) -> Thought:
        """Return the computer's move, after at most `limit.seconds` (None: `A_SECOND`'s) and a grace period.

        The time does not include the start of the process. When stopped, return the answer if it comes at
        once, else the latest reported move, else raise `NoMoveYet`. Raises a `BrainFault` for any fault.
        """
        if limit.seconds is None:
            limit = replace(limit, seconds=A_SECOND.seconds)
        self._best = None
        try:
            child = self.start(stop)
            return self._ask(child, position, limit, stop, report)
        except RequestCancelled:
            self._discard()
            if self._best is None:
                raise NoMoveYet(NO_MOVE_NAMED) from None
            return self._best
        except BrainFault:
            self._discard()
            raise

    def start(self, stop: Stop = NEVER) -> EngineProcess:
        """Return the process, started if none runs. Raises a `BrainFault` or `RequestCancelled`."""
        if self._child is not None:
            return self._child
        program = self._program
        words = [*program.where, str(self._seed)]
        command = [sys.executable, "-P", "-c", START, json.dumps(sys.path), *words]
        child = self._child = EngineProcess(command, program.directory, LONGEST_ANSWER)
        if self._is_closed:
            raise RequestCancelled
        deadline = time.monotonic() + self._timeouts.start
        while True:
            word, value = self._next(child, stop, deadline)
            if word is None:
                raise NoResponse(f"did not start within {self._timeouts.start:g} s")
            if word == OutputKind.READY:
                self._can_be_stopped = bool(value)
                return child

    def close(self) -> None:
        """End the process in the background, after the computer's own `close()`."""
        self._is_closed = True
        self._discard()

    def _ask(
        self, child: EngineProcess, position: Position, limit: Limit, stop: Stop, report: Report
    ) -> Thought:
        """Send a question and return the answer."""
        assert limit.seconds is not None, "set by think"
        child.write(base64.b64encode(pickle.dumps((position, limit))).decode() + "\n")
        started = time.monotonic()
        deadline = started + limit.seconds + self._timeouts.grace
        try:
            thought = self._await(child, started, deadline, stop, report)
        except RequestCancelled:
            if not self._can_be_stopped:
                raise
            child.write(f"{STOP}\n")
            thought = self._await(child, started, time.monotonic() + STOPS_WITHIN, NEVER, report)
            if thought is None:
                raise
            return thought
        if thought is None:
            raise time_exceeded(limit, self._timeouts)
        return thought

    def _await(
        self, child: EngineProcess, started: float, deadline: float, stop: Stop, report: Report
    ) -> Thought | None:
        """Return the answer to a question, None if there is none at the deadline, and pass reports on."""
        while True:
            word, value = self._next(child, stop, deadline)
            if word is None:
                return None
            thought = _thought(value, time.monotonic() - started)
            if word == OutputKind.THOUGHT:
                return thought
            self._best = thought
            report(thought)

    def _next(self, child: EngineProcess, stop: Stop, deadline: float) -> tuple[str | None, Any]:
        """Return the next word that is no message, and its value; None after the deadline.

        Raises a `BrainFault`, including one that the process reports, or `RequestCancelled`.
        """
        while True:
            if stop.is_set():
                raise RequestCancelled
            line = child.line(max(0.0, min(POLL_SECONDS, deadline - time.monotonic())))
            if line is None:
                if time.monotonic() >= deadline:
                    return None, None
                continue
            [(word, value)] = json.loads(line).items()
            if word == OutputKind.FAULT:
                kind, reason = value
                raise FAULTS[kind](reason)
            if word != OutputKind.MESSAGE:
                return word, value
            self._on_message(printable_message(str(value)))

    def _discard(self) -> None:
        child, self._child = self._child, None
        self._can_be_stopped = False
        if child is not None:
            child.end_in_background(f"{END}\n")


def _thought(data: dict[str, Any], seconds: float) -> Thought:
    """Return the thought in `data`, which took `seconds`."""
    score = data["score"]
    if score is not None and not math.isfinite(score):
        score = None
    pv = tuple(data["pv"])
    if pv[:1] != (data["move"],):
        pv = (data["move"],)
    return Thought(data["move"], score, None, data["depth"], data["nodes"], seconds, pv)
