"""What the tests of the app share: a computer under the test's control."""

import pytest

from tests.app.driving import SCRIPTED, Script
from ttt_tui.computer import LEVELS, Level


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add a level `scripted`, whose computers do what the test says."""
    script = Script()
    monkeypatch.setitem(LEVELS, SCRIPTED, Level(SCRIPTED, "does what the test says", True, script.make))
    return script
