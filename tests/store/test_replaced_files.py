"""The file is replaced or overwritten while it is in use: no other game is touched, and none is lost."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit, patient, place, record_of, recorded, rows, words
from ttt_tui.engine import Match
from ttt_tui.errors import StoreError
from ttt_tui.session.kept_reviews import keep_review
from ttt_tui.session.session import Session
from ttt_tui.store import reopening
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread

REPLACE: list[Callable[[Path, Path], object]] = [os.replace, shutil.copyfile]
"""Ways to put another file under a name: the second keeps the inode and overwrites the content."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "history.db"


@pytest.fixture
def history(path: Path) -> Iterator[StoreThread]:
    history = patient(path)
    assert history.wait_until_open(30)
    yield history
    history.close()


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Somebody else's history, with two games of which none is played."""
    return a_history(tmp_path / "other.db", "c3", "c1 a1")


def a_history(path: Path, *games: str) -> Path:
    history = History(path)
    for moves in games:
        history.add(record_of(moves))
    history.close()
    return path


def left(history: StoreThread, moves: str = "b2") -> Match:
    match, recorder = recorded(history)
    place(match, moves)
    recorder.close()
    return match


def check_sound(path: Path) -> None:
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    connection.close()


@pytest.mark.parametrize("replace", REPLACE)
@pytest.mark.parametrize("act", [StoreThread.delete, StoreThread.claim])
def test_what_is_done_to_a_listed_game_is_done_to_no_other_of_its_number(
    history: StoreThread,
    path: Path,
    other: Path,
    replace: Callable[[Path, Path], object],
    act: Callable[..., object],
) -> None:
    left(history)
    (entry,) = history.entries()
    replace(other, path)
    with pytest.raises(StoreError, match="the game is no longer in the history"):
        act(history, entry.uid)
    assert [(row["id"], row["moves"], row["owner"]) for row in rows(path)] == [
        (1, '["c3"]', None), (2, '["c1", "a1"]', None),
    ]  # fmt: skip


@pytest.mark.parametrize("replace", REPLACE)
def test_a_review_is_kept_with_no_other_game_of_its_number(
    history: StoreThread, path: Path, other: Path, replace: Callable[[Path, Path], object]
) -> None:
    from ttt_tui.analysis.game_review import GameReview

    match = left(history)
    (entry,) = history.entries()
    replace(other, path)
    keep_review(Session(1, history), GameReview(match.game), entry.uid)
    history.run(lambda history: history.puzzles.add_own(["a puzzle"], entry.uid), after_writes=True)
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM reviews").fetchone()[0] == 0
    assert connection.execute("SELECT game FROM own_puzzles").fetchall() == [(None,)]
    connection.close()


@pytest.mark.parametrize("replace", REPLACE)
def test_the_list_is_that_of_the_file_that_has_the_name(
    history: StoreThread, path: Path, other: Path, replace: Callable[[Path, Path], object]
) -> None:
    left(history)
    assert len(history.entries()) == 1
    replace(other, path)
    assert {entry.moves for entry in history.entries()} == {("c3",), ("c1", "a1")}


def test_an_overwritten_history_keeps_its_games_and_gets_the_one_that_is_played(
    history: StoreThread, path: Path, other: Path
) -> None:
    match, recorder = recorded(history, seed=7)
    place(match, "a1 a2")
    shutil.copyfile(other, path)
    place(match, "a3")
    assert history.take_notices() == [reopening.OVERWRITTEN]
    place(match, "b1")
    assert recorder.is_keeping
    history.close()
    assert words(path) == ['["c3"]', '["c1", "a1"]', '["a1", "a2", "a3", "b1"]']
    check_sound(path)


def test_an_older_copy_that_is_written_over_the_history_gets_the_moves_since(
    history: StoreThread, path: Path, tmp_path: Path
) -> None:
    left(history, "c3 c2")
    match, _ = recorded(history, seed=7)
    place(match, "a1")
    source, copy = sqlite3.connect(path), sqlite3.connect(tmp_path / "copy.db")
    source.backup(copy)
    source.close()
    copy.close()
    left_later = left(history, "b1")
    assert left_later.game.moves
    place(match, "a2")
    shutil.copyfile(tmp_path / "copy.db", path)
    place(match, "a3")
    history.close()
    assert words(path) == ['["c3", "c2"]', '["a1", "a2", "a3"]']
    check_sound(path)


def test_a_history_that_is_overwritten_last_of_all_is_left_as_it_is(
    history: StoreThread, path: Path, other: Path
) -> None:
    left(history)
    expected = rows(other)
    shutil.copyfile(other, path)
    history.close()
    assert rows(path) == expected
    assert not path.with_name(path.name + "-wal").exists()
    check_sound(path)


def test_a_history_is_not_read_before_who_overwrites_it_is_done(
    history: StoreThread, path: Path, other: Path
) -> None:
    match, _ = recorded(history)
    place(match, "a1")
    content = other.read_bytes()
    half = len(content) // 2
    with path.open("wb", buffering=0) as file:
        file.write(content[:half])
        rest = threading.Timer(0.5, file.write, (content[half:],))
        rest.start()
        place(match, "a2")
        rest.join()
    assert not list(path.parent.glob("*damaged*")), "half a file was taken for a whole one"
    assert words(path) == ['["c3"]', '["c1", "a1"]', '["a1", "a2"]']


def test_what_sqlite_moves_into_the_file_is_no_overwriting(history: StoreThread, path: Path) -> None:
    match, _ = recorded(history)
    place(match, "a1")
    for way in ("PASSIVE", "FULL", "RESTART", "TRUNCATE"):
        edit(path, "UPDATE games SET seed = seed + 1")
        edit(path, f"PRAGMA wal_checkpoint({way})")
        match.undo()
        match.redo()
        edit(path, f"PRAGMA wal_checkpoint({way})")
    os.utime(path)
    place(match, "a2")
    history.run(lambda history: history._file._connection.execute("PRAGMA wal_autocheckpoint=1"))  # type: ignore[union-attr]
    place(match, "a3 b1")
    assert history.take_notices() == []
    assert history.run(lambda history: history.generation) == 0
    assert words(path) == ['["a1", "a2", "a3", "b1"]']


WRITES = """
import sys
from pathlib import Path
from tests.support.stores import patient, place, recorded
history = patient(Path(sys.argv[1]))
match, recorder = recorded(history, seed=5)
place(match, "c1")
print("ready", flush=True)
for line in sys.stdin:
    place(match, line.strip())
    print(*history.take_notices(), flush=True)
recorder.close()
history.close()
"""


def test_both_of_two_programs_notice_that_their_history_was_overwritten(
    history: StoreThread, path: Path, other: Path
) -> None:
    match, _ = recorded(history, seed=7)
    place(match, "a1")
    with subprocess.Popen(
        [sys.executable, "-c", WRITES, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        place(match, "a2")
        shutil.copyfile(other, path)
        program.stdin.write("c2\n")
        program.stdin.flush()
        assert program.stdout.readline() == f"{reopening.OVERWRITTEN}\n"
        place(match, "a3")
        assert len(history.take_notices()) == 1
        program.stdin.close()
        assert program.wait(30) == 0
    history.close()
    assert sorted(words(path)) == sorted(['["c3"]', '["c1", "a1"]', '["c1", "c2"]', '["a1", "a2", "a3"]'])
    check_sound(path)


def test_without_a_log_an_overwritten_history_is_known_by_its_id(
    history: StoreThread, path: Path, other: Path
) -> None:
    def switch(history: History) -> None:
        assert history._file._connection is not None
        assert history._file._connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0] == "delete"

    edit(other, "PRAGMA journal_mode=DELETE")
    match, _ = recorded(history, seed=7)
    place(match, "a1")
    history.run(switch, after_writes=True)
    place(match, "a2")
    shutil.copyfile(other, path)
    place(match, "a3")
    history.close()
    assert words(path) == ['["c3"]', '["c1", "a1"]', '["a1", "a2", "a3"]']
    assert len({row["match"] for row in rows(path)}) == 3
    check_sound(path)
