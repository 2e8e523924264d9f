"""The small picture of a rack: discs in holes, on large boards dots."""

from dataclasses import dataclass
from functools import cached_property

from textual.geometry import Size

from ttt_tui.app.widgets.board.discs import DISC, disc, hole
from ttt_tui.app.widgets.cell_picture import GRID, Cell, CellPicture
from ttt_tui.engine import Square, squares_of

HOLE = "hole"

SMALL = (3, 2)
"""The cells of a hole where the board has few."""


@dataclass(frozen=True)  # without slots: it has cached properties
class RackPicture(CellPicture):
    """A rack with stones, as cells."""

    is_filled: bool = True
    """Whether holes are filled, else they are edges: colours cannot be mixed."""

    @property
    def size(self) -> Size:
        columns, rows = self.geometry.columns, self.geometry.rows
        if self.is_hash:
            return Size(columns * (SMALL[0] + 1) - 1, rows * SMALL[1])
        return Size((columns - 1) * self.pitch + self.mark_width, rows)

    @cached_property
    def lines(self) -> list[list[Cell]]:
        """The lines from the top, as cells."""
        if not self.is_hash:
            return super().lines
        lines = self.empty()
        for player, stones in zip(self.players, self.stones, strict=bool(self.stones)):
            drawn = disc(player.symbol, SMALL, is_ascii=self.is_ascii).lines
            for square in squares_of(stones):
                x, y = self.place(square)
                for below, cells in enumerate(drawn):
                    lines[y + below][x : x + SMALL[0]] = [(text, player.colour) for text, _ in cells[1:-1]]
        return lines

    def place(self, square: Square) -> tuple[int, int]:
        column, row = self.geometry.column(square), self.geometry.row(square)
        across, down = (SMALL[0] + 1, SMALL[1]) if self.is_hash else (self.pitch, 1)
        return across * column, down * row

    def empty(self) -> list[list[Cell]]:
        lines: list[list[Cell]] = [[(" ", GRID)] * self.size.width for _ in range(self.size.height)]
        is_filled = self.is_filled and not self.is_ascii
        if self.is_hash:
            drawn = hole(SMALL, is_filled=is_filled, is_ascii=self.is_ascii)
        else:
            drawn = (DISC if is_filled else self.glyphs.dot,)
        for square in self.geometry.squares:
            x, y = self.place(square)
            for below, text in enumerate(drawn):
                for beside, character in enumerate(text):
                    lines[y + below][x + beside] = (character, HOLE if is_filled else GRID)
        return lines
