"""The winner where stones fall if both sides only fill up the columns and avoid wasting their threats.

Nobody plays directly below a threat as long as there is another square: below the other side's threat it
would lose, below one's own the other side would take it. The end is *zugzwang*: one side has to play below a
threat. Lines completed meanwhile are not seen, so the answer is a guess, and a better one the fewer plies it
takes.
"""

from collections.abc import Callable

from ttt_tui.engine import Geometry, Mask

Fill = Callable[[Mask, Mask, Mask], tuple[int, int]]
"""Returns 1 if the side to move wins, -1 if it loses, else 0, and after how many plies, from the empty
squares and the threats of the side to move and of the other side."""


def filling(geometry: Geometry) -> Fill:
    """Return the function that fills up boards of one geometry."""
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
