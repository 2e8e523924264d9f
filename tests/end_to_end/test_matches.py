"""Matches with several games at once: whatever ends them, no process is left, and what was played is kept."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.gomocup.bad_brains import command
from tests.support.processes import MARK, PATIENCE, marked, wait_until
from tests.support.terminal import CTRL_C, PROGRAM, Terminal, environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says how processes are doing")

QUICK = ("--player", "random,name=Ann", "--player", "rules,name=Bob", "--board", "4", "--seed", "3")


def brain(name: str, *fields: str) -> tuple[str, str]:
    return "--player", ",".join((f"brain:{' '.join(command(name))}", *fields))


@contextmanager
def start(mark: str, home: Path, *words: object) -> "Iterator[subprocess.Popen[bytes]]":
    """A match that runs, and ends with this whatever happens."""
    with subprocess.Popen(
        [PROGRAM, "match", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(str(home), **{MARK: mark}),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(mark: str, home: Path, *words: object) -> tuple[int, Any, str]:
    """Let a match end; return its status, its JSON and its errors. No process is left."""
    with start(mark, home, *words, "--json") as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert marked(mark) == {}
    return process.returncode, json.loads(out), err.decode()


@pytest.fixture
def mark(request: pytest.FixtureRequest) -> str:
    return f"{request.node.name} {os.getpid()}"


def running(mark: str, name: str) -> int:
    """How many processes are that brain, or its child."""
    return sum(each.startswith(" ".join(command(name))) for each in marked(mark).values())


@pytest.mark.slow
def test_ctrl_c_ends_all_of_it_and_the_same_command_goes_on(mark: str, tmp_path: Path) -> None:
    folder = tmp_path / "match"
    words = (*QUICK, "--games", 30, "--jobs", 2, "--save", folder)

    def saved() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in folder.glob("game-*.txt")}

    with start(mark, tmp_path, *words, "--json") as process:
        wait_until(lambda: len(saved()) >= 5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert marked(mark) == {}
    first, kept = json.loads(out)["records"], saved()
    assert err.decode() == (
        f"ttt-tui: interrupted after {len(first)} of 30 games; run the same command again to continue\n"
    )
    assert 5 <= len(first) == len(kept) < 30
    status, told, said = ended(mark, tmp_path, *words)
    assert (status, said) == (0, "")
    assert len(saved()) == 30
    assert kept.items() <= saved().items()
    assert [game for game in first if game not in told["records"]] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_match(number: int, mark: str, tmp_path: Path) -> None:
    """Not the workers, nor the brains, nor what one has started, which moves in game 1 only."""
    players = (*brain("has_child", "name=Ann", "time=3000"), *brain("overruns", "name=Bob", "time=3000"))
    with start(mark, tmp_path, *players, "--board", 7, "--jobs", 2, "--json") as process:
        wait_until(lambda: (running(mark, "overruns"), running(mark, "has_child")) == (2, 2))
        process.send_signal(number)
        out, _ = process.communicate(timeout=PATIENCE)
    if number == signal.SIGTERM:
        assert process.returncode == 128 + number
        assert json.loads(out)["records"] == []
        assert marked(mark) == {}
    wait_until(lambda: marked(mark) == {})


@pytest.mark.slow
def test_bad_brains_play_at_once_too(mark: str, tmp_path: Path) -> None:
    bad = {
        "dies": {"died": 2},
        "on_stone": {"illegal move": 2},
        "stubborn": {},
        "refuses_moves": {"refused": 2},
    }
    players = [word for name in bad for word in brain(name, f"name={name}", "time=0.5")]
    words = ("--player", "random,name=Bob", *players, "--board", 7, "--games", 2, "--gauntlet")
    status, data, err = ended(mark, tmp_path, *words, "--seed", 1, "--jobs", 2)
    assert status == 0
    assert [player["faults"] for player in data["players"]] == [{}, *bad.values()]
    assert err.count(" failed in game ") == err.count("\n") == 6


@pytest.mark.slow
def test_a_terminal_shows_how_the_test_goes_and_ctrl_c_there_is_for_the_match_alone(mark: str) -> None:
    words = ("match", *QUICK, "--sprt=-1,1", "--games", "100000", "--jobs", "2")
    with Terminal(*words, columns=100, **{MARK: mark}) as terminal:
        terminal.wait_for("of ±2.94, games")
        terminal.wait_for(lambda: re.search(r"games\D*[1-9]\d*/100000", str(terminal)))
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 130
        assert "SPRT undecided after " in str(terminal)
        assert re.search(
            r"ttt-tui: interrupted after \d+ of 100000 games, which are not saved;", str(terminal)
        )
        assert "Traceback" not in str(terminal)
    assert marked(mark) == {}


@pytest.mark.slow
def test_a_file_that_may_not_grow_ends_the_match_with_what_was_played(mark: str, tmp_path: Path) -> None:
    """As on a full disk: what is written first is the record of a game, and then the match file."""
    words = (*QUICK, "--games", 60, "--json", "--save", str(tmp_path / "match"))
    limit = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)); "
    limited = f"{limit} os.execv({PROGRAM!r}, {[PROGRAM, 'match', *map(str, words)]!r})"
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, env=environment(str(tmp_path)), timeout=PATIENCE
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"match.jsonl': file too large" in done.stderr
    played = len(json.loads(done.stdout)["records"])
    assert 0 < played < 60
    lines = (tmp_path / "match" / "match.jsonl").read_text().splitlines()
    assert [json.loads(line).get("game") for line in lines] == [None, *range(1, played + 1)]
