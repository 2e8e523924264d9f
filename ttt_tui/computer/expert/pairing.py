"""A breaker's strategy that needs no search: pairs of squares, and a weighing of the rest.

If every line holds two squares of its own, the breaker answers a stone on one by a stone on the other, and no
line is ever filled: a pairing strategy (A. W. Hales and R. I. Jewett, "Regularity and positional games",
1963). Lines that overlap can share a pair. Lines left over, seen only on the squares that no pair uses, are
held as well if the sum of 2^-squares over them is below 1/2 (P. Erdős and J. L. Selfridge, "On a
combinatorial game", 1973), since the breaker answers each stone in the part of the board where it fell.
"""

from ttt_tui.computer.expert.residual import Lines, Reach, Rows
from ttt_tui.engine import Mask, squares_of

_TRIES = 12  # pairs chosen, not forced, before giving up
_BRANCHES = 3  # pairs tried on one line
_HOPELESS = 2  # sum of 2^-squares beyond which no pairing is looked for


class Pairing:
    """Looks for such strategies on one geometry."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._tries = 0

    def zone(self, reach: Reach, empty: Mask) -> Mask | None:
        """Return the squares of a strategy for the breaker, the maker moving first; None if none is found.

        The breaker plays on these squares alone: the maker may have any stone elsewhere. `reach` is the
        maker's and has no line that needs just one stone.
        """
        lines = self.lines
        whole = 1 << lines.line_length
        chances = lines.chances(reach)
        rows = lines.open(reach)
        if 2 * chances < whole:
            return lines.squares_of(rows) & empty
        if chances > _HOPELESS * whole:
            return None
        self._tries = _TRIES
        return self._pair(rows, empty, 0)

    def _pair(self, rows: Rows, free: Mask, used: Mask) -> Mask | None:
        lines = self.lines
        through = lines.through
        length = lines.line_length
        while rows:
            chances = 0
            fewest = length + 1
            tightest = 0
            for residual in lines.residuals(rows, free):
                count = residual.bit_count()
                if count < 2:
                    return None
                chances += 1 << length - count
                if count < fewest:
                    fewest = count
                    tightest = residual
            if 2 * chances < 1 << length:
                return used | lines.squares_of(rows) & free
            if fewest > 2:
                return self._choose(rows, free, used, tightest)
            high = tightest.bit_length() - 1
            low = (tightest & -tightest).bit_length() - 1
            rows &= ~(through[high] & through[low])
            used |= tightest
            free ^= tightest
        return used

    def _choose(self, rows: Rows, free: Mask, used: Mask, tightest: Mask) -> Mask | None:
        # The best pair covers many lines and uses squares that few other lines want.
        through = self.lines.through
        options = []
        earlier: list[int] = []
        for square in squares_of(tightest):
            here = through[square] & rows
            for other in earlier:
                there = through[other] & rows
                worth = 4 * (here & there).bit_count() - here.bit_count() - there.bit_count()
                options.append((-worth, square, other))
            earlier.append(square)
        options.sort()
        for _, square, other in options[:_BRANCHES]:
            if not self._tries:
                return None
            self._tries -= 1
            pair = 1 << square | 1 << other
            found = self._pair(rows & ~(through[square] & through[other]), free ^ pair, used | pair)
            if found is not None:
                return found
        return None
