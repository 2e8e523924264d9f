"""The tables of puzzles: attempts, own puzzles, and rows that this program has not written."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.support.stores import edit, record_of
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import LONGEST_PUZZLE, MOST_COUNTED, PuzzleTry

HERE = timezone(timedelta(hours=2))
BEGAN = datetime(2026, 11, 21, 20, 15, 3, 250_000, HERE)
TRIED = PuzzleTry("3x3 a1", BEGAN, date(2026, 11, 21), 1400, 0, 0, is_shown=False, is_solved=False)


def test_an_attempt_is_the_same_when_it_is_read(history: History) -> None:
    assert history.puzzles.tries() == []
    all_of_it = TRIED._replace(day=None, wrong=3, hints=2, is_shown=True, is_solved=True)
    for attempt in (TRIED, all_of_it._replace(began=BEGAN + timedelta(hours=1))):
        history.puzzles.keep(attempt)
    assert history.puzzles.tries() == [TRIED, all_of_it._replace(began=BEGAN + timedelta(hours=1))]
    assert history.puzzles.tries()[0].began.utcoffset() == timedelta(hours=2)


def test_an_attempt_that_continues_stays_one(history: History, path: Path) -> None:
    for stands in (TRIED, TRIED._replace(wrong=1), TRIED._replace(wrong=1, is_solved=True)):
        history.puzzles.keep(stands)
        assert history.puzzles.tries() == [stands]
    other = TRIED._replace(puzzle="3x3 b2")
    soon = TRIED._replace(began=BEGAN + timedelta(milliseconds=1))
    history.puzzles.keep(other)
    history.puzzles.keep(soon)
    assert len(history.puzzles.tries()) == 3
    reopened = History(path)
    assert reopened.puzzles.tries() == history.puzzles.tries()
    reopened.close()


def test_attempts_are_ordered_by_instant_not_by_local_time(
    history: History,
) -> None:
    later = TRIED._replace(began=datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    for attempt in (later, TRIED):
        history.puzzles.keep(attempt)
    assert history.puzzles.tries() == [TRIED, later]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("puzzle", ""), ("puzzle", "x" * (LONGEST_PUZZLE + 1)), ("puzzle", b"\x00\xff"),
        ("began", "yesterday"), ("began", "2026-11-21T20:15:03"), ("began", "0001-01-01T00:00:00+14:00"),
        ("began", 3), ("began", b"2026"), ("day", "Saturday"), ("day", 7), ("rating", "good"), ("rating", -1),
        ("rating", 10**9), ("rating", float("inf")), ("wrong", -1), ("wrong", MOST_COUNTED + 1),
        ("hints", "a few"), ("hints", 10**12), ("shown", "no"), ("solved", b"yes"),
    ],
)  # fmt: skip
def test_only_an_attempt_that_cannot_be_read_is_left_out(
    history: History, path: Path, column: str, value: object
) -> None:
    history.puzzles.keep(TRIED)
    history.puzzles.keep(TRIED._replace(puzzle="other"))
    edit(path, f"UPDATE puzzle_tries SET {column} = ? WHERE puzzle != 'other'", (value,))
    (left,) = history.puzzles.tries()
    assert left.puzzle == "other"


def test_invalid_unicode_does_not_spoil_the_table(history: History, path: Path) -> None:
    history.puzzles.keep(TRIED)
    edit(path, "UPDATE puzzle_tries SET puzzle = CAST(x'ff1bfe' AS TEXT)")
    assert [attempt.rating for attempt in history.puzzles.tries()] == [1400]


def test_own_puzzles_are_stored_once_in_order(history: History) -> None:
    assert history.puzzles.own() == []
    history.puzzles.add_own(["b", "a"], 7)
    history.puzzles.add_own(["c", "a", "c"], None)
    history.puzzles.add_own([], 8)
    own = history.puzzles.own()
    assert [(puzzle.puzzle, puzzle.game) for puzzle in own] == [("b", 7), ("a", 7), ("c", None)]
    assert all(puzzle.added.tzinfo for puzzle in own)
    history.puzzles.forget_own("a")
    history.puzzles.forget_own("never known")
    assert [puzzle.puzzle for puzzle in history.puzzles.own()] == ["b", "c"]


def test_puzzles_of_a_deleted_game_stay_without_it(history: History) -> None:
    id = history.add(record_of())
    history.puzzles.add_own(["a"], id)
    history.puzzles.add_own(["b"], id + 1)
    history.delete(id)
    assert [(puzzle.puzzle, puzzle.game) for puzzle in history.puzzles.own()] == [("a", None), ("b", id + 1)]


@pytest.mark.parametrize(
    ("column", "value"), [("puzzle", ""), ("game", "the first"), ("added", "once"), ("added", "9999-12-31")]
)
def test_only_an_own_puzzle_that_cannot_be_read_is_left_out(
    history: History, path: Path, column: str, value: object
) -> None:
    history.puzzles.add_own(["a", "b"], None)
    edit(path, f"UPDATE own_puzzles SET {column} = ? WHERE puzzle = 'a'", (value,))
    assert [puzzle.puzzle for puzzle in history.puzzles.own()] == ["b"]
