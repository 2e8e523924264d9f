"""What all screens have in common: they come to rest after resizes, and write no more than what changed."""

from typing import TypeVar

from textual import events
from textual.screen import Screen

from ttt_tui.app.compositor import NarrowCompositor
from ttt_tui.app.filters import AsciiFilter
from ttt_tui.engine import Player

Result = TypeVar("Result")


class SteadyScreen(Screen[Result]):
    """Drops news of sizes that the terminal no longer has.

    Each layout tells the screen itself of its size, as news of a resize. With two sizes under way at once
    each news undoes the other's layout and brings forth the next, for ever, at full load.
    """

    def __init__(self) -> None:
        super().__init__()
        self._compositor = NarrowCompositor()
        self._is_new = True
        # Known before the first layout, the width's class does not make everything be styled once more.
        fitting = [name for least, name in self.HORIZONTAL_BREAKPOINTS or () if self.app.size.width >= least]
        self.set_class(bool(fitting), *fitting[-1:])

    async def on_event(self, event: events.Event) -> None:
        """Handle an event unless it is about a size of the past."""
        if isinstance(event, events.ScreenResume):
            event.refresh_styles = event.refresh_styles and not self._is_new  # they have just been made
            self._is_new = False
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)

    def leave(self) -> None:
        """Leave for the screen below, or for the setup; at once, so that a key typed ahead goes there."""
        from ttt_tui.app.app import TttApp

        if self.is_current and isinstance(self.app, TttApp):
            self.app.leave()

    def spell(self, players: tuple[Player, ...]) -> None:
        """Show these players' symbols by letters from now on, if nothing beyond ASCII may be shown."""
        for line_filter in self.app._filters:  # there is no public way to them
            if isinstance(line_filter, AsciiFilter):
                line_filter.spell(players)
