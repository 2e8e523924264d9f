"""A question to the store's thread whose answer is read when it has arrived."""

from collections.abc import Callable
from typing import Generic, TypeVar

from ttt_tui.errors import StoreBusy
from ttt_tui.store.games import History
from ttt_tui.store.thread import Job, StoreThread

T = TypeVar("T")


class Query(Generic[T]):
    """A question that can be asked again; a new one replaces the one before it."""

    def __init__(self) -> None:
        self._store: StoreThread | None = None
        self._job: Job[T] | None = None
        self._answer: T | None = None

    def ask(
        self,
        store: StoreThread | None,
        work: Callable[[History], T],
        when_done: Callable[[], object] | None = None,
        *,
        after_writes: bool = False,
    ) -> None:
        """Ask, replacing an open question; without a store do nothing. `when_done` is as in `Job`."""
        self.cancel()
        if store is not None:
            self._store = store
            self._job = store.submit(work, after_writes=after_writes, when_done=when_done)

    def fetch(
        self,
        store: StoreThread,
        work: Callable[[History], T],
        when_done: Callable[[], object] | None = None,
    ) -> T | None:
        """Return the store's answer; the latest one while the store is busy.

        Then the store's thread calls `when_done`, if given, once the next call returns the late answer.
        Raises what `work` raises, and `StoreError`.
        """
        if not self.take() and not self.is_open:
            latest, self._answer = self._answer, None
            try:
                self._answer = store.run(work)
            except StoreBusy:
                self._answer = latest
                if when_done is not None:
                    self.ask(store, work, when_done)
        return self._answer

    def cancel(self) -> None:
        """Withdraw a question that is open."""
        if self._job is not None and self._store is not None:
            self._store.cancel(self._job)
        self._job = None

    @property
    def is_open(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None and not self._job.is_done

    @property
    def has_news(self) -> bool:
        """Whether an answer, or an error, has arrived and was not taken yet."""
        return self._job is not None and self._job.is_done

    def take(self) -> bool:
        """Take an answer that has arrived, and return whether there is a new one: not after an error."""
        job = self._job
        if job is None or not job.is_done:
            return False
        self._job = None
        if job.error is None:
            self._answer = job.result
        return job.error is None

    @property
    def answer(self) -> T | None:
        """The latest answer, None before the first one."""
        self.take()
        return self._answer
