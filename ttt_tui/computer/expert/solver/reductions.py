"""What is decided in a maker-breaker game without a search: twins, and squares the maker has for nothing.

Most positions that a search meets come to nothing by these rules alone, one after another.
"""

from functools import reduce
from operator import or_
from typing import NamedTuple

from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.engine import Mask, Square


class MakerBreakerVerdict(NamedTuple):
    """Who wins a maker-breaker game, and on which squares."""

    held: bool
    """Whether the breaker holds."""
    zone: Mask
    move: Square | None = None
    """The breaker's move that holds, if it is the breaker's turn and not every move does."""


class Rest(NamedTuple):
    """What a position without anything that is decided already comes to."""

    reach: Reach
    rows: Rows
    """The open lines of the reach."""
    empty: Mask
    """Their empty squares."""
    held: Mask
    """To be added to the zone if the breaker holds the rest."""
    lost: Mask
    """To be added to the zone if the maker wins the rest."""

    def whole(self, verdict: MakerBreakerVerdict) -> MakerBreakerVerdict:
        """Return the verdict about the position that this is the rest of."""
        more = self.held if verdict.held else self.lost
        return MakerBreakerVerdict(verdict.held, verdict.zone | more) if more else verdict


def reduced(lines: Residuals, reach: Reach, pieces: list[int], empty: Mask) -> Rest:
    """Return what is left to search, the maker being to move.

    `pieces` are the open lines of the reach: see `Residuals.pieces`. None needs just one stone.
    A square is a line's *own* if no other line passes through it. A line with two of these is held: the
    breaker answers a stone on one by a stone on the other. So are all lines through two squares that
    share all their lines. If a line needs two stones and one of the squares is its own, then the maker
    has the other one for nothing: the answer to his stone there spoils no other line.
    """
    twins = given = 0
    while True:
        once = twice = 0
        for piece in pieces:
            twice |= once & piece
            once |= piece
        left, own_twins, free, answer = _by_own_squares(pieces, once & ~twice & empty, empty)
        twins |= own_twins
        if free:
            given |= free | answer
            empty ^= free
            pieces = [piece & ~free for piece in left]
            reach &= ~lines.spread[answer.bit_length() - 1]
            reach = lines.gain(reach, free.bit_length() - 1)
            if reach & lines.field:  # now a stone wins
                once = reduce(or_, pieces)
                break
        elif len(left) < len(pieces):
            pieces = left
        else:
            shared_twins, rows = _by_shared_lines(lines, once >> lines.squares, twice & empty)
            if not shared_twins:
                break
            twins |= shared_twins
            pieces = [piece for piece in pieces if piece >> lines.squares & rows]
    rows = once >> lines.squares
    return Rest(lines.only(reach, rows), rows, once & empty, twins | given, given)


def _by_own_squares(pieces: list[int], own: Mask, empty: Mask) -> tuple[list[int], Mask, Mask, Mask]:
    """Return the lines that are not held by own squares, the twins that hold the others, a square that the
    maker has for nothing if there is one, and the answer to it.
    """
    left = []
    twins = free = answer = 0
    for piece in pieces:
        mine = piece & own
        if not mine:
            left.append(piece)
        elif more := mine & (mine - 1):
            twins |= mine ^ more | more & -more
        elif free or (other := piece & empty ^ mine) & (other - 1):
            left.append(piece)
        else:
            free, answer = other, mine
    return left, twins, free, answer


def _by_shared_lines(lines: Residuals, rows: Rows, shared: Mask) -> tuple[Mask, Rows]:
    """Return the twins that share all their lines, and the lines that these do not hold.

    `shared` are the empty squares with more than one line: no line has two of the others.
    """
    through = lines.through
    squares = lines.listed(shared)
    crossing = [through[square] & rows for square in squares]
    last = dict(zip(crossing, squares, strict=True))
    twins = 0
    if len(last) < len(squares):
        for square, here in zip(squares, crossing, strict=True):
            if last[here] != square:
                twins |= 1 << square | 1 << last[here]
                rows &= ~here
    return twins, rows
