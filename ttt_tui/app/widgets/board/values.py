"""The values of a proof map in large figures, of half blocks, for large squares.

All values of a board are drawn alike: as large as all of them fit, with letters as large as the digits if
there is room, else with letters as they are written.
"""

from functools import lru_cache

from ttt_tui.app.widgets.board.layout import CellSize
from ttt_tui.app.widgets.board.stones import LETTERS, enlarged

LEAST_WIDTH, LEAST_HEIGHT = 15, 7
"""The cells of the smallest square with large values."""

SCALES = (2, 1)
"""Cells of a pixel across and half cells down, the largest first."""

LARGE_HEIGHT = 13
"""The lines of a square from which on a pixel may be large."""

_AT_MOST = (" ▄▀", "▀▄ ", "▄▄█")
"""The sign `≤`."""


def has_large_values(cell: CellSize) -> bool:
    """Return whether the values on squares of a size are drawn large."""
    return not cell.is_points and cell.width >= LEAST_WIDTH and cell.height >= LEAST_HEIGHT


@lru_cache(64)
def large_values(words: frozenset[str], cell: CellSize) -> dict[str, tuple[str, ...]]:
    """Return the drawings of values such as `W 5`, `W≤9` and `D` for squares of a size.

    A value that has no digits has none if letters are not drawn: it is written.
    """
    scales = [scale for scale in SCALES if scale == 1 or cell.height >= LARGE_HEIGHT]
    for scale, has_letters in [(scale, True) for scale in scales] + [(1, False)]:
        drawn = {word: _drawn(word, scale, has_letters) for word in words}
        if all(len(lines[0]) <= cell.width - 2 for lines in drawn.values() if lines):
            return {word: lines for word, lines in drawn.items() if lines}
    return {}


def _drawn(word: str, scale: int, has_letters: bool) -> tuple[str, ...]:
    letters, digits = word.rstrip("0123456789").replace(" ", ""), word.lstrip("WDL≤ ")
    glyphs = [enlarged(LETTERS[digit], scale) for digit in digits]
    if has_letters:
        glyphs = [enlarged(_AT_MOST if c == "≤" else LETTERS[c], scale) for c in letters] + glyphs
    elif glyphs:
        blank = " " * len(letters)
        glyphs.insert(0, (blank, letters, blank))
    return tuple((" " * scale).join(parts) for parts in zip(*glyphs, strict=True))
