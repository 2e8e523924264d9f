"""The launcher: how it starts, supervises and ends a program, and that no process of its group survives."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.processes import is_alive, wait_until_gone
from ttt_tui.errors import CannotStart, ChildGone
from ttt_tui.process import child, launcher
from ttt_tui.process.child import Child

LONG = 60.0
"""Seconds; nothing takes as long."""

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
        self.process.wait(LONG)
        assert self.process.stdout is not None
        self.process.stdout.close()
        os.close(self.reported)


Launch = Callable[..., Launched]


@pytest.fixture
def launch() -> Iterator[Launch]:
    launched = []

    def start(code: str, *interpreter: str) -> Launched:
        launched.append(Launched(code, *interpreter))
        return launched[-1]

    yield start
    for each in launched:
        each.close()


@pytest.mark.parametrize("interpreter", [(), ("-c", WITHOUT_WAITID)], ids=["waitid", "no waitid"])
def test_it_reports_the_program_and_ends_with_its_status(
    interpreter: tuple[str, ...], launch: Launch
) -> None:
    here = launch("raise SystemExit(3)", *interpreter)
    assert here.process.wait(LONG) == 3
    assert int(os.read(here.reported, 100)) > 1


def test_a_byte_is_a_sigterm_and_the_end_of_the_lifeline_kills(launch: Launch) -> None:
    here = launch(
        "import signal, time; signal.signal(signal.SIGTERM, lambda *_: print(flush=True))\n"
        "print(flush=True)\n"
        "while True: time.sleep(60)"
    )
    here.wait_for_output()
    os.write(here.lifeline, b"T")
    here.wait_for_output()
    here.let_go()
    assert here.process.wait(LONG) == -signal.SIGKILL


def test_without_a_command_it_leaves(launch: Launch) -> None:
    here = launch("")
    here.let_go()
    assert here.process.wait(LONG) == 1


@pytest.mark.parametrize(
    ("has_parent", "error", "report"),
    [
        (True, None, "%d\n"),
        (True, OSError(8, "Exec format error"), "%d\nExec format error"),
        (False, None, ""),
    ],
)
def test_it_becomes_the_program_or_leaves_and_says_why(
    has_parent: bool, error: OSError | None, report: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    became: list[list[str]] = []

    def leave(status: int) -> None:
        raise SystemExit(status)

    def become(program: str, words: list[str]) -> None:
        became.append(words)
        if error is not None:
            raise error

    monkeypatch.setattr(os, "execvp", become)
    monkeypatch.setattr(os, "_exit", leave)
    monkeypatch.setattr(signal, "signal", lambda number, handler: None)
    monkeypatch.setattr(os, "setsid", lambda: None)
    monkeypatch.setattr(launcher, "die_with_parent", lambda number: None)
    read, write = os.pipe()
    status = None
    try:
        launcher.become(["a", "b"], write, os.getppid() if has_parent else 1234567)
    except SystemExit as left:
        status = left.code
    os.close(write)
    with open(read) as reported:
        assert reported.read() == report.replace("%d", str(os.getpid()))
    assert (status is None) == (has_parent and error is None)
    assert became == [["a", "b"]] * has_parent


# --- the process group -----------------------------------------------------------------------------------

HAS_CHILD = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = os.fork()
if child:
    print(os.getpid(), child, flush=True)
{then}
"""
"""A program that ignores signals and the end of its input, and starts another one that does so, too."""

STAYS = HAS_CHILD.format(then="time.sleep(1000)")
LEAVES = HAS_CHILD.format(then="time.sleep(0 if child else 1000); raise SystemExit(7)")

STARTS_IT = f"""
import sys, time
from ttt_tui.process import launcher
from ttt_tui.process.child import Child

launcher.__file__ = sys.argv[1]
child = Child([sys.executable, "-I", "-S", "-c", {STAYS!r}])
print(child.line(60), flush=True)
time.sleep(1000)
"""

WITHOUT = {
    "nothing": "",
    "prctl": "import sys; sys.platform = 'other'",
    "waitid": "import os; del os.waitid",
}
"""What the launcher has to do without → the statement that takes it away."""

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells which processes live")


@pytest.fixture(params=WITHOUT)
def changed(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let children be started by a launcher that lacks something; its path."""
    path, original = tmp_path / "launcher.py", str(launcher.__file__)
    execute = f"exec(compile(open({original!r}).read(), 'launcher', 'exec'))"
    path.write_text(f"{WITHOUT[request.param]}\n{execute}\n")
    monkeypatch.setattr(launcher, "__file__", str(path))
    return str(path)


def started(code: str) -> tuple[Child, list[int]]:
    """Start a program that has a child; return both processes, too."""
    one = Child([sys.executable, "-I", "-S", "-c", code], terminates_within=0.0)
    processes = [int(number) for number in str(one.line(LONG)).split()]
    assert processes[0] == one.process_id
    return one, processes


@linux_only
def test_killing_this_program_ends_the_children_of_the_program_too(changed: str) -> None:
    start = [sys.executable, "-c", STARTS_IT, changed]
    with subprocess.Popen(start, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        processes = [int(number) for number in process.stdout.readline().split()]
        assert all(map(is_alive, processes))
        process.kill()
        process.wait()
        for number in processes:
            wait_until_gone(number)


@linux_only
@pytest.mark.usefixtures("changed")
def test_the_children_of_a_program_end_when_it_is_ended_and_when_it_ends_by_itself() -> None:
    one, processes = started(STAYS)
    one.end()
    other, more = started(LEAVES)
    with pytest.raises(ChildGone, match=r"stopped \(exit status 7\)"):
        other.line(LONG)
    for number in (*processes, *more):
        wait_until_gone(number)
    other.end()


@linux_only
def test_a_launcher_that_does_not_react_is_killed_with_its_programs_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(child, "KILLS_WITHIN", 0.1)
    one, processes = started(STAYS)
    os.kill(one._process.pid, signal.SIGSTOP)
    one.end()
    for number in processes:
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
