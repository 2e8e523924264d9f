"""Wins by continuous fours, on residuals.

A *four* here is a line that needs one more stone: the other player has to answer it at once. A player who can
make one four after another until two stand at the same time has won, whatever else is on the board (L. V.
Allis, H. J. van den Herik and M. P. H. Huntjens, "Go-Moku solved by new search techniques", 1996).
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.residuals import Reach, Residuals
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Mask, Square, mask_of

Variation = tuple[Square, ...]

_ENDLESS = 10**6


class Fours:
    """Looks for wins by continuous fours on one geometry; remembers failures within `megabytes`."""

    def __init__(self, lines: Residuals, megabytes: float) -> None:
        self.lines = lines
        # How many fours were not enough:
        self._failed: TwoGenerationCache[int, int] = TwoGenerationCache(
            megabytes, int_bytes(2 * lines.span + lines.squares)
        )

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._failed.bytes

    def win(
        self, mine: Reach, theirs: Reach, empty: Mask, budget: Budget, most: int = _ENDLESS
    ) -> Variation | None:
        """Return the shortest win by at most `most` continuous fours of the player to move, None without one.

        The line alternates the attacker's fours and the forced answers, and ends with the four that makes two
        at once, one of the answers, and the stone that completes a line. Neither side has won, and the player
        to move cannot win in one.
        """
        found = self._search(mine, theirs, empty, most, budget)
        while found is not None and len(found) > 3:
            shorter = self._search(mine, theirs, empty, (len(found) - 3) // 2, budget)
            if shorter is None:
                break
            found = shorter
        return found

    def _search(self, mine: Reach, theirs: Reach, empty: Mask, most: int, budget: Budget) -> Variation | None:
        """Look for a win with at most `most` fours."""
        lines = self.lines
        pairs = lines.pairs(mine, empty)
        if not pairs:
            return None
        threat = lines.fours(theirs, empty)
        if threat & (threat - 1):
            return None
        once = twice = 0
        for pair in pairs:
            twice |= once & pair
            once |= pair
        if threat:
            twice &= threat
        if twice:
            square = twice & -twice
            first, second = [pair ^ square for pair in pairs if pair & square][:2]
            return square.bit_length() - 1, first.bit_length() - 1, second.bit_length() - 1
        if most <= 1 or (threat and not once & threat):
            return None
        key = (mine << lines.span | theirs) << lines.squares | empty
        if (self._failed.get(key) or 0) >= most:
            return None
        budget.tick()
        found = self._each_four(mine, theirs, empty, pairs, threat, most, budget)
        if found is None:
            self._failed.keep(key, most)
        return found

    def _each_four(
        self,
        mine: Reach,
        theirs: Reach,
        empty: Mask,
        pairs: list[Mask],
        threat: Mask,
        most: int,
        budget: Budget,
    ) -> Variation | None:
        """Look for a win that begins with a four on either of two squares, the other one being the answer."""
        lines = self.lines
        spread = lines.spread
        for pair in pairs:
            if threat and not pair & threat:
                continue
            high, low = pair.bit_length() - 1, (pair & -pair).bit_length() - 1
            for four, answer in ((high, low), (low, high)):
                if threat and not threat >> four & 1:
                    continue
                after_mine = lines.gain(mine, four) & ~spread[answer]
                if not after_mine & spread[four] and not threat:
                    continue  # it opened nothing
                after_theirs = lines.gain(theirs & ~spread[four], answer)
                rest = self._search(after_mine, after_theirs, empty ^ pair, most - 1, budget)
                if rest is not None:
                    return (four, answer, *rest)
        return None

    def zone(self, variation: Variation, theirs: Reach, empty: Mask, stones: int = 1) -> Mask:
        """Return the squares where one of `stones` stones of the other player can spoil this win.

        They are the squares of the line, and those where that many stones would give the other player a four
        between the fours.
        """
        lines = self.lines
        spread = lines.spread
        found = mask_of(variation)
        for four, answer in zip(variation[:-1:2], variation[1::2], strict=True):
            theirs &= ~spread[four]
            empty &= ~(1 << four)
            for missing in range(1, stones + 1):
                found |= lines.squares_of(theirs >> missing * lines.width & lines.field) & empty
            theirs = lines.gain(theirs, answer)
            empty &= ~(1 << answer)
        return found
