"""Pairs of games: their counts, the likelihood of superiority, and normalised Elo, in simulated matches."""

import doctest
import math
from random import Random
from statistics import NormalDist, pvariance

import pytest

from tests.support.sampling import sampled
from tests.tournament.simulated import KINDS, Pair, Play, by_the_seat, chance, independent
from ttt_tui.tournament import pairs as module
from ttt_tui.tournament.pairs import SCALE, PairStatistics
from ttt_tui.tournament.report import pairs_line

GAMES_TOLD = 20_000


def counted(pairs: list[Pair]) -> PairStatistics:
    counts = [0] * 5
    for pair in pairs:
        counts[round(2 * sum(pair))] += 1
    return PairStatistics(counts)


def simulated(play: Play, elo: float, count: int, rng: Random) -> list[Pair]:
    return [play(rng, chance(elo)) for _ in range(count)]


def test_the_doctest() -> None:
    assert doctest.testmod(module).failed == 0


def test_pairs_that_ended_alike_tell_no_deviation() -> None:
    for counts in ((0, 0, 4, 0, 0), (0, 0, 0, 0, 3), (2, 0, 0, 0, 0)):
        pairs = PairStatistics(counts)
        assert (pairs.superiority, pairs.normalised_elo) == (None, None)
    assert pairs_line(PairStatistics((0, 0, 4, 0, 0))) == "Pairs 0-½-1-1½-2: 0 0 4 0 0"
    with pytest.raises(ValueError, match="no pair"):
        PairStatistics((0, 0, 0, 0, 0))


def test_the_sentence_has_all_figures() -> None:
    assert pairs_line(PairStatistics((1, 4, 10, 12, 3))) == (
        "Pairs 0-½-1-1½-2: 1 4 10 12 3 · LOS 98.9 % · normalised Elo +103 (95 %: +15 to +191)"
    )


def test_between_players_who_never_draw_it_is_close_to_elo() -> None:
    pairs = counted(simulated(independent, 30, GAMES_TOLD, Random(1)))
    elo = pairs.normalised_elo
    assert elo is not None
    assert elo.low < 30 < elo.high
    assert abs(elo.difference - 30) < 6


@pytest.mark.parametrize("play", KINDS)
def test_its_variance_is_that_of_pairs_not_of_games(play: Play) -> None:
    """Where games of a pair are independent, both agree; a seat's edge makes pairs less noisy than games."""
    found = simulated(play, 0, GAMES_TOLD, Random(play.__name__))
    pairs = counted(found)
    assert pairs.variance == pytest.approx(pvariance([sum(pair) / 2 for pair in found]))
    trinomial = pvariance([score for pair in found for score in pair])
    ratio = 2 * pairs.variance / trinomial
    if play is independent:
        assert ratio == pytest.approx(1, abs=0.05)
    elif play is by_the_seat:
        assert ratio < 0.8


@pytest.mark.parametrize("play", KINDS)
def test_the_interval_and_the_likelihood_are_right_as_often_as_they_say(play: Play) -> None:
    rng, matches, length = Random(f"pairs {play.__name__}"), sampled(2000, 300), 200
    truth = counted(simulated(play, 40, GAMES_TOLD, rng))
    exact = SCALE * (truth.score - 0.5) / math.sqrt(2 * truth.variance)
    inside = sure = 0
    for _ in range(matches):
        pairs = counted(simulated(play, 40, length, rng))
        elo = pairs.normalised_elo
        assert elo is not None
        inside += elo.low <= exact <= elo.high
        even = counted(simulated(play, 0, length, rng))
        sure += (even.superiority or 0) > 0.95
    spread = 4 / math.sqrt(matches)
    assert inside / matches == pytest.approx(0.95, abs=0.22 * spread + 0.02)
    assert sure / matches == pytest.approx(0.05, abs=0.22 * spread + 0.01)


def test_the_likelihood_is_that_of_the_normal_distribution() -> None:
    pairs = PairStatistics((3, 5, 9, 4, 4))
    error = math.sqrt(pairs.variance / 25)
    assert pairs.superiority == pytest.approx(1 - NormalDist(pairs.score, error).cdf(0.5))
