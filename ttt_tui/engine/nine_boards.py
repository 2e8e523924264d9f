"""The board of Ultimate: nine small boards of nine squares, with their names and lines.

Small boards and the squares of one count from 0 in reading order. A set of boards, or of places, is a *nine*,
a mask of nine bits, and tables of 512 entries answer questions about it at once:

>>> from ttt_tui.engine import Geometry, Rules
>>> geometry = Geometry(9, 9, 3, Rules.parse("ultimate"))
>>> square = geometry.parse("e2")
>>> BOARD_OF[square], PLACE_OF[square], BOARD_NAMES[BOARD_OF[square]]
(1, 4, 'top')
>>> square == geometry.parse("b1/b2") == geometry.parse("25") == square_at(board=1, place=4)
True
>>> HAS_LINE[0b000_000_111], HAS_LINE[0b000_000_011], COMPLETING[0b000_000_011] == 0b000_000_100
(True, False, True)

The functions named like methods of `Geometry` replace these: for them the lines of a board are the lines of
its small boards.
"""

import re

from ttt_tui.engine.rules import ULTIMATE_BOARD
from ttt_tui.errors import NotASquare

SIDE = 3
"""Squares along a small board, and small boards along the board."""

COLUMNS = ULTIMATE_BOARD[0]
_STRIDE = COLUMNS + 1  # as a `Geometry` has it

EVERY = (1 << 9) - 1
"""The nine with all boards, or all places."""

NINE_LINES = (
    0b000_000_111, 0b000_111_000, 0b111_000_000,
    0b001_001_001, 0b010_010_010, 0b100_100_100,
    0b100_010_001, 0b001_010_100,
)  # fmt: skip
"""The rows, columns and diagonals among nine."""

HAS_LINE = tuple(any(nine & line == line for line in NINE_LINES) for nine in range(512))
"""Nine → whether it has a line."""

COMPLETING = tuple(
    sum(1 << place for place in range(9) if not nine >> place & 1 and HAS_LINE[nine | 1 << place])
    if not HAS_LINE[nine]
    else 0
    for nine in range(512)
)
"""Nine without a line → the places where one more completes a line."""

BOARD_NAMES = (
    "top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right",
)  # fmt: skip
"""The names of the small boards in a sentence: *the top right board*."""


def square_at(board: int, place: int) -> int:
    """Return the square in a place of a small board."""
    row = board // SIDE * SIDE + place // SIDE
    return row * _STRIDE + board % SIDE * SIDE + place % SIDE


def squares_at(board: int, nine: int) -> int:
    """Return the squares in nine places of a small board, as a mask."""
    return SPREAD[nine] << OFFSETS[board]


SPREAD = tuple(
    sum((nine >> SIDE * row & 0b111) << _STRIDE * row for row in range(SIDE)) for nine in range(512)
)
"""Nine → the squares in those places of the first small board."""

OFFSETS = tuple(square_at(board, 0) for board in range(9))
"""Small board → its first square, by which its squares are shifted from the first small board's."""

BOARD_SQUARES = tuple(squares_at(board, EVERY) for board in range(9))
"""Small board → its squares."""

_PLACES = {square_at(board, place): (board, place) for board in range(9) for place in range(9)}

BOARD_OF = tuple(_PLACES.get(square, (-1, -1))[0] for square in range(_STRIDE * COLUMNS))
"""Square → its small board."""

PLACE_OF = tuple(_PLACES.get(square, (-1, -1))[1] for square in range(_STRIDE * COLUMNS))
"""Square → its place in its small board, which is also the number of the next small board."""

OPEN_SQUARES = tuple(
    sum(BOARD_SQUARES[board] for board in range(9) if not closed >> board & 1) for closed in range(512)
)
"""The nine of closed boards → the squares of the others."""


def boards_mask(boards: int) -> int:
    """Return all squares of a nine of small boards."""
    return OPEN_SQUARES[EVERY & ~boards]


def board_code(board: int) -> str:
    """Return the code of a small board before its square: `b1`, like a square of 3×3."""
    return "abc"[board % SIDE] + "123"[board // SIDE]


# --- in place of methods of `Geometry` -------------------------------------------------------------------

LINES = tuple(squares_at(board, line) for board in range(9) for line in NINE_LINES)
"""All lines of all small boards."""

NOTATION = "write a square like e5, b2/c3 or 59"
"""How a square is written."""


def number(square: int) -> int:
    """Return the two digits of a square: its board and its place there, both from 1."""
    return 10 * BOARD_OF[square] + PLACE_OF[square] + 11


def square_named(text: str) -> int:
    """Return the square named `e5`, `b2/b2` or `55`; raises `NotASquare`."""
    if match := re.fullmatch("([1-9])[ /]?([1-9])", text, re.ASCII):
        return square_at(int(match[1]) - 1, int(match[2]) - 1)
    if match := re.fullmatch("([a-i])([1-9])", text, re.ASCII):
        return (int(match[2]) - 1) * _STRIDE + ord(match[1]) - ord("a")
    if match := re.fullmatch("([a-c][1-3])[ /]([a-c][1-3])", text, re.ASCII):
        return square_at(_place(match[1]), _place(match[2]))
    raise NotASquare(NOTATION)


def _place(code: str) -> int:
    """Return the place with the name of a square of 3×3: 1 for `b1`."""
    return "abc".index(code[0]) + SIDE * "123".index(code[1])


def has_line(stones: int) -> bool:
    """Whether the stones hold a line in one of the small boards."""
    return any(stones & line == line for line in LINES)


has_run = has_line


def winning_squares(stones: int, square: int) -> int:
    """Return the squares of every line of a small board that runs through `square`."""
    found = 0
    for line in LINES:
        if line >> square & 1 and stones & line == line:
            found |= line
    return found


def longest_run(stones: int) -> int:
    """Return how many of the stones stand next to each other in a line of a small board, at most 3."""
    longest = min(1, stones)
    for line in LINES:
        mine = stones & line
        if mine == line:
            return SIDE
        count = mine.bit_count()
        if count > longest and _MIDDLES[line] & mine:
            longest = count
    return longest


_MIDDLES = {
    squares_at(board, line): squares_at(board, 1 << sorted(p for p in range(9) if line >> p & 1)[1])
    for board in range(9)
    for line in NINE_LINES
}
"""Line → its middle square."""


def completing(stones: int) -> int:
    """Return the squares, empty or not, where one more stone would complete a line of a small board."""
    found = 0
    for line in LINES:
        if (missing := line & ~stones).bit_count() == 1:
            found |= missing
    return found
