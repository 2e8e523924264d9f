"""The review of a game behind the screen: gone on with unit by unit, and kept."""

import time

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.judge import AnyJudge
from ttt_tui.analysis.review import PASSES, GameReview, accuracy
from ttt_tui.analysis.review_json import load_review
from ttt_tui.app.play.judging import Judging
from ttt_tui.computer import ComputerFault, Stop
from ttt_tui.engine import Game
from ttt_tui.errors import StoreBusy, StoreError
from ttt_tui.puzzles.making import own_puzzles
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.session.advisor import PASSES as OPINIONS
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import asked_for
from ttt_tui.session.stored_reviews import keep_review
from ttt_tui.session.stored_reviews import latest_of
from ttt_tui.store.stored_game import GameRef
from ttt_tui.store.thread import Job

KEPT_SECONDS = 10.0
"""How often what was found is kept while the work goes on."""


class Reviewing:
    """Takes up the review of a game where it was left, goes on with it, and keeps what is found.

    `stored` names the game in the store, None if it is not kept there; what a brain says is kept as long as
    the program runs. One thread works on the review; `found` is a copy of its results, never changed.
    """

    def __init__(
        self, session: Session, game: Game, stored: GameRef | None, judging: Judging, by: str = ""
    ) -> None:
        """Review a game; `by` is the brain that `judging` asks, nothing for our own search."""
        self._session = session
        self._by = by
        self._game = game
        self._stored = stored
        self._judging = judging
        self._worker: Worker[None] | None = None
        self._reading: Job[str | None] | None = None
        self._review: GameReview | None = None  # the worker's; None as long as the store does not answer
        self._kept_at = time.monotonic()
        self.found = self._new()
        """What is known so far."""
        self._kept = self.found
        self._makes_puzzles = session.settings.mistakes_as_puzzles and not by
        self.is_done = False
        """Whether all is found out; there may be puzzles to be made of it."""
        self._own: list[Puzzle] = []  # the worker's, until they are told

    # --- working -----------------------------------------------------------------------------------------

    def go_on(self, host: Widget, *, deeper: bool = False) -> None:
        """Work on the review as a worker of this widget, after adding a deeper pass if that is wished for."""
        if self._review is None and not self._take_up():
            return
        review = self._review
        assert review is not None
        self.is_done = False

        def work(judge: AnyJudge, stop: Stop) -> None:
            if deeper:
                review.deepen()
                self.found = review.copy()
            try:
                while review.work(judge, stop):
                    self.found = review.copy()
            finally:
                self.found = review.copy()
            for seat in range(len(review.setup.players)):
                accuracy(review, seat)  # what it tries out is remembered: the screen does not wait for that
            self.is_done = review.is_full
            if review.is_full and self._makes_puzzles:
                self._own = own_puzzles(review, stop)

        self._worker = self._judging.ask(host, work)

    @property
    def is_working(self) -> bool:
        """Whether a worker is busy with it."""
        return self._worker is not None and not self._worker.is_finished

    @property
    def failure(self) -> str:
        """Why the work ended before it was done, nothing if it did not."""
        if self._worker is None or self._worker.state is not WorkerState.ERROR:
            return ""
        error = self._worker.error
        reason = f"{self._by} {error}" if isinstance(error, ComputerFault) else repr(error)
        return f"the review stopped: {reason:.100}"

    def follow(self, host: Widget) -> None:
        """Look what has happened meanwhile; to be called every now and then.

        Whenever nothing else uses the worker, the work goes on: what was asked meanwhile has ended it.
        """
        if self._review is None:
            if self._reading is not None and self._reading.is_done:
                self.go_on(host)
        elif not (self.found.is_full or self._judging.is_busy or self.failure):
            self.go_on(host)
        if time.monotonic() - self._kept_at >= KEPT_SECONDS:
            self.keep()

    def take_puzzles(self) -> int:
        """Keep the puzzles that were found in the mistakes, and return how many are new; once."""
        own, self._own = self._own, []
        return self._session.puzzles.add_own(own, self._stored) if own else 0

    def _new(self) -> GameReview:
        return GameReview(self._game, OPINIONS if self._by else PASSES, self._by)

    # --- keeping -----------------------------------------------------------------------------------------

    def _take_up(self) -> bool:
        """Take up what is known; return whether that is possible already."""
        if (latest := latest_of(self._session, self._game, self._by)) is not None:
            self._review = latest
        elif self._by:
            self._review = self._new()
        else:
            kept = None
            self._reading = self._reading or asked_for(self._session, self._stored)
            if self._reading is not None and self._session.history is not None:
                try:
                    kept = self._session.history.result(self._reading)
                except StoreBusy:
                    return False
                except StoreError:
                    kept = None  # a game that cannot be read has no review; the store says so by itself
            self._review = load_review(self._game, kept)
        self.found = self._kept = self._review.copy()
        return True

    def keep(self) -> None:
        """Keep what is known, in the store and for this run of the program, if it has become more."""
        self._kept_at = time.monotonic()
        if self.found is not self._kept and self._review is not None:
            self._kept = self.found
            keep_review(self._session, self.found, self._stored)

    def close(self) -> None:
        """Stop at once, and keep what is known."""
        self._judging.stop()
        if self._session.history is not None and self._reading is not None:
            self._session.history.cancel(self._reading)
        self.keep()
