"""Finds puzzles in games: positions in which one move alone keeps the value, and has to be looked for."""

import time
from collections.abc import Container, Sequence
from dataclasses import replace

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Position, Square
from ttt_tui.errors import OutOfTime
from ttt_tui.puzzles.difficulty import facts
from ttt_tui.puzzles.prover import MoveEffect, Prover
from ttt_tui.puzzles.puzzle import Goal, Puzzle, Task

LONGEST_WIN = 8
"""The most moves of the player's that a win may take."""

LONGEST_HOLD = 4
"""The most moves that a draw is to be held."""


class _InTime:
    """Asks to stop after some seconds, or when another one does."""

    def __init__(self, stop: Stop, seconds: float) -> None:
        self._stop = stop
        self._deadline = time.monotonic() + seconds

    def is_set(self) -> bool:
        """Whether it is time."""
        return self._stop.is_set() or time.monotonic() >= self._deadline


def puzzle_at(
    prover: Prover,
    geometry: Geometry,
    played: Sequence[Square],
    stop: Stop = NEVER,
    *,
    seconds: float,
    missed: Square | None = None,
    goals: Container[Goal] = frozenset(Goal),
) -> Puzzle | None:
    """Return the puzzle that the position after these moves of a game is, None if it is none.

    One move alone has to keep the goal, one of `goals`; with `missed` it is enough that this one does not.
    The game must not be over. What is not proved in so many `seconds`, or when `stop` is set, is none.
    """
    position = Position(geometry, players=2)
    for square in played:
        position.play(square)
    if any(map(position.completing, (0, 1))):  # a win in one, or a move that nobody has to look for
        return None
    in_time = _InTime(stop, seconds)
    try:
        return _puzzle(prover, position, tuple(played), missed, goals, in_time)
    except OutOfTime:
        return None


def _puzzle(
    prover: Prover,
    position: Position,
    played: tuple[Square, ...],
    missed: Square | None,
    goals: Container[Goal],
    stop: Stop,
) -> Puzzle | None:
    """Return the puzzle that a position is, None if it is none. May raise `OutOfTime`."""
    found = prover.goal(position, LONGEST_WIN, stop)
    if found is None or found[0] not in goals:
        return None
    goal, moves = found
    task = Task(position, goal, moves)
    is_one = prover.only(task, stop) is not None if missed is None else _is_missed(prover, task, missed, stop)
    if not is_one:
        return None
    if goal is Goal.HOLD:
        task = replace(task, moves=_length_of_hold(prover, task, stop))
    return Puzzle(position.geometry, played, goal, task.moves, facts(prover, task, stop).rating)


def _is_missed(prover: Prover, task: Task, square: Square, stop: Stop) -> bool:
    """Whether a move does not keep the goal, and some other does."""
    return prover.judge(task, square, stop).fate is MoveEffect.LOSES and bool(
        prover.keeping(task, stop, most=0)
    )


def _length_of_hold(prover: Prover, task: Task, stop: Stop) -> int:
    """Return for how many moves there is something to be found, the first one included."""
    task = replace(task, moves=LONGEST_HOLD + 1)
    for moves in range(1, LONGEST_HOLD):
        square = prover.keeping(task, stop, most=0)[0]
        answer = prover.judge(task, square, stop)
        if not answer.line:
            return moves
        task = task.after(square).after_reply(answer.line[0])
        _, other = task.position.in_turn()
        kept = len(prover.keeping(task, stop))
        if task.position.completing(other) or kept == len(task.position.moves):
            return moves
    return LONGEST_HOLD
