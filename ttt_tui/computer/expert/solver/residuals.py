"""Residual lines: all that a solver needs to know about a position.

A player can still complete a line if no other stone is on it, and then only its empty squares matter, its
*residual*: two positions with the same residuals are the same game. A player's open lines are one integer, a
*reach*: one field of bits for the lines that need one more stone, the next field for lines that need two, and
so on; bit i of a field is line i of the geometry. The player's own stone moves bits one field down, another
player's stone clears them, so a move is three operations on one integer, however many lines contain the
square.
"""

from collections.abc import Iterator
from struct import Struct
from sys import getsizeof

from ttt_tui.computer.memory import FULL_SLOT, rounded
from ttt_tui.engine import Geometry, Mask, Square, squares_of

Reach = int
"""A player's open lines, sorted into fields by the stones that are missing."""

Rows = int
"""A set of lines: bit i is line i of the geometry."""

_CHUNK = 8  # lines to a table of unions: a byte
_FEW = 4  # tables per line, from which uniting the lines one by one is faster
_PIECE_BITS = 12  # bits of a mask listed at a time
_PIECE = (1 << _PIECE_BITS) - 1
_LANE = 16  # bits for the sum of what a square is worth, for all squares at once
_NEAREST = (
    256  # the worth of a line that needs one more stone: 160 of these fit a lane, and no square has more
)


_MOST_LISTS = 10_000  # remembered for all pieces together
_LIST = FULL_SLOT + 200  # the most bytes of a list


class _List(dict[Mask, list[Square]]):
    """The squares of a piece of a mask, listed on demand."""

    def __init__(self, first: Square, most: int) -> None:
        super().__init__()
        self._first = first
        self._most = most

    def __missing__(self, piece: Mask) -> list[Square]:
        if len(self) >= self._most:
            self.clear()
        found = self[piece] = [self._first + square for square in squares_of(piece)]
        return found


class Residuals:
    """The tables of one geometry, and the questions about a reach."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.line_length = geometry.line_length
        self.lines: tuple[Mask, ...] = geometry.lines
        self.certain = 1 << self.line_length
        """The unit of `chances`."""
        self.width = len(self.lines)
        """Bits to a field."""
        self.field: Rows = (1 << self.width) - 1
        """All lines; ANDed with a reach: the lines that need one more stone."""
        self.squares = max(geometry.squares) + 1
        """Bits to a mask."""
        self.span = self.width * self.line_length
        """Bits to a reach."""
        self.through: list[Rows] = [0] * self.squares
        """For each square the lines through it."""
        for row, line in enumerate(self.lines):
            for square in squares_of(line):
                self.through[square] |= 1 << row
        self.spread: list[Reach] = [
            sum(rows << missing * self.width for missing in range(self.line_length)) for rows in self.through
        ]
        """For each square the lines through it, in every field."""
        self._every_field: Reach = sum(1 << missing * self.width for missing in range(self.line_length))
        self._lanes = [sum(1 << _LANE * square for square in squares_of(line)) for line in self.lines]
        self._unpack = Struct(f"<{self.squares}H").unpack
        self._counts = [self._count_table(first) for first in range(0, self.width, 4)]
        pieces = range(0, self.squares, _PIECE_BITS)
        self._lists = [_List(first, _MOST_LISTS // len(pieces)) for first in pieces]
        self._every_square: Mask = (1 << self.squares) - 1
        self._unions = [self._union_table(first) for first in range(0, self.width, _CHUNK)]
        tables = (self.through, self.spread, self._lanes, *self._counts, *self._unions)
        self.bytes = _MOST_LISTS * _LIST + sum(8 + rounded(getsizeof(n)) for table in tables for n in table)
        """The most bytes of all tables."""

    def _union_table(self, first: int) -> list[int]:
        # The squares of the lines, and above them the squares on more than one line.
        table = [0]
        for rows in range(1, 1 << min(_CHUNK, self.width - first)):
            lowest = rows & -rows
            others, line = table[rows ^ lowest], self.lines[first + lowest.bit_length() - 1]
            table.append(others | line | (others & line) << self.squares)
        return table

    def _count_table(self, first: int) -> list[int]:
        table = [0]
        for rows in range(1, 1 << min(4, self.width - first)):
            lowest = rows & -rows
            table.append(table[rows ^ lowest] + self._lanes[first + lowest.bit_length() - 1])
        return table

    def reach(self, own: Mask, strange: Mask) -> Reach:
        """Return the reach of a player with these stones against the others' stones.

        Raises `ValueError` if a line is complete: then the game is over and there is nothing to solve.
        """
        found = 0
        for row, line in enumerate(self.lines):
            if not line & strange:
                missing = (line & ~own).bit_count()
                if not missing:
                    raise ValueError("the game is over: there is a complete line")
                found |= 1 << (missing - 1) * self.width + row
        return found

    def gain(self, reach: Reach, square: Square) -> Reach:
        """Return the reach after a stone of one's own; no line through the square may need just that one."""
        moved = reach & self.spread[square]
        return (reach ^ moved) | moved >> self.width

    def open(self, reach: Reach) -> Rows:
        """Return the lines that can still be won, whatever they need."""
        found = 0
        while reach:
            found |= reach & self.field
            reach >>= self.width
        return found

    def only(self, reach: Reach, rows: Rows) -> Reach:
        """Return the part of a reach that concerns these lines."""
        return reach & rows * self._every_field

    def connected(self, rows: Rows, empty: Mask) -> Rows:
        """Return one of these lines and all lines connected with it by empty squares."""
        through = self.through
        part = rows & -rows
        seen = 0
        while new := self.squares_of(part) & empty & ~seen:
            seen |= new
            for square in self.listed(new):
                part |= through[square] & rows
        return part

    def squares_of(self, rows: Rows) -> Mask:
        """Return all squares of these lines, empty or not."""
        found = 0
        if rows.bit_count() * _FEW < len(self._unions):
            lines = self.lines
            while rows:
                lowest = rows & -rows
                rows ^= lowest
                found |= lines[lowest.bit_length() - 1]
            return found
        for table, byte in zip(self._unions, rows.to_bytes(len(self._unions), "little"), strict=True):
            if byte:
                found |= table[byte]
        return found & self._every_square

    def shared(self, rows: Rows) -> tuple[Mask, Mask]:
        """Return all squares of these lines, empty or not, and the squares on more than one line."""
        squares = self.squares
        found = shared = 0
        for table, byte in zip(self._unions, rows.to_bytes(len(self._unions), "little"), strict=True):
            if byte:
                here = table[byte]
                shared |= found & here | here >> squares
                found |= here
        every = self._every_square
        return found & every, shared & every

    def listed(self, squares: Mask) -> list[Square]:
        """Return the squares of a mask: faster than `squares_of` where most of them are used."""
        found: list[Square] = []
        for table in self._lists:
            found += table[squares & _PIECE]
            squares >>= _PIECE_BITS
        return found

    def left(self, rows: Rows, empty: Mask) -> Iterator[Mask]:
        """Yield the empty squares of each of these lines."""
        lines = self.lines
        while rows:
            lowest = rows & -rows
            rows ^= lowest
            yield lines[lowest.bit_length() - 1] & empty

    def fours(self, reach: Reach, empty: Mask) -> Mask:
        """Return the squares where one stone completes a line."""
        rows = reach & self.field
        return self.squares_of(rows) & empty if rows else 0

    def pairs(self, reach: Reach, empty: Mask) -> list[Mask]:
        """Return the residuals of the lines that need two stones, each once however many lines share it."""
        rows = reach >> self.width & self.field
        return list(dict.fromkeys(self.left(rows, empty))) if rows else []

    def chances(self, reach: Reach) -> int:
        """Return the sum of 2^-missing over the open lines, in units of 2^-line_length.

        It is the expected number of lines complete if every empty square is filled by a coin's toss.
        """
        total = 0
        weight = 1 << self.line_length - 1
        while reach:
            total += weight * (reach & self.field).bit_count()
            reach >>= self.width
            weight >>= 1
        return total

    def by_chances(self, reaches: tuple[Reach, ...], squares: Mask) -> list[Square]:
        """Return the squares, those first on which the most chances hang; squares without any left out."""
        lanes = self._lanes
        total = 0
        for reach in reaches:
            weight = _NEAREST
            while reach:
                rows = reach & self.field
                worth = 0
                while rows:
                    lowest = rows & -rows
                    rows ^= lowest
                    worth += lanes[lowest.bit_length() - 1]
                total += worth * weight
                reach >>= self.width
                weight = weight + 1 >> 1
        worths = self._unpack(total.to_bytes(2 * self.squares, "little"))
        found = [(-worths[square], square) for square in self.listed(squares) if worths[square]]
        found.sort()
        return [square for _, square in found]

    def by_lines(self, reach: Reach, empty: Mask) -> list[Square]:
        """Return the empty squares with open lines, those first that have the most."""
        rows = self.open(reach)
        total = 0
        for table in self._counts:
            total += table[rows & 15]
            rows >>= 4
        worths = self._unpack(total.to_bytes(2 * self.squares, "little"))
        found = [(-worths[square], square) for square in self.listed(empty) if worths[square]]
        found.sort()
        return [square for _, square in found]
