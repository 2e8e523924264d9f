"""Runs `ttt-tui` in this process, in an empty directory with a home of its own."""

import json
from pathlib import Path
from typing import Any

import pytest

from ttt_tui.cli.main import main


class Shell:
    """Runs a command and returns its exit status, output and errors."""

    def __init__(self, capsys: pytest.CaptureFixture[str], home: Path, *command: str) -> None:
        self.capsys, self.home, self.command = capsys, home, command

    def __call__(self, *words: object) -> tuple[int, str, str]:
        try:
            status = main([*self.command, *map(str, words)])
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        out, err = self.capsys.readouterr()
        for text in (out, err):
            assert all(line.isprintable() for line in text.split("\n")), text
            assert "Traceback" not in text
        return status, out, err

    def fine(self, *words: object) -> str:
        """Run what has to work and return its output."""
        status, out, err = self(*words)
        assert (status, err) == (0, "")
        return out

    def json(self, *words: object) -> dict[str, Any]:
        data = json.loads(self.fine(*words, "--json"))
        assert isinstance(data, dict)
        return data

    def refused(self, *words: object, statuses: tuple[int, ...] = (1, 2)) -> str:
        """Run what has to be refused and return its one line."""
        status, out, err = self(*words)
        assert status in statuses, err
        assert (out, err.count("\n")) == ("", 1)
        assert err.startswith("ttt-tui")
        return err


@pytest.fixture
def shell(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Shell:
    """Run the test module's `COMMAND`, by default any."""
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)
    return Shell(capsys, tmp_path / "home", *getattr(request.module, "COMMAND", ()))
