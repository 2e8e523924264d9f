"""The stones and holes of a rack as drawings of characters, for every size of a hole.

A drawing has a cell of wood on either side, into which the stones of a winning line reach: each draws its
half of the bar to its neighbours in the line. It has no colours yet: its cells are shapes in the player's
colour, or texts in ink on that colour, but in the hole of a ring.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.board.stones import QUADRANTS, is_in_disc, pixel_letter, stone

DISC, RING = "●", "○"
"""The symbols that are drawn, not written on a disc."""

Size = tuple[int, int]
"""Cells across and down of a hole, without the wood beside it."""

Step = tuple[int, int]
"""Columns and rows from a square to the next one of a line, each -1, 0 or 1."""

Links = frozenset[Step]
"""The steps to the neighbours of a stone in its winning lines."""

Cell = tuple[str, bool]
"""A character, empty after a wide one, and whether it is ink on the player's colour."""


class Disc(NamedTuple):
    """A drawn stone."""

    lines: tuple[tuple[Cell, ...], ...]
    """Its cells, line by line, two wider than the hole."""
    is_marked: bool
    """Whether it shows its mark: in three cells only a disc without symbol has room for one."""


NO_LINKS: Links = frozenset()

RING_INSIDE = {
    2: (0.65, 0.65), 3: (1.1, 0.9), 4: (2.1, 1.8), 5: (2.5, 2.0), 7: (3.6, 3.0), 9: (5.4, 5.0),
}  # fmt: skip
"""Lines of a hole → the radii of the hole in its ring; a unit is the width of a cell, half its height."""

BAR, LOW_BAR = 0.6, 0.85
"""The width of the bar between two discs on a diagonal, compared with theirs: usually, and in three lines,
where a narrower one is all steps."""

LOW = 3
"""Lines of a hole with a wide bar."""

FRAME = (("╭", "─", "╮"), ("│", " ", "│"), ("╰", "─", "╯"))
"""The edge of a hole that is not filled: in its first line, between, in the last."""


@lru_cache(64)
def hole(size: Size, *, is_filled: bool, is_ascii: bool) -> tuple[str, ...]:
    """Return the lines of an empty hole: a disc, or its edge where a disc would look like a stone."""
    width, height = size
    if is_ascii:
        return tuple(line[1:-1] for line in _ascii_lines(size, NO_LINKS))
    if is_filled:
        return tuple(line[1:-1] for line in _lines(size, False, NO_LINKS))
    edges = [FRAME[0], *[FRAME[1]] * (height - 2), FRAME[2]]
    return tuple(left + between * (width - 2) + right for left, between, right in edges)


@lru_cache(1024)
def disc(
    symbol: str,
    size: Size,
    links: Links = NO_LINKS,
    text: str = "",
    mark: str = "",
    *,
    is_ascii: bool = False,
) -> Disc:
    """Return the stone of a player's symbol with the bars to its neighbours in a line.

    Over its middle it has a `text`, the number of a move. The `mark` replaces nothing of the symbol, the text
    or a ring, and is where it would be without bars.
    """
    width, height = size
    middle, row = width // 2 + 1, (height - 1) // 2
    is_shape = symbol in (DISC, RING) and not is_ascii
    is_ring = is_shape and symbol == RING and len(text) <= _hole_in_ring(size)
    alone, lines = (
        _ascii_lines(size, each) if is_ascii else _lines(size, is_ring, each) for each in (NO_LINKS, links)
    )
    if text and not is_ring and (symbol == RING or not is_shape):
        texts = (f"{symbol} {text}", symbol + text, text)
        text = next((each for each in texts if cell_len(each) <= width), text)
    written = [(middle, row, text)] if text or is_shape else [*_symbol(symbol, size, is_ascii=is_ascii)]
    cells = [[(character, False) for character in line] for line in lines]
    letters = set()
    for x, y, each in written:
        start = max(1, x - (cell_len(each) - 1) // 2)
        for i, cell in enumerate(cell for c in each for cell in (c, "")[: cell_len(c)]):
            letters.add((start + i, y))
            if cell != " " or text:  # what is blank in a large letter is disc
                cells[y][start + i] = (cell, lines[y][start + i] != " ")
    below = [(middle, y) for y in (*range(row, height), *reversed(range(row)))]
    beside = [(x, row) for x in (*range(middle + 1, width + 1), *reversed(range(1, middle)))]
    free = ((x, y) for x, y in (*below, *beside) if (x, y) not in letters and alone[y][x] in " █")
    if is_marked := bool(mark) and (place := next(free, None)) is not None:
        x, y = place
        cells[y][x] = (mark, alone[y][x] == "█")
    return Disc(tuple(map(tuple, cells)), is_marked)


def _symbol(symbol: str, size: Size, *, is_ascii: bool) -> Iterator[tuple[int, int, str]]:
    """Yield the lines of a symbol on a disc, as large as fits, each with the cell of its middle."""
    width, height = size
    rim = 1 if height < 7 else 2  # cells of disc around the symbol
    inside, lines = width - 2 * rim - 2, height - 2 * rim
    letter: tuple[str, ...] | None = None
    if not is_ascii and inside >= 5 and lines >= 3:
        if symbol in "XO":
            letter = tuple("".join(text for text, _ in line) for line in stone(symbol, inside, lines).lines)
        else:
            letter = pixel_letter(symbol, inside, lines)
    shown = letter or (symbol,)
    top = (height - len(shown)) // 2 if letter else (height - 1) // 2
    for y, text in enumerate(shown, top):
        yield width // 2 + 1, y, text


@lru_cache(64)
def _hole_in_ring(size: Size) -> int:
    """Return the blank cells in the middle line of a ring."""
    return _lines(size, True, NO_LINKS)[(size[1] - 1) // 2][2:-2].count(" ")


@lru_cache(256)
def _lines(size: Size, is_ring: bool, links: Links) -> tuple[str, ...]:
    """Draw a disc or ring of quarters of cells, each filled if its middle is inside.

    In units a quarter is half a unit wide and a unit high; there is half a line of wood above and below, in
    two lines only below.
    """
    width, height = size
    radii = width / 2, (height - 1 if height > 2 else 1.5)
    centre = height if height > 2 else 1.5

    def is_filled(x: float, y: float) -> bool:
        if is_ring and is_in_disc(x, y, *RING_INSIDE[height]):
            return False
        return is_in_disc(x, y, *radii) or any(_is_in_bar(x, y, size, radii, step) for step in links)

    rows = [
        [is_filled((x + 0.5 - width - 2) / 2, y + 0.5 - centre) for x in range(2 * width + 4)]
        for y in range(2 * height)
    ]
    return tuple(
        "".join(
            QUADRANTS[rows[y][x] + 2 * rows[y][x + 1] + 4 * rows[y + 1][x] + 8 * rows[y + 1][x + 1]]
            for x in range(0, 2 * width + 4, 2)
        )
        for y in range(0, 2 * height, 2)
    )


def _is_in_bar(x: float, y: float, size: Size, radii: tuple[float, float], step: Step) -> bool:
    """Return whether a place, in units from the middle of a hole, is in the bar to a neighbour."""
    across, down = step[0] * (size[0] + 1), step[1] * 2 * size[1]
    if not across or not down:
        return (x * across + y * down > 0) and (abs(y) < radii[1] if across else abs(x) < radii[0])
    length, share = (across**2 + down**2) ** 0.5, LOW_BAR if size[1] == LOW else BAR
    return x * across + y * down > 0 and abs(x * down - y * across) / length < share * min(radii)


def _ascii_lines(size: Size, links: Links) -> tuple[str, ...]:
    """Draw the edge of a hole or stone in ASCII; bars are single characters."""
    width, height = size
    rows = [list(f" ({' ' * (width - 2)}) ") for _ in range(height)]
    if height == 2:
        rows[1] = [" "] * (width + 2)
    else:
        rows[0], rows[-1] = (list(f"  {end}{'-' * (width - 4)}{end}  ") for end in ".'")
    middle, row = width // 2 + 1, (height - 1) // 2
    for across, down in links:
        x = middle if not across else 0 if across < 0 else width + 1
        y = row if not down else 0 if down < 0 else height - 1
        if across or y != row:  # in two lines there is none above
            rows[y][x] = "-" if not down else "|" if not across else "\\" if across == down else "/"
    return tuple(map("".join, rows))
