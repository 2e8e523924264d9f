"""A search rests while the screen is busy, and the screen says when it is."""

import asyncio
import selectors
import threading
import time
from typing import Any

import pytest

from ttt_tui.app.terminal.event_loop import REST_SECONDS, YieldingStopEvent, idle_aware_loop_factory


def test_the_loop_is_idle_while_it_waits_and_busy_while_it_works() -> None:
    is_idle = threading.Event()
    seen: list[bool] = []

    async def work() -> None:
        seen.append(is_idle.is_set())
        await asyncio.sleep(0)  # another round, without a wait
        seen.append(is_idle.is_set())
        # It is a thread that looks, since the loop itself does nothing while it waits.
        seen.append(await asyncio.to_thread(is_idle.wait, 10))
        seen.append(is_idle.is_set())

    with asyncio.Runner(loop_factory=idle_aware_loop_factory(is_idle)) as runner:
        runner.run(work())
    assert seen == [False, False, True, False]


def test_what_is_told_of_a_wait_is_never_longer_than_was_wished_for(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    real = selectors.DefaultSelector.select

    def late(self: selectors.DefaultSelector, timeout: float | None = None) -> list[Any]:
        found = real(self, timeout)
        time.sleep(0.1)  # the machine is busy with others
        return found

    monkeypatch.setattr(selectors.DefaultSelector, "select", late)
    with asyncio.Runner(
        loop_factory=idle_aware_loop_factory(threading.Event(), after_waiting=waits.append)
    ) as runner:
        runner.run(asyncio.sleep(0.02))
    assert 0.01 < sum(waits) < 0.05


def test_to_look_at_a_stop_takes_as_long_as_the_screen_is_busy() -> None:
    is_idle = threading.Event()
    stop = YieldingStopEvent(is_idle)
    start = time.monotonic()
    assert not stop.is_set()
    assert time.monotonic() - start >= 0.9 * REST_SECONDS, "it rested, but not for ever"

    looked = threading.Event()
    searching = threading.Thread(target=lambda: (stop.is_set(), looked.set()))
    is_idle.set()
    searching.start()
    assert looked.wait(10), "nothing to rest for"
    searching.join()


def test_a_stop_is_seen_though_the_screen_is_busy() -> None:
    stop = YieldingStopEvent(threading.Event())
    stop.set()
    assert stop.is_set()
