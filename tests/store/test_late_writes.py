"""Every write is confirmed, tried again, or reported as lost: a name and a review like a move."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.stores import edit, patient, place, recorded
from tests.support.strategies import make_setup
from ttt_tui.analysis.game_review import GameReview
from ttt_tui.errors import StoreError
from ttt_tui.session.kept_reviews import keep_review
from ttt_tui.session.session import Session
from ttt_tui.store.engines import BrainCommand
from ttt_tui.store.puzzles import PuzzleTry
from ttt_tui.store.reopening import REMOVED, ReopeningDatabase
from ttt_tui.store.thread import StoreThread, WaitBudget

LOCKED = "another program has locked the history"
FULL = "database or disk is full"
TRIED = PuzzleTry("a puzzle", datetime(2026, 11, 25, tzinfo=UTC), None, 1500, 0, 0, False, True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[StoreThread]:
    history = patient(path)
    assert history.wait_until_open(30)
    yield history
    history.close()


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    held = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        held.execute("BEGIN EXCLUSIVE")
        yield held
    finally:
        held.close()


def hurry(history: StoreThread) -> None:
    history._budget = WaitBudget(0.02)


def fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk be full until the patch is undone."""

    def fail(*_: object) -> None:
        raise StoreError(FULL)

    monkeypatch.setattr(ReopeningDatabase, "write", fail)


def count(path: Path, table: str) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    finally:
        connection.close()


def name(session: Session) -> None:
    session.person.rename("Ada")


def review(session: Session) -> None:
    assert session.match is not None
    assert session.recorder is not None
    keep_review(session, GameReview(session.match.game), session.recorder.uid)


def attempt(session: Session) -> None:
    session.puzzles._keep(("try", 1), lambda history: history.puzzles.keep(TRIED), "an attempt at a puzzle")


def brain(session: Session) -> None:
    session.brains.add("Rapfi", BrainCommand("rapfi"))


WRITES: list[tuple[Callable[[Session], None], str, str]] = [
    (name, "your name", "remembered WHERE key = 'name'"),
    (review, "a review", "reviews"),
    (attempt, "an attempt at a puzzle", "puzzle_tries"),
    (brain, "engine Rapfi", "brains"),
]


@pytest.mark.parametrize(("write", "what", "table"), WRITES)
def test_what_a_lock_keeps_from_being_written_until_the_end_is_reported_as_lost(
    history: StoreThread, path: Path, write: Callable[[Session], None], what: str, table: str
) -> None:
    session = Session(1, history)
    begin(session)
    with locked(path):
        hurry(history)
        write(session)
        assert history.close(0.2) == f"{what} could not be saved: {LOCKED}"
    assert count(path, table) == 0


@pytest.mark.parametrize(("write", "what", "table"), WRITES)
def test_the_end_waits_until_a_lock_goes(
    history: StoreThread, path: Path, write: Callable[[Session], None], what: str, table: str
) -> None:
    session = Session(1, history)
    begin(session)
    with locked(path) as held:
        hurry(history)
        write(session)
        letting_go = threading.Timer(0.1, held.execute, ("ROLLBACK",))
        letting_go.start()
        assert history.close(30) is None
        letting_go.join()
    assert count(path, table) == 1


@pytest.mark.parametrize(("write", "what", "table"), WRITES)
def test_what_a_full_disk_keeps_from_being_written_is_told_and_made_up_for(
    history: StoreThread,
    path: Path,
    write: Callable[[Session], None],
    what: str,
    table: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = Session(1, history)
    begin(session)
    fill(monkeypatch)
    write(session)
    (told,) = history.take_notices()
    assert told == f"{what[:1].upper()}{what[1:]} could not be saved: {FULL}"
    assert count(path, table) == 0
    monkeypatch.undo()
    session.remember("theme", "nord")  # whatever is written next
    history.run(lambda history: None, after_writes=True, seconds=30)
    assert history.take_notices() == ["Everything is saved now"]
    assert count(path, table) == 1


def test_a_full_disk_that_stays_full_is_told_at_the_end_with_all_that_is_lost(
    history: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session(1, history)
    begin(session)
    fill(monkeypatch)
    assert not history.write("theme", lambda history: history.set_value("theme", "nord"), "your theme")
    assert session.match is not None
    place(session.match, "c3")
    review(session)
    assert history.take_notices() == [f"The game continues, but it is not being saved: {FULL}"]
    assert history.close(5) == f"your theme, the latest moves and a review could not be saved: {FULL}"


def test_what_the_file_has_no_table_for_holds_up_nothing_else(history: StoreThread, path: Path) -> None:
    edit(path, "DROP TABLE remembered")
    assert not history.write("a", lambda history: history.set_value("a", "a"), "your name")
    assert history.take_notices() == ["Your name could not be saved: no such table: remembered"]
    match, recorder = recorded(history)
    place(match, "b2")
    assert recorder.is_keeping
    assert history.take_notices() == []
    assert history.close(1) == "your name could not be saved: no such table: remembered"


def test_what_is_lost_is_said_at_the_end_if_nothing_was_told_before(tmp_path: Path) -> None:
    (tmp_path / "history.db").mkdir()
    history = StoreThread(tmp_path / "history.db")
    assert not history.wait_until_open(30)
    assert not history.write("name", lambda history: history.set_value("name", "Ada"), "your name")
    lost = history.close(5)
    assert lost is not None
    assert lost.startswith("your name could not be saved: ")


def test_a_game_without_a_move_is_not_lost(history: StoreThread, path: Path) -> None:
    session = Session(1, history)
    with locked(path):
        hurry(history)
        session.remember("theme", "nord")  # what comes after it waits
        session.new_match(make_setup())
        assert history.take_notices() == [f"The game continues, but it is not being saved yet: {LOCKED}"]
        session.release()
        assert history.take_notices() == [], "nor is it kept again"
        session.new_match(make_setup())
        assert len(history.take_notices()) == 1
        session.release()
        assert history.close(0.2) == f"your theme could not be saved: {LOCKED}"
    assert count(path, "games") == 0


def test_what_comes_up_while_it_ends_is_told(history: StoreThread, path: Path) -> None:
    session = Session(1, history)
    begin(session)
    path.rename(path.with_name("elsewhere.db"))
    assert session.close() is None
    assert session.take_troubles() == [REMOVED]
    assert count(path, "games") == 1


def begin(session: Session) -> None:
    match = session.new_match(make_setup())
    place(match, "b2")
