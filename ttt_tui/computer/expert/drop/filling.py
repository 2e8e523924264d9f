"""Who wins where stones fall if both sides only fill up the columns and keep from giving away their threats.

Nobody plays directly below a threat as long as there is another square: below the other side's it would lose,
below one's own the other side would take it. What is left at the end is *zugzwang*: a side that has to play
below a threat. Lines that come about meanwhile are not seen, so the answer is a guess, and a better one the
fewer plies it takes.
"""

from collections.abc import Callable

from ttt_tui.engine import Geometry, Mask

Fill = Callable[[Mask, Mask, Mask], tuple[int, int]]
"""Takes the empty squares, the threats of the side to move and of the other side; returns 1 if the side to
move wins, -1 if it loses, else 0, and after how many plies."""


def filling(geometry: Geometry) -> Fill:
    """Return what fills up boards of one geometry."""
    stride = geometry.stride
    spans = [stride << i for i in range((geometry.rows - 1).bit_length())]

    def fill(empty: Mask, mine: Mask, theirs: Mask) -> tuple[int, int]:
        sign, plies = 1, 0
        while empty:
            legal = empty & ~(empty >> stride)
            if mine & legal:
                return sign, plies
            if move := theirs & legal:
                if move & move - 1:
                    return -sign, plies
            else:
                closed = (mine | theirs) << stride & empty
                for span in spans:
                    closed |= closed >> span
                free = (empty & ~closed).bit_count()
                empty &= closed
                plies += free
                if free & 1:
                    mine, theirs, sign = theirs, mine, -sign
                if not empty:
                    break
                own = empty & ~(empty >> stride) & ~(theirs << stride)
                if not own:
                    return -sign, plies
                move = own & -own
            empty ^= move
            mine, theirs, sign, plies = theirs & empty, mine & empty, -sign, plies + 1
        return 0, plies

    return fill
