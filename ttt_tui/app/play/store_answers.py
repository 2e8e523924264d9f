"""Asynchronous queries of the store: the answers arrive as messages."""

from collections.abc import Callable
from contextlib import suppress

from textual.message import Message
from textual.message_pump import MessagePump

from ttt_tui.engine import Geometry
from ttt_tui.session.profile import Profile


class StoreAnswered(Message, bubble=False):
    """The store has answered a query of this screen."""


def answering(screen: MessagePump) -> Callable[[], None]:
    """Return a function that posts a `StoreAnswered` to this screen, from any thread."""

    def post() -> None:
        with suppress(RuntimeError):  # the screen is still being made, or the program is ending
            screen.post_message(StoreAnswered())

    return post


class ProfileLoader:
    """Queries what the store knows of a profile, and calls `show` once everything is answered.

    Each answer is a `StoreAnswered` for the screen, which then calls `look`.
    """

    def __init__(self, screen: MessagePump, profile: Profile, show: Callable[[], None]) -> None:
        self._when_done = answering(screen)
        self._profile = profile
        self._show = show
        self._is_due = True  # whether there is something that was not shown
        self._asked_ahead: Geometry | None = None

    def ask_ahead(self, geometry: Geometry) -> None:
        """Query everything while the screen is still being made: its first paint may have the answers."""
        self._ask(geometry, with_score=True)
        self._asked_ahead = geometry

    def ask(self, geometry: Geometry, *, with_score: bool) -> None:
        """Query the latest game on this board, and the score with `with_score`, unless queried ahead."""
        if self._asked_ahead != geometry:
            self._ask(geometry, with_score)
        self._asked_ahead = None
        self._is_due = True
        self.look()

    def _ask(self, geometry: Geometry, with_score: bool) -> None:
        if with_score:
            self._profile.request_score(self._when_done)
        self._profile.request_latest(geometry, self._when_done)

    def look(self) -> None:
        """Show the answers if all have arrived."""
        if self._is_due and not self._profile.is_loading:
            self._is_due = False
            self._show()
