"""The small picture of Ultimate: dots between strong lines, and a large stone for a board that is won."""

from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.app.widgets.board.stones import is_tile, stone
from ttt_tui.app.widgets.cell_picture import GRID, STAR, Cell, CellPicture, put
from ttt_tui.engine import Player, Square, squares_of
from ttt_tui.engine.nine_boards import BOARD_SQUARES, SIDE, has_line

BETWEEN = 2
"""Additional columns from one small board to the next: a strong line and a blank."""

LARGE = Size(5, 3)
"""The cells of a small board with a large stone."""


@dataclass(frozen=True)  # without slots: it has cached properties
class NinePicture(CellPicture):
    """The nine small boards with stones, as cells."""

    @property
    def size(self) -> Size:
        x, y = self.place(self.geometry.squares[-1])
        return Size(x + self.mark_width, y + 1)

    def place(self, square: Square) -> tuple[int, int]:
        column, row = self.geometry.column(square), self.geometry.row(square)
        return self.pitch * column + column // SIDE * BETWEEN, row + row // SIDE

    @cached_property
    def lines(self) -> list[list[Cell]]:
        """The lines from the top, as cells."""
        lines = super().lines
        for board, squares in enumerate(BOARD_SQUARES):
            owners = [
                player
                for player, stones in zip(self.players, self.stones, strict=bool(self.stones))
                if has_line(stones & squares)
            ]
            if len(owners) == 1:  # stones alone do not tell who of two was first
                self._draw_large(lines, board, owners[0])
        return lines

    def empty(self) -> list[list[Cell]]:
        glyphs, (width, height) = self.glyphs, self.size
        level, upright, crossing = glyphs.strong
        across, down = self.pitch * SIDE + BETWEEN, SIDE + 1
        strong = range(across - BETWEEN, width, across)
        lines: list[list[Cell]] = []
        for y in range(height):
            is_level = y % down == SIDE
            other = (level, STAR) if is_level else (" ", GRID)
            line = [(crossing if is_level else upright, STAR) if x in strong else other for x in range(width)]
            lines.append(line)
        for square in self.geometry.squares:
            x, y = self.place(square)
            lines[y][x] = (glyphs.dot, GRID)
        return lines

    def _draw_large(self, lines: list[list[Cell]], board: int, owner: Player) -> None:
        """Draw the stone of the player who has won a board."""
        left, top = self.place(min(squares_of(BOARD_SQUARES[board])))
        width = self.pitch * (SIDE - 1) + self.mark_width
        drawn = stone(owner.symbol, *LARGE, is_ascii=self.is_ascii).lines
        for y, line in enumerate(drawn):
            text = "".join(run for run, _ in line)
            if is_tile(owner.symbol) and not self.is_ascii and y == 1:
                text = owner.symbol.center(LARGE.width + 1 - cell_len(owner.symbol), "█")
            x = left + (width - LARGE.width) // 2
            lines[top + y][left : left + width] = [(" ", GRID)] * width
            for character in text:
                put(lines[top + y], x, character, owner.colour)
                x += cell_len(character)
