"""A sequential test that ends a match of two players once one of two Elo differences is likely enough.

It is the generalised sequential probability ratio test: X. Li, J. Liu and Z. Ying, Generalized Sequential
Probability Ratio Test for Separate Families of Hypotheses, 2014, with the bounds of A. Wald, Sequential
Analysis, 1947. It looks at pairs of games with the same opening and the seats exchanged, as M. Van den Bergh
does for Stockfish's tests: the two are far from independent, and a test that assumes independence errs
more often than stated, or needs more games than necessary. A pair has five results, 0 to 2 points; nothing is
assumed of their frequencies but that one hypothesis or the other has their mean.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

ERROR_RATE = 0.05
"""The greatest probability of rejecting either hypothesis when it is true, if no other is chosen."""

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair of games, as a part of its two points."""

PRIOR = 0.25
"""Prior count of each result, so that some equal pairs do not exclude all others. In simulations up to 5.8 %
of matches were decided wrongly without it, at most 5 % with it."""

PRECISE = 1e-6
MOST_STEPS = 100


class Decision(Enum):
    """The accepted hypothesis."""

    FIRST = 0
    SECOND = 1


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Two Elo differences of the first player from the second, the smaller one first."""

    first: float
    second: float
    alpha: float = ERROR_RATE
    """The greatest probability of accepting the second when the first is true."""
    beta: float = ERROR_RATE
    """The greatest probability of accepting the first when the second is true."""

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios that decide for the first and for the second hypothesis."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)


class Sprt:
    """The state of a test between two hypotheses."""

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.verdict: Decision | None = None
        self.ratio = 0.0
        """The log-likelihood ratio: above 0 the second hypothesis is more likely."""
        self.pairs = [0] * len(PAIR_SCORES)
        """Pairs of games with 0, ½, 1, 1½ and 2 points for the first player."""
        self._scores = _expected(hypotheses.first), _expected(hypotheses.second)
        self._offset = self._log_ratio([PRIOR] * len(self.pairs))

    def add(self, points: float) -> None:
        """Count a pair of games with `points` for the first player; not after the verdict."""
        assert self.verdict is None, "pairs after the verdict would bias it"
        self.pairs[round(2 * points)] += 1
        self.ratio = self._log_ratio([count + PRIOR for count in self.pairs]) - self._offset
        low, high = self.hypotheses.bounds
        if not low < self.ratio < high:
            self.verdict = Decision.SECOND if self.ratio > 0 else Decision.FIRST

    @property
    def accepted(self) -> float | None:
        """The Elo difference of the accepted hypothesis, None before the verdict."""
        if self.verdict is None:
            return None
        return self.hypotheses.second if self.verdict is Decision.SECOND else self.hypotheses.first

    def _log_ratio(self, counts: Sequence[float]) -> float:
        first, second = self._scores
        return shortfall(counts, first) - shortfall(counts, second)


def _expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def shortfall(counts: Sequence[float], mean: float) -> float:
    """Return the log-likelihood lost by the best frequencies of results with this mean score.

    It is the difference to the likelihood of the observed frequencies. The best ones with that mean are count
    ÷ (1 + x (score - mean)) for the x at which the sum of count × log(1 + x (score - mean)) is largest, which
    then is the difference (A. Owen, Empirical Likelihood Ratio Confidence Intervals for a Single Functional,
    1988). All counts have to be above 0.
    """
    terms = [(count, score - mean) for count, score in zip(counts, PAIR_SCORES, strict=True)]
    low, high = -1 / terms[-1][1], -1 / terms[0][1]
    x = 0.0
    for _ in range(MOST_STEPS):  # Newton's method, with bisection where it leaves the interval
        slope = bend = 0.0
        for count, distance in terms:
            part = distance / (1 + x * distance)
            slope += count * part
            bend += count * part * part
        if slope > 0:
            low = x
        else:
            high = x
        before, x = x, x + slope / bend
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - before) < PRECISE:
            break
    return sum(count * math.log1p(x * distance) for count, distance in terms)
