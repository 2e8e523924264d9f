"""Reviews in the store: what is known of a game is never replaced by less."""

from pathlib import Path

from tests.analysis.judging import MadeUp
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import load_review
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import keep_review
from ttt_tui.store.thread import StoreThread


def worked(game: Game, units: int) -> GameReview:
    """Return a review in which so much was done."""
    review, judge = GameReview(game), MadeUp(1)
    for _ in range(units):
        review.work(judge)
    return review


def test_a_review_that_began_anew_does_not_replace_one_that_knows_more(tmp_path: Path) -> None:
    history = StoreThread(tmp_path / "history.db", max_wait=30)
    game = play(Game(make_setup(15, 15, 5)), "h8 i9 h9 h7 j10 i10")
    id = history.add(Record(game))
    session = Session(1, history)
    for units, expected in ((8, 8), (3, 8), (12, 12)):
        keep_review(session, worked(game, units), id)
        kept = load_review(game, history.run(lambda stored: stored.review(id), after_writes=True))
        assert sum(kept.passed) == sum(worked(game, expected).passed)
    history.close()
