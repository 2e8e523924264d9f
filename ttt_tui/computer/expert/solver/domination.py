"""Moves of a maker-breaker game that no other square's stone is worse than: the rest need not be tried.

If all lines through a square lead through another one too, a stone there does all that one here does:
exchange the two squares in any strategy after the stone here; the lines after the stone there are the same
or shorter, and more. So a breaker who holds against the better stone holds against this one, with the squares
exchanged.
(Dominated moves are left out so in Hex by P. Henderson, "Playing and solving the game of Hex", 2010.)

The same holds after the breaker's answer, which spoils lines: a stone is refuted by the answer that refutes
another one if of its lines only those are left that lead through that one too.
"""

from ttt_tui.computer.expert.solver.residuals import Residuals, Rows
from ttt_tui.engine import Mask, Square


def dominated(lines: Residuals, rows: Rows, empty: Mask) -> dict[Square, Square]:
    """Return the squares that another one dominates, with that one, which none dominates in turn.

    `rows` are the maker's open lines. Of squares with the same lines one is left.
    """
    through = lines.through
    crossing = [(rows & through[square], square) for square in lines.listed(empty)]
    crossing.sort(key=lambda entry: -entry[0].bit_count())
    found = {}
    best: list[tuple[Rows, Square]] = []
    for here, square in crossing:
        for there, better in best:
            if not here & ~there:
                found[square] = better
                break
        else:
            best.append((here, square))
    return found


def refuted_alike(lines: Residuals, rows: Rows, empty: Mask, stone: Square, answer: Square) -> Mask:
    """Return the other squares where a stone of the maker's is refuted by the answer that refutes this one.

    `rows` are the open lines before the stone. A zone on which the breaker holds against this stone is
    one against theirs if the stone's square is added: he plays there instead of on the square of theirs.
    """
    through = lines.through
    more = rows & ~(through[stone] | through[answer])
    return empty & ~(lines.squares_of(more) | 1 << stone | 1 << answer)


def closed(zone: Mask, better: dict[Square, Square]) -> Mask:
    """Return a breaker's zone with which he also answers stones on dominated squares.

    Where he would play on a square that the maker took instead of a better one, he plays on the better one.
    """
    found = zone
    for square, other in better.items():
        if zone >> square & 1:
            found |= 1 << other
    return found
