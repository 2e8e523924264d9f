"""Hints and analyses with one memory, given back and begun anew; reviews in the store."""

import threading

import pytest

from tests.analysis.judging import MadeUp
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.analysis import Analysis
from ttt_tui.analysis.hint import Hint
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import load_review
from ttt_tui.engine import Game, Limit
from ttt_tui.engine.records import Record
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import keep_review
from ttt_tui.store.thread import StoreThread

LIMIT = Limit(seconds=0.3)


@pytest.mark.parametrize("board", [(3, 3, 3), (15, 15, 5)], ids=str)
def test_a_hint_is_about_the_position_and_is_heard_of_on_the_way(board: tuple[int, int, int]) -> None:
    game = play(Game(make_setup(*board)), "a1 b1")
    heard: list[Hint] = []
    advisor = Advisor(20.0)
    hint = advisor.hint(game.position, game.setup, LIMIT, listener=heard.append)
    advisor.close()
    assert game.position.empty >> hint.square & 1
    assert heard[-1].square == hint.square
    assert hint.where == f"Look at {game.setup.geometry.name(hint.square)}"


def test_an_analysis_that_is_told_to_stop_before_it_begins_says_nothing() -> None:
    game, stop = play(Game(make_setup()), "a1 b1"), threading.Event()
    found: list[Analysis] = []
    stop.set()
    advisor = Advisor(20.0)
    advisor.analyse(game.position, stop, found.append)
    assert found == []
    advisor.close()


def test_after_it_is_closed_it_begins_anew() -> None:
    game = play(Game(make_setup()), "a1 b1")
    advisor = Advisor(20.0)
    advisor.close()  # nothing was asked yet
    for _ in range(2):
        found: list[Analysis] = []
        advisor.analyse(game.position, threading.Event(), found.append)
        assert found[-1].is_complete
        assert str(found[-1].verdict) == "W5"
        advisor.close()


def worked(game: Game, units: int) -> GameReview:
    """Return a review in which so much was done."""
    review, judge = GameReview(game), MadeUp(1)
    for _ in range(units):
        review.work(judge)
    return review


def test_a_review_that_began_anew_does_not_replace_one_that_knows_more(
    history: StoreThread, session: Session
) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 i9 h9 h7 j10 i10")
    id = history.add(Record(game))
    for units, expected in ((8, 8), (3, 8), (12, 12)):
        keep_review(session, worked(game, units), id)
        kept = load_review(game, history.run(lambda stored: stored.review(id), after_writes=True))
        assert sum(kept.passed) == sum(worked(game, expected).passed)
