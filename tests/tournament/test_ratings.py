"""Elo ratings of several, and how sure they are: against a slow fit, and against known strengths."""

import math
from itertools import combinations
from random import Random

import pytest

from tests.tournament.simulated import KINDS, Play, alike, chance, often_drawn
from ttt_tui.tournament.ratings import POINTS, Encounter, dispersion, elo_difference, elo_ratings, fit

MATCHES = 1000

FEWEST, MOST = 920, 980
"""Of a thousand intervals of 95 %: what is this side of four standard deviations."""


def won(first: int, second: int, *scores: float) -> Encounter:
    return Encounter(first, second, scores)


# --- the fit -----------------------------------------------------------------------------------------------


def slow_fit(points: list[list[float]]) -> list[float]:
    """The most likely ratings, by trying one player's after the other, ever finer."""
    count = len(points)
    found = [0.0] * count

    def likelihood(player: int, rating: float) -> float:
        return sum(
            points[player][other] * math.log(chance(rating - found[other]))
            + points[other][player] * math.log(chance(found[other] - rating))
            for other in range(count)
            if other != player
        )

    size = 256.0
    while size > 0.005:
        moved = False
        for player in range(count):
            here = found[player]
            best = max((here - size, here, here + size), key=lambda rating: likelihood(player, rating))
            moved = moved or best != here
            found[player] = best
        if not moved:
            size /= 2
    mean = sum(found) / count
    return [each - mean for each in found]


@pytest.mark.parametrize("seed", range(4))
def test_the_fit_is_the_most_likely_one(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(2, 5)
    points = [[0.0] * count for _ in range(count)]
    for i, j in combinations(range(count), 2):
        points[i][j], points[j][i] = rng.randint(1, 20) / 2, rng.randint(1, 20) / 2
    assert [POINTS * each for each in fit(points)] == pytest.approx(slow_fit(points), abs=0.5)


def test_expected_points_are_those_that_were_made() -> None:
    points = [[0.0, 7.5, 19, 0], [2.5, 0, 6, 3.5], [1, 4, 0, 8], [0, 0.5, 2, 0]]
    found = fit(points)
    for i in range(4):
        games = [points[i][j] + points[j][i] for j in range(4)]
        expected = sum(games[j] * chance(POINTS * (found[i] - found[j])) for j in range(4))
        assert expected == pytest.approx(sum(points[i]))
    assert sum(found) == pytest.approx(0)


def test_a_lopsided_table_is_found_too() -> None:
    """A whole step of Newton's leads far away from here."""
    points = [[0, 1000, 0.5], [0.5, 0, 1000], [0.5, 0.5, 0]]
    assert [POINTS * each for each in fit(points)] == pytest.approx(slow_fit(points), abs=0.5)


def test_two_players_have_the_difference_that_two_have_elsewhere() -> None:
    first, second = elo_ratings(2, [won(0, 1, 1, 1), won(0, 1, 0.5, 0)])
    assert first.elo - second.elo == pytest.approx(elo_difference(2, 1, 1).difference)
    assert first.elo == pytest.approx(-second.elo)


# --- who won or lost everything ----------------------------------------------------------------------------


def test_who_won_everything_is_infinitely_strong_and_at_least_as_strong_as_the_interval_says() -> None:
    met = [won(1, 2, 1, 0), *[won(0, 1, 1, 1), won(0, 2, 1, 1)] * 3, won(3, 1, 0, 0)]
    best, one, other, worst = elo_ratings(4, met)
    assert (best.elo, best.high) == (math.inf, math.inf)
    assert (one.elo, other.elo) == (0, 0)
    assert pytest.approx(chance(best.low) ** 12) == 0.025
    assert (worst.elo, worst.low) == (-math.inf, -math.inf)
    assert pytest.approx(chance(-worst.high) ** 2) == 0.025


def test_a_draw_is_enough_to_be_measured() -> None:
    found = elo_ratings(3, [won(0, 1, 1, 1), won(1, 2, 1, 0), won(0, 2, 1, 0.5)])
    assert all(math.isfinite(rating.elo) for rating in found)
    assert found[0].elo > found[1].elo


def test_groups_of_whom_one_won_all_have_the_larger_one_as_the_field() -> None:
    met = [won(0, 1, 1, 0), *(won(i, j, 1, 0) for i, j in combinations((2, 3, 4), 2))]
    met += [won(i, j, 1, 1) for i in (0, 1) for j in (2, 3, 4)]
    found = elo_ratings(5, met)
    assert [rating.elo for rating in found] == [math.inf, math.inf, 0, 0, 0]


def test_before_the_first_game_nothing_is_known() -> None:
    assert all(math.isnan(rating.elo) for rating in elo_ratings(3, []))


def test_what_connects_nobody_is_not_known() -> None:
    found = elo_ratings(4, [won(0, 1, 1, 0), won(2, 3, 1, 1)])
    assert [rating.elo for rating in found[:2]] == [0, 0]
    assert all(math.isnan(rating.elo) for rating in found[2:])
    over_another = elo_ratings(4, [won(0, 1, 1, 0), won(2, 0, 1, 1), won(3, 2, 1, 1)])[3]
    assert (over_another.elo, over_another.low) == (math.inf, -math.inf)


# --- intervals ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("play", KINDS)
@pytest.mark.parametrize("truth", [0, 120])
def test_the_interval_of_two_holds_the_truth_as_often_as_it_says(play: Play, truth: float) -> None:
    rng = Random(f"two {play.__name__} {truth}")
    inside = 0
    for _ in range(MATCHES):
        met = [Encounter(0, 1, play(rng, chance(truth))) for _ in range(30)]
        games = [score for each in met for score in each.scores]
        mean = sum(games) / len(games)
        spread = dispersion(met, lambda first, second, mean=mean: mean)
        found = elo_difference(games.count(1.0), games.count(0.5), games.count(0.0), spread)
        inside += found.low <= truth <= found.high
    assert FEWEST <= inside <= MOST


@pytest.mark.slow
@pytest.mark.parametrize("play", [often_drawn, alike])
def test_the_intervals_of_the_table_hold_the_truth_as_often_as_they_say(play: Play) -> None:
    rng = Random(f"table {play.__name__}")
    truth = (110, -10, -100)
    inside = [0] * len(truth)
    for _ in range(MATCHES):
        met = [
            Encounter(i, j, play(rng, chance(truth[i] - truth[j])))
            for i, j in combinations(range(len(truth)), 2)
            for _ in range(10)
        ]
        for player, rating in enumerate(elo_ratings(len(truth), met)):
            inside[player] += rating.low <= truth[player] <= rating.high
    assert all(FEWEST <= count <= MOST for count in inside), inside


def test_equal_pairs_make_an_interval_narrow_but_never_a_point() -> None:
    def width(met: list[Encounter]) -> float:
        spread = dispersion(met, lambda first, second: 0.5)
        found = elo_difference(len(met), 0, len(met), spread)
        return found.high - found.low

    one_each, both = [won(0, 1, 1, 0)] * 10, [won(0, 1, 1, 1), won(0, 1, 0, 0)] * 5
    assert 50 < width(one_each) < width(both) / 2
