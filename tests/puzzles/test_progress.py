"""Progress: what is rated, what counts as solved and tried, streaks, the week."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.puzzles.trying import KINDS, TODAY, ATry, a_try
from ttt_tui.puzzles.progress import MOST_DEVIATION, DayState, PuzzleRating, RatedResult, progress_of

S, M, T, F = DayState.SOLVED, DayState.MISSED, DayState.TODAY, DayState.FUTURE


def daily(*days_ago: int, kind: str = "clean") -> list[ATry]:
    """Return attempts at the daily puzzles of these days, each on its day."""
    return [a_try(f"of {ago}", ago, kind, daily=ago) for ago in days_ago]


def test_who_has_tried_nothing_has_the_rating_that_everybody_begins_with() -> None:
    nothing = progress_of([], TODAY)
    assert nothing.rating == PuzzleRating()
    assert (nothing.curve, nothing.solved, nothing.tried, nothing.streak, nothing.best_streak) == (
        (),
        0,
        0,
        0,
        0,
    )
    assert nothing.week == (M, M, M, M, T, F, F)
    assert progress_of([a_try("a", 0, "looked")], TODAY) == nothing


@pytest.mark.parametrize(
    ("kind", "score", "solved"),
    [("clean", 1, 1), ("late", 0, 1), ("helped", 0, 1), ("wrong", 0, 0), ("shown", 0, 0)],
)
def test_what_an_attempt_comes_to(kind: str, score: float, solved: int) -> None:
    progress = progress_of([a_try("a", 0, kind, daily=0)], TODAY)
    assert progress.rating == PuzzleRating().after([RatedResult(1500, score)])
    assert progress.curve == ((TODAY, progress.rating.rating),)
    assert (progress.solved, progress.tried, progress.streak) == (solved, 1, solved)
    assert progress.week[4] is (S if solved else T)


def test_a_puzzle_whose_solution_was_shown_is_not_solved_by_following_it() -> None:
    shown = replace(a_try("a", 0, "shown", daily=0), is_solved=True)
    progress = progress_of([shown], TODAY)
    assert (progress.solved, progress.tried, progress.streak) == (0, 1, 0)


def test_wrong_moves_at_a_faulty_puzzle_do_not_change_the_rating_but_stay_counted() -> None:
    tries = [a_try("a", 3, "late"), a_try("b", 2, "wrong"), a_try("a", 1), a_try("c", 0)]
    progress = progress_of(tries, TODAY, faulty={"a", "b"})
    assert progress.rating == progress_of([a_try("c", 0)], TODAY).rating
    assert (progress.solved, progress.tried) == (2, 3)


@pytest.mark.parametrize("kind", ["clean", "helped", "shown"])
def test_what_else_comes_of_a_faulty_puzzle_counts(kind: str) -> None:
    tries = [a_try("a", 0, kind)]
    assert progress_of(tries, TODAY, faulty={"a"}) == progress_of(tries, TODAY)


def test_only_the_first_attempt_is_rated_but_a_later_one_may_solve() -> None:
    tries = [a_try("a", 3, "wrong"), a_try("a", 2), a_try("a", 1, "shown"), a_try("a", 0)]
    progress = progress_of(tries, TODAY)
    assert [day for day, _ in progress.curve] == [TODAY - timedelta(days=3)]
    assert progress.rating == PuzzleRating().after([RatedResult(1500, 0)]).rested(2)
    assert (progress.solved, progress.tried) == (1, 1)


def test_who_only_looked_first_is_rated_by_what_came_then() -> None:
    assert progress_of([a_try("a", 3, "looked"), a_try("a", 2)], TODAY).rating.rating > 1500


def test_a_day_is_a_period_and_days_without_puzzles_make_it_less_certain() -> None:
    tries = [a_try("a", 9), a_try("b", 9, "wrong"), a_try("c", 5)]
    first = PuzzleRating().after([RatedResult(1500, 1), RatedResult(1500, 0)])
    second = first.rested(3).after([RatedResult(1500, 1)])
    assert progress_of(tries, TODAY).rating == second.rested(4)
    assert progress_of(tries, TODAY - timedelta(days=5)).rating == second
    assert [rating for _, rating in progress_of(tries, TODAY).curve] == [first.rating, second.rating]
    assert progress_of(tries, TODAY + timedelta(days=9999)).rating.deviation == MOST_DEVIATION


@pytest.mark.parametrize(
    ("days", "streak", "best"),
    [((0,), 1, 1), ((1,), 1, 1), ((2,), 0, 1), ((0, 1, 2), 3, 3), ((1, 2), 2, 2), ((0, 2, 3, 4, 5), 1, 4),
     ((2, 3, 9), 0, 2), ((-1, 0), 1, 1), ((), 0, 0)],
)  # fmt: skip
def test_the_streak_goes_up_to_today_or_yesterday(days: tuple[int, ...], streak: int, best: int) -> None:
    progress = progress_of(daily(*days), TODAY)
    assert (progress.streak, progress.best_streak) == (streak, best)


def test_a_daily_puzzle_counts_on_its_own_day_only() -> None:
    afterwards = [a_try("of 1", 0, daily=1), a_try("of 2", 0, daily=2)]
    progress = progress_of([*afterwards, a_try("of 0", 0)], TODAY)
    assert (progress.streak, progress.best_streak, progress.solved) == (0, 0, 3)
    assert progress.week == (M, M, M, M, T, F, F)


def test_who_fails_first_and_solves_it_later_that_day_has_kept_the_streak() -> None:
    tries = [*daily(1), a_try("of 0", 0, "shown", daily=0, hour=8), a_try("of 0", 0, daily=0)]
    assert progress_of(tries, TODAY).streak == 2


def test_the_week_begins_on_monday() -> None:
    assert progress_of(daily(0, 1, 2, 3, 4, 5, 6), TODAY).week == (S, S, S, S, S, F, F)
    assert progress_of(daily(1, 3), TODAY).week == (M, S, M, S, T, F, F)
    monday, sunday = TODAY - timedelta(days=4), TODAY + timedelta(days=2)
    assert progress_of(daily(4, 5), monday).week == (S, F, F, F, F, F, F)
    assert progress_of(daily(0), sunday).week == (M, M, M, M, S, M, T)


def test_the_day_is_that_of_the_clock_on_the_wall() -> None:
    """At eleven in the evening in New York it is the next day in London."""
    there = timezone(timedelta(hours=-5))
    tried = ATry("a", datetime(2026, 11, 20, 23, 0, tzinfo=there), date(2026, 11, 20), is_solved=True)
    assert progress_of([tried], TODAY).streak == 1


def test_time_does_not_run_backwards_for_who_travels_or_sets_the_clock() -> None:
    east = timezone(timedelta(hours=12))
    flown = [
        ATry("a", datetime(2026, 11, 19, 1, tzinfo=east), is_solved=True),
        ATry("b", datetime(2026, 11, 18, 20, tzinfo=UTC), is_solved=True),
        ATry("c", datetime(2031, 1, 1, tzinfo=UTC), is_solved=True),
    ]
    curve = progress_of(flown, TODAY).curve
    assert [day for day, _ in curve] == [date(2026, 11, 19), TODAY]


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcdef"), st.integers(-2, 20), st.sampled_from([*KINDS]),
            st.none() | st.integers(0, 20), st.integers(0, 23),
        ),
        max_size=20, unique_by=lambda drawn: (drawn[1], drawn[4]),
    ),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_it_is_the_same_in_any_order_and_every_day_is_told_once(
    drawn: list[tuple[str, int, str, int | None, int]], random: Random
) -> None:
    tries = [a_try(puzzle, ago, kind, daily=day, hour=hour) for puzzle, ago, kind, day, hour in drawn]
    progress = progress_of(tries, TODAY)
    random.shuffle(tries)
    assert progress_of(tries, TODAY) == progress
    days = [day for day, _ in progress.curve]
    assert days == sorted(set(days))
    assert progress.streak <= progress.best_streak
    assert progress.solved <= progress.tried
    gap = next(ago for ago in range(99) if not any(_solved_daily(attempt, ago) for attempt in tries))
    if gap:
        assert progress.streak == gap, "the days from today backwards"


def _solved_daily(attempt: ATry, ago: int) -> bool:
    day = TODAY - timedelta(days=ago)
    return attempt.is_solved and not attempt.is_shown and attempt.day == day == attempt.began.date()
