"""A program and its own children end with this one, also when it is killed, and with whatever launcher."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.processes import is_alive, wait_until_gone
from ttt_tui.errors import ChildGone
from ttt_tui.process import child, launcher
from ttt_tui.process.child import Child

LONG = 60.0
"""Seconds; nothing takes as long."""

HAS_CHILD = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = os.fork()
if child:
    print(os.getpid(), child, flush=True)
time.sleep(1000)
"""
"""A program that ignores signals and the end of its input, and starts another one that does so, too."""

STARTS_IT = f"""
import sys, time
from ttt_tui.process import launcher
from ttt_tui.process.child import Child

launcher.__file__ = sys.argv[1]
child = Child([sys.executable, "-I", "-S", "-c", {HAS_CHILD!r}])
print(child.line(60), flush=True)
time.sleep(1000)
"""

WITHOUT = {
    "nothing": "",
    "prctl": "import sys; sys.platform = 'other'",
    "waitid": "import os; del os.waitid",
}
"""What the launcher has to do without → the statement that takes it away."""


def launcher_after(statement: str, directory: Path) -> str:
    """Return the path of a launcher that executes a statement first."""
    path = Path(str(launcher.__file__))
    changed = directory / "launcher.py"
    changed.write_text(f"{statement}\nexec(compile(open({str(path)!r}).read(), 'launcher', 'exec'))\n")
    return str(changed)


linux_only = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes live")


@linux_only
@pytest.mark.parametrize("without", WITHOUT)
def test_killing_this_program_ends_the_children_of_the_program_too(without: str, tmp_path: Path) -> None:
    start = [sys.executable, "-c", STARTS_IT, launcher_after(WITHOUT[without], tmp_path)]
    with subprocess.Popen(start, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        started = [int(number) for number in process.stdout.readline().split()]
        assert all(map(is_alive, started))
        process.kill()
        process.wait()
        for number in started:
            wait_until_gone(number)


@linux_only
@pytest.mark.parametrize("without", WITHOUT)
def test_ending_a_program_ends_its_children_too(
    without: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "__file__", launcher_after(WITHOUT[without], tmp_path))
    one = Child([sys.executable, "-I", "-S", "-c", HAS_CHILD], terminates_within=0.0)
    started = [int(number) for number in str(one.line(LONG)).split()]
    assert started[0] == one.process_id
    one.end()
    for number in started:
        wait_until_gone(number)


@linux_only
@pytest.mark.parametrize("without", WITHOUT)
def test_children_of_a_program_end_when_it_ends_by_itself(
    without: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launcher, "__file__", launcher_after(WITHOUT[without], tmp_path))
    leaves = HAS_CHILD.replace("time.sleep(1000)", "time.sleep(0 if child else 1000); raise SystemExit(7)")
    one = Child([sys.executable, "-I", "-S", "-c", leaves])
    started = [int(number) for number in str(one.line(LONG)).split()]
    with pytest.raises(ChildGone, match=r"stopped \(exit status 7\)"):
        one.line(LONG)
    for number in started:
        wait_until_gone(number)
    one.end()


@linux_only
def test_a_launcher_that_does_not_react_is_killed_with_its_programs_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "KILLS_WITHIN", 0.1)
    one = Child([sys.executable, "-I", "-S", "-c", HAS_CHILD], terminates_within=0.0)
    started = [int(number) for number in str(one.line(LONG)).split()]
    os.kill(one._process.pid, signal.SIGSTOP)
    one.end()
    for number in started:
        wait_until_gone(number)


def test_a_program_is_killed_that_does_not_lead_its_group_yet() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]) as process:
        launcher.signal_group(process.pid, signal.SIGKILL)
        assert process.wait(LONG) == -signal.SIGKILL


def test_a_launcher_that_ends_at_once_is_no_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(launcher, "__file__", launcher_after("raise SystemExit", tmp_path))
    with pytest.raises(child.CannotStart, match="true: the launcher stopped"):
        Child(["true"])


@pytest.mark.parametrize("words", [["a b", "", "'\"", "é\udcff"], ["x" * 50_000]])
def test_a_program_gets_its_arguments_as_they_are(words: list[str]) -> None:
    text = "import os, sys; print(sys.argv[1:] == eval(input()), flush=True)"
    one = Child([sys.executable, "-I", "-S", "-c", text, *words])
    one.write(f"{words!a}\n")
    assert one.line(LONG) == "True"
    one.end()


def test_a_command_that_is_too_long_is_refused() -> None:
    with pytest.raises(child.CannotStart, match=r"the command is too long \(at most 60,000 bytes\)"):
        Child(["true", "x" * 60_000])
