"""What pairs of games tell of two players: the likelihood of superiority, and normalised Elo.

The two games of a pair have the same opening with the seats exchanged, and a pair has one of five results, 0,
½, 1, 1½ or 2 points for the first player. The likelihood of superiority (LOS) is the probability that the
first player is the stronger one, by the normal distribution of the mean score of pairs.

Normalised Elo measures how many games it takes to tell two players apart: the mean score less a half, in
standard deviations of a game, times 800 ÷ ln 10, so that it is close to Elo between players who never draw
(M. Van den Bergh, Normalized Elo, 2020). A game's variance is taken to be twice that of a pair's score.

>>> pairs = PairStatistics((1, 4, 10, 12, 3))
>>> round(pairs.score, 3), round(pairs.superiority, 3)
(0.6, 0.989)
>>> pairs.normalised_elo
NormalisedElo(difference=103, low=15, high=191)
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from ttt_tui.tournament.ratings import CONFIDENCE
from ttt_tui.tournament.sprt import PAIR_SCORES

SCALE = 800 / math.log(10)
"""Points of normalised Elo for a standard deviation."""


class NormalisedElo(NamedTuple):
    """A difference in points, rounded, with its 95 % interval."""

    difference: int
    low: int
    high: int


class PairStatistics:
    """Statistics of pairs that were counted by their results, from 0 to 2 points for the first player."""

    def __init__(self, counts: Sequence[int]) -> None:
        """Raise `ValueError` without a pair."""
        self.counts = tuple(counts)
        if not (total := sum(counts)):
            raise ValueError("no pair of games")
        scored = [*zip(PAIR_SCORES, counts, strict=True)]
        self.score: float = sum(score * count for score, count in scored) / total
        """The mean share of the points."""
        self.variance: float = sum(count * (score - self.score) ** 2 for score, count in scored) / total
        """Of a pair's share of its points."""
        self._error = math.sqrt(self.variance / total)

    @property
    def superiority(self) -> float | None:
        """The probability that the first player is stronger, None if all pairs ended alike."""
        if not self._error:
            return None
        return (1 + math.erf((self.score - 0.5) / self._error / math.sqrt(2))) / 2

    @property
    def normalised_elo(self) -> NormalisedElo | None:
        """The first player's normalised Elo, None if all pairs ended alike."""
        if not self.variance:
            return None
        reach, game = CONFIDENCE * self._error, math.sqrt(2 * self.variance)
        parts = (self.score - 0.5 + off for off in (0.0, -reach, reach))
        return NormalisedElo(*(round(SCALE * part / game) for part in parts))
