"""The launcher: how it starts, supervises and ends a program, and that no process of its group survives."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import is_alive, wait_until_gone
from ttt_tui.errors import CannotStart, ChildEnded
from ttt_tui.process import child, launcher
from ttt_tui.process.child import Child

WITHOUT_WAITID = (
    "import os, sys; del os.waitid\nfrom ttt_tui.process import launcher\nlauncher.main(sys.argv[1:])"
)


class Launched:
    """A launcher that was given a command of Python, and the pipes to it."""

    def __init__(self, code: str, *interpreter: str) -> None:
        held, self.lifeline = os.pipe()
        self.reported, report = os.pipe()
        start = interpreter or (launcher.__file__,)
        self.process = subprocess.Popen(
            [sys.executable, *start, str(held), str(report)],
            stdout=subprocess.PIPE,
            pass_fds=(held, report),
        )
        for descriptor in (held, report):
            os.close(descriptor)
        if code:
            os.write(self.lifeline, launcher.message([sys.executable, "-S", "-c", code]))

    def wait_for_output(self) -> None:
        """Wait until the program has printed a line."""
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"\n"

    def let_go(self) -> None:
        """Close the lifeline, as the end of the other process does."""
        os.close(self.lifeline)
        self.lifeline = -1

    def close(self) -> None:
        """End it, and close what is open."""
        if self.lifeline >= 0:
            self.let_go()
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        os.close(self.reported)


@pytest.fixture
def launched() -> Iterator[list[Launched]]:
    all_of_them: list[Launched] = []
    yield all_of_them
    for each in all_of_them:
        each.close()


@pytest.mark.parametrize("interpreter", [(), ("-c", WITHOUT_WAITID)], ids=["waitid", "no waitid"])
def test_it_reports_the_program_and_ends_with_its_status(
    launched: list[Launched], interpreter: tuple[str, ...]
) -> None:
    here = Launched("raise SystemExit(3)", *interpreter)
    launched.append(here)
    assert here.process.wait(20) == 3
    assert int(os.read(here.reported, 100)) > 1


def test_a_byte_is_a_sigterm_and_the_end_of_the_lifeline_kills(launched: list[Launched]) -> None:
    here = Launched(
        "import signal, time; signal.signal(signal.SIGTERM, lambda *_: print(flush=True))\n"
        "print(flush=True)\n"
        "while True: time.sleep(60)"
    )
    launched.append(here)
    here.wait_for_output()
    os.write(here.lifeline, b"T")
    here.wait_for_output()
    here.let_go()
    assert here.process.wait(20) == -signal.SIGKILL


def test_without_a_command_it_leaves(launched: list[Launched]) -> None:
    here = Launched("")
    launched.append(here)
    here.let_go()
    assert here.process.wait(20) == 1


# --- in this process -------------------------------------------------------------------------------------


class Become(Exception):
    """What would have been run."""


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, int]]:
    """The launcher's functions changed so that nothing happens to this process; a pipe for its report."""

    def leave(status: int) -> None:
        raise SystemExit(status)

    def become(program: str, words: list[str]) -> None:
        raise Become(words)

    monkeypatch.setattr(os, "execvp", become)
    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(os, "setsid", lambda: None)
    monkeypatch.setattr(launcher, "die_with_parent", lambda number: None)
    read, write = os.pipe()
    yield read, write
    os.close(read)
    os.close(write)


def test_the_launcher_becomes_the_program(here: tuple[int, int]) -> None:
    with pytest.raises(Become, match="'a', 'b'"):
        launcher.become(["a", "b"], here[1], os.getppid())
    assert os.read(here[0], 100) == b"%d\n" % os.getpid()


def test_the_launcher_leaves_when_its_parent_has_ended(here: tuple[int, int]) -> None:
    with pytest.raises(SystemExit) as left:
        launcher.become(["a"], here[1], 1234567)
    assert left.value.code == 1


def test_the_launcher_reports_an_error_of_exec(
    here: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(program: str, words: list[str]) -> None:
        raise OSError(8, "Exec format error")

    monkeypatch.setattr(os, "execvp", fail)
    with pytest.raises(SystemExit):
        launcher.become(["a"], here[1], os.getppid())
    assert os.read(here[0], 100) == b"%d\nExec format error" % os.getpid()


# --- the process group -----------------------------------------------------------------------------------

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
    with pytest.raises(ChildEnded, match=r"stopped \(exit status 7\)"):
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


@pytest.mark.parametrize("has_waitid", [True, False])
def test_the_status_of_a_program_is_known_once_it_has_ended(
    has_waitid: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_waitid:
        monkeypatch.delattr(os, "waitid")
    command = [sys.executable, "-c", "import time; time.sleep(1000)"]
    process = subprocess.Popen(command, start_new_session=True)
    assert launcher._status(process.pid) is None
    process.terminate()
    status = None
    while status is None:
        status = launcher._status(process.pid)
    assert os.WTERMSIG(status) == signal.SIGTERM
    process.returncode = -signal.SIGTERM  # it was waited for already


def test_a_program_is_killed_that_does_not_lead_its_group_yet() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]) as process:
        launcher.signal_group(process.pid, signal.SIGKILL)
        assert process.wait(LONG) == -signal.SIGKILL


@pytest.mark.parametrize("words", [["a b", "", "'\"", "é\udcff"], ["x" * 50_000]])
def test_a_program_gets_its_arguments_as_they_are(words: list[str]) -> None:
    text = "import os, sys; print(sys.argv[1:] == eval(input()), flush=True)"
    one = Child([sys.executable, "-I", "-S", "-c", text, *words])
    one.write(f"{words!a}\n")
    assert one.line(LONG) == "True"
    one.end()


def test_a_command_that_is_too_long_is_refused() -> None:
    with pytest.raises(CannotStart, match=r"the command is too long \(at most 60,000 bytes\)"):
        Child(["true", "x" * 60_000])
