"""The advice in a match: a hint and the analysis share one advisor, and search one at a time."""

from textual.worker import Worker

from ttt_tui.app.play.analysis_mode import AnalysisMode
from ttt_tui.app.play.computer_search import Search
from ttt_tui.app.play.hints import Hints
from ttt_tui.app.play.parts import MatchScreen
from ttt_tui.app.widgets.views import MatchView
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.controller import Controller
from ttt_tui.session.session import Session


class Advice:
    """Lets `hints` and `analysis` take turns, and shows on the board of `view` what both have found.

    An open hint pauses the analysis, and so does whatever lies on the screen.
    """

    def __init__(
        self,
        screen: MatchScreen,
        session: Session,
        controller: Controller,
        search: Search,
        view: MatchView,
        *,
        is_shared: bool,
    ) -> None:
        self._screen = screen
        self._view = view
        self._advisor = Advisor(controller.seats.megabytes, session.engines)
        self.hints = Hints(screen, session, controller, search, self._advisor)
        self.analysis = AnalysisMode(screen, session, controller, self._advisor, view, is_shared=is_shared)

    def update(self) -> None:
        """Let the analysis follow the board, which shows all advice with its next paint."""
        self.analysis.update(may_search=self._screen.is_active and not self.hints.is_open)
        self._view.labels = {**self.analysis.labels, **self.hints.labels}

    def show(self) -> None:
        """Update, and show the advice on the board now."""
        self.update()
        self._view.write(self._view.labels)

    def take_failure(self, event: Worker.StateChanged) -> bool:
        """Keep why a hint or the analysis failed; return whether there may be something else to show."""
        self.hints.take_failure(event)
        return self.analysis.take_failure(event) or self.hints.is_open

    def close(self) -> None:
        """Free what hints and analyses hold: the game is over, or was left."""
        self.hints.close()
        self.analysis.close()
        self._advisor.close()
