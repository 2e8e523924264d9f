"""A terminal that measures: how many bytes a program writes after a key, and when they come.

What arrives is only noted while it comes, and drawn afterwards, so that drawing takes no part in the times.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.table import Table

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


# --- numbers, and how they are told ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, in which unit (`bytes`, `ms`, `×`), and what it is not to exceed.

    Without an aim it is a number to compare with.
    """

    what: str
    value: float
    unit: str
    aim: float | None = None
    compared: str = ""
    """What it was compared with, or how it was counted."""

    @property
    def is_met(self) -> bool:
        return self.aim is None or self.value <= self.aim

    def data(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "value": round(self.value, 2),
            "unit": self.unit,
            "aim": self.aim,
            "met": self.is_met,
            "compared": self.compared,
        }


def written(value: float, unit: str) -> str:
    """Return a value as people read it: `1.31 ×`, `132 bytes`, `0.4 ms`."""
    digits = 2 if unit == "×" else 0 if unit == "bytes" or value >= 100 else 1
    return f"{value:,.{digits}f} {unit}"


def table(figures: Iterable[Figure]) -> Table:
    """Return the figures as a table, those that miss their aim marked."""
    drawn = Table("", "measured", "aim", "", "compared with", title="ttt-tui", title_justify="left")
    for column in (1, 2):
        drawn.columns[column].justify = "right"
        drawn.columns[column].no_wrap = True
    for figure in figures:
        aim = "" if figure.aim is None else f"≤ {written(figure.aim, figure.unit)}"
        mark = "" if figure.aim is None else "met" if figure.is_met else "[bold]missed[/]"
        drawn.add_row(figure.what, written(figure.value, figure.unit), aim, mark, figure.compared)
    return drawn
