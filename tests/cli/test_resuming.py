"""`--resume`: what cannot be resumed, and with which status the program ends then."""

from pathlib import Path

import pytest

from tests.support.stores import place, recorded
from ttt_tui.cli.main import main
from ttt_tui.process.exit_status import FAILED, WRONG_USAGE
from ttt_tui.store.thread import StoreThread


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    return tmp_path


def resume(words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main(["--plain", *words.split()])
    return status, capsys.readouterr().err


@pytest.mark.parametrize("words", ["--resume", "--resume 1"])
def test_a_history_that_can_only_be_read_is_one_failure(
    words: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    history = StoreThread(home / "history.db", max_wait=30)
    match, recorder = recorded(history)
    place(match, "b2 a1")
    recorder.close()
    history.close()
    for module in ("games",):
        monkeypatch.setattr(f"ttt_tui.store.{module}.can_write", lambda path: False)
    assert resume(words, capsys) == (FAILED, "ttt-tui: the history is read-only\n")


@pytest.mark.parametrize("words", ["--resume", "--resume 1"])
def test_a_history_that_cannot_be_opened_is_one_failure(
    words: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "history.db").mkdir()
    status, said = resume(words, capsys)
    assert status == FAILED
    assert said == f"ttt-tui: {home}/history.db is not a file\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--resume", "no unfinished game to resume"),
        ("--resume 1", "no game 1; see `ttt-tui history list`"),
    ],
)
def test_a_game_that_is_not_there_is_a_wrong_option(
    words: str, said: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        resume(words, capsys)
    assert ended.value.code == WRONG_USAGE
    assert capsys.readouterr().err == f"ttt-tui: error: argument --resume: {said}\n"
