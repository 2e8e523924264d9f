"""How likely each player is to win a small board, and what that is worth on the whole board.

The chance of a player on a small board grows with the lines there in which the other has no stone, the more
the fuller they are. A line of boards is worth the product of its three chances, so that the lines add up to
how likely each player is to complete one. The constants are guesses so far.
"""

from ttt_tui.engine.nine_boards import EVERY, HAS_LINE, NINE_LINES

LINE_WORTH = (0.3, 0.6, 2.0)
"""The worth of a line of a small board by the stones of one player in it; the other has none there."""

UNWON = 0.8
"""The weight of a draw on a small board."""

DRAWN = 0.3
"""The weight of a drawn game, where a complete line of boards counts 1."""

MAJORITY = 0.12
"""What each small board counts besides where more boards win."""

SCALE = 1000
"""The value of a game that is nearly won."""


class BoardChances(dict[int, float]):
    """The chance to win a small board: the nine of one's own stones, times 512, plus that of the other's."""

    def __missing__(self, both: int) -> float:
        mine, theirs = both >> 9, both & EVERY
        if HAS_LINE[mine] or HAS_LINE[theirs]:
            chance = float(HAS_LINE[mine])
        else:
            hopes, fears = _hopes(mine, theirs), _hopes(theirs, mine)
            chance = hopes / (hopes + fears + UNWON)
        self[both] = chance
        return chance


def _hopes(mine: int, theirs: int) -> float:
    return sum(LINE_WORTH[(line & mine).bit_count()] for line in NINE_LINES if not line & theirs)


CHANCES = BoardChances()


def whole_value(mine: list[float], theirs: list[float], is_by_majority: bool) -> int:
    """Return what chances on the nine boards are worth to the player whose they are, up to `SCALE`."""
    a, b, c, d, e, f, g, h, i = mine
    hopes = a * (b * c + d * g + e * i) + e * (b * h + c * g + d * f) + i * (g * h + c * f)
    a, b, c, d, e, f, g, h, i = theirs
    fears = a * (b * c + d * g + e * i) + e * (b * h + c * g + d * f) + i * (g * h + c * f)
    if is_by_majority:
        hopes += MAJORITY * sum(mine)
        fears += MAJORITY * sum(theirs)
    return int(SCALE * (hopes - fears) / (hopes + fears + DRAWN))
