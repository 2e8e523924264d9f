"""The door through which computers of Ultimate take a position."""

from ttt_tui.engine import Position
from ttt_tui.engine.ultimate import UltimatePosition


def ultimate(position: Position) -> UltimatePosition:
    """Return a position as one of Ultimate. Raises `TypeError` if it is of another game."""
    if not isinstance(position, UltimatePosition):
        raise TypeError(f"{position!r} is not a position of Ultimate")
    return position


def squares_that_matter(position: UltimatePosition) -> int:
    """Return how many squares can still get a stone: empty ones on boards that are open."""
    room = 0
    for board in range(9):
        if not position.closed >> board & 1:
            room += 9 - (position.cells[0][board] | position.cells[1][board]).bit_count()
    return room
