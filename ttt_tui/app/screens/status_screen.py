"""A screen whose keys always answer: what is greyed out says why when its key is pressed."""

from typing import TypeVar

from textual import events

from ttt_tui.app.screens.base import SteadyScreen
from ttt_tui.app.textual_hooks.bindings import bindings_of
from ttt_tui.session import wording

Result = TypeVar("Result")

TROUBLE_SECONDS = 15.0
"""How long a trouble is shown."""


class RefusingScreen(SteadyScreen[Result]):
    """Greys out the actions that `refusal` gives a reason for, and shows it by `refuse`."""

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        """What the status line says instead of how things stand."""

    def refusal(self, action: str) -> str:
        """Return why an action is not possible now, nothing if it is."""
        raise NotImplementedError

    def show_status(self) -> None:
        """Show `notice`, or how things stand if there is none."""
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
            self.notify(trouble, severity="warning", timeout=TROUBLE_SECONDS, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out what is not possible."""
        return None if self.refusal(action) else True

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing. This runs before the bindings are looked at."""
        self.forget_refusal()
        if self.focused is not None and bindings_of(self.focused, event.key):
            return
        names = [b.action.split("(")[0] for b in bindings_of(self, event.key)]
        if any(self.check_action(name, ()) for name in names):
            return
        reason = next(filter(None, map(self.refusal, names)), "")
        if reason:
            self.refuse(reason)
            event.stop()
