"""What becomes of every line on its way to the terminal: nothing beyond ASCII, and nothing unreadable.

Both are done to all that is drawn, by whichever widget, so that neither can be forgotten anywhere.

Relied on: nothing private; Textual puts every line through what `App.get_line_filters` returns.
"""

import re
from functools import lru_cache

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from ttt_tui.engine import Player

_SPELT = str.maketrans(
    {"·": ".", "•": "*", "×": "x", "…": "~", "∞": "-", "●": "o", "○": "o", "▌": "|", "▐": "|"}
    | dict.fromkeys("–—−─━═╌╍┄┅┈┉▔▁", "-")
    | dict.fromkeys("│┃║╎╏┆┇┊┋▏▎▕", "|")
    | dict.fromkeys("‹«◂◀←", "<")
    | dict.fromkeys("›»▸▶→", ">")
    | dict.fromkeys("△▲↑", "^")
    | dict.fromkeys("▽▼↓", "v")
    | dict.fromkeys("“”", '"')
    | dict.fromkeys("‘’", "'")
)
"""Glyphs of the screens that have a likeness in ASCII."""

_CORNERS = re.compile("[╭╮╯╰┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋]")
_BLOCKS = re.compile("[\u2580-\u259f\U0001fb00-\U0001fbff]")
"""Halves and eighths of a cell, as scrollbars and borders have them."""

SPARE_SYMBOLS = "XOAHKMNSTVWYZEUBCDFGIJLPQR0123456789"
"""What stands for symbols beyond ASCII: there are always enough for all players."""


class AsciiFilter(LineFilter):
    """Spells everything in ASCII, with as many cells as it had."""

    def __init__(self) -> None:
        super().__init__()
        self._symbols: dict[str, str] = {}

    def spell(self, players: tuple[Player, ...]) -> None:
        """Show each symbol beyond ASCII as a letter that no player has, from now on."""
        taken = {player.symbol.upper() for player in players}
        spare = (symbol for symbol in SPARE_SYMBOLS if symbol not in taken)
        self._symbols = {player.symbol: next(spare) for player in players if not player.symbol.isascii()}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments in ASCII."""
        return [Segment(self.spelt(text), style, control) for text, style, control in segments]

    def spelt(self, text: str) -> str:
        """Return a text in ASCII: players' symbols as letters, and `?` for what has no likeness."""
        if text.isascii():
            return text
        text = "".join(self._symbols[c].ljust(cell_len(c)) if c in self._symbols else c for c in text)
        text = _BLOCKS.sub(" ", _CORNERS.sub("+", text.translate(_SPELT)))
        return text if text.isascii() else "".join(c if c.isascii() else "?" * cell_len(c) for c in text)


class ReadableFilter(LineFilter):
    """Where a terminal's few colours leave no difference between a text and its ground, makes one."""

    def __init__(self, system: ColorSystem) -> None:
        super().__init__()
        self.system = system

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments with texts that can be read."""
        return [
            Segment(text, readable(style, self.system) if style and not text.isspace() else style, control)
            for text, style, control in segments
        ]


def _shown(colour: RichColor, system: ColorSystem) -> tuple[str, ...]:
    """Return what is written for a colour: two that come out the same may differ in their names."""
    return colour.downgrade(system).get_ansi_codes()


@lru_cache(4096)
def readable(style: Style, system: ColorSystem) -> Style:
    """Return the style as it is, or in black or a light grey if its colours would come out the same."""
    if style.color is None or style.bgcolor is None or style.color.is_default or style.bgcolor.is_default:
        return style  # the terminal's own colours go together
    if _shown(style.color, system) != _shown(style.bgcolor, system):
        return style
    is_bright = Color.from_rich_color(style.bgcolor).brightness > 0.5
    likely = [RichColor.from_ansi(number) for number in ((0, 8) if is_bright else (7, 15))]
    ground = _shown(style.bgcolor, system)
    return style + Style(color=next(c for c in likely if _shown(c, system) != ground))
