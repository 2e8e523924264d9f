"""A store that a busy machine does not make late, and a session with it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import patient
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    history = patient(tmp_path / "history.db")
    assert history.wait_until_open(30)
    yield history
    history.close()


@pytest.fixture
def session(history: StoreThread) -> Session:
    return Session(1, history)
