"""The rating: the example of the paper, and what is true of any results."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.analysis.rating import MOST_DEVIATION, RatedResult, Rating

RATINGS = st.builds(Rating, st.floats(0, 3500), st.floats(30, MOST_DEVIATION), st.floats(0.03, 0.12))
RESULTS = st.builds(
    RatedResult, st.floats(0, 3500), st.sampled_from([0.0, 1.0]), st.floats(10, MOST_DEVIATION)
)


def test_the_example_of_the_paper_comes_out_and_hopeless_results_count() -> None:
    for score in (0, 1):
        assert 8500 < Rating(9000, 60).after([RatedResult(0, score, 50)]).rating <= 9001
    player = Rating(1500, 200, 0.06)
    games = [RatedResult(1400, 1, 30), RatedResult(1550, 0, 100), RatedResult(1700, 0, 300)]
    after = player.after(games)
    assert after.rating == pytest.approx(1464.06, abs=0.011), "the paper rounds on its way"
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_unexpected_results_raise_the_volatility() -> None:
    sure = Rating(1500, 50, 0.06)
    wins = [RatedResult(2400, 1, 50)] * 20
    usual = [RatedResult(1500, 1, 50), RatedResult(1500, 0, 50)]
    assert sure.after(wins).volatility > 0.06 > sure.after(usual).volatility


@pytest.mark.slow
@given(RATINGS, st.lists(RESULTS, min_size=1, max_size=12))
def test_whatever_happens_the_numbers_stay_sound(player: Rating, results: list[RatedResult]) -> None:
    after = player.after(results)
    assert math.isfinite(after.rating)
    assert 0 < after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility < 1
    again = player.after(results[::-1])
    assert again.rating == pytest.approx(after.rating)
    assert again.deviation == pytest.approx(after.deviation)


@given(RATINGS, RESULTS)
def test_a_win_never_costs_and_a_loss_never_gains(player: Rating, met: RatedResult) -> None:
    won = player.after([RatedResult(met.rating, 1, met.deviation)])
    lost = player.after([RatedResult(met.rating, 0, met.deviation)])
    assert lost.rating <= player.rating <= won.rating
    assert lost.rating < won.rating


@given(RATINGS, st.floats(500, 2500), st.floats(10, 400))
def test_the_stronger_the_opponent_the_more_a_result_is_worth(
    player: Rating, rating: float, more: float
) -> None:
    for score in (0, 1):
        harder, easier = (player.after([RatedResult(met, score, 50)]) for met in (rating + more, rating))
        assert harder.rating >= easier.rating


@given(RATINGS, st.integers(0, 4000), st.integers(0, 4000))
def test_pauses_make_it_less_certain_and_nothing_else(player: Rating, one: int, other: int) -> None:
    rested = player.rested(one)
    assert (rested.rating, rested.volatility) == (player.rating, player.volatility)
    assert player.deviation <= rested.deviation <= MOST_DEVIATION
    assert rested.rested(other).deviation == pytest.approx(player.rested(one + other).deviation)
    assert player.after([]) == player.rested(1)


def test_a_player_who_scores_what_is_expected_ends_at_their_rating() -> None:
    """A player of 1800 meets three opponents a day and scores as expected."""
    player = Rating()
    owed = 0.0
    for day in range(200):
        results = []
        for rating in (1600 + day % 7 * 50, 1800, 1950):
            owed += 1 / (1 + 10 ** ((rating - 1800) / 400))
            results.append(RatedResult(rating, float(owed >= 1), 50))
            owed -= owed >= 1
        player = player.after(results)
    assert player.rating == pytest.approx(1800, abs=60)
    assert player.deviation < 100
