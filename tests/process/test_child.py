"""Programs that run beside this one: how they are started and talked to, and that they do not outlive it."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes import is_alive
from ttt_tui.errors import CannotStart, ChildGone, ChildNotReading
from ttt_tui.process import child, launcher
from ttt_tui.process.child import LONGEST_LINE, Child, end_all

LONG = 60.0
"""Seconds; nothing takes as long."""

Run = Callable[[str], Child]


@pytest.fixture
def run() -> Iterator[Run]:
    """Starts Python with a text of a program, and ends it after the test."""
    children = []

    def start(text: str) -> Child:
        children.append(Child([sys.executable, "-I", "-S", "-c", text]))
        return children[-1]

    yield start
    for one in children:
        one.end()


def test_lines_go_to_it_and_come_back(run: Run) -> None:
    echo = run("while True: print(input().upper(), flush=True)")
    echo.write("one\ntwo\n")
    assert (echo.line(LONG), echo.line(LONG)) == ("ONE", "TWO")
    assert echo.line(0.0) is None
    assert echo.received == len("ONE\nTWO\n")


def test_a_program_leads_a_session_without_a_terminal_and_gets_signals(run: Run) -> None:
    text = "import os, signal; print(os.getpid() == os.getsid(0), signal.getsignal(signal.SIGTERM) == 0)"
    assert run(f"{text}; input()").line(LONG) == "True True"


def test_invalid_utf_8_and_long_lines_are_returned(run: Run) -> None:
    talker = run("import os; os.write(1, b'\\xff\\r\\n' + b'x' * 9000 + b'\\nend\\n'); input()")
    assert [talker.line(LONG) for _ in range(3)] == ["\ufffd", "x" * LONGEST_LINE, "end"]


def test_output_without_a_line_end_does_not_extend_the_wait(run: Run) -> None:
    talker = run("while True: print('x' * 1000, end='', flush=True)")
    while not talker.received:
        assert talker.line(0.01) is None


def test_writing_to_a_program_that_does_not_read_raises(run: Run) -> None:
    deaf = run("import time; time.sleep(1000)")
    with pytest.raises(ChildNotReading):
        deaf.write("x" * 1_000_000)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", r"stopped \(exit status 0\)"),
        ("raise SystemExit(7)", r"stopped \(exit status 7\)"),
        ("import os; os.kill(os.getpid(), 9)", "was killed by SIGKILL"),
        ("import os; os.kill(os.getpid(), 34)", "was killed by (signal 34|SIGRTMIN)"),
        ("import os, time; os.close(1); time.sleep(1000)", "closed its output"),
    ],
)
def test_reading_after_the_end_of_output_says_how_it_ended(text: str, told: str, run: Run) -> None:
    gone = run(text)
    with pytest.raises(ChildGone, match=told):
        gone.line(LONG)
    with pytest.raises(ChildGone, match=told):
        gone.line(0.0)


def test_writing_to_a_program_that_has_ended_by_itself_raises(run: Run) -> None:
    gone = run("")
    while gone._process.poll() is None:
        time.sleep(0.01)
    with pytest.raises(ChildGone):
        gone.write("x\n")


def test_an_ended_program_can_neither_be_read_nor_written(run: Run) -> None:
    ended = run("input()")
    ended.end()
    ended.end()
    with pytest.raises(ChildGone):
        ended.line(LONG)
    with pytest.raises(ChildGone):
        ended.write("x\n")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time enough to end for who would, on the busiest machine."""
    monkeypatch.setattr(child, "ENDS_WITHIN", LONG)
    monkeypatch.setattr(child, "TERMINATES_WITHIN", LONG)


@pytest.mark.usefixtures("patient")
def test_the_last_line_arrives_and_unread_output_does_not_delay_the_end(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there"
    polite = run(f"print(end=input() + 'x' * 200_000); open({str(there)!r}, 'w').close()")
    polite.end("bye\n")
    assert there.exists()


@pytest.mark.usefixtures("patient")
def test_all_that_run_are_ended_together(run: Run) -> None:
    several = [run("import time; time.sleep(1000)") for _ in range(3)]
    end_all()
    assert [one._process.returncode for one in several] == [-signal.SIGTERM] * 3


@pytest.mark.usefixtures("patient")
def test_one_that_is_ending_is_waited_for(run: Run, tmp_path: Path) -> None:
    there = tmp_path / "there"
    slow = run(f"input(); import time; time.sleep(0.1); open({str(there)!r}, 'w').close()")
    slow.end_in_background("bye\n")
    slow.end_in_background("bye\n")
    end_all()
    assert there.exists(), "who was asked to end is not killed meanwhile"
    assert slow._process.returncode == 0
    slow.terminate()


# --- starting --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [[], [""], ["\0"], ["/no/such/program"], ["/"]])
def test_a_command_that_cannot_be_started_raises(command: list[str]) -> None:
    with pytest.raises(CannotStart):
        Child(command)


def test_a_program_works_in_the_directory_that_it_is_given(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("#!/bin/sh\npwd -P\n")
    script.chmod(0o700)
    one = Child(["./script"], tmp_path)
    assert one.line(LONG) == str(tmp_path.resolve())
    one.end()


def test_a_missing_python_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(CannotStart, match="No such file"):
        Child(["true"])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import time; time.sleep(1000)", r"true: not running after 0\.5 s"),
        ("raise SystemExit", "true: the launcher stopped"),
    ],
)
def test_a_launcher_that_takes_too_long_or_ends_at_once_is_no_program(
    text: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "launcher.py"
    other.write_text(text)
    monkeypatch.setattr(launcher, "__file__", str(other))
    monkeypatch.setattr(child, "STARTS_WITHIN", 0.5 if "sleep" in text else LONG)
    with pytest.raises(CannotStart, match=reason):
        Child(["true"])


# --- this program killed ---------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prctl")
def test_die_with_parent_sets_the_signal() -> None:
    text = (
        "import ctypes, signal; from ttt_tui.process.launcher import die_with_parent; die_with_parent(15);"
        "told = ctypes.c_int(); ctypes.CDLL(None).prctl(2, ctypes.byref(told));"
        "print(told.value == signal.SIGTERM)"
    )
    assert subprocess.check_output([sys.executable, "-c", text]) == b"True\n"


def test_a_program_outlives_the_thread_that_started_it(run: Run) -> None:
    started: list[Child] = []
    thread = threading.Thread(target=lambda: started.append(run("print(input(), flush=True)")))
    thread.start()
    thread.join()
    time.sleep(0.1)
    started[0].write("x\n")
    assert started[0].line(LONG) == "x"


STARTS_FROM_A_THREAD = """
import sys, threading
from ttt_tui.process.child import Child

text = "import signal, time; signal.signal(15, 1); signal.signal(1, 1); print(flush=True); time.sleep(1000)"

def start():
    child = Child([sys.executable, "-I", "-S", "-c", text])
    child.line(60)
    print(child.process_id, flush=True)

thread = threading.Thread(target=start)
thread.start()
thread.join()
"""


def test_a_running_program_ends_with_the_interpreter() -> None:
    output = subprocess.check_output([sys.executable, "-c", STARTS_FROM_A_THREAD])
    if sys.platform == "linux":
        assert not is_alive(int(output))


# --- two threads at one program: one is held where the other one used to disturb it ----------------------

READS_A_LINE = "input()"


def test_a_program_can_be_ended_while_the_thread_that_ends_it_is_being_started(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = run(READS_A_LINE)
    monkeypatch.setattr(child, "ENDS_WITHIN", LONG)
    is_starting, start = threading.Event(), threading.Thread.start

    def start_late(thread: threading.Thread) -> None:
        if thread.name == "ending":
            is_starting.set()
            time.sleep(0.1)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_late)
    other = threading.Thread(target=one.end_in_background, args=("\n",))
    other.start()
    assert is_starting.wait(LONG)
    one.end()
    other.join()
    assert one._process.returncode == 0, "it has read its last line and was not killed meanwhile"


def test_two_threads_end_a_program_soon_only_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    one = run(READS_A_LINE)
    others = [threading.Thread(target=one.end_in_background, args=("\n",)) for _ in range(2)]
    made = []

    class SlowlyMade(threading.Thread):
        def __init__(self, **arguments: Any) -> None:
            made.append(self)
            time.sleep(0.1)
            super().__init__(**arguments)

    monkeypatch.setattr(threading, "Thread", SlowlyMade)
    for other in others:
        other.start()
    for other in others:
        other.join()
    one.end()
    assert len(made) == 1


def test_a_program_may_be_ended_between_two_looks_whether_it_has_ended(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = run("import os, time; os.close(1); time.sleep(1000)")
    talker = threading.current_thread()

    def after_the_end(look: Any) -> Any:
        def ended_before(*arguments: Any) -> Any:
            if threading.current_thread() is talker:
                ender = threading.Thread(target=one.end)
                ender.start()
                ender.join(LONG)
            return look(*arguments)

        return ended_before

    for place, name in ((os, "waitid"), (subprocess.Popen, "poll")):
        if hasattr(place, name):
            monkeypatch.setattr(place, name, after_the_end(getattr(place, name)))
    with pytest.raises(ChildGone, match="was killed by SIGTERM"):
        one.line(LONG)


class SlowPipe:
    """A pipe that another thread tries to close while the first thread is using it."""

    def __init__(self, pipe: Any, close: threading.Thread) -> None:
        self._pipe, self._close = pipe, close
        self._user = threading.current_thread()
        self.was_closed = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pipe, name)

    def _use(self) -> None:
        if threading.current_thread() is self._user and not self._close.ident:
            self._close.start()
            deadline = time.monotonic() + 0.3
            while not self._pipe.closed and time.monotonic() < deadline:
                time.sleep(0.01)
            self.was_closed = self._pipe.closed

    def read(self, size: int) -> bytes | None:
        self._use()
        return self._pipe.read(size)  # type: ignore[no-any-return]

    def write(self, data: bytes) -> int | None:
        self._use()
        return self._pipe.write(data)  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["_input", "_output"])
def test_a_pipe_is_not_closed_while_it_is_used_since_its_number_may_be_another_files_then(
    name: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = run("print(1, flush=True); input()")
    closing = threading.Thread(target=one.end)
    pipe = SlowPipe(getattr(one, name), closing)
    monkeypatch.setattr(one, name, pipe)
    with suppress(ChildGone):
        if name == "_output":
            one.line(LONG)
        else:
            one.write("\n")
    closing.join(LONG)
    assert not pipe.was_closed
