"""A rating over time: a curve filled from below, in braille or in ASCII, on a card."""

from datetime import date
from itertools import pairwise

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.curve import CARD, DOTS, drawn, levels_of
from ttt_tui.app.widgets.lines import Line, Lines, Run, TextStyle, spread

ROWS = 4
STEP = 50
"""Points: the curve goes from one multiple of this to another."""

LEAST_STEPS = 2
"""How many of them it spans at least: a few points of rating are no mountain."""

LABEL = 5
"""Cells before the curve: four digits and a blank."""

LEAST_CELLS = 2 * len("2026-11-20") + 1
"""Cells that both dates below the curve take."""


Ratings = tuple[tuple[date, float], ...]


class RatingCurve(Lines):
    """Shows ratings at the ends of some days, the first one first; nothing for less than two days."""

    DEFAULT_CSS = """
    RatingCurve { height: auto; }
    """
    GROUND = CARD

    def __init__(self, ratings: Ratings, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ratings = ratings
        self._by_day = _by_day(ratings)

    def lines(self, width: int) -> list[Line]:
        """Return the curve with the highest and the lowest number before it, and its dates below."""
        cells = width - LABEL
        if len(self._ratings) < 2 or cells < LEAST_CELLS:
            return []
        values = [rating for _, rating in self._ratings]
        low = int(min(values) // STEP) * STEP
        high = max(-int(-max(values) // STEP) * STEP, low + LEAST_STEPS * STEP)

        def level(rating: float) -> int:
            return 1 + round((rating - low) / (high - low) * (ROWS * DOTS - 1))

        levels = levels_of(self._by_day, 0, 2 * cells, level)
        curve = drawn(levels, ROWS, TextStyle("accent", CARD), is_ascii=only_ascii(self.app))
        labels = [str(high), *[""] * (ROWS - 2), str(low)]
        first, last = (_faint(str(self._ratings[place][0])) for place in (0, -1))
        below = spread((first,), (last,), cells, TextStyle(ground=CARD))
        rows = [(_label(text), run) for text, run in zip(labels, curve, strict=True)]
        return [*rows, (_label(""), *below)]


def _by_day(ratings: Ratings) -> list[tuple[float]]:
    """Return the rating at the end of every day; on a day without one it is that of the day before."""
    every_day: list[tuple[float]] = []
    for (day, rating), (until, _) in pairwise(ratings):
        every_day += [(rating,)] * (until - day).days
    return [*every_day, *((rating,) for _, rating in ratings[-1:])]


def _faint(text: str) -> Run:
    return text, TextStyle("faint", CARD)


def _label(text: str) -> Run:
    return _faint(f"{text:>{LABEL - 1}} ")
