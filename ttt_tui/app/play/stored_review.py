"""The stored review of a game in the history, read and summarised in the background."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.store_answers import answering
from ttt_tui.engine import Game
from ttt_tui.errors import StoreError
from ttt_tui.session.session import Session
from ttt_tui.store.thread import Job

if TYPE_CHECKING:
    from ttt_tui.session.stored_reviews import ReviewSummary


class StoredReview:
    """Reads one review at a time for a screen, and calls `show` with its summary, if it is complete.

    The store's answer is a `StoreAnswered` for the screen, which then calls `look`; it passes the state of
    workers to `take`.
    """

    def __init__(self, screen: Widget, session: Session, show: "Callable[[ReviewSummary], object]") -> None:
        self._screen = screen
        self._history = session.history
        self._show = show
        self._game: Game | None = None
        self._reading: Job[str | None] | None = None
        self._worker: Worker[ReviewSummary | None] | None = None

    def read(self, uid: str, game: Game) -> None:
        """Read the review of the stored game with this uid instead of an earlier one."""
        self.cancel()
        self._game = game
        if self._history is not None:
            answered = answering(self._screen)
            self._reading = self._history.submit(lambda history: history.review(uid), when_done=answered)

    def cancel(self) -> None:
        """Stop reading and summarising."""
        if self._reading is not None and self._history is not None:
            self._history.cancel(self._reading)
        if self._worker is not None:
            self._worker.cancel()
        self._reading = self._worker = None

    def look(self) -> None:
        """Summarise the review if it has been read."""
        reading, game = self._reading, self._game
        if self._history is None or reading is None or not reading.is_done or game is None:
            return
        self._reading = None
        try:
            kept = self._history.result(reading)
        except StoreError:
            return  # the store reports its own errors
        if kept is not None:
            self._worker = self._screen.run_worker(
                lambda: _summary(game, kept), thread=True, exit_on_error=False
            )

    def take(self, event: Worker.StateChanged) -> None:
        """Show the summary if a worker's event is about it."""
        if event.worker is self._worker and event.state is WorkerState.SUCCESS and self._worker is not None:
            summary = self._worker.result
            if summary is not None:
                self._show(summary)


def _summary(game: Game, kept: str) -> "ReviewSummary | None":
    from ttt_tui.session.stored_reviews import summary_of  # it imports the searches

    return summary_of(game, kept)
