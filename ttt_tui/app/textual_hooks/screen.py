"""A screen that writes no more than what changed, and asks before it handles a message.

Relied on: a screen is painted by its `_compositor`, and handles every message by `_on_message` when its turn
has come. The public `on_event` sees events alone, and `check_message_enabled` a message that is just being
sent: too early to tell whether it will come too late. A screen that was not pushed has nobody who awaits its
result, and so cannot be exchanged for another one.
"""

from typing import TypeVar

from textual.app import App
from textual.message import Message
from textual.screen import Screen

from ttt_tui.app.textual_hooks.compositor import NarrowCompositor

Result = TypeVar("Result")


class GuardedScreen(Screen[Result]):
    """Handles the messages that `admits` lets through."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = NarrowCompositor()

    def admits(self, message: Message) -> bool:
        """Return whether a message whose turn has come is to be handled."""
        return True

    async def _on_message(self, message: Message) -> None:
        """Handle a message that is admitted."""
        if self.admits(message):
            await super()._on_message(message)


def lowest(screen: Screen[None], app: App[None]) -> Screen[None]:
    """Return a screen as the lowest of an app, below which is none; another may take its place."""
    screen._push_result_callback(app, None)
    return screen
