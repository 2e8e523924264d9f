"""The search of a playing computer: run in a thread, shown in the panel of the match, paced by keys."""

import threading
import time
from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.app.widgets.panels import SearchPanel
from ttt_tui.computer import Computer, Thought
from ttt_tui.errors import CannotMoveNow
from ttt_tui.session.seats import Answer, Question

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen

LONG_THOUGHT = 0.4
"""Seconds after which it is shown that a computer thinks: a brief flash cannot be read."""


class Search:
    """The controller's search runner on the screen: at most one search, run as a worker of `host`.

    `move_now` only stops the search, and the answer arrives as usual. `cancel` also discards the answer:
    `answer` ignores one that was already on its way when the game changed.
    """

    def __init__(self, host: Widget, screen_is_idle: threading.Event) -> None:
        self._host = host
        self._work: BackgroundWork[Thought] = BackgroundWork(screen_is_idle)
        self._question: Question | None = None
        self._started = 0.0
        self._found: float | None = None  # when the computer had its move; written by its thread
        self._ended: float | None = None
        self._hold_until = 0.0  # before which no answer is to come
        self.latest: Thought | None = None
        """The latest thought that the computer reported; written by its thread."""
        self.info = ""
        """The latest line that an engine sent about its search; written by its thread."""

    @property
    def seconds(self) -> float:
        """The duration of the current or latest search so far, in seconds."""
        return (time.monotonic() if self._ended is None else self._ended) - self._started

    def start(self, computer: Computer, question: Question) -> None:
        """Start a search; its answer arrives as `Worker.StateChanged`."""
        self.cancel()
        self._question = question
        self.latest, self.info = None, ""
        self._started, self._found, self._ended = time.monotonic(), None, None
        not_before = max(question.not_before, self._hold_until)

        def think(stop: YieldingStopEvent) -> Thought:
            def report(thought: Thought) -> None:
                if not stop.is_set():
                    self.latest = thought

            thought = question.ask(computer, stop, report)
            report(thought)
            self._found = now = time.monotonic()
            if (early := not_before - now) > 0:
                stop.wait(early)
            return thought

        self._work.start(self._host, think)

    def hold_answer(self, seconds: float) -> None:
        """Hold the answer back for `seconds` from now on, unless a move is requested at once."""
        self._hold_until = time.monotonic() + seconds

    def move_now(self) -> None:
        """Request the best move so far at once."""
        self._work.move_now()

    def cancel(self) -> None:
        """End the search and discard its answer."""
        self._work.end()
        self._ended = self._ended or time.monotonic()

    def log(self, text: str) -> None:
        """Note a line that an engine sends about its search."""
        self.info = text

    def answer(self, event: Worker.StateChanged) -> Answer | None:
        """Return the awaited answer if a worker's event brings it, else None."""
        if not self._work.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return None
        self._ended = self._found or time.monotonic()
        worker = event.worker
        self._work.end()
        assert self._question is not None
        if event.state is WorkerState.ERROR:
            return Answer(self._question, error=worker.error)
        self.latest = worker.result
        assert worker.result is not None
        return Answer(self._question, worker.result.move, thought=worker.result)


class EnginePanel:
    """Shows in the panel of a match what a computer is thinking, or what its latest move did."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._controller = screen.controller
        self._search = screen.search
        self._view = screen.board_area
        self.is_long = False
        """Whether a computer had been thinking for a while at the latest `show`."""
        self._latest: SearchPanel | None = None  # the search behind a computer's latest move

    def keep(self) -> None:
        """Keep the search that has just ended, to be shown with the move that it led to."""
        self._latest = self._progress._replace(is_running=False)

    def forget(self) -> None:
        """Drop the kept search: it did not lead to the latest move of a computer."""
        self._latest = None

    @property
    def _progress(self) -> SearchPanel:
        search = self._search
        geometry = self._controller.match.setup.geometry
        return SearchPanel(search.latest, search.seconds, geometry, self._controller.is_thinking, search.info)

    def show(self) -> None:
        """Show the running search once it has lasted for a while, else the search behind the latest move."""
        self.is_long = self._controller.is_thinking and self._search.seconds >= LONG_THOUGHT
        if self.is_long:
            self._view.thinking.show(self._controller.mover, progress=self._progress)
        else:
            self._view.show_message(self._latest)


MOVE_NOW = Binding("m", "move_now", "move now", id="play.now",
                   tooltip="Make the computer play the best move it has found")  # fmt: skip
"""The one key of `ComputerPace` that comes early in the footer."""


class ComputerPace:
    """Hurries, pauses and slows down the computers of a match, and shows how they search."""

    BINDINGS = (
        Binding("p", "pause", "pause", show=False, id="play.pause",
                tooltip="Pause or resume the computers"),
        Binding("p", "resume", "resume", show=False, id="play.resume",
                tooltip="Pause or resume the computers"),
        Binding("full_stop", "step", "one move", show=False, key_display=".", id="play.step",
                tooltip="While paused: let a computer play one move"),
        Binding("plus", "delay(-1)", "faster", show=False, key_display="+", id="play.faster",
                tooltip="Faster: shorten the pause after each computer move"),
        Binding("minus", "delay(1)", "slower", show=False, key_display="-", id="play.slower",
                tooltip="Slower: lengthen the pause after each computer move"),
        Binding("F", "figures", "figures", show=False, key_display="F", id="play.figures",
                tooltip="Show or hide the figures of a computer's search"),
    )  # fmt: skip

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._preferences = screen.session.preferences
        self._view = screen.board_area

    def action_move_now(self) -> None:
        controller = self._controller
        if not controller.is_thinking:
            self.action_step()
            return
        try:
            controller.move_now()
        except CannotMoveNow as error:
            self._screen.refuse(f"{controller.mover.name} can't move now: {error}")

    def action_pause(self) -> None:
        """Pause the computers, discarding a move that is being searched, or resume."""
        self._controller.pause()
        self._screen.show_change()

    def action_step(self) -> None:
        """Play one move of a computer, and stay paused."""
        self._controller.step()
        self._screen.notice = ""
        self._screen.show_match()

    def action_delay(self, by: int) -> None:
        self._controller.change_delay(by)
        self._screen.show_notice(f"Speed: {self._controller.delay:g} s per move")

    def action_figures(self) -> None:
        shows = not self._preferences.shows_figures
        self._preferences.shows_figures = self._view.thinking.shows_figures = shows
        self._view.share(self._view.size)
        self._screen.engine_panel.show()
