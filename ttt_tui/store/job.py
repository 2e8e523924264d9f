"""Something that the keeper's thread does for the screen's: asked for, attempted, done or refused."""

from collections.abc import Callable
from typing import Generic, TypeVar

from ttt_tui.errors import StoreBusy
from ttt_tui.store.history import History

T = TypeVar("T")


class Job(Generic[T]):
    """Something that the thread does with the history, and what came of it."""

    def __init__(self, work: Callable[[History], T], *, what: str = "", in_order: bool = False) -> None:
        self.work = work
        self.what = what
        """What is written, for the user; nothing for a question, which is answered at once or not at all."""
        self.in_order = in_order
        """Whether a question comes after all that is to be kept."""
        self.asked = 0
        """How often it was asked for: what is asked for again before it was done is done once."""
        self.begun = 0
        self.done = 0
        """What `asked` was when it was done last."""
        self.failures = 0
        self.is_late = False
        """Whether it was not written within the time that its caller waited."""
        self.not_before = 0.0
        self.is_refused = self.is_committing = False
        """Whether it must not be done any more, and whether it is too late for that: it is being written."""
        self.result: T
        self.error: Exception | None = None
        """Why the latest attempt failed."""

    @property
    def has_failed(self) -> bool:
        """Whether the latest attempt failed for another reason than a lock, which may go at any moment."""
        return self.error is not None and not isinstance(self.error, StoreBusy)
