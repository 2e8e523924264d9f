"""What is passed on of a brain's search while it goes on: not more often than anybody can look."""

import time

from ttt_tui.computer.base import Report, Thought
from ttt_tui.engine import Position, Square
from ttt_tui.gomocup.dialogue import Hear
from ttt_tui.gomocup.said import SearchInfo, read_said

PASSED_ON_EVERY = 0.05
"""Seconds between two lines that are passed on; of those in between the last one is."""


class SearchNews:
    """Hears what a brain says of a search in a position; `hear` and `report` are told of it."""

    def __init__(self, position: Position, hear: Hear, report: Report) -> None:
        self._position = position
        self._hear = hear
        self._report = report
        self._started = time.monotonic()
        self._next = 0.0
        self._said = SearchInfo()
        self._waiting = ""
        self.thought: Thought | None = None
        """The best so far, None as long as no move was named."""

    def asked(self) -> None:
        """Note that the time of the move begins now."""
        self._started = time.monotonic()

    def hear(self, text: str) -> None:
        """Hear a line: printable, and not long."""
        self._waiting = text
        said = read_said(text, self._position)
        if said.is_anything:
            before = self._said
            self._said = SearchInfo(
                before.score if said.score is None else said.score,
                said.depth or before.depth,
                said.nodes or before.nodes,
                said.pv or before.pv,
            )
            if self._said.pv:
                self.thought = self._thought(self._said.pv[0])
        if time.monotonic() >= self._next:
            self._pass_on()

    def finished(self, move: Square) -> Thought:
        """Return the thought that ends with this move, and pass on what was not yet."""
        if self._waiting:
            self._pass_on()
        return self._thought(move)

    def _pass_on(self) -> None:
        self._next = time.monotonic() + PASSED_ON_EVERY
        self._hear(self._waiting)
        self._waiting = ""
        if self.thought is not None:
            self._report(self.thought)

    def _thought(self, move: Square) -> Thought:
        """Return what is known. A variation that begins otherwise belongs to another move."""
        said = self._said
        pv = said.pv if said.pv[:1] == (move,) else (move,)
        seconds = time.monotonic() - self._started
        return Thought(move, said.score, None, said.depth, said.nodes, seconds, pv)
