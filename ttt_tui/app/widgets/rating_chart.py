"""A rating as a curve in its own range, with the ladder's steps that are in it; at first in words."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from ttt_tui.analysis.rating import Rating
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.curve import DOTS, LEFT_DOTS, RIGHT_DOTS, levels_of
from ttt_tui.app.widgets.lines import (
    CARD,
    MUTED,
    Line,
    Lines,
    Run,
    TextStyle,
    card,
    fitted,
    longest_fitting,
    spread,
)
from ttt_tui.session.game_rows import brief_day
from ttt_tui.session.person_statistics import RatingView

AROUND_CURVE = 4
"""Lines of a chart beside those of its curve: its heading, the edges of its card, and its days."""

INDENT = 2
"""Cells left and right in the card."""

LEAST_SPAN = 100.0
"""The least points that the chart spans: a few points are no mountain."""

AIR = 0.15
"""The share of the span that is free above and below."""

LEAST_ROWS, USUAL_ROWS, MOST_ROWS = 3, 6, 14
"""Lines of the curve: in a low window, in a higher one, and in a high one."""

LEAST_CELLS = 12
"""Cells of the curve; with less room the steps have no names."""

END = "◆"

OWN = "you"

WAITING = "No curve until it changes"

ON_CARD = TextStyle(ground=CARD)
STEP, FAINT, CURVE = (
    TextStyle("raised", CARD, is_dim=True),
    TextStyle("faint", CARD),
    TextStyle("accent", CARD),
)


class Scale(NamedTuple):
    """The ratings at the bottom and the top of a chart of some lines."""

    low: float
    high: float
    rows: int

    @classmethod
    def of(cls, values: Sequence[float], rows: int) -> "Scale":
        low, high = min(values), max(values)
        span = max(high - low, LEAST_SPAN) * (1 + 2 * AIR)
        middle = (low + high) / 2
        return cls(middle - span / 2, middle + span / 2, rows)

    def dot(self, rating: float) -> int:
        """Return the line of dots, from the bottom."""
        return round((rating - self.low) / (self.high - self.low) * (self.rows * DOTS - 1))

    def row(self, rating: float) -> int:
        """Return the line of text, from the top."""
        return self.rows - 1 - self.dot(rating) // DOTS


class RatingChart(Lines):
    """Shows a rating, or when it will be shown; its heading says which one."""

    DEFAULT_CSS = """
    RatingChart { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._view: RatingView | None = None
        self._place = ""
        self._today = date.min
        self.rows = LEAST_ROWS
        """The most lines of the curve."""

    def show(self, view: RatingView | None, place: str, today: date) -> None:
        """Show a rating, None for nothing; `place` is which of several it is: `1 of 3`."""
        self._view, self._place, self._today = view, place, today
        self.follow()

    @property
    def has_curve(self) -> bool:
        """Whether the rating has changed, else it is said in words."""
        view = self._view
        if view is None or view.now is None:
            return False
        return len({round(rating) for rating in _values(view, view.now)}) > 1

    def lines(self, width: int) -> list[Line]:
        """Return the heading, the curve on a card, and the first and the last day."""
        if (view := self._view) is None or not width:
            return []
        titles: list[str] = [view.title]
        after: list[Line] = []
        if view.now is None:
            drawn = card(_said([view.waiting], width), width)
        elif not self.has_curve:
            below = self._neighbours(view, view.now, width) or _said([WAITING], width, FAINT)
            drawn = card([*_said(view.in_words, width), *below], width)
        else:
            chart, after = self._chart(view, view.now, width)
            drawn = card(chart, width)
            if not self._steps(view, Scale.of(_values(view, view.now), self.rows)):
                titles = [*(f"{view.title}, {where}" for where in view.place), view.title]
        title = longest_fitting(titles, max(width - 9 - len(self._place) - 2 - INDENT, 0))
        heading: Line = (("  Rating ", TextStyle(bold=True)), (title, MUTED))
        place: Line = ((self._place, TextStyle("faint")),)
        note = [(((f"  {fitted(view.note, width - 2)}"), MUTED),)] if view.note else []
        return [spread(heading, place, width - INDENT), *drawn, *after, *note]

    def _neighbours(self, view: RatingView, now: Rating, width: int) -> list[Line]:
        """Return the rating between the nearest steps, each with its figure; nothing in a low window."""
        if self.rows < USUAL_ROWS or not view.steps:
            return []
        above = [step for step in view.steps if step[0] > now.rating][:1]
        below = [step for step in view.steps if step[0] <= now.rating][-1:]
        label = max(len(name) for _, name in (*view.steps, (0, OWN)))
        end = len(f"{END} {now.rating:.0f}")
        cells = max(width - 2 * INDENT - label - 2 - end, 0)
        own = (
            (" " * INDENT + f"{OWN:<{label}}" + " " * (cells + 2), ON_CARD),
            (f"{END} {now.rating:.0f}", CURVE._replace(bold=True)),
        )

        def line(rating: float, name: str) -> Line:
            return (
                (" " * INDENT + f"{name:<{label}} ", FAINT),
                ("─" * cells, STEP),
                (f"{rating:>{end + 1}.0f}", FAINT),
            )

        return [((" ", ON_CARD),), *(line(*step) for step in above), own, *(line(*step) for step in below)]

    def _chart(self, view: RatingView, now: Rating, width: int) -> tuple[list[Line], list[Line]]:
        """Return the lines of the curve, and below them the line of its days."""
        values = _values(view, now)
        scale = Scale.of(values, self.rows)
        bounds = {scale.row(value): f"{value:.0f}" for value in (min(values), max(values))}
        chart, label, cells = self._rows(now, scale, self._steps(view, scale), width, bounds, values)
        first, last = (brief_day(view.points[place][0], self._today) for place in (0, -1))
        if first == last:
            first = "earlier"
        if len(first) + 2 + len(last) > cells:
            first = ""
        faint = TextStyle("faint")
        days = spread(((first, faint),), ((last, faint),), cells)
        return chart, [((" " * (INDENT + label), faint), *days)]

    def _rows(
        self,
        now: Rating,
        scale: Scale,
        names: Mapping[int, str],
        width: int,
        bounds: Mapping[int, str],
        values: Sequence[float],
    ) -> tuple[list[Line], int, int]:
        """Return the lines of a curve through `values` up to `now`, with the cells before it and its own.

        `names` of steps and `bounds` of the curve stand before their lines.
        """
        end = f"{END} {now.rating:.0f}"
        left = {**bounds, **names}
        room = width - 2 * INDENT - len(end)
        label = max(len(name) + 1 for name in left.values())
        if room - label < LEAST_CELLS:
            label = 0
        cells = max(room - label, 2)
        chart: list[Line] = []
        for row, bits in enumerate(_dots_of(values, scale, cells)):
            name = left.get(row, "") if label else ""
            line: list[Run] = [(" " * INDENT + f"{name:>{max(label - 1, 0)}}" + " " * bool(label), FAINT)]
            line += self._row(bits, " ─"[row in names])
            if row == scale.row(now.rating):
                line.append((end, CURVE._replace(bold=True)))
            chart.append(tuple(line))
        return chart, label, cells

    def _steps(self, view: RatingView, scale: Scale) -> dict[int, str]:
        """Return the names of the steps by line; of two in one line the one nearer to the rating."""
        now = view.points[-1][1]
        shown = sorted(view.steps, key=lambda step: -abs(step[0] - now))
        return {scale.row(rating): name for rating, name in shown if scale.low <= rating <= scale.high}

    def _row(self, bits: Sequence[int], behind: str) -> list[Run]:
        """Return a line of the curve before the line of a step or nothing."""
        is_ascii = only_ascii(self.app)
        runs: list[Run] = []
        for each in bits:
            mark = "*" if is_ascii else chr(0x2800 + each)
            text, style = (mark, CURVE) if each else (behind, STEP)
            if runs and runs[-1][1] == style:
                runs[-1] = (runs[-1][0] + text, style)
            else:
                runs.append((text, style))
        return runs


def _dots_of(values: Sequence[float], scale: Scale, cells: int) -> list[list[int]]:
    """Return the curve as bits of braille for each cell of each line; steep parts are joined."""
    levels = levels_of([(scale.dot(value),) for value in values], 0, 2 * cells, round)
    bits = [[0] * cells for _ in range(scale.rows)]
    for column, (before, level) in enumerate(pairwise([levels[0], *levels])):
        step = 1 if level >= before else -1
        for dot in {*range(before + step, level, step), level}:
            row, place = divmod(scale.rows * DOTS - 1 - dot, DOTS)
            bits[row][column // 2] |= (RIGHT_DOTS if column % 2 else LEFT_DOTS)[place]
    return bits


def _values(view: RatingView, now: Rating) -> list[float]:
    return [*(rating for _, rating in view.points[:-1]), now.rating]


def _said(variants: Sequence[str], width: int, style: TextStyle = ON_CARD) -> list[Line]:
    """Return the longest variant of a sentence that fits into the card."""
    return [((" " * INDENT + longest_fitting(variants, width - 2 * INDENT), style),)]
