"""How difficult a puzzle is, by facts about its solution.

What makes it difficult: how many moves have to be seen, how many of them force nothing at once, and how many
other moves look better than the right one to somebody who looks one stone ahead, as the level `scorer` does.
"""

from dataclasses import dataclass
from math import log2

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.computer.scorer import points
from ttt_tui.engine import Position, Square
from ttt_tui.puzzles.prover import Prover, solution
from ttt_tui.puzzles.puzzle import Task

BASE, MOVE, QUIET, TEMPTING, CHOICE = 500, 90, 90, 70, 60
"""Points on the scale of ratings: of the easiest puzzle, and for each fact as `rating` says."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a puzzle's solution."""

    moves: int
    """The player's."""
    quiet: int
    """How many of them neither complete a line nor threaten to with the next stone."""
    tempting: tuple[int, ...]
    """For each of them, how many other moves look better or as good."""
    empty: int
    """The empty squares at the beginning."""

    @property
    def rating(self) -> int:
        """How difficult that is: each doubling of what tempts, or of the choice, adds as much."""
        first, *later = (log2(1 + others) for others in self.tempting)
        average = sum(later) / len(later) if later else 0.0
        points = BASE + MOVE * self.moves + QUIET * self.quiet + TEMPTING * (first + average)
        return round(points + CHOICE * log2(max(1, self.empty)))


def facts(prover: Prover, task: Task, stop: Stop = NEVER) -> Facts:
    """Return the facts about a puzzle; raises `OutOfTime` once `stop` is set."""
    line = solution(prover, task, stop)
    position = task.position.copy()
    quiet, tempting = 0, []
    for number, square in enumerate(line):
        if number % 2 == 0:
            quiet += not is_forcing(position, square)
            tempting.append(_looking_better(position, square))
        position.play(square)
    return Facts(len(tempting), quiet, tuple(tempting), task.position.empty.bit_count())


def is_forcing(position: Position, square: Square) -> bool:
    """Whether a stone completes a line or lets the next one complete one."""
    mine = position.stones[position.to_move] | 1 << square
    return position.geometry.has_line(mine) or bool(
        position.geometry.completing(mine) & position.empty & ~(1 << square)
    )


def _looking_better(position: Position, square: Square) -> int:
    worth = points(position, square)
    return sum(points(position, other) >= worth for other in position.moves if other != square)
