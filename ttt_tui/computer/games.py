"""The games that are not played as k in a row, in one table: `computers_of` returns who plays one.

>>> from ttt_tui.engine import Rules
>>> computers_of(Rules.parse("misere")) is None
True
>>> type(computers_of(Rules.parse("ultimate"))).__name__
'UltimateComputers'
"""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Protocol

from ttt_tui.engine import GameName, Geometry, Position, Rules

if TYPE_CHECKING:
    from ttt_tui.computer.base import Computer
    from ttt_tui.computer.expert.solver.solution import ExactSolver


class GameComputers(Protocol):
    """The computers and the solver of a game of two other than k in a row.

    The class of boards that it is on the ladder, `BoardClass`, has the game's name in `GameName`.
    """

    level_words: Mapping[str, tuple[str, str]]
    """Name → summary and note of each level that is described otherwise than in k in a row."""

    def make_computer(self, level: str, seed: int, megabytes: float) -> "Computer":
        """Return a new computer of a level, any but `random`, which plays every game alike."""

    def make_solver(self, geometry: Geometry, megabytes: float) -> "ExactSolver":
        """Return a solver of the game on its board."""

    def can_be_solved(self, position: Position) -> bool:
        """Whether two play, and the end or a known win is near enough to solve while a player waits."""


def computers_of(rules: Rules) -> GameComputers | None:
    """Return who plays the game with these rules, None for k in a row."""
    return None if rules.game is GameName.IN_A_ROW else _computers(rules.game)


@cache
def _computers(name: GameName) -> GameComputers:
    match name:
        case GameName.ULTIMATE:
            from ttt_tui.computer.ultimate.computers import UltimateComputers  # no other game waits for it

            return UltimateComputers()
        case GameName.VANISHING:
            from ttt_tui.computer.vanishing.computers import VanishingComputers

            return VanishingComputers()
    raise ValueError(f"{name} is not in the table")
