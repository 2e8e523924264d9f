"""Progress: what counts, streaks and the week; puzzles to repeat; the rating, and what is true of any."""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ttt_tui.analysis.rating import MOST_DEVIATION, RatedResult, Rating
from ttt_tui.puzzles.progress import (
    FAILURE_REST,
    PUZZLE_DEVIATION,
    REST,
    DayState,
    due,
    progress_of,
)

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


S, M, T, F = DayState.SOLVED, DayState.MISSED, DayState.TODAY, DayState.FUTURE


def daily(*days_ago: int, kind: str = "clean") -> list[ATry]:
    """Return attempts at the daily puzzles of these days, each on its day."""
    return [a_try(f"of {ago}", ago, kind, daily=ago) for ago in days_ago]


def test_who_has_tried_nothing_has_the_rating_that_everybody_begins_with() -> None:
    nothing = progress_of([], TODAY)
    assert nothing.rating == Rating() == Rating(1500, 350, 0.06)
    assert not any((nothing.curve, nothing.solved, nothing.tried, nothing.streak, nothing.best_streak))
    assert nothing.week == (M, M, M, M, T, F, F)
    assert progress_of([a_try("a", 0, "looked")], TODAY) == nothing


@pytest.mark.parametrize(
    ("kind", "score", "solved"),
    [("clean", 1, 1), ("late", 0, 1), ("helped", 0.25, 1), ("wrong", 0, 0), ("shown", 0, 0)],
)
def test_what_an_attempt_comes_to(kind: str, score: float, solved: int) -> None:
    progress = progress_of([a_try("a", 0, kind, daily=0)], TODAY)
    assert progress.rating == Rating().after([RatedResult(1500, score, PUZZLE_DEVIATION)])
    assert progress.curve == ((TODAY, progress.rating.rating),)
    assert (progress.solved, progress.tried, progress.streak) == (solved, 1, solved)
    assert progress.week[4] is (S if solved else T)


@pytest.mark.parametrize("rated", [600, 1093, 1500, 2400])
def test_a_hint_never_raises_the_rating_and_costs_half_of_a_miss_and_the_solution_all_of_it(
    rated: int,
) -> None:
    def after(kind: str) -> float:
        return progress_of([replace(a_try("a", 0, kind), rating=rated)], TODAY).rating.rating

    miss = 1500 - after("wrong")
    assert 1500 - after("helped") == pytest.approx(miss / 2, abs=1)
    assert after("shown") == after("late") == after("wrong")


def test_the_rating_is_shown_after_five_rated_puzzles() -> None:
    tries = [a_try(name, 9 - number, "helped") for number, name in enumerate("abcdef")]
    left = [progress_of(tries[:count], TODAY).left for count in range(7)]
    assert left == [5, 4, 3, 2, 1, 0, 0]
    again = [a_try("a", ago) for ago in range(8)]
    assert progress_of(again, TODAY).left == 4, "later attempts at a puzzle are not rated"


def test_a_puzzle_whose_solution_was_shown_is_not_solved_by_following_it() -> None:
    shown = replace(a_try("a", 0, "shown", daily=0), is_solved=True)
    progress = progress_of([shown], TODAY)
    assert (progress.solved, progress.tried, progress.streak) == (0, 1, 0)


def test_wrong_moves_at_a_faulty_puzzle_do_not_change_the_rating_but_stay_counted() -> None:
    tries = [a_try("a", 3, "late"), a_try("b", 2, "wrong"), a_try("a", 1), a_try("c", 0)]
    progress = progress_of(tries, TODAY, faulty={"a", "b"})
    assert progress.rating == progress_of([a_try("c", 0)], TODAY).rating
    assert (progress.solved, progress.tried) == (2, 3)
    for kind in ("clean", "helped", "shown"):
        tries = [a_try("a", 0, kind)]
        assert progress_of(tries, TODAY, faulty={"a"}) == progress_of(tries, TODAY), "the rest counts"


def test_only_the_first_attempt_is_rated_but_a_later_one_may_solve() -> None:
    assert progress_of([a_try("a", 3, "looked"), a_try("a", 2)], TODAY).rating.rating > 1500
    tries = [a_try("a", 3, "wrong"), a_try("a", 2), a_try("a", 1, "shown"), a_try("a", 0)]
    progress = progress_of(tries, TODAY)
    assert [day for day, _ in progress.curve] == [TODAY - timedelta(days=3)]
    assert progress.rating == Rating().after([RatedResult(1500, 0, PUZZLE_DEVIATION)]).rested(2)
    assert (progress.solved, progress.tried) == (1, 1)


def test_a_day_is_a_period_and_days_without_puzzles_make_it_less_certain() -> None:
    tries = [a_try("a", 9), a_try("b", 9, "wrong"), a_try("c", 5)]
    first = Rating().after([RatedResult(1500, 1, PUZZLE_DEVIATION), RatedResult(1500, 0, PUZZLE_DEVIATION)])
    second = first.rested(3).after([RatedResult(1500, 1, PUZZLE_DEVIATION)])
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
    # Who fails first and solves it later that day has kept the streak.
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


@pytest.mark.slow
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


# --- puzzles to repeat ---------------------------------------------------------------------------------


def at(kinds: dict[int, str], puzzle: str = "a") -> list[ATry]:
    """Return attempts at a puzzle, by how many days ago each was."""
    return [a_try(puzzle, ago, kind) for ago, kind in kinds.items()]


@pytest.mark.parametrize(
    ("kinds", "is_due"),
    [
        ({}, True),
        ({5: "looked"}, True),
        ({0: "clean"}, False),
        ({1: "clean"}, False),
        ({2: "clean"}, True),
        ({30: "clean"}, True),
        ({3: "clean", 2: "clean"}, True),
        ({2: "clean", 1: "clean"}, True),
        ({3: "clean", 1: "clean"}, False),
        ({30: "clean", 28: "clean"}, False),
        ({3: "clean", 2: "clean", 1: "clean"}, False),
        ({1: "wrong"}, True),
        ({4: "wrong", 3: "clean", 1: "shown"}, True),
        ({4: "clean", 3: "wrong", 2: "clean"}, False),
        ({3: "late", 1: "helped"}, True),
        ({3: "clean", 1: "late"}, True),
        ({-1: "clean"}, True),
    ],
)  # fmt: skip
def test_a_puzzle_comes_back_until_it_was_solved_clean_twice(kinds: dict[int, str], is_due: bool) -> None:
    assert due(["a", "new"], at(kinds), TODAY) == (["a", "new"] if is_due else ["new"])


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("clean", "looked")])
def test_what_failed_today_is_due_only_when_nothing_else_is(kind: str) -> None:
    tries = [*at({0: kind}, "a"), *at({1: kind}, "b"), *at({0: "clean"}, "c")]
    assert due(["a", "b", "c"], tries, TODAY) == ["b"]
    assert due(["a", "c"], tries, TODAY) == ["a"]
    assert due(["a", "c"], tries, TODAY + FAILURE_REST) == ["a"]
    assert due(["a", "c"], tries, TODAY + REST) == ["a", "c"]


def test_what_has_waited_longest_comes_first_and_what_is_new_last() -> None:
    tries = [*at({4: "wrong"}, "a"), *at({9: "clean"}, "b"), *at({6: "shown"}, "c")]
    assert due(["new", "a", "b", "c", "newer"], tries, TODAY) == ["b", "c", "a", "new", "newer"]
    assert due([], tries, TODAY) == []
    assert due(["d"], at({9: "clean", 5: "clean"}, "d"), TODAY) == []
