"""Which puzzles from somebody's own games come back when, until they are known."""

from collections.abc import Iterable
from datetime import date, timedelta

from ttt_tui.puzzles.progress import Try, in_order, is_clean

REST = timedelta(days=2)
"""Between the two clean solutions that show that a puzzle is known. Who has solved it today may only remember
the squares tomorrow; after a night in between they have to find the move again."""

FAILURE_REST = timedelta(days=1)
"""After a failure: soon, but not with the solution still before the eyes."""


def due(puzzles: Iterable[str], tries: Iterable[Try], today: date) -> list[str]:
    """Return those puzzles that are to be tried on a day, those that have waited longest first.

    A puzzle comes back until it was solved clean on two days that are `REST` apart at least. What failed on
    the day itself is due only if nothing else is. Attempts of a later date than the day's are not believed.
    """
    attempts: dict[str, list[Try]] = {puzzle: [] for puzzle in puzzles}
    for attempt in in_order(tries):
        if attempt.puzzle in attempts and attempt.began.date() <= today:
            attempts[attempt.puzzle].append(attempt)
    when = {puzzle: _due_on(of_it, today) for puzzle, of_it in attempts.items()}
    waiting = sorted((day, place) for place, day in enumerate(when.values()) if day is not None)
    all_of_them = list(when)
    now = [all_of_them[place] for day, place in waiting if day <= today]
    later = [all_of_them[place] for day, place in waiting if day > today]
    return now or [puzzle for puzzle in later if _failed_on(attempts[puzzle], today)]


def _due_on(attempts: list[Try], today: date) -> date | None:
    """Return from when on a puzzle is due after these attempts, None if it is known.

    A new one waits from today on: what comes back at its time goes before it.
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
