"""What the rules alone tell of a position, without a search.

A win in one or three plies and a loss in two or four can be told by looking at the squares that complete a
line. So can what shorter win there is than one that was proved, as long as that has five plies at most.
"""

from ttt_tui.analysis.verdict import Verdict
from ttt_tui.computer import Value
from ttt_tui.engine import Mask, Position, Square, squares_of

LONGEST_SEEN = 5
"""Plies of the longest win or loss whose length `is_shortest` can tell."""


def immediate_verdict(position: Position) -> Verdict | None:
    """Return what a running game is worth to its mover where a stone or two decide it, None elsewhere.

    That is a win in one, a draw on a dead board and, among two players, a loss in two.
    """
    mover, *others = position.in_turn()
    if position.completing(mover):
        return Verdict.proved(Value.WIN, 1, is_exact=True)
    if position.is_dead():
        return Verdict.proved(Value.DRAW, players=len(position.active))
    if len(others) == 1 and position.completing(others[0]).bit_count() > 1:
        return Verdict.proved(Value.LOSS, 2, is_exact=True)
    return None


def only_move(position: Position) -> Square | None:
    """Return the one move of two players that does not lose at once, None if there are more.

    The position is one that `immediate_verdict` does not tell.
    """
    squares = _threatened(position)
    if not squares and position.empty.bit_count() == 1:
        squares = position.empty
    return squares.bit_length() - 1 if squares else None


def is_shortest(position: Position, value: Value, plies: int) -> bool:
    """Whether no quicker win, or loss for the mover, than this proved one of two players can be.

    False where that cannot be told at sight.
    """
    if value is Value.WIN:
        return plies <= 1 or (
            plies <= LONGEST_SEEN
            and not position.completing(position.to_move)
            and (plies <= 3 or not _wins_in_three(position))
        )
    return plies <= 2 or (plies <= LONGEST_SEEN and _threatened(position).bit_count() < 2)


def _threatened(position: Position) -> Mask:
    """Return where the other side would complete a line."""
    _, other = position.in_turn()
    return position.completing(other)


def _wins_in_three(position: Position) -> bool:
    """Whether a stone makes two squares that complete a line, before the other side completes one."""
    geometry, mine = position.geometry, position.stones[position.to_move]
    threatened = _threatened(position)
    if threatened.bit_count() > 1:
        return False
    return any(
        (geometry.completing(mine | 1 << square) & position.empty & ~(1 << square)).bit_count() > 1
        for square in squares_of(threatened or position.empty)
    )
