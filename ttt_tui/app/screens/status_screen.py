"""A screen whose keys always answer: what is greyed out says why when its key is pressed."""

from typing import TypeVar

from textual import events

from ttt_tui.app.play.announcements import Announcements
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.session import wording

Result = TypeVar("Result")


class StatusScreen(BaseScreen[Result]):
    """Greys out the actions that `refusal` gives a reason for, and shows it by `refuse`."""

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        """What the status line says instead of how things stand."""
        self._announcements = Announcements(self, self._show_announcement, lambda: self.hides_announcement)

    @property
    def said(self) -> str:
        """What the status line says instead of how things stand, or for a while beside that."""
        return self.notice or self._announcements.current

    @property
    def hides_announcement(self) -> bool:
        """Whether the status line has something to say that is more important than what is announced."""
        return bool(self.notice)

    def announce(self, text: str, *, is_news: bool = False) -> None:
        """Say this in the status line for a while, after what is just announced there."""
        self._announcements.add(text, is_news=is_news)

    def _show_announcement(self) -> None:
        if self.is_mounted and not self.has_gone:
            self.show_status()
        elif not self.is_mounted:  # it is announced while the screen is being made
            self.call_after_refresh(self.show_status)

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Show what is `said`, or how things stand if that is nothing."""
        raise NotImplementedError

    def refuse(self, reason: str) -> None:
        """Show why something was not done, until the next key."""
        self.notice = wording.sentence(reason)
        self.show_status()

    def forget_refusal(self) -> None:
        """Show how things stand again."""
        if self.notice:
            self.notice = ""
            self.show_status()

    def tell(self, troubles: list[str]) -> None:
        """Say what goes wrong behind the screen: that games are not kept, for example."""
        for trouble in troubles:
            self.announce(trouble)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what is not possible."""
        return None if self.refusal(action) else True

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing. This runs before the bindings are looked at."""
        self.forget_refusal()
        self._announcements.skip()
        if self.focused is not None and bindings_of(self.focused, event.key):
            return
        names = [b.action.split("(")[0] for b in bindings_of(self, event.key)]
        if any(self.check_action(name, ()) for name in names):
            return
        names.sort(key=lambda name: self.check_action(name, ()) is False)  # what is hidden comes last
        reason = next(filter(None, map(self.refusal, names)), "")
        if reason:
            self.refuse(reason)
            event.stop()
