"""Terminal output: only changed cells are written, and the program never waits for the line."""

import asyncio
import os
import re
import select
import threading
import time
from collections.abc import Iterator

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from tests.support.driving import a_setup
from tests.support.recording import Recorded, run
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.terminal.output import MOST_WAITING, SLOW_SECONDS, LineWriter
from ttt_tui.app.terminal.patches import PatchedScreen
from ttt_tui.app.widgets.setup_page import SetupPage


class Labels(PatchedScreen[None]):
    """Two lines, one below the other."""

    def compose(self) -> ComposeResult:
        yield Static("one")
        yield Static("two", id="moving")


class LabelsApp(App[None]):
    def get_default_screen(self) -> Screen[None]:
        return Labels()


async def test_what_moved_is_marked_once_if_the_map_was_brought_up_to_date_before() -> None:
    async with LabelsApp().run_test(size=(20, 6)) as pilot:
        screen = pilot.app.screen
        compositor = screen._compositor
        await pilot.pause()
        screen.query_one("#moving").styles.offset = (0, 2)
        screen._clear_arrangement_cache()
        compositor._full_map_invalidated = True
        _ = compositor.full_map  # as by whoever looks where a widget is
        compositor._dirty_regions.clear()
        compositor.reflow(screen, screen.size)
        assert compositor._dirty_regions == {Region(0, 1, 20, 1), Region(0, 3, 20, 1)}
        compositor._dirty_regions.clear()
        compositor.reflow(screen, screen.size)
        assert not compositor._dirty_regions, "nothing has moved since"


@pytest.mark.slow
@pytest.mark.parametrize("is_asked", [False, True])
@pytest.mark.parametrize(("down", "up"), [(19, 0), (7, 2), (3, 0)])
def test_scrolling_back_while_something_is_laid_out(down: int, up: int, is_asked: bool) -> None:
    async def play(recorded: Recorded) -> None:
        forms = recorded.app.screen.query_one(SetupPage)
        compositor = recorded.app.screen._compositor
        for _ in range(2):  # the first time everything is new to Textual
            forms.scroll_to(y=up, animate=False, immediate=True)
            await recorded.settle()
            forms.scroll_to(y=down, animate=False, immediate=True)
            await recorded.settle()
            forms.scroll_to(y=up, animate=False, immediate=True)
            if is_asked:
                await asyncio.sleep(0)
                _ = compositor.full_map  # as by whoever looks where a widget is
            recorded.app.screen.query_one("#status").refresh(layout=True)
            await recorded.settle()
            recorded.assert_right("scrolling back")

    run(play, None, (28, 16))


@pytest.mark.slow
@pytest.mark.parametrize("moment", [0, 1, 5])
def test_what_changes_right_after_the_whole_screen_was_painted(moment: int) -> None:
    async def play(recorded: Recorded) -> None:
        screen = recorded.app.screen
        assert isinstance(screen, PlayScreen)
        for square in ("b2", "c2", "a1"):
            recorded.app.action_repaint()
            for _ in range(moment):
                await asyncio.sleep(0)
            assert not screen.choose(screen.match.game.position.geometry.parse(square))
            await recorded.settle()
            recorded.assert_right(square)

    run(play, a_setup(), animations=False)


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
    monkeypatch.setattr("ttt_tui.app.terminal.output.DRAIN_SECONDS", 0.05)
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
