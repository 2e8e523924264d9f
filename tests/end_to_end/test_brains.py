"""The installed program with a brain: however it ends, no process of the brain is left."""

import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.gomocup.bad_brains import command
from tests.support.processes import MARK, marked, wait_until_gone
from tests.support.stores import edit
from tests.support.terminal import CTRL_Q, ENTER, ESCAPE, PROGRAM, Terminal, environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which processes run")

BOARD = ("--board", "7", "--line", "5")


def against(name: str, *arguments: object, called: str = "Good") -> tuple[str, ...]:
    """Return the options for a game against a brain."""
    typed = shlex.join(command(name, *arguments)).replace('"', '""')
    return (*BOARD, "--player", "human,name=Ada", "--player", f'"brain:{typed}",name={called},cwd=/')


class Machine:
    """A home, and a mark by which the processes are found that start there."""

    def __init__(self, home: Path) -> None:
        self.home, self.mark = home, uuid4().hex
        self.variables = {"TTT_TUI_HOME": str(home), MARK: self.mark}

    def brains(self) -> list[int]:
        """Return the processes of brains."""
        running = marked(self.mark).items()
        return [number for number, what in running if "gomocup/brains" in what and "ttt-tui" not in what]

    def start(self, *arguments: str) -> Terminal:
        return Terminal(*arguments, **self.variables)

    def begin(self, *arguments: str) -> Terminal:
        """Start a game, and place the first stone."""
        terminal = self.start(*arguments)
        terminal.wait_for("Your move")
        terminal.wait_for("R resign")
        terminal.send(ENTER)
        return terminal

    def plain(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [PROGRAM, "--plain", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment(str(self.home), **self.variables),
        )

    def told(self, script: str, *arguments: str) -> list[str]:
        """Say a script to plain mode and return what it says."""
        with self.plain(*arguments) as process:
            return process.communicate(script, timeout=60)[0].splitlines()

    def forget(self) -> None:
        """Let the store know no brain any more."""
        edit(self.home / "history.db", "DELETE FROM brains")


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A machine on which in the end no process is left."""
    machine = Machine(tmp_path)
    yield machine
    for process in marked(machine.mark):
        wait_until_gone(process)


@pytest.mark.slow
def test_a_game_against_a_brain_is_left_and_gone_on_with_also_where_it_is_not_known(machine: Machine) -> None:
    with machine.begin(*against("good")) as terminal:
        terminal.wait_for("O a1")
        assert len(machine.brains()) == 1
        terminal.send("qq")
        assert terminal.wait_exit() == 0
        assert "Game kept" in terminal.said_at_the_end
    assert machine.brains() == []
    with machine.start("--resume") as terminal:
        terminal.wait_for("O a1")
        terminal.send(f":e5{ENTER}")
        terminal.wait_for("O b1")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert machine.brains() == []
    machine.forget()
    with machine.start("--resume") as terminal:
        terminal.wait_for("Unknown engine 'Good'")
        terminal.send(ESCAPE)
        terminal.wait_for(lambda: "Choose a player for" not in str(terminal))
        terminal.send(f":e6{ENTER}")
        terminal.wait_for("unknown engine 'Good'")
        terminal.wait_for("Esc decide later")
        terminal.send("e")
        terminal.wait_for(lambda: re.search("X e6 +O [a-g][1-7]", str(terminal)))
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert not any("Good" in line for line in machine.told("moves\n", "--resume")), "it is settled for good"


ENDS = {
    "waits": signal.SIGKILL,
    "stubborn": signal.SIGHUP,
    "spins": signal.SIGKILL,
    "has_child": signal.SIGTERM,
}
"""Engines, and what ends the program that has started them."""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("name", ENDS)
def test_whatever_ends_the_program_ends_its_brain(name: str, machine: Machine) -> None:
    number, log = ENDS[name], machine.home / "log"
    with machine.begin(*against(name, log)) as terminal:
        terminal.wait_for(lambda: log.exists() and "TURN" in log.read_text())
        processes = machine.brains()
        assert len(processes) == 1 + (name == "has_child")
        terminal.process.send_signal(number)
        assert terminal.wait_exit() == (-number if number is signal.SIGKILL else 128 + number)
        for process in processes:
            wait_until_gone(process)


@pytest.mark.slow
def test_plain_mode_plays_against_it_and_remembers_it_by_name(machine: Machine) -> None:
    said = machine.told("d4\ne4\nd5\n", *against("good", called="Mine"))
    plays = [line for line in said if line.startswith("O plays")]
    assert plays == [f"O plays {square}. Your move." for square in ("a1", "b1", "c1")]
    assert machine.brains() == []
    said = machine.told("d4\n", *BOARD, "--player", "human", "--player", "brain:Mine")
    assert "O plays a1. Your move." in said
    machine.forget()
    said = machine.told("seat person\n", "--resume")
    assert "Unknown engine 'Mine'. Type seat expert or seat human to replace it." in said


def test_plain_mode_that_is_killed_takes_its_brain_along(machine: Machine) -> None:
    log = machine.home / "log"
    with machine.plain(*against("waits", log)) as program:
        assert program.stdin is not None
        print("d4", file=program.stdin, flush=True)
        while not log.exists() or "TURN" not in log.read_text():
            time.sleep(0.01)
        (process,) = machine.brains()
        program.kill()
        wait_until_gone(process)
