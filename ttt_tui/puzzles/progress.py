"""What attempts at puzzles come to: a rating and its curve, what was solved, the streak of daily puzzles."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto
from itertools import groupby
from typing import Protocol

from ttt_tui.puzzles.rating import PuzzleRating, RatedResult

ONE_DAY = timedelta(days=1)


class Try(Protocol):
    """An attempt at a puzzle, as it was kept."""

    @property
    def puzzle(self) -> str:
        """What tells the puzzle from all others."""

    @property
    def began(self) -> datetime:
        """When it began, in local time with its offset."""

    @property
    def day(self) -> date | None:
        """The date whose daily puzzle it was, None if it was tried otherwise."""

    @property
    def rating(self) -> int:
        """The puzzle's."""

    @property
    def wrong(self) -> int:
        """How many wrong moves were made."""

    @property
    def hints(self) -> int:
        """How many hints were asked for."""

    @property
    def is_shown(self) -> bool:
        """Whether the solution was shown."""

    @property
    def is_solved(self) -> bool:
        """Whether it was carried to its end."""


class DayState(Enum):
    """What became of the daily puzzle of a day."""

    SOLVED = auto()
    MISSED = auto()
    """It was not solved on its day, which is over."""
    TODAY = auto()
    """It can still be solved."""
    FUTURE = auto()


@dataclass(frozen=True, slots=True)
class Progress:
    """What somebody has reached, on a day."""

    rating: PuzzleRating
    """As it is on that day: pauses make it less certain."""
    curve: tuple[tuple[date, float], ...]
    """The rating at the end of each day on which it changed, the first one first."""
    solved: int
    """How many puzzles were solved at all, hints and wrong moves or not."""
    tried: int
    """How many puzzles were tried."""
    streak: int
    """For how many days up to that one, or to the day before, each day's puzzle was solved on its day."""
    best_streak: int
    """The longest such time ever. Days after that one are not believed."""
    week: tuple[DayState, ...]
    """That week's days, Monday first."""


def is_clean(attempt: Try) -> bool:
    """Whether a puzzle was solved without a wrong move, a hint or its solution."""
    return attempt.is_solved and not (attempt.wrong or attempt.hints or attempt.is_shown)


def solves(attempt: Try) -> bool:
    """Whether a puzzle was solved, with wrong moves and hints or without; one that is shown is not."""
    return attempt.is_solved and not attempt.is_shown


def counts(attempt: Try) -> bool:
    """Whether an attempt says anything: who only looked at a puzzle has not tried it."""
    return attempt.is_solved or attempt.is_shown or bool(attempt.wrong or attempt.hints)


def in_order(tries: Iterable[Try]) -> list[Try]:
    """Return the attempts that count in the order in which they began."""
    return sorted(filter(counts, tries), key=lambda attempt: attempt.began)


def progress_of(tries: Iterable[Try], today: date, faulty: Container[str] = ()) -> Progress:
    """Return what attempts, in any order, come to on a day.

    A wrong move at a `faulty` puzzle may have been right, so such an attempt does not change the rating.
    """
    counted = in_order(tries)
    curve = _ratings(counted, today, faulty)
    last, rating = curve[-1] if curve else (today, PuzzleRating())
    solved_on = {t.day for t in counted if solves(t) and t.day == t.began.date() and t.day <= today}
    return Progress(
        rating.rested((today - last).days - 1),
        tuple((day, rating.rating) for day, rating in curve),
        len({attempt.puzzle for attempt in counted if solves(attempt)}),
        len({attempt.puzzle for attempt in counted}),
        _streak_to(today, solved_on) or _streak_to(today - ONE_DAY, solved_on),
        max((_streak_to(day, solved_on) for day in solved_on if day + ONE_DAY not in solved_on), default=0),
        _week(today, solved_on),
    )


def _ratings(counted: Sequence[Try], today: date, faulty: Container[str]) -> list[tuple[date, PuzzleRating]]:
    """Return the rating after each day with a result, from attempts in their order.

    A puzzle's first attempt is its result: who tries again knows the solution, or what is not it.
    """
    met = set[str]()
    results: list[tuple[date, RatedResult]] = []
    day = date.min
    for attempt in counted:
        # Who travels or sets the clock may come to an earlier date; time goes on all the same.
        day = max(day, min(attempt.began.date(), today))
        if attempt.puzzle not in met:
            met.add(attempt.puzzle)
            if attempt.wrong and attempt.puzzle in faulty:
                continue
            results.append((day, RatedResult(attempt.rating, float(is_clean(attempt)))))
    rating, before = PuzzleRating(), None
    curve: list[tuple[date, PuzzleRating]] = []
    for day, group in groupby(results, key=lambda result: result[0]):
        pause = 0 if before is None else (day - before).days - 1
        rating, before = rating.rested(pause).after([result for _, result in group]), day
        curve.append((day, rating))
    return curve


def _streak_to(day: date, solved_on: set[date]) -> int:
    """Return on how many days up to this one, without a gap, something was solved."""
    count = 0
    while day - count * ONE_DAY in solved_on:
        count += 1
    return count


def _week(today: date, solved_on: set[date]) -> tuple[DayState, ...]:
    monday = today - today.weekday() * ONE_DAY
    return tuple(_state(monday + number * ONE_DAY, today, solved_on) for number in range(7))


def _state(day: date, today: date, solved_on: set[date]) -> DayState:
    if day > today:
        return DayState.FUTURE
    if day in solved_on:
        return DayState.SOLVED
    return DayState.TODAY if day == today else DayState.MISSED
