"""The rack: the board where stones fall, wood with a hole for every square.

A stone is a disc in its hole, `○` a ring; any other symbol is written on a disc. The discs of a winning
line melt into one capsule. A mark is in the middle of a disc, inside a ring, or beside the symbol on a disc.
The cursor is a pair of brackets beside the hole where the next stone lands, and the columns have figures,
the keys that drop.

A rack of one line has symbols instead of discs, as other boards of one line do.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import pairwise

from rich.style import Style

from ttt_tui.app.roles import TEXT_CONTRAST, ink_for
from ttt_tui.app.widgets.board.chips import NOT_BOLD, UNDERLINE, Chip
from ttt_tui.app.widgets.board.discs import DISC, NO_LINKS, RING, Disc, Links, Step, disc, hole
from ttt_tui.app.widgets.board.ground import Piece
from ttt_tui.app.widgets.board.labels import GHOST_SHARE, ITALIC
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import winning_lines
from ttt_tui.app.widgets.board.painter import BoardPainter, Cells, ShownStone
from ttt_tui.app.widgets.board.stones import QUADRANTS
from ttt_tui.app.widgets.board.styles import BOLD, Ink, coloured_stone
from ttt_tui.app.widgets.board.tints import on_tint, tinted
from ttt_tui.engine import Geometry, Square

AROUND = {text: QUADRANTS[~bits] for bits, text in enumerate(QUADRANTS) if bits}
"""A shape → what is around it in its cell."""


class RackPainter(BoardPainter):
    """Draws one state of a rack."""

    # --- the wood ----------------------------------------------------------------------------------------

    def _draw_letters(self, cells: Cells) -> None:
        """Draw the columns without the lines that continue at the opposite edge."""
        self._draw_columns(cells)

    def _draw_open_edge(self, cells: Cells, y: int) -> None:
        """Draw a line from the edge of the wood to the outer holes of a row that continues at the other."""
        layout, row = self.layout, self.layout.rows_by_y.get(y)
        if layout.geometry.rules.wrap and row is not None and layout.middles[row] == y:
            line = (self.glyphs.rules[0], self.inks.grid)
            for x in (*range(layout.core.x), *range(layout.core.right, len(cells))):
                cells[x] = line

    def _draw_number(self, cells: Cells, row: int) -> None:
        """Leave the number out: a column alone decides where a stone lands."""
        self._draw_more_rows(cells, row)

    def _ground(self, y: int) -> Cells:
        """Return the holes of a line: discs, or only their edges without colours that can be mixed."""
        inks = self.inks
        is_filled = inks.wood is not None and not self.glyphs.is_ascii
        style = inks.part("hole") if is_filled else inks.grid
        line = _rack_line(self.layout, y, is_filled, self.glyphs.is_ascii)
        return [(text, style if part == "hole" else inks.grid) for text, part in line]

    def _shape(self, text: str, style: Style) -> tuple[str, Style]:
        """Return a cell of a disc: where colours are mixed it is drawn as the wood around it.

        Blanks, which most of it becomes, take fewer bytes than blocks.
        """
        if self.inks.wood is None or text not in AROUND:
            return text, style
        return AROUND[text], style + Style(color=self.inks.wood, bgcolor=style.color)

    # --- stones ------------------------------------------------------------------------------------------

    def seen_stone(self, square: Square) -> ShownStone:
        """Return the stone that a square shows; one that has won keeps its colours, since its shape changes.

        Pale stones that have not been placed are mixed with their holes.
        """
        seen, inks = super().seen_stone(square), self.inks
        if not self.layout.cell.has_holes:
            return seen
        for owner, stones in enumerate(self.view.stones):
            if stones >> square & 1:
                is_dimmed = self._dimmed >> square & 1 and not seen.is_won
                if is_dimmed and inks.wood is not None:  # also with 256 colours: the terminal dims no ground
                    ground = inks.grid.bgcolor
                    return seen._replace(
                        ink=coloured_stone(*inks.colours[owner], ground, ground, is_dimmed=True, is_won=False)
                    )
                return seen._replace(ink=inks.stone(owner)) if seen.is_won else seen
        if self._hole is None or inks.wood is None:
            return seen
        ghosts = self._labels.ghosts
        assert square in ghosts or self.preview is not None, "nothing else shows a stone"
        colour, ink = inks.colours[ghosts[square] if square in ghosts else (self.preview or (0, 0))[1]]
        pale = tinted(self._hole, colour, GHOST_SHARE, inks.mixes_colours)
        on_pale = Style(color=ink_for(pale, ink), bgcolor=pale, bold=True)
        return seen._replace(ink=Ink(Style(color=pale, bgcolor=inks.wood) + ITALIC, on_pale + ITALIC))

    def chip_of(self, square: Square) -> Chip:
        chip = super().chip_of(square)
        return chip._replace(is_bare=chip.is_bare or chip.symbol in (DISC, RING))

    def _disc(self, square: Square) -> Disc:
        """Return the drawing of a stone, with its number and its mark."""
        number, text = self._number(square), ""
        if number is not None:
            text = str(number)
        elif square in self._labels.ghosts:
            text = self._labels.ghost_number(square)
        symbol, size, links = (
            self.seen_stone(square).symbol,
            self.layout.cell.stone,
            self._links.get(square, NO_LINKS),
        )
        return disc(symbol, tuple(size), links, text, self._mark(square), is_ascii=self.glyphs.is_ascii)

    def _mark(self, square: Square) -> str:
        """Return the mark of the latest stone or of a new one, empty for none."""
        it, view = 1 << square, self.view
        if view.latest & it and not self.moment.is_hollow:
            return self.glyphs.latest
        return self.glyphs.new if (view.new | view.latest) & it else ""

    def _draw_stone(self, cells: Cells, square: Square, y: int) -> None:
        """Draw a disc; where it has no room for its mark it is underlined, and its hole is lit.

        A disc that falls is seen from the edge: its middle line is enough for a moment, and few bytes.
        """
        region, is_middle = self.layout.stone(square), self.layout.anchor(square).y == y
        if not region.y <= y < region.bottom or (square == self.moment.falling and not is_middle):
            return
        seen, drawn = self.seen_stone(square), self._disc(square)
        is_lit = seen.is_won and self.glyphs.is_ascii
        under = Style()
        if self._mark(square) and not drawn.is_marked and is_middle:
            is_latest = self._mark(square) == self.glyphs.latest
            under = UNDERLINE + (BOLD if is_latest else NOT_BOLD)
        for x, (text, is_filled) in enumerate(drawn.lines[y - region.y], region.x - 1):
            is_beside = not region.x <= x < region.right
            if is_beside and (text == " " or not 0 <= x < len(cells)):
                continue
            style = (seen.ink.fill if is_filled or (is_lit and not is_beside) else seen.ink.line) + under
            if text in QUADRANTS and not is_filled:
                cells[x] = self._shape(text, style)
            else:
                cells[x] = (text, style if text in "()" or under else style + BOLD)
        if under and seen.symbol == RING and self.inks.has_colours:
            x = self.layout.anchor(square).x
            light = self.inks.part("text" if under.bold else "muted").color
            lit = Style(bgcolor=light) if self.inks.wood is None else Style(color=light)
            cells[x] = (cells[x][0], cells[x][1] + lit)

    def _draw_mark(self, cells: Cells, square: Square, y: int) -> None:
        """Draw nothing: discs have their marks."""

    @cached_property
    def _links(self) -> dict[Square, Links]:
        """The stones of winning lines with the steps to their neighbours there."""
        geometry, filled = self.layout.geometry, self.moment.filled
        found: dict[Square, set[Step]] = {}
        for line in winning_lines(geometry, self.view.winning) if filled else ():
            for one, other in pairwise(line):
                if filled >> one & filled >> other & 1:
                    across, down = _step(geometry, one, other)
                    found.setdefault(one, set()).add((across, down))
                    found.setdefault(other, set()).add((-across, -down))
        return {square: frozenset(steps) for square, steps in found.items()}

    def draw_cursor_on(self, cells: Cells, square: Square, y: int) -> None:
        if not self.layout.cell.has_holes:
            x = self.layout.anchor(square).x
            if (
                cells[x][0] == DISC and not self._taken >> square & 1
            ):  # a hole, which is not to look like a stone
                cells[x] = (self.glyphs.dot, cells[x][1])
            super().draw_cursor_on(cells, square, y)
            return
        for place, bracket in zip(self.layout.beside(square), "[]", strict=True):
            if place.y == y:
                cells[place.x] = (bracket, self.inks.part("cursor"))

    # --- advice ------------------------------------------------------------------------------------------

    @cached_property
    def _hole(self) -> str | None:
        """The colour of the holes, None where there are no colours to mix it with."""
        colour = self.inks.part("hole").color
        return colour.triplet.hex if self.inks.wood and colour is not None and colour.triplet else None

    def _hole_of(self, square: Square) -> str | None:
        """Return the colour of a hole, tinted by a proved value."""
        label = self.view.labels.get(square)
        if self._hole is None or label is None or label.heat is None:
            return self._hole
        colour, share = self.inks.part(label.role).color, 1.0 if label.is_filled else label.heat
        if not share or colour is None or colour.triplet is None:
            return self._hole
        return tinted(self._hole, colour.triplet.hex, share, self.inks.mixes_colours)

    def draw_label_on(self, cells: Cells, square: Square, y: int) -> None:
        """Draw a label in its hole, or without mixed colours in place of it."""
        region = self.layout.stone(square)
        is_plain = self.glyphs.is_ascii or not self.layout.cell.has_holes
        if is_plain or not region.y <= y < region.bottom:
            super().draw_label_on(cells, square, y)
            return
        ground, places = self._hole_of(square), slice(region.x, region.right)
        if ground is None:
            cells[places] = [(" ", self.inks.grid)] * region.width
        else:
            of_hole = Style(color=ground)
            cells[places] = [(text, style + of_hole) for text, style in cells[places]]
        before = cells[places]
        super().draw_label_on(cells, square, y)
        if ground is not None:
            for x, (hole_cell, cell) in enumerate(zip(before, cells[places], strict=True), region.x):
                is_on_wood = cell[1].bgcolor is not None and cell[1].bgcolor.name == self.inks.wood
                if cell is not hole_cell and is_on_wood:
                    cells[x] = (cell[0], on_tint(cell[1], ground, TEXT_CONTRAST))


def _step(geometry: Geometry, one: Square, other: Square) -> Step:
    """Return the columns and rows from a square to the next one of a line, perhaps over the edge."""
    across = geometry.column(other) - geometry.column(one)
    down = geometry.row(other) - geometry.row(one)
    return _unit(across), _unit(down)


def _unit(steps: int) -> int:
    """Return a step of one; a longer one leads over the edge, the other way."""
    return steps if abs(steps) < 2 else -1 if steps > 0 else 1


@lru_cache(128)
def _rack_line(layout: BoardLayout, y: int, is_filled: bool, is_ascii: bool) -> tuple[Piece, ...]:
    """Return the cells of a line of holes, from the left edge of the squares to the right one."""
    pieces = [(" ", "grid")] * layout.core.width
    for x, text in _holes(layout, y, is_filled, is_ascii):
        pieces[x : x + len(text)] = [
            (character, "hole" if character != " " else "grid") for character in text
        ]
    return tuple(pieces)


def _holes(layout: BoardLayout, y: int, is_filled: bool, is_ascii: bool) -> Iterator[tuple[int, str]]:
    """Yield the part of every hole in a line, with its first cell from the left edge of the squares."""
    row = layout.rows_by_y.get(y)
    if row is None:
        return
    for column in layout.columns:
        region = layout.stone(layout.geometry.at(column, row))
        if layout.cell.has_holes:
            lines = hole(tuple(region.size), is_filled=is_filled, is_ascii=is_ascii)
            yield region.x - layout.core.x, lines[y - region.y]
        else:
            yield layout.centres[column] - layout.core.x, "." if is_ascii else DISC if is_filled else "·"
