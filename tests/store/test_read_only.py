"""A history that cannot be written is read all the same, and nothing is changed in its directory."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit, patient, place, record_of, recorded, rows, write_old_file
from ttt_tui.errors import NewerStore, ReadOnlyStore, StoreError
from ttt_tui.store import read_only
from ttt_tui.store.database import VERSION
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forbid writing, as if the history were another user's: root may write everywhere."""
    monkeypatch.setattr("ttt_tui.store.games.can_write", lambda path: False)


def content(path: Path) -> dict[str, bytes]:
    """Return all that is in the directory of a history, except the index of its log."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")}


def moves(history: History) -> list[tuple[str, ...]]:
    return [entry.moves for entry in history.entries()]


def filled(path: Path) -> None:
    history = History(path)
    history.add(record_of("b2 a1"))
    history.close()


def closed(path: Path) -> None:
    filled(path)
    assert list(content(path)) == ["history.db"]


def killed(path: Path) -> None:
    """The process that played has left a log, in which the game is."""
    history = History(path)
    history.add(record_of("b2 a1"))
    copied = path.parent.with_name("copied")
    shutil.copytree(path.parent, copied)
    history.close()
    shutil.rmtree(path.parent)
    copied.rename(path.parent)
    path.with_name("history.db-shm").unlink()
    assert path.with_name("history.db-wal").stat().st_size > 0


def journaled(path: Path) -> None:
    """The process was killed while it wrote with a rollback journal, which has to be applied."""
    filled(path)
    edit(path, "PRAGMA journal_mode=DELETE")
    done = subprocess.run(
        [sys.executable, "-c", KILLED_IN_TRANSACTION, str(path)], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == -9, done.stderr
    assert path.with_name("history.db-journal").stat().st_size > 0


KILLED_IN_TRANSACTION = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA cache_size=1")
connection.execute("PRAGMA cache_spill=1")
connection.execute("BEGIN EXCLUSIVE")
connection.execute("UPDATE games SET moves = '[]'")
for number in range(200):
    connection.execute("INSERT INTO remembered VALUES (?, ?)", (str(number), "x" * 3000))
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("left", [closed, killed, journaled])
def test_companions_of_the_file_are_read_and_left_as_they_are(
    path: Path, left: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    left(path)
    before = content(path)
    forbid(monkeypatch)
    history = History(path)
    assert history.read_only is not None
    assert history.message is None
    assert moves(history) == [("b2", "a1")]
    assert history.find(1) is not None
    assert history.get_value("theme") is None
    assert history.puzzles.own() == []
    assert history.engines.all() == {}
    history.close()
    assert content(path) == before
    assert not path.with_name("history.db-shm").exists()


@pytest.mark.parametrize("version", [1, 3, VERSION - 1])
@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_an_older_schema_is_migrated_in_a_copy(
    path: Path, version: int, journal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_old_file(path, version, journal)
    before = content(path)
    forbid(monkeypatch)
    history = History(path)
    assert moves(history) == [("b2", "a1")]
    history.close()
    assert content(path) == before


def test_a_game_that_its_owner_plays_is_read_in_its_present_state(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = patient(path)
    match, _ = recorded(owner)
    place(match, "b2")
    with monkeypatch.context() as forbidden:
        forbid(forbidden)
        history = History(path)
    assert moves(history) == [("b2",)]
    for name in ("a1", "c3"):
        place(match, name)
        assert moves(history) == [
            tuple(match.setup.geometry.name(move.square or 0) for move in match.game.moves)
        ]
    owner.close()
    assert moves(history)[0][-1] == "c3"
    history.close()


def test_a_copy_is_repeated_if_the_file_was_written_meanwhile(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = patient(path)
    match, _ = recorded(owner)
    place(match, "b2")
    copy, names = shutil.copyfile, ["c3", "a1"]

    def slowly(source: Path, target: Path) -> None:
        copy(source, target)
        if names:
            place(match, names.pop())
            edit(path, "PRAGMA wal_checkpoint(TRUNCATE)")

    monkeypatch.setattr(shutil, "copyfile", slowly)
    connection = read_only.open_read_only(path)
    (row,) = connection.execute("SELECT moves FROM games").fetchall()
    assert json.loads(row["moves"]) == ["b2", "a1", "c3"]
    connection.close()
    owner.close()


def test_nothing_is_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    forbid(monkeypatch)
    history = History(path)
    for write in (
        lambda: history.add(record_of("c3")),
        lambda: history.delete(1),
        lambda: history.claim(1),
        lambda: history.set_value("theme", "nord"),
        lambda: history.keep_review(1, "{}"),
        history.last_unfinished,  # with which nobody could go on
    ):
        with pytest.raises(ReadOnlyStore, match="the history is read-only"):
            write()
    assert len(moves(history)) == 1
    history.close()


@pytest.mark.parametrize("size", [100, 5000])
def test_a_damaged_history_is_reported_and_left_as_it_is(
    path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(path)
    path.write_bytes(b"\xa5" * size)
    before = content(path)
    forbid(monkeypatch)
    with pytest.raises(StoreError, match="the history is damaged"):
        History(path)
    assert content(path) == before


def test_the_history_of_a_later_version_is_not_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path)
    edit(path, f"PRAGMA user_version={VERSION + 1}")
    forbid(monkeypatch)
    with pytest.raises(NewerStore):
        History(path)


@pytest.fixture
def unwritable(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StoreThread]:
    filled(path)
    forbid(monkeypatch)
    store = StoreThread(path, max_wait=5)
    yield store
    store.close()


def test_a_game_that_cannot_be_stored_is_played_and_the_others_are_listed(
    unwritable: StoreThread, path: Path
) -> None:
    before = content(path)
    assert not unwritable.wait_until_open(30)
    assert unwritable.take_notices() == ["Games are not being saved: the history is read-only"]
    match, recorder = recorded(unwritable)
    place(match, "c3")
    assert [entry.moves for entry in unwritable.entries()] == [("b2", "a1")]
    assert not recorder.is_keeping
    assert unwritable.take_notices() == []
    recorder.close()
    assert unwritable.close() == "the game was not saved: the history is read-only"
    assert content(path) == before


def test_a_history_that_becomes_writable_gets_the_game(
    unwritable: StoreThread, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not unwritable.wait_until_open(30)
    match, recorder = recorded(unwritable)
    place(match, "c3")
    assert not recorder.is_keeping
    assert len(unwritable.take_notices()) == 1
    monkeypatch.undo()
    place(match, "a1")
    assert recorder.is_keeping
    assert unwritable.take_notices() == ["Games are being saved again, with all their moves"]
    assert [json.loads(row["moves"]) for row in rows(path)] == [["b2", "a1"], ["c3", "a1"]]
