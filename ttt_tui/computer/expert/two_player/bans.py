"""The bans of renju along a single line: more planes of a segment of the first player, above the threats.

A line tells where a stone of the first player's makes six or two fours (`BANNED`), and where it makes a
possible three, which counts if the stone that turns it into a straight four is allowed (`STRAIGHT`).
`bans_board` combines these on the whole board.
"""

from ttt_tui.engine import Mask
from ttt_tui.engine.renju import REACH, making
from ttt_tui.engine.rules import RENJU_LENGTH as FIVE

BANNED, STRAIGHT = range(2)
"""The planes, counted from the first one above those of both players."""


def bans(length: int, stones: Mask) -> tuple[Mask, Mask]:
    """Return the planes of a segment of `length` squares without stones of the second player."""
    banned = straight = 0
    line = 1 << REACH + length
    room = (line - 1 >> REACH) << REACH
    stones <<= REACH
    window = (1 << 2 * REACH + 1) - 1
    for place in range(length):
        if stones >> place + REACH & 1:
            continue
        made = making((stones | 1 << place + REACH) >> place & window, room >> place & window)
        banned |= int(made.run > FIVE or made.fours > 1) << place
        straight |= int(bool(made.straight)) << place
    return banned, straight
