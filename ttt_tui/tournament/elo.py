"""Strength from results: the Elo difference of two players, and how sure it is."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

CONFIDENCE = 1.959963984540054
"""Standard deviations to either side that hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Elo:
    """How many Elo points the first player is stronger, and the 95 % interval; infinities are possible."""

    difference: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Encounter:
    """What two players made of one opening: usually two games, with the seats exchanged."""

    first: int
    second: int
    """The players, by number."""
    scores: tuple[float, ...]
    """What the first of them got of each game: 1, 0, or a half for a draw."""


def elo(wins: int, draws: int, losses: int, dispersion: float = 1.0) -> Elo:
    """Return the first player's Elo difference from its results; there has to be at least one game.

    A player who is d points stronger is expected to score 1 ÷ (1 + 10^(-d/400)) of a point a game (Arpad Elo,
    The Rating of Chessplayers, Past and Present, 1978, in the logistic form that chess federations use); the
    difference is that formula turned round for the score that was reached, a draw being half a point.

    The interval is that of the score, by E. B. Wilson, Probable Inference, the Law of Succession, and
    Statistical Inference, 1927, turned round likewise. Unlike the usual ± 2 standard errors it stays inside 0
    to 1 and is of use when all games were won or lost: the difference is then infinite, and one end of the
    interval is not. It takes games for won or lost and independent; where they are not, `dispersion` says
    how many of them are worth one that is.
    """
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    worth = games / dispersion
    z = CONFIDENCE
    middle = (score + z * z / (2 * worth)) / (1 + z * z / worth)
    reach = z / (1 + z * z / worth) * math.sqrt(score * (1 - score) / worth + z * z / (4 * worth * worth))
    low = 0.0 if score == 0 else middle - reach
    high = 1.0 if score == 1 else middle + reach
    return Elo(_points(score), _points(low), _points(high))


def dispersion(encounters: Iterable[Encounter], expected: Callable[[int, int], float]) -> float:
    """Return how much more scores differ than those of games that are won or lost, each for itself.

    It is below 1 with draws, and where an opening is won by whoever moves first; above 1 where one player is
    good at an opening from both seats. `expected` is the score a game of one player against another.

    That is the variance of whole encounters, since only these are independent, over that of coins: the
    dispersion of R. W. M. Wedderburn, Quasi-likelihood Functions, Generalized Linear Models, and the
    Gauss-Newton Method, 1974, over clusters as in K.-Y. Liang and S. L. Zeger, Longitudinal Data Analysis
    Using Generalized Linear Models, 1986. It begins with the variance of four coins, so that a few games
    which happen to be equal do not look like certainty.
    """
    found = of_coins = 1.0
    for met in encounters:
        score = expected(met.first, met.second)
        found += sum(each - score for each in met.scores) ** 2
        of_coins += len(met.scores) * score * (1 - score)
    return found / of_coins


def _points(score: float) -> float:
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))
