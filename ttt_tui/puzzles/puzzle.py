"""A puzzle: a position of two players, what the one to move is to reach, and in how many moves.

What it promises is proved in one of two ways, which its board tells. Up to 6×6 it is what every move is
worth, whatever both do: one move alone keeps the win, or the draw. On larger boards one move alone wins in
time, whatever both do; or after each move but one the other side wins by force, and after that one it has no
win within `STOP_MOVES` moves, whatever it does.
"""

from dataclasses import dataclass
from enum import StrEnum

from ttt_tui.engine import Geometry, Mask, Position, Square

MOST_SETTLED = 36
"""Squares of the largest boards on which every move's exact value is meant."""

STOP_MOVES = 5
"""For how many moves of the other side's a threat is to be stopped on a large board."""


class Goal(StrEnum):
    """What the player to move is to reach."""

    WIN = "win"
    """A line by force, with so many stones at most."""
    HOLD = "hold"
    """The draw, on a board where it is settled, so many moves long."""
    STOP = "stop"
    """That the other side has no win within `STOP_MOVES` moves, by one move."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle. Equal ones have the same number, too."""

    geometry: Geometry
    played: tuple[Square, ...]
    """The moves that led there, both sides' in turn."""
    goal: Goal
    moves: int
    """How many moves the player has to find at most."""
    rating: int
    """How difficult it is, on the scale of a player's rating: 1500 is usual."""
    number: int = 0
    """Its number in the set that it is from, from 1; 0 if it is in none."""

    def task(self) -> "Task":
        """Return what is to be done at its beginning."""
        position = Position(self.geometry, players=2)
        for square in self.played:
            position.play(square)
        return Task(position, self.goal, self.moves)

    @property
    def player(self) -> int:
        """Who is to move, 0 or 1."""
        return len(self.played) % 2

    @property
    def is_settled(self) -> bool:
        """Whether every move's exact value is meant, not wins within so many moves alone."""
        return is_settled(self.geometry)

    @property
    def is_proper(self) -> bool:
        """Whether such a goal can be proved on such a board, with so many moves."""
        match self.goal:
            case Goal.WIN:
                return self.moves >= 2
            case Goal.HOLD:
                return self.is_settled
            case Goal.STOP:
                return not self.is_settled and self.moves == 1


def is_settled(geometry: Geometry) -> bool:
    """Whether puzzles on a board mean every move's exact value."""
    return len(geometry.squares) <= MOST_SETTLED


@dataclass(frozen=True, slots=True)
class Task:
    """What is still to be done in the middle of a puzzle, by the player to move."""

    position: Position
    """It is not changed."""
    goal: Goal
    moves: int
    """How many moves the player may still make, the next one included."""

    def after(self, square: Square) -> "Task":
        """Return what is still to be done after a move of the player's, the other side to move."""
        position = self.position.copy()
        position.play(square)
        return Task(position, self.goal, self.moves - 1)

    def after_reply(self, square: Square) -> "Task":
        """Return what is to be done after the other side's move: the same."""
        position = self.position.copy()
        position.play(square)
        return Task(position, self.goal, self.moves)

    @property
    def stones(self) -> tuple[Mask, Mask]:
        """The player's stones and the other side's."""
        mover, other = self.position.in_turn()
        return self.position.stones[mover], self.position.stones[other]
