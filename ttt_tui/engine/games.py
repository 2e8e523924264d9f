"""The games: which class of positions plays by which rules.

`Rules.game` names the game. Its positions are of a subclass of `Position`, the interface for all other
packages, and `Geometry` has the lines and names of its board.

>>> from ttt_tui.engine import Geometry, Rules
>>> type(start_position(Geometry(9, 9, 3, Rules.parse("ultimate")))).__name__
'UltimatePosition'
"""

from ttt_tui.engine.geometry import Geometry
from ttt_tui.engine.position import Position
from ttt_tui.engine.rules import GameName


def start_position(geometry: Geometry, players: int = 2, first: int = 0) -> Position:
    """Return the position in which a game on this board, by its rules, begins."""
    return _position_class(geometry.rules.game)(geometry, players, first)


def _position_class(game: GameName) -> type[Position]:
    match game:
        case GameName.IN_A_ROW:
            return Position
        case GameName.ULTIMATE:
            from ttt_tui.engine.ultimate import UltimatePosition  # no other game waits for its tables

            return UltimatePosition
