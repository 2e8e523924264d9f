"""An analysis on the screen: it follows what the board shows, and is never more than one worker."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.analysis.threats import threats_of
from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.board.view import Label, labels_of, line_labels, threat_labels
from ttt_tui.computer import ComputerFault
from ttt_tui.engine import Position, Square
from ttt_tui.session import wording
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis


class Analysing:
    """Analyses the position that it is told to follow, by a worker of `host` that rests for the screen."""

    def __init__(self, host: Widget, session: Session, advisor: Advisor) -> None:
        self._host = host
        self._advisor = advisor
        self._work: BackgroundWork[None] = BackgroundWork(session.screen_is_idle)
        self._position: Position | None = None  # that the worker analyses, or has analysed
        self._found: Analysis | None = None
        self.is_on = False
        """Whether the analysis is shown, also while it rests."""
        self.by = ""
        """The brain that is asked, nothing for our own search."""
        self.shows_threats = False
        """Whether what both sides threaten is shown, too."""
        self.line: tuple[Square, ...] = ()
        """The moves that are shown on the board instead of the worth of squares, nothing for none."""
        self.failure = ""
        """Why there is no analysis of the position, nothing if there is one."""

    def ask_another(self, by: str) -> None:
        """Ask this brain from now on, or our own search for nothing."""
        self.close()
        self.by = by

    def follow(self, position: Position | None) -> None:
        """Analyse this position from now on, which nobody has won; with None rest."""
        if position is None:
            self._work.end()
        elif not self._work.was_started or position != self._position:
            self._start(position.copy())

    def about(self, position: Position) -> "Analysis | None":
        """Return what was found out about a position, None if that is nothing."""
        found = self._found
        return found if found is not None and found.position == position else None

    def squares(self, position: Position) -> tuple[Square, ...]:
        """Return the best moves of a position, as far as they are known."""
        found = self.about(position)
        if found is None:
            return ()
        return found.best if found.is_mapped else tuple(move.square for move in found.candidates)

    def turn_line(self, position: Position, square: Square) -> None:
        """Show the line of the move on a square, or of the best one; if one is shown, no longer."""
        found = self.about(position)
        lines = {} if found is None else {move.square: move.line for move in found.candidates}
        self.line = () if self.line or not lines else lines.get(square, next(iter(lines.values())))

    def labels(self, position: Position) -> Mapping[Square, Label]:
        """Return what is to be written on a board that shows this position."""
        found = self.about(position)
        if self.line and found is not None:
            return line_labels(position, self.line)
        labels = {} if found is None else labels_of(found)
        return {**labels, **threat_labels(threats_of(position))} if self.shows_threats else labels

    def _start(self, position: Position) -> None:
        self._work.end()  # before anything is reset: it could still report what it found of another position
        if self._position != position:
            self._position, self._found, self.line, self.failure = position, None, (), ""

        by = self.by

        def analyse(stop: YieldingStopEvent) -> None:
            def hear(found: "Analysis") -> None:
                is_less = self._found is not None and self._found.candidates and not found.candidates
                if not stop.is_set() and not is_less:
                    self._found = found

            self._advisor.analyse(position, stop, hear, by)

        self._work.start(self._host, analyse)

    def on_worker(self, event: Worker.StateChanged) -> None:
        """Take the news of a worker, which may be this one's."""
        if self._work.is_news(event) and event.state is WorkerState.ERROR:
            error = event.worker.error
            reason = f"{self.by} {error}" if isinstance(error, ComputerFault) else repr(error)
            self.failure = wording.sentence(f"the analysis failed: {reason:.100}")

    def close(self) -> None:
        """Nobody looks any more: let go of everything."""
        self._work.end()
        self._position = self._found = None
        self.line = ()
