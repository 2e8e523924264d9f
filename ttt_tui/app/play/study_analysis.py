"""Analysis in a study: it follows the position on the board, with at most one search at a time."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.analysis_panel import AnalysisShown
from ttt_tui.app.widgets.board.view import Label, labels_of
from ttt_tui.computer.memory import MEGABYTES
from ttt_tui.engine import Game, Position, Square
from ttt_tui.session.advisor import Advisor, opinion_on

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.app.screens.study import StudyScreen


class StudyAnalysis:
    """Analyses the position on the board while it is on, by the engine that is chosen for analyses, if any.

    The search is a worker of the screen that reports by `SearchUpdate`.
    """

    def __init__(self, screen: "StudyScreen") -> None:
        self._screen = screen
        session = screen.session
        self._advisor = Advisor(MEGABYTES, session.engines)
        self._work: BackgroundWork[None] = BackgroundWork(session.screen_is_idle)
        self._position: Position | None = None
        self._found: Analysis | None = None
        self._failure = ""
        self.is_on = False

    def turn(self) -> None:
        """Turn the analysis on or off."""
        self.is_on = not self.is_on
        if not self.is_on:
            self.close()
        self._screen.board_area.show_analysis(self.is_on)

    def follow(self, game: Game) -> None:
        """Analyse the position of a game unless that is being done, and show what is known."""
        if not self.is_on:
            return
        position = game.position
        if game.outcome is not None or position.stage is not None:
            self._work.end()
            self._position = self._found = None
        elif position != self._position:
            self._start(position.copy())
        self.show(game)

    def show(self, game: Game) -> None:
        """Show what is known in the panel."""
        instead = "The game is over" if game.outcome is not None else "Begins after the opening"
        if self._position is not None:
            instead = self._failure or "Analysing the position"
        by = opinion_on(self._screen.session, game.setup)
        self._screen.board_area.analysis.show(AnalysisShown(self._found, instead, by=by))

    def _start(self, position: Position) -> None:
        self._work.end()  # before anything is reset: it could still report what it found of another position
        self._position, self._found, self._failure = position, None, ""
        engine = opinion_on(self._screen.session, self._screen.study.game.setup)

        def analyse(stop: YieldingStopEvent) -> None:
            def report(found: "Analysis") -> None:
                if not stop.is_set():
                    self._found = found
                    self._work.post_update()

            self._advisor.analyse(position, stop, report, engine)

        self._work.start(self._screen, analyse)

    @property
    def labels(self) -> Mapping[Square, Label]:
        """The values of squares, none while nothing is known of the position on the board."""
        found = self._found
        is_current = found is not None and found.position == self._screen.study.game.position
        return labels_of(found) if self.is_on and found is not None and is_current else {}

    def take_failure(self, event: Worker.StateChanged) -> bool:
        """Note why the analysis failed, if a worker's event says so; return whether it does."""
        if not (self._work.is_news(event) and event.state is WorkerState.ERROR):
            return False
        self._failure = f"The analysis failed: {event.worker.error!r:.100}"
        return True

    def close(self) -> None:
        """End the search and free its results."""
        self._work.end()
        self._position = self._found = None
        self._advisor.close()
