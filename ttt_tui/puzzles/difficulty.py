"""How difficult a puzzle is, by facts about its solution and about what refutes the other moves.

A win is as difficult as its own moves: how many have to be seen, how many of them force nothing at once, and
how many other moves look better than the right ones to somebody who looks one stone ahead, as the level
`scorer` does. To stop a threat or to hold a draw, the other side's win has to be seen: how long it is after
the wrong moves that tempt most, and how many moves look better than the right one. By what the levels solve,
long refutations make a win no harder to find, and a draw is no harder to hold for longer. How well the rating
predicts that is what `python -m tests.puzzle_levels` prints.
"""

from dataclasses import dataclass
from math import log2

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.scorer import points
from ttt_tui.engine import Position, Square
from ttt_tui.puzzles.prover import Prover, solution
from ttt_tui.puzzles.puzzle import Goal, Task

BASE, MOVE, QUIET, TEMPTING, CHOICE = 500, 90, 90, 70, 60
"""Points on the scale of ratings: of the easiest puzzle, and for each fact as `rating` says."""

DEFENCE, REFUTATION = 200, 50
"""Points of a defence beyond the easiest puzzle's, and for each stone of the refutation. They make a defence
and a win of the same rating equally hard for the levels: fitted to 70 defences and 82 wins on 2026-11-25. On
126 other puzzles the rank correlation of ratings and failures was .83; without these two it had been .76."""

MOST_REFUTED = 6
"""Wrong moves whose refutations are compared, those that look best to the level `scorer`."""


@dataclass(frozen=True, slots=True)
class SolutionFacts:
    """What is known of a puzzle's solution, and of the refutations of wrong moves."""

    moves: int
    """The player's."""
    quiet: int
    """How many of them neither complete a line nor threaten to with the next stone."""
    tempting: tuple[int, ...]
    """For each of them, how many other moves look better or as good."""
    empty: int
    """The empty squares at the beginning."""
    refutation: int | None = None
    """How many stones the other side needs for its line after one of the tempting wrong moves, at most; None
    where a win is to be found."""

    @property
    def rating(self) -> int:
        """How difficult that is: each doubling of what tempts, or of the choice, adds as much."""
        first, *later = (log2(1 + others) for others in self.tempting)
        points = BASE + TEMPTING * first + CHOICE * log2(max(1, self.empty))
        if self.refutation is not None:
            return round(points + DEFENCE + REFUTATION * self.refutation)
        average = sum(later) / len(later) if later else 0.0
        return round(points + MOVE * self.moves + QUIET * self.quiet + TEMPTING * average)


def facts(prover: Prover, task: Task, stop: Stop = NEVER) -> SolutionFacts:
    """Return the facts about a puzzle; raises `OutOfTime` once `stop` is set."""
    line = solution(prover, task, stop)
    position = task.position.copy()
    quiet, tempting = 0, []
    for number, square in enumerate(line):
        if number % 2 == 0:
            quiet += not is_forcing(position, square)
            tempting.append(_looking_better(position, square))
        position.play(square)
    refutation = None if task.goal is Goal.WIN else _longest_refutation(prover, task, line[0], stop)
    return SolutionFacts(len(tempting), quiet, tuple(tempting), task.position.empty.bit_count(), refutation)


def is_forcing(position: Position, square: Square) -> bool:
    """Whether a stone completes a line or lets the next one complete one."""
    mine = position.stones[position.to_move] | 1 << square
    return position.geometry.has_line(mine) or bool(
        position.geometry.completing(mine) & position.empty & ~(1 << square)
    )


def _looking_better(position: Position, square: Square) -> int:
    worth = points(position, square)
    return sum(points(position, other) >= worth for other in position.moves if other != square)


def _longest_refutation(prover: Prover, task: Task, right: Square, stop: Stop) -> int:
    """Return the stones of the longest win by which the other side beats a tempting move, 0 without any."""
    position = task.position
    others = [square for square in position.moves if square != right]
    tempting = sorted(others, key=lambda square: (-points(position, square), square))[:MOST_REFUTED]
    answers = [prover.judge(task, square, stop) for square in tempting]
    return max((_stones(len(answer.line)) for answer in answers if answer.is_lost), default=0)


def _stones(plies: int) -> int:
    """Return how many stones of so many moves are those of the side that begins and ends."""
    return (plies + 1) // 2
