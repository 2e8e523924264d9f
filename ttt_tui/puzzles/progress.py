"""The results of attempts at puzzles: a rating and its curve, solved puzzles, streaks, puzzles to repeat.

The rating is Glicko-2 (`analysis/rating.py`). A rating period is a day. A puzzle is an opponent whose own
rating is known beforehand and never changes.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, auto
from itertools import groupby
from typing import Protocol

from ttt_tui.analysis.rating import LEAST_SHOWN, RatedResult, Rating

ONE_DAY = timedelta(days=1)

REST = timedelta(days=2)
"""Between the two clean solutions that show that a puzzle is known: after one day a player may only remember
the squares; after a night in between the move has to be found again."""

FAILURE_REST = timedelta(days=1)
"""The rest after a failure: short, but long enough to forget the solution."""

PUZZLE_DEVIATION = 50.0
"""Points by which a puzzle's rating may be off: it follows from facts, and was checked on the levels."""

HINT_COST = 0.5
"""The cost of a hint as a part of a miss's, where the puzzle was solved without a wrong move."""


# --- attempts --------------------------------------------------------------------------------------------


class Try(Protocol):
    """A stored attempt at a puzzle."""

    @property
    def puzzle(self) -> str:
        """The puzzle's key."""

    @property
    def began(self) -> datetime:
        """Its start, in local time with its offset."""

    @property
    def day(self) -> date | None:
        """The date whose daily puzzle it was, None if it was not tried as one."""

    @property
    def rating(self) -> int:
        """The puzzle's rating."""

    @property
    def wrong(self) -> int:
        """The number of wrong moves."""

    @property
    def hints(self) -> int:
        """The number of hints given."""

    @property
    def is_shown(self) -> bool:
        """Whether the solution was shown."""

    @property
    def is_solved(self) -> bool:
        """Whether all moves were found in the end."""


def is_clean(attempt: Try) -> bool:
    """Whether a puzzle was solved without a wrong move, a hint or its solution."""
    return attempt.is_solved and not (attempt.wrong or attempt.hints or attempt.is_shown)


def solves(attempt: Try) -> bool:
    """Whether a puzzle was solved, with wrong moves and hints or without, but not after its solution."""
    return attempt.is_solved and not attempt.is_shown


def counts(attempt: Try) -> bool:
    """Whether an attempt is more than a look at the puzzle."""
    return attempt.is_solved or attempt.is_shown or bool(attempt.wrong or attempt.hints)


def in_order(tries: Iterable[Try]) -> list[Try]:
    """Return the attempts that count, in the order of their starts."""
    return sorted(filter(counts, tries), key=lambda attempt: attempt.began)


# --- progress --------------------------------------------------------------------------------------------


class DayState(Enum):
    """The state of a day's daily puzzle."""

    SOLVED = auto()
    MISSED = auto()
    """Not solved on its day, which is over."""
    TODAY = auto()
    """Can still be solved."""
    FUTURE = auto()


@dataclass(frozen=True, slots=True)
class Progress:
    """A player's progress on a day."""

    rating: Rating
    """The rating on that day: pauses make it less certain."""
    rated: int
    """Puzzles whose first attempt counts for the rating."""
    curve: tuple[tuple[date, float], ...]
    """The rating at the end of each day on which it changed, the first one first."""
    solved: int
    """Puzzles solved, with hints and wrong moves or without."""
    tried: int
    """Puzzles tried."""
    streak: int
    """Days in a row, up to that day or the day before, whose puzzle was solved on its day."""
    best_streak: int
    """The longest streak ever. Later days than that one are ignored."""
    week: tuple[DayState, ...]
    """The days of that week, Monday first."""

    @property
    def left(self) -> int:
        """The number of rated puzzles until the rating is shown, 0 if it is."""
        return max(0, LEAST_SHOWN - self.rated)


def progress_of(tries: Iterable[Try], today: date, faulty: Container[str] = ()) -> Progress:
    """Return the progress that attempts, in any order, add up to on a day.

    A wrong move at a `faulty` puzzle may have been right, so such an attempt does not change the rating.
    """
    counted = in_order(tries)
    rated = _rated(counted, today, faulty)
    curve = _ratings(rated)
    last, rating = curve[-1] if curve else (today, Rating())
    monday = today - today.weekday() * ONE_DAY
    solved_on = {t.day for t in counted if solves(t) and t.day == t.began.date() and t.day <= today}
    return Progress(
        rating.rested((today - last).days - 1),
        len(rated),
        tuple((day, rating.rating) for day, rating in curve),
        len({attempt.puzzle for attempt in counted if solves(attempt)}),
        len({attempt.puzzle for attempt in counted}),
        _streak_to(today, solved_on) or _streak_to(today - ONE_DAY, solved_on),
        max((_streak_to(day, solved_on) for day in solved_on if day + ONE_DAY not in solved_on), default=0),
        tuple(_state(monday + number * ONE_DAY, today, solved_on) for number in range(7)),
    )


def _rated(counted: Sequence[Try], today: date, faulty: Container[str]) -> list[tuple[date, Try]]:
    """Return the attempts that are rated, each with the day it counts for, from attempts in their order.

    A puzzle's first attempt is its result: a later one knows the solution, or a wrong move.
    """
    met = set[str]()
    rated: list[tuple[date, Try]] = []
    day = date.min
    for attempt in counted:
        # A journey or a corrected clock may lead to an earlier date; rating periods still move forward.
        day = max(day, min(attempt.began.date(), today))
        if attempt.puzzle not in met:
            met.add(attempt.puzzle)
            if not (attempt.wrong and attempt.puzzle in faulty):
                rated.append((day, attempt))
    return rated


def _ratings(rated: Iterable[tuple[date, Try]]) -> list[tuple[date, Rating]]:
    """Return the rating after each day with a result."""
    rating, before = Rating(), None
    curve: list[tuple[date, Rating]] = []
    for day, group in groupby(rated, key=lambda each: each[0]):
        rating = rating.rested(0 if before is None else (day - before).days - 1)
        rating, before = rating.after([_result(attempt, rating) for _, attempt in group]), day
        curve.append((day, rating))
    return curve


def _result(attempt: Try, rating: Rating) -> RatedResult:
    """Return the result of an attempt for a player with this rating.

    A clean solution is a win; a miss, and a shown solution, is a loss. A solution with hints costs a part of
    a miss's points: it never raises the rating, and never costs more than a miss.
    """
    if is_clean(attempt):
        score = 1.0
    elif solves(attempt) and not attempt.wrong:
        score = (1 - HINT_COST) * rating.expected(attempt.rating, PUZZLE_DEVIATION)
    else:
        score = 0.0
    return RatedResult(attempt.rating, score, PUZZLE_DEVIATION)


def _streak_to(day: date, solved_on: set[date]) -> int:
    """Return how many days in a row up to this one are among those solved."""
    count = 0
    while day - count * ONE_DAY in solved_on:
        count += 1
    return count


def _state(day: date, today: date, solved_on: set[date]) -> DayState:
    if day > today:
        return DayState.FUTURE
    if day in solved_on:
        return DayState.SOLVED
    return DayState.TODAY if day == today else DayState.MISSED


# --- puzzles to repeat -----------------------------------------------------------------------------------


def due(puzzles: Iterable[str], tries: Iterable[Try], today: date) -> list[str]:
    """Return the puzzles to repeat on a day, those that have waited longest first.

    A puzzle comes back until it was solved clean on two days that are at least `REST` apart. A puzzle that
    failed on the day itself is due only if nothing else is. Attempts of a later date are ignored.
    """
    attempts: dict[str, list[Try]] = {puzzle: [] for puzzle in puzzles}
    for attempt in in_order(tries):
        if attempt.puzzle in attempts and attempt.began.date() <= today:
            attempts[attempt.puzzle].append(attempt)
    due_on = {puzzle: _due_on(made, today) for puzzle, made in attempts.items()}
    waiting = sorted((day, place) for place, day in enumerate(due_on.values()) if day is not None)
    names = list(due_on)
    now = [names[place] for day, place in waiting if day <= today]
    later = [names[place] for day, place in waiting if day > today]
    return now or [puzzle for puzzle in later if _failed_on(attempts[puzzle], today)]


def _due_on(attempts: list[Try], today: date) -> date | None:
    """Return the day from which a puzzle is due after these attempts, None if it is known.

    A new puzzle is due from today on, after the recurring ones.
    """
    if not attempts:
        return today
    clean = [attempt.began.date() for attempt in attempts if is_clean(attempt)]
    if clean and max(clean) - min(clean) >= REST:
        return None
    if is_clean(attempts[-1]):
        return min(clean) + REST
    return attempts[-1].began.date() + FAILURE_REST


def _failed_on(attempts: list[Try], day: date) -> bool:
    """Whether the latest attempt failed, on this day."""
    return bool(attempts) and attempts[-1].began.date() == day and not is_clean(attempts[-1])
