"""What the panel says of a computer: what it is thinking, or what its latest move did."""

from ttt_tui.app.play.search_worker import Search
from ttt_tui.app.widgets.panels import SearchProgress
from ttt_tui.app.widgets.views import MatchView
from ttt_tui.session.controller import Controller

LONG_THOUGHT = 0.4
"""Seconds from which on it is shown that a computer thinks: what flashes up cannot be read."""


class EnginePanel:
    """Shows the search of a controller's computers in the panel of a match."""

    def __init__(self, controller: Controller, search: Search, view: MatchView) -> None:
        self._controller = controller
        self._search = search
        self._view = view
        self.are_long = False
        """Whether a computer has been thinking for a while, when it was shown last."""
        self._led: SearchProgress | None = None
        """The search that led to the latest move of a computer, None if that is not known."""

    def keep(self) -> None:
        """The search that has just ended leads to a move: what it found is told until the next one."""
        self._led = self._progress._replace(is_running=False)

    def forget(self) -> None:
        """No search that is known led to the latest move of a computer."""
        self._led = None

    @property
    def _progress(self) -> SearchProgress:
        search = self._search
        geometry = self._controller.match.setup.geometry
        return SearchProgress(
            search.latest, search.seconds, geometry, self._controller.is_thinking, search.said
        )

    def show(self) -> None:
        """Show what a computer is thinking, if it does so for a while, else what its latest move did."""
        progress = self._progress
        self.are_long = progress.is_running and progress.seconds >= LONG_THOUGHT
        if self.are_long:
            self._view.show_progress(self._controller.mover, progress)
        else:
            self._view.show_said(self._led)
