"""Attempts at puzzles, in a few words."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

TODAY = date(2026, 11, 20)
"""A Friday."""


@dataclass(frozen=True, slots=True)
class ATry:
    puzzle: str
    began: datetime
    day: date | None = None
    rating: int = 1500
    wrong: int = 0
    hints: int = 0
    is_shown: bool = False
    is_solved: bool = False


KINDS: dict[str, dict[str, int | bool]] = {
    "clean": {"is_solved": True},
    "late": {"is_solved": True, "wrong": 1},
    "helped": {"is_solved": True, "hints": 2},
    "wrong": {"wrong": 1},
    "shown": {"is_shown": True},
    "looked": {},
}
"""How an attempt can end."""


def a_try(
    puzzle: str, days_ago: int, kind: str = "clean", *, daily: int | None = None, hour: int = 12
) -> ATry:
    """Return an attempt so many days ago; `daily` is how many days ago it was the daily puzzle, if it was."""
    began = datetime(TODAY.year, TODAY.month, TODAY.day, hour, tzinfo=UTC) - timedelta(days=days_ago)
    day = None if daily is None else TODAY - timedelta(days=daily)
    return ATry(puzzle, began, day, **KINDS[kind])  # type: ignore[arg-type]
