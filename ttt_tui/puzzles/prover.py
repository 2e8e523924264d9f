"""What proves a puzzle's moves: which keep the goal, what is answered to them, what beats the others."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Position, Square
from ttt_tui.puzzles.puzzle import Goal, Task


class MoveEffect(Enum):
    """What becomes of the goal by a move."""

    KEEPS = auto()
    """It is still reached, in time."""
    LATE = auto()
    """The win is still there, but takes longer."""
    LOSES = auto()
    """It is out of reach."""
    UNKNOWN = auto()
    """What is proved is neither that it is reached nor that it is not."""


@dataclass(frozen=True, slots=True)
class ProvedMove:
    """What is proved of a move."""

    fate: MoveEffect
    line: tuple[Square, ...] = ()
    """What follows the move. If it keeps the goal, the reply that resists longest, nothing if it is reached.
    If it does not, what beats it: the first is the other side's, nothing where no reply is needed."""
    is_lost: bool = False
    """Whether the move is proved to lose the game, not only the goal."""
    moves: int = 0
    """Of a win that comes too late: with how many moves of the player's, this one included."""
    is_exact: bool = True
    """Whether it takes so many, and is not only known to take no more."""


class Prover(Protocol):
    """Proves moves of one board. Everything may raise `OutOfTime` once `stop` is set."""

    def goal(self, position: Position, most: int, stop: Stop = NEVER) -> tuple[Goal, int] | None:
        """Return what the player to move can be asked to reach, and in how many moves; None if nothing.

        A win takes `most` moves at most. What would be hard to prove is nothing, too.
        """
        ...

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        """Return what is proved of a move of the player's."""
        ...

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        """Return all moves that keep the goal, in reading order; with `most` it may end after one more.

        Raises `OutOfTime` also where it is not proved of a move whether it does.
        """
        ...

    def only(self, task: Task, stop: Stop = NEVER) -> Square | None:
        """Return the one move that keeps the goal, None if there are others or it is not proved of each.

        A move that wins, but too late, is another one where it is known what every move is worth.
        """
        ...

    def attack(self, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
        """Return the moves of both in the attack that a task is about, the attacker's first.

        It is the solution of a win, and what the other side threatens where that is to be stopped or held.
        """
        ...

    def close(self) -> None:
        """Give back what it holds; it is not asked again."""
        ...


def solution(prover: Prover, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
    """Return the moves of both that solve what is left of a puzzle, against the longest resistance.

    It ends with a move of the player's. May raise `OutOfTime`.
    """
    line: list[Square] = []
    while task.moves:
        square = prover.keeping(task, stop, most=0)[0]
        line.append(square)
        if task.moves == 1:
            break
        answer = prover.judge(task, square, stop)
        if not answer.line:
            break
        line.append(answer.line[0])
        task = task.after(square).after_reply(answer.line[0])
    return tuple(line)
