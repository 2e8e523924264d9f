"""Turns and reflections of the board.

Where a symmetry keeps a position, only one of the moves that it maps to each other has to be searched. Of all
images of a position only one has to be remembered.
"""

from functools import cached_property
from typing import NamedTuple

from ttt_tui.computer.expert.solver.residuals import Reach, Residuals
from ttt_tui.computer.memory import FULL_SLOT, int_bytes
from ttt_tui.engine import Geometry, Mask, squares_of
from ttt_tui.engine.symmetry import symmetries

_MOST_STONES = 3  # with more on the board hardly any position is symmetric, and looking costs time

_MOST_LINES = 100  # beyond, few positions come back as an image, and moving them takes long

Image = tuple[Mask, ...]
"""For each square the mask of its image."""


class Turn(NamedTuple):
    """A symmetry, and its inverse."""

    there: Image
    back: Image


class Symmetries:
    """The symmetries of one geometry."""

    def __init__(self, lines: Residuals) -> None:
        self.lines = lines
        self._images = images_of(lines.geometry)
        self.turns = [
            Turn(image, next(back for back in self._images if _undoes(lines.geometry, image, back)))
            for image in self._images
        ]

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The image of each line under every symmetry, computed late: on a big board it takes 10 ms."""
        lines = self.lines.lines
        number = {line: row for row, line in enumerate(lines)}
        return [[number[apply(image, line)] for line in lines] for image in self._images]

    def quickly_keeping(self, reaches: tuple[Reach, ...], empty: Mask) -> list[Image]:
        """Return the symmetries as `keeping` does, or none where hardly any position has one."""
        crowded = (self.lines.geometry.board ^ empty).bit_count() > _MOST_STONES
        return [] if crowded else self.keeping(reaches, empty)

    def keeping(self, reaches: tuple[Reach, ...], empty: Mask) -> list[Image]:
        """Return the symmetries that keep these reaches and empty squares, without the identity."""
        width = self.lines.width
        return [
            image
            for image, rows in zip(self._images, self._rows, strict=True)
            if apply(image, empty) == empty
            and all(_image_of_reach(rows, width, reach) == reach for reach in reaches)
        ]

    def places(self, players: int) -> list[int]:
        """Return where each bit goes in every image of a position, the images one after another.

        A position is one integer here: the open lines of `players` players, then the mask of the empty
        squares.
        """
        lines = self.lines
        size = players * lines.width + lines.squares
        found = [0] * size
        for number, (image, rows) in enumerate(zip(self._images, self._rows, strict=True)):
            for bit in range(lines.squares):
                found[bit] |= image[bit] << number * size
            for bit in range(lines.squares, size):
                row = (bit - lines.squares) % lines.width
                found[bit] |= 1 << bit - row + rows[row] + number * size
        return found


class Keys:
    """The keys of positions of one or two players on one geometry, equal for all images of a position."""

    def __init__(self, symmetries: Symmetries, players: int) -> None:
        lines = symmetries.lines
        self.bits = players * lines.width + lines.squares
        """Bits to a key."""
        self._every = (1 << self.bits) - 1
        self._turns = symmetries.turns if lines.width <= _MOST_LINES else []
        places = symmetries.places(players) if self._turns else []
        self._tables = [_Table(places[first : first + 8]) for first in range(0, len(places), 8)]
        self.bytes = len(self._tables) * 256 * (FULL_SLOT + int_bytes(len(self._turns) * self.bits))
        """The most bytes of the tables."""

    def key(self, position: int) -> tuple[int, Turn | None]:
        """Return the smallest image of a position, and the symmetry that leads there if it is another one.

        The position is made of each player's open lines and, in the lowest bits, the mask of their empty
        squares: more is not to be known, since a stone on an open line is that player's. On a board with many
        lines the position is its own key.
        """
        if not self._turns:
            return position, None
        images = 0
        for table, byte in zip(self._tables, position.to_bytes(len(self._tables), "little"), strict=True):
            if byte:
                images |= table[byte]
        smallest, found, every = position, None, self._every
        for turn in self._turns:
            image = images & every
            images >>= self.bits
            if image < smallest:
                smallest, found = image, turn
        return smallest, found


class _Table(dict[int, int]):
    """The images of eight bits of a position, computed on demand."""

    def __init__(self, places: list[int]) -> None:
        super().__init__()
        self._places = places

    def __missing__(self, byte: int) -> int:
        found = 0
        for bit in squares_of(byte):
            found |= self._places[bit]
        self[byte] = found
        return found


def _image_of_reach(rows: list[int], width: int, reach: Reach) -> Reach:
    found = 0
    for bit in squares_of(reach):
        found |= 1 << bit // width * width + rows[bit % width]
    return found


def _undoes(geometry: Geometry, image: Image, back: Image) -> bool:
    return all(apply(back, image[square]) == 1 << square for square in geometry.squares)


def apply(image: Image, squares: Mask) -> Mask:
    """Return the image of a mask."""
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


MOST_TRANSLATED = 25
"""Squares of the largest board whose translations count."""


def images_of(geometry: Geometry) -> list[Image]:
    """Return the symmetries of a board, without the identity.

    There are seven of a square, three of another rectangle, at most one where stones fall. Where lines
    continue at the opposite edge, each is combined with every translation, on a board of at most
    `MOST_TRANSLATED` squares: trying them costs more than it saves on a larger one.
    """
    with_shifts = len(geometry.squares) <= MOST_TRANSLATED
    return [
        tuple(0 if square < 0 else 1 << square for square in image)
        for image in symmetries(geometry, with_shifts=with_shifts)[1:]
    ]
