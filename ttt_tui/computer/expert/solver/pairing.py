"""A breaker's strategy that needs no search: pairs of squares, and a weighing of the rest.

If every line holds two squares of its own, the breaker answers a stone on one by a stone on the other, and no
line is ever filled: a pairing strategy (A. W. Hales and R. I. Jewett, "Regularity and positional games",
1963). Lines that overlap can share a pair. Lines left over, seen only on the squares that no pair uses, are
held as well if the sum of 2^-squares over them is below 1/2 (P. Erdős and J. L. Selfridge, "On a
combinatorial game", 1973), since the breaker answers each stone in the part of the board where it fell.
"""

from ttt_tui.computer.expert.solver.residuals import Reach, Residuals, Rows
from ttt_tui.engine import Mask, Square

_TRIES = 30  # pairs chosen, not forced, before giving up
_BRANCHES = 4  # pairs tried on one line
_MOST_CHANCES = (
    4 / 7
)  # sum of 2^-squares, per square of a line that its pair leaves, beyond which none is found


class Pairing:
    """Looks for such strategies on one geometry."""

    def __init__(self, lines: Residuals) -> None:
        self.lines = lines
        self._tries = 0

    def zone(self, reach: Reach, empty: Mask) -> Mask | None:
        """Return the squares of a strategy for the breaker, the maker moving first; None if none is found.

        The breaker plays on these squares alone: the maker may have any stone elsewhere. `reach` is the
        maker's and has no line that needs just one stone.
        """
        lines = self.lines
        chances = lines.chances(reach)
        if chances > _MOST_CHANCES * (lines.line_length - 2) * lines.certain:
            return None
        self._tries = _TRIES
        found = self._pair(reach, empty, 0)
        if found is None and 2 * chances < lines.certain:
            return lines.squares_of(lines.open(reach)) & empty
        return found

    def _pair(self, reach: Reach, free: Mask, used: Mask) -> Mask | None:
        # A line with one square of a pair, but not the other, loses that square for its own pair: just as if
        # the maker had a stone there.
        lines = self.lines
        spread = lines.spread
        while reach:
            if reach & lines.field:
                return None
            tight = reach >> lines.width & lines.field
            if not tight:
                found = self._choose(reach, free, used)
                if found is None and 2 * lines.chances(reach) < lines.certain:
                    return used | lines.squares_of(lines.open(reach)) & free
                return found
            pair = lines.lines[tight.bit_length() - 1] & free
            one, other = pair.bit_length() - 1, (pair & -pair).bit_length() - 1
            reach &= ~(spread[one] & spread[other])
            reach = lines.gain(reach, one)
            if reach & lines.field:
                return None
            reach = lines.gain(reach, other)
            used |= pair
            free ^= pair
        return used

    def _choose(self, reach: Reach, free: Mask, used: Mask) -> Mask | None:
        # The best pair covers many lines and uses squares that few other lines want.
        lines = self.lines
        through = lines.through
        spread = lines.spread
        rows = lines.open(reach)
        tightest = reach
        while not tightest & lines.field:
            tightest >>= lines.width
        tightest &= lines.field
        options = []
        earlier: list[tuple[Square, Rows]] = []
        for square in lines.listed(lines.lines[tightest.bit_length() - 1] & free):
            here = through[square] & rows
            for other, there in earlier:
                worth = 4 * (here & there).bit_count() - here.bit_count() - there.bit_count()
                options.append((-worth, square, other))
            earlier.append((square, here))
        options.sort()
        for _, square, other in options[:_BRANCHES]:
            if not self._tries:
                return None
            self._tries -= 1
            left = lines.gain(reach & ~(spread[square] & spread[other]), square)
            if left & lines.field:
                continue
            left = lines.gain(left, other)
            pair = 1 << square | 1 << other
            found = self._pair(left, free ^ pair, used | pair)
            if found is not None:
                return found
        return None
