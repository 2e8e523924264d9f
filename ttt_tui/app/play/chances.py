"""The chances of the game on the screen: as its computers see them, and by a quick review when it is over.

Players get no help in a game between humans: chances are shown while it goes on only if at most one human
plays, and only those that a computer found for its own moves. No search is made for them
before the game is over.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from ttt_tui.app.play.background import JudgeQueue, judge_queue
from ttt_tui.app.widgets.curve import Chances
from ttt_tui.computer import Stop, Thought
from ttt_tui.engine import Game
from ttt_tui.session.wording import EXPERT

if TYPE_CHECKING:
    from ttt_tui.analysis.judge import AnyJudge
    from ttt_tui.analysis.review import GameReview
    from ttt_tui.app.screens.play import PlayScreen

QUICK = 0.05
"""Seconds per position of a quick review."""


class QuickReview:
    """The review of a finished game, with the results so far."""

    def __init__(self, review: "GameReview") -> None:
        self._review = review
        self.latest = review.copy()
        """A copy of the results so far, never changed."""

    def work(self, judge: "AnyJudge", stop: Stop, report: Callable[[], object]) -> None:
        """Review the game in the calling thread; call `report` whenever `latest` has changed."""
        while self._review.work(judge, stop):
            self.latest = self._review.copy()
            report()


class GameChances:
    """Collects the chances of the current game, and shows them in the panel where it has room.

    The review is a worker of the screen that reports by `SearchUpdate`.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._controller = screen.controller
        self._view = screen.board_area
        self._game: Game | None = None
        self._found: dict[int, tuple[float, ...]] = {}  # by the moves before; each player's chance
        self._queue: JudgeQueue | None = None
        self._review: QuickReview | None = None  # once the game is over

    # --- results -----------------------------------------------------------------------------------------

    def note(self, thought: Thought | None) -> None:
        """Note what a computer has found about the present position, before its move is made."""
        game = self._controller.match.game
        self._follow(game)
        position = game.position
        if position.stage is not None:
            return
        is_comparable = thought is not None and (
            thought.proof is not None
            or (self._controller.mover.level == EXPERT and thought.score is not None)
        )
        if thought is not None and is_comparable and len(position.stones) == 2:
            from ttt_tui.analysis.judge import judgement_of_thought  # the computer has imported most of it

            found = judgement_of_thought(position, thought)
            if not found.verdict.is_unknown:
                self._found[len(game.moves)] = found.chances

    def _follow(self, game: Game) -> None:
        """Discard chances of another game, and of moves that were taken back."""
        if game is not self._game:
            self.stop()
            self._game, self._found, self._review = game, {}, None
        if max(self._found, default=0) > len(game.moves):
            self._found = {ply: each for ply, each in self._found.items() if ply <= len(game.moves)}
        if self._review is not None and game.outcome is None:
            self.stop()
            self._review = None

    def review(self) -> None:
        """Review the finished game quickly, unless that has been done or there is no room to show it."""
        match = self._controller.match
        if match.game.outcome is None or not self._view.has_curve or self._controller.has_only_computers:
            return
        from ttt_tui.analysis.review import GameReview  # not needed to paint a running game
        from ttt_tui.session.stored_reviews import latest_review_of

        self._follow(match.game)
        kept = latest_review_of(self._session, match.game)
        if kept is not None and kept.is_judged:
            self._review = QuickReview(kept)
        review = self._review = self._review or QuickReview(GameReview(match.game, (QUICK,)))
        is_busy = self._queue is not None and self._queue.is_busy
        if not (review.latest.is_judged or is_busy):
            self._queue = queue = self._queue or judge_queue(self._session)
            queue.ask(self._screen, lambda judge, stop: review.work(judge, stop, queue.post_update))
        self.show()

    def stop(self) -> None:
        """Pause the review."""
        if self._queue is not None:
            self._queue.end()

    def close(self) -> None:
        """End the review and free what was learned."""
        if self._queue is not None:
            self._queue.close()
        self._queue = self._review = None

    # --- display -----------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show the known chances of the current game."""
        game, view = self._controller.match.game, self._view
        self._follow(game)
        humans = sum(not player.is_computer for player in game.setup.players)
        chances = () if humans > 1 and game.outcome is None else self._known(game)
        ply = len(game.moves) if view.past is None else view.past
        view.curve.show_game(chances, ply, "Chances")

    def _known(self, game: Game) -> Chances:
        """Return the chances after each number of moves, empty if none are known."""
        if self._review is not None and self._review.latest.is_judged:
            from ttt_tui.analysis.review import curve

            return curve(self._review.latest)
        if not self._found:
            return ()
        count = len(game.setup.players)
        latest = (1 / count,) * count
        known = []
        for ply in range(len(game.moves) + 1):
            latest = self._found.get(ply, latest)
            known.append(latest)
        if game.outcome is not None:
            winner = game.outcome.winner
            known[-1] = tuple(
                (1 / count if winner is None else float(seat == winner)) for seat in range(count)
            )
        return known
