"""The diagram of a board: lines of text, as a terminal shows them."""

import unicodedata
from collections.abc import Callable, Sequence

from ttt_tui.engine.geometry import Geometry, Mask, squares_of

EMPTY_SQUARE = "·"
"""The mark of an empty square."""


def cells(text: str) -> int:
    """Return the terminal cells of characters that stand alone: one each, or two for wide ones."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def diagram(
    geometry: Geometry,
    stones: Sequence[Mask],
    marks: Sequence[str],
    empty: str = EMPTY_SQUARE,
    cells: Callable[[str], int] = cells,
) -> str:
    """Return the board as lines of text, where each player's stones are drawn as the player's mark.

    Small boards, if the board consists of them, have lines between them. `cells` returns the width of a text
    on the screen: all columns are as wide as the widest mark.

    >>> from ttt_tui.engine import Geometry, mask_of
    >>> geometry = Geometry(4, 3, 3)
    >>> ada, bob = (mask_of(map(geometry.parse, names.split())) for names in ("b2 c2", "a1"))
    >>> print(diagram(geometry, (ada, bob), marks="XO"))
       a b c d
     1 O · · ·
     2 · X X ·
     3 · · · ·
    """
    labels = [geometry.column_label(column) for column in range(geometry.columns)]
    width = max(map(cells, (*marks, labels[-1])))

    block = geometry.block_side or geometry.columns

    def line(label: object, words: Sequence[str]) -> str:
        padded = [word + " " * (width - cells(word)) for word in words]
        blocks = [" ".join(padded[start : start + block]) for start in range(0, len(padded), block)]
        return f"{label:>2} {' | '.join(blocks)}".rstrip()

    drawn = dict.fromkeys(geometry.squares, empty)
    for mask, mark in zip(stones, marks, strict=True):
        drawn |= dict.fromkeys(squares_of(mask), mark)
    words = list(drawn.values())
    lines = [line("", labels)]
    between = "-+-".join(["-" * (block * (width + 1) - 1)] * (geometry.columns // block))
    for row in range(geometry.rows):
        if geometry.block_side and row and row % block == 0:
            lines.append(f"   {between}")
        lines.append(
            line(geometry.row_label(row), words[row * geometry.columns : (row + 1) * geometry.columns])
        )
    return "\n".join(lines)
