"""Small pictures: a board with its stones, the logo, and a player's stone as a text with colours."""

from collections.abc import Callable, Sequence
from functools import partial

from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.theme import Theme

from ttt_tui.app.look.room import is_within
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.cell_picture import GRID, CellPicture
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, spread
from ttt_tui.engine import COLOURS, Geometry, Mask, Player

WOOD = TextStyle(ground="board")
MARGIN = 2
"""Cells of wood left and right of the squares."""


class Miniature(Lines):
    """Shows the picture of a board on wood, or nothing if it does not fit."""

    DEFAULT_CSS = """
    Miniature { width: auto; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._picture: CellPicture | None = None

    def show(self, geometry: Geometry, stones: Sequence[Mask] = (), players: Sequence[Player] = ()) -> None:
        """Show a board with the stones of each player, by default an empty one."""
        is_ascii = only_ascii(self.app)
        kind: Callable[..., CellPicture] = CellPicture
        if geometry.block_side:
            from ttt_tui.app.widgets.nine_picture import NinePicture as kind  # only Ultimate needs it

        elif geometry.rules.drop:
            from ttt_tui.app.widgets.rack_picture import RackPicture  # only racks need it

            kind = partial(RackPicture, is_filled=not (self.app.no_color or self.app.native_ansi_color))
        picture = kind(geometry, tuple(stones), tuple(players), is_ascii=is_ascii)
        if picture != self._picture:
            before, self._picture = self._picture, picture
            self.follow()
            if before is None or before.size != picture.size:
                self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        picture = self._within(container.width)
        return min(picture.size.width + 2 * MARGIN, container.width) if picture else 0

    def _within(self, width: int) -> CellPicture | None:
        return self._picture.within(width) if self._picture else None

    def lines(self, width: int) -> list[Line]:
        """Return the lines of the picture between half lines of wood."""
        if (picture := self._within(width)) is None:
            return []
        upper = TextStyle("rim", is_edge=True)
        lower = TextStyle("board", "ground" if picture.is_ascii else "edge", is_edge=True)
        blank = (" " * min(MARGIN, (width - picture.size.width) // 2), WOOD)
        is_dim = self.app.no_color
        rows: list[Line] = [
            tuple(
                (text, WOOD._replace(colour=colour, bold=colour in COLOURS, is_dim=is_dim and colour == GRID))
                for text, colour in line
            )
            for line in picture.lines
        ]
        rows = [spread((blank, *row), (), width, WOOD) for row in rows]
        return [(("▄" * width, upper),), *rows, (("▀" * width, lower),)]


SYMBOLS = "XOX"

STONES = {Size(19, 9): Size(184, 49), Size(11, 5): Size(100, 36), Size(7, 3): Size(60, 26)}
"""Size of a stone → the least window for it, which has room for more than the logo."""

GAP = 1
"""Cells between two stones."""


class Logo(Lines):
    """The logo: three stones in 53×9, 29×5 or 17×3 cells, or just their letters in a small window.

    A style sheet that leaves it less room gets the largest size that fits.
    """

    DEFAULT_CSS = """
    Logo { width: auto; height: auto; }
    """

    def stand_on(self, ground: str) -> None:
        """Show the letters on the colour of this role."""
        if ground != self.GROUND:
            self.GROUND = ground
            self.follow()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return logo_size(viewport).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return logo_size(viewport).height

    def lines(self, width: int) -> list[Line]:
        """Return the stones without the blank cell on either side."""
        size = next((size for size in STONES if is_within(_taken(size), self.size)), None)
        looks = [
            TextStyle(COLOURS[SYMBOLS.index(symbol)], self.GROUND, bold=size is None) for symbol in SYMBOLS
        ]
        if size is None:
            return [tuple(zip(SYMBOLS, looks, strict=True))]
        stones = [stone(symbol, *size, is_ascii=only_ascii(self.app)).lines for symbol in SYMBOLS]
        return [
            tuple(
                ("".join(text for text, _ in line)[1:-1] + " " * GAP, look)
                for line, look in zip(row, looks, strict=True)
            )
            for row in zip(*stones, strict=True)
        ]


def logo_size(window: Size) -> Size:
    """Return the columns and lines of the logo in a window."""
    return _taken(next((size for size, least in STONES.items() if is_within(least, window)), None))


def _taken(size: Size | None) -> Size:
    """Return the size of a logo with stones of this size, or with letters for None."""
    if size is None:
        return Size(len(SYMBOLS), 1)
    return Size(len(SYMBOLS) * (size.width - 2 + GAP) - GAP, size.height)


def stone_text(symbol: str, colour: str, columns: int, lines: int, theme: Theme, *, is_ascii: bool) -> Text:
    """Return a drawn stone of `columns` × `lines` cells as a text in the colours of a theme."""
    drawn = stone(symbol, columns, lines, is_ascii=is_ascii)
    shown = player_colour(theme, colour)
    styles = {
        False: Style(color=shown),
        True: Style(color=roles_of(theme).ink, bgcolor=shown, bold=True),
    }
    rows = (Text().join(Text(text, styles[filled]) for text, filled in line) for line in drawn.lines)
    return Text("\n", no_wrap=True).join(rows)


def symbol_text(player: Player, theme: Theme) -> Text:
    """Return a player's symbol in its colour."""
    return Text(player.symbol, Style(color=player_colour(theme, player.colour), bold=True))
