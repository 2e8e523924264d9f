"""The opening explorer beside a study: the next moves in the stored games, and how these ended."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len

from ttt_tui.app.widgets.lines import (
    BOLD,
    HEADING,
    INDENT,
    MUTED,
    TEXT,
    Line,
    Lines,
    TextStyle,
    cells_of,
    fitted,
)
from ttt_tui.engine import Setup

if TYPE_CHECKING:
    from ttt_tui.store.position_index import ExplorerMove

EXPLORER_LINES = 8
"""Lines of the panel: the heading, and a move in each of the others."""


class ExplorerPanel(Lines):
    """Shows how often each move was played, who won, and how many games were drawn."""

    DEFAULT_CSS = f"""
    ExplorerPanel {{ height: {EXPLORER_LINES}; display: none; }}
    """

    def __init__(self) -> None:
        super().__init__()
        self._setup: Setup | None = None
        self._moves: Sequence[ExplorerMove] = ()
        self._instead = ""

    def show(self, setup: Setup, moves: "Sequence[ExplorerMove] | None", instead: str) -> None:
        """Show these moves, or a text instead of none."""
        self._setup, self._moves, self._instead = setup, moves or (), instead
        self.follow()

    def lines(self, width: int) -> list[Line]:
        before = (" " * INDENT, TEXT)
        heading: Line = (before, ("In your history", HEADING))
        if self._setup is None or not self._moves:
            return [heading, (before, (fitted(self._instead, width - INDENT), MUTED))]
        name, players = self._setup.geometry.shown, self._setup.players
        names = [name(each.move) for each in self._moves]
        cells = max(map(cell_len, names))
        count = max(len(f"{each.games:,}") for each in self._moves)
        lines = [heading]
        for each, square in zip(self._moves[: EXPLORER_LINES - 1], names, strict=False):
            line: Line = (before, (square.ljust(cells), BOLD), (f"  {each.games:>{count},}", TEXT))
            for player, wins in zip(players, each.wins, strict=True):
                won: Line = (("  ", TEXT), (player.symbol, TextStyle(player.colour, bold=True)))
                line = _with(line, (*won, (f" {wins:,}", MUTED)), width)
            lines.append(_with(line, ((f"  drawn {each.draws:,}", MUTED),), width) if each.draws else line)
        return lines


def _with(line: Line, more: Line, width: int) -> Line:
    """Return a line with more behind it, if that fits."""
    return (*line, *more) if cells_of(line) + cells_of(more) <= width else line
