"""A reviewed game on the screen: its board, and beside it the curve, what a move was worth, and the moves."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.app.widgets.board_and_panel import BoardAndPanel
from ttt_tui.app.widgets.curve import Curve
from ttt_tui.app.widgets.lines import MUTED, Line, Lines, TextStyle, cells_of, fitted, spread
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.paragraphs import INDENT, Paragraphs
from ttt_tui.engine import Setup

AIRY = 30
"""From so many lines on the curve is a large card, with blank lines between the groups."""

USUAL = 18
"""From so many lines on the curve has its usual height."""

LEAST_MOVES = 4
"""Lines of the list of moves that the explanation leaves."""

LEAST_LINES, MOST_LINES = 4, 8
"""Of the explanation."""

LOW = 13
"""Below so many lines there is no curve."""


class Ends(Lines):
    """A line with something at each end: on the left the first of several that has room."""

    DEFAULT_CSS = """
    Ends { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lefts: Sequence[str] = ("",)
        self._look = MUTED
        self._right: Line = ()

    def show(self, lefts: Sequence[str], look: TextStyle, right: Line = ()) -> None:
        """Show this from now on."""
        self._lefts, self._look, self._right = lefts, look, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the one line."""
        room = width - 2 * INDENT - cells_of(self._right) - bool(self._right)
        fitting = (text for text in self._lefts if cell_len(text) <= room)
        left = next(fitting, fitted(self._lefts[-1], room))
        return [((" " * INDENT, MUTED), *spread(((left, self._look),), self._right, width - 2 * INDENT))]


class ReviewView(BoardAndPanel):
    """Shows a game with what is known of it. Where there is little room the explanation comes first."""

    def __init__(self, setup: Setup) -> None:
        self.head, self.curve, self.explanation = Ends(), Curve(setup.players), Paragraphs()
        self.moves_head, self.move_log = Ends(), MoveLog()
        panel = self.head, self.curve, self.explanation, self.moves_head, self.move_log
        super().__init__(setup.geometry, setup.players, panel)

    def share_panel(self, size: Size) -> None:
        """Give the curve what explanation and list of moves can spare."""
        is_airy = size.height >= AIRY
        self.curve.display = size.height >= LOW
        rows = 8 if is_airy else 4 if size.height >= USUAL else 2
        self.curve.rows = rows if self.curve.most_rows is None else min(rows, self.curve.most_rows)
        self.curve.is_card = is_airy
        blank = int(size.height >= USUAL)
        left = size.height - 2 - blank - is_airy
        left -= self.curve.display and self.curve.get_content_height(size, size, size.width)
        self.explanation.styles.margin = (blank, 0, int(is_airy), 0)
        self.explanation.styles.height = max(min(left - LEAST_MOVES, MOST_LINES), LEAST_LINES)
        for part in (self.head, self.curve, self.moves_head):
            part.follow()
