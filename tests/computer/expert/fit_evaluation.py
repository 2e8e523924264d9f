"""Fits the expert's evaluation and order of moves to what a strong engine thought of positions.

    python -m tests.computer.expert.fit_evaluation LABELS.jsonl           prints how well they fit
    python -m tests.computer.expert.fit_evaluation LABELS.jsonl --write   and writes `two_player/weights.py`

Each line of LABELS is a position of 15×15 with five in a row and what a strong engine thinks of it:

    {"position": "h8h9g7", "score": -158, "move": "i7"}

The position is its moves in their order. `score` is the engine's for the side to move, of which SCALE is one
natural unit of log-odds; a forced win is a great one. `move` is the engine's. Positions should be such as
the search evaluates: nobody wins at once by fours, nobody has to complete a line or to stop one.

Both fits are logistic regressions by stochastic gradients with steps as of J. Duchi, E. Hazan and Y. Singer,
"Adaptive subgradient methods", 2011: of the chance that the score stands for, and of which of the empty
squares is the engine's move. A weight of a strength is the sum of what its four lines say one by one, which
is fitted to all, and of what this strength says besides, which is fitted too, and is 0 where it was hardly
ever seen.

One of HELD_OUT groups is not fitted to. A group is of the positions that begin alike, so that no game is
in two.
"""

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean
from textwrap import fill
from zlib import crc32

from ttt_tui.computer.expert.two_player import weights
from ttt_tui.computer.expert.two_player.evaluation import INITIATIVES, evaluate, initiatives
from ttt_tui.computer.expert.two_player.line_states import LineStates
from ttt_tui.computer.expert.two_player.patterns import LINE_STRENGTHS, STRENGTHS
from ttt_tui.computer.expert.two_player.threat_board import ThreatBoard
from ttt_tui.engine import Geometry

SCALE = 200
"""Points of the engine's score that are one natural unit of log-odds."""

HELD_OUT = 5
BEGINNING = 4  # the moves that two positions of a group have in common
LOST = -20_000  # forced losses have less: then the engine's move tells nothing
PHASES = (0, 10, 16, 24, 226)  # the numbers of stones where phases begin and end

EPOCHS = 20
STEP, STEADY = 0.25, 5  # the first steps' size; from this epoch on they are smaller and smaller
PRIOR = 10  # how many samples it takes to say something besides what lines say

MOST_WEIGHT, MOST_PROMISE = 127, 127  # what fits a byte, with a sign and for two together without
PROMISE_UNIT = 10  # points of promise for each natural unit of log-odds

LINES = 0
BESIDES = len(LINE_STRENGTHS)
TABLE = BESIDES + STRENGTHS
"""Where parameters are: what lines say, what strengths say besides; so many for each of the two players."""


@dataclass(frozen=True, slots=True)
class Sample:
    stones: int
    held_out: bool
    chance: float
    """Of the side to move, by the engine's score."""
    before: float
    """The same by today's weights, as log-odds."""
    strengths: tuple[Counter[int], Counter[int]]
    """How many squares have which strength for the player to move and for the other."""
    initiatives: tuple[int, int]
    choices: Counter[tuple[int, int]]
    """How many empty squares have which strengths for the two."""
    chosen: tuple[int, int] | None
    """Those of the engine's move, None if any move loses."""


def read(paths: Iterable[Path]) -> list[Sample]:
    """Return what can be learned from; positions without a score are left out."""
    geometry = Geometry(15, 15, 5)
    lines = LineStates(geometry)
    samples = []
    for path in paths:
        for text in path.read_text().splitlines():
            row = json.loads(text)
            if row.get("score") is None or row.get("error"):
                continue
            names = re.findall(r"[a-z]\d+", row["position"])
            board = ThreatBoard(lines)
            for ply, name in enumerate(names):
                board.play(geometry.parse(name), ply % 2)
            player = len(names) % 2
            anywhere, _ = board.threats()
            mine, yours = board.strengths_of(player)
            empty = [s for s in geometry.squares if not (board.stones[0] | board.stones[1]) >> s & 1]
            move = geometry.parse(row["move"])
            samples.append(
                Sample(
                    len(names),
                    crc32("".join(names[:BEGINNING]).encode()) % HELD_OUT == 0,
                    logistic(row["score"] / SCALE),
                    evaluate(board, player, anywhere) / 100,
                    (Counter(filter(None, mine)), Counter(filter(None, yours))),
                    initiatives(board, player, anywhere),
                    Counter((mine[square], yours[square]) for square in empty),
                    (mine[move], yours[move]) if row["score"] > LOST else None,
                )
            )
    return samples


def logistic(x: float) -> float:
    return 1 / (1 + exp(-max(-40.0, min(40.0, x))))


def by_lines(strength: int) -> list[int]:
    """Return the places in LINE_STRENGTHS of those that add up to a strength, the greatest first."""
    places = []
    for place, part in enumerate(LINE_STRENGTHS):
        while strength >= part:
            places.append(place)
            strength -= part
    return places


PARTS = [[*by_lines(strength), BESIDES + strength] for strength in range(STRENGTHS)]


def descend(
    count: int,
    samples: Sequence[Sample],
    gradient: Callable[[Sample, list[float]], dict[int, float]],
) -> list[float]:
    """Return parameters after EPOCHS of steps, averaged over the later ones.

    Steps become smaller the more each parameter was moved; what is said besides is pulled towards 0.
    """
    random, order = Random(1), list(samples)
    parameters, squares, total = [0.0] * count, [1e-8] * count, [0.0] * count
    met = [0] * count  # in how many samples each is
    for epoch in range(EPOCHS):
        step = STEP * min(1, (EPOCHS - epoch) / (EPOCHS - STEADY))
        random.shuffle(order)
        for sample in order:
            for place, slope in gradient(sample, parameters).items():
                if is_besides(place):
                    met[place] += not epoch
                    slope += PRIOR / met[place] * parameters[place]
                squares[place] += slope * slope
                parameters[place] -= step * slope / squares[place] ** 0.5
        if epoch >= EPOCHS // 2:
            total = [a + b for a, b in zip(total, parameters, strict=True)]
    return [each / (EPOCHS - EPOCHS // 2) for each in total]


def tables_of(parameters: list[float]) -> list[list[float]]:
    """Return for each of the two players what each strength adds up to."""
    return [[sum(parameters[start + part] for part in parts) for parts in PARTS] for start in (0, TABLE)]


def is_besides(place: int) -> bool:
    """Whether a parameter is what a strength, or a state of the initiative, says besides all others."""
    return place >= 2 * TABLE or place % TABLE >= BESIDES


# --- what positions are worth


def parts_of(sample: Sample) -> dict[int, float]:
    """Return the parameters that a position's worth is the sum of, and how often each is in it."""
    found: dict[int, float] = {2 * TABLE + 2 * INITIATIVES: 1.0}
    for player in (0, 1):
        for strength, count in sample.strengths[player].items():
            for part in PARTS[strength]:
                place = player * TABLE + part
                found[place] = found.get(place, 0) + count
        found[2 * TABLE + player * INITIATIVES + sample.initiatives[player]] = 1
    return found


def fit_worth(samples: Sequence[Sample]) -> tuple[list[list[float]], list[list[float]], float]:
    """Return tables of strengths and of initiatives for both players, and the worth of the turn."""
    known = {id(sample): parts_of(sample) for sample in samples}

    def gradient(sample: Sample, parameters: list[float]) -> dict[int, float]:
        parts = known[id(sample)]
        error = logistic(sum(parameters[place] * count for place, count in parts.items())) - sample.chance
        return {place: error * count for place, count in parts.items()}

    parameters = descend(2 * TABLE + 2 * INITIATIVES + 1, samples, gradient)
    rest = parameters[2 * TABLE :]
    return tables_of(parameters), [rest[:INITIATIVES], rest[INITIATIVES:-1]], rest[-1]


def worth(
    sample: Sample, tables: Sequence[Sequence[float]], more: Sequence[Sequence[float]], turn: float
) -> float:
    return turn + sum(
        more[player][sample.initiatives[player]]
        + sum(tables[player][strength] * count for strength, count in sample.strengths[player].items())
        for player in (0, 1)
    )


def losses(samples: Sequence[Sample], values: Sequence[float]) -> str:
    """Return how far these log-odds are from the engine's chances, in all and by the number of stones.

    It is the cross-entropy less what it would be of the engine's own chances.
    """
    found = []
    for sample, value in zip(samples, values, strict=True):
        mine = logistic(value)
        pairs = ((sample.chance, mine), (1 - sample.chance, 1 - mine))
        loss = sum(p * log(p / max(q, 1e-12)) for p, q in pairs if p > 0)
        found.append((sample.stones, loss, (sample.chance - mine) ** 2))
    text = f"{fmean(loss for _, loss, _ in found):.4f} (mean square {fmean(s for *_, s in found):.4f})"
    for least, most in pairwise(PHASES):
        some = [loss for stones, loss, _ in found if least <= stones < most]
        text += f"  {least}–{most - 1}: {fmean(some or [0.0]):.3f}"
    return text


# --- the order of moves


def fit_promise(samples: Sequence[Sample]) -> list[list[float]]:
    """Return tables of strengths for both players whose sums order squares as the engine's moves do."""

    def gradient(sample: Sample, parameters: list[float]) -> dict[int, float]:
        assert sample.chosen is not None
        found: dict[int, float] = {}
        tables = [
            {s: sum(parameters[player * TABLE + part] for part in PARTS[s]) for s in {*strengths}}
            for player, strengths in enumerate(zip(*sample.choices, strict=True))
        ]
        sums = {pair: tables[0][pair[0]] + tables[1][pair[1]] for pair in sample.choices}
        most = max(sums.values())
        odds = {pair: sample.choices[pair] * exp(value - most) for pair, value in sums.items()}
        total = sum(odds.values())
        for pair, each in odds.items():
            error = each / total - (pair == sample.chosen)
            for player in (0, 1):
                for part in PARTS[pair[player]]:
                    place = player * TABLE + part
                    found[place] = found.get(place, 0) + error
        return found

    return tables_of(descend(2 * TABLE, [sample for sample in samples if sample.chosen], gradient))


def found_among(samples: Iterable[Sample], tables: Sequence[Sequence[float]]) -> str:
    """Return how often the engine's move is among the first so many squares; of equals half are before."""
    places = []
    for sample in samples:
        if sample.chosen is None:
            continue
        own = tables[0][sample.chosen[0]] + tables[1][sample.chosen[1]]
        place = -0.5
        for (mine, yours), count in sample.choices.items():
            value = tables[0][mine] + tables[1][yours]
            place += count if value > own else count / 2 if value == own else 0
        places.append(place)
    return f"{len(places)} positions  " + "  ".join(
        f"{most}: {sum(place < most for place in places) / len(places):.3f}"
        for most in (1, 3, 5, 8, 10, 12, 14, 16, 20, 30)
    )


# --- the result


def whole(values: Iterable[float], unit: float, least: int, most: int) -> tuple[int, ...]:
    return tuple(max(least, min(most, round(value * unit))) for value in values)


def promises(tables: Sequence[Sequence[float]]) -> list[tuple[int, ...]]:
    """Return tables that count from an empty square, 1 at least for every strength but 0."""
    return [
        (0, *whole((value - table[0] for value in table[1:]), PROMISE_UNIT, 1, MOST_PROMISE))
        for table in tables
    ]


def module_text(tables: dict[str, tuple[tuple[int, ...], str]], turn: int, count: int) -> str:
    text = f'''"""The figures of the evaluation and of the order of moves, by strengths and by the initiative.

Written by `python -m tests.computer.expert.fit_evaluation --write`, which says how they are fitted, from
{count:,} positions on 15×15 with five in a row that a strong engine had judged. Not to be edited by hand.
"""

# Else each figure has a line of its own:
# fmt: off

TURN = {turn}
"""What it is worth to be the one to move, in hundredths of log-odds as all worth."""
'''
    for name, (values, doc) in tables.items():
        text += f"\n{name} = (\n"
        words = " ".join(f"{value}," for value in values)
        text += fill(words, 105, initial_indent="    ", subsequent_indent="    ") + f'\n)\n"""{doc}"""\n'
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="write the module of the package")
    arguments = parser.parse_args()
    began = time.monotonic()
    samples = read(arguments.labels)
    fitted = [sample for sample in samples if not sample.held_out]
    held_out = [sample for sample in samples if sample.held_out]
    print(f"{len(fitted)} positions to fit, {len(held_out)} held out, {time.monotonic() - began:.0f} s")
    print("worth, today's:", losses(held_out, [sample.before for sample in held_out]), flush=True)
    squares, initiative, turn = fit_worth(fitted)
    print("worth, fitted: ", losses(held_out, [worth(each, squares, initiative, turn) for each in held_out]))
    mine, yours = (whole([0.0, *table[1:]], 100, -MOST_WEIGHT, MOST_WEIGHT) for table in squares)
    tables = [whole(table, 100, -9999, 9999) for table in initiative]
    # Many squares are worth little: what rounding does to them all is made good on average.
    lost = sum(
        100 * worth(each, squares, initiative, turn) - worth(each, (mine, yours), tables, 100 * turn)
        for each in fitted
    )
    whole_turn = round(100 * turn + lost / len(fitted))
    for name, some in (("held out", held_out), ("fitted to", fitted)):
        values = [worth(each, (mine, yours), tables, whole_turn) / 100 for each in some]
        print(f"worth, whole numbers, of those {name}:", losses(some, values), flush=True)
    before = found_among(held_out, (weights.PROMISE_MINE, weights.PROMISE_YOURS))
    print("among the first, today's:", before, flush=True)
    promise = promises(fit_promise(fitted))
    print("among the first, fitted: ", found_among(held_out, promise), f"{time.monotonic() - began:.0f} s")
    if arguments.write:
        documented = {
            "MINE": (mine, "What a square is worth by its strength for the player to move."),
            "YOURS": (yours, "The same by its strength for the other side."),
            "INITIATIVE_MINE": (tables[0], "What the threats that the player to move can make are worth."),
            "INITIATIVE_YOURS": (tables[1], "The same of those that the other side could make."),
            "PROMISE_MINE": (promise[0], "How promising a square is by its strength for the player to move."),
            "PROMISE_YOURS": (promise[1], "The same by its strength for the other side, to be added."),
        }
        Path(weights.__file__).write_text(module_text(documented, whole_turn, len(fitted)))


if __name__ == "__main__":
    main()
