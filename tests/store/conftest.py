"""The file of a test, and what has it open: the thread of a program or the history of a command."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import patient
from ttt_tui.store.games import History
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "history.db"


@pytest.fixture
def store(path: Path) -> Iterator[StoreThread]:
    store = patient(path)
    assert store.wait_until_open(30)
    yield store
    store.close()


@pytest.fixture
def history(path: Path) -> Iterator[History]:
    history = History(path)
    yield history
    history.close()
