"""Which turns and reflections of the board leave a position as it is.

Where there is one, of the moves that it maps to each other one alone has to be searched.
"""

from collections.abc import Iterator

from ttt_tui.computer.expert.residual import Lines, Reach
from ttt_tui.engine import Geometry, Mask, Square, squares_of

_MOST_STONES = 3  # with more on the board hardly any position is symmetric, and looking costs time

_MOST_IMAGES = 3  # of one position that are remembered with it
_MOST_LINES = 100  # beyond, few positions come back as an image, and moving them takes long

Image = tuple[Mask, ...]
"""For each square the mask of the square that it is mapped to."""


class Symmetries:
    """The symmetries of one geometry: seven besides identity on a square board, three on any other."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self._images = [_image(lines.geometry, *turn) for turn in _turns(lines.geometry)]
        number = {line: row for row, line in enumerate(lines.lines)}
        self._rows = [[number[apply(image, line)] for line in lines.lines] for image in self._images]
        self._tables = [
            [_Table(rows, lines.width, first) for first in range(0, lines.span, 8)] for rows in self._rows
        ]

    def keeping(self, reaches: tuple[Reach, ...], empty: Mask) -> list[Image]:
        """Return the symmetries that leave these reaches and empty squares as they are, without identity."""
        if (self.lines.geometry.board ^ empty).bit_count() > _MOST_STONES:
            return []
        width = self.lines.width
        return [
            image
            for image, rows in zip(self._images, self._rows, strict=True)
            if apply(image, empty) == empty and all(_moved(rows, width, reach) == reach for reach in reaches)
        ]

    def elsewhere(
        self, reaches: tuple[Reach, ...], empty: Mask
    ) -> Iterator[tuple[tuple[Reach, ...], Mask, Image]]:
        """Give a position's other images, each with the symmetry that leads there.

        None on a square board and on one with many lines: the images cost more than they save.
        """
        if len(self._images) > _MOST_IMAGES or self.lines.width > _MOST_LINES:
            return
        for image, tables in zip(self._images, self._tables, strict=True):
            moved = tuple(_by_bytes(tables, reach) for reach in reaches)
            yield moved, apply(image, empty), image


class _Table(dict[int, Reach]):
    """Where a symmetry takes eight bits of a reach, worked out when first asked for."""

    def __init__(self, rows: list[int], width: int, first: int) -> None:
        super().__init__()
        self._rows, self._width, self._first = rows, width, first

    def __missing__(self, byte: int) -> Reach:
        found = self[byte] = _moved(self._rows, self._width, byte << self._first)
        return found


def _moved(rows: list[int], width: int, reach: Reach) -> Reach:
    found = 0
    for bit in squares_of(reach):
        found |= 1 << bit // width * width + rows[bit % width]
    return found


def _by_bytes(tables: list[_Table], reach: Reach) -> Reach:
    found = 0
    for table, byte in zip(tables, reach.to_bytes(len(tables), "little"), strict=True):
        if byte:
            found |= table[byte]
    return found


def apply(image: Image, squares: Mask) -> Mask:
    """Return the squares to which these are mapped."""
    found = 0
    for square in squares_of(squares):
        found |= image[square]
    return found


def common(images: list[Image], squares: Mask) -> Mask:
    """Return the squares that lie in these and in all their images."""
    found = squares
    for image in images:
        found &= apply(image, squares)
    return found


def united(images: list[Image], squares: Mask) -> Mask:
    """Return these squares and all their images."""
    found = squares
    for image in images:
        found |= apply(image, squares)
    return found


def _turns(geometry: Geometry) -> list[tuple[bool, bool, bool]]:
    """Whether to exchange columns and rows, then reflect left and right, then top and bottom."""
    exchanges = (False, True) if geometry.columns == geometry.rows else (False,)
    every = [(e, h, v) for e in exchanges for h in (False, True) for v in (False, True)]
    return every[1:]


def _image(geometry: Geometry, exchange: bool, across: bool, down: bool) -> Image:
    found: list[Mask] = [0] * (max(geometry.squares) + 1)
    for square in geometry.squares:
        found[square] = 1 << _mapped(geometry, square, exchange, across, down)
    return tuple(found)


def _mapped(geometry: Geometry, square: Square, exchange: bool, across: bool, down: bool) -> Square:
    column, row = geometry.column(square), geometry.row(square)
    if exchange:
        column, row = row, column
    if across:
        column = geometry.columns - 1 - column
    if down:
        row = geometry.rows - 1 - row
    return geometry.at(column, row)
