"""What a position is worth to a player: proved by a search, or judged as a winning chance.

>>> from ttt_tui.computer import Value
>>> win, loss = Verdict.proved(Value.WIN, 5, is_exact=True), Verdict.proved(Value.LOSS, 8)
>>> print(win, loss, Verdict.judged(0.63))
W5 L≤8 63%
>>> print(win.turned(), loss.turned(), Verdict.judged(0.63).turned())
L5 W≤8 37%
"""

from typing import NamedTuple

from ttt_tui.computer import Value

CHANCES = {Value.WIN: 1.0, Value.DRAW: 0.5, Value.LOSS: 0.0}
"""The winning chance of each proved value among two players: a draw is half a win."""

OPPOSITE = {Value.WIN: Value.LOSS, Value.DRAW: Value.DRAW, Value.LOSS: Value.WIN}

HIGHEST_JUDGED = 0.99
"""Only what is proved is certain."""


class Verdict(NamedTuple):
    """What a position is worth to one player. `proved` and `judged` make one."""

    chance: float
    """The winning chance, 0 to 1, a draw counting as an even share of a win."""
    value: Value | None = None
    """What is proved, None if the chance is only judged."""
    plies: int | None = None
    """Until the proved win or loss, at most; None for a draw, and where somebody resigned."""
    is_exact: bool = False
    """Whether the plies are those of best play on both sides, no mere upper bound."""

    @classmethod
    def proved(
        cls, value: Value, plies: int | None = None, is_exact: bool = False, players: int = 2
    ) -> "Verdict":
        """Return a proved verdict; a draw is shared by so many players."""
        chance = 1 / players if value is Value.DRAW else CHANCES[value]
        return cls(chance, value, plies, is_exact and plies is not None)

    @classmethod
    def judged(cls, chance: float) -> "Verdict":
        """Return a judged verdict; a chance beyond what a judgement can tell is cut."""
        return cls(min(HIGHEST_JUDGED, max(1 - HIGHEST_JUDGED, chance)))

    @property
    def is_proved(self) -> bool:
        """Whether it is certain."""
        return self.value is not None

    def turned(self) -> "Verdict":
        """Return the same for the other one of two players."""
        value = None if self.value is None else OPPOSITE[self.value]
        return Verdict(1 - self.chance, value, self.plies, self.is_exact)

    def before(self) -> "Verdict":
        """Return the same, counted from one ply earlier."""
        return self._moved(1)

    def after(self) -> "Verdict":
        """Return the same, counted from one ply later."""
        return self._moved(-1)

    def _moved(self, plies: int) -> "Verdict":
        moved = None if self.plies is None else self.plies + plies
        return Verdict(self.chance, self.value, moved, self.is_exact)

    def __str__(self) -> str:
        """Write it short: `W5`, `W≤9` where the length is an upper bound, `D`, `L8`, `63%`."""
        if self.value is None:
            return f"{self.chance:.0%}"
        length = "" if self.plies is None else f"{'' if self.is_exact else '≤'}{self.plies}"
        return f"{self.value[0].upper()}{length}"


def tells_more(new: Verdict, old: Verdict) -> bool:
    """Whether a later verdict of a position replaces an earlier one for the same player.

    What was proved stays: only a proof of the same value with a better length replaces it. Of two that are
    judged the later one holds.
    """
    if not old.is_proved or not new.is_proved:
        return not old.is_proved
    if new.value is not old.value or new.plies is None or old.plies is None:
        return False
    return (new.is_exact, -new.plies) > (old.is_exact, -old.plies)
