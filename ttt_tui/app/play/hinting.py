"""A hint on the screen: told step by step, and better the longer one waits."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.play.search_worker import Search
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.board.view import Label
from ttt_tui.engine import Limit, Position, Square
from ttt_tui.session import wording
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.controller import Controller
from ttt_tui.session.hint_steps import MOST_STEPS, HintSteps
from ttt_tui.session.session import Session

if TYPE_CHECKING:
    from ttt_tui.analysis.hint import Hint

HINT_LIMIT = Limit(seconds=5.0)
"""How long the best move is looked for, if the hint stays that long."""


class Hinting:
    """Tells hints for the person to move, and what a computer that thinks has found so far.

    They are made by a worker of `host`; there is at most one, which rests while the screen is not idle.
    """

    def __init__(
        self, host: Widget, session: Session, controller: Controller, search: Search, advisor: Advisor
    ) -> None:
        self._host = host
        self._advisor = advisor
        self._controller = controller
        self._search = search
        self._steps = HintSteps()
        self._work: BackgroundWork[Hint] = BackgroundWork(session.screen_is_idle)
        self._position: Position | None = None  # for which there is a hint, or will be
        self._found: Hint | None = None
        self._failure = ""
        self._pointed: Square | None = None  # the square that was told first
        self._is_repeated = False  # whether the last step was asked for once more
        self.is_open = False
        """Whether a hint is shown, which goes on with what is found."""

    def ask(self) -> str:
        """Say more than before, or begin. Return what is to be said now."""
        self.is_open = True
        if self._controller.is_human_turn:
            position = self._controller.match.game.position
            is_last = self._steps.step == MOST_STEPS and self._steps.is_about(position)
            self._is_repeated = is_last and self._found is not None
            if self._steps.next(position) == 1:
                self._pointed = None
            self._controller.note_hint()
            if self._position != position:
                self._look(position.copy())
        return self.told

    @property
    def told(self) -> str:
        """What is to be said as far as it is known."""
        if not self._controller.is_human_turn:
            return self._of_computer()
        if self._found is not None and self._steps.is_about(self._controller.match.game.position):
            return self._told_of(self._found)
        return self._failure or "Looking for a hint"

    def _told_of(self, found: "Hint") -> str:
        """Return the step that was asked for; that another square looks better by now is said."""
        told = found.steps[self._steps.step - 1]
        if self._steps.step > 1:
            self._pointed = found.square if self._pointed is None else self._pointed
            if self._pointed != found.square:
                return f"On second thought: {told[0].lower()}{told[1:]}"
        return f"No more hints: {told}" if self._is_repeated else told

    @property
    def labels(self) -> Mapping[Square, Label]:
        """What is to be written on the board: the square, once it was told."""
        is_told = self._steps.step > 1 and self._steps.is_about(self._controller.match.game.position)
        if self._found is None or not is_told or not self._controller.is_human_turn:
            return {}
        return {self._found.square: Label(("1",), "good", is_marked=True)}

    def _of_computer(self) -> str:
        """Return what the computer that thinks has found so far: it loses no time by it."""
        name, latest = self._controller.mover.name, self._search.latest
        if not self._controller.is_thinking:
            return f"It is {name}'s turn"
        if latest is None:
            return f"{name} has not found a move yet"
        return f"{name}'s best move so far: {self._controller.match.setup.geometry.name(latest.move)}"

    def _look(self, position: Position) -> None:
        """Look for a hint for this position."""
        self._work.end()  # before anything is reset: it could still report what it found of another position
        setup = self._controller.match.setup
        self._position, self._found, self._failure = position, None, ""

        def think(stop: YieldingStopEvent) -> "Hint":
            def hear(found: "Hint") -> None:
                if not stop.is_set():
                    self._found = found

            found = self._advisor.hint(position.copy(), setup, HINT_LIMIT, stop, hear)
            hear(found)
            return found

        self._work.start(self._host, think)

    def on_worker(self, event: Worker.StateChanged) -> bool:
        """Take the news of a worker; return whether it was this one's, and what is said may have changed."""
        if not self._work.is_news(event):
            return False
        if event.state is WorkerState.ERROR:
            self._failure = wording.sentence(f"the hint failed: {event.worker.error!r:.100}")
        return self.is_open

    def end(self) -> None:
        """Say no more: another key was pressed. What was found is kept for this position."""
        self.is_open = False
        self._steps.end()
        if self._work.is_busy:
            self._position = None  # it did not come to its end: the next hint looks again
        self._work.end()

    def close(self) -> None:
        """The game is over, or was left: let go of everything."""
        self.end()
        self._position = self._found = None
