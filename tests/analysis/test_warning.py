"""Warnings before a move: compared with perfect play on 3×3, and by every rule without a contradiction."""

import threading
from random import Random

import pytest

from tests.analysis.judging import CountedJudge
from tests.analysis.test_at_once import random_games
from tests.support.all_rules import TABLE
from tests.support.driving import a_setup
from tests.support.perfect_play import after, value
from ttt_tui.analysis.chances import IN_A_ROW
from ttt_tui.analysis.judge import Judge
from ttt_tui.analysis.review import GameReview, ReviewedMove, reviewed_move
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.warning import throws_away, warning_against
from ttt_tui.analysis.worth import worth
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Geometry, Limit, Rules, Setup

SOON = Limit(seconds=60)
"""Boards of nine squares are proved much sooner."""


def cells_of(game: Game) -> tuple[int, ...]:
    mine, yours = (game.position.stones[player] for player in game.position.in_turn())
    squares = game.setup.geometry.squares
    return tuple(1 if mine >> square & 1 else 2 if yours >> square & 1 else 0 for square in squares)


def test_on_3x3_there_is_a_warning_of_each_move_that_gives_a_result_away_and_of_no_other() -> None:
    dice, judge, warned = Random(1), Judge(), 0
    for _ in range(40):
        game = Game(Setup(Geometry(3, 3, 3)))
        while game.outcome is None:
            cells, square = cells_of(game), dice.choice(game.position.moves)
            row, column = game.setup.geometry.row(square), game.setup.geometry.column(square)
            is_worse = -value(after(cells, row * 3 + column)) < value(cells)
            game.place(square)
            found = warning_against(game, judge, SOON)
            assert (found is not None) == is_worse, game
            warned += found is not None
    assert warned > 20
    judge.close()


def test_a_missed_win_is_told_without_the_square_that_wins() -> None:
    game, judge = Game(Setup(Geometry(3, 3, 3))), Judge()
    for name in ("a1", "b1", "b2", "c3", "a3", "a2", "b3"):
        game.place(name)
    found = warning_against(game, judge, SOON, viewer=0)
    assert found == ("b3: you had a proved win in 1 move, now a proved draw", "b3 gives away a proved win")
    judge.close()


@pytest.mark.parametrize(("best", "after", "is_warned"), [
    (Verdict.judged(0.6), Verdict.judged(0.36), False),
    (Verdict.judged(0.6), Verdict.judged(0.34), True),
    (Verdict.judged(0.2), Verdict.judged(0.02), False),
    (Verdict.judged(0.6), Verdict.proved(Value.LOSS, 4), True),
    (Verdict.proved(Value.WIN, 5), Verdict.judged(0.5), True),
    (Verdict.proved(Value.WIN, 5), Verdict.judged(0.9), False),
    (Verdict.proved(Value.WIN, 3, is_exact=True), Verdict.proved(Value.WIN, 6, is_exact=True), False),
    (Verdict.proved(Value.LOSS, 8), Verdict.proved(Value.LOSS, 1), False),
    (Verdict.unknown(), Verdict.unknown(), False),
])  # fmt: skip
def test_a_quarter_of_the_judged_chance_may_be_lost(best: Verdict, after: Verdict, is_warned: bool) -> None:
    move = ReviewedMove(1, 0, 0, best, after, worth(best, after, scale=IN_A_ROW[5]), ())
    assert throws_away(move) == is_warned


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(("words", "players"), TABLE, ids=[f"{words}-{n}" for words, n in TABLE])
def test_by_every_rule_a_warning_is_of_a_move_that_a_review_calls_bad(words: str, players: int) -> None:
    judge = CountedJudge(200)
    for whole in random_games(words, players, 2):
        game = Game(whole.setup, whole.first)
        for move in whole.moves:
            game.push(move)
            found = warning_against(game, judge, Limit(seconds=1))
            if found is None:
                continue
            assert found.text
            assert len(found.brief) <= 38
            assert game.outcome is None or game.outcome.winner != move.player
            review = GameReview(game, (1,))
            while (ply := review.next_position) is not None and ply >= len(game.moves) - 1:
                review.work(judge)
            reviewed = reviewed_move(review, len(game.moves))
            assert reviewed is not None
            assert reviewed.worth.mark.is_bad
    judge.close()


def test_nothing_is_said_of_openings_and_once_the_search_is_stopped() -> None:
    judge = Judge()
    game = Game(Setup(Geometry(15, 15, 5, Rules.parse("swap2"))))
    game.place("h8")
    assert warning_against(game, judge, SOON) is None
    game = Game(a_setup())
    for name in ("a1", "b2", "c3", "a3"):
        game.place(name)
    stop = threading.Event()
    stop.set()
    assert warning_against(game, judge, SOON, stop) is None
    judge.close()
