"""How well somebody solves puzzles, as a number with its uncertainty: Glicko-2.

After M. E. Glickman, "Example of the Glicko-2 system" (2013, revised 2022). A rating period is a day. A
puzzle is an opponent whose own rating is known beforehand and never changes.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

CENTRE, SCALE = 1500.0, 173.7178
"""What turns a rating into the paper's own scale, on which 0 is usual."""

MOST_DEVIATION = 350.0
"""That of somebody of whom nothing is known: no pause makes a rating less certain than none."""

PUZZLE_DEVIATION = 50.0
"""Points by which a puzzle's rating may be off; it is told from facts, and was checked on the levels."""

TAU = 0.5
"""How much the volatility may change; the paper recommends .3 to 1.2."""

HOPELESS = 1e-9
"""The least chance that anybody is given: with none at all a result would say nothing."""

CLOSE_ENOUGH = 1e-6
"""Of the volatility's logarithm."""


@dataclass(frozen=True, slots=True)
class RatedResult:
    """What came of one encounter."""

    rating: float
    """The opponent's."""
    score: float
    """1 for a win, 0 for a loss, .5 between the two."""
    deviation: float = PUZZLE_DEVIATION
    """The opponent's."""


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """What is known of a player's strength: with 95 % it is within two deviations of the rating."""

    rating: float = CENTRE
    """In points: who is 200 points better than a puzzle solves it three times in four."""
    deviation: float = MOST_DEVIATION
    """In points."""
    volatility: float = 0.06
    """How much the strength itself is expected to change in a period, on the paper's scale."""

    def rested(self, periods: int) -> "PuzzleRating":
        """Return the rating after so many periods without a result: as high, and less certain."""
        deviation = math.hypot(self.deviation, SCALE * self.volatility * math.sqrt(max(periods, 0)))
        return replace(self, deviation=min(deviation, MOST_DEVIATION))

    def after(self, results: Sequence[RatedResult]) -> "PuzzleRating":
        """Return the rating after one period with these results, whose order does not count."""
        if not results:
            return self.rested(1)
        mu, phi = (self.rating - CENTRE) / SCALE, self.deviation / SCALE
        information = surprise = 0.0
        for result in results:
            weight = _weight(result.deviation / SCALE)
            chance = 1 / (1 + math.exp(-weight * (mu - (result.rating - CENTRE) / SCALE)))
            expected = min(max(chance, HOPELESS), 1 - HOPELESS)
            information += weight**2 * expected * (1 - expected)
            surprise += weight * (result.score - expected)
        volatility = _volatility(self.volatility, phi, 1 / information, surprise / information)
        before = math.hypot(phi, volatility)
        phi = 1 / math.sqrt(1 / before**2 + information)
        return PuzzleRating(
            CENTRE + SCALE * (mu + phi**2 * surprise), min(SCALE * phi, MOST_DEVIATION), volatility
        )


def _weight(phi: float) -> float:
    """Return how much a result counts against an opponent with this deviation: the paper's g."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility: the paper's step 5, by the Illinois variant of the regula falsi.

    `variance` is that of the rating as the results alone tell it, `delta` the change that they ask for.
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
    """Return where to look up to: the function is not negative on one side of the root."""
    if delta**2 > known:
        return math.log(delta**2 - known)
    steps = 1
    while f(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU
