"""A board and the panel beside it, sharing the width: the board comes first, down to what the panel needs."""

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.engine import Geometry, Player

NARROW = 60
"""Below so many columns there is room for only one of the two."""

ROOMY = 100
"""From so many columns on the panel may take more than it needs."""

PANEL_COLUMNS, ROOMY_PANEL_COLUMNS = 30, 42
"""What the panel takes at least, and what it takes if that does not make the board smaller."""


class BoardAndPanel(Horizontal):
    """Lays out a board with a panel on its right; where only one fits, the board unless it is turned."""

    DEFAULT_CSS = """
    BoardAndPanel {
        height: 1fr;
        & > #table { width: 1fr; align: center middle; }
    }
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...], panel: Iterable[Widget]) -> None:
        super().__init__(id="middle")
        self.board = BoardGrid(geometry, players)
        self.is_turned = False
        """Whether the panel is shown where it would not be, or hidden where it would."""
        self._widgets = panel

    def compose(self) -> ComposeResult:
        """Give the board and the panel."""
        with Container(id="table"):
            yield self.board
        with Vertical(id="panel"):
            yield from self._widgets

    def turn(self, is_turned: bool) -> None:
        """Hide the panel, or on a narrow terminal show it instead of the board; or neither."""
        if is_turned != self.is_turned:
            self.is_turned = is_turned
            self.share(self.size)

    def on_resize(self, event: events.Resize) -> None:
        """Share the new width."""
        self.share(event.size)

    def share(self, size: Size) -> None:
        """Give each its part of the width."""
        table, panel = self.query_one("#table"), self.query_one("#panel")
        is_narrow = size.width < NARROW
        panel.display = is_narrow == self.is_turned
        table.display = not (is_narrow and self.is_turned)
        panel.styles.width = "1fr" if is_narrow else self._panel_columns(size)

    def _panel_columns(self, size: Size) -> int:
        least, more = (
            self.board.cell_size_in(Size(size.width - columns, size.height))
            for columns in (PANEL_COLUMNS, ROOMY_PANEL_COLUMNS)
        )
        return ROOMY_PANEL_COLUMNS if size.width >= ROOMY and least == more else PANEL_COLUMNS
