"""What verdicts and sentences may assume under a position's rules, and what one move decides by them alone.

>>> from ttt_tui.engine import Geometry, Position, Rules, squares_of
>>> position = Position(Geometry(3, 3, 3, Rules(misere=True)), players=2)
>>> lines_win(position), must_avoid_lines(position)
(False, True)
>>> position = Position(Geometry(5, 5, 3, Rules(drop=True)), players=3)
>>> for name in ("a5", "b5", "c5", "a4", "b4", "c4"):
...     position.play(position.geometry.parse(name))
>>> [position.geometry.name(square) for square in squares_of(winning_squares(position))]
['a3']
>>> lasting_squares(position) == position.legal
True

Where a line loses, a move can put its own player out. By the rule `most-boards` of Ultimate a move can end
the game for the other player.
"""

from ttt_tui.analysis import sight
from ttt_tui.analysis.games import other_game
from ttt_tui.engine import Mask, Placement, Position, mask_of
from ttt_tui.engine.rules import Shortcut


def lines_win(position: Position) -> bool:
    """Whether a line is known to win for the player who completes it, and threats to be what they seem."""
    return position.geometry.rules.allows(Shortcut.LINE_WINS)


def winner_moves_last(position: Position) -> bool:
    """Whether a game is known to be won only by a move of the winner's."""
    if game := other_game(position):
        return game.winner_moves_last(position.geometry.rules)
    return lines_win(position)


def must_avoid_lines(position: Position) -> bool:
    """Whether a line is known to put out the player who completes it."""
    rules = position.geometry.rules
    return rules.misere and rules.allows(Shortcut.LINE_DECIDES)


def safe_squares(position: Position) -> Mask:
    """Return the squares of `legal` where the player to move completes no line."""
    return position.legal & ~position.completing(position.to_move)


def winning_squares(position: Position) -> Mask:
    """Return the moves by which the player to move wins at once."""
    if other_game(position):
        return sight.winning_moves(position)
    if must_avoid_lines(position):
        return 0
    if position.geometry.rules.allows(Shortcut.LINE_DECIDES):
        return position.completing(position.to_move)
    return mask_of(square for square in position.moves if _wins(position, square))


def _wins(position: Position, square: Placement) -> bool:
    after, mover = position.copy(), position.to_move
    after.play(square)
    outcome = after.outcome_after(mover, square)
    return outcome is not None and outcome.winner == mover


def lasting_squares(position: Position) -> Mask:
    """Return the moves by which the player to move does not lose at once."""
    if other_game(position):
        return sight.lasting_moves(position)
    return safe_squares(position) if must_avoid_lines(position) else position.legal


def outlasts(position: Position, square: Placement, plies: int) -> bool:
    """Whether a loss in 1 or 2 plies does not follow from a move: it takes longer, or does not happen.

    A loss in 2 plies is a move after which the next player wins at once, or the second stone of the turn has
    to lose.
    """
    if not lasting_squares(position) >> square & 1:
        return False
    after, mover = position.copy(), position.to_move
    after.play(square)
    is_over = after.outcome_after(mover, square) is not None
    if plies < 2 or is_over:
        return True
    return lasting_squares(after) != 0 if after.to_move == mover else not winning_squares(after)
