"""The sequential test: its ratio is what it is defined to be, and it errs as seldom as it says."""

import math
from random import Random

import pytest

from tests.tournament.simulated import KINDS, Play, chance
from ttt_tui.tournament.report import verdict
from ttt_tui.tournament.sprt import PAIR_SCORES, Decision, Hypotheses, Sprt, shortfall

MATCHES = 10_000


def most_errors(rate: float) -> float:
    """As many as are promised, and three standard deviations of how many that are."""
    return MATCHES * rate + 3 * math.sqrt(MATCHES * rate * (1 - rate))


def played(play: Play, score: float, hypotheses: Hypotheses, rng: Random) -> Decision:
    sprt = Sprt(hypotheses)
    while sprt.verdict is None:
        sprt.add(sum(play(rng, score)))
    return sprt.verdict


@pytest.mark.slow
@pytest.mark.parametrize("play", KINDS)
@pytest.mark.parametrize(("alpha", "beta"), [(0.05, 0.05), (0.1, 0.02), (0.02, 0.2)])
def test_either_hypothesis_is_refused_when_true_as_seldom_as_is_promised(
    play: Play, alpha: float, beta: float
) -> None:
    hypotheses = Hypotheses(0, 200, alpha, beta)
    rng = Random(f"sprt {play.__name__}")
    for truth, elo, rate in ((Decision.FIRST, 0, alpha), (Decision.SECOND, 200, beta)):
        errors = sum(played(play, chance(elo), hypotheses, rng) is not truth for _ in range(MATCHES))
        assert errors <= most_errors(rate), truth


def test_the_bounds_follow_from_the_error_rates() -> None:
    low, high = Hypotheses(0, 10, alpha=0.1, beta=0.02).bounds
    assert (math.exp(low), math.exp(high)) == pytest.approx((0.02 / 0.9, 0.98 / 0.1))


def climbed(counts: list[float], mean: float, rng: Random) -> float:
    """The largest likelihood of counts with a mean score, by trying steps that keep the sum and the mean."""

    def likelihood(chances: list[float]) -> float:
        return sum(count * math.log(each) for count, each in zip(counts, chances, strict=True))

    inner = 0.05  # of each result in the middle; the rest goes to the ends so that the mean is right
    top = mean - inner * sum(PAIR_SCORES[1:4])
    chances = [1 - 3 * inner - top, inner, inner, inner, top]
    best, size = likelihood(chances), 0.1
    while size > 1e-5:
        improved = False
        for _ in range(50):
            # What is taken at one place is given to one on each side, as much as leaves the mean unchanged.
            a, b, c = sorted(rng.sample(range(5), 3))
            step = rng.uniform(-size, size)
            part = (PAIR_SCORES[b] - PAIR_SCORES[a]) / (PAIR_SCORES[c] - PAIR_SCORES[a])
            tried = list(chances)
            tried[b] -= step
            tried[a] += step * (1 - part)
            tried[c] += step * part
            if min(tried) > 0 and (reached := likelihood(tried)) > best:
                best, chances, improved = reached, tried, True
        if not improved:
            size /= 2
    return best


@pytest.mark.parametrize("counts", [[1, 2, 3, 2, 1], [0.25, 0.25, 5.25, 0.25, 0.25], [9, 1, 4, 0.5, 2]])
@pytest.mark.parametrize("mean", [0.36, 0.5, 0.7])
def test_the_shortfall_is_that_of_the_best_chances_with_that_mean(counts: list[float], mean: float) -> None:
    total = sum(counts)
    free = sum(count * math.log(count / total) for count in counts)
    assert free - climbed(counts, mean, Random(1)) == pytest.approx(shortfall(counts, mean), abs=1e-4)


def test_it_begins_even_and_is_symmetric() -> None:
    one, other = Sprt(Hypotheses(-30, 10)), Sprt(Hypotheses(-10, 30))
    assert (one.ratio, one.verdict) == (0, None)
    for points in (2, 1.5, 1.5, 0, 1, 2, 0.5):
        one.add(points)
        other.add(2 - points)
        assert one.ratio == pytest.approx(-other.ratio)
    assert one.pairs == [1, 1, 1, 2, 2]


def test_it_stops_at_the_bound_and_takes_nothing_after_that() -> None:
    sprt = Sprt(Hypotheses(0, 100))
    before = 0.0
    while sprt.verdict is None:
        before = sprt.ratio
        sprt.add(2)
    assert before < math.log(0.95 / 0.05) <= sprt.ratio
    assert sprt.verdict is Decision.SECOND
    with pytest.raises(AssertionError):
        sprt.add(0)


def test_the_verdict_is_a_sentence() -> None:
    sprt = Sprt(Hypotheses(-50, 50))
    assert verdict(sprt, "A", "B") == (
        "SPRT undecided after 0 pairs of games: A may be -50 or +50 Elo against B "
        "(LLR +0.00, bounds -2.94 and +2.94)"
    )
    sprt.add(1)
    assert verdict(sprt, "A", "B").startswith(
        "SPRT undecided after 1 pair of games: A may be -50 or +50 Elo against B (LLR "
    )
    while sprt.verdict is None:
        sprt.add(0)
    told = verdict(sprt, "A", "B")
    count = sum(sprt.pairs)
    assert told.startswith(
        f"SPRT decided after {count} pairs of games: A is more likely -50 than +50 Elo against B (LLR -"
    )
    assert told.endswith(", bounds -2.94 and +2.94)")
