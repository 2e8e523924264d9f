"""Garbage is collected after many keys, but not while a computer thinks."""

import asyncio

import pytest

from tests.app.test_rules import at_setup
from tests.support.driving import playing
from tests.support.strategies import make_setup
from ttt_tui.app import app as module
from ttt_tui.app.terminal.event_loop import SEARCH_GROUP


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    done: list[None] = []
    monkeypatch.setattr(module, "collect_now", lambda: done.append(None))
    monkeypatch.setattr(module, "MOST_INPUTS", 10)
    return done


async def test_many_keys_leave_no_garbage(collections: list[None]) -> None:
    async with at_setup() as ui:
        await ui.press(*["down", "up"] * 4)
        assert not collections
        await ui.press(*["down", "up"] * 2)
        await ui.until(lambda: len(collections) == 1, "a collection")
        await ui.press(*["down", "up"] * 5)
        await ui.until(lambda: len(collections) == 2, "another one")


async def test_a_search_is_not_held_up(collections: list[None]) -> None:
    async with playing(make_setup()) as ui:
        search = ui.app.run_worker(asyncio.Event().wait(), group=SEARCH_GROUP)
        await ui.press(*["left", "right"] * 8)
        search.cancel()
        await asyncio.sleep(2 * module.LEFT_SECONDS)
        assert not collections
