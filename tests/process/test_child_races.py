"""Two threads at one program: each test holds one of them where the other one used to disturb it."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from ttt_tui.errors import ChildGone
from ttt_tui.process import child
from ttt_tui.process.child import Child

LONG = 60.0
"""Seconds; nothing takes as long."""

CLOSES_OUTPUT = "import os, time; os.close(1); time.sleep(1000)"


@pytest.fixture
def one() -> Iterator[Child]:
    """A program that reads a line, and ends."""
    started = Child([sys.executable, "-I", "-S", "-c", "input()"])
    yield started
    started.end()


def test_a_program_can_be_ended_while_the_thread_that_ends_it_is_being_started(
    one: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_two_threads_end_a_program_soon_only_once(one: Child, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = Child([sys.executable, "-I", "-S", "-c", CLOSES_OUTPUT])
    talker = threading.current_thread()

    def after_the_end(look: Any) -> Any:
        def ended_before(*arguments: Any) -> Any:
            if threading.current_thread() is talker:
                ender = threading.Thread(target=one.end)
                ender.start()
                ender.join(LONG)
            return look(*arguments)

        return ended_before

    import os

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
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Child([sys.executable, "-I", "-S", "-c", "print(1, flush=True); input()"])
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
