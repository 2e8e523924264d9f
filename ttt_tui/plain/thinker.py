"""The searches of plain mode, which run in a thread while lines are read."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, Self, TypeVar

from ttt_tui.computer import Computer, Stop
from ttt_tui.session.seats import Answer, Question

Result = TypeVar("Result")


class BackgroundSearch(Generic[Result]):
    """A search in its own thread, started at once.

    A `with` statement stops it at the end and waits until it has ended.
    """

    def __init__(self, search: Callable[[Stop], Result]) -> None:
        self._found = Future[Result]()
        self._stop = threading.Event()
        self.ended, self._end = os.pipe()
        """A descriptor that can be read once the search has ended."""
        self._thread = threading.Thread(target=self._run, args=(search,), name="search", daemon=True)
        self._thread.start()

    def _run(self, search: Callable[[Stop], Result]) -> None:
        try:
            self._found.set_result(search(self._stop))
        except BaseException as error:  # raised by `result`
            self._found.set_exception(error)
        finally:
            os.close(self._end)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def has_ended(self) -> bool:
        return self._found.done()

    def stop(self) -> None:
        """Ask the search to stop; it ends soon with what it has found."""
        self._stop.set()

    def result(self) -> Result:
        """Wait for the result of the search, or raise its exception."""
        return self._found.result()

    def close(self) -> None:
        """Stop the search, and wait until it has ended."""
        self.stop()
        self._thread.join()
        os.close(self.ended)


class PlainThinker:
    """The controller's search runner in plain mode: a computer thinks once `begin` is called."""

    def __init__(self) -> None:
        self._waiting: tuple[Computer, Question] | None = None
        self.search: BackgroundSearch[Answer] | None = None
        """The search of the computer that is thinking, if any."""

    def start(self, computer: Computer, question: Question) -> None:
        """Note the computer that is to think."""
        self._waiting = computer, question

    def begin(self) -> BackgroundSearch[Answer]:
        """Start the search of the computer noted by `start`."""
        assert self._waiting is not None, "the controller has asked"
        computer, question = self._waiting

        def think(stop: Stop) -> Answer:
            try:
                thought = question.ask(computer, stop)
                return Answer(question, thought.move, thought=thought)
            except Exception as error:  # a computer's fault must not cost the game
                return Answer(question, error=error)

        self.search = BackgroundSearch(think)
        return self.search

    def move_now(self) -> None:
        """Make the computer that thinks, or is to think, answer with what it has found."""
        (self.search or self.begin()).stop()

    def log(self, text: str) -> None:
        """Do nothing: plain mode does not report the figures of a search."""

    def cancel(self) -> None:
        """Stop the thinking computer, and forget the one noted by `start`."""
        self._waiting = None
        search, self.search = self.search, None
        if search is not None:
            search.close()

    def answer(self) -> Answer:
        """Return the answer of the thinking computer, whose search has ended."""
        search, self.search = self.search, None
        assert search is not None, "it has begun"
        search.close()
        return search.result()
