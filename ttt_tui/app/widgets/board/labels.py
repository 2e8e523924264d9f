"""Labels on empty squares: values, ranks, numbers of moves, signs of threats and pale stones, from advice.

A stone that is chosen and not placed yet is a label, too.

A label is written in the middle of its square, a proved value in large figures where the square is large. The
best of several are on a ground of their colour: all of the square where that is tinted, else a small tile.

Ghosts are the stones that a hint refers to, in their players' colours mixed with the wood of the board.
Several have numbers, in the order in which they would be placed. They need mixed colours, since otherwise
they would look like stones; without them a square keeps its label.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from rich.cells import cell_len
from rich.style import Style

from ttt_tui.app.roles import ink_for
from ttt_tui.app.widgets.board.cell_size import CellSize
from ttt_tui.app.widgets.board.ground import Glyphs
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.stones import LETTERS, LOWEST, enlarged
from ttt_tui.app.widgets.board.styles import BOLD, BoardStyles, DrawnText, Ink
from ttt_tui.app.widgets.board.tints import tinted
from ttt_tui.app.widgets.board.view import Label
from ttt_tui.engine import Player, Square

ITALIC = Style(italic=True)

OUTSIDE = 2
"""Cells from a label to brackets that leave it its room."""


@dataclass(frozen=True)  # without slots: it has cached properties
class LabelPainter:
    """Draws the labels of one view; made for one paint."""

    layout: BoardLayout
    labels: Mapping[Square, Label]
    cursor: Square | None
    glyphs: Glyphs
    inks: BoardStyles

    def pieces(self, square: Square, y: int) -> Iterator[DrawnText]:
        """Yield the part of a square's label in line `y`."""
        label, anchor = self.labels[square], self.layout.anchor(square)
        plain, filled = self.inks.label(label)
        style = filled if label.is_filled else plain + BOLD
        if label.heat is not None and (large := self._large_values.get(label.texts[0])):
            if 0 <= (line := y - anchor.y + len(large) // 2) < len(large):
                yield anchor.x - (len(large[line]) - 1) // 2, large[line], style
            return
        region = self.layout.label(square)
        is_roomy = self.layout.cell.has_drawn_stones
        is_tile = label.is_filled and is_roomy and (self.inks.wood is None or label.heat is None)
        if y != anchor.y:
            is_above, is_below = y == region.y, y == region.bottom - 1
            if is_tile and region.height == 3 and (is_above or is_below) and not self.glyphs.is_ascii:
                left, edge, right = "▗▄▖" if is_above else "▝▀▘"
                yield region.x, f"{left}{edge * (region.width - 2)}{right}", plain
            return
        apart = self.layout.cell.brackets(self.layout.mark_width)
        is_between = square == self.cursor and not is_roomy  # the brackets of the cursor
        room = 1 if is_between and apart != OUTSIDE else region.width
        fitting = [text for text in label.texts if cell_len(text) <= room] or [label.texts[-1]]
        text = fitting[0]
        if is_roomy and label.heat is not None:  # one that has as many cells on either side comes first
            text = next((each for each in fitting[:2] if (region.width - cell_len(each)) % 2 == 0), text)
        if label.is_marked and cell_len(text) + 2 <= room:
            text = self.glyphs.marked(text)
        if is_between and apart == OUTSIDE:
            text = f"{text:^{room}}"  # no line is between the brackets
        if is_tile:
            text = f"{text:^{region.width}}"
        yield region.x if is_tile else anchor.x - (cell_len(text) - 1) // 2, text, style

    @cached_property
    def _large_values(self) -> dict[str, tuple[str, ...]]:
        """The drawings of the values on squares, where they are large."""
        is_large = self.inks.wood is not None and not self.glyphs.is_ascii
        return values_drawn(self.labels, self.layout.cell) if is_large else {}

    # --- ghosts ------------------------------------------------------------------------------------------

    @cached_property
    def ghosts(self) -> dict[Square, int]:
        """The squares with ghosts, and their players; there are none without mixed colours."""
        if self.inks.wood is None or self.glyphs.is_ascii:
            return {}
        return {square: label.ghost for square, label in self.labels.items() if label.ghost is not None}

    def ghost_symbol(self, square: Square, players: Sequence[Player]) -> str:
        """Return the symbol of a ghost: the player's, or the number if that takes its place."""
        if self.labels[square].is_numbered and not self._has_middles:
            return self.labels[square].texts[0]
        return players[self.ghosts[square]].symbol

    def ghost_number(self, square: Square) -> str:
        """Return the number over the middle of a drawn ghost, empty for none."""
        label = self.labels[square]
        return label.texts[0] if label.is_numbered and self._has_middles else ""

    def is_lone_ghost(self, square: Square) -> bool:
        """Return whether a ghost stands alone, not in the order of several."""
        return square in self.ghosts and not self.labels[square].is_numbered

    @property
    def _has_middles(self) -> bool:
        """Whether stones are drawn with a middle that has room for a number."""
        cell = self.layout.cell
        return cell.has_drawn_stones and cell.stone.height > LOWEST

    def ghost(self, square: Square) -> Ink:
        """Return the styles of a ghost's lines and of its filled parts.

        They are italic, like those of every stone that has not been placed; a number is not.
        """
        inks, owner = self.inks, self.ghosts[square]
        assert inks.wood is not None, "else there is none"
        lines, filled = ghost_styles(*inks.colours[owner], inks.wood, inks.mixes_colours)
        return Ink(lines + ITALIC, filled if self.labels[square].is_numbered else filled + ITALIC)


def values_drawn(labels: Mapping[Square, Label], cell: CellSize) -> dict[str, tuple[str, ...]]:
    """Return the drawings of the proved values among labels, all in one size, where squares are large."""
    if not has_large_values(cell):
        return {}
    return large_values(
        frozenset(label.texts[0] for label in labels.values() if label.heat is not None), cell
    )


LEAST_WIDTH, LEAST_HEIGHT = 15, 7
"""The smallest cells of a square with large values."""

SCALES = (2, 1)
"""Cells of a pixel across and half cells down, the largest first."""

LARGE_HEIGHT = 13
"""Lines of a square from which its pixels may be large."""

_AT_MOST = (" ▄▀", "▀▄ ", "▄▄█")
"""The sign `≤`."""


def has_large_values(cell: CellSize) -> bool:
    """Return whether the values on squares of a size are drawn large."""
    return not cell.is_points and cell.width >= LEAST_WIDTH and cell.height >= LEAST_HEIGHT


@lru_cache(64)
def large_values(words: frozenset[str], cell: CellSize) -> dict[str, tuple[str, ...]]:
    """Return the drawings of values such as `W 5`, `W≤9` and `D` for squares of a size.

    Where letters have no room beside the digits they are written above them; a value without digits then has
    no drawing: it is written.
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
    drawn = tuple((" " * scale).join(parts) for parts in zip(*glyphs, strict=True))
    if has_letters or not drawn:
        return drawn
    width = len(drawn[0])
    return f"{letters:^{width}}", " " * width, *drawn


GHOST_SHARE = 0.6
"""The share of the player's colour in a ghost."""


@lru_cache(256)
def ghost_styles(colour: str, ink: str, wood: str, is_fine: bool = True) -> tuple[Style, Style]:
    """Return the styles of a ghost's lines and of its filled parts; `ink` is on the player's `colour`."""
    pale = tinted(wood, colour, GHOST_SHARE, is_fine)
    return Style(color=pale, bgcolor=wood), Style(color=ink_for(pale, ink), bgcolor=pale, bold=True)
