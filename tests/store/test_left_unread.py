"""What is not looked at: the whole of a large file, and processes of somebody else."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import edit, patient, place, recorded
from ttt_tui.store import database
from ttt_tui.store import ownership as owner
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = patient(tmp_path / "history.db")
    yield history
    history.close()


def test_a_large_file_is_opened_without_being_read_as_a_whole(
    history: StoreThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, _ = recorded(history)
    place(match, "a1")
    history.close()
    edit(history.path, "CREATE TABLE other (n INTEGER NOT NULL)")
    edit(history.path, "INSERT INTO other VALUES (1)")
    page = int.from_bytes(history.path.read_bytes()[16:18], "big")
    size = history.path.stat().st_size
    with history.path.open("r+b") as file:  # the last page, which is the other table's
        file.seek(size - page)
        file.write(b"\xff" * page)
    monkeypatch.setattr(database, "LARGEST_CHECKED", size - 1)
    unread = History(history.path)
    assert unread.message is None
    assert [entry.moves for entry in unread.entries()] == [("a1",)]
    unread.close()
    monkeypatch.setattr(database, "LARGEST_CHECKED", size)
    read = History(history.path)
    assert read.message is not None
    assert "damaged" in read.message
    read.close()


def test_a_process_of_somebody_else_is_alive_if_it_is_the_one_that_made_the_mark(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(pid: int, number: int) -> None:
        raise PermissionError

    mark = owner.new_mark()
    host, pid, started, part = mark.rsplit(":", 3)
    monkeypatch.setattr(os, "kill", refuse)
    assert owner.is_alive(mark)
    assert not owner.is_alive(f"{host}:{pid}:{started}0:{part}"), "a later process has its number"
