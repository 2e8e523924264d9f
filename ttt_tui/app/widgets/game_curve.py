"""The chances of the game on the screen as a curve with a heading."""

from ttt_tui.app.widgets.curve import Chances, Curve
from ttt_tui.app.widgets.lines import HEADING, Line
from ttt_tui.engine import Player

ROWS = 6
CURVE_LINES = 1 + ROWS + 2 + 2
"""Lines of the heading, the curve, the two below it, and the half lines of its card."""


class GameCurve(Curve):
    """Shows the chances of a game, nothing as long as none are known."""

    DEFAULT_CSS = f"""
    GameCurve {{ height: {CURVE_LINES}; }}
    """

    def __init__(self, players: tuple[Player, ...]) -> None:
        super().__init__(players)
        self.rows = min(ROWS, self.most_rows or ROWS)
        self._title = ""

    def show_game(self, chances: Chances, ply: int, title: str) -> None:
        """Show the chances after 0, 1, 2 … moves under a title; none hide everything."""
        self._title = title
        self.show(chances, {}, ply)

    def lines(self, width: int) -> list[Line]:
        curve = super().lines(width)
        return [((f"  {self._title}", HEADING),), *curve] if curve else []
