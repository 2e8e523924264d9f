"""Glicko-2: the paper's example, and what has to be true of any rating."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.puzzles.progress import MOST_DEVIATION, PUZZLE_DEVIATION, PuzzleRating, RatedResult

RATINGS = st.builds(PuzzleRating, st.floats(0, 3500), st.floats(30, MOST_DEVIATION), st.floats(0.03, 0.12))
RESULTS = st.builds(
    RatedResult, st.floats(0, 3500), st.sampled_from([0.0, 1.0]), st.floats(10, MOST_DEVIATION)
)


def test_the_example_of_the_paper_comes_out() -> None:
    player = PuzzleRating(1500, 200, 0.06)
    games = [RatedResult(1400, 1, 30), RatedResult(1550, 0, 100), RatedResult(1700, 0, 300)]
    after = player.after(games)
    assert after.rating == pytest.approx(1464.06, abs=0.011), "the paper rounds on its way"
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_player_of_whom_nothing_is_known_is_usual_and_uncertain() -> None:
    assert PuzzleRating() == PuzzleRating(1500, 350, 0.06)


def test_a_result_that_nobody_would_have_expected_raises_the_volatility() -> None:
    sure = PuzzleRating(1500, 50, 0.06)
    wins = [RatedResult(2400, 1, PUZZLE_DEVIATION)] * 20
    assert (
        sure.after(wins).volatility
        > 0.06
        > sure.after([RatedResult(1500, 1), RatedResult(1500, 0)]).volatility
    )


@given(RATINGS, st.lists(RESULTS, min_size=1, max_size=12))
def test_whatever_happens_the_numbers_stay_sound(player: PuzzleRating, results: list[RatedResult]) -> None:
    after = player.after(results)
    assert math.isfinite(after.rating)
    assert 0 < after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility < 1
    again = player.after(results[::-1])
    assert again.rating == pytest.approx(after.rating)
    assert again.deviation == pytest.approx(after.deviation)


@given(RATINGS, RESULTS)
def test_a_win_never_costs_and_a_loss_never_gains(player: PuzzleRating, met: RatedResult) -> None:
    won = player.after([RatedResult(met.rating, 1, met.deviation)])
    lost = player.after([RatedResult(met.rating, 0, met.deviation)])
    assert lost.rating <= player.rating <= won.rating
    assert lost.rating < won.rating


@given(RATINGS, st.floats(500, 2500), st.floats(10, 400))
def test_the_harder_the_puzzle_the_more_its_solution_is_worth(
    player: PuzzleRating, rating: float, more: float
) -> None:
    assert (
        player.after([RatedResult(rating + more, 1)]).rating >= player.after([RatedResult(rating, 1)]).rating
    )
    assert (
        player.after([RatedResult(rating + more, 0)]).rating >= player.after([RatedResult(rating, 0)]).rating
    )


@given(RATINGS, st.integers(0, 4000), st.integers(0, 4000))
def test_pauses_make_it_less_certain_and_nothing_else(player: PuzzleRating, one: int, other: int) -> None:
    rested = player.rested(one)
    assert (rested.rating, rested.volatility) == (player.rating, player.volatility)
    assert player.deviation <= rested.deviation <= MOST_DEVIATION
    assert rested.rested(other).deviation == pytest.approx(player.rested(one + other).deviation)
    assert player.after([]) == player.rested(1)


@pytest.mark.parametrize("score", [0, 1])
def test_even_what_could_not_have_gone_otherwise_can_be_counted(score: float) -> None:
    far = PuzzleRating(9000, 60).after([RatedResult(0, score)])
    assert 8500 < far.rating <= 9001


def test_who_solves_what_is_expected_of_them_ends_where_they_are() -> None:
    """Somebody of 1800 is rated from three puzzles a day, which they solve as often as they should."""
    player = PuzzleRating()
    owed = 0.0
    for day in range(200):
        results = []
        for rating in (1600 + day % 7 * 50, 1800, 1950):
            owed += 1 / (1 + 10 ** ((rating - 1800) / 400))
            results.append(RatedResult(rating, float(owed >= 1)))
            owed -= owed >= 1
        player = player.after(results)
    assert player.rating == pytest.approx(1800, abs=60)
    assert player.deviation < 100
