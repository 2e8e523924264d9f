"""Keys that were pressed before a result could be read do not answer it."""

import asyncio

import pytest

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from tests.support.puzzles import WIN, at, puzzle_screen, try_squares, trying
from ttt_tui.app.play.reading_time import READING_SECONDS, ReadingTime
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.engine import HUMAN
from ttt_tui.puzzles.attempt import Stage

DOUBLE_PRESS = 0.15
"""Seconds between the two presses of a key that is pressed twice."""


async def press_twice(ui: Ui, key: str) -> None:
    """Press a key, and again when what it did has been painted long since, but not read."""
    ui.send(key)
    await asyncio.sleep(DOUBLE_PRESS)
    await ui.settle()
    ui.send(key)
    await ui.rest()


@pytest.mark.parametrize(
    ("people", "before", "last"),
    [
        (1, ["a1", "a2", "b1", "b2"], "c1"),
        (2, ["a1", "a2", "b1", "b2"], "c1"),
        (3, ["a1", "a2", "a3", "b1", "b2", "b3"], "c1"),
    ],
)
@pytest.mark.slow
@pytest.mark.parametrize("key", ["enter", "space"])
async def test_a_key_that_places_the_winning_stone_twice_starts_no_game(
    people: int, before: list[str], last: str, key: str, script: Script
) -> None:
    script.moves = before[1::2] if people == 1 else []
    levels = (HUMAN, SCRIPTED) if people == 1 else (HUMAN,) * people
    board = (4, 4) if people == 3 else (3, 3)
    async with playing(a_setup(*levels, board=board)) as ui:
        for name in before[::2] if people == 1 else before:
            await ui.place(name)
        await ui.until(lambda: len(ui.moves) == len(before), "the replies")
        ui.board.cursor = ui.match.setup.geometry.parse(last)
        await press_twice(ui, key)
        assert ui.is_over
        assert ui.match.game_number == 1
        await ui.press(key)
        assert ui.match.game_number == 2


async def test_n_typed_with_the_winning_stone_starts_no_game() -> None:
    async with playing() as ui:
        await ui.press(*"1425")
        ui.send("3")
        await ui.settle()
        ui.send("n")
        await ui.rest()
        assert (ui.is_over, ui.match.game_number) == (True, 1)
        await ui.press("n")
        assert ui.match.game_number == 2


@pytest.mark.slow
@pytest.mark.parametrize("key", ["enter", "space", "v", "u", "q", "escape"])
async def test_no_key_dismisses_the_end_of_a_match_before_it_could_be_read(key: str) -> None:
    async with playing(a_setup(points=1), (60, 24)) as ui:
        await ui.press(*"14253")
        await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the end of the match")
        ui.send(key)
        await ui.rest()
        assert isinstance(ui.app.screen, MatchOverScreen)
        await ui.press("escape")
        assert isinstance(ui.app.screen, PlayScreen)


@pytest.mark.parametrize("key", ["enter", "space", "n"])
async def test_no_key_starts_another_match_before_the_end_could_be_read(key: str) -> None:
    async with playing(a_setup(points=1)) as ui:
        await ui.press(*"1425")
        ui.send("3")
        await ui.settle()
        ui.send(key)
        await ui.rest()
        assert ui.match.is_over
        await ui.press(key)
        assert not ui.match.is_over


async def test_a_key_that_solves_a_puzzle_twice_brings_no_other() -> None:
    async with trying() as ui:
        await try_squares(ui, "c1 b2")
        puzzle_screen(ui).board.cursor = WIN.geometry.parse("a3")
        await press_twice(ui, "enter")
        await at(ui, Stage.OVER)
        assert puzzle_screen(ui).attempt.puzzle == WIN
        await ui.press("enter")
        assert puzzle_screen(ui).attempt.puzzle != WIN


def test_the_time_begins_with_the_painting_and_after_the_motion() -> None:
    reading = ReadingTime()
    assert not reading.has_passed(1e12)
    reading.start(100)
    reading.start(0)
    assert reading._end is not None
    assert not reading.has_passed(reading._end - READING_SECONDS / 2)
    assert reading.has_passed(reading._end)
    reading.reset()
    assert not reading.has_passed(1e12)


async def test_an_enter_too_many_gives_the_seat_of_a_failed_computer_to_nobody(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.place("a1")
        (await ui.question(script)).fail(ValueError("it broke"))
        await ui.until(lambda: isinstance(ui.app.screen, VacantSeatScreen), "the question")
        await ui.settle()
        ui.send("enter")
        await ui.rest()
        assert isinstance(ui.app.screen, VacantSeatScreen)
        await ui.press("enter")
        assert isinstance(ui.app.screen, PlayScreen)
