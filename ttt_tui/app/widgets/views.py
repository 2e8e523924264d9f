"""A board with a panel on its right, laid out in a window: the base of what shows a match or a game.

The board comes first: its size never suffers from the panel, as long as the panel keeps its least width. A
large window has a wide panel of nearly its own height, however low the board is.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.look.room import AIRY_PANEL, LARGE, NARROW, TALL_PANEL, WIDE
from ttt_tui.app.widgets.board.cell_size import LETTERS, best_size, drawing_in
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.engine import Geometry, Setup

USUAL_PANELS = ((LARGE, 56), (WIDE, 38), (0, 28))
"""Columns of the window → the usual width of a panel."""

LEAST_PANELS = ((LARGE, 48), (WIDE, 34), (0, 25))
"""Columns of the window → the least width of a panel beside a board that would otherwise be smaller."""

LEFT, RIGHT = 1, 2
"""Columns of table left of the board, and right of the panel, which ends where the top line's text ends."""

FOR_MARGINS = 2
"""Columns that a panel leaves to a board that would otherwise have no wood beside its squares."""

MOST_SPARE, MOST_SPARE_BESIDE_LOW, MOST_SPARE_OF_LARGE = 2, 8, 16
"""The most spare columns that the panel takes: usually, beside a low board, and in a large window."""

SMALL_GAP, LARGE_GAP, WITH_LARGE_GAP = 4, 8, 100
"""Columns between board and panel that come before a wider panel; the larger gap is for windows `WITH` it."""

USUAL_LINES = 18
"""Lines of the panel even beside a lower board, if the window has them."""

LOW_BOARD = 8
"""Lines of table above and below a board from which it is low: in a high window it stands a little above the
middle with its panel, which goes on below it."""

ABOVE_LOW = 0.4
"""The share of these lines above a low board."""

HALF_LINES = 2
"""Lines of the wood above and below the letters and squares."""

LEAST_STONE = 3
"""Lines of a stone below which a board is not made smaller for the sake of its half lines."""


class BoardAndPanel(Horizontal):
    """Lays out a board with a panel on its right; where only one fits, the board unless toggled."""

    DEFAULT_CSS = """
    BoardAndPanel {
        height: 1fr;
        align: left middle;
        background: $ground;
        & > #table { align: center middle; background: $ground; }
        & > #panel { background: $ground; }
    }
    """

    def __init__(self, setup: Setup, panel: Iterable[Widget]) -> None:
        super().__init__(id="middle")
        self.board = BoardGrid(setup.geometry, setup.drawn_players)
        self.hides_panel = False
        """Whether the panel is hidden although it fits."""
        self.has_low_board = False
        """Whether the panel goes on below the board."""
        self._cut_off = range(0)
        self._replaces_board = False
        """Whether the panel has the board's place where there is room for only one."""
        self.divided: Callable[[int], object] = lambda left: None
        """Called with the columns before the board in a large window, 0 in others."""
        # Kept, not queried: updates may come before they are mounted or after they are removed.
        self.table = Container(self.board, id="table")
        self._beside = Vertical(*panel, id="panel")
        self.when_divided: Callable[[int, int], None] = lambda left, right: None
        """Called with the blank columns at the left and at the right of board and panel."""

    def compose(self) -> ComposeResult:
        yield self.table
        yield self._beside

    @property
    def is_narrow(self) -> bool:
        return self.app.size.width < NARROW

    @property
    def shows_panel(self) -> bool:
        return self._replaces_board if self.is_narrow else not self.hides_panel

    @property
    def is_turned(self) -> bool:
        """Whether the panel is toggled: shown where it does not fit, hidden where it does."""
        return self.shows_panel == self.is_narrow

    def turn(self, is_turned: bool) -> None:
        """Hide the panel, or on a narrow terminal show it instead of the board; or undo that."""
        if is_turned == self.is_turned:
            return
        if self.is_narrow:
            self._replaces_board = is_turned
        else:
            self.hides_panel = is_turned
        self.share(self.size)

    def see_board(self) -> None:
        """Show the board again if the panel has replaced it, since the cursor is on the board."""
        if not self.board.region:
            self.turn(False)

    @property
    def cut_off(self) -> range:
        """The columns in which the whole board's wood has no line for its lower edge."""
        is_seen = self.table.display and not self.table.has_class("-past")  # the edge would not be tinted
        return self._cut_off if is_seen else range(0)

    def on_resize(self, event: events.Resize) -> None:
        self.share(event.size)

    def share(self, size: Size) -> None:
        """Divide the room between board and panel."""
        table, panel = self.table, self._beside
        panel.display = has_panel = self.shows_panel
        table.display = not (self.is_narrow and has_panel)
        if not table.display:
            panel.styles.width, panel.styles.height, panel.styles.margin = "1fr", "1fr", 0
            self.share_panel(size)
            return
        geometry, mark_width = self.board.geometry, self.board.mark_width
        division = divide(size, geometry, mark_width, has_panel=has_panel)
        left, room, gap, top, beside, self.has_low_board = division
        is_cut = top + lowest_wood(geometry, mark_width, room) == size.height
        self._cut_off = range(left, left + room.width) if is_cut else range(0)
        self.when_divided(left, size.width - left - room.width - gap - beside.width)
        table.styles.width, table.styles.height = room
        table.styles.margin = (0, 0, 0, left)
        table.styles.padding = (top, 0, 0, 0)
        table.styles.align_vertical = "top" if has_panel else "middle"
        self.divided(left if size.width >= LARGE else 0)
        if has_panel:
            panel.styles.width, panel.styles.height = beside
            panel.styles.margin = (top, 0, room.height - top - beside.height, gap)
            self.share_panel(beside)

    def share_panel(self, size: Size) -> None:
        """Divide the panel's room among its parts."""


# --- the division of a window ------------------------------------------------------------------------------


class Division(NamedTuple):
    """The places of board and panel in a window."""

    left: int
    """Blank columns before the board."""
    board: Size
    gap: int
    """Blank columns between board and panel."""
    top: int
    """Blank lines above board and panel."""
    panel: Size
    """The columns and lines of the panel; no columns without one."""
    is_low: bool = False
    """Whether the board is low: see `LOW_BOARD`."""


def usual_panel(columns: int) -> int:
    """Return the usual width of a panel, by the columns of the window."""
    return next(width for least, width in USUAL_PANELS if columns >= least)


def least_panel(columns: int) -> int:
    """Return the least width of a panel, by the columns of the window."""
    return next(width for least, width in LEAST_PANELS if columns >= least)


def divide(window: Size, geometry: Geometry, mark_width: int, *, has_panel: bool) -> Division:
    """Divide a window between a board, whose widest symbol has `mark_width` cells, and its panel."""
    room = board_room(window, geometry, mark_width) if has_panel else window
    width, height = drawing_in(geometry, mark_width, room)
    board = Size(min(width, room.width), height)
    if not has_panel:
        spare = window.width - board.width
        lines = min(max(height, USUAL_LINES), window.height)
        return Division((spare + 1) // 2, Size(board.width, lines), 0, 0, Size(0, 0))
    is_large = window.width >= LARGE
    is_low = not is_large and window.height >= AIRY_PANEL and window.height - height >= LOW_BOARD
    lines = window.height if is_large or is_low else min(max(height, USUAL_LINES), window.height)
    spare = window.width - RIGHT - board.width
    least = min(usual_panel(window.width), spare - LEFT - 1)
    spare -= least
    gap = max(1, min(spare - LEFT, LARGE_GAP if window.width >= WITH_LARGE_GAP else SMALL_GAP))
    most = MOST_SPARE_OF_LARGE if is_large else MOST_SPARE_BESIDE_LOW if is_low else MOST_SPARE
    more = max(0, min(spare - gap - LEFT, most))
    gap = max(gap, (spare - more) // 2)  # the board is in the middle of what is left
    top = int(height < window.height == lines >= TALL_PANEL)
    if is_low:
        top = int((window.height - height) * ABOVE_LOW)
    panel = Size(least + more, lines - top - (top and (is_large or is_low)))
    return Division(spare - gap - more, Size(board.width, lines), gap, top, panel, is_low)


def lowest_wood(geometry: Geometry, mark_width: int, room: Size) -> int:
    """Return the lines of a board in a room without the wood below its squares."""
    core = best_size(geometry, mark_width, room).core(geometry.columns, geometry.rows, mark_width)
    return core.height + LETTERS


def board_room(window: Size, geometry: Geometry, mark_width: int) -> Size:
    """Return the room of a board beside a panel of the usual width, or of a narrower one.

    The panel gives a few columns if that makes the squares larger, or leaves room for wood beside them.
    """
    across = window.width - LEFT - 1 - RIGHT
    usual = Size(across - usual_panel(window.width), window.height)
    most = Size(across - least_panel(window.width), window.height)
    cell = best_size(geometry, mark_width, usual)
    if best_size(geometry, mark_width, most) != cell:
        return _with_half_lines(most, geometry, mark_width)
    with_wood = Size(usual.width + FOR_MARGINS, usual.height)
    has_wood = drawing_in(geometry, mark_width, usual).width < usual.width
    if not has_wood and best_size(geometry, mark_width, with_wood) == cell:
        usual = with_wood
    return _with_half_lines(usual, geometry, mark_width)


def _with_half_lines(room: Size, geometry: Geometry, mark_width: int) -> Size:
    """Return a room in which a board has half a line of wood and of table above and below it.

    In a high window the squares are smaller for that, as long as the stones stay large.
    """
    cell = best_size(geometry, mark_width, room)
    smaller = best_size(geometry, mark_width, Size(room.width, room.height - HALF_LINES))
    has_large_stones = smaller.has_drawn_stones and smaller.stone.height >= LEAST_STONE
    if room.height < AIRY_PANEL or smaller == cell or not has_large_stones:
        return room
    core = smaller.core(geometry.columns, geometry.rows, mark_width)
    wood = smaller.wood(core, room)
    narrow = Size(core.width + wood.width, room.height)
    return narrow if best_size(geometry, mark_width, narrow) == smaller else room
