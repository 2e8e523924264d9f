"""A puzzle: a position of two players, the goal of the player to move, and the moves it takes.

A puzzle promises exactly what a prover has shown, in one of two ways that depend on its board. Up to 6×6 the
exact value of every move is known: exactly one move keeps the win, or the draw. On larger boards exactly one
move wins in time, whatever both sides play; or the other side wins by force after each move but one, and
after that one it has no win within `STOP_MOVES` moves, whatever it plays.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol

from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Mask, Position, Square

MOST_EXACT_SQUARES = 36
"""Squares of the largest board on which a puzzle knows every move's exact value."""

STOP_MOVES = 5
"""Moves of the other side's for which a threat has to be stopped on a large board."""


class Goal(StrEnum):
    """The goal of the player to move."""

    WIN = "win"
    """A line by force, with at most the puzzle's number of stones."""
    HOLD = "hold"
    """A draw, held for the puzzle's number of moves; only on boards with exact values."""
    STOP = "stop"
    """A position, reached with one move, in which the other side has no win within `STOP_MOVES` moves."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. Its number is part of equality."""

    geometry: Geometry
    played: tuple[Square, ...]
    """The moves that led to the position, both sides' in turn."""
    goal: Goal
    moves: int
    """The most moves the player may need."""
    rating: int
    """Its difficulty on the scale of a player's rating: 1500 is usual."""
    number: int = 0
    """Its number in its collection, from 1; 0 if it is in none."""

    def task(self) -> "Task":
        """Return the task at the start of the puzzle."""
        position = Position(self.geometry, players=2)
        for square in self.played:
            position.play(square)
        return Task(position, self.goal, self.moves)

    @property
    def player(self) -> int:
        """The seat to move, 0 or 1."""
        return len(self.played) % 2

    @property
    def has_exact_values(self) -> bool:
        return has_exact_values(self.geometry)

    @property
    def is_proper(self) -> bool:
        """Whether this goal can be proved on this board in `moves` moves."""
        match self.goal:
            case Goal.WIN:
                return self.moves >= 2
            case Goal.HOLD:
                return self.has_exact_values
            case Goal.STOP:
                return not self.has_exact_values and self.moves == 1


def has_exact_values(geometry: Geometry) -> bool:
    """Whether the exact value of every move is known on a board, not only wins within some moves."""
    return len(geometry.squares) <= MOST_EXACT_SQUARES


def is_forcing(position: Position, square: Square) -> bool:
    """Whether a stone of the player to move completes a line, or threatens to with the next stone."""
    mine = position.stones[position.to_move] | 1 << square
    return position.geometry.has_line(mine) or bool(
        position.geometry.completing(mine) & position.empty & ~(1 << square)
    )


@dataclass(frozen=True, slots=True)
class Task:
    """The rest of a puzzle, for the player to move."""

    position: Position
    """Never changed."""
    goal: Goal
    moves: int
    """The moves that the player may still make, the next one included."""

    def after(self, square: Square) -> "Task":
        """Return the task after a move of the player's, the other side to move."""
        return Task(self._position_after(square), self.goal, self.moves - 1)

    def after_reply(self, square: Square) -> "Task":
        """Return the task after the other side's move, with as many moves left."""
        return Task(self._position_after(square), self.goal, self.moves)

    def _position_after(self, square: Square) -> Position:
        position = self.position.copy()
        position.play(square)
        return position

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """The player's stones and the other side's."""
        mover, other = self.position.in_turn()
        return self.position.stones[mover], self.position.stones[other]


# --- proofs ----------------------------------------------------------------------------------------------


class MoveEffect(Enum):
    """The effect of a move on the goal."""

    KEEPS = auto()
    """The goal is still reached in time."""
    LATE = auto()
    """The win is still there, but takes too long."""
    LOSES = auto()
    """The goal is out of reach."""
    UNKNOWN = auto()
    """Neither is proved."""


@dataclass(frozen=True, slots=True)
class ProvedMove:
    """The proof about a move."""

    effect: MoveEffect
    line: tuple[Square, ...] = ()
    """The moves that follow. After a move that keeps the goal: the reply that resists longest, empty if the
    goal is reached. After any other move: the refutation, the other side's move first, empty if any reply
    refutes."""
    is_lost: bool = False
    """Whether the move is proved to lose the game, not only the goal."""
    moves: int = 0
    """The player's moves of a win that comes too late, this one included."""
    is_exact: bool = True
    """Whether the win takes exactly `moves` moves, rather than at most."""


class Prover(Protocol):
    """Proves moves on one board. Every method but `close` may raise `OutOfTime` once `stop` is set."""

    def goal(self, position: Position, most: int, stop: Stop = NEVER) -> tuple[Goal, int] | None:
        """Return a goal for the player to move and the moves it takes; None if there is none.

        A win takes at most `most` moves. A goal that is too hard to prove counts as none.
        """
        ...

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        """Return the proof about a move of the player's."""
        ...

    def keeping(self, task: Task, stop: Stop = NEVER, most: int | None = None) -> list[Square]:
        """Return all moves that keep the goal, in reading order; with `most` it may end after one more.

        Raises `OutOfTime` also where a move is not proved either way.
        """
        ...

    def only(self, task: Task, stop: Stop = NEVER) -> Square | None:
        """Return the one move that keeps the goal, None if there are others or a move is unproved.

        Where exact values are known, a move that wins too late counts as another one.
        """
        ...

    def attack(self, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
        """Return both sides' moves in the attack that a task is about, the attacker's first.

        For a win, the solution; otherwise the other side's threat.
        """
        ...

    def close(self) -> None:
        """Release the memory; the prover is not used afterwards."""
        ...


def solution(prover: Prover, task: Task, stop: Stop = NEVER) -> tuple[Square, ...]:
    """Return both sides' moves that complete a task against the longest resistance.

    The first and the last move are the player's. May raise `OutOfTime`.
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
