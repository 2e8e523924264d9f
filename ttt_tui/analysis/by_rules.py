"""What verdicts and sentences may assume under a position's rules.

>>> from ttt_tui.engine import Geometry, Position, Rules
>>> position = Position(Geometry(3, 3, 3, Rules(misere=True)), players=2)
>>> lines_win(position), must_avoid_lines(position)
(False, True)
"""

from typing import TYPE_CHECKING, TypeGuard

from ttt_tui.engine import GameName, Mask, Position
from ttt_tui.engine.rules import Shortcut

if TYPE_CHECKING:
    from ttt_tui.engine.ultimate import UltimatePosition


def is_ultimate(position: Position) -> "TypeGuard[UltimatePosition]":
    """Whether small boards are won here, so that verdicts, reasons and hints are those of Ultimate.

    The class is not tested, so that no other game loads Ultimate's tables.
    """
    return position.geometry.rules.game is GameName.ULTIMATE


def lines_win(position: Position) -> bool:
    """Whether a line is known to win for the player who completes it, and threats to be what they seem."""
    return position.geometry.rules.allows(Shortcut.LINE_WINS)


def winner_moves_last(position: Position) -> bool:
    """Whether a game is known to be won only by a move of the winner's."""
    rules = position.geometry.rules
    return lines_win(position) or (is_ultimate(position) and not rules.most_boards)


def must_avoid_lines(position: Position) -> bool:
    """Whether a line is known to put out the player who completes it."""
    rules = position.geometry.rules
    return rules.misere and rules.allows(Shortcut.LINE_DECIDES)


def safe_squares(position: Position) -> Mask:
    """Return the squares of `legal` where the player to move completes no line."""
    return position.legal & ~position.completing(position.to_move)
