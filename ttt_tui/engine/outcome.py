"""How a game ended.

>>> from ttt_tui.engine import Game, Geometry, Setup
>>> game = Game(Setup(Geometry(3, 3, 3)))
>>> for name in ("a1", "b1", "a2", "b2", "a3"):
...     game.place(name)
>>> game.outcome.winner, game.outcome.termination
(0, <Termination.LINE: 'line'>)
"""

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
    REPETITION = "repetition"
    """A position came for the third time, in Vanishing."""
    RESIGNATION = "resignation"
    TIME = "time"
    """A player's time was up: the other one wins, or nobody if the other cannot win any more."""
    AGREEMENT = "agreement"
    """The players agreed to a draw, which the moves leave open."""


LEFT = frozenset({Termination.RESIGNATION, Termination.TIME})
"""The ends of games in which a player leaves: the last move places no stone."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    termination: Termination
    winner: int | None = None
    """The player who won, None for a draw."""
    squares: int = 0
    """The squares of every line that the last stone completed, as a mask; in Ultimate of their boards."""

    @property
    def is_agreed(self) -> bool:
        """Whether the players agreed to a draw, so that the last position decides nothing."""
        return self.termination is Termination.AGREEMENT
