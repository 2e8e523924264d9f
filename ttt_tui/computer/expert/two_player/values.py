"""Values of positions in a game of two, and the transposition table that remembers them.

Values are whole numbers for the player to move. `PROVED_WIN - n` is a proved win complete with n stones on
the board; `LIKELY_WIN - n` a win found while some of the loser's moves were left out; everything less is the
evaluation of both players' open lines.

Keys of the table are the stones themselves, never a hash of them, so that two positions cannot be confused.
"""

from ttt_tui.computer.memory import TwoGenerationCache, int_bytes, tuple_bytes
from ttt_tui.engine import Geometry, Mask, Square

PROVED_WIN = 1_000_000
LIKELY_WIN = 900_000
"""Values of a win, proved and likely, less the stones on the board when it is complete."""

DECIDED = LIKELY_WIN - 1000
"""More than any evaluation, and less than any win."""

PROVED = PROVED_WIN - 1000
"""More than any likely win, and less than any proved one."""

INFINITE = PROVED_WIN + 1


StonePair = tuple[Mask, Mask]
"""The stones of the player to move, and the other's."""


EXACT, AT_LEAST, AT_MOST = range(3)
"""The relation of an entry's value to the position's value; plain numbers, since a search tests it all the
time."""


Stored = tuple[int, int, int, Square | None]
"""An entry of the table: depth in plies, value for the player to move, relation to the true value, best move.

The best move is None where there was none. An entry is a plain tuple of numbers, since Python's garbage
collector visits all instances of classes: 200,000 of them blocked search and screen for a tenth of a second,
again and again.
"""


class TranspositionTable(TwoGenerationCache[StonePair, Stored]):
    """Remembers entries by position."""

    def __init__(self, geometry: Geometry, megabytes: float) -> None:
        bits = geometry.stride * geometry.rows
        super().__init__(megabytes, stones_bytes(bits) + tuple_bytes(4) + int_bytes(20))


def stones_bytes(bits: int) -> int:
    """Return the bytes of a pair of masks, of which other pairs usually share one."""
    return tuple_bytes(2) + int_bytes(bits)


def is_usable(entry: Stored, depth: int, alpha: int, beta: int) -> bool:
    """Whether an entry is enough for a search of this depth and window."""
    depth_before, value, bound, _ = entry
    if depth_before < depth and abs(value) <= PROVED:
        return False
    return (
        bound == EXACT
        or (bound == AT_LEAST and (value >= beta or value > PROVED))
        or (bound == AT_MOST and (value <= alpha or value < -PROVED))
    )
