"""A small picture of a board with its stones: cells of a character each, for menus and lists."""

from dataclasses import dataclass, replace
from functools import cached_property

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.app.widgets.board.cell_size import POINTS, is_hash
from ttt_tui.app.widgets.board.ground import Glyphs, glyphs_for, star_points
from ttt_tui.engine import Geometry, Mask, Player, Square, squares_of

GRID, STAR = "grid", "star"

Cell = tuple[str, str]
"""A character and its colour: `GRID`, `STAR` or a player's. The cell after a wide one is empty."""


@dataclass(frozen=True)  # without slots: it has cached properties
class CellPicture:
    """A board with stones as cells: squares of 3×1 between rules, or points in a net of lines."""

    geometry: Geometry
    stones: tuple[Mask, ...] = ()
    """The squares of each player."""
    players: tuple[Player, ...] = ()
    pitch: int = 2
    """Cells from a point to the next."""
    is_ascii: bool = False

    @property
    def is_hash(self) -> bool:
        return is_hash(self.geometry)

    @property
    def size(self) -> Size:
        columns, rows = self.geometry.columns, self.geometry.rows
        if self.is_hash:
            return Size(4 * columns - 1, 2 * rows - 1)
        return Size((columns - 1) * self.pitch + self.mark_width, rows)

    @property
    def mark_width(self) -> int:
        return max((cell_len(player.symbol) for player in self.players), default=1)

    def within(self, width: int) -> "CellPicture | None":
        """Return the picture, narrower if needed, None if it does not fit into `width` cells."""
        pitches = {self.pitch, self.mark_width}
        pictures = (replace(self, pitch=pitch) for pitch in sorted(pitches, reverse=True))
        return next((picture for picture in pictures if picture.size.width <= width), None)

    @cached_property
    def lines(self) -> list[list[Cell]]:
        """The lines from the top, as cells."""
        lines = self.empty()
        for player, stones in zip(self.players, self.stones, strict=bool(self.stones)):
            for square in squares_of(stones):
                x, y = self.place(square)
                put(lines[y], x, player.symbol, player.colour)
        return lines

    def empty(self) -> list[list[Cell]]:
        """Return the lines without stones."""
        return self._hash() if self.is_hash else self._net()

    def place(self, square: Square) -> tuple[int, int]:
        """Return the cell in which the symbol of a square begins."""
        column, row = self.geometry.column(square), self.geometry.row(square)
        return (4 * column + 1, 2 * row) if self.is_hash else (self.pitch * column, row)

    @property
    def glyphs(self) -> Glyphs:
        return glyphs_for(POINTS[-1], self.is_ascii)

    def _hash(self) -> list[list[Cell]]:
        columns, rows = self.geometry.columns, self.geometry.rows
        level, upright, crossing = self.glyphs.rules
        squares, rule = upright.join(["   "] * columns), crossing.join([3 * level] * columns)
        return [[(c, GRID) for c in (rule if y % 2 else squares)] for y in range(2 * rows - 1)]

    def _net(self) -> list[list[Cell]]:
        geometry, beside = self.geometry, " " * (self.mark_width - 1)
        between = self.glyphs.lines[0] * (self.pitch - 1)
        lines = []
        for row in range(geometry.rows):
            line = self.glyphs.net[(row > 0) + (row == geometry.rows - 1)]
            text = between.join([line[0], *line[1] * (geometry.columns - 2), line[2]]) + beside
            lines.append([(character, GRID) for character in text])
        for column, row in star_points(geometry.columns, geometry.rows):
            lines[row][self.pitch * column] = (self.glyphs.star, STAR)
        return lines


def put(line: list[Cell], x: int, character: str, colour: str) -> None:
    """Write a character into a line."""
    cells = [(character, colour), ("", colour)][: cell_len(character)]
    line[x : x + len(cells)] = cells
