"""The review of a game that is over, told: which moves cost something, and one by one why."""

from ttt_tui.computer import Fault
from ttt_tui.engine import Game, IllegalMove
from ttt_tui.plain import sentences
from ttt_tui.plain.speech import Voice
from ttt_tui.process.signals import Signals
from ttt_tui.review.explained import line_told, mistake_told, standing_told
from ttt_tui.review.game_review import GameReview
from ttt_tui.review.summary import mistakes
from ttt_tui.session import wording
from ttt_tui.session.opinions import PASSES as OPINIONS
from ttt_tui.session.opinions import judge_by, opinion_on
from ttt_tui.session.session import Session

PASSES = (0.2,)
"""Seconds for each position of a game that is reviewed while somebody listens."""

MOST_MOVES = 6
"""Moves of a line that are told."""


class ToldReview:
    """Reviews one game after another, each once. `signals` end that early."""

    def __init__(self, session: Session, voice: Voice, signals: Signals) -> None:
        self._session = session
        self._voice = voice
        self._signals = signals
        self._game: Game | None = None  # that was reviewed last
        self._review: GameReview | None = None
        self._next = 0  # which of its mistakes is explained next

    def review(self, game: Game, megabytes: float) -> None:
        """Say which moves cost something, why, and what was better.

        Raises `IllegalMove` while the game is played: a review would be more than a hint.
        """
        review = self._of(game, megabytes)
        for move in mistakes(review):
            self._voice.say(wording.sentence(mistake_told(review, move)))
        self._voice.say(*sentences.accuracies(review))

    def why(self, game: Game, megabytes: float) -> None:
        """Say what refutes a mistake and what was better; asked again, the next one. Raises as `review`."""
        review = self._of(game, megabytes)
        bad = mistakes(review)
        if not bad:
            self._voice.say("No move of this game cost anything that was seen")
            return
        move = bad[self._next % len(bad)]
        self._next += 1
        said = [wording.sentence(mistake_told(review, move))]
        after = review.known[move.number]
        if after is not None and after.pv:
            said.append(f"It is answered by {line_told(review.setup, after.pv[:MOST_MOVES])}")
        said.append(wording.sentence(f"after it: {standing_told(review, move.number)}"))
        if len(move.better) > 1:
            said.append(f"Better: {line_told(review.setup, move.better[:MOST_MOVES])}")
        self._voice.say(*said)

    def _of(self, game: Game, megabytes: float) -> GameReview:
        """Return the review of a game, which takes a while for the first time."""
        if game.outcome is None:
            raise IllegalMove("the game is not over yet: hint helps with it")
        if self._review is None or self._game is not game or self._review.moves != tuple(game.moves):
            by = opinion_on(self._session, game.setup)
            judge = judge_by(self._session.brains, by, megabytes)
            review = GameReview(game, OPINIONS[:1] if by else PASSES, by)
            try:
                while review.work(judge, self._signals):
                    pass
            except Fault as fault:
                raise IllegalMove(f"{by} failed: {fault}") from fault
            finally:
                judge.close()
            self._signals.check()
            self._game, self._review, self._next = game, review, 0
        return self._review
