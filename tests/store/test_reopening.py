"""The file is removed, replaced or overwritten in use: no other game is touched, and none is lost."""

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.stores import (
    answer,
    check_sound,
    count,
    edit,
    finish,
    match_of,
    patient,
    place,
    python,
    record_of,
    recorded,
    resumed,
    rows,
    until_written,
    use_rollback_journal,
    words,
)
from ttt_tui.analysis.review import GameReview
from ttt_tui.engine import Match
from ttt_tui.errors import StoreBusy, StoreError
from ttt_tui.session.session import Session
from ttt_tui.session.stored_reviews import keep_review
from ttt_tui.store import reopening
from ttt_tui.store.games import History
from ttt_tui.store.reopening import OVERWRITTEN, ReopeningDatabase
from ttt_tui.store.thread import StoreThread

Replace = Callable[[Path, Path], object]

both_ways = pytest.mark.parametrize("replace", [os.replace, shutil.copyfile])
"""Ways to put another file under a path: the second keeps the inode and overwrites the content."""


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another user's history, with two games that are not being played."""
    path = tmp_path / "other.db"
    history = History(path)
    for moves in ("c3", "c1 a1"):
        history.add(record_of(moves))
    history.close()
    return path


def left(store: StoreThread, moves: str = "b2") -> Match:
    match, recorder = recorded(store)
    place(match, moves)
    recorder.close()
    return match


def third_game(store: StoreThread) -> Match:
    """Return a match whose present game has a move, after a finished one and one that was dropped."""
    match, _ = recorded(store, seed=77)
    place(match, "b2")
    match.next_game()
    finish(match)
    match.next_game()
    place(match, "c3")
    return match


# --- removed ---------------------------------------------------------------------------------------------


REMOVE: list[Callable[[Path], object]] = [
    Path.unlink,
    lambda path: [file.unlink() for file in path.parent.iterdir()],
    lambda path: shutil.rmtree(path.parent),
    lambda path: path.parent.rename(path.parent.with_name("elsewhere")),
]


@pytest.mark.parametrize("remove", REMOVE, ids=["file", "all files", "directory", "moved directory"])
def test_a_removed_file_is_created_again_with_the_whole_match(
    store: StoreThread, path: Path, remove: Callable[[Path], object]
) -> None:
    match = third_game(store)
    remove(path)
    place(match, "a1")
    assert store.take_notices() == ["The history was removed while in use; a new one was started"]
    columns = ("number", "moves", "undone", "result", "dropped")
    assert [(*(row[name] for name in columns), row["owner"] is None) for row in rows(path)] == [
        (1, '["b2"]', "[]", "unfinished", 1, True),
        (1, '["a1", "a2", "b1", "b2", "c1"]', "[]", "X wins: line", 0, True),
        (2, '["c3", "a1"]', "[]", "unfinished", 0, False),
    ]
    assert len({row["match"] for row in rows(path)}) == 1
    place(match, "a2")
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2"]'
    assert store.take_notices() == []
    store.close()
    again = patient(path)
    assert resumed(again)[0].points == match.points == [1, 0]
    again.close()


def test_any_write_notices_a_removed_file_and_a_resumed_match_has_its_earlier_games(
    store: StoreThread, path: Path
) -> None:
    third_game(store)
    store.close()
    again = patient(path)
    match, _ = resumed(again)
    place(match, "a1")
    path.unlink()
    again.set_value("theme", "dark")
    until_written(again)
    finished, current = rows(path)
    assert (finished["result"], current["moves"]) == ("X wins: line", '["c3", "a1"]')
    entry = again.last_unfinished()
    assert entry is not None
    assert match_of(again, entry).points == [1, 0]
    again.close()


def test_the_log_may_be_removed(store: StoreThread, path: Path) -> None:
    match = third_game(store)
    path.with_name("history.db-wal").unlink()
    place(match, "a1")
    store.close()
    assert words(path) == ['["b2"]', '["a1", "a2", "b1", "b2", "c1"]', '["c3", "a1"]']


def test_a_place_that_cannot_be_written_for_a_while_is_reported_and_made_up_for(
    store: StoreThread, path: Path
) -> None:
    match = third_game(store)
    shutil.rmtree(path.parent)
    path.parent.write_text("in the way")
    place(match, "a1")
    (notice,) = store.take_notices()
    assert notice.startswith("The game continues, but it is not being saved: ")
    place(match, "a2")
    assert store.take_notices() == []
    path.parent.unlink()
    place(match, "a3")
    assert "Games are being saved again, with all their moves" in store.take_notices()
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2", "a3"]'
    assert len(rows(path)) == 3


# --- replaced and overwritten ----------------------------------------------------------------------------


@both_ways
@pytest.mark.parametrize("act", [StoreThread.delete, StoreThread.claim])
def test_a_listed_game_is_not_mistaken_for_another_with_its_number(
    store: StoreThread, path: Path, other: Path, replace: Replace, act: Callable[..., object]
) -> None:
    match = left(store)
    (entry,) = store.entries()
    replace(other, path)
    with pytest.raises(StoreError, match="the game is no longer in the history"):
        act(store, entry.uid)
    keep_review(Session(1, store), GameReview(match.game), entry.uid)
    store.run(lambda history: history.puzzles.add_own(["a puzzle"], entry.uid), after_writes=True)
    assert [(row["id"], row["moves"], row["owner"]) for row in rows(path)] == [
        (1, '["c3"]', None), (2, '["c1", "a1"]', None),
    ]  # fmt: skip
    assert count(path, "reviews") == 0
    assert count(path, "own_puzzles WHERE game IS NULL") == 1


@both_ways
def test_the_list_is_that_of_the_present_file(
    store: StoreThread, path: Path, other: Path, replace: Replace
) -> None:
    left(store)
    assert len(store.entries()) == 1
    replace(other, path)
    assert {entry.moves for entry in store.entries()} == {("c3",), ("c1", "a1")}


@both_ways
def test_another_file_keeps_its_games_and_gets_those_of_the_match(
    store: StoreThread, path: Path, other: Path, replace: Replace
) -> None:
    match = third_game(store)
    replace(other, path)
    place(match, "a1")
    how = "replaced" if replace is os.replace else "overwritten"
    assert store.take_notices() == [f"The history was {how} by another file; games are now saved there"]
    place(match, "a2")
    store.close()
    assert words(path) == [
        '["c3"]', '["c1", "a1"]', '["b2"]', '["a1", "a2", "b1", "b2", "c1"]', '["c3", "a1", "a2"]',
    ]  # fmt: skip
    assert [row["match"] for row in rows(path)] == [1, 2, 3, 3, 3]
    check_sound(path)


@both_ways
def test_an_older_copy_gets_the_moves_since_and_no_game_twice(
    store: StoreThread, path: Path, tmp_path: Path, replace: Replace
) -> None:
    left(store, "c3 c2")
    match = third_game(store)
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    expected = rows(path)
    left(store, "b1")
    place(match, "a1")
    replace(copy, path)
    place(match, "a2")
    store.close()
    assert [(row["id"], row["match"]) for row in rows(path)] == [(r["id"], r["match"]) for r in expected]
    assert rows(path)[-1]["moves"] == '["c3", "a1", "a2"]'
    check_sound(path)


def test_a_file_that_is_overwritten_at_the_end_is_left_as_it_is(
    store: StoreThread, path: Path, other: Path
) -> None:
    left(store)
    expected = rows(other)
    shutil.copyfile(other, path)
    store.close()
    assert rows(path) == expected
    assert not path.with_name(path.name + "-wal").exists()
    check_sound(path)


def test_a_file_is_not_read_before_it_is_completely_overwritten(
    store: StoreThread, path: Path, other: Path
) -> None:
    match, _ = recorded(store)
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


def test_checkpoints_and_new_times_are_no_overwriting(store: StoreThread, path: Path) -> None:
    match, _ = recorded(store)
    place(match, "a1")
    for way in ("PASSIVE", "FULL", "RESTART", "TRUNCATE"):
        edit(path, "UPDATE games SET seed = seed + 1")
        edit(path, f"PRAGMA wal_checkpoint({way})")
        match.undo()
        match.redo()
        edit(path, f"PRAGMA wal_checkpoint({way})")
    os.utime(path)
    place(match, "a2")
    store.run(lambda history: history._file._connection.execute("PRAGMA wal_autocheckpoint=1"))  # type: ignore[union-attr]
    place(match, "a3 b1")
    assert store.take_notices() == []
    assert store.run(lambda history: history.generation) == 0
    assert words(path) == ['["a1", "a2", "a3", "b1"]']


WRITES = """
import sys
from pathlib import Path
from tests.support.stores import patient, place, recorded
store = patient(Path(sys.argv[1]))
match, recorder = recorded(store, seed=5)
place(match, "c1")
print("ready", flush=True)
for line in sys.stdin:
    place(match, line.strip())
    print(*store.take_notices(), flush=True)
recorder.close()
store.close()
"""


def test_two_programs_notice_that_their_file_was_overwritten(
    store: StoreThread, path: Path, other: Path
) -> None:
    match, _ = recorded(store, seed=7)
    place(match, "a1")
    with python(WRITES, path) as program:
        assert answer(program) == "ready"
        place(match, "a2")
        shutil.copyfile(other, path)
        assert answer(program, "c2") == OVERWRITTEN
        place(match, "a3")
        assert len(store.take_notices()) == 1
        assert program.stdin is not None
        program.stdin.close()
        assert program.wait(30) == 0
    store.close()
    assert sorted(words(path)) == sorted(['["c3"]', '["c1", "a1"]', '["c1", "c2"]', '["a1", "a2", "a3"]'])
    check_sound(path)


def test_an_overwritten_file_without_a_log_is_recognised_by_its_id(
    store: StoreThread, path: Path, other: Path
) -> None:
    edit(other, "PRAGMA journal_mode=DELETE")
    match, _ = recorded(store, seed=7)
    place(match, "a1")
    use_rollback_journal(store)
    place(match, "a2")
    shutil.copyfile(other, path)
    place(match, "a3")
    store.close()
    assert words(path) == ['["c3"]', '["c1", "a1"]', '["a1", "a2", "a3"]']
    assert len({row["match"] for row in rows(path)}) == 3
    check_sound(path)


def test_a_file_that_is_replaced_all_the_time_is_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = ReopeningDatabase(path, 1.0)
    monkeypatch.setattr(reopening, "_uid", lambda connection: object())
    with pytest.raises(StoreBusy, match="another program is writing the history"):
        database.execute("INSERT INTO brains VALUES ('a', 'b', 'c')")
    database.close()
