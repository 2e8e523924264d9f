"""What a review comes to: accuracy, mistakes, curve and turning point, from verdicts that are given."""

from collections.abc import Sequence

import pytest

from tests.analysis.judging import RememberingJudge
from tests.analysis.positions import complete_games, stones_of, truth_of
from tests.support.sampling import sampled
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.judge import Judge, Judgement
from ttt_tui.analysis.review import (
    GameReview,
    accuracy,
    curve,
    mistakes,
    reviewed_move,
    reviewed_moves,
    turning_point,
)
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.analysis.worth import Mark
from ttt_tui.computer import Value
from ttt_tui.engine import Game, Move

WON_BY_FIRST = "h8 a1 i8 c1 j8 e1 k8 g1 l8"
"""Nine moves, a line of five of the first player's."""


def told(chances: Sequence[float | None], moves: str = WON_BY_FIRST) -> GameReview:
    """A review in which the first player had these chances after 0, 1, 2 … moves."""
    review = GameReview(play(Game(make_setup(15, 15, 5)), moves))
    for ply, chance in enumerate(chances):
        if chance is None:
            review.known[ply] = None
            continue
        mover = review.positions[ply].to_move
        pv = (review.positions[ply].moves[-1],)
        own = chance if mover == 0 else 1 - chance
        review.known[ply] = Judgement(mover, Verdict.judged(own), (chance, 1 - chance), pv)
    return review


def test_the_curve_has_everybodys_chance_after_each_move() -> None:
    review = told([0.5, 0.6, None, 0.7])
    assert curve(review)[:4] == [(0.5, 0.5), (0.6, 0.4), None, (0.7, pytest.approx(0.3))]
    assert curve(review)[-1] == (1, 0), "how it ended is known"


def test_a_move_is_known_when_the_positions_before_and_after_it_are() -> None:
    review = told([0.5, 0.6, None, 0.7, 0.7])
    assert [move and move.number for move in reviewed_moves(review)][:5] == [1, None, None, 4, None]
    assert reviewed_move(review, 2) is None


def test_mistakes_come_in_order_with_what_was_better() -> None:
    review = told([0.5, 0.5, 0.7, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4])
    found = mistakes(review)
    marks = [(move.number, move.player, move.worth.mark) for move in found]
    assert marks == [(2, 1, Mark.MISTAKE), (3, 0, Mark.BLUNDER), (4, 1, Mark.INACCURACY)]
    assert all(move.better for move in found)


def test_accuracy_is_100_for_nothing_lost_and_falls_with_the_chance() -> None:
    assert accuracy(told([0.5] * 9), 1) == pytest.approx(100, abs=0.01)
    one_lost = told([0.5, 0.5, 0.8] + [0.8] * 6)
    by_formula = 103.1668 * 2.718281828 ** (-0.04354 * 30) - 3.1669
    assert accuracy(one_lost, 0) == pytest.approx(100, abs=0.01)
    assert accuracy(one_lost, 1) == pytest.approx((by_formula + 3 * 100) / 4, abs=0.01)
    assert accuracy(told([None] * 9), 0) is None


def test_a_game_has_its_turning_point_where_the_loser_lost_most_for_good() -> None:
    # The loser loses .4 with move 2 and is given it back, loses .45 with 6 and .15 with 8.
    found = turning_point(told([0.5, 0.5, 0.9, 0.35, 0.35, 0.35, 0.8, 0.8, 0.95]))
    assert found is not None
    assert (found.number, found.player) == (6, 1)


def test_there_is_none_in_a_clean_game_in_a_draw_and_as_long_as_something_is_unknown() -> None:
    assert turning_point(told([0.95] * 9)) is None
    assert turning_point(told([0.5, 0.5, None] + [0.9] * 6)) is None
    running = told([0.5, 0.5, 0.9], "h8 a1")
    assert turning_point(running) is None
    drawn = GameReview(play(Game(make_setup()), "b2 a1 c1 a3 a2 c2 b1 b3"))
    judge = Judge()
    while drawn.work(judge):
        pass
    judge.close()
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    assert turning_point(drawn) is None


def test_in_tic_tac_toe_it_is_the_last_move_before_which_the_loser_was_not_lost() -> None:
    judge, truth = RememberingJudge(), truth_of(3, 3, 3)
    several = 0
    for game in complete_games(sampled(300, 60)):
        review = GameReview(game)
        while review.work(judge):
            pass
        assert game.outcome is not None
        found = turning_point(review)
        if game.outcome.winner is None:
            assert found is None
            continue
        losing = [
            number
            for number, (position, move) in enumerate(zip(review.positions, review.moves, strict=False), 1)
            if move.player != game.outcome.winner
            and truth.worth(stones_of(position)) >= 0 > truth.after(stones_of(position), cell(game, move))
        ]
        assert found is not None
        assert found.number == losing[-1]
        several += len(losing) > 1
    assert several > sampled(20, 3)
    judge.close()


def cell(game: Game, move: Move) -> int:
    assert move.square is not None
    return game.setup.geometry.number(move.square) - 1


def test_resigning_a_position_that_was_no_loss_is_the_turning_point() -> None:
    game = play(Game(make_setup()), "a1 b2")
    game.push(Move(0, None))
    review, judge = GameReview(game), Judge()
    while review.work(judge):
        pass
    judge.close()
    found = turning_point(review)
    assert found is not None
    assert (found.number, found.square, found.after) == (3, None, Verdict.proved(Value.LOSS))
    assert accuracy(review, 0) == 8.53, "the first stone was no decision, the resignation cost half a win"
