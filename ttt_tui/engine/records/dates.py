"""Dates as other programs write them: in several orders, or a year or a month alone.

>>> written_date("June 06/21/2016"), written_date("2018"), written_date("2026-11-29,30")
(WrittenDate(day='2016-06-21', is_whole=True), WrittenDate(day='2018-01-01', is_whole=False), \
WrittenDate(day='2026-11-29', is_whole=True))
"""

import re
from datetime import date
from typing import NamedTuple

LONGEST = 200
"""Characters in which a date is looked for."""

DAY_UNKNOWN = "a date without a day is kept as the first day"
"""The note on such a date."""

_YEAR = r"(?<![0-9])(?P<year>[0-9]{4})"
_FORMS = tuple(
    re.compile(pattern, re.ASCII)
    for pattern in (
        rf"{_YEAR}[-./](?P<month>[0-9]{{1,2}})[-./](?P<day>[0-9]{{1,2}})(?![0-9])",
        r"(?<![0-9])(?P<one>[0-9]{1,2})(?P<sign>[-./])(?P<other>[0-9]{1,2})[-./](?P<year>[0-9]{4})(?![0-9])",
        rf"{_YEAR}[-./](?P<month>[0-9]{{2}})(?![0-9])",
        rf"{_YEAR}(?![0-9])",
    )
)
"""What a date can look like, the most exact first."""


class WrittenDate(NamedTuple):
    """The day that a text names, or the first one of the month or the year that it names."""

    day: str
    """`YYYY-MM-DD`."""
    is_whole: bool


def written_date(text: str, *, is_month_first: bool = False) -> WrittenDate | None:
    """Return the date in a text, None without one.

    `is_month_first` is for a day and a month before the year where either could be either; otherwise the day
    is first before dots, and of others only the year is known.
    """
    text = text[:LONGEST]
    found = next((match for form in _FORMS if (match := form.search(text)) is not None), None)
    if found is None:
        return None
    named = found.groupdict()
    year = int(named["year"])
    if "one" not in named:
        return _date(year, int(named.get("month") or 0), int(named.get("day") or 0))
    one, other = int(named["one"]), int(named["other"])
    ways = {_date(year, *way) for way in ((one, other), (other, one))} - {None}
    if len(ways) < 2:
        return next(iter(ways), None)
    if is_month_first or named["sign"] == ".":
        return _date(year, *((one, other) if is_month_first else (other, one)))
    return _date(year, 0, 0)


def _date(year: int, month: int, day: int) -> WrittenDate | None:
    """Return a date of which the month and the day may be 0, which is unknown; None if there is none."""
    try:
        first = date(year, month or 1, (month and day) or 1)
    except ValueError:
        return None
    return WrittenDate(first.isoformat(), bool(month and day))
