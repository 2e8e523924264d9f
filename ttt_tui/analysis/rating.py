"""A player's rating: Glicko-2, after M. E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022).

The opponents are puzzles or steps of the ladder, whose own ratings are known beforehand and never change.

>>> from ttt_tui.analysis.rating import RatedResult, Rating
>>> rating = Rating().after([RatedResult(1500, 1, 50)])
>>> round(rating.rating), round(rating.deviation)
(1675, 248)
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

CENTRE, SCALE = 1500.0, 173.7178
"""Convert a rating to the paper's own scale, on which 0 is usual."""

MOST_DEVIATION = 350.0
"""The usual deviation of an unknown player; no pause makes a rating less certain than that."""

TAU = 0.5
"""Constrains the change of the volatility; the paper recommends .3 to 1.2."""

LEAST_SHOWN = 5
"""Results before a rating is shown: the first few move it by hundreds of points."""

HOPELESS = 1e-9
"""The least expected score: a result against a score of exactly 0 would say nothing."""

CLOSE_ENOUGH = 1e-6
"""Tolerance of the volatility's logarithm."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """A result against an opponent: `rating` and `deviation` are the opponent's."""

    rating: float
    score: float
    """1 for a win, 0 for a loss, .5 for a draw."""
    deviation: float


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate of a player's strength, which is within two deviations of the rating with 95 %."""

    rating: float = CENTRE
    """In points: a player 200 points above an opponent scores three points in four."""
    deviation: float = MOST_DEVIATION
    """In points."""
    volatility: float = 0.06
    """The expected change of the strength in a period, on the paper's scale."""

    def rested(self, periods: int) -> "Rating":
        """Return the rating after some periods without a result: as high, but less certain."""
        if periods <= 0:
            return self
        deviation = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(periods))
        return replace(self, deviation=min(deviation, max(MOST_DEVIATION, self.deviation)))

    def expected(self, rating: float, deviation: float) -> float:
        """Return the expected score, 0 to 1, against an opponent with this rating and deviation."""
        chance = 1 / (1 + math.exp(-_weight(deviation / SCALE) * (self.rating - rating) / SCALE))
        return min(max(chance, HOPELESS), 1 - HOPELESS)

    def after(self, results: Sequence[RatedResult]) -> "Rating":
        """Return the rating after one period with these results, in any order."""
        if not results:
            return self.rested(1)
        mu, phi = (self.rating - CENTRE) / SCALE, self.deviation / SCALE
        information = surprise = 0.0
        for result in results:
            weight = _weight(result.deviation / SCALE)
            expected = self.expected(result.rating, result.deviation)
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (result.score - expected)
        volatility = _volatility(self.volatility, phi, 1 / information, surprise / information)
        before = math.hypot(phi, volatility)
        phi = 1 / math.sqrt(1 / before**2 + information)
        deviation = min(SCALE * phi, max(MOST_DEVIATION, self.deviation))
        return Rating(CENTRE + SCALE * (mu + phi**2 * surprise), deviation, volatility)


def _weight(phi: float) -> float:
    """Return the weight of a result against an opponent with this deviation: the paper's g."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: the paper's step 5, by the Illinois variant of the regula falsi.

    `variance` is the rating's variance from the results alone, `delta` the change that they suggest.
    """
    known = phi**2 + variance
    start = math.log(sigma**2)

    def f(x: float) -> float:
        spread = known + math.exp(x)
        return math.exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_end(f, start, known, delta)
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE_ENOUGH:
        between = low + (low - high) * f_low / (f_high - f_low)
        f_between = f(between)
        if f_between * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = between, f_between
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], start: float, known: float, delta: float) -> float:
    """Return the other end of an interval with the root of `f`, which starts at `start`."""
    if delta**2 > known:
        return math.log(delta**2 - known)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
