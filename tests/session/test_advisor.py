"""Hints and analyses with one memory, given back and begun anew; reviews in the store."""

import threading

import pytest

from tests.analysis.judging import MadeUp
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.analysis import MOST_CANDIDATES, Analysis
from ttt_tui.analysis.hint import Hint
from ttt_tui.analysis.judge import Judgement, ReportJudgement, ignore_judgement, judgement_of_thought
from ttt_tui.analysis.review import GameReview
from ttt_tui.analysis.review_json import load_review
from ttt_tui.computer import Stop, Thought
from ttt_tui.computer.base import NEVER, Report
from ttt_tui.computer.solving import ProofMaps
from ttt_tui.engine import Game, Geometry, Limit, Position
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


class Scripted:
    """A searching judge that finds what the script says, one thought a question."""

    by = ""

    def __init__(self, geometry: Geometry, script: str) -> None:
        self.expert = self
        self._thoughts = [
            Thought(geometry.parse(move), score=10.0, depth=int(depth), pv=(geometry.parse(move),))
            for move, depth in (each.split("@") for each in script.split())
        ]

    def think(self, position: Position, limit: Limit, stop: Stop, report: Report) -> Thought:
        return self._thoughts.pop(0)

    def judge(
        self, position: Position, limit: Limit, stop: Stop = NEVER, report: ReportJudgement = ignore_judgement
    ) -> Judgement:
        if position.ply > 2:  # after a candidate
            return judgement_of_thought(position, Thought(position.moves[-1], score=0.0, depth=1))
        return judgement_of_thought(position, self._thoughts.pop(0))

    def close(self) -> None: ...


@pytest.mark.parametrize(
    ("script", "first", "then", "last"),
    [
        ("j6@9 j7@3 j8@2", "j6", "j6", "j6"),
        ("j6@9 j7@9 j8@4", "j6", "j7", "j7"),
        ("j6@3 j7@8 g7@9", "j6", "j7", "g7"),
    ],
)
def test_of_hint_and_analysis_the_answer_holds_that_looked_further(
    monkeypatch: pytest.MonkeyPatch, script: str, first: str, then: str, last: str
) -> None:
    game = play(Game(make_setup(15, 15, 5)), "h8 i9")
    geometry, advisor = game.setup.geometry, Advisor(20.0)
    searches = Scripted(geometry, script), ProofMaps(1.0)
    monkeypatch.setattr(advisor, "_searches", lambda: searches)

    def analysed() -> str:
        """Analyse for one round, and return the best move."""
        found, stop = list[Analysis](), threading.Event()

        def hear(analysis: Analysis) -> None:
            found.append(analysis)
            if len(analysis.candidates) == MOST_CANDIDATES and analysis.seconds > seconds:
                stop.set()

        seconds = advisor._known.seconds if advisor._known else 0.0
        advisor.analyse(game.position, stop, hear)
        return geometry.name(found[-1].best[0])

    assert analysed() == first
    assert geometry.name(advisor.hint(game.position, game.setup, LIMIT).square) == then
    assert analysed() == last


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
