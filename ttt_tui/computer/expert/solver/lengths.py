"""How soon one side can force a line: whether a number of stones is enough, exactly.

A line that needs more stones than its player will place in that time is irrelevant, for the attacker and for
the defender. So few lines remain, and many positions become equal. And an attacker who would not be in time
even if the defender passed needs no refutation.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.attack import Attack
from ttt_tui.computer.expert.solver.maker_breaker import tick
from ttt_tui.computer.expert.solver.residuals import Reach
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Mask

_STONES_BITS = 9  # a number of stones, more than half a board has


class Lengths:
    """Decides for one geometry whether stones are enough, and remembers the answers within `megabytes`."""

    def __init__(self, attack: Attack, megabytes: float) -> None:
        """The tables of `attack` are shared."""
        self.lines = attack.lines
        self.fours = attack.fours
        self._keys = attack.keys
        self._answers: TwoGenerationCache[int, bool] = TwoGenerationCache(
            megabytes, int_bytes(self._keys.bits + _STONES_BITS)
        )

    @property
    def bytes(self) -> int:
        """The bytes in use."""
        return self._answers.bytes

    def attack(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Whether an attacker with `mine`, to move, can force a line with `stones` stones."""
        lines = self.lines
        if mine & lines.field:
            return stones > 0
        mine, theirs = self._in_time(mine, stones), self._in_time(theirs, stones - 1)
        threat = lines.fours(theirs, empty)
        if stones < 2 or threat & (threat - 1) or 2 * lines.chances(mine) < lines.certain:
            return False
        if stones == 2:
            return self.fours.win(mine, theirs, empty, budget, 1) is not None
        if threat:
            return self._after(mine, theirs, empty, threat, stones, budget)
        my_rows, their_rows = lines.open(mine), lines.open(theirs)
        empty &= lines.squares_of(my_rows | their_rows)
        key, _ = self._keys.key((my_rows << lines.width | their_rows) << lines.squares | empty)
        key = key << _STONES_BITS | stones
        known = self._answers.get(key)
        if known is not None:
            return known
        tick(lines, budget)
        enough = self.fours.win(mine, theirs, empty, budget, stones - 1) is not None or any(
            self._after(mine, theirs, empty, 1 << square, stones, budget)
            for square in lines.by_chances((mine, theirs), empty)
        )
        return self._answers.keep(key, enough)

    def _after(
        self, mine: Reach, theirs: Reach, empty: Mask, stone: Mask, stones: int, budget: Budget
    ) -> bool:
        """Whether this stone of the attacker's and the rest of `stones` are enough."""
        square = stone.bit_length() - 1
        spread = self.lines.spread[square]
        return self.defend(self.lines.gain(mine, square), theirs & ~spread, empty ^ stone, stones - 1, budget)

    def defend(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Whether an attacker with `mine` can force a line with `stones` more stones.

        The defender, with `theirs`, is to move.
        """
        lines = self.lines
        if theirs & lines.field:
            return False
        if fours := lines.fours(mine, empty):
            if fours & (fours - 1):
                return stones > 0
            square = fours.bit_length() - 1
            return self.attack(
                mine & ~lines.spread[square], lines.gain(theirs, square), empty ^ fours, stones, budget
            )
        mine, theirs = self._in_time(mine, stones), self._in_time(theirs, stones)
        if stones < 2 or not mine:
            return False
        variation = self.fours.win(mine, theirs, empty, budget, stones - 1)
        if variation:
            worth_trying = self.fours.zone(variation, theirs, empty)
        elif self.attack(mine, theirs, empty, stones, budget):  # after a pass
            worth_trying = empty
        else:
            return False
        return all(
            self.attack(
                mine & ~lines.spread[square], lines.gain(theirs, square), empty ^ 1 << square, stones, budget
            )
            for square in lines.by_chances((mine, mine, theirs), worth_trying)
        )

    def _in_time(self, reach: Reach, stones: int) -> Reach:
        """Return the part of a reach that `stones` stones can complete."""
        return reach & (1 << max(0, stones) * self.lines.width) - 1
