"""An engine's reports of its search, collected as a thought."""

import time

from ttt_tui.computer.base import Report, Thought
from ttt_tui.engine import Placement, Position
from ttt_tui.gomocup.dialogue import MessageHandler
from ttt_tui.gomocup.protocol import SearchInfo, read_search_info

REPORT_SECONDS = 0.05
"""Least seconds between two messages that are passed on; of those in between, the last one is."""


class SearchProgress:
    """Collects an engine's reports of its search in a position, and passes them on at a limited rate."""

    def __init__(self, position: Position, on_message: MessageHandler, report: Report) -> None:
        self._position = position
        self._on_message = on_message
        self._report = report
        self._started = time.monotonic()
        self._next_report = 0.0
        self._info = SearchInfo()
        self._pending = ""
        self.thought: Thought | None = None
        """The best thought so far, None before the first move is named."""

    def start_clock(self) -> None:
        """Start the time of the move now."""
        self._started = time.monotonic()

    def add(self, text: str) -> None:
        """Add a message of the engine: printable and short."""
        self._pending = text
        new, old = read_search_info(text, self._position), self._info
        if new != SearchInfo():
            self._info = SearchInfo(
                old.score if new.score is None else new.score,
                new.depth or old.depth,
                new.nodes or old.nodes,
                new.pv or old.pv,
            )
            if self._info.pv:
                self.thought = self._thought(self._info.pv[0])
        if time.monotonic() >= self._next_report:
            self._pass_on()

    def finish(self, move: Placement) -> Thought:
        """Pass on the last message, and return the thought that ends with this move."""
        if self._pending:
            self._pass_on()
        return self._thought(move)

    def _pass_on(self) -> None:
        self._next_report = time.monotonic() + REPORT_SECONDS
        self._on_message(self._pending)
        self._pending = ""
        if self.thought is not None:
            self._report(self.thought)

    def _thought(self, move: Placement) -> Thought:
        """Return the known thought. A variation with another first move belongs to another move."""
        info = self._info
        pv = info.pv if info.pv[:1] == (move,) else (move,)
        seconds = time.monotonic() - self._started
        return Thought(move, info.score, None, info.depth, info.nodes, seconds, pv)
