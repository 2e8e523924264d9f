"""How a game ended."""

from dataclasses import dataclass
from enum import StrEnum


class Termination(StrEnum):
    """Why a game ended."""

    LINE = "line"
    FULL_BOARD = "full board"
    DEAD_BOARD = "dead board"
    NO_MOVE = "no legal move"
    """Every empty square is forbidden to the player to move, in renju."""
    MOST_BOARDS = "most boards"
    """No line of boards is possible any more, and one player has more boards for certain, in Ultimate."""
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    termination: Termination
    winner: int | None = None
    """The player who won, None for a draw."""
    squares: int = 0
    """The squares of every line that the last stone completed, as a mask; in Ultimate of their boards."""
