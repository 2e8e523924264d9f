"""How well ratings predict which puzzles the computer levels solve: `python -m tests.puzzle_levels`.

Each of a ladder of computers tries each puzzle once; it has solved it if all its moves keep the goal. Those
that look ahead get so many positions for a move, so that the figures are the same on every machine. The fewer
of them solve a puzzle, the more difficult it is; the rating should put puzzles in the same order.

`--rerate FILE` writes the ratings in a file of puzzles anew and leaves everything else in it as it is. It is
needed when the facts or the constants of `ttt_tui.puzzles.making` have changed, or the provers.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import correlation

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ttt_tui.computer import LEVELS, Computer
from ttt_tui.engine import Limit
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.collection import Difficulty, shipped
from ttt_tui.puzzles.making import facts
from ttt_tui.puzzles.prover import prover_of
from ttt_tui.puzzles.puzzle import Goal, MoveEffect, Prover, Puzzle, Task
from ttt_tui.puzzles.text import HIGHEST_RATING, LOWEST_RATING, from_text, to_text

LADDER = (
    ("rules", 1), ("scorer", 1), ("negamax", 100), ("negamax", 1000), ("negamax", 5000),
    ("expert", 10), ("expert", 40), ("expert", 150), ("expert", 600), ("expert", 2400),
)  # fmt: skip
"""Levels, and positions that they may look at for a move."""


def main() -> None:
    parser = argparse.ArgumentParser(description="How well ratings predict which puzzles computers solve")
    parser.add_argument("file", nargs="?", type=Path, help="a file of puzzles instead of the shipped ones")
    parser.add_argument("--each", type=int, default=40, help="puzzles of each difficulty (40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (1)")
    parser.add_argument("--rerate", type=Path, metavar="FILE", help="rate the puzzles of a file anew instead")
    options = parser.parse_args()
    if options.rerate:
        rerate(options.rerate)
        return
    text = None if options.file is None else options.file.read_text(encoding="utf-8")
    puzzles = shipped().puzzles if text is None else from_text(text)
    chosen: list[Puzzle] = []
    for difficulty in Difficulty:
        alike = [puzzle for puzzle in puzzles if Difficulty.of(puzzle) is difficulty]
        chosen += Random(options.seed).sample(alike, min(options.each, len(alike)))
    errors = Console(stderr=True)
    solved = {puzzle: solvers(puzzle) for puzzle in track(chosen, "puzzles", console=errors)}
    report(solved, Console())


# --- what the levels solve -------------------------------------------------------------------------------


def solvers(puzzle: Puzzle) -> tuple[bool, ...]:
    """Return which of the ladder find all moves of a puzzle."""
    prover = Remembering(prover_of(puzzle.geometry))
    try:
        return tuple(is_solved_by(level, nodes, puzzle, prover) for level, nodes in LADDER)
    finally:
        prover.prover.close()


class Remembering:
    """Remembers what a prover says of moves: the ladder tries many of them again."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self._known: dict[tuple[object, ...], tuple[MoveEffect, tuple[int, ...]]] = {}

    def judge(self, task: Task, square: int) -> tuple[MoveEffect, tuple[int, ...]]:
        key = *task.stones, task.moves, square
        if key not in self._known:
            answer = self.prover.judge(task, square)
            self._known[key] = answer.effect, answer.line
        return self._known[key]


def is_solved_by(level: str, nodes: int, puzzle: Puzzle, prover: Remembering) -> bool:
    """Return whether a computer of a level finds all moves."""
    computer = LEVELS[level].make(0)
    try:
        return _solves(prover, computer, puzzle, Limit(nodes=nodes))
    finally:
        computer.close()


def _solves(prover: Remembering, computer: Computer, puzzle: Puzzle, limit: Limit) -> bool:
    task = puzzle.task()
    while task.moves:
        move = computer.think(task.position, limit).move
        fate, line = prover.judge(task, move)
        if fate is not MoveEffect.KEEPS:
            return False
        if not line:
            return True
        task = task.after(move).after_reply(line[0])
    return True


# --- how well the ratings predict it ---------------------------------------------------------------------


def report(solved: dict[Puzzle, tuple[bool, ...]], console: Console) -> None:
    """Print how many of each difficulty are solved, and how well ratings and failures agree."""
    table = Table("difficulty", "ratings", "puzzles", *(f"{level} {nodes}" for level, nodes in LADDER))
    for difficulty in Difficulty:
        if not (alike := [puzzle for puzzle in solved if Difficulty.of(puzzle) is difficulty]):
            continue
        ratings = f"{min(p.rating for p in alike)}–{max(p.rating for p in alike)}"
        shares = [f"{sum(solved[p][place] for p in alike) / len(alike):.0%}" for place in range(len(LADDER))]
        table.add_row(difficulty, ratings, str(len(alike)), *shares)
    console.print(table)
    table = Table("goal", "puzzles", "rank correlation", "of two the harder one is rated higher")
    for goal in (None, *Goal):
        those = [puzzle for puzzle in solved if goal in (None, puzzle.goal)]
        ratings, failures = [p.rating for p in those], [solved[p].count(False) for p in those]
        if min(len({*ratings}), len({*failures})) < 2:
            continue
        table.add_row(
            goal or "all",
            str(len(those)),
            f"{rank_correlation(ratings, failures):.2f}",
            f"{agreement(ratings, failures):.0%}",
        )
    console.print(table)


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Return Spearman's rank correlation, equal values sharing their ranks.

    >>> rank_correlation([1, 2, 3, 4], [10, 20, 40, 30])
    0.8
    """
    return round(correlation(_ranks(one), _ranks(other)), 6)


def _ranks(values: Sequence[float]) -> list[float]:
    less, equal = {}, Counter(values)
    for value in equal:
        less[value] = sum(other < value for other in values)
    return [less[value] + (equal[value] - 1) / 2 for value in values]


def agreement(ratings: Iterable[float], failures: Iterable[float]) -> float:
    """Return how often the higher rated of two puzzles is the one that fewer solve, equal ratings half.

    Of two that equally many solve nothing is said.

    >>> agreement([900, 1200, 1500], [1, 4, 2])
    0.6666666666666666
    """
    counted, right = 0, 0.0
    for (one, one_failed), (other, other_failed) in combinations(zip(ratings, failures, strict=True), 2):
        if one_failed != other_failed:
            counted += 1
            right += 0.5 if one == other else (one > other) == (one_failed > other_failed)
    return right / counted


# --- rating anew -----------------------------------------------------------------------------------------


def rerate(path: Path) -> None:
    """Write the ratings of a file's puzzles anew, and print what changed.

    Comments, numbers, moves and the order stay. A puzzle whose solution is not proved keeps its rating and is
    named.
    """
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = 0
    for place, line in track([*enumerate(lines)], path.name, console=Console(stderr=True)):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        (puzzle,) = from_text(line)
        before[f"{puzzle.goal} {Difficulty.of(puzzle)}"] += 1
        try:
            rated = replace(puzzle, rating=rating_of(puzzle))
        except OutOfTime:
            print(f"{line.partition(':')[0]} is not proved and keeps {puzzle.rating}")
            rated = puzzle
        after[f"{rated.goal} {Difficulty.of(rated)}"] += 1
        if rated != puzzle:
            changed += 1
            lines[place] = to_text(rated)
    written = path.with_name(f"{path.name}.new")
    written.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    os.replace(written, path)
    print(f"{changed} of {before.total()} puzzles have another rating")
    for kind in sorted({*before, *after}):
        print(f"{kind}: {before[kind]} before, {after[kind]} now")


def rating_of(puzzle: Puzzle) -> int:
    """Return how difficult a puzzle is; raises `OutOfTime` if its solution is not proved."""
    prover = prover_of(puzzle.geometry)
    try:
        found = facts(prover, puzzle.task()).rating
    finally:
        prover.close()
    return min(max(found, LOWEST_RATING), HIGHEST_RATING)


if __name__ == "__main__":
    main()
