"""Fits the winning chance to the expert's own games: python -m tests.analysis.fit_chances.

    python -m tests.analysis.fit_chances              all constants of `analysis/chances.py`
    python -m tests.analysis.fit_chances --games 0.1  a tenth of the games: a look whether it works
    python -m tests.analysis.fit_chances --rules drop

The expert plays itself from random stones, in k in a row near the middle, so that results vary, with so many
nodes a move that every machine plays the same games. The score of each search that proves nothing is kept
with what came of the game for the side to move: 1 for a win, ½ for a draw, 0. A game ends where its result is
proved.

For each line length the logistic function is fitted by maximum likelihood (Newton's method, two constants)
to all games. Positions of one game share its result, so how sure the slope is, is told by drawing the games
anew (the bootstrap). For the calibration every fourth game is predicted by what the other three of four say,
four times: what was predicted and what was observed in ten bins. Scores that stand for a likely win say
nothing by their size: one chance holds for all of them.
"""

import argparse
import time
from collections.abc import Iterable, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from ttt_tui.analysis.chances import scale_of
from ttt_tui.computer import LEVELS, Value
from ttt_tui.engine import Game, GameName, Geometry, Limit, Rules, Setup


class Series(NamedTuple):
    """Games on one board."""

    board: tuple[int, int, int]
    games: int
    nodes: int
    """Each search's limit. With lines of four, few searches end without a proof that have many."""
    rules: str = "usual"

    @property
    def geometry(self) -> Geometry:
        """The board with its rules."""
        return Geometry(*self.board, Rules.parse(self.rules))

    @property
    def scores(self) -> str:
        """What scores that share their constants are of."""
        in_a_row = f"{self.board[2]} in a row"
        if self.geometry.rules.game is GameName.ULTIMATE:
            return self.rules
        return in_a_row if self.rules == "usual" else f"{in_a_row}, {self.rules}"


SERIES = (
    Series((5, 5, 4), 600, 100),
    Series((7, 6, 4), 600, 100),
    Series((9, 9, 4), 600, 100),
    Series((9, 9, 5), 80, 4000),
    Series((13, 13, 5), 100, 4000),
    Series((15, 15, 5), 360, 4000),
    Series((11, 11, 6), 60, 1000),
    Series((15, 15, 6), 50, 1000),
    Series((7, 6, 4), 300, 10_000, "drop"),
    Series((9, 7, 5), 50, 10_000, "drop"),
    Series((19, 19, 6), 50, 2000, "double"),
    Series((9, 9, 3), 160, 3000, "ultimate"),
    Series((9, 9, 3), 100, 3000, "most-boards"),
    Series((9, 9, 3), 100, 3000, "open-until-full"),
)

FOLDS = 4
"""Into so many parts the games are dealt, each of which is predicted by the others."""

DRAWN_ANEW = 200
"""How often the games are drawn anew to see how much the slope depends on them."""

BINS = 10


class Sample(NamedTuple):
    """A search that proved nothing, and what came of the game for the side that was to move."""

    score: float
    result: float


def play(series: Series, number: int) -> list[Sample]:
    geometry = series.geometry
    rng = Random(f"chances {series.rules if series.rules != 'usual' else series.board} {number}")
    expert = LEVELS["expert"].make(rng.getrandbits(32))
    game = opening(geometry, rng)
    seen: list[tuple[int, float]] = []
    while game.outcome is None:
        mover = game.position.to_move
        thought = expert.think(game.position.copy(), Limit(nodes=series.nodes))
        if thought.proof:
            won = {Value.WIN: mover, Value.LOSS: 1 - mover, Value.DRAW: None}[thought.proof.value]
            break
        if thought.score is not None:
            seen.append((mover, thought.score))
        game.place(thought.move)
    else:
        won = game.outcome.winner
    expert.close()
    return [Sample(score, 0.5 if won is None else float(won == player)) for player, score in seen]


def opening(geometry: Geometry, rng: Random) -> Game:
    """Return a game after some random stones in which nobody can win at once."""
    if geometry.rules.game is GameName.ULTIMATE or geometry.rules.drop:
        return at_random(geometry, rng)
    return near_the_middle(geometry, rng)


def at_random(geometry: Geometry, rng: Random) -> Game:
    """Return a game after a few random moves in which nobody can complete a line."""
    while True:
        game = Game(Setup(geometry))
        for _ in range(rng.randint(2, 12)):
            if game.outcome is None:
                game.place(rng.choice(game.position.moves))
        if game.outcome is None and not any(map(game.position.completing, (0, 1))):
            return game


def near_the_middle(geometry: Geometry, rng: Random) -> Game:
    """Return a game after random stones near the middle in which nobody can complete a line."""
    middle = (geometry.columns - 1) / 2, (geometry.rows - 1) / 2

    def distance(square: int) -> float:
        return max(abs(geometry.column(square) - middle[0]), abs(geometry.row(square) - middle[1]))

    near = sorted(geometry.squares, key=distance)
    while True:
        game = Game(Setup(geometry))
        stones = rng.randint(2, 3 * geometry.line_length)
        for square in rng.sample(near[: 5 * geometry.line_length], stones):
            if game.outcome is None:
                game.place(square)
        if game.outcome is None and not any(map(game.position.completing, (0, 1))):
            return game


def fit(samples: Sequence[Sample]) -> tuple[float, float]:
    """Return offset and slope of the likeliest logistic function of score / 100."""
    offset = slope = 0.0
    for _ in range(50):
        by_offset = by_slope = square = mixed = slopes = 0.0
        for score, result in samples:
            x = score / 100
            chance = logistic(offset + slope * x)
            error, weight = result - chance, chance * (1 - chance)
            by_offset += error
            by_slope += error * x
            square += weight
            mixed += weight * x
            slopes += weight * x * x
        determinant = square * slopes - mixed * mixed
        steps = (
            (slopes * by_offset - mixed * by_slope) / determinant,
            (square * by_slope - mixed * by_offset) / determinant,
        )
        offset, slope = offset + steps[0], slope + steps[1]
        if max(map(abs, steps)) < 1e-9:
            return offset, slope
    raise ArithmeticError("Newton's method did not settle")


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def likelihood(samples: Iterable[Sample], offset: float, slope: float) -> float:
    """Return the mean log-likelihood of a sample; -0.693 is that of knowing nothing."""
    total = count = 0.0
    for score, result in samples:
        chance = logistic(offset + slope * score / 100)
        total += result * log(chance) + (1 - result) * log(1 - chance)
        count += 1
    return total / count


def calibration(predicted: Iterable[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """Return for each bin that is not empty what was predicted and observed on average, and how often."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for chance, result in predicted:
        bins[min(BINS - 1, int(BINS * chance))].append((chance, result))
    return [
        (
            sum(chance for chance, _ in each) / len(each),
            sum(result for _, result in each) / len(each),
            len(each),
        )
        for each in bins
        if each
    ]


def interval(games: Sequence[Sequence[Sample]], rng: Random) -> tuple[float, float]:
    """Return between which slopes 95 of 100 lie that other games of this kind would have given."""
    slopes = sorted(
        fit([sample for game in rng.choices(games, k=len(games)) for sample in game])[1]
        for _ in range(DRAWN_ANEW)
    )
    return slopes[DRAWN_ANEW // 40], slopes[-1 - DRAWN_ANEW // 40]


def cross_validated(games: Sequence[Sequence[Sample]]) -> tuple[float, list[tuple[float, float, int]]]:
    """Return the mean log-likelihood and the calibration of games predicted by the others."""
    total, predicted = 0.0, []
    for fold in range(FOLDS):
        others = [s for number, game in enumerate(games) if number % FOLDS != fold for s in game]
        offset, slope = fit(others)
        held_out = [sample for game in games[fold::FOLDS] for sample in game]
        total += likelihood(held_out, offset, slope) * len(held_out)
        predicted += [(logistic(offset + slope * s.score / 100), s.result) for s in held_out]
    return total / len(predicted), calibration(predicted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=float, default=1.0, help="how many times the games of SERIES")
    parser.add_argument("--rules", help="only series with these rules")
    arguments = parser.parse_args()
    played: dict[str, list[list[Sample]]] = {}
    likely: list[float] = []
    for series in SERIES:
        if arguments.rules not in (None, series.rules):
            continue
        started = time.process_time()
        games = [play(series, number) for number in range(max(FOLDS, round(series.games * arguments.games)))]
        for samples in games:
            scale = scale_of(series.geometry)
            assert scale is not None
            likely += [
                result if score > 0 else 1 - result for score, result in samples if abs(score) > scale.highest
            ]
            judged = [sample for sample in samples if abs(sample.score) <= scale.highest]
            played.setdefault(series.scores, []).append(judged)
        seconds = time.process_time() - started
        board = "x".join(map(str, series.board))
        print(f"{board} {series.rules}: {sum(map(len, games))} positions, {seconds:.0f} s", flush=True)
    for scores, games in played.items():
        games = [game for game in games if game]
        offset, slope = fit([sample for game in games for sample in game])
        least, most = interval(games, Random(scores))
        print(f"\n{scores}: offset {offset:.3f}, slope {slope:.3f} ({least:.3f} to {most:.3f}), ", end="")
        print(f"{sum(map(len, games))} positions of {len(games)} games")
        mean, bins = cross_validated(games)
        print(f"log-likelihood of what the others predict: {mean:.3f}")
        print("predicted  observed  count")
        for predicted, observed, count in bins:
            print(f"{predicted:9.3f} {observed:9.3f} {count:6}")
    if likely:
        print(f"\nlikely wins: {sum(likely) / len(likely):.3f} of {len(likely)} were won")


if __name__ == "__main__":
    main()
