"""What the setup asks the store; nothing waits for the answers."""

from collections.abc import Callable

from textual.screen import Screen

from ttt_tui.engine import Geometry
from ttt_tui.session.person import Person

ANSWER_SECONDS = 0.05
"""Between two looks whether the store has answered."""


class Asking:
    """Asks what is known of a person, and calls `show` as soon as all is answered."""

    def __init__(self, screen: Screen[None], person: Person, show: Callable[[], None]) -> None:
        self._screen = screen
        self._person = person
        self._show = show

    def ask(self, geometry: Geometry, *, with_score: bool) -> None:
        """Ask for the latest game on this board, and for the score."""
        if with_score:
            self._person.ask_score()
        self._person.ask_latest(geometry)
        self._look()

    def _look(self) -> None:
        if self._person.is_asking:
            self._screen.set_timer(ANSWER_SECONDS, self._look)
        else:
            self._show()
