"""What is written to a line that does not carry it: nothing waits, and it is made up for."""

import os
import re
import select
import threading
import time
from collections.abc import Iterator

import pytest

from ttt_tui.app.terminal.output import MOST_WAITING, SLOW_SECONDS, LineWriter


class Line:
    """A writer, and the other end of its line."""

    def __init__(self) -> None:
        self.end, descriptor = os.pipe()
        self.caught_up = threading.Event()
        self.writer = LineWriter(descriptor, "utf-8", self.caught_up.set)
        self.writer.start()

    def read_all(self) -> str:
        """Read until nothing has come for a while."""
        data = b""
        while select.select([self.end], [], [], 0.3)[0]:
            data += os.read(self.end, 65536)
        return data.decode()


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    if line.end >= 0:
        os.close(line.end)  # what is written from now on goes nowhere


def frames(text: str) -> list[int]:
    assert re.fullmatch(r"(<\d+ x*>)*", text), "each frame is there as a whole"
    return [int(number) for number in re.findall(r"<(\d+)", text)]


def test_what_is_written_arrives_in_its_order(line: Line) -> None:
    for number in range(1000):
        line.writer.write(f"<{number} >")
    line.writer.drain()
    assert frames(line.read_all()) == list(range(1000))
    assert not line.caught_up.is_set()


def test_a_line_that_stands_still_is_behind_until_it_has_caught_up(line: Line) -> None:
    line.writer.write("<0 >")
    line.writer.drain()
    assert not line.writer.is_behind
    line.writer.write("x" * MOST_WAITING * 2)  # more than a pipe holds
    assert not line.writer.is_behind, "it has hardly begun"
    time.sleep(2 * SLOW_SECONDS)
    assert line.writer.is_behind
    line.read_all()
    line.writer.drain()
    assert not line.writer.is_behind


def test_a_line_that_stands_still_holds_nobody_and_says_when_it_has_caught_up(line: Line) -> None:
    count = 100
    for number in range(count):
        line.writer.write(f"<{number} {'x' * (MOST_WAITING // 20)}>")
    arrived = frames(line.read_all())
    assert arrived == sorted(arrived)
    assert 0 < len(arrived) < count
    assert line.caught_up.wait(10)
    line.writer.write("<7 >")
    assert frames(line.read_all()) == [7]


def test_a_frame_larger_than_what_may_wait_is_written_if_nothing_waits(line: Line) -> None:
    line.writer.write(f"<1 {'x' * 3 * MOST_WAITING}>")
    assert frames(line.read_all()) == [1]


def test_switches_are_written_whatever_waits_and_are_not_cleared(line: Line) -> None:
    for number in range(100):
        line.writer.write(f"<{number} {'x' * (MOST_WAITING // 20)}>")
    line.writer.write("<1000 >", is_frame=False)
    line.writer.clear()
    line.writer.write("<1001 >", is_frame=False)
    *before, first, second = frames(line.read_all())
    assert (first, second) == (1000, 1001)
    assert len(before) < 100


def test_the_end_does_not_wait_for_a_line_that_stands_still(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttt_tui.app.terminal.output.PATIENCE_SECONDS", 0.05)
    line.writer.write("x" * 200_000)
    line.writer.drain()
    assert line.read_all() == "x" * 200_000


def test_a_line_that_is_cut_takes_everything_and_holds_nobody(line: Line) -> None:
    os.close(line.end)
    line.end = -1
    for _ in range(100):
        line.writer.write("x" * MOST_WAITING)
    line.writer.drain()
    assert line.writer.is_alive()


def test_a_fault_while_the_end_is_waited_for_holds_nobody_and_is_known(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, told = threading.Event(), threading.Event(), threading.Event()

    def fails(data: bytes) -> None:
        begun.set()
        go_on.wait(10)
        raise ZeroDivisionError

    monkeypatch.setattr(line.writer, "_write", fails)
    monkeypatch.setattr(threading, "excepthook", lambda failure: told.set())
    line.writer.write("frame")
    assert begun.wait(10)
    line.writer.write("what gives the terminal back", is_frame=False)
    assert not line.writer.has_ended
    threading.Timer(0.1, go_on.set).start()
    began = time.monotonic()
    line.writer.drain()
    assert time.monotonic() - began < 4, "less than it has patience with a line that stands still"
    assert line.writer.has_ended
    assert told.wait(10)
