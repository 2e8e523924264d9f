"""Strength from results: the Elo difference of two players, and how sure it is."""

import math
from dataclasses import dataclass

CONFIDENCE = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Elo:
    """How many Elo points the first player is stronger, and the 95 % interval; infinities are possible."""

    difference: float
    low: float
    high: float


def elo(wins: int, draws: int, losses: int) -> Elo:
    """Return the first player's Elo difference from its results; there has to be at least one game.

    A player who is d points stronger is expected to score 1 ÷ (1 + 10^(-d/400)) of a point a game (Arpad Elo,
    The Rating of Chessplayers, Past and Present, 1978, in the logistic form that chess federations use); the
    difference is that formula turned round for the score that was reached, a draw being half a point.

    The interval is that of the score, by E. B. Wilson, Probable Inference, the Law of Succession, and
    Statistical Inference, 1927, turned round likewise. Unlike the usual ± 2 standard errors it stays inside 0
    to 1 and is of use when all games were won or lost: the difference is then infinite, and one end of the
    interval is not. It takes games for won or lost, so with draws it is wider than it need be.
    """
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    z = CONFIDENCE
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    reach = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    low = 0.0 if score == 0 else middle - reach
    high = 1.0 if score == 1 else middle + reach
    return Elo(_points(score), _points(low), _points(high))


def _points(score: float) -> float:
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))
