"""Directories and files for their owner only, and the crash log."""

import os
import stat
from pathlib import Path

import pytest

from ttt_tui.process.crash import log_crash
from ttt_tui.process.paths import make_private_directory, open_private


def test_directories_are_made_for_their_owner_alone_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        make_private_directory(tmp_path / "a" / "b")
        make_private_directory(tmp_path / "a" / "b")
    finally:
        os.umask(before)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("a", "a/b")] == [0o700, 0o700]


def test_a_file_in_place_of_a_directory_raises(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FileExistsError):
        make_private_directory(tmp_path / "file")


def test_a_directory_that_another_process_makes_at_the_same_moment_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = Path.mkdir

    def make_first(self: Path, mode: int = 0o777) -> None:
        make(self)  # the other process
        make(self, mode)

    monkeypatch.setattr(Path, "mkdir", make_first)
    make_private_directory(tmp_path / "a")
    assert (tmp_path / "a").is_dir()


def test_a_file_is_made_for_its_owner_alone_and_one_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        os.close(open_private(tmp_path / "new", os.O_RDWR))
    finally:
        os.umask(before)
    (tmp_path / "old").write_text("x")
    (tmp_path / "old").chmod(0o644)
    os.close(open_private(tmp_path / "old", os.O_RDWR))
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "old").stat().st_mode) == 0o644


TEXTS = {"a lone surrogate": "a\udce9b", "every sign": "\x00\x1b\u202e\U0001f600", "wide": "日本語"}


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_in_an_exception_is_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / "log" / "ttt-tui.log"
    for _ in range(2):
        assert log_crash(RuntimeError(TEXTS[name]), path) == f"see {path} for details"
    assert path.read_text(encoding="utf-8").count("RuntimeError") == 2


def test_without_a_log_path_the_error_itself_is_returned() -> None:
    said = log_crash(RuntimeError("broken"), None)
    assert "broken" in said
    assert "TTT_TUI_HOME" in said
