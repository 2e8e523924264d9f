"""Labels on empty squares: values, ranks, numbers of moves and signs of threats, from the advice on a game.

A label is written in the middle of its square, a proved value in large figures where the square is large. The
best of several are on a ground of their colour: all of the square where that is tinted, else a small tile.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from rich.cells import cell_len
from rich.style import Style

from ttt_tui.app.widgets.board.ground import Glyphs
from ttt_tui.app.widgets.board.layout import BoardLayout, CellSize
from ttt_tui.app.widgets.board.values import has_large_values, large_values
from ttt_tui.app.widgets.board.view import Label
from ttt_tui.engine import Square

BOLD = Style(bold=True)

DrawnText = tuple[int, str, Style]
"""A text in a line with the x of its first cell."""


@dataclass(frozen=True)  # without slots: what is worked out is kept
class LabelPainter:
    """Draws the labels of one view; made for one paint."""

    layout: BoardLayout
    labels: Mapping[Square, Label]
    cursor: Square | None
    glyphs: Glyphs
    is_tinted: bool
    """Whether values tint their squares."""
    styles: Callable[[Label], tuple[Style, Style]]
    """Returns the styles of a label, plain and filled."""

    def pieces(self, square: Square, y: int) -> Iterator[DrawnText]:
        """Yield what a square's label draws into line `y`."""
        label, anchor = self.labels[square], self.layout.anchor(square)
        plain, filled = self.styles(label)
        style = filled if label.is_filled else plain + BOLD
        if label.heat is not None and (large := self._large_values.get(label.texts[0])):
            if 0 <= (line := y - anchor.y + len(large) // 2) < len(large):
                yield anchor.x - (len(large[line]) - 1) // 2, large[line], style
            return
        region = self.layout.label(square)
        is_roomy = self.layout.cell.has_drawn_stones
        is_tile = label.is_filled and is_roomy and not (self.is_tinted and label.heat is not None)
        if y != anchor.y:
            is_above, is_below = y == region.y, y == region.bottom - 1
            if is_tile and region.height == 3 and (is_above or is_below) and not self.glyphs.is_ascii:
                left, edge, right = "▗▄▖" if is_above else "▝▀▘"
                yield region.x, f"{left}{edge * (region.width - 2)}{right}", plain
            return
        room = region.width if is_roomy or square != self.cursor else 1  # else it is between brackets
        text = next((text for text in label.texts if cell_len(text) <= room), label.texts[-1])
        if label.is_marked and cell_len(text) + 2 <= room:
            text = self.glyphs.marked(text)
        if is_tile:
            text = f"{text:^{region.width}}"
        yield region.x if is_tile else anchor.x - (cell_len(text) - 1) // 2, text, style

    @cached_property
    def _large_values(self) -> dict[str, tuple[str, ...]]:
        """The drawings of the values on squares, where they are large."""
        is_large = self.is_tinted and not self.glyphs.is_ascii
        return values_drawn(self.labels, self.layout.cell) if is_large else {}


def values_drawn(labels: Mapping[Square, Label], cell: CellSize) -> dict[str, tuple[str, ...]]:
    """Return the drawings of the proved values among labels, which are alike, where squares are large."""
    if not has_large_values(cell):
        return {}
    return large_values(
        frozenset(label.texts[0] for label in labels.values() if label.heat is not None), cell
    )
