"""A screen that writes no more than what changed, but all of that, and asks before it handles a message.

Relied on: a screen is painted by its `_compositor`, and handles every message by `_on_message` when its turn
has come. Every now and then it paints its `_dirty_widgets` in `_on_timer_update`; but if `_repaint_required`,
only what of the screen itself is to be painted. The public `on_event` sees events alone, and
`check_message_enabled` a message that is just being sent: too early to tell whether it will come too late. A
screen that was not pushed has nobody who awaits its result, and so cannot be exchanged for another one.
`App._background_screens` are laid out and painted as the screen on top is: the next one below it always.
"""

from typing import Any, TypeVar

from textual.app import App
from textual.message import Message
from textual.screen import Screen

from ttt_tui.app.terminal.compositor import NarrowCompositor

Result = TypeVar("Result")


class PatchedScreen(Screen[Result]):
    """Handles the messages that `admits` lets through."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = NarrowCompositor()

    def admits(self, message: Message) -> bool:
        """Return whether a message whose turn has come is to be handled."""
        return True

    def _on_timer_update(self) -> None:
        """Paint what has changed, also if the whole screen was to be painted, and meanwhile has been.

        The base class forgets the widgets then, since the screen covers them; of a screen that was painted
        by somebody else, who left nothing to paint of itself, that would be all that they wanted painted.
        """
        if self._repaint_required and self.is_current:
            self._compositor.update_widgets(self._dirty_widgets)
        super()._on_timer_update()

    async def _on_message(self, message: Message) -> None:
        """Handle a message that is admitted."""
        if self.admits(message):
            await super()._on_message(message)


class CoverableApp(App[None]):
    """Neither lays out nor paints the screens below one that covers everything."""

    def is_covered(self) -> bool:
        """Return whether nothing can be seen of the screens below the one on top."""
        return False

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        return [] if self.is_covered() else super()._background_screens


def lowest(screen: Screen[None], app: App[None]) -> Screen[None]:
    """Return a screen as the lowest of an app, below which is none; another may take its place."""
    screen._push_result_callback(app, None)
    return screen
