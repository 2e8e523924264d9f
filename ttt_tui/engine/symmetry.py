"""The symmetries of a board: turns, reflections and, where lines continue at the opposite edge, shifts.

>>> from ttt_tui.engine import Geometry, Rules
>>> len(symmetries(Geometry(15, 15, 5))), len(symmetries(Geometry(7, 6, 4, Rules.parse("drop"))))
(8, 2)
>>> geometry = Geometry(3, 3, 3)
>>> sorted({geometry.name(image[geometry.parse("a2")]) for image in symmetries(geometry)})
['a2', 'b1', 'b3', 'c2']
"""

from functools import lru_cache

from ttt_tui.engine.geometry import Geometry, Square

Image = tuple[Square, ...]
"""For each square its image; -1 for the bits of a mask that are no squares."""

_Turn = tuple[bool, bool, bool]
"""Whether to exchange columns and rows, then reflect left and right, then top and bottom."""


@lru_cache(maxsize=8)
def symmetries(geometry: Geometry, *, with_shifts: bool = True) -> tuple[Image, ...]:
    """Return the images of a board under its symmetries, first the identity.

    There are eight of a square board, four of another rectangle, two where stones fall. On a torus each is
    combined with every shift, unless these are left out; where stones fall they go sideways only.
    """
    falls, wraps = geometry.rules.drop, geometry.rules.wrap and with_shifts
    return tuple(
        _image(geometry, turn, right, below)
        for right in range(geometry.columns if wraps else 1)
        for below in range(geometry.rows if wraps and not falls else 1)
        for turn in _turns(geometry)
    )


def _turns(geometry: Geometry) -> list[_Turn]:
    if geometry.rules.drop:  # down stays down
        return [(False, False, False), (False, True, False)]
    exchanges = (False, True) if geometry.columns == geometry.rows else (False,)
    return [(e, h, v) for e in exchanges for h in (False, True) for v in (False, True)]


def _image(geometry: Geometry, turn: _Turn, right: int, below: int) -> Image:
    found = [-1] * (geometry.squares[-1] + 1)
    exchange, across, down = turn
    for square in geometry.squares:
        column, row = geometry.column(square), geometry.row(square)
        if exchange:
            column, row = row, column
        if across:
            column = geometry.columns - 1 - column
        if down:
            row = geometry.rows - 1 - row
        found[square] = geometry.at((column + right) % geometry.columns, (row + below) % geometry.rows)
    return tuple(found)
