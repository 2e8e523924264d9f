"""What becomes of every line on its way to a terminal without letters beyond ASCII.

It is done to all that is drawn, by whichever widget, so that it cannot be forgotten anywhere.

Relied on: nothing private; Textual puts every line through what `App.get_line_filters` returns.
"""

from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter

from ttt_tui.engine import Player
from ttt_tui.process.text import can_encode, to_ascii

SPARE_SYMBOLS = "XOAHKMNSTVWYZEUBCDFGIJLPQR0123456789"
"""What stands for symbols beyond ASCII: there are always enough for all players."""


class AsciiFilter(LineFilter):
    """Spells in ASCII what the terminal's encoding lacks, with as many cells as it had."""

    def __init__(self, enabled: bool = True, encoding: str = "ascii") -> None:
        super().__init__(enabled)
        self._encoding = encoding
        self._symbols: dict[str, str] = {}

    def spell(self, players: tuple[Player, ...]) -> None:
        """Show each symbol that cannot be encoded as a letter that no player has, from now on."""
        taken = {player.symbol.upper() for player in players}
        spare = (symbol for symbol in SPARE_SYMBOLS if symbol not in taken)
        lacking = [player.symbol for player in players if not can_encode(player.symbol, self._encoding)]
        self._symbols = {symbol: next(spare) for symbol in lacking}

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Return the segments as they can be encoded."""
        return [Segment(self.spelt(text), style, control) for text, style, control in segments]

    def spelt(self, text: str) -> str:
        """Return a text as it can be encoded: symbols as letters, and `?` for what has no likeness."""
        if can_encode(text, self._encoding):
            return text
        return "".join(c if can_encode(c, self._encoding) else self._instead_of(c) for c in text)

    def _instead_of(self, character: str) -> str:
        likeness = self._symbols.get(character) or to_ascii(character)
        return likeness.ljust(cell_len(character)) if likeness.isascii() else "?" * cell_len(character)


def only_ascii(app: App[Any]) -> bool:
    """Return whether nothing beyond ASCII may be shown."""
    return any(isinstance(each, AsciiFilter) for each in app.get_line_filters())
