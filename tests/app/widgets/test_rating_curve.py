"""The curve of a rating: how high, from when to when, and when there is none."""

from datetime import date, timedelta

from tests.support.showing import seen, showing
from ttt_tui.app.widgets.curve import LABEL, ROWS, RatingCurve
from ttt_tui.process.terminal import Terminal

FIRST = date(2026, 11, 1)
WIDTH = 45
"""Columns of the window: 40 cells of curve."""


def ratings(**days: float) -> tuple[tuple[date, float], ...]:
    """Return ratings by how many days after the first each was: `d0=1500`."""
    return tuple((FIRST + timedelta(days=int(day[1:])), rating) for day, rating in days.items())


def heights(lines: list[str]) -> list[int]:
    """Return how many dots each column of cells has."""
    rows = [line.ljust(WIDTH)[LABEL:] for line in lines[:ROWS]]
    columns = zip(*rows, strict=True)
    return [sum((ord(cell) - 0x2800).bit_count() for cell in cells if cell != " ") for cells in columns]


async def test_it_goes_from_the_first_rating_to_the_last() -> None:
    curve = RatingCurve(ratings(d0=1500, d10=1620, d20=1700))
    async with showing(curve, size=(WIDTH, 10)) as ui:
        lines = seen(ui, curve)
        assert len(lines) == ROWS + 1
        assert [line[:LABEL].strip() for line in lines] == ["1700", "", "", "1500", ""]
        assert lines[-1].split() == ["2026-11-01", "2026-11-21"]
        assert lines[-1].endswith("2026-11-21")
        assert len(lines[-1]) == WIDTH
        high = heights(lines)
        assert high == sorted(high)
        assert high[0] == 2
        assert high[-1] >= 2 * 4 * ROWS - 2, "a cell has two columns"


async def test_days_without_a_rating_keep_the_one_before() -> None:
    curve = RatingCurve(ratings(d0=1400, d1=1600, d39=1400))
    async with showing(curve, size=(WIDTH, 10)) as ui:
        high = heights(seen(ui, curve))
        assert max(high[0], high[-1]) < 4 * ROWS
        assert set(high[2:38]) == {2 * 4 * ROWS}


async def test_a_few_points_are_no_mountain() -> None:
    curve = RatingCurve(ratings(d0=1502, d5=1508))
    async with showing(curve, size=(WIDTH, 10)) as ui:
        lines = seen(ui, curve)
        assert [lines[0][:4], lines[3][:4]] == ["1600", "1500"]
        assert max(heights(lines)) == 4


async def test_a_single_day_and_a_narrow_window_have_no_curve() -> None:
    for curve, width in ((RatingCurve(ratings(d0=1500)), WIDTH), (RatingCurve(()), WIDTH),
                         (RatingCurve(ratings(d0=1500, d1=1600)), 20)):  # fmt: skip
        async with showing(curve, size=(width, 10)) as ui:
            assert seen(ui, curve) == []


async def test_without_braille_it_is_drawn_in_ascii() -> None:
    curve = RatingCurve(ratings(d0=1500, d10=1700))
    async with showing(curve, size=(WIDTH, 10), terminal=Terminal(is_ascii=True)) as ui:
        lines = seen(ui, curve)
        assert all(line.isascii() for line in lines)
        assert lines[3][LABEL] == "."
        assert lines[3].endswith("#")
