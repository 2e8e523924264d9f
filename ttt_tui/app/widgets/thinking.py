"""What the computer is doing: who, how long, how deep, how many positions, and what it found."""

from rich.cells import set_cell_size
from rich.segment import Segment
from rich.text import Text
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.computer import Thought
from ttt_tui.engine import Geometry, Player
from ttt_tui.session import wording

NOBODY = "Computer"
"""The title as long as no computer has thought."""


class ThinkingPanel(Widget):
    """Shows a computer's thought, the latest one also after the move; repaints only lines that differ."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ThinkingPanel { height: 5; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = NOBODY
        self._lines: list[str] = []

    def seat(self, player: Player) -> None:
        """Show that this player is the one who thinks."""
        title = Text(player.name).markup  # a name from outside must not be read as markup
        if self.border_title != title:
            self.border_title = title

    def show(self, player: Player, thought: Thought | None, seconds: float, geometry: Geometry) -> None:
        """Show what the player has found in so many seconds, None for nothing yet."""
        self.seat(player)
        lines = [wording.effort(thought, seconds)]
        if thought is not None and thought.nodes:
            lines.append(wording.nodes(thought))
        if thought is not None:
            lines.append(wording.judgement(thought, geometry))
        self._show_lines(lines)

    def clear(self) -> None:
        """Show that no computer has thought yet."""
        self._show_lines([])

    def _show_lines(self, lines: list[str]) -> None:
        before, self._lines = self._lines, lines
        for y in range(max(len(before), len(lines))):
            if before[y : y + 1] != lines[y : y + 1]:
                self.refresh(Region(0, y, self.size.width, 1))

    def render_line(self, y: int) -> Strip:
        """Draw a line, with an ellipsis if it is too long."""
        width, text = self.size.width, self._lines[y] if y < len(self._lines) else ""
        if Text(text).cell_len > width:
            text = set_cell_size(text, width - 1) + "…"
        return Strip([Segment(text, self.rich_style)]).adjust_cell_length(width, self.rich_style)
