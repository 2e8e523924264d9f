"""A terminal that measures: how many bytes a program writes after a key, and when they come.

What arrives is only noted while it comes, and drawn afterwards, so that drawing takes no part in the times.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.support.terminal import PATIENCE, Screen, Terminal

BARE = Path(__file__).with_name("bare.py")
"""The program to compare with."""

QUIET = 0.05
"""Seconds without output after which a program has nothing more to say: three of Textual's frames."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a program wrote after a key: pieces, each with the seconds from the key to its arrival."""

    pieces: tuple[tuple[float, bytes], ...]
    change: float
    """Seconds from the key to the piece with which the screen showed what was expected."""

    @property
    def size(self) -> int:
        return sum(len(data) for _, data in self.pieces)

    @property
    def first(self) -> float:
        return self.pieces[0][0]


class Meter(Terminal):
    """A program in a pty, whose answers to keys are measured."""

    answers = False  # what marks a frame would be counted as painted

    def settle(self, seconds: float = 0.3) -> None:
        while self.read(seconds):
            pass

    def press(self, key: str, shows: Callable[[Screen], object], quiet: float = QUIET) -> Answer:
        """Type a key and return what comes of it, up to `quiet` seconds after the screen shows it.

        Raises `AssertionError` if it never does.
        """
        pieces: list[tuple[float, bytes]] = []
        change: float | None = None
        start = time.perf_counter()
        self.send(key)
        while change is None:
            if time.perf_counter() - start > PATIENCE:
                raise AssertionError(f"{key!r} did not show within {PATIENCE:g} s\n{self}")
            for after, data in self._listen(start, quiet):
                pieces.append((after, data))
                self.draw(data)
                if change is None and shows(self):
                    change = after
        return Answer(tuple(pieces), change)

    def _listen(self, start: float, quiet: float) -> list[tuple[float, bytes]]:
        """Return the pieces that come until there is a pause, or half a second is over."""
        pieces: list[tuple[float, bytes]] = []
        end = time.perf_counter() + 0.5
        while time.perf_counter() < end and (data := self.receive(quiet)):
            pieces.append((time.perf_counter() - start, data))
        return pieces
