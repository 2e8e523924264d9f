"""Exported files are there whole or not at all, replace nothing, and may be pipes and devices."""

import errno
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.strategies import make_setup, play
from ttt_tui.engine import Game
from ttt_tui.engine.record import Record
from ttt_tui.engine.record_text import from_text, to_text
from ttt_tui.store.files import append, write_record
from ttt_tui.store.settings import TEMPLATE, load_settings

RECORD = Record(play(Game(make_setup()), "a1 a2 b1 b2 c1"), "2026-11-21")


@contextmanager
def disk_with_room_for(size: int) -> Iterator[None]:
    """Let no file become larger than so many bytes; SIGXFSZ is ignored by Python."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("room", [0, 10])
def test_an_export_that_fails_leaves_nothing_and_may_be_repeated(tmp_path: Path, room: int) -> None:
    file = tmp_path / "game.txt"
    with disk_with_room_for(room), pytest.raises(OSError, match="too large") as refused:
        write_record(RECORD, file)
    assert refused.value.filename == str(file)
    assert list(tmp_path.iterdir()) == []
    write_record(RECORD, file)
    assert file.read_text() == to_text(RECORD)
    assert list(tmp_path.iterdir()) == [file]


def test_an_export_has_the_rights_that_the_user_gives_new_files(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_record(RECORD, tmp_path / "game.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game.txt").stat().st_mode) == 0o640


@pytest.mark.parametrize("kind", ["file", "link", "dangling link", "directory"])
def test_an_export_replaces_nothing_and_leaves_nothing_beside_it(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "game.txt"
    mine = tmp_path / "mine"
    if kind == "file":
        place.write_text("mine")
    elif kind == "directory":
        place.mkdir()
    else:
        place.symlink_to(mine)
    if kind == "link":
        mine.write_text("mine")
    before = sorted(tmp_path.iterdir())
    with pytest.raises(FileExistsError):
        write_record(RECORD, place)
    assert sorted(tmp_path.iterdir()) == before
    assert kind not in ("file", "link") or place.read_text() == "mine"


@pytest.mark.parametrize("name", [".", "..", "/", "", "./", "/dev", "/proc/self"])
def test_a_directory_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileExistsError):
        write_record(RECORD, Path(name))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [None, 10])
def test_a_file_system_without_links_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int | None
) -> None:
    def link(source: Path, target: Path) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM), str(source), None, str(target))

    monkeypatch.setattr(os, "link", link)
    file = tmp_path / "game.txt"
    if room is not None:
        with disk_with_room_for(room), pytest.raises(OSError, match="too large"):
            write_record(RECORD, file)
        assert list(tmp_path.iterdir()) == []
    write_record(RECORD, file)
    assert file.read_text() == to_text(RECORD)
    with pytest.raises(FileExistsError):
        write_record(RECORD, file)
    assert list(tmp_path.iterdir()) == [file]


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    write_record(RECORD, pipe)
    reader.join(30)
    assert got == [to_text(RECORD)]
    assert list(tmp_path.iterdir()) == [pipe]


EXPORTS = """
import sys
from ttt_tui.cli.main import main
from tests.store.test_written_files import RECORD
from ttt_tui.process.paths import history_path
from ttt_tui.store.games import History
history = History(history_path())
history.add(RECORD)
history.close()
sys.exit(main(["history", "export", "1", sys.argv[1]]))
"""


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("is_file", [False, True])
def test_standard_output_gets_the_record_and_nothing_else(tmp_path: Path, is_file: bool) -> None:
    environment = os.environ | {"TTT_TUI_HOME": str(tmp_path)}
    out = (tmp_path / "out").open("a") if is_file else subprocess.PIPE
    done = subprocess.run(
        [sys.executable, "-c", EXPORTS, "/dev/stdout"], stdout=out, stderr=subprocess.PIPE, text=True,
        env=environment, timeout=60,
    )  # fmt: skip
    if not isinstance(out, int):
        out.close()
    assert (done.returncode, done.stderr) == (0, "")
    written = (tmp_path / "out").read_text() if is_file else done.stdout
    assert from_text(written).game.moves == RECORD.game.moves
    assert "written to" not in written


def test_what_is_appended_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    for _ in range(2):
        before = file.read_text() if file.exists() else None
        with disk_with_room_for(len(before or "") + 5), pytest.raises(OSError, match="too large"):
            append(file, "0123456789\n")
        assert (file.read_text() if file.exists() else None) == before
        append(file, "0123456789\n")
    assert file.read_text() == "0123456789\n" * 2


def test_settings_that_cannot_be_written_are_not_written_in_part(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    with disk_with_room_for(10):
        load_settings(file)
    assert not file.exists()
    load_settings(file)
    assert file.read_text() == TEMPLATE
