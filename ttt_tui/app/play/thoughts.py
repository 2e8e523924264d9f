"""What the panel says of a computer: what it is thinking, or what its latest move did."""

from ttt_tui.app.play.search_worker import Search
from ttt_tui.app.widgets.match_view import MatchView
from ttt_tui.app.widgets.thinking import Progress
from ttt_tui.session.controller import Controller

LONG_THOUGHT = 0.4
"""Seconds from which on it is shown that a computer thinks: what flashes up cannot be read."""


class Thoughts:
    """Shows the search of a controller's computers in the panel of a match."""

    def __init__(self, controller: Controller, search: Search, view: MatchView) -> None:
        self._controller = controller
        self._search = search
        self._view = view
        self.are_long = False
        """Whether a computer has been thinking for a while, when it was shown last."""
        self.led_to_move = False
        """Whether the latest search led to the latest move of a computer."""

    def show(self) -> None:
        """Show what a computer is thinking, if it does so for a while, else what its latest move did."""
        search, is_running = self._search, self._controller.is_thinking
        geometry = self._controller.match.setup.geometry
        progress = Progress(search.latest, search.seconds, geometry, is_running, search.said)
        self.are_long = is_running and search.seconds >= LONG_THOUGHT
        if self.are_long:
            self._view.show_progress(self._controller.mover, progress)
        else:
            self._view.show_said(progress if self.led_to_move and not is_running else None)
