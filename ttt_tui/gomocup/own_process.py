"""The process in which a user's computer thinks: this module runs there.

A question is a line on standard input, the position and the limit as a pickle in base 64; `STOP` and `END`
are lines, too. Every line of output is an object of JSON with one field, an `OutputKind`. The computer's own
output becomes messages, so it cannot be taken for answers.
"""

import base64
import io
import json
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from queue import SimpleQueue
from typing import Any

from ttt_tui.computer import Thought
from ttt_tui.computer.own import OwnClass, OwnComputer, load, told
from ttt_tui.engine import Limit, Position
from ttt_tui.errors import BrainFault, ComputerRaised

STOP, END = "stop", "end"
"""Lines that are no questions."""

MESSAGE_SECONDS = 0.05
"""Least seconds between two messages, and between two reports; others in between are dropped."""

LONGEST_TEXT = 1000
"""Characters of a message."""


class OutputKind(StrEnum):
    """The kind of a line of output."""

    READY = "ready"
    """The computer was made; the value is whether it can be stopped."""
    MESSAGE = "message"
    """A line that the computer printed."""
    REPORT = "report"
    """A thought so far."""
    THOUGHT = "thought"
    """The answer."""
    FAULT = "fault"
    """The kind of fault, and a description."""


Send = Callable[[OutputKind, object], None]


def run(where: OwnClass, seed: int) -> int:
    """Answer questions until the input ends, and return the exit status."""
    send = _sender()
    questions: SimpleQueue[str] = SimpleQueue()
    stop = threading.Event()
    commands = os.fdopen(os.dup(0), "rb", 0)  # a waiting thread must not hold a buffer's lock
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # the computer cannot read this module's input
    sys.stdout = Printed(lambda line: send(OutputKind.MESSAGE, line))
    try:
        computer = load(where)(seed)
    except BrainFault as fault:
        send(OutputKind.FAULT, (fault.kind, str(fault)))
        return 1
    send(OutputKind.READY, computer.can_be_stopped)
    threading.Thread(target=_receive, args=(commands, questions, stop), daemon=True).start()
    while (line := questions.get()) != END:
        position, limit = pickle.loads(base64.b64decode(line))
        try:
            send(OutputKind.THOUGHT, to_data(_answer(computer, position, limit, stop, send)))
        except BrainFault as fault:
            send(OutputKind.FAULT, (fault.kind, str(fault)))
    computer.close()
    return 0


def _answer(
    computer: OwnComputer, position: Position, limit: Limit, stop: threading.Event, send: Send
) -> Thought:
    """Make the computer think; raises a `BrainFault` whatever it raises."""
    next_report = 0.0

    def report(thought: Thought) -> None:
        nonlocal next_report
        if time.monotonic() >= next_report and isinstance(thought, Thought):
            next_report = time.monotonic() + MESSAGE_SECONDS
            send(OutputKind.REPORT, to_data(thought))

    try:
        return computer.think(position, limit, stop, report)
    except BrainFault:
        raise
    except Exception as error:
        raise ComputerRaised(f"raised {told(error)}") from error


def _receive(commands: io.RawIOBase, questions: "SimpleQueue[str]", stop: threading.Event) -> None:
    while data := commands.readline():
        line = data.decode("ascii").strip()
        if line == STOP:
            stop.set()
            continue
        if line == END:
            stop.set()
        else:
            stop.clear()
        questions.put(line)
    os._exit(0)


def _sender() -> Send:
    """Return a function that writes lines to the present standard output; discard later output there."""
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    lock = threading.Lock()

    def send(word: OutputKind, value: object) -> None:
        with lock:
            out.write(json.dumps({word: value}) + "\n")
            out.flush()

    return send


class Printed(io.TextIOBase):
    """Standard output of a user's code: each line goes to `show`, about twenty a second at most."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._rest = ""
        self._next = 0.0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Receive a text, and show its complete lines."""
        *lines, self._rest = (self._rest + text).split("\n")
        self._rest = self._rest[:LONGEST_TEXT]
        for line in filter(None, lines):
            if time.monotonic() >= self._next:
                self._next = time.monotonic() + MESSAGE_SECONDS
                self._show(line[:LONGEST_TEXT])
        return len(text)


def to_data(thought: Thought) -> dict[str, Any]:
    """Return the used parts of a thought as plain data; not its proof, which nobody has checked."""
    return {
        "move": thought.move,
        "score": None if thought.score is None else float(thought.score),
        "depth": int(thought.depth),
        "nodes": int(thought.nodes),
        "pv": [int(square) for square in thought.pv][:20],
    }


def main() -> int:
    """Run with the words of the command: the file or module, the class and the seed."""
    module, name, seed = sys.argv[1:4]
    return run(OwnClass(module, name), int(seed))
