"""Hints in a match: shown step by step, and improved while the search goes on.

A hint and the analysis share one advisor and the board, and `Advice` makes them take turns. While the
analysis is on, a hint names its best move.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.analysis_mode import AnalysisMode
from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.bars import StatusText, hint_dots
from ttt_tui.app.widgets.board.view import Label, hint_label, planned_labels
from ttt_tui.engine import Limit, Position, Square
from ttt_tui.session import wording
from ttt_tui.session.advisor import MOST_STEPS, Advisor, HintSteps

if TYPE_CHECKING:
    from ttt_tui.analysis.analysis import Analysis
    from ttt_tui.analysis.hint import Hint
    from ttt_tui.analysis.hint_drawing import MeantLine
    from ttt_tui.app.screens.play import PlayScreen

HINT_LIMIT = Limit(seconds=5.0)
"""The limit of the search for the best move, if the hint stays that long."""

WITH_SQUARE = 2
"""The first step that names the square."""


class Hints:
    """Hints for the human to move; while a computer thinks, its best move so far.

    A worker of the screen computes them, at most one at a time. It reports by `SearchUpdate`, and rests while
    the screen is busy.
    """

    BINDINGS = (
        Binding("i", "hint", "hint", key_display="i", id="play.hint",
                tooltip="Get a hint; press again for the square, then for the reason"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen", advisor: Advisor, analysis: AnalysisMode) -> None:
        self._screen = screen
        self._advisor = advisor
        self._analysis = analysis
        self._controller = screen.controller
        self._search = screen.search
        self._steps = HintSteps()
        self._work: BackgroundWork[Hint] = BackgroundWork(screen.session.screen_is_idle)
        self._position: Position | None = None  # for which there is a hint, or will be
        self._searched: Hint | None = None
        self._analysed: tuple[Analysis, Hint] | None = None
        self._failure = ""
        self._pointed: Square | None = None  # the square that was named first
        self._is_repeated = False  # whether the last step was asked for once more
        self.is_open = False
        """Whether a hint is shown, which is updated as more is found."""

    def action_hint(self) -> None:
        """Say what to look for; if repeated, name the square, then the reason."""
        self.ask()
        self.show()
        self._screen.show_advice()

    def show(self) -> None:
        """Show an open hint in the status line, until a key requests something else."""
        if self.is_open and (text := self.text) != self._screen.notice:
            self._screen.show_notice(text)

    def ask(self) -> None:
        """Open a hint, or advance it by one step."""
        self.is_open = True
        if not self._controller.is_human_turn:
            return
        position = self._controller.match.game.position
        is_last = self._steps.step == MOST_STEPS and self._steps.is_about(position)
        self._is_repeated = is_last and self._found is not None
        if self._steps.next(position) == 1:
            self._pointed = None
        self._controller.match.note_hint()
        if self._position != position and not self.follows_analysis:
            self._start(position.copy())

    def _start(self, position: Position) -> None:
        self._work.end()  # before anything is reset: it could still report what it found of another position
        setup = self._controller.match.setup
        self._position, self._searched, self._failure = position, None, ""

        def think(stop: YieldingStopEvent) -> "Hint":
            def report(found: "Hint") -> None:
                if not stop.is_set():
                    self._searched = found
                    self._work.post_update()

            found = self._advisor.hint(position.copy(), setup, HINT_LIMIT, stop, report)
            report(found)
            return found

        self._work.start(self._screen, think)

    @property
    def follows_analysis(self) -> bool:
        """Whether the analysis is on, so that the hint names its best move and needs no search."""
        return self._controller.is_human_turn and self._analysis.is_about_game

    @property
    def _found(self) -> "Hint | None":
        """The hint for the position that was searched or is analysed, None while there is none."""
        if not self.follows_analysis:
            return self._searched
        analysis = self._analysis.found
        if analysis is None or (thought := analysis.thought) is None:
            return None
        if self._analysed is None or self._analysed[0] is not analysis:
            from ttt_tui.analysis.hint import hint  # the analysis has imported most of it

            setup, values = self._controller.match.setup, analysis.values or None
            self._analysed = analysis, hint(analysis.position, setup, thought, values)
        return self._analysed[1]

    def take_failure(self, event: Worker.StateChanged) -> None:
        """Note why there is no hint, if a worker's event says so."""
        if self._work.is_news(event) and event.state is WorkerState.ERROR:
            self._failure = wording.sentence(f"the hint failed: {event.worker.error!r:.100}")

    @property
    def text(self) -> str:
        """The hint so far, as a sentence."""
        if not self._controller.is_human_turn:
            return self._best_so_far()
        if self._found is not None and self._steps.is_about(self._controller.match.game.position):
            return self._step_of(self._found)
        return self._failure or "Looking for a hint"

    @property
    def step(self) -> int:
        """The shown step of the open hint, 0 if no hint is open or found."""
        if not self.is_open or self._found is None or not self._controller.is_human_turn:
            return 0
        return self._steps.step if self._steps.is_about(self._controller.match.game.position) else 0

    def status(self, message: str) -> StatusText:
        """Return a message for the status line, with a dot for each step if it is the hint."""
        is_hint = self.step > 0 and message == self.text
        dots = hint_dots(self.step, is_ascii=self._screen.is_ascii) if is_hint else ()
        return StatusText(message, lead=dots)

    def _step_of(self, found: "Hint") -> str:
        """Return the requested step, with a note if another square looks better by now."""
        text = found.steps[self._steps.step - 1]
        if self._steps.step > 1:
            self._pointed = found.square if self._pointed is None else self._pointed
            if self._pointed != found.square:
                return f"On second thought: {text[0].lower()}{text[1:]}"
        return f"No more hints: {text}" if self._is_repeated else text

    def _best_so_far(self) -> str:
        """Return the best move that the computer has found so far, which costs it no time."""
        name, latest = self._controller.mover.name, self._search.latest
        if not self._controller.is_thinking:
            return f"It is {name}'s turn"
        if latest is None:
            return f"{name} has not found a move yet"
        return f"{name}'s best move so far: {self._controller.match.setup.geometry.worded(latest.move)[0]}"

    @property
    def labels(self) -> Mapping[Square, Label]:
        """The label of the named square; at the last step, the labels of all moves in the reason."""
        if self.step < WITH_SQUARE or self._found is None:
            return {}
        geometry = self._controller.match.setup.geometry
        if self.step == MOST_STEPS and (moves := self._found.drawing.moves):
            return planned_labels(geometry, moves)
        move, mover = self._found.square, self._controller.match.game.position.to_move
        return {geometry.square_of(move): hint_label(geometry.mark_by(mover, move))}

    @property
    def lines(self) -> "tuple[MeantLine, ...]":
        """The lines that belong to the reason, once the hint has reached it."""
        return self._found.drawing.lines if self.step == MOST_STEPS and self._found is not None else ()

    def end(self) -> None:
        """Close the hint. Its result is kept for this position, unless the search was not finished."""
        if not self.is_open:
            return
        self.is_open = False
        self._steps.end()
        if self._work.is_busy:
            self._position = None  # the next hint searches again
        self._work.end()

    def close(self) -> None:
        """Close the hint and free its results: the game is over, or was left."""
        self.end()
        self._position = self._searched = self._analysed = None


class Advice:
    """Makes `hints` and `analysis` take turns, and shows the results of both on the board,
    under a stone that is held.

    While the analysis is on, hints use its results. It pauses while another screen covers this one and, in a
    game with humans, while a computer thinks, so that the computer loses no time.
    """

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._view = screen.board_area
        self.advisor = Advisor(screen.controller.seats.megabytes, screen.session.engines)
        self.analysis = AnalysisMode(screen, self.advisor)
        self.hints = Hints(screen, self.advisor, self.analysis)

    def update(self) -> None:
        """Update the analysis for the position on the board, which shows all advice with its next paint."""
        is_searching = self.hints.is_open and not self.hints.follows_analysis
        is_searching = is_searching or self._screen.placing.is_checking
        self.analysis.update(may_search=self._screen.is_active and not is_searching)
        held = self._screen.placing.labels
        self._view.labels = {**self.analysis.labels, **self.hints.labels, **held}
        self._view.lines = self.hints.lines

    def show(self) -> None:
        """Update, and show the advice on the board at once."""
        self.update()
        self._view.show_advice()

    def take_failure(self, event: Worker.StateChanged) -> bool:
        """Note why a hint or the analysis failed; return whether the display may change."""
        self.hints.take_failure(event)
        return self.analysis.take_failure(event) or self.hints.is_open

    def close(self) -> None:
        """Free the results of hints and analyses: the game is over, or was left."""
        self.hints.close()
        self.analysis.close()
        self.advisor.close()
