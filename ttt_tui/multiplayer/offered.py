"""What a host has on offer, as who looks for a game is told it.

Who plays says so whenever it changes; the thread of the door answers all who look.
"""

from dataclasses import dataclass

from ttt_tui.engine import Geometry
from ttt_tui.multiplayer.messages import VERSION, Offer, write


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat at which nobody sits now."""

    symbol: str
    user: int | None
    """Whose it is while they are away, None if nobody has taken it."""


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game that can be joined or watched."""

    geometry: Geometry
    here: tuple[str, ...]
    """What the people are called who play and are here."""
    empty: tuple[EmptySeat, ...]

    def line(self, user: int) -> bytes:
        """Return what tells the user of this number of it: free is also a seat of theirs which they left."""
        free = [seat.symbol for seat in self.empty if seat.user in (None, user)]
        board = self.geometry
        return write(Offer(VERSION, board.columns, board.rows, board.line_length, free, [*self.here]))
