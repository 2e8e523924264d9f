"""What the tests of the app share: a computer under the test's control, and quick collections of garbage."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import painted_when_seen, styles_read_once
from tests.support.driving import SCRIPTED, Script
from tests.support.stores import patient
from ttt_tui.app.screens import base
from ttt_tui.app.terminal.patches import forget_lines
from ttt_tui.computer import LEVELS, Level
from ttt_tui.session import seats
from ttt_tui.store.thread import StoreThread

styles_read_once.install()
painted_when_seen.install()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add a level `scripted`, whose computers do what the test says."""
    script = Script()
    monkeypatch.setitem(
        LEVELS, SCRIPTED, Level(SCRIPTED, "does what the test says", "is told", True, script.make)
    )
    return script


@pytest.fixture
def history(tmp_path: Path) -> Iterator[StoreThread]:
    """A store for which a busy machine is not late."""
    history = patient(tmp_path / "history.db")
    yield history
    history.close()


@pytest.fixture
def soon_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show an announcement for a second, for tests that wait for what is shown after it."""
    monkeypatch.setattr(base, "ANNOUNCED_SECONDS", 1.0)


@pytest.fixture(autouse=True)
def _garbage_is_collected_between_tests(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look for garbage once a test, and only at what is new: what each app leaves in caches adds up.

    The end of a game is none of these times.

    It stays enabled: else an app that lasts a second believes that it has just been started, and keeps all
    that is there from ever being looked at again, itself with it when it has become garbage.
    """
    monkeypatch.setattr(seats, "collect_now", lambda: None)
    before = gc.get_threshold()
    gc.set_threshold(0)
    yield
    gc.set_threshold(*before)
    forget_lines()
    gc.collect()
    gc.freeze()
