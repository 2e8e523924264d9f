"""Tinted squares: the values of a proof map as heat, and the lines of a hint, from square to square.

A tint is a part of the board and the colour that replaces the wood there; everything on it keeps
its colour as far as that is readable. Tints need colours that can be mixed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Region

from ttt_tui.app.contrast import PALETTE_OF_256, WHITE, contrast, luminance, mixed, moved, readable
from ttt_tui.app.roles import LINE_CONTRAST, SHAPE_CONTRAST, TEXT_CONTRAST
from ttt_tui.app.terminal.filters import nearest_of_256, tints_of_256
from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.motion import are_beside
from ttt_tui.app.widgets.board.styles import BoardStyles
from ttt_tui.app.widgets.board.view import NEAR_HEAT, BoardView
from ttt_tui.engine import Mask, squares_of

LINE_SHARE = 0.2
"""The share of the player's colour in the squares of a line that a hint refers to."""

ANY = 1.0
"""A contrast that any two colours have."""


COARSER = 0.15
"""The addition to a share with 256 colours, of which the nearest would often be a grey."""


class Tint(NamedTuple):
    """A part of the board with a ground of its own."""

    region: Region
    ground: str
    is_raised: bool = False
    """Whether it differs little from wood: then shapes keep their colours, and lines stay visible."""


@dataclass(frozen=True)  # without slots: it has cached properties
class Tints:
    """The tints of one view; made for one paint."""

    layout: BoardLayout
    view: BoardView
    inks: BoardStyles

    def apply(self, cells: list[tuple[str, Style]], y: int) -> None:
        """Replace the wood in line `y` of tinted squares by the squares' ground.

        Everything but ghosts and the lines of the board gets a colour that is readable there.
        """
        grid = self.inks.part("grid").color if self._seen else None
        for region, ground, is_raised in self._seen:
            if region.y <= y < region.bottom:
                grounds = self.inks.wood, ground
                of_lines, of_shapes = (LINE_CONTRAST, ANY) if is_raised else (ANY, SHAPE_CONTRAST)
                for x in range(region.x, region.right):
                    text, style = cells[x]
                    if style.color is not None and style.color.name == self.inks.wood:  # around a disc
                        cells[x] = (text, style + Style(color=ground))
                    elif style.bgcolor is not None and style.bgcolor.name in grounds:
                        ratio = (
                            of_lines
                            if style.color == grid
                            else TEXT_CONTRAST
                            if text.isalnum()
                            else of_shapes
                        )
                        cells[x] = (text, on_tint(style, ground, ANY if style.italic else ratio))

    @cached_property
    def _seen(self) -> tuple[Tint, ...]:
        """The visible tints; of two in the same place the first counts."""
        if self.inks.wood is None or not (self.view.labels or self.view.lines or self.view.boards):
            return ()
        core = self.layout.core
        tints = *self._lines(self.inks.wood), *self._values(self.inks.wood), *self._raised(self.inks.wood)
        return tuple(
            tint._replace(region=region) for tint in tints if (region := tint.region.intersection(core))
        )

    def _lines(self, wood: str) -> Iterator[Tint]:
        keeps_shapes = self.layout.cell.has_holes  # the tint is around them
        for line in self.view.lines:
            colour, _ = self.inks.colours[line.player]
            ground = tinted(wood, colour, LINE_SHARE, self.inks.mixes_colours)
            for square in squares_of(line.squares):
                yield Tint(self.layout.stone(square), ground, keeps_shapes)
            for joint in joints_of(self.layout, line.squares):
                yield Tint(joint, ground, keeps_shapes)

    def _values(self, wood: str) -> Iterator[Tint]:
        if self.layout.cell.has_holes:  # the holes themselves are tinted
            return
        for square, label in self.view.labels.items():
            if label.heat is None:
                continue
            colour, share = self.inks.part(label.role).color, 1.0 if label.is_filled else label.heat
            if share and colour is not None and colour.triplet:
                ground = heat(wood, colour.triplet.hex, share, self.inks.mixes_colours)
                yield Tint(self.layout.stone(square), ground)

    def _raised(self, wood: str) -> Iterator[Tint]:
        """Yield the tints of the small boards to play on."""
        boards = self.view.boards
        for board in squares_of(boards.playable if boards else 0):
            light, shown = self.inks.part("cursor").color, wood_shown(wood, self.inks.mixes_colours)
            ground = raised(shown, light.triplet.hex if light and light.triplet else WHITE)
            yield Tint(self.layout.field(board), ground, is_raised=True)


RAISED_CONTRAST = 1.38
"""The contrast of a raised small board to the wood around it."""


@lru_cache(64)
def raised(wood: str, light: str) -> str:
    """Return the ground of a small board to play on: wood with the accent's `light`.

    Pale wood becomes even lighter, if possible.
    """
    brighter = moved(wood, [wood], RAISED_CONTRAST, WHITE)
    is_pale = luminance(light) < luminance(wood) and contrast(brighter, wood) >= RAISED_CONTRAST
    return brighter if is_pale else moved(wood, [wood], RAISED_CONTRAST, light)


def heat(wood: str, colour: str, share: float, is_fine: bool) -> str:
    """Return wood with a share of a value's colour; with 256 colours, where `is_fine` is false, a tint."""
    if is_fine or share == 1:
        return mixed(wood, colour, share)
    pale, deep = tints_of_256(wood, colour)
    return deep if share >= NEAR_HEAT else pale


def tinted(wood: str, colour: str, share: float, is_fine: bool) -> str:
    """Return wood with a share of a player's colour; with 256 colours it is neither of them."""
    if is_fine:
        return mixed(wood, colour, share)
    shade = PALETTE_OF_256[nearest_of_256(mixed(wood, colour, share + COARSER))]
    is_other = shade not in (wood_shown(wood, is_fine), PALETTE_OF_256[nearest_of_256(colour)])
    return shade if is_other else tints_of_256(wood, colour)[0]


def wood_shown(wood: str, is_fine: bool) -> str:
    """Return the colour of wood as it is shown: with 256 colours it is lighter than with all."""
    return wood if is_fine else PALETTE_OF_256[nearest_of_256(wood)]


def joints_of(layout: BoardLayout, line: Mask) -> Iterator[Region]:
    """Yield the parts between the squares of a line, where there is room between them."""
    for square, neighbour in pairwise(squares_of(line)):
        if not are_beside(layout.geometry, square, neighbour):
            continue
        one, other = layout.stone(square), layout.stone(neighbour)
        left, right = min(one.right, other.right), max(one.x, other.x)
        top, bottom = one.bottom, other.y
        if one.x == other.x:
            left, right = one.x, one.right
        if one.y == other.y:
            top, bottom = one.y, one.bottom
        if left < right and top < bottom:
            yield Region.from_corners(left, top, right, bottom)


@lru_cache(2048)
def on_tint(style: Style, ground: str, ratio: float) -> Style:
    """Return a style on a tinted ground, with the colour moved as little as needed to a contrast `ratio`."""
    text = style.color.triplet.hex if style.color is not None and style.color.triplet else None
    return style + Style(color=text and readable(text, ground, ratio), bgcolor=ground)
