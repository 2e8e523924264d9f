"""Ratings from games: how near they come to known strengths, the next opponent, and the order of days."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

import pytest

from tests.session.simulated_players import KIND, START, outcome
from ttt_tui.computer.ladder.kinds import STEPS, step_rating
from ttt_tui.session.player_ratings import FIRST_STEP, NEW_PLAYER, RatedGame, RatingTrack, nearest_step

FIRST, LAST = (step_rating(KIND, step).rating for step in (1, STEPS))
POPULATIONS: dict[str, Callable[[Random], float]] = {
    "like people": lambda random: random.gauss(1500, 300),
    "all of the ladder": lambda random: random.uniform(FIRST, LAST),
}


def track_of(*games: tuple[int, float]) -> RatingTrack:
    """Return a track with games on one day, each a step and a score."""
    track = RatingTrack(KIND)
    for number, (step, score) in enumerate(games):
        track.add(RatedGame(str(number), START, KIND, step, score), START)
    return track


@pytest.mark.slow
@pytest.mark.parametrize("population", POPULATIONS)
def test_the_ratings_of_1000_players_are_near_their_strengths_after_15_games(population: str) -> None:
    random = Random(44)
    found = outcome([POPULATIONS[population](random) for _ in range(1000)], random)
    assert found.near >= 2 / 3
    assert abs(found.bias) <= 25
    assert 0.90 <= found.covered <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize(("draws", "near"), [(0.0, 0.6), (0.1, 0.63), (0.2, 2 / 3)])
@pytest.mark.parametrize("population", POPULATIONS)
def test_they_are_so_with_any_seed_and_the_less_the_fewer_draws(
    population: str, draws: float, near: float
) -> None:
    for seed in range(5):
        random = Random(seed)
        found = outcome([POPULATIONS[population](random) for _ in range(1000)], random, draws=draws)
        assert found.near >= near
        assert abs(found.bias) <= 25
        assert 0.90 <= found.covered <= 0.98


@pytest.mark.slow
def test_more_games_make_the_rating_better() -> None:
    strengths = [Random(seed).uniform(FIRST, LAST) for seed in range(100)]
    few, many = (outcome(strengths, Random(1), games) for games in (15, 60))
    assert many.near > few.near
    assert many.deviation < few.deviation


def test_the_first_opponent_is_medium_and_then_the_nearest_step() -> None:
    assert RatingTrack(KIND).suggested_step == FIRST_STEP == 4
    for step in range(1, STEPS + 1):
        assert nearest_step(KIND, step_rating(KIND, step).rating + 20) == step
    assert (nearest_step(KIND, 0), nearest_step(KIND, 4000)) == (1, STEPS)


def test_after_an_unexpected_result_the_next_opponent_is_a_step_up_or_down() -> None:
    for games in ([(6, 1.0)], [(5, 0.0)]):
        track = track_of(*games)
        nearest = nearest_step(KIND, track.rating_on(START).rating)
        assert track.suggested_step == nearest + (1 if games[0][1] else -1)
    for games in ([(1, 1.0)], [(9, 0.0)], [(5, 0.5)]):
        track = track_of(*games)
        assert track.suggested_step == nearest_step(KIND, track.rating_on(START).rating)


def test_the_next_opponent_is_never_beyond_the_ladder() -> None:
    for score, end in ((1.0, STEPS), (0.0, 1)):
        track = track_of()
        for number in range(30):
            track.add(RatedGame(str(number), START, KIND, track.suggested_step, score), START)
        assert track.suggested_step == end


def test_days_without_games_make_it_less_certain_and_a_wrong_clock_does_no_harm() -> None:
    track = track_of((5, 1.0))
    now, later = track.rating_on(START), track.rating_on(START + timedelta(days=300))
    assert now.deviation < later.deviation <= NEW_PLAYER.deviation
    assert now.rating == later.rating
    for wrong in (date(2999, 1, 1), date(1999, 1, 1)):
        track.add(RatedGame("x", wrong, KIND, 5, 1.0), START)
    assert [day for day, _ in track.curve] == [START]
