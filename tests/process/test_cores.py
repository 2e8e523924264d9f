"""Cores shared by processes: as many searches at once as there are cores, also after one was killed."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from ttt_tui.process import cores

SEARCH = """
import os, sys, time
from ttt_tui.process.cores import one_core, share
file = os.open(sys.argv[1], os.O_RDWR)
share(file, 2)
with one_core(lambda: False, lambda: print("waits", flush=True)):
    print("has one", flush=True)
    time.sleep(1000)
"""


def searching(path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", SEARCH, str(path)], stdout=subprocess.PIPE, text=True)


def test_a_third_search_waits_for_one_of_two_cores_and_gets_that_of_a_killed_one(tmp_path: Path) -> None:
    path = tmp_path / "cores"
    path.write_bytes(bytes(2))
    searches = [searching(path)]
    try:
        for _ in range(2):
            assert searches[-1].stdout is not None
            assert searches[-1].stdout.readline() == "has one\n"
            searches.append(searching(path))
        assert searches[2].stdout is not None
        assert searches[2].stdout.readline() == "waits\n"
        searches[0].kill()
        began = time.monotonic()
        assert searches[2].stdout.readline() == "has one\n"
        assert time.monotonic() - began < 30
    finally:
        for search in searches:
            search.kill()
            search.wait()
            assert search.stdout is not None
            search.stdout.close()


def test_without_sharing_nobody_waits_and_stopped_work_does_not_either(tmp_path: Path) -> None:
    code = """
import os, sys
from ttt_tui.process.cores import one_core, share
with one_core(lambda: False, lambda: print("waits")):
    print("no limit")
share(os.open(sys.argv[1], os.O_RDWR), 0)
with one_core(lambda: True, lambda: print("waits")):
    print("stopped")
"""
    path = tmp_path / "cores"
    path.touch()
    ended = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "no limit\nwaits\nstopped\n"


def test_one_process_takes_one_core_for_all_its_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "_shared", cores._Shared())
    path = tmp_path / "cores"
    path.write_bytes(bytes(1))
    with open(path, "r+b") as file:
        cores.share(file.fileno(), 1)
        waits: list[None] = []
        with (
            cores.one_core(lambda: False, lambda: waits.append(None)),
            cores.one_core(lambda: False, lambda: waits.append(None)),
        ):
            assert cores._shared.users == 2
        assert (cores._shared.users, waits) == (0, [])
        cores.share(file.fileno(), 0)
        with cores.one_core(lambda: True, lambda: waits.append(None)):
            assert cores._shared.users == 0
        assert waits == [None]
