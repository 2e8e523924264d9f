"""Pipes, sockets and directories where the program expects files of its own: nothing waits for them."""

import os
import shutil
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from ttt_tui.errors import StoreError, UsageError
from ttt_tui.process import crash
from ttt_tui.store import read_only
from ttt_tui.store.files import append
from ttt_tui.store.games import History
from ttt_tui.store.settings import load_settings
from ttt_tui.tournament.folder import MATCH_FILE, Folder, saved_seed

SECONDS = 20
"""More than any of this takes on a busy machine."""


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    """End a test that waits."""

    def late(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def make_fifo(path: Path) -> None:
    os.mkfifo(path)


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(path))


KINDS = [make_fifo, make_socket, Path.mkdir]


def log(path: Path) -> None:
    assert "cannot write the log" in crash.log_crash(RuntimeError(), path)


def log_faults(path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(crash, "log_path", lambda: path)
        crash.log_faults()()


def settings(path: Path) -> None:
    assert load_settings(path).warnings == (f"The settings are ignored: {path.name} is not a file",)


def appended(path: Path) -> None:
    with pytest.raises(OSError, match=r"directory|regular"):
        append(path, "text")


def history(path: Path) -> None:
    with pytest.raises(StoreError, match="is not a file"):
        History(path)


def read_only_history(path: Path) -> None:
    with pytest.raises(StoreError, match="is not a file"):
        read_only.open_read_only(path)


def saved_match(path: Path) -> None:
    folder = path.parent / "match"
    folder.mkdir()
    path.rename(folder / MATCH_FILE)
    assert saved_seed(folder) is None
    with pytest.raises(UsageError, match=r"cannot save the match: .*(directory|regular)"):
        Folder(folder)
    (folder / MATCH_FILE).rename(path)


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize(
    "use", [log, log_faults, settings, appended, history, read_only_history, saved_match]
)
def test_no_open_of_an_own_file_waits(
    use: Callable[[Path], None], make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    make(path)
    before = path.stat().st_ino
    use(path)
    assert path.stat().st_ino == before, "it is left alone"


@pytest.mark.parametrize("make", KINDS)
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_no_open_of_a_file_beside_the_database_waits(
    end: str, make: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / "history.db"
    History(path).close()
    beside = tmp_path / f"history.db{end}"
    with suppress(FileNotFoundError):
        beside.unlink()
    make(beside)
    for open_it in (History, read_only.open_read_only):
        with pytest.raises(StoreError, match=f"{end} is not a file"):
            open_it(path)
    shutil.rmtree(beside) if beside.is_dir() else beside.unlink()
    History(path).close()
