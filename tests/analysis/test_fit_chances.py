"""How the constants of winning chances are fitted."""

from math import exp
from random import Random

import pytest

from tests.analysis.fit_chances import Sample, cross_validated, fit, interval, play
from tests.analysis.fit_chances import Series as Games


def drawn_from(offset: float, slope: float, count: int) -> list[Sample]:
    """Results that are drawn by a logistic chance."""
    rng = Random(1)
    samples = []
    for _ in range(count):
        score = rng.gauss(0, 150)
        chance = 1 / (1 + exp(-offset - slope * score / 100))
        samples.append(Sample(score, float(rng.random() < chance)))
    return samples


@pytest.mark.slow
@pytest.mark.parametrize(("offset", "slope"), [(0.0, 1.0), (0.4, 0.5), (-0.3, 2.0)])
def test_the_fit_finds_the_constants_that_made_the_results(offset: float, slope: float) -> None:
    samples = drawn_from(offset, slope, 8000)
    assert fit(samples) == pytest.approx((offset, slope), abs=0.1)
    games = [samples[i : i + 8] for i in range(0, len(samples), 8)]
    mean, bins = cross_validated(games)
    assert -0.693 < mean < 0
    for predicted, observed, count in bins:
        assert observed == pytest.approx(predicted, abs=3 * 0.5 / count**0.5)
    assert sum(count for *_, count in bins) == 8000
    least, most = interval(games[:100], Random(1))
    assert least < slope < most < least + 0.25 * 10**0.5, "a tenth of the games"


def test_a_fit_counts_a_draw_as_half_a_win() -> None:
    halves = [Sample(score, result) for score in (-100, 100) for result in (0, 1, 1)]
    drawn = [Sample(score, 2 / 3) for score in (-100, 100)]
    assert fit(halves) == pytest.approx(fit(drawn))


def test_a_game_has_one_result_for_each_side() -> None:
    samples = play(Games((9, 9, 5), 0, 100), 0)
    assert samples
    assert samples == play(Games((9, 9, 5), 0, 100), 0)
    assert {sample.result for sample in samples} in ({0.5}, {0, 1}, {0}, {1})
