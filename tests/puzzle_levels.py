"""How the computer levels fare with the shipped puzzles, by difficulty: `python -m tests.puzzle_levels`.

A level tries each move of a puzzle once; it has solved the puzzle if all of its moves keep the goal. Those
that look ahead have so many seconds for a move, which count on an idle machine only.
"""

import argparse
from random import Random

from rich.console import Console
from rich.progress import track
from rich.table import Table

from ttt_tui.computer import LEVELS, Computer
from ttt_tui.engine import Limit
from ttt_tui.puzzles.collection import Difficulty, shipped
from ttt_tui.puzzles.prover import Fate, Prover
from ttt_tui.puzzles.provers import prover_of
from ttt_tui.puzzles.puzzle import Puzzle

TRIED = ("rules", "scorer", "negamax", "expert")


def main() -> None:
    parser = argparse.ArgumentParser(description="How the computer levels fare with the shipped puzzles")
    parser.add_argument("--each", type=int, default=50, help="puzzles of each difficulty (50)")
    parser.add_argument("--time", type=float, default=0.2, help="seconds for a move (0.2)")
    options = parser.parse_args()
    console = Console()
    table = Table("difficulty", "ratings", "puzzles", *TRIED)
    for difficulty in Difficulty:
        puzzles = shipped().of_difficulty(difficulty)
        chosen = Random(1).sample(puzzles, min(options.each, len(puzzles)))
        solved = dict.fromkeys(TRIED, 0)
        for puzzle in track(chosen, difficulty, console=Console(stderr=True)):
            for level in TRIED:
                solved[level] += is_solved_by(level, puzzle, Limit(seconds=options.time))
        ratings = f"{min(p.rating for p in puzzles)}–{max(p.rating for p in puzzles)}"
        shares = [f"{solved[level] / len(chosen):.0%}" for level in TRIED]
        table.add_row(difficulty, ratings, f"{len(chosen)} of {len(puzzles)}", *shares)
    console.print(table)


def is_solved_by(level: str, puzzle: Puzzle, limit: Limit) -> bool:
    """Return whether a computer of a level finds all moves."""
    prover, computer = prover_of(puzzle.geometry), LEVELS[level].make(0)
    try:
        return _solves(prover, computer, puzzle, limit)
    finally:
        prover.close()
        computer.close()


def _solves(prover: Prover, computer: Computer, puzzle: Puzzle, limit: Limit) -> bool:
    task = puzzle.task()
    while task.moves:
        move = computer.think(task.position, limit).move
        answer = prover.judge(task, move)
        if answer.fate is not Fate.KEEPS:
            return False
        if not answer.line:
            return True
        task = task.after(move).after_reply(answer.line[0])
    return True


if __name__ == "__main__":
    main()
