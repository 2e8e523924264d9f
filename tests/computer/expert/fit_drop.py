"""Fits the evaluation of the expert where stones fall to positions whose values are known.

    python -m tests.computer.expert.fit_drop VALUES           prints how well it fits
    python -m tests.computer.expert.fit_drop VALUES --write   and writes `drop/weights.py`

Each line of VALUES is a position of Connect Four and its value, as in `solver/connect_four.txt`: the columns
of its moves, and the plies to the end, negative if the side to move loses, 0 for a draw. Positions should be
such as the search evaluates: nobody wins within a few plies.

The fit is a logistic regression of the chance that side 0 wins, by stochastic gradients with steps as of
J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods", 2011. A draw is a chance of one half. One
position in HELD_OUT is not fitted to.
"""

import argparse
from collections import defaultdict
from math import exp, sqrt
from pathlib import Path
from random import Random
from textwrap import fill

from ttt_tui.computer.expert.drop import weights
from ttt_tui.computer.expert.drop.line_tables import LineWorth
from ttt_tui.computer.expert.drop.player import LATE, PLIES, filling, threat_classes
from ttt_tui.engine import Geometry, Position, Rules

CONNECT_FOUR = Geometry(7, 6, 4, Rules(drop=True))
HELD_OUT = 5
EPOCHS, STEP = 20, 0.1
MOST_FILLED = 6
SCALE = 50
"""The points of a natural unit of log-odds."""

Feature = tuple[str, int]
"""What is counted, and the side that has it."""

Sample = tuple[dict[Feature, int], float]
"""What a position has, and how often side 0 wins it."""

HEAD = '''"""The figures of the evaluation where stones fall, in fiftieths of log-odds that side 0 wins.

Written by `python -m tests.computer.expert.fit_drop --write`, which says how they are fitted, from
{positions:,} positions of Connect Four whose values an exact solver had found. Not to be edited by hand.
"""

# Else each figure has a line of its own:
# fmt: off

TURN = {turn}
"""What it is worth to be the one to move."""

LINES = {{
{lines}
}}
"""What a line is worth to side 0 if it is that side's, and if it is side 1's.

By its direction (horizontal, diagonal, vertical) and the heights of the squares that it lacks.
"""

EARLY_THREATS = ({early})
"""What a threat is worth to side 0, if it is that side's and if it is side 1's: on an odd row, on an even
row, and both again above a threat that decides."""

LATE_THREATS = ({late})
"""The same when it is asked who wins if all is filled up."""

FILLED = ({filled})
"""What it is worth to win if both only fill up the columns, by the plies that it takes."""
'''


def features(position: Position, worth: LineWorth) -> dict[Feature, int]:
    """Return what the evaluation counts in a position."""
    geometry, found = position.geometry, defaultdict[Feature, int](int)
    found["turn", 0] = 1 if position.to_move == 0 else -1
    found["first", 0] = 1  # the same in all positions of a search, so it is left out of the evaluation
    one, two = position.stones
    for line in geometry.lines:
        for side, (mine, theirs) in enumerate(((one, two), (two, one))):
            if mine & line and not theirs & line:
                found[worth.name(line, line & ~mine), side] += 1
    threats = [geometry.completing(stones) & position.empty for stones in (one, two)]
    phase = "late" if position.empty.bit_count() <= LATE else "early"
    for number, squares in enumerate(threat_classes(geometry)(*threats)):
        if squares:
            found[f"{phase} {number // 2}", number % 2] = squares.bit_count()
    if any(threats) and phase == "late":
        mover, other = position.in_turn()
        winner, plies = filling(geometry)(position.empty, threats[mover], threats[other])
        found[f"filled {min(plies // PLIES, MOST_FILLED - 1)}", 0] = -winner if mover else winner
    return found


def read(path: Path) -> list[Sample]:
    """Return the samples of a file."""
    samples, worth = [], LineWorth(CONNECT_FOUR)
    for entry in path.read_text().splitlines():
        columns, value = entry.split()
        position = Position(CONNECT_FOUR, 2)
        for column in columns:
            position.play(position.landing(CONNECT_FOUR.parse(column)))
        sign = (int(value) > 0) - (int(value) < 0)
        samples.append((features(position, worth), (1 + (sign if position.to_move == 0 else -sign)) / 2))
    return samples


def chance(found: dict[Feature, int], weight: dict[Feature, float]) -> float:
    """Return how often side 0 wins."""
    return 1 / (1 + exp(-sum(weight[feature] * count for feature, count in found.items())))


def fit(samples: list[Sample]) -> dict[Feature, float]:
    """Return the weights that fit best, in log-odds."""
    weight, squares = defaultdict[Feature, float](float), defaultdict[Feature, float](lambda: 1e-6)
    samples, rng = samples[:], Random(1)
    for _ in range(EPOCHS):
        rng.shuffle(samples)
        for found, truth in samples:
            miss = truth - chance(found, weight)
            for feature, count in found.items():
                step = miss * count
                squares[feature] += step * step
                weight[feature] += STEP * step / sqrt(squares[feature])
    return weight


def write(weight: dict[Feature, float], positions: int) -> str:
    """Return the text of the module with the figures."""
    points = {feature: round(SCALE * value) for feature, value in weight.items()}
    names = sorted(
        {name for name, _ in points} - {"turn", "first"}, key=lambda name: (name[0], len(name), name)
    )
    lines = ", ".join(
        f'"{name}":~({points.get((name, 0), 0)},~{points.get((name, 1), 0)})'
        for name in names
        if name[0] in "hdv"
    )

    def threats(phase: str) -> str:
        return ", ".join(str(points.get((f"{phase} {number // 2}", number % 2), 0)) for number in range(8))

    return HEAD.format(
        positions=positions,
        turn=points["turn", 0],
        lines=fill(lines + ",", 100, initial_indent="    ", subsequent_indent="    ").replace("~", " "),
        early=threats("early"),
        late=threats("late"),
        filled=", ".join(str(points.get((f"filled {number}", 0), 0)) for number in range(MOST_FILLED)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("values", type=Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    samples = read(arguments.values)
    held_out = samples[::HELD_OUT]
    weight = fit([sample for number, sample in enumerate(samples) if number % HELD_OUT])
    guesses = [(chance(found, weight), truth) for found, truth in held_out]
    decided = [(guess > 0.5) == (truth > 0.5) for guess, truth in guesses if truth != 0.5]
    right = sum(decided) / len(decided)
    error = sum((guess - truth) ** 2 for guess, truth in guesses) / len(guesses)
    print(f"{len(samples)} positions; held out: square error {error:.4f}, who wins {right:.3f}")
    if arguments.write:
        Path(weights.__file__).write_text(write(fit(samples), len(samples)))


if __name__ == "__main__":
    main()
