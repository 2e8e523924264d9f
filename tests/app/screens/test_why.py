"""Why a move was bad: the screen says no more than is proved, and opens only where something can be tried."""

import asyncio

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.puzzles.attempt import Stage


async def review(ui: Ui, moves: str, number: int) -> ReviewScreen:
    """Play a game, review it, and go to one of its moves."""
    await ui.place(*moves.split())
    await ui.press("v")
    screen = ui.app.screen
    assert isinstance(screen, ReviewScreen)
    await ui.until(lambda: screen.found.is_full, "the whole review")
    screen.go(number)
    await ui.rest()
    return screen


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("moves", "number", "title", "status"),
    [
        ("a1 b1 b2 c3 a3 a2 c1", 2, "Why it loses", "try to get out"),
        ("b2 a3 c3 b3 c2 a1 c1", 5, "Why it is an inaccuracy", "win anyway"),
        ("a3 b1 c2 c1 a1 b2 b3 c3 a2", 3, "Why it is a blunder", "hold the draw"),
    ],
)
async def test_only_a_move_that_is_proved_to_lose_is_said_to(
    moves: str, number: int, title: str, status: str
) -> None:
    async with playing(a_setup()) as ui:
        await review(ui, moves, number)
        await ui.press("w")
        screen = ui.app.screen
        assert isinstance(screen, PracticeScreen)
        await ui.until(lambda: screen.practice.stage is Stage.TURN, "the answer")
        await ui.settle()
        assert ui.lines[0].strip() == title
        assert ui.status.endswith(status)
        assert ("Try to get out" in ui.text) == (title == "Why it loses")
        for word in ("get out", "loses"):
            assert (word in ui.status) == (title == "Why it loses" and word == "get out")


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("moves", "number", "said"),
    [
        ("b3 b2 c2 b1 c1 c3 a3 a2", 8, "That move ended the game"),  # a1 would have won
        ("a2 a1 c1 b1 a3 c3 b2", 6, "X wins at once with b2"),
        ("b2 a3 c3 b3 c2 a1 c1", 4, "X wins at once with a1"),
    ],
)
async def test_why_opens_no_board_on_which_nothing_can_be_tried(moves: str, number: int, said: str) -> None:
    async with playing(a_setup()) as ui:
        screen = await review(ui, moves, number)
        if screen._mistake is None:
            pytest.fail(f"{moves} has a mistake at move {number}")
        await ui.press("w")
        await asyncio.sleep(0.1)
        await ui.settle()
        assert ui.app.screen is screen
        assert said in ui.status
