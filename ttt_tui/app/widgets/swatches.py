"""The players' colours side by side to choose from, each as it looks in this theme."""

from rich.text import Text
from textual import events

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import player_colour
from ttt_tui.app.widgets import mouse
from ttt_tui.app.widgets.stepper import Stepper
from ttt_tui.engine import COLOURS

SWATCH, CHOSEN = "■", "◆"

PITCH = 2
"""Cells from one swatch to the next."""


class Swatches(Stepper):
    """Shows all colours where there is room and swatches can be seen, else the name of the chosen one."""

    def __init__(self, label: str, colour: str, id: str) -> None:
        super().__init__(label, [(each, each) for each in COLOURS], colour, id)

    @property
    def has_swatches(self) -> bool:
        """Whether the colours are shown."""
        room = self.content_size.width - self.left
        can_be_seen = not self.app.no_color and not only_ascii(self.app)
        return can_be_seen and room >= PITCH * len(COLOURS) - 1

    def render(self) -> Text:
        """Draw the label and the swatches."""
        if not self.has_swatches:
            return super().render()
        text = self.label_text()
        for colour in COLOURS:
            is_chosen = colour == self.value
            text.append(CHOSEN if is_chosen else SWATCH, player_colour(self.app.current_theme, colour))
            text.append(" " * (PITCH - 1))
        return text

    def on_click(self, event: events.Click) -> None:
        """A click on a swatch chooses it; one on an arrow is left to the base class."""
        if not self.has_swatches:
            return
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is not None and event.button == mouse.LEFT and offset.x >= self.left:
            self.choose(min((offset.x - self.left) // PITCH, len(COLOURS) - 1))
