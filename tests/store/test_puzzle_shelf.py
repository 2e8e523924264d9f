"""What is kept of puzzles: attempts as they go on, own puzzles, and rows that somebody else wrote."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.support.stores import edit, patient, record_of
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import LONGEST_PUZZLE, MOST_COUNTED, PuzzleTry

HERE = timezone(timedelta(hours=2))
BEGAN = datetime(2026, 11, 21, 20, 15, 3, 250_000, HERE)
TRIED = PuzzleTry("3x3 a1", BEGAN, date(2026, 11, 21), 1400, 0, 0, is_shown=False, is_solved=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    history = History(path)
    yield history
    history.close()


def test_an_attempt_is_the_same_when_it_is_read(history: History) -> None:
    assert history.puzzles.tries() == []
    all_of_it = TRIED._replace(day=None, wrong=3, hints=2, is_shown=True, is_solved=True)
    for attempt in (TRIED, all_of_it._replace(began=BEGAN + timedelta(hours=1))):
        history.puzzles.keep(attempt)
    assert history.puzzles.tries() == [TRIED, all_of_it._replace(began=BEGAN + timedelta(hours=1))]
    assert history.puzzles.tries()[0].began.utcoffset() == timedelta(hours=2)


def test_an_attempt_that_goes_on_stays_one(history: History, path: Path) -> None:
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


def test_attempts_come_in_the_order_of_their_instants_whatever_the_clock_on_the_wall_said(
    history: History,
) -> None:
    later = TRIED._replace(began=datetime(2026, 11, 21, 18, 30, tzinfo=UTC))
    for attempt in (later, TRIED):
        history.puzzles.keep(attempt)
    assert history.puzzles.tries() == [TRIED, later]


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
def test_an_attempt_that_cannot_be_read_is_left_out_alone(
    history: History, path: Path, column: str, value: object
) -> None:
    history.puzzles.keep(TRIED)
    history.puzzles.keep(TRIED._replace(puzzle="other"))
    edit(path, f"UPDATE puzzle_tries SET {column} = ? WHERE puzzle != 'other'", (value,))
    (left,) = history.puzzles.tries()
    assert left.puzzle == "other"


def test_text_that_is_no_unicode_spoils_nothing(history: History, path: Path) -> None:
    history.puzzles.keep(TRIED)
    edit(path, "UPDATE puzzle_tries SET puzzle = CAST(x'ff1bfe' AS TEXT)")
    assert [attempt.rating for attempt in history.puzzles.tries()] == [1400]


def test_own_puzzles_are_kept_once_in_the_order_in_which_they_came(history: History) -> None:
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


def test_puzzles_of_a_game_that_is_deleted_stay_and_do_not_name_it(history: History) -> None:
    id = history.add(record_of())
    history.puzzles.add_own(["a"], id)
    history.puzzles.add_own(["b"], id + 1)
    history.delete(id)
    assert [(puzzle.puzzle, puzzle.game) for puzzle in history.puzzles.own()] == [("a", None), ("b", id + 1)]


@pytest.mark.parametrize(
    ("column", "value"), [("puzzle", ""), ("game", "the first"), ("added", "once"), ("added", "9999-12-31")]
)
def test_an_own_puzzle_that_cannot_be_read_is_left_out_alone(
    history: History, path: Path, column: str, value: object
) -> None:
    history.puzzles.add_own(["a", "b"], None)
    edit(path, f"UPDATE own_puzzles SET {column} = ? WHERE puzzle = 'a'", (value,))
    assert [puzzle.puzzle for puzzle in history.puzzles.own()] == ["b"]


def test_what_was_handed_over_while_the_file_was_locked_is_written_when_it_is_free(path: Path) -> None:
    keeper = patient(path)
    keeper.run(lambda history: history.puzzles.tries())
    keeper._budget.most = keeper._budget._left = 0.01
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert not keeper.write("try", lambda history: history.puzzles.keep(TRIED))
    assert not keeper.write("try", lambda history: history.puzzles.keep(TRIED._replace(wrong=2)))
    assert keeper.take_notices() == [], "nobody is told: the next attempt shows no less"
    other.execute("ROLLBACK")
    other.close()
    tries = keeper.run(lambda history: history.puzzles.tries(), after_writes=True, seconds=30)
    assert tries == [TRIED._replace(wrong=2)]
    assert keeper.close() is None
