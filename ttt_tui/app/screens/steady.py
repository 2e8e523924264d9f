"""A screen that comes to rest when the terminal changes its size twice in quick succession."""

from typing import TypeVar

from textual import events
from textual.screen import Screen

Result = TypeVar("Result")


class SteadyScreen(Screen[Result]):
    """Drops news of sizes that the terminal no longer has.

    Each layout tells the screen itself of its size, as news of a resize. With two sizes under way at once
    each news undoes the other's layout and brings forth the next, for ever, at full load.
    """

    async def on_event(self, event: events.Event) -> None:
        """Handle an event unless it is about a size of the past."""
        if not isinstance(event, events.Resize) or event.size == self.app.size:
            await super().on_event(event)
