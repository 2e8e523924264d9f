"""The history behind a thread of its own, so that the screen never waits for it longer than is hardly felt.

What is to be kept is handed over with `keep`, which waits a little for it to be written: nearly always it is,
so that it is stored before it is painted. If it is late, because another program has locked the file or the
disk is full or slow, it stays in the queue. The thread keeps trying, in the order in which things were handed
over; `news` says what is late and when it is made up for, and `close` what is lost. Questions overtake what
is late.
"""

import contextlib
import threading
import time
from collections.abc import Callable, Hashable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from ttt_tui.engine import Setup
from ttt_tui.engine.records import Record
from ttt_tui.errors import ReadOnlyStore, StillWriting, StoreBusy, StoreError
from ttt_tui.process.paths import NO_HOME
from ttt_tui.store import ownership as owner
from ttt_tui.store.history import ClaimedGame, History
from ttt_tui.store.job import Job
from ttt_tui.store.patience import WaitBudget
from ttt_tui.store.read_only import can_write
from ttt_tui.store.stored_game import Entry, GameRef

T = TypeVar("T")

SCREEN_SECONDS = 0.04
"""How long the screen waits for the store within a moment; with what else has to be done, 50 ms at most."""

ATTEMPT_SECONDS = 0.005
"""How long one attempt waits for another process's lock. Questions wait as long as one attempt takes."""

BUSY_PAUSE, FAILURE_PAUSE = 0.05, 1.0
"""Seconds between two attempts, when the file is locked and when something else is wrong."""

CLOSING_SECONDS = 2.0
"""How long the end of the program waits for what is late."""

MOVES = "the latest moves"
"""What is written of a game that is played: the user is told as soon as it is late."""

GAMES = "games"
"""What cannot be written as long as the file is not open."""

OPENING = "opening"
"""The key of the first job, which writes nothing."""


class StoreThread:
    """Keeps games in the file at `path`. All methods are for one thread, that of the screen.

    `path` is None if there is no place for one: then nothing is kept, and `news` says why. `patience` is how
    many seconds each thing that the user does may wait in all.
    """

    def __init__(self, path: Path | None, patience: float = SCREEN_SECONDS) -> None:
        self.path = path
        self.mark = owner.new_mark()
        """Tells this process's games from others'."""
        self.is_read_only = False
        """Whether games can be read and not be kept, as far as is known."""
        self._patience = WaitBudget(patience)
        self._changed = threading.Condition()
        self._wishes: dict[Hashable, Job[Any]] = {}
        """What is to be kept and is not yet, in order."""
        self._lasting: dict[Hashable, tuple[Callable[[History], object], str]] = {}
        """What would have to be kept again in another file, and what that is to the user."""
        self._questions: list[Job[Any]] = []
        self._messages: list[str] = []
        self._remembered: dict[str, str] = {}
        self._attempted: Job[Any] | None = None
        self._error: StoreError | None = None  # why the latest attempt failed, None if it did not
        self._is_open = False
        self._told = ""  # of what the user was told last that it is late, nothing if all is kept
        self._closing = self._abandoned = False
        self._generation = 0
        self._wishes[OPENING] = Job[None](_check_writable, what=GAMES)
        self._wishes[OPENING].asked = 1
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
        self._thread.start()

    def be_patient(self, seconds: float) -> None:
        """Let each thing that the user does wait for so long: nobody sees that a dialogue in lines waits."""
        self._patience = WaitBudget(seconds)

    # --- keeping -----------------------------------------------------------------------------------------

    def keep(self, key: Hashable, work: Callable[[History], object], what: str = "something") -> bool:
        """Have something written, and return whether it was in time; if not, it is tried until it is.

        `what` names it if it is late or lost: "your name could not be saved". `work` replaces what was handed
        over with the same key and is not done yet, so it has to write all that both would. It is done again
        whenever the file is replaced, until `forget`.
        """
        with self._changed:
            if self._closing:
                return False
            job = self._wishes.setdefault(key, Job(work, what=what))
            job.work, job.what = self._lasting[key] = work, what
            job.asked += 1
            mine = job.asked
            for wish in self._wishes.values():
                wish.not_before = 0.0
            self._changed.notify_all()
            failures, was_late = job.failures, any(self._late)
            self._wait(lambda: job.done >= mine or (job.failures > failures and (was_late or job.has_failed)))
            job.is_late = job.done < mine
            return not job.is_late

    def forget(self, key: Hashable) -> None:
        """Do not keep this again in another file."""
        with self._changed:
            self._lasting.pop(key, None)

    def withdraw(self, key: Hashable) -> None:
        """Drop this, written or not: what it would have written no longer exists, so nothing is lost."""
        with self._changed:
            self._lasting.pop(key, None)
            self._wishes.pop(key, None)
            if not any(job.what in (MOVES, GAMES) for job in self._late):
                self._told = ""  # `news` must not report as saved what was dropped
            self._changed.notify_all()

    def opened(self, seconds: float) -> bool:
        """Wait so long for the file to be opened, and return whether it is."""
        with self._changed:
            opening = self._wishes.get(OPENING)
            if opening is not None:
                self._changed.wait_for(lambda: bool(opening.done) or opening.has_failed, seconds)
                opening.is_late = not opening.done
            return self._is_open

    def news(self) -> list[str]:
        """Return what the user has to be told, once."""
        with self._changed:
            news, self._messages = self._messages, []
            if self._abandoned:  # `close` has said what is lost
                return news
            late = list(self._late)
            games = [job for job in late if job.what in (MOVES, GAMES)]
            # What a lock delays is told of games only: the rest is made up for before anybody misses it.
            job = next(iter(games), None) or next((job for job in late if job.has_failed), None)
            if job is not None and (not self._told or (games and self._told not in (MOVES, GAMES))):
                self._told = job.what
                if not self._is_open:
                    what = "Games are not being saved"
                elif games:
                    what = "The game continues, but it is not being saved"
                else:
                    what = f"{_capitalized(job.what)} could not be saved"
                news.append(f"{what}{'' if job.has_failed else ' yet'}: {job.error or self._reason}")
            elif self._told and not late:
                are_games = self._told in (MOVES, GAMES)
                news.append(
                    "Games are being saved again, with all their moves"
                    if are_games
                    else "Everything is saved now"
                )
                self._told = ""
            return news

    def close(self, seconds: float = CLOSING_SECONDS) -> str | None:
        """Wait so long for what is late, and end.

        Return a sentence about what is lost and why; None if nothing is, or if it was told that nothing can
        be kept at all.
        """
        with self._changed:
            if self._abandoned:
                return None  # it was told
            self._closing = True
            before = {}
            for job in self._wishes.values():
                job.not_before = 0.0
                before[job] = job.failures
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: all(job.has_failed and job.failures > before.get(job, 0) for job in self._owed),
                seconds,
            )
            lost = None
            was_told = bool(self._told) and not self._is_open and any(job.has_failed for job in self._owed)
            if (owed := list(self._owed)) and not was_told:
                whats = list(dict.fromkeys(job.what for job in owed))
                listed = " and ".join(filter(None, (", ".join(whats[:-1]), whats[-1])))
                lost = f"{listed} could not be saved: {owed[0].error or self._reason}"
            self._abandoned = True
            self._changed.notify_all()
        self._thread.join(seconds)
        return lost

    # --- asking ------------------------------------------------------------------------------------------

    def ask(self, work: Callable[[History], T], *, in_order: bool = False, seconds: float = 0.0) -> T:
        """Return the answer to a question, which is waited for at least so many `seconds`.

        Raises what `work` does, and `StoreBusy` if the answer does not come in time. Then it is not done
        later either, unless that is `StillWriting`. With `in_order` it comes after all that is to be kept; it
        must, if it writes.
        """
        job = self.submit(work, in_order=in_order)
        try:
            return self.answer(job, seconds)
        except StoreBusy:
            self.cancel(job)
            with self._changed:  # it may be done just now
                is_over = self._changed.wait_for(lambda: self._attempted is not job, 2 * ATTEMPT_SECONDS)
                if job.done and job.error is None:
                    return job.result
                if job.is_committing and not is_over:
                    raise StillWriting from None
            raise

    def submit(self, work: Callable[[History], T], *, in_order: bool = False) -> Job[T]:
        """Ask a question whose answer may take a while."""
        job = Job(work, in_order=in_order)
        job.asked = 1
        with self._changed:
            self._questions.append(job)
            self._changed.notify_all()
        return job

    def answer(self, job: Job[T], seconds: float = 0.0) -> T:
        """Return the answer to a question or raise what it raises: `StoreBusy` if it is not there in time."""
        with self._changed:
            if not self._closing:
                was_late = any(self._late) and not seconds
                self._wait(lambda: bool(job.done) or (was_late and job.error is not None), seconds)
            if job.done and job.error is None:
                return job.result
            raise job.error or StoreBusy(self._reason)

    def cancel(self, job: Job[T]) -> None:
        """Do not wait for an answer any more; what is not being written already will not be."""
        with self._changed, contextlib.suppress(ValueError):
            job.is_refused = True
            self._questions.remove(job)

    def entries(self) -> list[Entry]:
        """Return all stored games, newest first."""
        return self.ask(lambda history: history.entries())

    def find(self, game: GameRef, seconds: float = 0.0) -> Entry | None:
        """Return a stored game, None if there is no such one, waiting at least so long."""
        return self.ask(lambda history: history.find(game), seconds=seconds)

    def last_unfinished(
        self, seconds: float = 0.0, can_play: Callable[[Setup], bool] = lambda setup: True
    ) -> Entry | None:
        """Return the last game that was left here and can be played on, waiting at least so long."""
        return self.ask(lambda history: history.last_unfinished(can_play), seconds=seconds)

    def last_copy(self, seconds: float = 0.0) -> Entry | None:
        """Return the guest's copy of an unfinished game that was played last, waiting at least so long."""
        return self.ask(lambda history: history.last_copy(), seconds=seconds)

    def take_up(self, game: GameRef, seconds: float = 0.0) -> ClaimedGame:
        """Take a game as it is stored now, waiting at least so long; raises `RecordError` as well."""
        return self.ask(lambda history: history.take_up(game), in_order=True, seconds=seconds)

    def add(self, record: Record) -> int:
        """Store a game from elsewhere and return its id."""
        return self.ask(lambda history: history.add(record), in_order=True)

    def delete(self, game: GameRef) -> None:
        """Delete a game."""
        self.ask(lambda history: history.delete(game), in_order=True)

    def remember(self, key: str, value: str, what: str = "") -> None:
        """Keep a text under a key, if anything can be kept; `what` as in `keep`, your `key` without it."""
        self._remembered[key] = value
        self.keep(("remembered", key), lambda history: history.remember(key, value), what or f"your {key}")

    def remembered(self, key: str) -> str | None:
        """Return the text kept under a key, None if there is none."""
        if key in self._remembered:
            return self._remembered[key]
        return self.ask(lambda history: history.remembered(key))

    # --- what both sides know; `_changed` is held --------------------------------------------------------

    @property
    def _reason(self) -> str:
        errors = (job.error for job in self._wishes.values() if job.error is not None)
        return str(next(errors, self._error) or "the history does not answer")

    @property
    def _owed(self) -> Iterator[Job[Any]]:
        """What has to be written and is not."""
        return (job for key, job in self._wishes.items() if key != OPENING)

    @property
    def _late(self) -> Iterator[Job[Any]]:
        """What was not written in time and still is not."""
        return (job for job in self._wishes.values() if job.is_late)

    def _wait(self, is_over: Callable[[], bool], seconds: float = 0.0) -> None:
        """Wait until this is so, within the patience or so many seconds, whichever is longer."""
        started = time.monotonic()
        self._changed.wait_for(is_over, max(self._patience.left(), seconds))
        self._patience.use(time.monotonic() - started)

    # --- the thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        history: History | None = None
        while (job := self._next()) is not None:
            error: Exception | None = None
            result = None
            try:
                if self.path is None:
                    raise StoreError(NO_HOME)
                if history is not None and history.is_read_only and can_write(self.path):
                    history.close()
                    history = None
                if history is None:
                    history = History(self.path, ATTEMPT_SECONDS, self.mark, self._before_commit)
                result = job.work(history)
            except Exception as failure:  # whatever it is, the thread goes on
                error = failure
            with self._changed:
                if history is not None:
                    self.is_read_only = history.is_read_only
                    self._is_open = not self.is_read_only
                    self._hear(history)
                self._note(job, result, error)
                self._changed.notify_all()
        if history is not None:
            history.close()

    def _next(self) -> Job[Any] | None:
        """Wait for something to do, and return it; None at the end."""
        with self._changed:
            while True:
                jobs = [job for job in self._questions if not (job.in_order and any(self._owed))]
                for wish in self._wishes.values():
                    jobs.append(wish)
                    if not wish.has_failed:  # only what fails by itself does not hold up what comes after it
                        break
                now = time.monotonic()
                if self._abandoned or (self._closing and not jobs):
                    return None
                if due := [job for job in jobs if job.not_before <= now]:
                    self._attempted = due[0]
                    due[0].begun = due[0].asked
                    due[0].is_committing = False
                    return due[0]
                self._changed.wait(min((job.not_before - now for job in jobs), default=None))

    def _before_commit(self) -> None:
        """Let what is attempted be written, unless it was refused: raise `StoreBusy` then."""
        with self._changed:
            job = self._attempted
            if job is not None:
                if job.is_refused:
                    raise StoreBusy(self._reason)
                job.is_committing = True

    def _note(self, job: Job[Any], result: object, error: Exception | None) -> None:
        """Note what came of an attempt."""
        self._attempted = None
        job.error = error
        if isinstance(error, StoreError):
            job.failures += 1
            self._error = error
            is_busy = isinstance(error, StoreBusy)
            job.not_before = time.monotonic() + (BUSY_PAUSE if is_busy else FAILURE_PAUSE)
            if is_busy or job.what:
                return  # to be tried again
        else:
            self._error = None
            for question in self._questions:  # whatever kept them from an answer has gone
                question.not_before = 0.0
            if job.what and error is not None:  # it would fail for ever
                self._messages.append(f"{_capitalized(job.what)} could not be saved: {error!r:.200}")
        job.result, job.done = result, job.begun
        if job in self._questions:
            self._questions.remove(job)
        for key in [key for key, wish in self._wishes.items() if wish is job and job.done == job.asked]:
            del self._wishes[key]

    def _hear(self, history: History) -> None:
        """Take over what the history says, and have all written again if it is in another file."""
        if message := history.take_message():
            self._messages.append(message)
        if history.generation != self._generation:
            self._generation = history.generation
            for key, (work, what) in self._lasting.items():
                if key not in self._wishes:
                    self._wishes[key] = again = Job(work, what=what)
                    again.asked = 1


def _check_writable(history: History) -> None:
    """Raise `ReadOnlyStore` if nothing can be kept."""
    if history.is_read_only:
        raise ReadOnlyStore


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]
