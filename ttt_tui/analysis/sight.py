"""What the next two moves of other games decide, without a search: wins at once, and moves that lose at once.

>>> from ttt_tui.engine import Geometry, Rules
>>> from ttt_tui.engine.ultimate import UltimatePosition
>>> position = UltimatePosition(Geometry(9, 9, 3, Rules.parse("ultimate")))
>>> winning_moves(position), safe_moves(position) == position.legal
(0, True)

By a line, of stones or of boards, only the player to move wins. By the rule `most-boards` of Ultimate a move
can also end the game when no line is left, for either player: so there all moves are tried.
"""

from ttt_tui.computer import Value
from ttt_tui.engine import Mask, Position, squares_of


def winning_moves(position: Position) -> Mask:
    """Return the moves by which the player to move wins the game."""
    mover = position.to_move
    found = position.completing(mover)
    if position.geometry.rules.most_boards:
        for square in squares_of(position.legal & ~found):
            position.play(square)
            found |= (position.winner_by_line(mover) == mover) << square
            position.undo()
    return found


def lasting_moves(position: Position) -> Mask:
    """Return the moves after which the other player has not won yet."""
    mover, found = position.to_move, position.legal
    if position.geometry.rules.most_boards:
        for square in squares_of(position.legal):
            position.play(square)
            found ^= (position.winner_by_line(mover) == 1 - mover) << square
            position.undo()
    return found


def safe_moves(position: Position) -> Mask:
    """Return the moves after which the other player has neither won nor wins with the next move."""
    mover, found = position.to_move, lasting_moves(position)
    for square in squares_of(found):
        position.play(square)
        goes_on = position.winner_by_line(mover) is None and not position.is_dead()
        found ^= bool(goes_on and winning_moves(position)) << square
        position.undo()
    return found


def is_shortest(position: Position, value: Value, plies: int) -> bool:
    """Whether this proved win, or loss for the mover, is known to be the quickest; False if not seen.

    Where only lines win, a win takes an odd number of plies, and a loss an even one.
    """
    by_lines = not position.geometry.rules.most_boards
    if value is Value.WIN:
        return plies <= 1 or (plies <= 2 + by_lines and not winning_moves(position))
    if plies <= 1 + by_lines:
        return True
    if plies == 2:
        return lasting_moves(position) != 0
    return plies <= 3 + by_lines and safe_moves(position) != 0
