"""What is played by habit, where nothing is proved: the first stone of a game of two, and the reply to it.

A search sees little there, and these moves cost none. But a habit can let go a win that a bad first stone of
the other side gave away, so whatever can be proved comes first.
"""

from random import Random

from ttt_tui.engine import Position, Square

MOST_STONES = 1
"""On the board."""


def usual_move(position: Position, random: Random) -> Square:
    """Return the centre or, if that is taken, one of the squares that touch its corners."""
    geometry = position.geometry
    column, row = geometry.columns // 2, geometry.rows // 2
    centre = geometry.at(column, row)
    if position.empty >> centre & 1:
        return centre
    return random.choice(sorted(geometry.at(column + c, row + r) for c in (-1, 1) for r in (-1, 1)))
