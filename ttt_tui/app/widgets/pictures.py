"""Small pictures: a board with its stones, the logo, and a player's stone as a text with colours."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import player_colour, roles_of
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.app.widgets.cell_picture import GRID, STAR, CellPicture
from ttt_tui.engine import COLOURS, Geometry, Mask, Player

MARGIN = 2
"""Cells of wood left and right of the squares."""


class Miniature(Widget):
    """Shows the picture of a board on wood, or nothing if it does not fit."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Miniature { width: auto; height: auto; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._picture: CellPicture | None = None

    def show(self, geometry: Geometry, stones: Sequence[Mask] = (), players: Sequence[Player] = ()) -> None:
        """Show a board with the stones of each player, by default an empty one."""
        is_ascii = only_ascii(self.app)
        kind = CellPicture
        if geometry.block_side:
            from ttt_tui.app.widgets.nine_picture import NinePicture as kind  # only Ultimate needs it

        picture = kind(geometry, tuple(stones), tuple(players), is_ascii=is_ascii)
        if picture != self._picture:
            before, self._picture = self._picture, picture
            self.refresh(layout=before is None or before.size != picture.size)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        picture = self._within(container.width)
        return min(picture.size.width + 2 * MARGIN, container.width) if picture else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        picture = self._within(width)
        return 1 + picture.size.height + 1 if picture else 0

    def _within(self, width: int) -> CellPicture | None:
        return self._picture.within(width) if self._picture else None

    def render_line(self, y: int) -> Strip:
        picture, width, table = self._within(self.size.width), self.size.width, self.rich_style.bgcolor
        if picture is None or y > picture.size.height + 1:
            return Strip.blank(width, Style(bgcolor=table))
        wood = Style(bgcolor=roles_of(self.app.current_theme).board)
        if y in (0, picture.size.height + 1):
            return Strip([self._edge(width, is_upper=y == 0, is_ascii=picture.is_ascii)])
        styles = {colour: self._style(colour, wood) for _, colour in picture.lines[y - 1]}
        cells = [Segment(text, styles[colour]) for text, colour in picture.lines[y - 1]]
        left = Segment(" " * min(MARGIN, (width - picture.size.width) // 2), wood)
        return Strip([left, *cells]).adjust_cell_length(width, wood).simplify()

    def _edge(self, width: int, *, is_upper: bool, is_ascii: bool) -> Segment:
        """Return half a line of wood, blank where the wood has no colour of its own."""
        theme, table = self.app.current_theme, self.rich_style.bgcolor
        if theme.ansi or self.app.no_color or is_ascii:
            return Segment(" " * width, Style(bgcolor=table))
        roles = roles_of(theme)
        if is_upper:
            return Segment("▄" * width, Style(color=roles.rim, bgcolor=table))
        return Segment("▀" * width, Style(color=roles.board, bgcolor=roles.edge))

    def _style(self, colour: str, wood: Style) -> Style:
        theme = self.app.current_theme
        if colour == GRID:
            return wood + Style(color=roles_of(theme).grid, dim=self.app.no_color)
        if colour == STAR:
            return wood + Style(color=roles_of(theme).star)
        return wood + Style(color=player_colour(theme, colour), bold=True)


SYMBOLS = "XOX"

STONES = {Size(19, 9): Size(184, 49), Size(11, 5): Size(100, 36), Size(7, 3): Size(60, 22)}
"""Size of a stone → the least window for it, which has room for more than the logo."""

GAP = 1
"""Cells between two stones."""


class Logo(Widget):
    """The logo: three stones in 53×9, 29×5 or 17×3 cells, or just their letters in a small window.

    A style sheet that leaves it less room gets the largest size that fits.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Logo { width: auto; height: auto; }
    """

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return _taken(_stone_for(viewport)).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return _taken(_stone_for(viewport)).height

    def render_line(self, y: int) -> Strip:
        size = next((size for size in STONES if _is_within(_taken(size), self.size)), None)
        ground = Style(bgcolor=self.rich_style.bgcolor)
        texts = self._line(size, y)
        segments: list[Segment] = []
        for symbol, text in zip(SYMBOLS, texts, strict=True):
            colour = player_colour(self.app.current_theme, COLOURS[SYMBOLS.index(symbol)])
            segments.append(Segment(text, ground + Style(color=colour, bold=size is None)))
            segments.append(Segment(" " * (GAP if size else 0), ground))
        return Strip(segments).adjust_cell_length(self.size.width, ground).simplify()

    def _line(self, size: Size | None, y: int) -> list[str]:
        """Return a line of each stone without the blank cell on either side."""
        if size is None:
            return list(SYMBOLS) if y == 0 else [""] * len(SYMBOLS)
        if y >= size.height:
            return [""] * len(SYMBOLS)
        is_ascii = only_ascii(self.app)
        lines = (stone(symbol, *size, is_ascii=is_ascii).lines[y] for symbol in SYMBOLS)
        return ["".join(text for text, _ in line)[1:-1] for line in lines]


def _stone_for(window: Size) -> Size | None:
    """Return the size of the stones in a window, None for letters."""
    return next((size for size, least in STONES.items() if _is_within(least, window)), None)


def _taken(size: Size | None) -> Size:
    """Return the size of a logo with stones of this size, or with letters for None."""
    if size is None:
        return Size(len(SYMBOLS), 1)
    return Size(len(SYMBOLS) * (size.width - 2 + GAP) - GAP, size.height)


def _is_within(size: Size, room: Size) -> bool:
    return size.width <= room.width and size.height <= room.height


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
