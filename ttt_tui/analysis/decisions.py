"""Which moves were decisions: those where the possible moves differ in value, or in how soon they lose.

Where few squares are empty everything is tried. Elsewhere a move counts as a decision unless the position is
proved to be lost: then it does where one move alone stops a line, or where a loss that is longer is known.

>>> from ttt_tui.engine import Geometry, Position
>>> position, decisions = Position(Geometry(3, 3, 3), players=2), Decisions()
>>> decisions.differ(position)
False
>>> position.play(position.geometry.parse("a1"))
>>> decisions.differ(position)
True
"""

from ttt_tui.analysis.sight import immediate_verdict, only_move
from ttt_tui.analysis.verdict import Verdict
from ttt_tui.engine import Mask, Position, Square, squares_of

FEW_SQUARES = 9
"""With so many empty squares at most everything is tried: about 5,000 positions on an empty 3×3 board."""

LONGEST = 1_000
"""More plies than any game that is tried out has left."""

SHORTEST_PARRIED = 4
"""Plies that a loss takes at least if the line that comes first is stopped."""


class Decisions:
    """Knows what was tried out; it serves all positions of one game."""

    def __init__(self) -> None:
        self._worth: dict[tuple[Mask, Mask], int] = {}

    def differ(self, position: Position) -> bool | None:
        """Return whether the moves differ in value or in how soon they lose; None where that is unknown."""
        if position.empty.bit_count() == 1:
            return False
        moves = self._moves(position)
        return None if moves is None else len({min(worth, 1) for worth in moves.values()}) > 1

    def lasted(self, position: Position, square: Square, best: Verdict, after: Verdict) -> float | None:
        """Return which part of the longest loss a move in a lost position has left, 1 for all of it.

        `best` is the verdict of the position, `after` the one of that after the move, both for the player who
        moved. None if the move was no decision, or is not known to have been one.
        """
        if (moves := self._moves(position)) is not None:
            longest = LONGEST + max(moves.values())
            return (LONGEST + moves[square]) / longest if len(set(moves.values())) > 1 else None
        plies = after.before().plies
        if plies is None or len(position.active) > 2 or immediate_verdict(position) is not None:
            return None
        parried = only_move(position) is not None
        least = best.plies if best.is_exact and best.plies is not None else SHORTEST_PARRIED * parried
        if plies < least:
            return plies / least
        return 1.0 if parried else None

    def _moves(self, position: Position) -> dict[Square, int] | None:
        """Return the worth of each move of a running game of two; None where too many squares are empty.

        A win in n plies is `LONGEST` - n, a loss the negative of that, a draw 0.
        """
        if len(position.active) != 2 or position.empty.bit_count() > FEW_SQUARES:
            return None
        mover, other = position.in_turn()
        return self._of_moves(position, position.stones[mover], position.stones[other])

    def _of_moves(self, position: Position, mine: Mask, theirs: Mask) -> dict[Square, int]:
        lines, worth, found = position.geometry.lines_through, self._worth, {}
        free = position.geometry.board & ~position.occupied & ~(mine | theirs)
        for square in squares_of(free):
            after = mine | 1 << square
            if any(line & after == line for line in lines[square]):
                found[square] = LONGEST - 1
                continue
            key = theirs, after
            if key not in worth:
                replies = self._of_moves(position, theirs, after)
                worth[key] = max(replies.values(), default=0)
            reply = worth[key]
            found[square] = (reply > 0) - (reply < 0) - reply  # a ply more on the way there
        return found
