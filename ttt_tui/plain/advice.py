"""Advice in plain mode: hints step by step, reviews of finished games, and what to do next."""

from contextlib import suppress
from typing import TYPE_CHECKING

from ttt_tui.analysis.hint import Hint
from ttt_tui.analysis.review import GameReview, accuracy, losing_move, mistakes, turning_point
from ttt_tui.analysis.review_sentences import (
    better_move_adjective,
    mistake_sentence,
    no_losing_move_phrase,
    no_mistakes_phrase,
    standing_text,
    unrated_sentence,
    variation_text,
)
from ttt_tui.computer import ComputerFault, Stop
from ttt_tui.engine import Game, GameOver, IllegalMove, Limit, Match, Position
from ttt_tui.errors import StoreError
from ttt_tui.session import opening_words, wording
from ttt_tui.session.advisor import PASSES as OPINIONS
from ttt_tui.session.advisor import Advisor, HintSteps, judge_by, opinion_on
from ttt_tui.session.session import Session
from ttt_tui.session.step_offers import ladder_step, lost_seat, promises_losing_move, stored_offer
from ttt_tui.session.stored_reviews import is_about, keep_review, latest_review_of, resume_review

if TYPE_CHECKING:
    from ttt_tui.plain.match import PlainMatch

HINT_LIMIT = Limit(seconds=1.0)

LONG_SECONDS = 2.0
"""Expected seconds from which a review is announced."""

MOST_MOVES = 6
"""The most moves of a line."""


class PlainHints:
    """Hints for the match of `plain`: each request in the same position says one step more."""

    def __init__(self, plain: "PlainMatch") -> None:
        self._plain = plain
        self._hint: Hint | None = None  # for the position that the steps are about
        self._steps = HintSteps()

    def hint(self) -> None:
        """Say what to look for; if repeated, name the square, then the reason."""
        plain = self._plain
        if plain.game.outcome is not None:
            raise GameOver("the game is over")
        if plain.multiplayer is not None:
            raise IllegalMove("hints are off in shared games")
        plain.check_turn()
        if plain.game.position.stage is not None:
            raise IllegalMove(opening_words.NO_ADVICE)
        plain.match.note_hint()
        plain.out.say(f"Hint: {self._next(plain.game.position.copy())}")
        plain.report_warnings()  # that the game is not rated any more

    def _next(self, position: Position) -> str:
        """Return the next step for a position, which the caller must not change afterwards."""
        step = self._steps.next(position)
        if step == 1 or self._hint is None:
            plain, advisor = self._plain, Advisor(self._plain.controller.seats.megabytes)
            try:
                self._hint = plain.compute(
                    lambda stop: advisor.hint(position, plain.match.setup, HINT_LIMIT, stop)
                )
            finally:
                advisor.close()
        return self._hint.steps[step - 1]


class PlainReview:
    """Reviews of the games of `plain`, one after another, whose results are kept.

    The first review of a game is one pass, so that a listener waits only seconds; each repetition adds one.
    """

    def __init__(self, plain: "PlainMatch") -> None:
        self._plain = plain
        self._review: GameReview | None = None  # the latest one
        self._next = 0  # the index of its mistake to explain next

    def review(self) -> None:
        """Say which moves cost something, why, and what was better; if repeated, after a deeper review.

        If a human lost, also name the losing move. Raises `IllegalMove` while the game is played: a
        review would be more than a hint.
        """
        plain, before = self._plain, self._review
        self._review = None
        review = self._of(plain.game, deeper=before is not None and is_about(before, plain.game))
        for move in mistakes(review):
            self._plain.out.say(wording.sentence(mistake_sentence(review, move)))
        turn = turning_point(review)
        if (loser := lost_seat(plain.match)) is not None:
            lost = losing_move(review, loser)
            named = (
                no_losing_move_phrase(review, loser) if lost is None else f"losing move: move {lost.number}"
            )
            self._plain.out.say(wording.sentence(named))
        elif turn is not None and len(mistakes(review)) > 1:
            self._plain.out.say(f"Turning point: move {turn.number}")
        more = "" if review.is_full else "Type review again for a longer look"
        accuracies = [
            f"Accuracy of {player.symbol}: {share:.0f}%"
            for seat, player in enumerate(review.setup.players)
            if (share := accuracy(review, seat)) is not None
        ]
        self._plain.out.say(*accuracies, unrated_sentence(review), more)

    def why(self) -> None:
        """Explain a mistake: the refutation and the better move; repeated, the next. Raises as `review`."""
        review = self._of(self._plain.game)
        bad = mistakes(review)
        if not bad:
            found = wording.sentence(no_mistakes_phrase(review))
            self._plain.out.say(f"{found} in this game", unrated_sentence(review))
            return
        number = self._next % len(bad) + 1
        move = bad[number - 1]
        self._next = number
        parts = [wording.sentence(mistake_sentence(review, move))]
        after = review.known[move.number]
        if after is not None and after.pv:
            parts.append(f"What follows: {variation_text(review.setup, after.pv[:MOST_MOVES])}")
        standing = standing_text(review, move.number).replace("  ", ", ")  # as in a sentence, not in a table
        parts.append(f"After it: {standing}")
        if len(move.better) > 1:
            line = variation_text(review.setup, move.better[:MOST_MOVES])
            parts.append(f"{wording.sentence(better_move_adjective(move))}: {line}")
        if len(bad) == 1:
            parts.append("No other mistakes in this game")
        else:
            more = "next" if number < len(bad) else "first"
            parts.append(f"Mistake {number} of {len(bad)}: type why for the {more}")
        self._plain.out.say(*parts)

    def _of(self, game: Game, *, deeper: bool = False) -> GameReview:
        """Return the latest review if it is of this game, else a new one with one pass through all positions.

        With `deeper` another pass is added.
        """
        if game.outcome is None:
            raise IllegalMove("reviews are available after the game; type hint for help now")
        if self._review is not None and is_about(self._review, game):
            return self._review
        session = self._plain.session
        by = opinion_on(session, game.setup)
        stored = None if session.recorder is None else session.recorder.uid
        if by:
            review = latest_review_of(session, game, by) or GameReview(game, OPINIONS, by)
        else:
            review = resume_review(session, game, stored)
        wanted = min(max(1, review.depth + deeper), len(review.passes))
        seconds = sum(map(review.seconds_left, range(wanted)))
        if seconds > LONG_SECONDS:
            self._plain.out.say(f"Reviewing {len(review.moves)} moves takes up to {seconds:.0f} seconds")
        judge = judge_by(session.engines, by, self._plain.controller.seats.megabytes)

        def work(stop: Stop) -> None:
            while review.depth < wanted and review.work(judge, stop):
                pass

        try:
            self._plain.compute(work)
        except ComputerFault as fault:
            raise IllegalMove(f"{by} {fault}") from fault
        finally:
            judge.close()
            keep_review(session, review.copy(), stored)
        self._review, self._next = review, 0
        return review


def lessons(session: Session, match: Match) -> list[str]:
    """Return what can be learned from a game that is over: its losing move, and another step."""
    history, setup, offer = session.history, match.setup, None
    if history is not None and ladder_step(setup) is not None:
        with suppress(StoreError):  # the store reports its own errors
            offer = history.run(lambda store: stored_offer(store, setup), after_writes=True)
    review = "" if lost_seat(match) is None else "Type review to see your mistakes"
    if promises_losing_move(match):
        review = "Type review to see the losing move"
    if offer is None:
        return [review]
    command = "harder" if offer.is_up else "easier"
    return [review, f"{offer.sentence}: type {command} to play {offer.name}"]
