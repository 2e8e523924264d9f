"""Several games of a match at once, each in a worker: another process, since computers never wait.

A worker is ended with this process, however that ends, and with it the brains that it has started
(`process.child`). It is told what to play through a pipe, which nobody else reads: a brain's command goes no
other way. What a terminal's keys ask for reaches this process alone.
"""

import json
import select
import sys
from collections import deque
from collections.abc import Generator, Iterator
from itertools import islice

from ttt_tui.errors import CannotStart, ChildGone, ChildNotReading, WorkerFailed, WorkerGone
from ttt_tui.process.child import Child
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.tournament import one_game, worker
from ttt_tui.tournament.plan import Fixture, Plan
from ttt_tui.tournament.played import Played, from_data

LONGEST_ANSWER = 1_000_000
"""Bytes of what a worker says of a game, with much to spare."""

START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    f"from {worker.__name__} import main; sys.exit(main())"
)
"""What a worker's Python runs; modules are looked for where this one does."""


def play_here(
    plan: Plan, fixtures: Iterator[Fixture], brains: Engines, signals: Signals
) -> Generator[Played, None, None]:
    """Play games one after the other in this process, and give each as it ends. Raises `Ended`."""
    for fixture in fixtures:
        signals.check()
        yield one_game.play(plan, fixture, signals, brains)


def play_at_once(
    plan: Plan, fixtures: Iterator[Fixture], brains: Engines, signals: Signals, jobs: int
) -> Generator[Played, None, None]:
    """Play so many games at once, and give each as it ends; the workers end with this.

    Raises `Ended` if a signal comes, `WorkerGone` and `WorkerFailed`.
    """
    workers = _Workers(plan, brains)
    upcoming: deque[Fixture] = deque()  # some in advance, since an opening may take as long as a game
    are_more = True
    try:
        while are_more or upcoming or workers.busy:
            while upcoming and len(workers.busy) < jobs:
                workers.begin(upcoming.popleft())
            if are_more and len(upcoming) < jobs and not workers.have_finished():
                found = [*islice(fixtures, 1)]
                upcoming.extend(found)
                are_more = bool(found)
            elif workers.busy:
                yield from workers.finished(signals)
    finally:
        workers.end()


class _Workers:
    """Processes, started when there is a game for them."""

    def __init__(self, plan: Plan, brains: Engines) -> None:
        self._plan = plan
        self._match = worker.line_of((plan, brains.without_history()))
        self._idle: list[Child] = []
        self.busy: dict[Child, int] = {}
        """What number the game has that each of them plays."""

    def begin(self, fixture: Fixture) -> None:
        """Let one of them play a game."""
        told = worker.line_of(fixture)
        if self._idle:
            child = self._idle.pop()
        else:
            told = self._match + told
            start = [sys.executable, "-P", "-c", START, json.dumps(sys.path)]
            try:
                child = Child(start, longest_line=LONGEST_ANSWER, terminates_within=worker.ENDS_WITHIN)
            except CannotStart as error:
                raise WorkerGone(f"cannot start a process for game {fixture.number + 1}: {error}") from error
        self.busy[child] = fixture.number
        try:
            child.write(told)
        except (ChildGone, ChildNotReading) as error:
            raise self._gone(child, error) from error

    def have_finished(self) -> bool:
        """Whether there is a game that has ended."""
        return bool(select.select([*self.busy], [], [], 0)[0])

    def finished(self, signals: Signals) -> list[Played]:
        """Wait until games have ended, and return them."""
        with signals.waiting():
            readable, _, _ = select.select([*self.busy], [], [])
        found = []
        for child in readable:
            try:
                line = child.line(0.0)
            except ChildGone as error:
                raise self._gone(child, error) from error
            if line is not None:
                answer = json.loads(line)
                if worker.TRACEBACK in answer:
                    raise WorkerFailed(answer[worker.TRACEBACK])
                found.append(from_data(answer, self._plan))
                del self.busy[child]
                self._idle.append(child)
        return found

    def _gone(self, child: Child, error: Exception) -> WorkerGone:
        reason = str(error) or "does not read its input"
        return WorkerGone(f"the process for game {self.busy[child] + 1} {reason}")

    def end(self) -> None:
        """End all of them, and return when they are gone."""
        children = [*self.busy, *self._idle]
        for child in children:
            child.terminate()
        for child in children:
            child.end()
