"""A board and the panel beside it, in the middle of the window as one: the board comes first."""

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.sizes import least_panel
from ttt_tui.engine import Geometry, Player

NARROW = 60
"""Below so many columns there is room for only one of the two."""

MOST_SPARE = 2
"""What the panel takes of columns that nobody needs."""

SMALL_GAP, LARGE_GAP = 4, 8
"""The most columns between board and panel, on a usual window and on a wide one."""

USUAL_LINES = 18
"""The panel has so many lines even beside a lower board, if the window has."""

TALL = 20
"""From so many lines on a panel keeps a line away from what is above it."""

ROOMY = 100
"""From so many columns on a window is wide."""


class BoardAndPanel(Horizontal):
    """Lays out a board with a panel on its right; where only one fits, the board unless it is turned."""

    DEFAULT_CSS = """
    BoardAndPanel {
        height: 1fr;
        align: left middle;
        background: $ground;
        & > #table { align: center middle; background: $ground; }
        & > #panel { background: $ground; }
    }
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...], panel: Iterable[Widget]) -> None:
        super().__init__(id="middle")
        self.board = BoardGrid(geometry, players)
        self.hides_panel = False
        """Whether the panel is hidden where there is room for it."""
        self._is_instead = False  # whether the panel has the board's place where there is room for only one
        # Held on to, not looked for: news may come when they are not there yet, or no longer.
        self.table = Container(self.board, id="table")
        self._beside = Vertical(*panel, id="panel")

    def compose(self) -> ComposeResult:
        """Give the board and the panel."""
        yield self.table
        yield self._beside

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for only one of the two."""
        return self.app.size.width < NARROW

    @property
    def shows_panel(self) -> bool:
        """Whether the panel is shown."""
        return self._is_instead if self.is_narrow else not self.hides_panel

    @property
    def is_turned(self) -> bool:
        """Whether the panel is shown where it would not be, or hidden where it would."""
        return self.shows_panel == self.is_narrow

    def turn(self, is_turned: bool) -> None:
        """Hide the panel, or on a narrow terminal show it instead of the board; or neither."""
        if is_turned == self.is_turned:
            return
        if self.is_narrow:
            self._is_instead = is_turned
        else:
            self.hides_panel = is_turned
        self.share(self.size)

    def see_board(self) -> None:
        """Bring the board back if the panel has taken its place: the cursor has to be where the eye is."""
        if not self.board.region:
            self.turn(False)

    def on_resize(self, event: events.Resize) -> None:
        """Share the new size."""
        self.share(event.size)

    def share(self, size: Size) -> None:
        """Give each its part of the room."""
        table, panel = self.table, self._beside
        panel.display = has_panel = self.shows_panel
        table.display = not (self.is_narrow and has_panel)
        if not table.display:
            panel.styles.width, panel.styles.height, panel.styles.margin = "1fr", "1fr", 0
            self.share_panel(size)
            return
        least = least_panel(size.width) if has_panel else 0
        room = Size(size.width - least - has_panel, size.height)
        width = min(self.board.get_content_width(room, room), room.width)
        height = min(max(self.board.get_content_height(room, room, width), USUAL_LINES), room.height)
        table.styles.width, table.styles.height = width, height
        spare = size.width - least - width
        if has_panel:
            most = LARGE_GAP if size.width >= ROOMY else SMALL_GAP
            gap = max(1, min(spare // 2, most))
            columns = least + max(0, min(spare - 2 * gap, MOST_SPARE))
            top = int(size.height == height >= TALL)
            panel.styles.width, panel.styles.height = columns, height - top
            panel.styles.margin = (top, 0, 0, gap)
            spare -= gap + columns - least
            self.share_panel(Size(columns, height - top))
        table.styles.margin = (0, 0, 0, (spare + 1) // 2)

    def share_panel(self, size: Size) -> None:
        """Share the panel's room, when it is known, among what is in it."""
