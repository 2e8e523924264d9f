"""The installed program with a brain: however it ends, no process of the brain is left."""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.gomocup.bad_brains import command
from tests.support.processes import MARK, marked, wait_until_gone
from tests.support.stores import edit
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, PROGRAM, Terminal, environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which processes run")


@pytest.fixture
def mark() -> Iterator[str]:
    """A word by which the processes of a test are found; in the end there is none."""
    mark = uuid4().hex
    yield mark
    for process in marked(mark):
        wait_until_gone(process)


BOARD = ("--board", "7", "--line", "5")


def against(name: str, *arguments: object, called: str = "Good") -> tuple[str, ...]:
    """Return the options for a game against a brain."""
    typed = shlex.join(command(name, *arguments)).replace('"', '""')
    return (*BOARD, "--player", "human,name=Ada", "--player", f'"brain:{typed}",name={called},cwd=/')


def brains(mark: str) -> list[int]:
    """Return the processes of brains that have this mark."""
    return [
        process
        for process, what in marked(mark).items()
        if "gomocup/brains" in what and "ttt-tui" not in what
    ]


def to_the_board(terminal: Terminal) -> None:
    terminal.wait_for("Your move")
    terminal.wait_for("R resign")


@pytest.mark.slow
def test_a_game_against_a_brain_is_left_and_gone_on_with(mark: str, tmp_path: Path) -> None:
    home = str(tmp_path)
    with Terminal(*against("good"), TTT_TUI_HOME=home, **{MARK: mark}) as terminal:
        to_the_board(terminal)
        terminal.send(ENTER)
        terminal.wait_for("O a1")
        assert len(brains(mark)) == 1
        terminal.send("qq")
        assert terminal.wait_exit() == 0
        assert "Game kept" in terminal.said_at_the_end
    assert brains(mark) == []
    with Terminal("--resume", TTT_TUI_HOME=home, **{MARK: mark}) as terminal:
        terminal.wait_for("O a1")
        terminal.send(f":e5{ENTER}")
        terminal.wait_for("O b1")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert brains(mark) == []


ENDS = {
    "waits": signal.SIGKILL,
    "stubborn": signal.SIGHUP,
    "spins": signal.SIGKILL,
    "has_child": signal.SIGTERM,
}
"""Engines, and what ends the program that has started them."""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("name", ENDS)
def test_whatever_ends_the_program_ends_its_brain(name: str, mark: str, tmp_path: Path) -> None:
    number = ENDS[name]
    log = tmp_path / "log"
    with Terminal(*against(name, log), TTT_TUI_HOME=str(tmp_path), **{MARK: mark}) as terminal:
        to_the_board(terminal)
        terminal.send(ENTER)
        terminal.wait_for(lambda: log.exists() and "TURN" in log.read_text())
        processes = brains(mark)
        assert len(processes) == 1 + (name == "has_child")
        terminal.process.send_signal(number)
        assert terminal.wait_exit() == (-number if number is signal.SIGKILL else 128 + number)
        for process in processes:
            wait_until_gone(process)


@pytest.mark.slow
def test_where_the_brain_is_not_known_it_is_asked_who_goes_on(mark: str, tmp_path: Path) -> None:
    home = str(tmp_path)
    with Terminal(*against("good"), TTT_TUI_HOME=home, **{MARK: mark}) as terminal:
        to_the_board(terminal)
        terminal.send(ENTER)
        terminal.wait_for("O a1")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    forget(tmp_path)
    with Terminal("--resume", TTT_TUI_HOME=home, **{MARK: mark}) as terminal:
        terminal.wait_for("Unknown engine 'Good'")
        terminal.send(ESCAPE)
        terminal.wait_for(lambda: "Choose a player for" not in str(terminal))
        terminal.send(f":e5{ENTER}")
        terminal.wait_for("unknown engine 'Good'")
        terminal.wait_for("Esc decide later")
        terminal.send("e")
        terminal.wait_for(lambda: re.search("X e5 +O [a-g][1-7]", str(terminal)))
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    said = plain(tmp_path, mark, "moves\n", "--resume")
    assert not any("Good" in line for line in said), "it is settled for good"


def forget(home: Path) -> None:
    """Let a home's store know no brain any more."""
    edit(home / "history.db", "DELETE FROM brains")


def plain(home: Path, mark: str, script: str, *arguments: str) -> list[str]:
    """Say a script to plain mode and return what it says."""
    done = subprocess.run(
        [PROGRAM, "--plain", *arguments],
        input=script,
        capture_output=True,
        text=True,
        env=environment(str(home), TTT_TUI_HOME=str(home), **{MARK: mark}),
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.slow
def test_plain_mode_plays_against_it_and_remembers_it_by_name(mark: str, tmp_path: Path) -> None:
    said = plain(tmp_path, mark, "d4\ne4\nd5\n", *against("good", called="Mine"))
    assert [line for line in said if line.startswith("O plays")] == [
        "O plays a1. Your move.", "O plays b1. Your move.", "O plays c1. Your move.",
    ]  # fmt: skip
    assert brains(mark) == []
    said = plain(
        tmp_path, mark, "d4\n", "--board", "7", "--line", "5", "--player", "human", "--player", "brain:Mine"
    )
    assert "O plays a1. Your move." in said
    forget(tmp_path)
    said = plain(tmp_path, mark, "seat person\n", "--resume")
    assert "Unknown engine 'Mine'. Type seat expert or seat human to replace it." in said


def test_plain_mode_that_is_killed_takes_its_brain_along(mark: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with subprocess.Popen(
        [PROGRAM, "--plain", *against("waits", log)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(str(tmp_path), TTT_TUI_HOME=str(tmp_path), **{MARK: mark}),
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write("d4\n")
        program.stdin.flush()
        while not program.stdout.readline().startswith("X plays d4"):
            pass
        while not log.exists() or "TURN" not in log.read_text():
            os.sched_yield()
        (process,) = brains(mark)
        program.kill()
        wait_until_gone(process)
