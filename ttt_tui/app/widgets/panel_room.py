"""The layout of a window: divides it between a board and the panel beside it; the board comes first.

The size of a board never suffers from the panel, as long as the panel keeps its least width. A large window
has a wide panel of nearly its own height, however low the board is.
"""

from collections.abc import Callable
from typing import NamedTuple

from textual.geometry import Size

from ttt_tui.app.widgets.board.cell_size import CellSize

LEAST_PANEL = 28
"""The least width of a panel."""

FOR_MARGINS = 2
"""Columns that a panel leaves to a board that would otherwise have no margins."""

LARGE = 200
"""Columns from which a window is large."""

MOST_SPARE, MOST_SPARE_OF_LARGE = 2, 8
"""The most spare columns that the panel takes, usually and in a large window."""

SMALL_GAP, LARGE_GAP = 4, 8
"""The most columns between board and panel, in a usual window and in a wide one."""

ROOMY = 100
"""Columns from which the gap may be large."""

USUAL_LINES = 18
"""Lines of the panel even beside a lower board, if the window has them."""

TALL = 20
"""Lines from which a panel has a blank line above, and below its last card."""


class Division(NamedTuple):
    """The places of board and panel in a window."""

    left: int
    """Blank columns before the board."""
    board: Size
    gap: int
    """Blank columns between board and panel."""
    top: int
    """Blank lines above the panel."""
    panel: Size
    """The columns and lines of the panel; no columns without one."""


def usual_panel(columns: int) -> int:
    """Return the usual width of a panel, by the columns of the window."""
    return LEAST_PANEL if columns < 120 else 38 if columns < LARGE else 56


def divide(
    window: Size, drawing: Callable[[Size], Size], cell: Callable[[Size], CellSize], *, has_panel: bool
) -> Division:
    """Divide a window. `drawing` and `cell` return the size of the board, and of its squares, in a room."""
    room = board_room(window, drawing, cell) if has_panel else window
    width, height = drawing(room)
    is_large = has_panel and window.width >= LARGE
    lines = window.height if is_large else min(max(height, USUAL_LINES), window.height)
    board = Size(min(width, room.width), lines)
    spare = window.width - board.width
    if not has_panel:
        return Division((spare + 1) // 2, board, 0, 0, Size(0, 0))
    least = min(usual_panel(window.width), spare - 1)
    spare -= least
    gap = max(1, min(spare // 2, LARGE_GAP if window.width >= ROOMY else SMALL_GAP))
    more = max(0, min(spare - 2 * gap, MOST_SPARE_OF_LARGE if is_large else MOST_SPARE))
    top = int(window.height == lines >= TALL)
    panel = Size(least + more, lines - top - (top and is_large))
    return Division((spare - gap - more + 1) // 2, board, gap, top, panel)


def board_room(window: Size, drawing: Callable[[Size], Size], cell: Callable[[Size], CellSize]) -> Size:
    """Return the room of a board beside a panel of the usual width, or of a narrower one.

    The panel is narrower if that makes the squares larger, or leaves room for margins.
    """
    usual = Size(window.width - usual_panel(window.width) - 1, window.height)
    most = Size(window.width - LEAST_PANEL - 1, window.height)
    if cell(most) != cell(usual):
        return most
    with_margins = Size(usual.width + FOR_MARGINS, usual.height)
    has_margins = drawing(usual).width < usual.width or cell(with_margins) != cell(usual)
    return usual if has_margins else with_margins
