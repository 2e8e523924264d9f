"""What the tests of the app share: a computer under the test's control, and quick collections of garbage."""

import gc
from collections.abc import Iterator

import pytest

import tests.support.quick_textual  # noqa: F401  # before what imports Textual
from tests.support.driving import SCRIPTED, Script
from tests.support.styles_read_once import install
from ttt_tui.computer import LEVELS, Level

install()


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add a level `scripted`, whose computers do what the test says."""
    script = Script()
    monkeypatch.setitem(LEVELS, SCRIPTED, Level(SCRIPTED, "does what the test says", True, script.make))
    return script


@pytest.fixture(autouse=True)
def _garbage_is_collected_between_tests() -> Iterator[None]:
    """Look for garbage once a test, and only at what is new: what each app leaves in caches adds up."""
    gc.disable()
    yield
    gc.enable()
    gc.collect()
    gc.freeze()
