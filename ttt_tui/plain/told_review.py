"""The review of a game that is over, told: which moves cost something, and one by one why."""

from ttt_tui.analysis.review import GameReview, mistakes, turning_point
from ttt_tui.analysis.review_sentences import (
    better_move_adjective,
    mistake_sentence,
    standing_text,
    variation_text,
)
from ttt_tui.computer import ComputerFault
from ttt_tui.engine import Game, IllegalMove
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import SentenceWriter
from ttt_tui.process.signals import Signals
from ttt_tui.session import wording
from ttt_tui.session.advisor import PASSES as OPINIONS
from ttt_tui.session.advisor import judge_by, opinion_on
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import is_about, keep_review, latest_of, taken_up

LONG_SECONDS = 2.0
"""What takes longer is announced, with how long that may be."""

MOST_MOVES = 6
"""Moves of a line that are told."""


class PlainReview:
    """Reviews one game after another, and keeps what is found. `signals` end that early.

    Everything is told of one pass, so that who listens waits for seconds; asked again, the review goes on.
    """

    def __init__(self, session: Session, voice: SentenceWriter, signals: Signals) -> None:
        self._session = session
        self._voice = voice
        self._signals = signals
        self._told: GameReview | None = None  # what was told last
        self._next = 0  # which of its mistakes is explained next

    def review(self, game: Game, megabytes: float) -> None:
        """Say which moves cost something, why, and what was better; asked again, after a longer look.

        Raises `IllegalMove` while the game is played: a review would be more than a hint.
        """
        before = self._told
        self._told = None
        review = self._of(game, megabytes, deeper=before is not None and is_about(before, game))
        for move in mistakes(review):
            self._voice.say(wording.sentence(mistake_sentence(review, move)))
        if (turn := turning_point(review)) is not None and len(mistakes(review)) > 1:
            self._voice.say(f"Turning point: move {turn.number}")
        more = "" if review.is_full else "Type review again for a longer look"
        self._voice.say(*sentences.accuracies(review), more)

    def why(self, game: Game, megabytes: float) -> None:
        """Say what refutes a mistake and what was better; asked again, the next one. Raises as `review`."""
        review = self._of(game, megabytes)
        bad = mistakes(review)
        if not bad:
            self._voice.say("No mistakes found in this game")
            return
        number = self._next % len(bad) + 1
        move = bad[number - 1]
        self._next = number
        said = [wording.sentence(mistake_sentence(review, move))]
        after = review.known[move.number]
        if after is not None and after.pv:
            said.append(f"What follows: {variation_text(review.setup, after.pv[:MOST_MOVES])}")
        standing = standing_text(review, move.number).replace("  ", ", ")  # as in a sentence, not in a table
        said.append(f"After it: {standing}")
        if len(move.better) > 1:
            line = variation_text(review.setup, move.better[:MOST_MOVES])
            said.append(f"{wording.sentence(better_move_adjective(move))}: {line}")
        if len(bad) == 1:
            said.append("No other mistakes in this game")
        else:
            more = "next" if number < len(bad) else "first"
            said.append(f"Mistake {number} of {len(bad)}: type why for the {more}")
        self._voice.say(*said)

    def _of(self, game: Game, megabytes: float, *, deeper: bool = False) -> GameReview:
        """Return the review of a game as far as it was told, or after another pass through its positions."""
        if game.outcome is None:
            raise IllegalMove("reviews are available after the game; type hint for help now")
        if self._told is not None and is_about(self._told, game):
            return self._told
        session, by = self._session, opinion_on(self._session, game.setup)
        stored = None if session.recorder is None else session.recorder.uid
        if by:
            review = latest_of(session, game, by) or GameReview(game, OPINIONS, by)
        else:
            review = taken_up(session, game, stored)
        wanted = min(max(1, review.depth + deeper), len(review.passes))
        self._announce(review, wanted)
        judge = judge_by(session.engines, by, megabytes)
        try:
            while review.depth < wanted and review.work(judge, self._signals):
                pass
        except ComputerFault as fault:
            raise IllegalMove(f"{by} {fault}") from fault
        finally:
            judge.close()
            keep_review(session, review.copy(), stored)
        self._signals.check()
        self._told, self._next = review, 0
        return review

    def _announce(self, review: GameReview, wanted: int) -> None:
        """Say that it takes a while, if it does, and how long at most."""
        seconds = sum(map(review.seconds_left, range(wanted)))
        if seconds > LONG_SECONDS:
            self._voice.say(f"Reviewing {len(review.moves)} moves takes up to {seconds:.0f} seconds")
