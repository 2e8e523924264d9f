"""A reviewed game on the screen: its board, and beside it the curve, what a move was worth, and the moves."""

from textual.geometry import Size

from ttt_tui.app.widgets.board_and_panel import BoardAndPanel
from ttt_tui.app.widgets.curve import Curve
from ttt_tui.app.widgets.lines import MUTED, Line, Lines, spread
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.paragraphs import Paragraphs
from ttt_tui.engine import Setup

AIRY = 34
"""From so many lines on the curve is a large card, with blank lines between the groups."""

USUAL = 18
"""From so many lines on the curve has its usual height."""

LOW = 13
"""Below so many lines there is no curve."""


class Ends(Lines):
    """A line with something at each end."""

    DEFAULT_CSS = """
    Ends { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._left: Line = ()
        self._right: Line = ()

    def show(self, left: Line, right: Line = ()) -> None:
        """Show this from now on."""
        self._left, self._right = left, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the one line."""
        return [((("  ", MUTED), *spread(self._left, self._right, width - 4)))]


class ReviewView(BoardAndPanel):
    """Shows a game with what is known of it. Where there is little room the explanation comes first."""

    def __init__(self, setup: Setup) -> None:
        self.head, self.curve, self.explanation = Ends(), Curve(setup.players), Paragraphs()
        self.moves_head, self.move_log, self.progress = Ends(), MoveLog(), Ends()
        panel = self.head, self.curve, self.explanation, self.moves_head, self.move_log, self.progress
        super().__init__(setup.geometry, setup.players, panel)

    def share_panel(self, size: Size) -> None:
        """Give the curve what explanation and list of moves can spare."""
        is_airy = size.height >= AIRY
        self.curve.display = size.height >= LOW
        rows = 8 if is_airy else 4 if size.height >= USUAL else 2
        self.curve.rows = rows if self.curve.most_rows is None else min(rows, self.curve.most_rows)
        self.curve.is_card = is_airy
        taken = 3 + (self.curve.display and self.curve.get_content_height(size, size, size.width))
        blank = int(size.height >= USUAL)
        self.explanation.styles.margin = (blank, 0, blank if not is_airy else 2, 0)
        left = size.height - taken - 2 * blank - is_airy
        self.explanation.styles.height = max(min(left * 3 // 5, 11 if is_airy else 7), 3)
        for part in (self.head, self.curve, self.moves_head, self.progress):
            part.follow()
