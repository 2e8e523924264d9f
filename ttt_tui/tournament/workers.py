"""Games of a match played one after the other, or several at once in workers: processes of their own.

Each line on a worker's standard input is a pickle in base 64, first the match and then one game after the
other; each game is answered by a line of JSON on standard output. The end of input ends a worker like
SIGTERM, even during a game. A worker, with the engines that it has started, also ends with this process,
however that ends (`process.child`). An engine's command reaches it through that pipe only. A terminal's keys
signal this process alone.
"""

import base64
import json
import os
import pickle
import select
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Generator, Iterator
from itertools import islice
from queue import SimpleQueue
from typing import Any

from ttt_tui.errors import CannotStart, ChildEnded, ChildNotReading, EndedBySignal, WorkerEnded, WorkerFailed
from ttt_tui.process.child import Child, end_all
from ttt_tui.process.memory import infrequent_gc
from ttt_tui.process.signals import FAILED, Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament.game import PlayedGame, from_data, play_game, to_data
from ttt_tui.tournament.plan import Fixture, Plan

LONGEST_ANSWER = 1_000_000
"""Bytes of a worker's answer to a game, far more than any needs."""

ENDS_WITHIN = 5.0
"""Seconds that a worker may take after SIGTERM to end its engines and then itself."""

TRACEBACK = "traceback"
"""The field of an answer to a game in which an unexpected error occurred."""

START = (
    f"import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {__name__} import work; sys.exit(work())"
)
"""The program of a worker's Python, which looks for modules where this one does."""


def play_here(
    plan: Plan, fixtures: Iterator[Fixture], engines: Engines, signals: Signals
) -> Generator[PlayedGame, None, None]:
    """Play games one after the other in this process, and yield each. Raises `EndedBySignal`."""
    for fixture in fixtures:
        signals.check()
        yield play_game(plan, fixture, signals, engines)


def play_in_workers(
    plan: Plan, fixtures: Iterator[Fixture], engines: Engines, signals: Signals, jobs: int
) -> Generator[PlayedGame, None, None]:
    """Play `jobs` games at once, and yield each as it ends; the workers end with the generator.

    Raises `EndedBySignal`, `WorkerEnded` and `WorkerFailed`.
    """
    workers = _Workers(plan, engines)
    upcoming: deque[Fixture] = deque()  # some prepared: finding one may take as long as a game
    has_more = True
    try:
        while has_more or upcoming or workers.busy:
            while upcoming and len(workers.busy) < jobs:
                workers.begin(upcoming.popleft())
            if has_more and len(upcoming) < jobs and not workers.has_finished():
                found = [*islice(fixtures, 1)]
                upcoming.extend(found)
                has_more = bool(found)
            elif workers.busy:
                yield from workers.finished(signals)
    finally:
        workers.end()


class _Workers:
    """Processes, started when there is a game for them."""

    def __init__(self, plan: Plan, engines: Engines) -> None:
        self._plan = plan
        self._match = _line_of((plan, engines.without_history()))
        self._idle: list[Child] = []
        self.busy: dict[Child, int] = {}
        """The number of the game that each of them plays."""

    def begin(self, fixture: Fixture) -> None:
        """Make an idle or new worker play a game. Raises `WorkerEnded`."""
        lines = _line_of(fixture)
        if self._idle:
            child = self._idle.pop()
        else:
            lines = self._match + lines
            start = [sys.executable, "-P", "-c", START, json.dumps(sys.path)]
            try:
                child = Child(start, longest_line=LONGEST_ANSWER, terminates_within=ENDS_WITHIN)
            except CannotStart as error:
                raise WorkerEnded(f"cannot start a process for game {fixture.number + 1}: {error}") from error
        self.busy[child] = fixture.number
        try:
            child.write(lines)
        except (ChildEnded, ChildNotReading) as error:
            raise self._ended(child, error) from error

    def has_finished(self) -> bool:
        """Return whether a game has ended."""
        return bool(select.select([*self.busy], [], [], 0)[0])

    def finished(self, signals: Signals) -> list[PlayedGame]:
        """Wait until games have ended, and return them. Raises what `play_in_workers` does."""
        with signals.interruptible():
            readable, _, _ = select.select([*self.busy], [], [])
        found = []
        for child in readable:
            try:
                line = child.line(0.0)
            except ChildEnded as error:
                raise self._ended(child, error) from error
            if line is not None:
                answer = json.loads(line)
                if TRACEBACK in answer:
                    raise WorkerFailed(answer[TRACEBACK])
                found.append(from_data(answer, self._plan))
                del self.busy[child]
                self._idle.append(child)
        return found

    def _ended(self, child: Child, error: Exception) -> WorkerEnded:
        reason = str(error) or "does not read its input"
        return WorkerEnded(f"the process for game {self.busy[child] + 1} {reason}")

    def end(self) -> None:
        """End all workers, and return when they are gone."""
        children = [*self.busy, *self._idle]
        for child in children:
            child.terminate()
        for child in children:
            child.end()


def _line_of(item: tuple[Plan, Engines] | Fixture) -> str:
    """Return the line that sends a worker its match or a game."""
    return base64.b64encode(pickle.dumps(item)).decode() + "\n"


# --- in a worker --------------------------------------------------------------------------------------------


def work() -> int:
    """Play games until the input ends or a signal arrives, and return the exit status; a worker's program."""
    signals = Signals()
    received: SimpleQueue[Any] = SimpleQueue()
    # A second SIGTERM must not interrupt the end. Not SIG_IGN: `installed` leaves ignored signals ignored.
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    with signals.installed(), infrequent_gc():
        threading.Thread(target=_receive, args=(received,), name="input", daemon=True).start()
        try:
            plan, engines = _next(received, signals)
            while True:
                _answer(to_data(play_game(plan, _next(received, signals), signals, engines)))
        except EndedBySignal as ended:
            return ended.status
        except Exception:
            _answer({TRACEBACK: traceback.format_exc()})
            return FAILED
        finally:
            end_all()


def _receive(received: "SimpleQueue[Any]") -> None:
    with open(0, "rb", buffering=0, closefd=False) as file:  # a waiting thread must not hold a buffer's lock
        while line := file.readline():
            received.put(pickle.loads(base64.b64decode(line)))
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(ENDS_WITHIN)  # the parent, which would kill this process, has gone
    os.kill(os.getpid(), signal.SIGKILL)


def _next(received: "SimpleQueue[Any]", signals: Signals) -> Any:
    with signals.interruptible():
        return received.get()


def _answer(data: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(data) + "\n")
    sys.stdout.flush()
