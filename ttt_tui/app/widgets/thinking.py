"""What the computer is doing: who, how long, how deep, how many positions, and what it found."""

from rich.text import Text
from textual.widgets import Static

from ttt_tui import wording
from ttt_tui.computer import Thought
from ttt_tui.engine import Geometry, Player


class ThinkingPanel(Static):
    """Shows a computer's thought, the latest one also after the move."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    ThinkingPanel { height: 5; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = "Computer"

    def show(self, player: Player, thought: Thought | None, seconds: float, geometry: Geometry) -> None:
        """Show what the player has found in so many seconds, None for nothing yet."""
        title = Text(player.name)
        if self.border_title != title.markup:
            self.border_title = title.markup  # a name from outside must not be read as markup
        lines = [wording.effort(thought, seconds)]
        if thought is not None and thought.nodes:
            lines.append(wording.nodes(thought))
        if thought is not None:
            lines.append(wording.judgement(thought, geometry))
        self.update(Text("\n".join(lines)), layout=False)

    def clear(self) -> None:
        """Show that no computer has thought yet."""
        self.border_title = "Computer"
        self.update("")
