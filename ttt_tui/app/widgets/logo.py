"""The logo is the product: X O X as stones in the first two players' colours."""

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets.board.stones import stone
from ttt_tui.engine import COLOURS

SYMBOLS = "XOX"

STONES = {Size(11, 5): Size(100, 36), Size(7, 3): Size(60, 22)}
"""The sizes of its stones, and the window that each needs, so that there is room for more than the logo."""

GAP = 1
"""The cells between two stones."""


class Logo(Widget):
    """Three stones in 29×5 or 17×3 cells, or just their letters in a small window.

    A style sheet that gives it less room than that gets the largest that fits.
    """

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Logo { width: auto; height: auto; }
    """

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells that it takes in a window."""
        return _taken(_stone_for(viewport)).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that it takes in a window."""
        return _taken(_stone_for(viewport)).height

    def render_line(self, y: int) -> Strip:
        """Draw a line of the stones, or of the letters."""
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
        """Return what is on a line of each stone, without the cell that is blank on either side of it."""
        if size is None:
            return list(SYMBOLS) if y == 0 else [""] * len(SYMBOLS)
        if y >= size.height:
            return [""] * len(SYMBOLS)
        is_ascii = only_ascii(self.app)
        lines = (stone(symbol, *size, is_ascii=is_ascii).lines[y] for symbol in SYMBOLS)
        return ["".join(text for text, _ in line)[1:-1] for line in lines]


def _stone_for(window: Size) -> Size | None:
    """Return how large the stones are in a window, None for letters."""
    return next((size for size, least in STONES.items() if _is_within(least, window)), None)


def _taken(size: Size | None) -> Size:
    """Return the cells of a logo with stones of this size, or with letters."""
    if size is None:
        return Size(len(SYMBOLS), 1)
    return Size(len(SYMBOLS) * (size.width - 2 + GAP) - GAP, size.height)


def _is_within(size: Size, room: Size) -> bool:
    return size.width <= room.width and size.height <= room.height
