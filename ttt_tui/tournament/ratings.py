"""Strength from results: Elo differences of two players, Elo ratings of several, with 95 % intervals.

Ratings follow the model of R. A. Bradley and M. E. Terry, Rank Analysis of Incomplete Block Designs, 1952, on
Elo's scale: a player who is d points stronger is expected to score 1 ÷ (1 + 10^(-d/400)) of a game. They are
the maximum-likelihood estimates, with a draw as half a game won and half a game lost; each player's expected
points then equal the points scored. The mean rating is 0.

An interval is ± 1.96 standard errors, from the inverse of the likelihood's Hessian matrix (for ratings with
mean 0), times the root of the `dispersion` of all encounters, which accounts for draws and for openings that
one seat wins.

Ratings exist for a group in which each player has scored against each other, directly or through others: L.
R. Ford, Solution of a Ranking Problem from Binary Comparisons, 1957. The largest such group is the field, and
its mean is 0. The rating of a player who has won every game against the field is infinite; the lower end of
its interval is the strength at which winning all these games has a probability of 2.5 %: the exact interval
of C. J. Clopper and E. S. Pearson, The Use of Confidence or Fiducial Limits Illustrated in the Case of the
Binomial, 1934. `elo_difference` does likewise for two players.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

CONFIDENCE = 1.959963984540054
"""Standard deviations to either side of the mean that contain 95 % of a normal distribution."""

POINTS = 400 / math.log(10)
"""Elo points for one unit of the natural logarithm of the odds."""

CHANCE = 0.025
"""Probability of a clean score at the finite end of its interval: one side of 95 %."""

FARTHEST = 10_000.0
"""Greatest distance from the field in Elo points; nothing is searched beyond."""

PRECISE = 1e-10
MOST_STEPS = 200

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Elo:
    """How many Elo points the first player is stronger, with the 95 % interval; may be infinite."""

    difference: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Encounter:
    """The games of two players with one opening: usually two, with the seats exchanged."""

    first: int
    second: int
    """The players, by number."""
    scores: tuple[float, ...]
    """The first player's score of each game: 1, 0, or a half for a draw."""


def elo_difference(wins: int, draws: int, losses: int, dispersion: float = 1.0) -> Elo:
    """Return the first player's Elo difference from the results of at least one game.

    A player who is d points stronger is expected to score 1 ÷ (1 + 10^(-d/400)) of a point a game (Arpad Elo,
    The Rating of Chessplayers, Past and Present, 1978, in the logistic form that chess federations use); the
    difference is the inverse of that formula at the score, a draw being half a point.

    The interval is the score interval of E. B. Wilson, Probable Inference, the Law of Succession, and
    Statistical Inference, 1927, converted likewise. Unlike the usual ± 2 standard errors it stays inside 0
    to 1. It assumes independent games without draws; `dispersion` says how many games are worth one of these.

    A clean score, all games won or all lost, makes the difference infinite. The finite end is then the exact
    one of C. J. Clopper and E. S. Pearson, The Use of Confidence or Fiducial Limits, 1934, as in
    `elo_ratings`; no other score of as many games has an interval that ends beyond it.
    """
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    clean = _end([(games, 0.0)], is_above=True)
    if score == 1:
        return Elo(math.inf, clean, math.inf)
    if score == 0:
        return Elo(-math.inf, -math.inf, -clean)
    worth = games / dispersion
    z = CONFIDENCE
    middle = (score + z * z / (2 * worth)) / (1 + z * z / worth)
    reach = z / (1 + z * z / worth) * math.sqrt(score * (1 - score) / worth + z * z / (4 * worth * worth))
    low, high = _points(middle - reach), _points(middle + reach)
    return Elo(_points(score), min(low, clean), max(high, -clean))


def dispersion(encounters: Iterable[Encounter], expected: Callable[[int, int], float]) -> float:
    """Return the ratio of the variance of scores to the variance of independent games without draws.

    It is below 1 with draws, and if the same seat wins both games of an opening; above 1 if one player wins
    both. `expected` returns the mean score per game of one player against another.

    It is the variance of encounters, the only independent units, divided by a coin's: the dispersion of
    R. W. M. Wedderburn, Quasi-likelihood Functions, Generalized Linear Models, and the Gauss-Newton Method,
    1974, over clusters as in K.-Y. Liang and S. L. Zeger, Longitudinal Data Analysis Using Generalized Linear
    Models, 1986. A prior of four coins keeps a few games that happen to be equal from looking like certainty.
    """
    found = coins = 1.0
    for met in encounters:
        score = expected(met.first, met.second)
        found += sum(each - score for each in met.scores) ** 2
        coins += len(met.scores) * score * (1 - score)
    return found / coins


def _points(score: float) -> float:
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class EloRating:
    """A player's strength in Elo points, with the 95 % interval; may be infinite.

    All are NaN for a player whom no chain of points connects with the field, in either direction.
    """

    elo: float
    low: float
    high: float


def elo_ratings(count: int, encounters: Sequence[Encounter]) -> list[EloRating]:
    """Return the ratings of `count` players, by number."""
    if not encounters:
        return [EloRating(math.nan, math.nan, math.nan)] * count
    points = [[0.0] * count for _ in range(count)]
    for met in encounters:
        points[met.first][met.second] += sum(met.scores)
        points[met.second][met.first] += len(met.scores) - sum(met.scores)
    reaches = _reaching(points)
    field = _field(points, reaches)
    strength = dict(zip(field, fit([[points[i][j] for j in field] for i in field]), strict=True))
    inside = [met for met in encounters if met.first in strength and met.second in strength]
    spread = dispersion(inside, lambda first, second: _chance(strength[first] - strength[second]))
    errors = dict(zip(field, _errors(points, strength, spread), strict=True))
    found = []
    for player in range(count):
        above, below = reaches[player][field[0]], reaches[field[0]][player]
        if player in strength:
            elo, reach = POINTS * strength[player], POINTS * CONFIDENCE * errors[player]
            found.append(EloRating(elo, elo - reach, elo + reach))
        elif above == below:
            found.append(EloRating(math.nan, math.nan, math.nan))
        else:
            games = [(points[player][j] + points[j][player], strength[j]) for j in field]
            end = _end(games, is_above=above)
            found.append(
                EloRating(math.inf, end, math.inf) if above else EloRating(-math.inf, -math.inf, end)
            )
    return found


def fit(points: Matrix) -> list[float]:
    """Return the most likely strengths with mean 0, in natural logarithms of the odds.

    `points[i][j]` is the score of player i against player j. Each has to have scored against each other,
    directly or through others.
    """
    count = len(points)
    strength = [0.0] * count
    likelihood = _likelihood(points, strength)
    for _ in range(MOST_STEPS):
        slope = [
            sum(
                points[i][j] - (points[i][j] + points[j][i]) * _chance(strength[i] - strength[j])
                for j in range(count)
                if j != i
            )
            for i in range(count)
        ]
        inverse = _inverse(_curvature(points, strength))
        step = [sum(row[j] * slope[j] for j in range(count)) for row in inverse]
        if max(map(abs, step)) < PRECISE:
            break
        part = 1.0
        while True:  # far from the maximum a full step of Newton may overshoot
            tried = [old + part * change for old, change in zip(strength, step, strict=True)]
            reached = _likelihood(points, tried)
            if reached >= likelihood or part < PRECISE:
                break
            part /= 2
        strength, likelihood = tried, reached
    return strength


def _chance(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _likelihood(points: Matrix, strength: Sequence[float]) -> float:
    players = range(len(strength))
    return -sum(
        points[i][j] * math.log1p(math.exp(strength[j] - strength[i]))
        for i in players
        for j in players
        if points[i][j]
    )


def _curvature(points: Matrix, strength: Sequence[float]) -> Matrix:
    """Return the negative Hessian matrix plus 1 everywhere, which fixes the mean and makes it invertible."""
    count = len(strength)
    matrix = [[1.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            chance = _chance(strength[i] - strength[j])
            weight = (points[i][j] + points[j][i]) * chance * (1 - chance)
            matrix[i][j] -= weight
            matrix[j][i] -= weight
            matrix[i][i] += weight
            matrix[j][j] += weight
    return matrix


def _errors(points: Matrix, strength: dict[int, float], spread: float) -> list[float]:
    """Return the standard errors of the field's strengths."""
    field = list(strength)
    inverse = _inverse(_curvature([[points[i][j] for j in field] for i in field], list(strength.values())))
    ones = 1 / len(field) ** 2  # the contribution of the added ones
    return [math.sqrt(max(0.0, spread * (inverse[i][i] - ones))) for i in range(len(field))]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric matrix without zero pivots, by Gauss and Jordan."""
    count = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(count))] for i, row in enumerate(matrix)]
    for i in range(count):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(count):
            if j != i and (factor := rows[j][i]):
                rows[j] = [value - factor * own for value, own in zip(rows[j], rows[i], strict=True)]
    return [row[count:] for row in rows]


def _reaching(points: Matrix) -> list[list[bool]]:
    """Return whether each player has scored against each other, directly or through others."""
    count = len(points)
    reaches = [[i == j or points[i][j] > 0 for j in range(count)] for i in range(count)]
    for over in range(count):
        for i in range(count):
            if reaches[i][over]:
                reaches[i] = [a or b for a, b in zip(reaches[i], reaches[over], strict=True)]
    return reaches


def _field(points: Matrix, reaches: Sequence[Sequence[bool]]) -> list[int]:
    """Return the largest group in which all have scored against each other, by number of games if equal."""
    players = range(len(points))
    groups = [[j for j in players if reaches[i][j] and reaches[j][i]] for i in players]

    def games(group: Sequence[int]) -> float:
        return sum(sum(points[i]) + sum(row[i] for row in points) for i in group)

    return max(groups, key=lambda group: (len(group), games(group)))


def _end(games: Sequence[tuple[float, float]], is_above: bool) -> float:
    """Return the rating at which a clean score against players of these strengths has the `CHANCE`."""
    sign = 1.0 if is_above else -1.0

    def likelihood(distance: float) -> float:
        return -sum(
            count * math.log1p(math.exp(sign * strength - distance)) for count, strength in games if count
        )

    return sign * POINTS * _where(likelihood, math.log(CHANCE), FARTHEST / POINTS)


def _where(rising: Callable[[float], float], value: float, farthest: float) -> float:
    """Return where a rising function takes a value, minus infinity if it is greater everywhere."""
    low, high = -farthest, farthest
    if rising(low) > value:
        return -math.inf
    while high - low > PRECISE * farthest:
        middle = (low + high) / 2
        if rising(middle) < value:
            low = middle
        else:
            high = middle
    return low
