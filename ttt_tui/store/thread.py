"""The store's thread. It owns the database, so that the screen never waits for the disk noticeably.

`StoreThread.write` puts a write into a queue and waits a moment for it: nearly always it is done by then, so
that a move is stored before it is painted. A late write, because another program has locked the file or the
disk is full or slow, stays in the queue, and the thread retries in order; `take_notices` reports late writes
and their completion, `close` lost ones. Queries overtake late writes.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from ttt_tui.engine import Setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import ReadOnlyStore, StillReading, StillWriting, StoreBusy, StoreError
from ttt_tui.process.paths import NO_HOME
from ttt_tui.store.games import ClaimedGame, History
from ttt_tui.store.ownership import new_mark
from ttt_tui.store.stored_game import Entry, GameRef

VALUE = "value"
"""The first item of the keys of writes that store a choice such as the theme, not an action of the user."""

T = TypeVar("T")

SCREEN_SECONDS = 0.04
"""How long the screen waits for the store within a moment; with everything else, 50 ms at most."""

REGAINED = 0.5
"""Seconds that a wait budget regains for each second that passes."""

ATTEMPT_SECONDS = 0.005
"""How long one attempt waits for another process's lock."""

BUSY_PAUSE, FAILURE_PAUSE = 0.05, 1.0
"""Seconds between two attempts, if the file is locked and after any other error."""

CLOSING_SECONDS = 2.0
"""How long the end of the program waits for late writes."""

OPENING = "opening"
"""The key of the first job, which writes nothing."""


class WaitBudget:
    """A budget of seconds for waiting. Waiting uses it up; time restores it, up to `most`.

    So several waits within a moment take `most` seconds in all, and after a long wait there are short ones.
    `clock` returns seconds.
    """

    def __init__(self, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.most = most
        self._clock = clock
        self._left = most
        self._since = clock()

    def left(self) -> float:
        """Return how many seconds may be waited now."""
        now = self._clock()
        self._left = min(self.most, self._left + REGAINED * (now - self._since))
        self._since = now
        return self._left

    def use(self, seconds: float) -> None:
        """Subtract a wait that has just ended."""
        self._left = max(0.0, self._left - seconds)
        self._since = self._clock()


@dataclass(eq=False, slots=True)
class Job(Generic[T]):
    """A write or a query for the thread, and its result."""

    work: Callable[[History], T]
    description: str = ""
    """The name of the data for the user."""
    is_write: bool = False
    """Whether to retry until done; a query is only retried while the file is locked."""
    notify_if_late: bool = False
    """Whether to report a lock that delays it; other writes are reported only if they fail."""
    after_writes: bool = False
    """Whether a query waits for all writes."""
    result: T = field(init=False)
    error: Exception | None = None
    """Why the latest attempt failed."""
    is_done: bool = False
    is_late: bool = False
    """Whether the caller's wait ended before it was written."""
    is_cancelled: bool = False
    when_done: Callable[[], object] | None = None
    """Called by the thread once a query that was not cancelled is done."""
    is_committing: bool = False
    """Whether cancelling is no longer possible."""
    not_before: float = 0.0
    """The monotonic time of the next attempt."""

    @property
    def has_failed(self) -> bool:
        """Whether the latest attempt failed for another reason than a lock, which may go at any moment."""
        return self.error is not None and not isinstance(self.error, StoreBusy)

    def renewed(self) -> "Job[T]":
        """Return a new job for this write."""
        return Job(self.work, self.description, self.is_write, self.notify_if_late)


class StoreThread:
    """Writes games to the file at `path`. All methods are for one thread, that of the screen.

    `path` is None if there is no place for the file: then nothing is stored, and `take_notices` says why.
    `max_wait` is how many seconds each action of the user may wait in all.
    """

    def __init__(self, path: Path | None, max_wait: float = SCREEN_SECONDS) -> None:
        self.path = path
        self.mark = new_mark()
        """Identifies this process as the owner of games."""
        self.read_only: ReadOnlyStore | None = None
        """Why the file cannot be written, None if it can as far as is known."""
        self._budget = WaitBudget(max_wait)
        self._changed = threading.Condition()
        """Guards everything below."""
        self._writes: dict[Hashable, Job[Any]] = {}
        """The writes that are not done, in order."""
        self._repeated: dict[Hashable, Job[Any]] = {}
        """The writes that are done again in another file."""
        self._queries: list[Job[Any]] = []
        self._values: dict[str, str] = {}
        self._messages: list[str] = []
        self._current: Job[Any] | None = None
        self._error: StoreError | None = None  # of the latest attempt
        self._is_open = False
        self._reported: Job[Any] | None = None  # the write last reported as late, None if all are done
        self._is_closing = self._is_closed = False
        self._generation = 0
        self._writes[OPENING] = Job(_check_writable, "games", is_write=True, notify_if_late=True)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def set_max_wait(self, seconds: float) -> None:
        """Set how many seconds each action of the user may wait: plain mode can wait longer than a screen."""
        self._budget = WaitBudget(seconds)

    def wait_until_open(self, seconds: float) -> bool:
        """Wait until the file is open, at most `seconds`, and return whether it is."""
        with self._changed:
            opening = self._writes.get(OPENING)
            if opening is not None:
                self._changed.wait_for(lambda: opening.is_done or opening.has_failed, seconds)
                opening.is_late = not opening.is_done
            return self._is_open

    # --- writes ------------------------------------------------------------------------------------------

    def write(
        self,
        key: Hashable,
        work: Callable[[History], object],
        description: str = "something",
        *,
        notify_if_late: bool = False,
    ) -> bool:
        """Queue a write, and return whether it was done in time; if not, it is retried until it is.

        `description` names the data if the write is late or lost: "your name could not be saved". The write
        replaces a pending one with the same key, so it has to write everything that both would. It is
        repeated whenever the file is replaced, until `forget`.
        """
        with self._changed:
            if self._is_closing:
                return False
            job = Job(work, description, is_write=True, notify_if_late=notify_if_late)
            if (replaced := self._writes.get(key)) is not None:
                job.is_late = replaced.is_late
            self._writes[key] = self._repeated[key] = job
            for waiting in self._writes.values():
                waiting.not_before = 0.0
            self._changed.notify_all()
            was_late = any(self._late)
            self._wait(lambda: job.is_done or (job.error is not None and (was_late or job.has_failed)))
            job.is_late = not job.is_done
            return job.is_done

    def forget(self, key: Hashable) -> None:
        """Stop repeating this write in other files."""
        with self._changed:
            self._repeated.pop(key, None)

    def discard(self, key: Hashable) -> None:
        """Drop a write, done or not, because there is nothing to store any more."""
        with self._changed:
            self._repeated.pop(key, None)
            self._writes.pop(key, None)
            if not any(job.notify_if_late for job in self._late):
                self._reported = None  # otherwise the next notice would call it saved
            self._changed.notify_all()

    def take_notices(self) -> list[str]:
        """Return and clear the sentences for the user."""
        with self._changed:
            notices, self._messages = self._messages, []
            if self._is_closed:  # `close` has reported the losses
                return notices
            late = list(self._late)
            games = [job for job in late if job.notify_if_late]
            job = next(iter(games), None) or next((job for job in late if job.has_failed), None)
            if job is not None and (not self._reported or (games and not self._reported.notify_if_late)):
                self._reported = job
                if not self._is_open:
                    what = "Games are not being saved"
                elif games:
                    what = "The game continues, but it is not being saved"
                else:
                    what = f"{_capitalized(job.description)} could not be saved"
                notices.append(f"{what}{'' if job.has_failed else ' yet'}: {job.error or self._reason}")
            elif self._reported and not late:
                notices.append(
                    "Games are being saved again, with all their moves"
                    if self._reported.notify_if_late
                    else "Everything is saved now"
                )
                self._reported = None
            return notices

    def close(self, seconds: float = CLOSING_SECONDS) -> str | None:
        """Try late writes once more, for at most `seconds`, and end the thread.

        Return a sentence about the lost data and the reason; None if nothing is lost, or if only choices such
        as the theme are and a notice has said that nothing can be stored at all.
        """
        with self._changed:
            if self._is_closed:
                return None
            self._is_closing = True
            for job in self._writes.values():
                job.not_before, job.error = 0.0, None
            self._changed.notify_all()
            self._changed.wait_for(lambda: all(job.has_failed for job in self._owed), seconds)
            owed = list(self._owed)
            has_game = any(job.notify_if_late for job in owed)
            only_choices = all(
                key == OPENING or (isinstance(key, tuple) and key[0] == VALUE) for key in self._writes
            )
            was_reported = self._reported and not self._is_open and only_choices
            lost = None
            if owed and not was_reported:
                names = list(dict.fromkeys(job.description for job in owed))
                listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
                what = f"{listed} could not be" if self._is_open or not has_game else "the game was not"
                lost = f"{what} saved: {owed[0].error or self._reason}"
            self._is_closed = True
            self._changed.notify_all()
        self._thread.join(seconds)
        return lost

    # --- queries -----------------------------------------------------------------------------------------

    def run(self, work: Callable[[History], T], *, after_writes: bool = False, seconds: float = 0.0) -> T:
        """Do `work`, wait for it at least `seconds`, and return its result.

        Raises what `work` raises, and `StoreBusy` if the result is late; the work is not done later either,
        unless the error is `StillWriting`. With `after_writes`, the work follows all queued writes; work that
        writes needs that.
        """
        job = self.submit(work, after_writes=after_writes)
        try:
            return self.result(job, seconds)
        except StoreBusy:
            self.cancel(job)
            with self._changed:  # it may be done just now
                is_over = self._changed.wait_for(lambda: self._current is not job, 2 * ATTEMPT_SECONDS)
                if job.is_done and job.error is None:
                    return job.result
                if job.is_committing and not is_over:
                    raise StillWriting from None
            raise

    def submit(
        self,
        work: Callable[[History], T],
        *,
        after_writes: bool = False,
        when_done: Callable[[], object] | None = None,
    ) -> Job[T]:
        """Start work whose result is fetched later; the thread calls `when_done` once it is there."""
        job = Job(work, after_writes=after_writes, when_done=when_done)
        with self._changed:
            self._queries.append(job)
            self._changed.notify_all()
        return job

    def result(self, job: Job[T], seconds: float = 0.0) -> T:
        """Return the work's result or raise its error; `StoreBusy` if it is late."""
        with self._changed:
            if not self._is_closing:
                was_late = any(self._late) and not seconds
                self._wait(lambda: job.is_done or (was_late and job.error is not None), seconds)
            if job.is_done and job.error is None:
                return job.result
            is_well = self._error is None and all(each.error is None for each in self._writes.values())
            raise job.error or (StillReading if is_well else StoreBusy)(self._reason)

    def cancel(self, job: Job[T]) -> None:
        """Discard a query; nothing is written any more, unless it is being committed."""
        with self._changed, contextlib.suppress(ValueError):
            job.is_cancelled = True
            self._queries.remove(job)

    def entries(self) -> list[Entry]:
        return self.run(lambda history: history.entries())

    def find(self, game: GameRef, seconds: float = 0.0) -> Entry | None:
        return self.run(lambda history: history.find(game), seconds=seconds)

    def last_unfinished(
        self, seconds: float = 0.0, can_play: Callable[[Setup], bool] = lambda setup: True
    ) -> Entry | None:
        return self.run(lambda history: history.last_unfinished(can_play), seconds=seconds)

    def claim(self, game: GameRef, seconds: float = 0.0) -> ClaimedGame:
        return self.run(lambda history: history.claim(game), after_writes=True, seconds=seconds)

    def add(self, record: Record) -> int:
        return self.run(lambda history: history.add(record), after_writes=True)

    def delete(self, game: GameRef) -> None:
        self.run(lambda history: history.delete(game), after_writes=True)

    def set_value(self, key: str, value: str, description: str = "") -> None:
        """Store a text under a key; `description` is as in `write`, by default "your" and the key."""
        self._values[key] = value
        self.write((VALUE, key), lambda history: history.set_value(key, value), description or f"your {key}")

    def get_value(self, key: str) -> str | None:
        """Return the text under a key, None without one; a new text is returned even before it is written."""
        if key in self._values:
            return self._values[key]
        return self.run(lambda history: history.get_value(key))

    # --- shared by both threads; `_changed` is held ------------------------------------------------------

    @property
    def _reason(self) -> str:
        errors = (job.error for job in self._writes.values() if job.error is not None)
        return str(next(errors, self._error) or "the history does not answer")

    @property
    def _owed(self) -> Iterator[Job[Any]]:
        """The writes that are not done, without the opening."""
        return (job for key, job in self._writes.items() if key != OPENING)

    @property
    def _late(self) -> Iterator[Job[Any]]:
        return (job for job in self._writes.values() if job.is_late)

    def _wait(self, is_over: Callable[[], bool], seconds: float = 0.0) -> None:
        """Wait until `is_over`, within the budget or for `seconds`, whichever is longer."""
        started = time.monotonic()
        self._changed.wait_for(is_over, max(self._budget.left(), seconds))
        self._budget.use(time.monotonic() - started)

    # --- the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        history: History | None = None
        while (job := self._next()) is not None:
            error: Exception | None = None
            result = None
            try:
                if self.path is None:
                    raise StoreError(NO_HOME)
                if history is not None and history.may_have_become_writable:
                    history.close()
                    history = None
                if history is None:
                    history = History(self.path, ATTEMPT_SECONDS, self.mark, self._before_commit)
                result = job.work(history)
            except Exception as failure:  # the thread must go on
                error = failure
            with self._changed:
                if history is not None:
                    self._note_file(history)
                self._finish(job, result, error)
                self._changed.notify_all()
            if job.when_done is not None and job.is_done and not job.is_cancelled:
                job.when_done()
        if history is not None:
            history.close()

    def _next(self) -> Job[Any] | None:
        """Wait for something to do, and return it; None at the end."""
        with self._changed:
            while True:
                jobs = [job for job in self._queries if not (job.after_writes and any(self._owed))]
                for write in self._writes.values():
                    jobs.append(write)
                    if not write.has_failed:  # a lock holds up all writes, another failure only its own
                        break
                now = time.monotonic()
                if self._is_closed or (self._is_closing and not jobs):
                    return None
                if due := [job for job in jobs if job.not_before <= now]:
                    self._current = due[0]
                    due[0].is_committing = False
                    return due[0]
                self._changed.wait(min((job.not_before - now for job in jobs), default=None))

    def _before_commit(self) -> None:
        """Raise `StoreBusy` if the current job was cancelled; after that it cannot be."""
        with self._changed:
            job = self._current
            if job is not None:
                if job.is_cancelled:
                    raise StoreBusy(self._reason)
                job.is_committing = True

    def _note_file(self, history: History) -> None:
        """Record the state and message of the file, and repeat all writes if it is another one."""
        self.read_only = history.read_only
        self._is_open = self.read_only is None
        if message := history.take_message():
            self._messages.append(message)
        if history.generation != self._generation:
            self._generation = history.generation
            for key, job in self._repeated.items():
                self._writes.setdefault(key, job.renewed())

    def _finish(self, job: Job[Any], result: object, error: Exception | None) -> None:
        """Note the outcome of an attempt, and whether there is another one."""
        self._current = None
        job.error = error
        if isinstance(error, StoreError):
            self._error = error
            is_busy = isinstance(error, StoreBusy)
            job.not_before = time.monotonic() + (BUSY_PAUSE if is_busy else FAILURE_PAUSE)
            if is_busy or job.is_write:
                return
        else:
            self._error = None
            for query in self._queries:  # the lock that delayed them has gone
                query.not_before = 0.0
            if job.is_write and error is not None:  # a bug: it would fail for ever
                self._messages.append(f"{_capitalized(job.description)} could not be saved: {error!r:.200}")
        job.result, job.is_done = result, True
        if job in self._queries:
            self._queries.remove(job)
        for key in [key for key, write in self._writes.items() if write is job]:
            del self._writes[key]


def _check_writable(history: History) -> None:
    """Raise `ReadOnlyStore` if nothing can be stored."""
    if history.read_only is not None:
        raise history.read_only


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
