"""What a visitor's program tells the lobby of a server by itself."""

import asyncio

import pytest

from tests.support.lobby import FakeLobby
from ttt_tui.app.app import TttApp
from ttt_tui.multiplayer import StartRequest, lobby_messages
from ttt_tui.multiplayer.lobby_messages import Active


def told(lobby: FakeLobby) -> int:
    return lobby.sent.count(Active())


async def test_the_lobby_learns_of_keys_at_most_once_a_minute() -> None:
    lobby = FakeLobby()
    async with TttApp(StartRequest(lobby=lobby)).run_test() as pilot:
        assert told(lobby) == 0, "nothing has been pressed"
        for _ in range(3):
            await pilot.press("down")
        assert told(lobby) == 1


async def test_the_lobby_learns_of_later_keys_and_not_of_silence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lobby_messages, "ACTIVE_SECONDS", 0.2)
    lobby = FakeLobby()
    async with TttApp(StartRequest(lobby=lobby)).run_test() as pilot:
        await pilot.press("down", "up", "down")
        async with asyncio.timeout(20):
            while told(lobby) < 2:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.4)
        before = told(lobby)
        await asyncio.sleep(0.4)
        assert told(lobby) == before, "nothing is said while no key is pressed"
        await pilot.press("up")
        assert told(lobby) == before + 1, "at once after a silence"
