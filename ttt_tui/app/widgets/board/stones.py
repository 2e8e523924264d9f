"""The stones: drawings of characters, for every size that a square of a board can have.

X, O and ● are drawn, ○ as O; any other symbol is written on a tile. Small stones are drawn by hand, larger
ones computed. A drawing has no colours yet. Each run of a line is either in the player's colour on the ground
or, filled, in ink on the player's colour. On a winning line the square has the player's colour: there a run
is in ink on it and a filled run in the player's colour on ink, so that a tile becomes a frame.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

Run = tuple[str, bool]
"""A text, and whether it is filled: ink on the player's colour instead of that colour on the ground."""

Line = tuple[Run, ...]

Size = tuple[int, int]
"""Cells across and down."""

Drawings = dict[str, tuple[str, ...]]
"""Symbol → the lines of its drawing."""

NARROWEST, LOWEST = 5, 2
"""The least cells of a stone."""


class StoneDrawing(NamedTuple):
    """A stone drawn for a size."""

    lines: tuple[Line, ...]
    """The lines from the top, each as wide as the stone."""


@lru_cache(1024)
def stone(
    symbol: str, width: int, height: int, *, is_ascii: bool = False, is_won: bool = False
) -> StoneDrawing:
    """Return the stone of a player's symbol, in the middle of exactly `width` × `height` cells.

    The largest drawing that fits is taken, on a winning line one of `WITH_MARGIN`. With `is_ascii` a symbol
    beyond ASCII is still written as itself: its letter depends on the other players' symbols, and
    `AsciiFilter` knows them. Raises `ValueError` for less than 5 × 2 cells.
    """
    if width < NARROWEST or height < LOWEST:
        raise ValueError(f"a stone needs {NARROWEST}×{LOWEST} cells, not {width}×{height}")
    size = next((each for each in reversed(SIZES) if each[0] <= width and each[1] <= height), SIZES[0])
    if is_won and not is_ascii:
        size = WITH_MARGIN.get(size, size)
    drawn = _ascii(symbol, size) if is_ascii else _drawn(symbol, size)
    above = (height - len(drawn)) // 2
    blank = ((" " * width, False),)
    lines = [blank] * above + [_centred(line, width) for line in drawn]
    return StoneDrawing(tuple(lines + [blank] * (height - len(lines))))


Place = tuple[int, int]
"""A cell of a drawing: its column and line."""


@lru_cache(1024)
def mark_place(drawn: StoneDrawing, text: str = "") -> tuple[Place, bool]:
    """Return the place of a mark beside or inside a stone, and whether it is on the stone's own colour.

    It replaces nothing of the stone, nor of the `text` over its middle: it is below the stone or in its hole,
    in the disc, beside the letter on a tile but not at its edge, or else in the corner.
    """
    rows = [[cell for run in line for cell in _cells(run)] for line in drawn.lines]
    width, height = len(rows[0]), len(rows)
    middle, row, corner = (width - 1) // 2, (height - 1) // 2, (width - 1, height - 1)
    letters = {(middle - (len(text) - 1) // 2 + i, row) for i in range(len(text))}

    def is_free(x: int, y: int) -> bool:
        return 0 <= x < width and rows[y][x] == (" ", True) and (x, y) not in letters

    on_tile = [(x, y) for y in reversed(range(height)) for x in reversed(range(width)) if rows[y][x][1]]
    on_tile.sort(key=lambda place: [not is_free(place[0] + side, place[1]) for side in (1, -1)])
    beside = [(x, row) for x in reversed(range(middle + 1, _extent(rows[row])))]
    along = [] if on_tile else [(middle, y) for y in reversed(range(height))]
    for x, y in (*on_tile, *along, *beside):
        character, is_filled = rows[y][x]
        if (x, y) not in letters and (character == " " or (character == "█" and not is_filled)):
            return (x, y), is_filled or character == "█"
    return corner, False


def _cells(run: Run) -> list[Run]:
    """Return the cells of a run; a wide symbol is followed by an empty text."""
    text, is_filled = run
    return [(cell, is_filled) for character in text for cell in (character, "")[: cell_len(character)]]


def _extent(row: list[Run]) -> int:
    """Return the cell after the last one that is drawn in a line."""
    return max((x + 1 for x, (text, is_filled) in enumerate(row) if is_filled or text != " "), default=0)


def chip(symbol: str) -> Line:
    """Return a stone of one line and three cells, with half blocks at its sides, so that neighbours stay
    apart.

    A symbol of two cells leaves room for one half block.
    """
    left = () if cell_len(symbol) > 1 else (("▐", False),)
    return (*left, (symbol, True), ("▌", False))


# --- drawings --------------------------------------------------------------------------------------------

_HAND_DRAWN: dict[Size, Drawings] = {
    (6, 2): {
        "X": ("▝▙▟▘", "▗▛▜▖"),
        "O": ("▟▀▀▙", "▜▄▄▛"),
        "●": ("▟██▙", "▜██▛"),
    },
    (5, 3): {
        "X": ("▗▄ ▄▖", " ▐█▌ ", "▝▀ ▀▘"),
        "O": (" ▄▄▄ ", "▐▌ ▐▌", " ▀▀▀ "),
        "●": (" ▄▄▄ ", "▐███▌", " ▀▀▀ "),
    },
    (7, 3): {
        "X": ("▜▄ ▄▛", " ▐█▌ ", "▟▀ ▀▙"),
        "O": ("▗▛▀▜▖", "█   █", "▝▙▄▟▘"),
        "●": ("▗███▖", "█████", "▝███▘"),
    },
    (9, 4): {
        "X": ("▜▙▖ ▗▟▛", " ▀█▄█▀ ", " ▄█▀█▄ ", "▟▛▘ ▝▜▙"),
        "O": ("▗▟▀▀▀▙▖", "█▌   ▐█", "█▌   ▐█", "▝▜▄▄▄▛▘"),
        "●": ("▗▟███▙▖", "███████", "███████", "▝▜███▛▘"),
    },
    (11, 5): {"O": (" ▗▄▄▄▄▄▖ ", "▐█▛▀▀▀▜█▌", "██     ██", "▐█▙▄▄▄▟█▌", " ▝▀▀▀▀▀▘ ")},
}
"""The stones of small squares and of points of 6×3 cells (5, 3); the O of 11×5, whose strokes are rounded."""

_COMPUTED = {(11, 5): (4.4, 2.0), (15, 7): (6.2, 2.7), (19, 9): (7.8, 3.3), (27, 13): (11.2, 4.4)}
"""The radius of larger stones and the thickness of their strokes, in units: a unit is a cell's width."""

WITH_MARGIN: dict[Size, Size] = {(7, 3): (5, 3), (9, 4): (7, 4)}
"""A size → that of a drawing with a margin on all sides: an X that reaches the edges of a small filled square
divides it into four triangles.
"""

_WITHIN_MARGIN: dict[Size, Drawings] = {
    (7, 4): {
        "X": ("▄▄   ▄▄", " ▀█▄█▀ ", " ▄█▀█▄ ", "▀▀   ▀▀"),
        "O": ("▗▄▄▄▄▄▖", "█▌   ▐█", "█▌   ▐█", "▝▀▀▀▀▀▘"),
        "●": ("▗▄▄▄▄▄▖", "███████", "███████", "▝▀▀▀▀▀▘"),
    },
}
"""The stones of `WITH_MARGIN` that no board is drawn with."""

SIZES = tuple(sorted({*_HAND_DRAWN, *_COMPUTED}, key=lambda size: size[::-1]))
"""Sizes with drawings, from the smallest."""


def is_tile(symbol: str) -> bool:
    """Return whether a symbol is written on a tile."""
    return symbol not in ("X", "O", "○", "●")


def _drawn(symbol: str, size: Size) -> list[Line]:
    """Draw a symbol for a size of `SIZES`, without blanks beside it."""
    shape = "O" if symbol == "○" else symbol
    if is_tile(symbol):
        width, height = size
        return _tile(symbol, width - 2 if width > NARROWEST else width, height)
    by_hand = _HAND_DRAWN.get(size) or _WITHIN_MARGIN.get(size, {})
    lines = by_hand.get(shape) or _computed(shape, size)
    return [((line, False),) for line in lines]


def _computed(shape: str, size: Size) -> list[str]:
    """Draw X, O or ● of quarters of cells, each filled if more than half of it is inside."""
    radius, thickness = _COMPUTED[size]
    width, height = size

    def is_inside(x: float, y: float) -> bool:
        if shape == "X":
            across = min(abs(x - y), abs(x + y))  # to the nearer diagonal, times √2
            return max(abs(x), abs(y)) <= radius and across <= 0.71 * thickness
        inside = radius - 0.92 * thickness
        return is_in_disc(x, y, radius, radius) and (shape == "●" or not is_in_disc(x, y, inside, inside))

    def is_filled(left: float, top: float) -> bool:
        """Return whether a quarter of a cell is filled; it is half a unit wide and a unit high."""
        inside = sum(is_inside(left + x / 2, top + y) for x in _POINTS for y in _POINTS)
        return 2 * inside > len(_POINTS) ** 2

    corner = [[is_filled(x / 2 - width / 2, y - height) for x in range(width)] for y in range(height)]
    upper = [row + row[::-1] for row in corner]  # all of them are symmetric, in both directions
    rows = upper + upper[::-1]
    return [
        "".join(
            QUADRANTS[rows[y][x] + 2 * rows[y][x + 1] + 4 * rows[y + 1][x] + 8 * rows[y + 1][x + 1]]
            for x in range(0, 2 * width, 2)
        )
        for y in range(0, 2 * height, 2)
    ]


_POINTS = tuple((point + 0.5) / 6 for point in range(6))
"""Sample points of a quarter of a cell, each way."""

QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""The characters whose quarters are filled: upper left 1, upper right 2, lower left 4, lower right 8."""


def is_in_disc(x: float, y: float, across: float, down: float) -> bool:
    """Return whether a place is in a superellipse with these radii, a disc that is a little square."""
    across, down = abs(x / across), abs(y / down)
    return math.pow(across, 2.3) + math.pow(down, 2.3) <= 1


def _tile(symbol: str, width: int, height: int) -> list[Line]:
    """Draw a symbol on a tile, whose first and last lines are half filled."""
    inner = max(1, height - 2)
    letter = pixel_letter(symbol, width, inner) or (symbol,)
    above = (inner - len(letter)) // 2
    texts = [""] * above + list(letter) + [""] * (inner - above - len(letter))
    filled: list[Line] = [((_padded(text, width), True),) for text in texts]
    if height == LOWEST:
        return [*filled, (("▀" * width, False),)]
    top, bottom = f"▗{'▄' * (width - 2)}▖", f"▝{'▀' * (width - 2)}▘"
    return [((top, False),), *filled, ((bottom, False),)]


# --- ASCII -----------------------------------------------------------------------------------------------

_ASCII_DRAWN: dict[int, Drawings] = {
    2: {"X": (" \\/ ", " /\\ "), "O": ("/--\\", "\\--/")},
    3: {"X": ("\\   /", "  X  ", "/   \\"), "O": ("/---\\", "|   |", "\\---/")},
}
"""Lines of a stone → its drawings in ASCII."""

_UPSIDE_DOWN = str.maketrans("/\\.", "\\/'")


def _ascii(symbol: str, size: Size) -> list[Line]:
    """Draw a symbol for a size of `SIZES` in ASCII."""
    height = 3 if size == (9, 4) else size[1]  # a cross of lines has a middle
    if symbol not in ("X", "O"):
        lines = _ascii_tile(symbol, height)
    elif height in _ASCII_DRAWN:
        lines = list(_ASCII_DRAWN[height][symbol])
    else:
        *upper, middle = _ascii_x(height) if symbol == "X" else _ascii_o(height)
        lines = [*upper, middle, *(line.translate(_UPSIDE_DOWN) for line in reversed(upper))]
    return [((line, False),) for line in lines]


def _ascii_x(height: int) -> list[str]:
    """Draw the upper half of an X of `height` lines, and its middle."""
    width = 2 * height - 1
    gaps = range(width - 4, 0, -4)
    return [_padded(text, width) for text in (*("\\\\" + " " * gap + "//" for gap in gaps), "XXX")]


def _ascii_o(height: int) -> list[str]:
    """Draw the upper half of an O, an octagon, and its middle."""
    width, slope = 2 * height - 1, (height + 1) // 4

    def line(y: int) -> str:
        inset = max(slope + 1 - y, 0)
        end, filling, start = (".", "-", ".") if y == 0 else ("\\", " ", "/") if inset else ("|", " ", "|")
        return _padded(start + filling * (width - 2 * inset - 2) + end, width)

    return [line(y) for y in range(height // 2 + 1)]


def _ascii_tile(symbol: str, height: int) -> list[str]:
    """Draw a symbol in a frame, without its upper edge in two lines."""
    width, inner = max(4, 2 * height - 1), max(1, height - 2)
    texts = ["" if line != (inner - 1) // 2 else symbol for line in range(inner)]
    edge = "-" * (width - 2)
    lines = [f".{edge}.", *(f"|{_padded(text, width - 2)}|" for text in texts), f"'{edge}'"]
    return lines[-height:]


# --- cells -----------------------------------------------------------------------------------------------


def _padded(text: str, width: int) -> str:
    """Return a text in the middle of `width` cells, or half a cell left of it."""
    free = width - cell_len(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def _centred(line: Line, width: int) -> Line:
    """Return a line in the middle of `width` cells; the blanks join an unfilled run."""
    free = width - sum(cell_len(text) for text, _ in line)
    left, right = " " * (free // 2), " " * (free - free // 2)
    if not line[0][1]:
        return ((left + line[0][0] + right, False),)
    return tuple(run for run in ((left, False), *line, (right, False)) if run[0])


_PIXELS = {
    "ABCDEFGHIJKL": (
        "▄▀▀▀▄ █▀▀▀▄ ▄▀▀▀▀ █▀▀▀▄ █▀▀▀▀ █▀▀▀▀ ▄▀▀▀▀ █   █  ▀█▀    ▀█▀ █  ▄▀ █    ",
        "█▄▄▄█ █▀▀▀▄ █     █   █ █▀▀▀  █▀▀▀  █  ▀█ █▀▀▀█   █      █  █▀█   █    ",
        "█   █ █▄▄▄▀ ▀▄▄▄▄ █▄▄▄▀ █▄▄▄▄ █     ▀▄▄▄█ █   █  ▄█▄  ▀▄▄▀  █  ▀▄ █▄▄▄▄",
    ),
    "MNPQRSTUVWYZ": (
        "█▄ ▄█ █▄  █ █▀▀▀▄ ▄▀▀▀▄ █▀▀▀▄ ▄▀▀▀▀ ▀▀█▀▀ █   █ █   █ █   █ █   █ ▀▀▀▀█",
        "█ █ █ █ ▀▄█ █▄▄▄▀ █ ▄ █ █▀█▀   ▀▀▀▄   █   █   █ ▀▄ ▄▀ █ █ █  ▀▄▀    ▄▀ ",
        "█   █ █   █ █     ▀▄▄▀▄ █  ▀▄ ▄▄▄▄▀   █   ▀▄▄▄▀  ▀▄▀  ▀▄▀▄▀   █   ▄█▄▄▄",
    ),
    "0123456789": (
        "▄▀▀█▄  ▄█   ▄▀▀▀▄ ▀▀▀▀▄ █  █  █▀▀▀▀  ▄▀▀  ▀▀▀▀█ ▄▀▀▀▄ ▄▀▀▀▄",
        "█ █ █   █     ▄▄▀  ▀▀▀▄ █▄▄█▄ ▀▀▀▀▄ █▀▀▀▄   ▄▀  ▄▀▀▀▄ ▀▄▄▄█",
        "▀█▄▄▀  ▄█▄  ▄█▄▄▄ ▄▄▄▄▀    █  ▀▄▄▄▀ ▀▄▄▄▀   █   ▀▄▄▄▀  ▄▄▀ ",
    ),
}
"""All letters but X and O, which are never on a tile."""

_COLUMNS, _LINES = 5, 3
"""The cells of a letter whose pixels are a cell wide and half a cell high."""

LETTERS = {
    letter: tuple(line[6 * i : 6 * i + _COLUMNS] for line in lines)
    for letters, lines in _PIXELS.items()
    for i, letter in enumerate(letters)
}
"""Letter → its lines of half blocks."""


def pixel_letter(symbol: str, columns: int, lines: int) -> tuple[str, ...] | None:
    """Return the lines of a letter, as large as fits; None if it is unknown or too large."""
    scale = min(columns // _COLUMNS, lines // _LINES)
    if scale < 1 or symbol not in LETTERS:
        return None
    return enlarged(LETTERS[symbol], scale)


def enlarged(lines: Sequence[str], scale: int) -> tuple[str, ...]:
    """Return lines of half blocks, scaled up by a factor in both directions."""
    rows = [[c in pixels for c in line] for line in lines for pixels in ("▀█", "▄█")]
    large = [[pixel for pixel in row for _ in range(scale)] for row in rows for _ in range(scale)]
    return tuple(
        "".join(" ▀▄█"[upper + 2 * lower] for upper, lower in zip(*pair, strict=True))
        for pair in zip(large[::2], large[1::2], strict=True)
    )


# --- numbers ---

NUMBERED_CELLS = 4
"""Cells of the smallest tile."""


def numbered_stone(symbol: str, number: int, width: int, height: int) -> tuple[str, str]:
    """Return the symbol to draw for a numbered stone of a size in cells, and the text over its middle.

    A tile has the number beside the symbol. A stone is a tile if it has no middle, in two lines, or a hole
    that is narrower than the number.
    """
    text = str(number)
    if height > LOWEST and not is_tile(symbol) and len(text) <= _hole(symbol, width, height):
        return symbol, text
    beside = f"{symbol} {number}"
    return (beside if cell_len(beside) <= NUMBERED_CELLS else f"{symbol}{number}"), ""


@lru_cache(64)
def _hole(symbol: str, width: int, height: int) -> int:
    """Return the cells of the hole in the middle of a drawn stone, its width if it has none."""
    line = "".join(text for text, _ in stone(symbol, width, height).lines[(height - 1) // 2])
    middle = (width - 1) // 2
    if line[middle] != " ":
        return width
    return next(i for i, c in enumerate(line[middle:]) if c != " ") * 2 - 1
