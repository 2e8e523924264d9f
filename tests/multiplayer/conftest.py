"""What tests of people at several terminals begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.terminals import meeting_place
from ttt_tui.multiplayer import crowd


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for temporary files, with a home for each of three."""
    with meeting_place() as place:
        for name in ("ada", "bob", "eve"):
            (place / name).mkdir()
        yield place


@pytest.fixture
def all_may_come_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let users come as often as they like: every stranger of these tests is the same one."""
    for name in ("KNOCKS", "MOST_KNOCKS", "VISITS", "MOST_VISITS"):
        monkeypatch.setattr(crowd, name, 1e6)
