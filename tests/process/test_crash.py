"""The crash log takes any text."""

from pathlib import Path

import pytest

from ttt_tui.process.crash import log_crash

TEXTS = {"a lone surrogate": "a\udce9b", "every sign": "\x00\x1b\u202e\U0001f600", "wide": "日本語"}


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_in_an_exception_is_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log" / "ttt-tui.log"
    for _ in range(2):
        assert log_crash(RuntimeError(TEXTS[name]), path) == f"see {path} for details"
    assert path.read_text(encoding="utf-8").count("RuntimeError") == 2


def test_without_a_place_for_the_log_the_error_is_said() -> None:
    said = log_crash(RuntimeError("broken"), None)
    assert "broken" in said
    assert "TTT_TUI_HOME" in said
