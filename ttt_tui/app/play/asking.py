"""What the setup asks the store; nothing waits for the answers."""

from collections.abc import Callable

from textual.screen import Screen

from ttt_tui.engine import Geometry
from ttt_tui.session.profile import Profile

ANSWER_SECONDS = 0.05
"""Between two looks whether the store has answered."""


class ProfileLoader:
    """Asks what is known of a person, and calls `show` as soon as all is answered."""

    def __init__(self, screen: Screen[None], person: Profile, show: Callable[[], None]) -> None:
        self._screen = screen
        self._person = person
        self._show = show
        self._asked_ahead: Geometry | None = None

    def ask_ahead(self, geometry: Geometry) -> None:
        """Ask for everything while the screen is still being made: its first paint may have the answers."""
        self._ask(geometry, with_score=True)
        self._asked_ahead = geometry

    def ask(self, geometry: Geometry, *, with_score: bool) -> None:
        """Ask for the latest game on this board, and for the score, if that was not asked ahead."""
        if self._asked_ahead != geometry:
            self._ask(geometry, with_score)
        self._asked_ahead = None
        self.look()

    def _ask(self, geometry: Geometry, with_score: bool) -> None:
        if with_score:
            self._person.request_score()
        self._person.request_latest(geometry)

    def look(self) -> None:
        """Show the answers as soon as they have come."""
        if self._person.is_loading:
            self._screen.set_timer(ANSWER_SECONDS, self.look)
        else:
            self._show()
