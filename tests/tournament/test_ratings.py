"""Elo differences and ratings with their intervals: against formulas, a slow fit, and known strengths."""

import math
from itertools import combinations
from random import Random
from statistics import NormalDist

import pytest

from tests.tournament.simulated import KINDS, Play, alike, chance, often_drawn
from ttt_tui.tournament.ratings import POINTS, Elo, Encounter, dispersion, elo_difference, elo_ratings, fit
from ttt_tui.tournament.report import comparison

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


def random_table(seed: int) -> list[list[float]]:
    rng = Random(seed)
    count = rng.randint(2, 5)
    points = [[0.0] * count for _ in range(count)]
    for i, j in combinations(range(count), 2):
        points[i][j], points[j][i] = rng.randint(1, 20) / 2, rng.randint(1, 20) / 2
    return points


LOPSIDED: list[list[float]] = [[0, 1000, 0.5], [0.5, 0, 1000], [0.5, 0.5, 0]]
"""A whole step of Newton's leads far away from here."""


@pytest.mark.parametrize("points", [*map(random_table, range(4)), LOPSIDED])
def test_the_fit_is_the_most_likely_one(points: list[list[float]]) -> None:
    assert sum(fit(points)) == pytest.approx(0)
    assert [POINTS * each for each in fit(points)] == pytest.approx(slow_fit(points), abs=0.5)


def test_two_players_have_the_difference_that_two_have_elsewhere() -> None:
    first, second = elo_ratings(2, [won(0, 1, 1, 1), won(0, 1, 0.5, 0)])
    assert first.elo - second.elo == pytest.approx(elo_difference(2, 1, 1).difference)
    assert first.elo == pytest.approx(-second.elo)


# --- who won or lost everything ----------------------------------------------------------------------------


def test_a_player_who_won_everything_has_an_infinite_rating_with_a_finite_lower_end() -> None:
    met = [won(1, 2, 1, 0), *[won(0, 1, 1, 1), won(0, 2, 1, 1)] * 3, won(3, 1, 0, 0)]
    best, one, other, worst = elo_ratings(4, met)
    assert (best.elo, best.high) == (math.inf, math.inf)
    assert (one.elo, other.elo) == (0, 0)
    assert pytest.approx(chance(best.low) ** 12) == 0.025
    assert (worst.elo, worst.low) == (-math.inf, -math.inf)
    assert pytest.approx(chance(-worst.high) ** 2) == 0.025


def test_a_draw_is_enough_for_a_finite_rating() -> None:
    found = elo_ratings(3, [won(0, 1, 1, 1), won(1, 2, 1, 0), won(0, 2, 1, 0.5)])
    assert all(math.isfinite(rating.elo) for rating in found)
    assert found[0].elo > found[1].elo


def test_the_larger_of_two_groups_is_the_field() -> None:
    met = [won(0, 1, 1, 0), *(won(i, j, 1, 0) for i, j in combinations((2, 3, 4), 2))]
    met += [won(i, j, 1, 1) for i in (0, 1) for j in (2, 3, 4)]
    found = elo_ratings(5, met)
    assert [rating.elo for rating in found] == [math.inf, math.inf, 0, 0, 0]


def test_before_the_first_game_nothing_is_known() -> None:
    assert all(math.isnan(rating.elo) for rating in elo_ratings(3, []))


def test_ratings_of_unconnected_players_are_unknown() -> None:
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


# --- two players -------------------------------------------------------------------------------------------


def test_elo_of_known_scores() -> None:
    assert elo_difference(3, 0, 1).difference == pytest.approx(190.85, abs=0.01)  # 75 %
    assert elo_difference(1, 2, 1).difference == 0
    assert elo_difference(0, 2, 2).difference == pytest.approx(-190.85, abs=0.01)
    assert elo_difference(10, 0, 1).difference == pytest.approx(400)


@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_all_won_or_all_lost_is_infinite_with_a_finite_end(games: int) -> None:
    won, lost = elo_difference(games, 0, 0), elo_difference(0, 0, games)
    assert (won.difference, won.high) == (math.inf, math.inf)
    assert (lost.difference, lost.low) == (-math.inf, -math.inf)
    assert won.low == pytest.approx(-lost.high)
    assert math.isfinite(won.low)
    assert elo_difference(games + 1, 0, 0).low > won.low


@pytest.mark.parametrize(("wins", "losses"), [(7, 3), (50, 50), (1, 99)])
def test_the_interval_is_where_the_result_is_not_surprising(wins: int, losses: int) -> None:
    """Wilson's ends are the scores from which the result is 1.96 standard deviations away."""
    games = wins + losses
    z = NormalDist().inv_cdf(0.975)
    fine = [
        p
        for p in (i / 100_000 for i in range(1, 100_000))
        if abs(wins / games - p) <= z * math.sqrt(p * (1 - p) / games)
    ]
    found = elo_difference(wins, 0, losses)
    for points, p in ((found.low, fine[0]), (found.high, fine[-1])):
        assert chance(points) == pytest.approx(p, abs=2e-5)


EXACT = {4: 0.3976, 10: 0.6915, 20: 0.8316, 100: 0.9638}
"""Games → the lower end of the interval of Clopper and Pearson if all are won, as tables have it."""


@pytest.mark.parametrize("games", [1, 2, 3, *EXACT])
def test_a_clean_score_has_the_exact_interval_for_two_players_and_for_several(games: int) -> None:
    low = elo_difference(games, 0, 0).low
    assert pytest.approx(0.025) == math.prod([chance(low)] * games), "that of winning them all"
    assert chance(low) == pytest.approx(EXACT.get(games, chance(low)), abs=5e-5)
    assert elo_difference(0, 0, games, 0.7).high == pytest.approx(-low), "pairs with one opening or not"
    field = [won(1, 2, 1, 0), *[won(0, 1 + number % 2, 1) for number in range(games)]]
    assert elo_ratings(3, field)[0].low == pytest.approx(low)


def test_nobody_is_called_stronger_by_a_clean_score_that_luck_explains() -> None:
    """Six fair coins that fall alike are the first that have a chance under 2.5 %."""
    claimed = [games for games in range(1, 11) if elo_difference(games, 0, 0).low > 0]
    assert claimed == [games for games in range(1, 11) if 0.5**games <= 0.025] == [6, 7, 8, 9, 10]


@pytest.mark.parametrize("games", [2, 4, 10, 40])
def test_a_better_score_never_has_a_lower_interval(games: int) -> None:
    for spread in (0.3, 1.0, 2.0):
        ends = [elo_difference(wins, 0, games - wins, spread) for wins in range(games + 1)]
        ends.insert(-1, elo_difference(games - 1, 1, 0, spread))
        assert [found.low for found in ends] == sorted(found.low for found in ends)
        assert [found.high for found in ends] == sorted(found.high for found in ends)


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        (Elo(120.4, 30.2, 220.0), "A is about 120 Elo stronger than B (95 %: +30 to +220)"),
        (Elo(-50, -70, -30), "A is about 50 Elo weaker than B (95 %: -70 to -30)"),
        (Elo(math.inf, 20, math.inf), "A is at least 20 Elo stronger than B (95 %)"),
        (Elo(-math.inf, -math.inf, -113.2), "A is at least 113 Elo weaker than B (95 %)"),
        (Elo(-5, -30, 20), "8 games are too few to tell; A is -5 Elo against B so far (95 %: -30 to +20)"),
        (Elo(89, -171, 348),
         "8 games are too few to tell; A is +89 Elo against B so far (95 %: -171 to +348)"),
        (Elo(-0.3, -30, 30), "8 games are too few to tell; A and B are even so far (95 %: -30 to +30)"),
        (Elo(0, 0, 30), "8 games are too few to tell; A and B are even so far (95 %: +0 to +30)"),
        (Elo(-math.inf, -math.inf, 113),
         "8 games are too few to tell; A is at most +113 Elo against B (95 %)"),
        (Elo(math.inf, -43, math.inf), "8 games are too few to tell; A is at least -43 Elo against B (95 %)"),
    ],
)  # fmt: skip
def test_a_difference_is_claimed_only_where_the_interval_decides_it(difference: Elo, said: str) -> None:
    assert comparison(difference, 8, "A", "B") == f"Strength: {said}"


def test_one_game_is_too_few_to_tell() -> None:
    assert comparison(Elo(-math.inf, -math.inf, 200), 1, "A", "B") == (
        "Strength: 1 game is too few to tell; A is at most +200 Elo against B (95 %)"
    )
