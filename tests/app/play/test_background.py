"""Searches behind the screen report what they find as messages, and do not flood it."""

import asyncio
import threading
import time

from textual.app import App, ComposeResult
from textual.widgets import Static

from ttt_tui.app.play.background import UPDATE_SECONDS, BackgroundWork
from ttt_tui.app.terminal.event_loop import YieldingStopEvent

REPORTS = 2000
IDLE = threading.Event()
IDLE.set()


class Host(Static):
    """Shows the latest number that was found."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0
        self.shown: list[int] = []

    def on_search_update(self) -> None:
        self.shown.append(self.found)


class Program(App[None]):
    def compose(self) -> ComposeResult:
        yield Host()


async def test_many_reports_are_few_updates_and_the_last_one_is_shown() -> None:
    work: BackgroundWork[None] = BackgroundWork(IDLE)
    async with Program().run_test() as pilot:
        host = pilot.app.query_one(Host)

        def search(stop: YieldingStopEvent) -> None:
            for number in range(1, REPORTS + 1):
                host.found = number
                work.post_update()
            time.sleep(3 * UPDATE_SECONDS)  # it goes on without finding more

        began = time.monotonic()
        worker = work.start(host, search)
        while REPORTS not in host.shown:
            await asyncio.sleep(0.02)
            assert time.monotonic() - began < 20, host.shown[-3:]
        assert not worker.is_finished, "the last report is shown while the search goes on"
        assert len(host.shown) <= 2 + (time.monotonic() - began) / UPDATE_SECONDS
        work.end()


async def test_a_search_that_reports_after_the_screen_has_gone_does_no_harm() -> None:
    work: BackgroundWork[None] = BackgroundWork(IDLE)
    begun, go_on, done = (threading.Event() for _ in range(3))

    def search(stop: YieldingStopEvent) -> None:
        begun.set()
        go_on.wait(10)
        work.post_update()
        done.set()

    async with Program().run_test() as pilot:
        host = pilot.app.query_one(Host)
        work.start(host, search)
        while not begun.is_set():
            await asyncio.sleep(0.02)
        await host.remove()
        go_on.set()
        while not done.is_set():
            await asyncio.sleep(0.02)
