"""A computer's search in a thread: started, hurried, dropped, and its answer told from a stale one."""

import threading
import time

from textual.widget import Widget
from textual.worker import Worker, WorkerState

from ttt_tui.app.play.background import BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent
from ttt_tui.computer import Computer, Thought
from ttt_tui.session.seats import Answer, Question


class Search:
    """The controller's thinker on the screen: at most one search, run as a worker of `host`.

    *Hurry* only tells it to stop, and the answer arrives as usual. *Drop* also forgets it: an answer that was
    already on its way when the game changed is then nobody's, and `answer` does not give it out.
    """

    def __init__(self, host: Widget, screen_is_idle: threading.Event) -> None:
        self._host = host
        self._work: BackgroundWork[Thought] = BackgroundWork(screen_is_idle)
        self._question: Question | None = None
        self._started = 0.0
        self._ended: float | None = None
        self.latest: Thought | None = None
        """What the computer has reported so far; written by its thread."""
        self.said = ""
        """What another program has said of its search last; written by its thread."""

    @property
    def seconds(self) -> float:
        """How long the current or latest search took so far, in seconds."""
        return (time.monotonic() if self._ended is None else self._ended) - self._started

    def start(self, computer: Computer, question: Question) -> None:
        """Let the computer think; its answer comes as `Worker.StateChanged`."""
        self.drop()
        self._question = question
        self.latest, self.said = None, ""
        self._started, self._ended = time.monotonic(), None

        def think(stop: YieldingStopEvent) -> Thought:
            def report(thought: Thought) -> None:
                if not stop.is_set():
                    self.latest = thought

            thought = question.put_to(computer, stop, report)
            report(thought)
            if (early := question.not_before - time.monotonic()) > 0:
                stop.wait(early)
            return thought

        self._work.start(self._host, think)

    def hurry(self) -> None:
        """Ask for the best move so far, now."""
        self._work.hurry()

    def drop(self) -> None:
        """End the search and forget it; its answer will not come."""
        self._work.end()
        self._ended = self._ended or time.monotonic()

    def hear(self, text: str) -> None:
        """Hear a line that another program says of its search."""
        self.said = text

    def answer(self, event: Worker.StateChanged) -> Answer | None:
        """Return what a worker's news means: the answer awaited, or None if it is none or a stale one."""
        if not self._work.is_news(event) or event.state not in (WorkerState.SUCCESS, WorkerState.ERROR):
            return None
        self._ended = time.monotonic()
        worker = event.worker
        self._work.end()
        assert self._question is not None
        if event.state is WorkerState.ERROR:
            return Answer(self._question, error=worker.error)
        self.latest = worker.result
        assert worker.result is not None
        return Answer(self._question, worker.result.move)
