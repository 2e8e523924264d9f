"""`ttt-tui settings path` prints where the settings are."""

import os
import subprocess
from pathlib import Path

from tests.support.terminal import PROGRAM, environment


def asked(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    done = [PROGRAM, "settings", *words]
    return subprocess.run(
        done, env=environment("/", **variables), capture_output=True, text=True, check=False
    )


def test_the_path_is_printed_even_before_there_is_a_file(tmp_path: Path) -> None:
    done = asked("path", TTT_TUI_HOME=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{tmp_path / 'settings.toml'}\n", "")
    assert os.listdir(tmp_path) == []


def test_an_action_is_needed() -> None:
    done = asked()
    assert done.returncode == 2
    assert done.stderr.startswith("ttt-tui settings: error: ")
