"""What a terminal shows that is too small to show anything else."""

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from ttt_tui.app.screens.base import BaseScreen

LEAST_SIZE = Size(20, 8)
"""The columns and lines with which everything can be played."""


class TooSmallScreen(BaseScreen[None], ModalScreen[None]):
    """Says which size is needed. It comes and goes by itself; the game below goes on."""

    DEFAULT_CSS = """
    TooSmallScreen {
        align: center middle;
        overflow: hidden;
        background: $ground;
    }
    TooSmallScreen Static {
        width: 100%;
        text-align: center;
        color: $muted;
    }
    TooSmallScreen #needed {
        color: $role-text;
        text-style: bold;
    }
    """

    def compose(self) -> ComposeResult:
        """Give the sentence, short enough for a very small place."""
        yield Static(f"{LEAST_SIZE.width}×{LEAST_SIZE.height} needed", id="needed")
        yield Static("", id="there")

    def on_resize(self) -> None:
        """Say which size there is, and go once it will do."""
        self.query_one("#there", Static).update(f"{self.app.size.width}×{self.app.size.height} here")
