"""Finds puzzles in games: positions in which one move alone keeps the value, and has to be looked for."""

from collections.abc import Sequence
from dataclasses import replace

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.puzzles.difficulty import facts
from ttt_tui.puzzles.prover import Prover
from ttt_tui.puzzles.puzzle import Goal, Puzzle, Task

LONGEST_WIN = 8
"""The most moves of the player's that a win may take."""

LONGEST_HOLD = 4
"""The most moves that a draw is to be held."""


def puzzle_at(
    prover: Prover,
    geometry: Geometry,
    played: Sequence[Square],
    stop: Stop = NEVER,
    *,
    is_unique: bool = True,
) -> Puzzle | None:
    """Return the puzzle that the position after these moves of a game is, None if it is none.

    With `is_unique` one move alone has to keep the goal, else it is enough that some move does not. The game
    must not be over. Raises `OutOfTime` once `stop` is set.
    """
    position = Position(geometry, players=2)
    for square in played:
        position.play(square)
    if any(map(position.completing, (0, 1))):  # a win in one, or a move that nobody has to look for
        return None
    if (found := prover.goal(position, LONGEST_WIN, stop)) is None:
        return None
    goal, moves = found
    task = Task(position, goal, moves)
    most = 1 if is_unique else len(position.moves) - 1
    if not _is_choice(prover, task, most, stop):
        return None
    if goal is Goal.HOLD:
        task = replace(task, moves=_length_of_hold(prover, task, stop))
    rating = facts(prover, task, stop).rating
    return Puzzle(geometry, tuple(played), goal, task.moves, rating)


def _is_choice(prover: Prover, task: Task, most: int, stop: Stop) -> bool:
    """Whether so many moves keep the goal at most; on a settled board, whatever time a win takes."""
    if not 0 < len(prover.keeping(task, stop, most)) <= most:
        return False
    in_any_time = replace(task, moves=len(task.position.moves))
    return not prover.is_exact or len(prover.keeping(in_any_time, stop, most)) <= most


def _length_of_hold(prover: Prover, task: Task, stop: Stop) -> int:
    """Return for how many moves there is something to be found, the first one included."""
    task = replace(task, moves=LONGEST_HOLD + 1)
    for moves in range(1, LONGEST_HOLD):
        square = prover.keeping(task, stop)[0]
        answer = prover.judge(task, square, stop)
        if not answer.line:
            return moves
        task = task.after(square).after_reply(answer.line[0])
        _, other = task.position.in_turn()
        kept = len(prover.keeping(task, stop))
        if task.position.completing(other) or kept == len(task.position.moves):
            return moves
    return LONGEST_HOLD
