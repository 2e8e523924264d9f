"""A process is told from a later one with the same number, on systems without /proc as well."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ttt_tui.store import ownership


@pytest.fixture(params=["proc", "ps"], autouse=True)
def _system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let there be /proc, or only `ps` as on macOS."""
    if request.param == "ps":
        monkeypatch.setattr(ownership, "PROC", tmp_path / "missing")


@pytest.fixture
def other() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.communicate()


def mark_of(process: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch) -> str:
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: process.pid)
        return ownership.new_mark()


def test_the_mark_of_a_process_that_runs_is_alive_in_every_time_zone(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ownership.is_alive(ownership.new_mark())
    mark = mark_of(other, monkeypatch)
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert ownership.is_alive(mark)


def test_a_later_process_with_the_number_of_one_that_has_ended_is_not_that_one(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = mark_of(other, monkeypatch)
    host, _, started, rest = mark.rsplit(":", 3)
    assert started
    recycled = f"{host}:{os.getppid()}:{started}:{rest}"
    if ownership._started(os.getppid()) != started:
        assert not ownership.is_alive(recycled)
    assert not ownership.is_alive(f"{host}:{other.pid}:Thu-Jan-1-00.00.00-1970:{rest}")


def test_a_process_that_has_ended_is_not_alive_before_its_parent_has_asked_and_after(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = mark_of(other, monkeypatch)
    other.kill()
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
    assert not ownership.is_alive(mark)
    other.wait()
    assert not ownership.is_alive(mark)


def test_where_nothing_tells_the_start_a_process_that_runs_is_taken_for_alive(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(*arguments: object, **options: object) -> None:
        raise FileNotFoundError("ps")

    monkeypatch.setattr(ownership, "PROC", tmp_path / "missing")
    monkeypatch.setattr(subprocess, "run", missing)
    assert ownership.is_alive(mark_of(other, monkeypatch))
