"""Proves puzzles again, by code that shares nothing with the program's own provers.

    python -m tests.check_puzzles                        those that come with the program
    python -m tests.check_puzzles FILE --jobs 2          others, two at a time
    python -m tests.check_puzzles --sample 30            thirty of them, the same each time

What is proved is said in `tests/puzzles/checked.py`. Prints each that is wrong, and for each board how many
there are and what they took; ends with status 1 if any is wrong or there twice.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.puzzles.checked import MOST_LOOKS, fault
from tests.puzzles.scanned_threats import TooHard
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.puzzle_text import from_text, same_position_key, to_text

SHIPPED = Path(__file__).parents[1] / "ttt_tui" / "puzzles" / "shipped.txt"


class Checked(NamedTuple):
    puzzle: Puzzle
    fault: str | None
    seconds: float
    """Of the processor."""


def main() -> int:
    options = _options()
    puzzles = from_text(options.file.read_text(encoding="utf-8"))
    wrong = 0
    for one, other in twice(puzzles):
        wrong += 1
        print(f"{to_text(other)}\n  is the same position as {to_text(one)}")
    if options.sample is not None:
        puzzles = sample(puzzles, options.sample)
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    with ProcessPoolExecutor(options.jobs) as pool:
        for checked in _checked(pool, puzzles):
            seconds[kind(checked.puzzle)].append(checked.seconds)
            if checked.fault:
                wrong += 1
                print(f"{to_text(checked.puzzle)}\n  {checked.fault}", flush=True)
    print(f"{'board':<18}{'goal':<6}{'puzzles':>8}{'seconds':>10}{'longest':>10}")
    for (board, goal), took in sorted(seconds.items()):
        print(f"{board:<18}{goal:<6}{len(took):>8}{sum(took):>10.1f}{max(took):>10.1f}")
    print(f"{len(puzzles)} puzzles, {wrong} wrong")
    return 1 if wrong else 0


def twice(puzzles: list[Puzzle]) -> Iterator[tuple[Puzzle, Puzzle]]:
    """Give puzzles that are another one turned or mirrored, each after that other one."""
    known: dict[object, Puzzle] = {}
    for puzzle in puzzles:
        first = known.setdefault(same_position_key(puzzle), puzzle)
        if first is not puzzle:
            yield first, puzzle


def sample(puzzles: list[Puzzle], count: int) -> list[Puzzle]:
    """Return so many puzzles, the same each time, of every board and goal about as many."""
    rng = Random(count)
    places: dict[tuple[str, str], int] = defaultdict(int)
    ranked = []
    for puzzle in rng.sample(puzzles, len(puzzles)):
        ranked.append((places[kind(puzzle)], len(ranked), puzzle))
        places[kind(puzzle)] += 1
    return [puzzle for _, _, puzzle in sorted(ranked, key=lambda rank: rank[:2])[:count]]


def kind(puzzle: Puzzle) -> tuple[str, str]:
    """Return a puzzle's board and its goal, in words."""
    return f"{puzzle.geometry}, {puzzle.geometry.line_length} in a row", puzzle.goal


def _checked(pool: ProcessPoolExecutor, puzzles: list[Puzzle]) -> Iterator[Checked]:
    yield from pool.map(check, puzzles)


def check(puzzle: Puzzle) -> Checked:
    """Prove one puzzle."""
    before = time.process_time()
    try:
        found = fault(puzzle)
    except TooHard:
        found = f"cannot be proved within {MOST_LOOKS:,} positions"
    return Checked(puzzle, found, time.process_time() - before)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.check_puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file", nargs="?", type=Path, default=SHIPPED, metavar="FILE", help="puzzles as text (those shipped)"
    )
    parser.add_argument("--sample", type=int, metavar="N", help="so many of them, the same each time (all)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at once (1)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
