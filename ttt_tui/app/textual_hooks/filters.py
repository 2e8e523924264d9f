"""What becomes of every line on its way to a terminal without letters beyond ASCII.

It is done to all that is drawn, by whichever widget, so that it cannot be forgotten anywhere.

Relied on: nothing private; Textual puts every line through what `App.get_line_filters` returns.
"""

import re
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from ttt_tui.engine import Player

_SPELT = str.maketrans(
    {"·": ".", "≤": "<", "•": "*", "×": "x", "…": "~", "∞": "-", "●": "*", "○": ".", "◆": "*", "◇": "'"}
    | {"▌": "|", "▐": "|", "━": "=", "±": "~"}
    | dict.fromkeys("–—−─═╌╍┄┅┈┉▔▁", "-")
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

    def __init__(self, enabled: bool = True) -> None:
        super().__init__(enabled)
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


def only_ascii(app: App[Any]) -> bool:
    """Return whether nothing beyond ASCII may be shown."""
    return any(isinstance(each, AsciiFilter) for each in app.get_line_filters())
