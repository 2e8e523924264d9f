"""The board under its stones: rules of the hash, or lines of the net with star points, also in ASCII.

Small boards are hashes with strong lines between them; without room for rules a dot is on every square.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from ttt_tui.app.widgets.board.cell_size import FIELD_MARGIN, STRONG, CellSize
from ttt_tui.app.widgets.board.layout import BoardLayout


class Glyphs(NamedTuple):
    """The characters of a board."""

    is_ascii: bool
    rules: tuple[str, str, str]
    """Rules of the hash: across, down, crossing."""
    net: tuple[str, str, str]
    """Crossings of the net by row (first, other, last), each on the left, between, on the right."""
    lines: str
    """Lines of the net: across and down."""
    star: str
    corners: str
    """Corners of the cursor's square: from the top left, line by line."""
    latest: str
    new: str
    arrows: str
    """Signs that the board continues: left, right, above, below."""
    marks: tuple[str, str]
    """Marks around a label."""
    forbidden: str = "×"
    """The mark of a square where renju forbids to place."""

    strong: tuple[str, str, str] = ("━", "┃", "╋")
    """Lines between small boards: across, down, crossing."""
    frame: tuple[str, str] = ("┏┃┗", "┓┃┛")
    """The left and right frame of a small board to play on: in its first line, between, in the last."""
    dot: str = "·"
    """An empty square where there are no rules."""

    def marked(self, text: str) -> str:
        return text.join(self.marks)


_NET, _LINES = ("┌┬┐", "├┼┤", "└┴┘"), "─│"
_LIGHT, _STRONG = ("─", "│", "┼"), ("━", "┃", "╋")
_ARROWS = "←→↑↓"
_MARKS = ("‹", "›")

_FINE = Glyphs(False, _LIGHT, _NET, _LINES, "•", "┏┓┗┛", "◆", "◇", _ARROWS, _MARKS)
_COARSE = Glyphs(False, _LIGHT, _NET, _LINES, "•", "▛▜▙▟", "◆", "◇", _ARROWS, _MARKS)
_HEAVY = Glyphs(False, _STRONG, _NET, _LINES, "•", "▛▜▙▟", "◆", "◇", _ARROWS, _MARKS)
_ASCII = Glyphs(
    True, ("-", "|", "+"), ("...",) * 3, "  ", "+", "++++", "*", "'", "<>^v", ("<", ">"),
    forbidden="x", strong=("=", "#", "#"), frame=("{{{", "}}}"), dot=".",
)  # fmt: skip


def glyphs_for(cell: CellSize, is_ascii: bool) -> Glyphs:
    """Return the characters for squares of a size: the larger, the stronger the lines."""
    if is_ascii:
        return _ASCII
    if cell.is_points or cell.width < 11:
        return _FINE
    return _COARSE if cell.width < 15 or cell.has_blocks else _HEAVY


Piece = tuple[str, str]
"""A cell's character, and the part of the board that it belongs to."""

BLANK: Piece = (" ", "grid")


@lru_cache(128)
def ground_line(layout: BoardLayout, glyphs: Glyphs, y: int) -> tuple[Piece, ...]:
    """Return the cells of a line, from the left edge of the squares to the right one."""
    draw = _net_line if layout.cell.is_points else _blocks_line if layout.cell.has_blocks else _hash_line
    return tuple(draw(layout, glyphs, y))


def _hash_line(layout: BoardLayout, glyphs: Glyphs, y: int) -> Iterator[Piece]:
    (across, down), (level, upright, crossing) = layout.cell.pitch, glyphs.rules
    is_rule = (y - layout.core.y) % down == layout.cell.height
    for x in range(layout.core.width):
        if x % across == layout.cell.width:
            yield crossing if is_rule else upright, "grid"
        else:
            yield (level, "grid") if is_rule else BLANK


def _blocks_line(layout: BoardLayout, glyphs: Glyphs, y: int) -> Iterator[Piece]:
    cell, first = layout.cell, layout.field(0)
    line = (y - first.y) % (first.height + STRONG)
    is_strong, is_rule = line >= first.height, line % cell.pitch.height >= cell.height
    level, upright, crossing = glyphs.rules
    strong_level, strong_upright, strong_crossing = glyphs.strong
    is_dotted = not cell.has_rules and line % cell.pitch.height == (cell.height - 1) // 2
    for x in range(layout.core.x, layout.core.right):
        column = (x - first.x) % (first.width + STRONG)
        inside = column - FIELD_MARGIN
        if column >= first.width:
            yield strong_crossing if is_strong else strong_upright, "strong"
        elif is_strong:
            yield strong_level, "strong"
        elif not 0 <= inside < first.width - 2 * FIELD_MARGIN:
            yield BLANK
        elif inside % cell.pitch.width >= cell.width:
            yield crossing if is_rule else upright, "grid"
        elif is_rule:
            yield level, "grid"
        elif is_dotted and inside % cell.pitch.width == (cell.width - 1) // 2:
            yield glyphs.dot, "grid"
        else:
            yield BLANK


def _net_line(layout: BoardLayout, glyphs: Glyphs, y: int) -> Iterator[Piece]:
    geometry, (across, down) = layout.geometry, layout.cell.pitch
    left = layout.centres[0] - layout.core.x
    row, below = divmod(y - layout.middles[0], down)
    last_column, last_row = geometry.columns - 1, geometry.rows - 1
    stars = star_points(geometry.columns, geometry.rows)
    has_edges = not geometry.rules.wrap
    for x in range(layout.core.width):
        column, right = divmod(x - left, across)
        if below == right == 0 and 0 <= column <= last_column and 0 <= row <= last_row:
            if (column, row) in stars:
                yield glyphs.star, "star"
            else:
                places = _place(row, last_row), _place(column, last_column)
                yield glyphs.net[places[0] if has_edges else 1][places[1] if has_edges else 1], "grid"
        elif below == 0 and 0 <= row <= last_row and 0 <= column < last_column:
            yield glyphs.lines[0], "grid"
        elif right == 0 and 0 <= column <= last_column and (0 <= row < last_row or not has_edges):
            yield glyphs.lines[1], "grid"
        else:
            yield BLANK


def open_edge(layout: BoardLayout, glyphs: Glyphs, y: int) -> Iterator[tuple[int, str]]:
    """Yield the lines that run from the squares to the edge of the wood in a line, each with its first cell.

    They cross the line of letters, too, and run beside the row numbers.
    """
    core, (across, down), right = layout.core, layout.cell.pitch, layout.wood.right
    level, upright = glyphs.rules[:2]
    if layout.cell.is_points:
        if (y - layout.middles[layout.rows.start]) % down == 0 and y > layout.letters_line:
            first, last = layout.centres[layout.columns.start], layout.centres[layout.columns.stop - 1]
            yield core.x - 1, level * (first - core.x + 1)
            yield last + 1, level * (core.right + right - last - 1)
        return
    if y == layout.letters_line:
        for x in range(layout.cell.width, core.width, across):
            yield core.x + x, upright
    elif (y - core.y) % down == layout.cell.height:
        yield 0, level * core.x
        yield core.right, level * right


def _place(number: int, last: int) -> int:
    """Return 0 for the first column or row, 2 for the last, 1 for one between."""
    return 0 if number == 0 else 2 if number == last else 1


@cache
def star_points(columns: int, rows: int) -> frozenset[tuple[int, int]]:
    """Return the columns and rows, from 0, of the star points.

    They are on the third line from each edge of a side of 8 or more, on the fourth from 12 on, and in the
    middle of an odd board.
    """
    if max(columns, rows) < 8:
        return frozenset()
    points = {(column, row) for column in _marked(columns) for row in _marked(rows)}
    if columns % 2 and rows % 2:
        points.add((columns // 2, rows // 2))
    return frozenset(points)


def _marked(side: int) -> set[int]:
    line = 3 if side >= 12 else 2
    return {line, side - 1 - line} if side >= 8 else set()
