"""Dates of other programs: every day written in every order, and what is no date."""

from datetime import date, timedelta

import pytest

from ttt_tui.engine.records.dates import WrittenDate, written_date

DAYS = [date(2016, 1, 1) + timedelta(days) for days in range(366)]


@pytest.mark.parametrize("day", DAYS[::7], ids=str)
def test_days_are_read_in_every_order_that_leaves_no_doubt(day: date) -> None:
    meant = WrittenDate(day.isoformat(), is_whole=True)
    for written in (f"{day}", f"{day:%Y.%m.%d}", f"{day:%Y/%m/%d}", f"on {day}, 3 h", f"{day},{day:%d}"):
        assert written_date(written) == written_date(written, is_month_first=True) == meant
    assert written_date(f"{day:%m/%d/%Y}", is_month_first=True) == meant
    assert written_date(f"{day.month}/{day.day}/{day.year}", is_month_first=True) == meant
    assert written_date(f"{day:%d.%m.%Y}") == meant
    is_clear = day.day > 12 or day.day == day.month
    for written in (f"{day:%d/%m/%Y}", f"{day:%m/%d/%Y}"):
        assert written_date(written) == (meant if is_clear else WrittenDate("2016-01-01", is_whole=False))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2018", "2018-01-01"), ("2018-05", "2018-05-01"), ("1996-05,06", "1996-05-01"), ("2018-19", None),
        ("1989-00-00", "1989-01-01"), ("1989-04-00", "1989-04-01"), ("????.??.??", None), ("", None),
        ("2026-13-45", None), ("30/02/2016", None), ("12345", None), ("0000", None), ("9" * 100_000, None),
        (" " * 300 + "2018", None),
    ],
)  # fmt: skip
def test_the_first_day_stands_for_what_is_unknown(text: str, day: str | None) -> None:
    assert written_date(text) == (day and WrittenDate(day, is_whole=False))
