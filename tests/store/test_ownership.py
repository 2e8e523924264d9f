"""A process is distinguished from a later one with the same number, also on systems without /proc."""

import os
import socket
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


def test_the_mark_of_a_running_process_is_alive_in_every_time_zone(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ownership.is_alive(ownership.new_mark())
    assert ownership.new_mark() != ownership.new_mark()
    mark = mark_of(other, monkeypatch)
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("LC_ALL", "cs_CZ.UTF-8")
    assert ownership.is_alive(mark)
    host, rest = mark.split(":", 1)
    assert ownership.is_alive(f"elsewhere.{host}:{rest}"), "unknown on another host"


@pytest.mark.parametrize("is_of_another_user", [False, True])
def test_a_later_process_with_the_same_number_is_another_one(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, is_of_another_user: bool
) -> None:
    def refuse(pid: int, number: int) -> None:
        raise PermissionError

    mark = mark_of(other, monkeypatch)
    host, pid, started, rest = mark.rsplit(":", 3)
    assert started
    with monkeypatch.context() as patched:
        if is_of_another_user:
            patched.setattr(os, "kill", refuse)
        assert ownership.is_alive(mark)
        assert not ownership.is_alive(f"{host}:{pid}:{started}0:{rest}")
        assert not ownership.is_alive(f"{host}:{pid}:Thu-Jan-1-00.00.00-1970:{rest}")


def test_a_process_that_has_ended_is_not_alive_before_and_after_its_parent_waits(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = mark_of(other, monkeypatch)
    other.kill()
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)
    assert not ownership.is_alive(mark)
    other.wait()
    assert not ownership.is_alive(mark)


@pytest.mark.parametrize("mark", ["", "somebody", "a:b:c:d", "host:99999999999999999999:1:2"])
def test_a_mark_that_this_program_has_not_made_is_not_alive(mark: str) -> None:
    assert not ownership.is_alive(mark.replace("host", socket.gethostname()))


def test_where_the_start_is_unknown_a_running_process_counts_as_alive(
    other: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(*arguments: object, **options: object) -> None:
        raise FileNotFoundError("ps")

    monkeypatch.setattr(ownership, "PROC", tmp_path / "missing")
    monkeypatch.setattr(subprocess, "run", missing)
    assert ownership.is_alive(mark_of(other, monkeypatch))
