"""The review of a game in the background: continued unit by unit, and saved."""

import time
from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState

from ttt_tui.analysis.judge import AnyJudge
from ttt_tui.analysis.review import GameReview, accuracy
from ttt_tui.analysis.review_json import load_review
from ttt_tui.app.play.background import JudgeQueue
from ttt_tui.app.play.store_answers import answering
from ttt_tui.computer import ComputerFault, Stop
from ttt_tui.engine import Setup
from ttt_tui.errors import StoreBusy, StoreError
from ttt_tui.puzzles.making import own_puzzles
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.session.advisor import PASSES
from ttt_tui.session.stored_reviews import keep_review, latest_review_of, query_review
from ttt_tui.store.stored_game import GameRef
from ttt_tui.store.thread import Job

if TYPE_CHECKING:
    from ttt_tui.app.screens.review import ReviewScreen

SAVE_SECONDS = 10.0
"""Seconds between two saves during the work."""


class ReviewWork:
    """Continues the review of a game where it was left, and saves the results.

    `stored` names the game in the store, None if it is not there; a review by an engine is remembered as long
    as the program runs. One thread works on the review and reports by `SearchUpdate`; `found` is a copy of
    its results, never changed.
    """

    def __init__(
        self, screen: "ReviewScreen", stored: GameRef | None, queue: JudgeQueue, by: str = ""
    ) -> None:
        """Review the screen's game; `by` is the engine that `queue` asks, empty for our own search."""
        self._screen = screen
        self._session = screen.session
        self._by = by
        self._game = screen.game
        self._stored = stored
        self._queue = queue
        self._worker: Worker[None] | None = None
        self._reading: Job[str | None] | None = None
        self._review: GameReview | None = None  # the worker's; None as long as the store does not answer
        self._saved_at = time.monotonic()
        self.found = self._new()
        """The results so far."""
        self._saved = self.found
        self._makes_puzzles = screen.session.settings.mistakes_as_puzzles and not by
        self.is_done = False
        """Whether everything is reviewed; puzzles may still be made of it."""
        self._puzzles: list[Puzzle] = []  # the worker's, until they are taken

    # --- working -----------------------------------------------------------------------------------------

    def start(self, *, deeper: bool = False) -> None:
        """Run the review in a worker of the screen; `deeper` adds a deeper pass first.

        If the store has not answered yet, a `StoreAnswered` follows, for `start_late`.
        """
        review = self._review = self._review or self._taken_up()
        if review is None:
            return
        review.setup = self._screen.game.setup  # the reader may have other coordinates than before
        self.is_done = False

        def work(judge: AnyJudge, stop: Stop) -> None:
            if deeper:
                review.deepen()
                self.found = review.copy()
                self._queue.post_update()
            try:
                while review.work(judge, stop):
                    self.found = review.copy()
                    self._queue.post_update()
            finally:
                self.found = review.copy()
                self._queue.post_update()
            for seat in range(len(review.setup.players)):
                accuracy(review, seat)  # fills its cache, so that the screen does not wait for it
            self.is_done = review.is_full
            if review.is_full and self._makes_puzzles:
                self._puzzles = own_puzzles(review, stop)

        self._worker = self._queue.ask(self._screen, work)

    def show_by(self, setup: Setup) -> None:
        """Name squares as this set-up does, which is otherwise that of the game."""
        for review in filter(None, (self._review, self.found)):
            review.setup = setup

    def start_late(self) -> None:
        """Start when the store has answered, unless that has been done."""
        if self._review is None:
            self.start()

    def resume(self) -> None:
        """Continue, unless the review is finished or the judge is busy with what has stopped it."""
        if self._review is not None and not (self.found.is_full or self._queue.is_busy or self.failure):
            self.start()

    @property
    def failure(self) -> str:
        """Why the work stopped before it was finished, empty if it did not."""
        if self._worker is None or self._worker.state is not WorkerState.ERROR:
            return ""
        error = self._worker.error
        reason = f"{self._by} {error}" if isinstance(error, ComputerFault) else repr(error)
        return f"the review stopped: {reason:.100}"

    def take_puzzles(self) -> int:
        """Save the puzzles found in the mistakes, once, and return how many are new."""
        puzzles, self._puzzles = self._puzzles, []
        return self._session.puzzles.add_own(puzzles, self._stored) if puzzles else 0

    def _new(self) -> GameReview:
        return GameReview(self._game, PASSES, self._by) if self._by else GameReview(self._game)

    # --- saving ------------------------------------------------------------------------------------------

    def _taken_up(self) -> GameReview | None:
        """Return the review so far, None until the store has answered."""
        if (latest := latest_review_of(self._session, self._game, self._by)) is not None:
            review = latest
        elif self._by:
            review = self._new()
        else:
            kept = None
            self._reading = self._reading or query_review(
                self._session, self._stored, answering(self._screen)
            )
            if self._reading is not None and self._session.history is not None:
                try:
                    kept = self._session.history.result(self._reading)
                except StoreBusy:
                    return None
                except StoreError:
                    kept = None  # a game that cannot be read has no review; the store reports that
            review = load_review(self._game, kept)
        self.found = self._saved = review.copy()
        return review

    def save(self, seconds: float = 0.0) -> None:
        """Save the results in the store and for this run of the program, if there are new ones.

        Do nothing if they were saved less than `seconds` ago.
        """
        if time.monotonic() - self._saved_at < seconds:
            return
        self._saved_at = time.monotonic()
        if self.found is not self._saved and self._review is not None:
            self._saved = self.found
            keep_review(self._session, self.found, self._stored)

    def close(self) -> None:
        """Stop at once, and save the results."""
        self._queue.end()
        if self._session.history is not None and self._reading is not None:
            self._session.history.cancel(self._reading)
        self.save()
