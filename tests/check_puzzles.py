"""Checks puzzles by code that shares nothing with the program's own provers.

    python -m tests.check_puzzles                        those that come with the program
    python -m tests.check_puzzles FILE --jobs 2          others, two at a time
    python -m tests.check_puzzles --sample 30            thirty of them, the same each time
    python -m tests.check_puzzles --goal stop            those with this goal alone

`tests/puzzles/checked.py` says what is proved. Prints each puzzle that is wrong or undecided, and equal ones.
Also reports puzzles on large boards with many stones, and long wins. Exits with status 1 if a puzzle is
wrong, undecided or repeated.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from tests.puzzles.checked import MOST_POSITIONS, SMALL, check
from tests.puzzles.same_shape import groups
from ttt_tui.puzzles.puzzle import Goal, Puzzle
from ttt_tui.puzzles.text import from_text, same_position_key, to_text

SHIPPED = Path(__file__).parents[1] / "ttt_tui" / "puzzles" / "shipped.txt"

MOST_STONES = 30
"""On a large board; more are reported."""

LONGEST_WIN = 8
"""Moves; longer ones are reported."""


def main() -> int:
    options = _options()
    puzzles = from_text(options.file.read_text(encoding="utf-8"))
    if options.goal is not None:
        puzzles = [puzzle for puzzle in puzzles if puzzle.goal == options.goal]
    repeated = 0
    for one, other in twice(puzzles):
        repeated += 1
        print(f"{to_text(other)}\n  is the same position as {to_text(one)}")
    for puzzle in puzzles:
        for remark in remarks(puzzle):
            print(f"{to_text(puzzle)}\n  {remark}")
    if options.sample is not None:
        puzzles = sample(puzzles, options.sample)
    wrong = undecided = 0
    solved: list[tuple[Puzzle, int]] = []
    with ProcessPoolExecutor(options.jobs) as pool:
        findings = pool.map(partial(check, most_positions=options.positions), puzzles)
        for puzzle, (fault, unknown, solution, bound) in zip(puzzles, findings, strict=True):
            wrong, undecided = wrong + bool(fault), undecided + bool(unknown and not fault)
            verdict = "wrong" if fault else "undecided" if unknown else "right"
            if reason := fault or unknown:
                print(f"{to_text(puzzle)}\n  {verdict}: {reason}", flush=True)
            if options.verbose:
                print(f"{puzzle.number}: {verdict}", bound or "", flush=True)
            if solution:
                solved.append((puzzle, solution))
    for group in groups(solved):
        repeated += 1
        print("the same but for stones that do not matter: " + ", ".join(str(one.number) for one in group))
    print(f"{len(puzzles)} puzzles, {wrong} wrong, {undecided} undecided, {repeated} repeated")
    return 1 if wrong or undecided or repeated else 0


def remarks(puzzle: Puzzle) -> Iterator[str]:
    """Give what is to be reported of a puzzle that may be right all the same."""
    if len(puzzle.geometry.squares) > SMALL and len(puzzle.played) > MOST_STONES:
        yield f"has {len(puzzle.played)} stones, more than {MOST_STONES}"
    if puzzle.goal is Goal.WIN and not 2 <= puzzle.moves <= LONGEST_WIN:
        yield f"is a win in {puzzle.moves}, not in 2 to {LONGEST_WIN}"


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
    ranked: list[tuple[int, int, Puzzle]] = []
    for puzzle in rng.sample(puzzles, len(puzzles)):
        kind = str(puzzle.geometry), puzzle.goal.value
        ranked.append((places[kind], len(ranked), puzzle))
        places[kind] += 1
    return [puzzle for _, _, puzzle in sorted(ranked, key=lambda rank: rank[:2])[:count]]


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
    parser.add_argument("--goal", choices=[goal.value for goal in Goal], help="those with one goal (all)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at once (1)")
    parser.add_argument(
        "--positions",
        type=int,
        default=MOST_POSITIONS,
        metavar="N",
        help=f"look at so many positions for a puzzle at most ({MOST_POSITIONS})",
    )
    parser.add_argument("--verbose", action="store_true", help="print a line for each puzzle")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
