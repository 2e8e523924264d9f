"""The check of a position that every computer of Ultimate begins with."""

from ttt_tui.engine import Position
from ttt_tui.engine.ultimate import UltimatePosition


def ultimate(position: Position) -> UltimatePosition:
    """Return a position as one of Ultimate. Raises `TypeError` if it is of another game."""
    if not isinstance(position, UltimatePosition):
        raise TypeError(f"{position!r} is not a position of Ultimate")
    return position
