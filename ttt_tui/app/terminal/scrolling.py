"""Lines that a terminal moves up or down by itself, because a list has scrolled or a line has come into it.

Inserting and deleting lines within margins (DECSTBM, IL, DL) is as old as the VT102; curses has it as
`idlok`. Of a list of 20 lines that gets one more at the top, 100 bytes are written instead of 1,600.
"""

from collections.abc import Sequence
from operator import gt, ne
from typing import NamedTuple, TypeVar

Line = TypeVar("Line")

Cells = Sequence[tuple[str, object] | None]
"""The cells of a line, each with its character and its style; None where they are unknown."""

LEAST = 3
"""Lines that have to differ before it is considered; below, writing them takes as little."""


MOVEMENT = 6
"""Bytes that move the cursor."""


class Scrolling(NamedTuple):
    """The lines from `top` up to, but without, `end` move down by `distance`; up if it is negative."""

    top: int
    end: int
    distance: int

    @property
    def codes(self) -> str:
        """The codes that let a terminal do it."""
        command = "L" if self.distance > 0 else "M"
        return f"\x1b[{self.top + 1};{self.end}r\x1b[{self.top + 1}H\x1b[{abs(self.distance)}{command}\x1b[r"

    def applied(self, lines: Sequence[Line], blank: Line) -> list[Line]:
        """Return the lines afterwards; `blank` is what comes in at an end."""
        moved = [
            lines[y - self.distance] if self.top <= y - self.distance < self.end else blank
            for y in range(self.top, self.end)
        ]
        return [*lines[: self.top], *moved, *lines[self.end :]]


def best_scrolling(before: Sequence[Cells], after: Sequence[Cells]) -> Scrolling | None:
    """Return the scrolling that brings most lines to their places; None if it saves nothing.

    Lines that are the same object do not differ; others are compared by their characters alone first.
    """
    differing = [y for y, line in enumerate(after) if line is not before[y]]
    if len(differing) < LEAST:
        return None
    old, new = (
        ["".join([cell[0] if cell else "?" for cell in line]) for line in lines] for lines in (before, after)
    )
    places: dict[str, list[int]] = {}
    for y in range(differing[0], differing[-1] + 1):
        places.setdefault(old[y], []).append(y)
    found: dict[int, list[int]] = {}  # the lines that can be brought to their places, by distances
    for y in differing:
        for place in places.get(new[y], ()):
            found.setdefault(y - place, []).append(y)
    found.pop(0, None)
    if not found:
        return None
    distance, lines = max(found.items(), key=lambda item: len(item[1]))
    top, end = min(lines[0], lines[0] - distance), max(lines[-1], lines[-1] - distance) + 1
    moved = sum(new[y] == old[y - distance] for y in range(top, end) if top <= y - distance < end)
    unmoved = sum(new[y] == old[y] for y in range(top, end))
    scrolling = Scrolling(top, end, distance)
    if moved - unmoved < LEAST - 1:
        return None
    scrolled = scrolling.applied(before, [None] * len(before[0]))
    saved = _written(before, after) - _written(scrolled, after)
    return scrolling if saved > len(scrolling.codes) else None


def _written(before: Sequence[Cells], after: Sequence[Cells]) -> int:
    """Return roughly how many bytes are written: the cells, and the movements to them."""
    written = 0
    for known, cells in zip(before, after, strict=True):
        if cells is not known:
            differ = [*map(ne, cells, known)]
            written += sum(differ) + MOVEMENT * sum(map(gt, differ, [False, *differ]))
    return written
