"""How likely each player is to win a small board, and the value of that on the whole board.

The chance of a player on a small board grows with the lines there in which the other player has no stone,
more the fuller they are. It is higher on the board where the player has to move now. A line of boards is
worth the product of its three chances, and each board adds a little, so that the sum shows how likely each
player is to win.

The constants were fitted by maximum likelihood to the results of games of the expert against itself. At equal
nodes they scored 0.69 in 80 games against guessed constants.
"""

from ttt_tui.engine.nine_boards import COMPLETING, EVERY, HAS_LINE, NINE_LINES

LINE_WORTH = (0.03, 0.105, 0.375)
"""The worth of a line of a small board by the stones of one player in it; the other has none there."""

UNWON = 0.8
"""The weight of a draw on a small board."""

DUE = 2.0
"""The factor for the lines of the player who has to move on a small board."""

TAKEN, LEFT = 0.65, 0.18
"""The chances of the two players on the board that is due, if the player to move can win it at once.

They do not add up to 1, since the move may be needed elsewhere or give away more than it gains.
"""

DRAWN = 1.15
"""The weight of a drawn game, where a complete line of boards counts 1."""

MIDDLE, CORNER, EDGE = 0.047, 0.025, 0.014
"""The worth of a small board besides the lines of boards through it."""

MAJORITY = 0.12
"""The worth of each small board besides, where more boards win."""

SCALE = 1000
"""The value of a game that is nearly won."""

Pair = tuple[float, float]
"""A player's chances on a small board, and the other player's."""


class BoardChances(dict[int, Pair]):
    """The chances on a small board, by the nine of one's own stones times 512 plus the other's nine."""

    def __init__(self, is_due: bool) -> None:
        super().__init__()
        self._is_due = is_due
        """Whether the player of the first chance has to move there."""

    def __missing__(self, both: int) -> Pair:
        pair = self[both] = self._chances(both >> 9, both & EVERY)
        return pair

    def _chances(self, mine: int, theirs: int) -> Pair:
        if HAS_LINE[mine] or HAS_LINE[theirs]:
            return float(HAS_LINE[mine]), float(HAS_LINE[theirs])
        hopes, fears = _hopes(mine, theirs), _hopes(theirs, mine)
        if self._is_due:
            if COMPLETING[mine] & ~theirs:
                return TAKEN, LEFT
            hopes *= DUE
        total = hopes + fears + UNWON
        return hopes / total, fears / total


def _hopes(mine: int, theirs: int) -> float:
    return sum(LINE_WORTH[(line & mine).bit_count()] for line in NINE_LINES if not line & theirs)


CHANCES, CHANCES_DUE = BoardChances(False), BoardChances(True)


def whole_value(mine: list[float], theirs: list[float], is_by_majority: bool) -> int:
    """Return the worth of chances on the nine boards to the player of `mine`, up to `SCALE`."""
    a, b, c, d, e, f, g, h, i = mine
    hopes = (
        a * (b * c + d * g + e * i + CORNER) + e * (b * h + c * g + d * f + MIDDLE)
        + i * (g * h + c * f + CORNER) + (c + g) * CORNER + (b + d + f + h) * EDGE
    )  # fmt: skip
    a, b, c, d, e, f, g, h, i = theirs
    fears = (
        a * (b * c + d * g + e * i + CORNER) + e * (b * h + c * g + d * f + MIDDLE)
        + i * (g * h + c * f + CORNER) + (c + g) * CORNER + (b + d + f + h) * EDGE
    )  # fmt: skip
    if is_by_majority:
        hopes += MAJORITY * sum(mine)
        fears += MAJORITY * sum(theirs)
    return int(SCALE * (hopes - fears) / (hopes + fears + DRAWN))
