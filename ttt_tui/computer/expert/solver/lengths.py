"""How soon can one side force a line? Whether so many stones are enough, exactly.

A line that needs more stones than a player will place in that time is out of the game, the attacker's as the
defender's. So what is left of the lines is little, and many positions come to the same. And an attacker who
would not be in time even if the defender passed needs no refutation.
"""

from ttt_tui.computer.budget import Budget
from ttt_tui.computer.expert.solver.attack import Attack
from ttt_tui.computer.expert.solver.maker_breaker import tick
from ttt_tui.computer.expert.solver.residuals import Reach
from ttt_tui.computer.memory import TwoGenerationCache, int_bytes
from ttt_tui.engine import Mask

_STONES_BITS = 9  # a number of stones, more than half a board has


class Lengths:
    """Tells for one geometry whether stones are enough, and remembers it in so many megabytes."""

    def __init__(self, attack: Attack, megabytes: float) -> None:
        """It shares the tables of an attack's."""
        self.lines = attack.lines
        self.fours = attack.fours
        self._keys = attack.keys
        self._answers: TwoGenerationCache[int, bool] = TwoGenerationCache(
            megabytes, int_bytes(self._keys.bits + _STONES_BITS)
        )

    @property
    def bytes(self) -> int:
        """How many bytes it remembers."""
        return self._answers.bytes

    def attack(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Return whether an attacker with `mine`, to move, can force a line with so many stones."""
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
        """Return whether this stone of the attacker's and the others after it are enough."""
        square = stone.bit_length() - 1
        spread = self.lines.spread[square]
        return self.defend(self.lines.gain(mine, square), theirs & ~spread, empty ^ stone, stones - 1, budget)

    def defend(self, mine: Reach, theirs: Reach, empty: Mask, stones: int, budget: Budget) -> bool:
        """Return whether an attacker with `mine` can force a line with so many stones more.

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
        """Return the part of a reach that so many stones can complete."""
        return reach & (1 << max(0, stones) * self.lines.width) - 1
