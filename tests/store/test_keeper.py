"""A store that does not answer at once: nobody waits for it, and nothing that it could keep is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.stores import (
    edit,
    finish,
    match_of,
    patient,
    place,
    recorded,
    resumed,
    rows,
    until_refused,
    words,
)  # fmt: skip
from tests.support.strategies import make_setup
from ttt_tui.engine import Match, MatchRules
from ttt_tui.errors import StillWriting, StoreBusy, StoreError
from ttt_tui.session.session import Session
from ttt_tui.store.history import History
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.patience import WaitBudget

LOCKED = "another program has locked the history"
AGAIN = "Games are being saved again, with all their moves"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[StoreThread]:
    history = patient(path)
    assert history.opened(30)
    yield history
    history.close()


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the file as another program could."""
    held = sqlite3.connect(path, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
        yield
    finally:
        held.close()


def hurried(history: StoreThread) -> WaitBudget:
    """Give the keeper the patience of the program, which is that of a person."""
    history._patience = WaitBudget(0.04)
    return history._patience


def until_kept(history: StoreThread) -> None:
    """Wait until all that was late is written."""
    history._patience = WaitBudget(30)
    history.ask(lambda history: None, in_order=True)


def use_rollback_journal(history: StoreThread) -> None:
    """Keep as on a network file system, where who writes keeps others from reading."""

    def switch(history: History) -> None:
        assert history._file._connection is not None
        (mode,) = history._file._connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        assert mode == "delete"

    history.ask(switch, in_order=True)


# --- locked ----------------------------------------------------------------------------------------------


def test_writes_to_a_locked_store_take_no_longer_than_a_person_feels_and_are_made_up_for_in_order(
    history: StoreThread, path: Path
) -> None:
    session = Session(1, history)
    setup = make_setup(rules=MatchRules())
    match = session.new_match(setup)
    place(match, "b2")
    before = rows(path)
    with locked(path):
        patience = hurried(history)
        started = time.monotonic()
        for name in ("a1", "c3"):
            place(match, name)
        history.remember("last set-up", "{}")
        match.next_game()  # the game that was left is dropped, another begun
        place(match, "a2 b2")
        other = session.new_match(setup)
        place(other, "c1")
        assert time.monotonic() - started < 0.5, "each alone took two seconds"
        assert patience.left() < 0.04
        assert rows(path) == before
        assert session.take_troubles() == [f"The game continues, but it is not being saved yet: {LOCKED}"]
        assert session.take_troubles() == []
        assert not session.has_unfinished_game
        assert session.remembered("last set-up") == "{}", "what is known is known"
    until_kept(history)
    assert session.take_troubles() == [AGAIN]
    assert session.has_unfinished_game
    assert words(path) == ['["b2", "a1", "c3"]', '["a2", "b2"]', '["c1"]']
    assert [row["dropped"] for row in rows(path)] == [1, 0, 0]
    assert [row["owner"] for row in rows(path)] == [None, None, history.mark]
    assert [row["match"] for row in rows(path)] == [1, 1, 3]


def test_a_lock_that_goes_while_the_screen_waits_is_not_even_told(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    held = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    held.execute("BEGIN EXCLUSIVE")
    letting_go = threading.Timer(0.2, held.execute, ("ROLLBACK",))
    letting_go.start()
    place(match, "b2")
    assert recorder.is_keeping
    assert words(path) == ['["b2"]']
    assert history.news() == []
    letting_go.join()
    held.close()


@pytest.mark.parametrize("is_networked", [False, True])
def test_what_is_asked_of_a_locked_store_is_answered_or_refused_at_once(
    history: StoreThread, path: Path, is_networked: bool
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    recorder.close()
    if is_networked:
        use_rollback_journal(history)
    session = Session(1, history)
    known = session.resumable()
    assert known is not None
    with locked(path):
        if not is_networked:
            assert [entry.id for entry in history.entries()] == [known.id]
        hurried(history)
        started = time.monotonic()
        if is_networked:
            with pytest.raises(StoreBusy, match=LOCKED):
                history.entries()
        assert session.resumable() == known
        with pytest.raises(StoreBusy, match=LOCKED):
            session.resume(known)
        with pytest.raises(StoreBusy, match=LOCKED):
            history.delete(known.id)
        assert time.monotonic() - started < 0.5
    until_kept(history)
    (row,) = rows(path)
    assert row["owner"] is None, "what was refused is not done later"
    assert session.resume(known).game.moves


def test_what_was_refused_while_it_was_being_done_is_not_done_either(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    recorder.close()
    hurried(history)
    go_on = threading.Event()

    def delete(connection: sqlite3.Connection) -> None:
        go_on.wait(30)  # a processor that has others to serve
        connection.execute("DELETE FROM games")

    with pytest.raises(StoreBusy):
        history.ask(lambda history: history._file.write(delete), in_order=True)
    go_on.set()
    until_kept(history)
    assert len(rows(path)) == 1


def test_what_is_being_written_when_it_is_late_is_not_waited_for_and_not_called_refused(
    history: StoreThread, path: Path
) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    recorder.close()
    hurried(history)
    goes_on_by_itself, go_on = history._before_commit, threading.Event()

    def slowly() -> None:
        goes_on_by_itself()
        go_on.wait(30)  # a disk that has others to serve

    history.ask(lambda history: setattr(history._file, "_before_commit", slowly), seconds=30)
    started = time.monotonic()
    with pytest.raises(StillWriting, match="still being written"):
        history.delete(1)
    assert time.monotonic() - started < 0.5
    assert len(rows(path)) == 1
    go_on.set()
    assert history.ask(lambda history: history.entries(), seconds=30) == []
    assert not rows(path)


def test_once_anything_is_answered_what_the_lock_kept_from_it_is_asked_at_once(
    history: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock has gone: whoever asked while it was there needs no pause any more."""
    monkeypatch.setattr("ttt_tui.store.keeper.BUSY_PAUSE", 1000.0)
    use_rollback_journal(history)
    with locked(path):
        waiting = history.submit(lambda history: history.entries())
        end = time.monotonic() + 30
        while waiting.error is None:
            assert time.monotonic() < end
            time.sleep(0.001)
    assert history.ask(lambda history: history.last_unfinished(), seconds=30) is None
    assert history.answer(waiting, 30) == []


def test_who_has_nothing_else_to_do_waits_longer_for_a_game(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    place(match, "b2")
    recorder.close()
    session = Session(1, history)
    known = session.resumable()
    assert known is not None
    held = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    held.execute("BEGIN EXCLUSIVE")
    hurried(history)
    letting_go = threading.Timer(0.4, held.execute, ("ROLLBACK",))
    letting_go.start()
    assert session.resume(known, 20.0).game.moves == match.game.moves
    letting_go.join()
    held.close()
    assert rows(path)[0]["owner"] is not None


def test_the_program_starts_while_the_store_is_locked_and_keeps_games_from_when_it_is_not(
    history: StoreThread, path: Path
) -> None:
    place(recorded(history)[0], "b2")
    use_rollback_journal(history)
    history.close()
    with locked(path):
        other = StoreThread(path)
        until_refused(other)
        started = time.monotonic()
        assert not other.opened(0.1)
        assert other.news() == [f"Games are not being saved yet: {LOCKED}"]
        match, recorder = recorded(other)
        place(match, "c3")
        assert time.monotonic() - started < 0.6
        assert not recorder.is_keeping
    until_kept(other)
    assert other.news() == [AGAIN]
    assert words(path) == ['["b2"]', '["c3"]']
    other.close()


def test_the_end_waits_a_bounded_time_and_says_what_was_not_kept(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    with locked(path):
        hurried(history)
        place(match, "b2")
        recorder.close()
        started = time.monotonic()
        assert history.close(0.3) == f"the latest moves could not be saved: {LOCKED}"
        assert 0.2 < time.monotonic() - started < 1.5
    assert words(path) == []


def test_the_end_waits_for_what_is_late(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)
    held = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    held.execute("BEGIN EXCLUSIVE")
    hurried(history)
    place(match, "b2")
    recorder.close()
    letting_go = threading.Timer(0.3, held.execute, ("ROLLBACK",))
    letting_go.start()
    assert history.close(30) is None
    letting_go.join()
    held.close()
    (row,) = rows(path)
    assert (row["moves"], row["owner"]) == ('["b2"]', None)


IS_KILLED = """
import sys
from pathlib import Path
from tests.support.strategies import make_setup
from tests.support.stores import place, recorded
from ttt_tui.store.keeper import StoreThread

history = StoreThread(Path(sys.argv[1]), patience=30)
assert history.opened(30)
match, recorder = recorded(history)
for name in ("b2", "a1", "c3"):
    place(match, name)
    print(recorder.is_keeping, *history.news(), flush=True)
    history.be_patient(1)  # a lock is met in that time on a busy machine too
    sys.stdin.readline()
"""


def test_killed_while_the_store_is_locked_only_what_was_said_not_to_be_kept_is_lost(
    history: StoreThread, path: Path
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", IS_KILLED, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path.cwd(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        with locked(path):
            for expected in (
                f"False The game continues, but it is not being saved yet: {LOCKED}\n",
                "False\n",
            ):
                process.stdin.write("\n")
                process.stdin.flush()
                assert process.stdout.readline() == expected
            process.kill()
            process.wait()
    assert words(path) == ['["b2"]']


# --- gone ------------------------------------------------------------------------------------------------


def remove_file(path: Path) -> None:
    path.unlink()


def remove_all_files(path: Path) -> None:
    for file in path.parent.iterdir():
        file.unlink()


def remove_directory(path: Path) -> None:
    shutil.rmtree(path.parent)


def move_directory(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def played(history: StoreThread) -> Match:
    """Return a match whose second game has a move, one game before it having been dropped."""
    match, _ = recorded(history, seed=77)
    place(match, "b2")
    match.next_game()
    finish(match)
    match.next_game()
    place(match, "c3")
    return match


def plain_rows(path: Path) -> list[tuple[object, ...]]:
    """Return what makes up the games, without what another file numbers anew."""
    return [
        (row["number"], row["moves"], row["undone"], row["result"], row["dropped"], row["owner"] is None)
        for row in rows(path)
    ]


@pytest.mark.parametrize("remove", [remove_file, remove_all_files, remove_directory, move_directory])
def test_a_store_that_was_removed_is_begun_anew_with_all_of_the_match(
    history: StoreThread, path: Path, remove: Callable[[Path], None]
) -> None:
    match = played(history)
    remove(path)
    place(match, "a1")
    assert history.news() == ["The history was removed while in use; a new one was started"]
    assert plain_rows(path) == [
        (1, '["b2"]', "[]", "unfinished", 1, True),
        (1, '["a1", "a2", "b1", "b2", "c1"]', "[]", "X wins: line", 0, True),
        (2, '["c3", "a1"]', "[]", "unfinished", 0, False),
    ]
    assert len({row["match"] for row in rows(path)}) == 1
    place(match, "a2")
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2"]'
    assert history.news() == []
    history.close()
    again = patient(path)
    assert resumed(again)[0].points == match.points == [1, 0]
    again.close()


def test_a_removed_store_is_noticed_by_whatever_is_written_next(history: StoreThread, path: Path) -> None:
    match = played(history)
    path.unlink()
    history.remember("theme", "dark")
    until_kept(history)
    assert rows(path)[-1]["moves"] == '["c3"]'
    assert not match.game.undone


def test_another_file_in_the_stores_place_keeps_its_games_and_gets_those_of_the_match(
    history: StoreThread, path: Path, tmp_path: Path
) -> None:
    match = played(history)
    other = patient(tmp_path / "other.db")
    theirs, recorder = recorded(other, seed=5)
    place(theirs, "a3 b3")
    recorder.close()
    other.close()
    os.replace(tmp_path / "other.db", path)
    place(match, "a1")
    assert history.news() == ["The history was replaced by another file; games are now saved there"]
    assert words(path) == [
        '["a3", "b3"]', '["b2"]', '["a1", "a2", "b1", "b2", "c1"]', '["c3", "a1"]',
    ]  # fmt: skip
    assert [row["match"] for row in rows(path)] == [1, 2, 2, 2]
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    connection.close()


def test_an_older_copy_in_the_stores_place_gets_the_later_moves_and_no_game_twice(
    history: StoreThread, path: Path, tmp_path: Path
) -> None:
    match = played(history)
    copy = sqlite3.connect(tmp_path / "copy.db")
    source = sqlite3.connect(path)
    source.backup(copy)
    source.close()
    copy.close()
    place(match, "a1")
    expected = rows(path)
    os.replace(tmp_path / "copy.db", path)
    place(match, "a2")
    assert [row["id"] for row in rows(path)] == [row["id"] for row in expected]
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2"]'
    assert [row["match"] for row in rows(path)] == [1, 1, 1]


def test_the_log_of_the_store_may_be_removed(history: StoreThread, path: Path) -> None:
    match = played(history)
    path.with_name("history.db-wal").unlink()
    place(match, "a1")
    history.close()
    assert words(path) == ['["b2"]', '["a1", "a2", "b1", "b2", "c1"]', '["c3", "a1"]']


def test_a_resumed_match_takes_its_earlier_games_along(history: StoreThread, path: Path) -> None:
    played(history)
    history.close()
    again = patient(path)
    match, _ = resumed(again)
    path.unlink()
    place(match, "a1")
    (finished, current) = rows(path)
    assert (finished["result"], current["moves"]) == ("X wins: line", '["c3", "a1"]')
    entry = again.last_unfinished()
    assert entry is not None
    assert match_of(again, entry).points == [1, 0]
    again.close()


def test_a_place_that_cannot_be_written_to_for_a_while_is_told_and_made_up_for(
    history: StoreThread, path: Path
) -> None:
    match = played(history)
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")
    place(match, "a1")
    (said,) = history.news()
    assert said.startswith("The game continues, but it is not being saved: ")
    place(match, "a2")
    assert history.news() == []
    path.parent.unlink()
    place(match, "a3")
    assert AGAIN in history.news()
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2", "a3"]'
    assert len(rows(path)) == 3


def test_a_full_file_is_told_and_made_up_for(history: StoreThread, path: Path) -> None:
    match, recorder = recorded(history)

    def bound(history: History, pages: int) -> None:
        assert history._file._connection is not None
        history._file._connection.execute(f"PRAGMA max_page_count={pages}")

    history.ask(lambda history: bound(history, 1), in_order=True)
    while recorder.is_keeping:
        finish(match)
        match.next_game()
    (said,) = history.news()
    assert said == "The game continues, but it is not being saved: database or disk is full"
    place(match, "b2")
    history.ask(lambda history: bound(history, 1_000_000))
    place(match, "a1")
    assert recorder.is_keeping
    assert history.news() == [AGAIN]
    assert rows(path)[-1]["moves"] == '["b2", "a1"]'


# --- the thread ------------------------------------------------------------------------------------------


def test_a_mistake_in_what_is_written_is_told_and_holds_nothing_up(history: StoreThread, path: Path) -> None:
    def fails(_: History) -> None:
        raise RuntimeError("nobody foresaw this")

    history.keep("mistake", fails)
    assert history.news() == ["Something could not be saved: RuntimeError('nobody foresaw this')"]
    match, recorder = recorded(history)
    place(match, "b2")
    assert recorder.is_keeping
    with pytest.raises(RuntimeError, match="nobody foresaw this"):
        history.ask(fails)
    assert history.close() is None


def test_nothing_is_asked_of_a_keeper_that_was_closed(history: StoreThread) -> None:
    history.close()
    match, recorder = recorded(history)
    assert not recorder.is_keeping
    with pytest.raises(StoreError):
        history.entries()
    assert match.game.moves == []


def test_what_cannot_be_opened_is_told_and_nothing_is_said_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "history.db").mkdir()
    history = StoreThread(tmp_path / "history.db")
    assert not history.opened(30)
    (said,) = history.news()
    assert said.startswith("Games are not being saved: ")
    match, recorder = recorded(history)
    place(match, "b2")
    assert not recorder.is_keeping
    recorder.close()
    assert history.close() is None


# --- which game was played last --------------------------------------------------------------------------


def test_a_game_from_the_future_is_not_resumed_before_one_that_was_played_later(
    history: StoreThread, path: Path
) -> None:
    for name in ("a1", "c3"):
        match, recorder = recorded(history)
        place(match, name)
        recorder.close()
    edit(path, "UPDATE games SET changed = '2999-01-01T00:00:00+00:00' WHERE id = 1")
    last = history.last_unfinished()
    assert last is not None
    assert last.moves == ("c3",)


def test_a_game_that_is_played_on_is_the_last_even_if_the_clock_went_back(
    history: StoreThread, path: Path
) -> None:
    for name in ("a1", "c3"):
        match, recorder = recorded(history)
        place(match, name)
        recorder.close()
    edit(path, "UPDATE games SET changed = '2999-01-01T00:00:00+00:00' WHERE id = 2")
    match, recorder = resumed(history, 1)
    place(match, "b2")
    recorder.close()
    last = history.last_unfinished()
    assert last is not None
    assert last.moves == ("a1", "b2")
