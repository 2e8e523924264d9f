"""The thread of a store that is locked, slow, full or broken: nothing waits for it, and nothing is lost."""

import sqlite3
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.stores import (
    answer,
    count,
    edit,
    hurry,
    locked,
    place,
    python,
    recorded,
    rows,
    until_refused,
    until_written,
    use_rollback_journal,
    words,
)
from tests.support.strategies import make_setup
from ttt_tui.analysis.review import GameReview
from ttt_tui.errors import StillWriting, StoreBusy, StoreError
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import keep_review
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.games import History
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.reopening import REMOVED, ReopeningDatabase
from ttt_tui.store.thread import REGAINED, StoreThread, WaitBudget

LOCKED = "another program has locked the history"
FULL = "database or disk is full"
AGAIN = "Games are being saved again, with all their moves"
TRIED = PuzzleTry("a puzzle", datetime(2026, 11, 25, tzinfo=UTC), None, 1500, 0, 0, False, True)


def left_game(store: StoreThread) -> None:
    """Store a game with one move that no process plays."""
    match, recorder = recorded(store)
    place(match, "b2")
    recorder.close()


def begun(store: StoreThread) -> Session:
    session = Session(1, store)
    place(session.new_match(make_setup()), "b2")
    return session


# --- locked ----------------------------------------------------------------------------------------------


def test_writes_to_a_locked_store_are_late_unnoticed_and_done_in_order(
    store: StoreThread, path: Path
) -> None:
    session = begun(store)
    match = session.match
    assert match is not None
    before = rows(path)
    with locked(path):
        hurry(store)
        started = time.monotonic()
        for name in ("a1", "c3"):
            place(match, name)
        store.set_value("last set-up", "{}")
        place(session.new_match(match.setup), "c1")
        assert time.monotonic() - started < 0.5
        assert store._budget.left() < 0.04
        assert rows(path) == before
        assert session.take_warnings() == [f"The game continues, but it is not being saved yet: {LOCKED}"]
        assert session.take_warnings() == []
        assert not session.has_unfinished_game
        assert session.recall("last set-up") == "{}"
    until_written(store)
    assert session.take_warnings() == [AGAIN]
    assert session.has_unfinished_game
    assert words(path) == ['["b2", "a1", "c3"]', '["c1"]']


def test_a_lock_that_goes_in_time_is_not_reported(store: StoreThread, path: Path) -> None:
    match, recorder = recorded(store)
    with locked(path, 0.2):
        place(match, "b2")
        assert recorder.is_keeping
    assert words(path) == ['["b2"]']
    assert store.take_notices() == []


@pytest.mark.parametrize("is_networked", [False, True])
def test_a_locked_store_answers_queries_or_refuses_them_at_once(
    store: StoreThread, path: Path, is_networked: bool
) -> None:
    left_game(store)
    if is_networked:
        use_rollback_journal(store)
    session = Session(1, store)
    known = session.find_unfinished()
    assert known is not None
    with locked(path):
        if not is_networked:
            assert [entry.id for entry in store.entries()] == [known.id]
        hurry(store)
        started = time.monotonic()
        if is_networked:
            with pytest.raises(StoreBusy, match=LOCKED):
                store.entries()
        assert session.find_unfinished() == known
        with pytest.raises(StoreBusy, match=LOCKED):
            session.resume(known)
        with pytest.raises(StoreBusy, match=LOCKED):
            store.delete(known.id)
        assert time.monotonic() - started < 0.5
    until_written(store)
    (row,) = rows(path)
    assert row["owner"] is None, "refused work is not done later"
    with locked(path, 0.4):
        hurry(store)
        assert session.resume(known, 20.0).game.moves, "this waits as long as it is told to"
    assert rows(path)[0]["owner"] is not None


def test_refused_work_is_rolled_back(store: StoreThread, path: Path) -> None:
    left_game(store)
    hurry(store)
    resume = threading.Event()

    def delete(connection: sqlite3.Connection) -> None:
        resume.wait(30)  # a busy processor
        connection.execute("DELETE FROM games")

    with pytest.raises(StoreBusy):
        store.run(lambda history: history.write(delete), after_writes=True)
    resume.set()
    until_written(store)
    assert len(rows(path)) == 1


def test_work_that_is_being_committed_is_neither_waited_for_nor_called_refused(
    store: StoreThread, path: Path
) -> None:
    left_game(store)
    hurry(store)
    before_commit, resume = store._before_commit, threading.Event()

    def slowly() -> None:
        before_commit()
        resume.wait(30)  # a busy disk

    store.run(lambda history: setattr(history._file, "_before_commit", slowly), seconds=30)
    started = time.monotonic()
    with pytest.raises(StillWriting, match="still being written"):
        store.delete(1)
    assert time.monotonic() - started < 0.5
    assert len(rows(path)) == 1
    resume.set()
    assert store.run(lambda history: history.entries(), seconds=30) == []
    assert not rows(path)


def test_a_query_is_retried_as_soon_as_another_one_succeeds(
    store: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_tui.store.thread.BUSY_PAUSE", 1000.0)
    use_rollback_journal(store)
    with locked(path):
        waiting = store.submit(lambda history: history.entries())
        end = time.monotonic() + 30
        while waiting.error is None:
            assert time.monotonic() < end
            time.sleep(0.001)
    assert store.last_unfinished(seconds=30) is None
    assert store.result(waiting, 30) == []


def test_the_thread_tells_when_a_query_is_done_unless_it_was_cancelled(store: StoreThread) -> None:
    goes_on, done, told = threading.Event(), threading.Event(), list[str]()
    store.submit(lambda history: goes_on.wait(30))
    store.cancel(store.submit(lambda history: None, when_done=lambda: told.append("cancelled")))
    store.submit(lambda history: None, when_done=done.set)
    assert not done.is_set()
    goes_on.set()
    assert done.wait(30)
    assert told == []


def test_a_store_that_is_locked_at_the_start_stores_games_once_it_is_not(
    store: StoreThread, path: Path
) -> None:
    place(recorded(store)[0], "b2")
    use_rollback_journal(store)
    store.close()
    with locked(path):
        other = StoreThread(path)
        until_refused(other)
        started = time.monotonic()
        assert not other.wait_until_open(0.1)
        assert other.take_notices() == [f"Games are not being saved yet: {LOCKED}"]
        match, recorder = recorded(other)
        place(match, "c3")
        assert time.monotonic() - started < 0.6
        assert not recorder.is_keeping
    until_written(other)
    assert other.take_notices() == [AGAIN]
    assert words(path) == ['["b2"]', '["c3"]']
    other.close()


def test_a_late_write_is_replaced_by_one_with_the_same_key(store: StoreThread, path: Path) -> None:
    with locked(path):
        hurry(store)
        for wrong in range(3):
            attempt = TRIED._replace(wrong=wrong)
            assert not store.write("try", lambda history, attempt=attempt: history.puzzles.keep(attempt))
        assert store.take_notices() == [], "only late games are reported"
    tries = store.run(lambda history: history.puzzles.tries(), after_writes=True, seconds=30)
    assert tries == [TRIED._replace(wrong=2)]


IS_KILLED = """
import sys
from pathlib import Path
from tests.support.stores import patient, place, recorded

store = patient(Path(sys.argv[1]))
assert store.wait_until_open(30)
match, recorder = recorded(store)
for name in ("b2", "a1", "c3"):
    place(match, name)
    print(recorder.is_keeping, *store.take_notices(), flush=True)
    store.set_max_wait(1)  # a lock is met in that time on a busy machine too
    sys.stdin.readline()
"""


def test_a_kill_while_the_store_is_locked_loses_only_what_was_reported(
    store: StoreThread, path: Path
) -> None:
    with python(IS_KILLED, path) as process:
        assert answer(process) == "True"
        with locked(path):
            assert answer(process, "") == f"False The game continues, but it is not being saved yet: {LOCKED}"
            assert answer(process, "") == "False"
            process.kill()
            process.wait()
    assert words(path) == ['["b2"]']


# --- every kind of write is confirmed, retried or reported as lost ---------------------------------------


def move(session: Session) -> None:
    assert session.match is not None
    place(session.match, "c3")


def rename(session: Session) -> None:
    session.profile.rename("Ada")


def review(session: Session) -> None:
    assert session.match is not None
    assert session.recorder is not None
    keep_review(session, GameReview(session.match.game), session.recorder.uid)


def attempt(session: Session) -> None:
    session.puzzles._keep(("try", 1), lambda history: history.puzzles.keep(TRIED), "an attempt at a puzzle")


def engine(session: Session) -> None:
    session.engines.add("Rapfi", EngineCommand("rapfi"))


Write = Callable[[Session], None]

WRITES: list[tuple[Write, str, str]] = [
    (move, "the latest moves", "games WHERE moves LIKE '%c3%'"),
    (rename, "your name", "remembered WHERE key = 'name'"),
    (review, "a review", "reviews"),
    (attempt, "an attempt at a puzzle", "puzzle_tries"),
    (engine, "engine Rapfi", "brains"),
]


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError(FULL)

    monkeypatch.setattr(ReopeningDatabase, "write", fail)


every_write = pytest.mark.parametrize(("write", "description", "table"), WRITES)


@every_write
@pytest.mark.parametrize("is_released", [False, True])
def test_the_end_waits_a_bounded_time_for_a_lock_and_reports_what_is_lost(
    store: StoreThread, path: Path, write: Write, description: str, table: str, is_released: bool
) -> None:
    session = begun(store)
    with locked(path, 0.1 if is_released else None):
        hurry(store)
        write(session)
        started = time.monotonic()
        lost = store.close(30 if is_released else 0.2)
        assert lost == (None if is_released else f"{description} could not be saved: {LOCKED}")
        assert is_released or time.monotonic() - started < 1.5
    assert count(path, table) == is_released


@every_write
def test_a_full_disk_is_reported_and_made_up_for(
    store: StoreThread,
    path: Path,
    write: Write,
    description: str,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = begun(store)
    fill_disk(monkeypatch)
    write(session)
    is_game = write is move
    lost = "The game continues, but it is not being saved" if is_game else f"{description} could not be saved"
    assert store.take_notices() == [f"{lost[0].upper()}{lost[1:]}: {FULL}"]
    assert count(path, table) == 0
    monkeypatch.undo()
    session.remember("theme", "nord")  # any next write
    until_written(store)
    assert store.take_notices() == [AGAIN if is_game else "Everything is saved now"]
    assert count(path, table) == 1


def test_the_end_lists_everything_that_is_lost(store: StoreThread, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begun(store)
    fill_disk(monkeypatch)
    assert not store.write("theme", lambda history: history.set_value("theme", "nord"), "your theme")
    move(session)
    review(session)
    assert store.take_notices() == [f"The game continues, but it is not being saved: {FULL}"]
    assert store.close(5) == f"your theme, the latest moves and a review could not be saved: {FULL}"


def test_a_missing_table_holds_up_nothing_else(store: StoreThread, path: Path) -> None:
    edit(path, "DROP TABLE remembered")
    assert not store.write("a", lambda history: history.set_value("a", "a"), "your name")
    assert store.take_notices() == ["Your name could not be saved: no such table: remembered"]
    match, recorder = recorded(store)
    place(match, "b2")
    assert recorder.is_keeping
    assert store.take_notices() == []
    assert store.close(1) == "your name could not be saved: no such table: remembered"


def test_a_bug_in_a_write_is_reported_once_and_holds_nothing_up(store: StoreThread) -> None:
    def fail(_: History) -> None:
        raise RuntimeError("unforeseen")

    store.write("mistake", fail)
    assert store.take_notices() == ["Something could not be saved: RuntimeError('unforeseen')"]
    match, recorder = recorded(store)
    place(match, "b2")
    assert recorder.is_keeping
    with pytest.raises(RuntimeError, match="unforeseen"):
        store.run(fail)
    assert store.close() is None


@pytest.mark.parametrize("is_reported", [False, True])
def test_a_store_that_cannot_be_opened_is_reported_once_and_again_when_the_game_is_lost(
    tmp_path: Path, is_reported: bool
) -> None:
    (tmp_path / "history.db").mkdir()
    store = StoreThread(tmp_path / "history.db")
    assert not store.wait_until_open(30)
    if is_reported:
        (notice,) = store.take_notices()
        assert notice.startswith("Games are not being saved: ")
    match, recorder = recorded(store)
    place(match, "b2")
    assert not recorder.is_keeping
    recorder.close()
    assert str(store.close(5)).startswith("the game was not saved: ")


def test_a_game_without_a_move_is_not_lost(store: StoreThread, path: Path) -> None:
    session = Session(1, store)
    with locked(path):
        hurry(store)
        session.remember("theme", "nord")  # delays what comes after it
        for _ in range(2):
            session.new_match(make_setup())
            assert store.take_notices() == [f"The game continues, but it is not being saved yet: {LOCKED}"]
            session.release()
            assert store.take_notices() == [], "nor is it saved again"
        assert store.close(0.2) == f"your theme could not be saved: {LOCKED}"
    assert count(path, "games") == 0


def test_a_message_that_arrives_while_the_store_closes_is_shown(store: StoreThread, path: Path) -> None:
    session = begun(store)
    path.rename(path.with_name("elsewhere.db"))
    assert session.close() is None
    assert session.take_warnings() == [REMOVED]
    assert count(path, "games") == 1


def test_a_closed_store_does_nothing(store: StoreThread) -> None:
    store.close()
    _, recorder = recorded(store)
    assert not recorder.is_keeping
    with pytest.raises(StoreError):
        store.entries()


# --- the wait budget -------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def wait(self, budget: WaitBudget, seconds: float) -> float:
        """Wait for something that takes so long, within the budget, and return how long that was."""
        waited = min(seconds, budget.left())
        self.now += waited
        budget.use(waited)
        return waited


def test_several_waits_within_a_moment_share_one_budget_which_time_restores() -> None:
    clock = Clock()
    budget = WaitBudget(0.04, clock)
    assert [round(clock.wait(budget, 0.03), 9) for _ in range(3)] == [0.03, 0.01, 0.0]
    clock.now += 0.02
    assert abs(budget.left() - 0.02 * REGAINED) < 1e-9
    clock.now += 1000
    assert budget.left() == 0.04


@given(st.lists(st.tuples(st.floats(0, 0.005), st.floats(0, 10)), max_size=20))
def test_waits_within_a_moment_never_exceed_fifty_milliseconds(steps: list[tuple[float, float]]) -> None:
    clock = Clock()
    budget = WaitBudget(0.04, clock)
    started, waited = clock.now, 0.0
    for work, wait in steps:
        clock.now += work
        waited += clock.wait(budget, wait)
        busy = clock.now - started - waited
        assert waited <= 0.04 + REGAINED * busy + 1e-9
        if busy <= 0.02:
            assert waited <= 0.05 + 1e-9
