"""The chances of a game in a large window: a computer's own, and in a game of people only after it."""

from dataclasses import replace

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.widgets.curve import GameCurve
from ttt_tui.engine import HUMAN, Limit, Rules

LARGE = (200, 50)
WON = ["b2", "a1", "c2", "a2", "d2"]
"""A win on 4×4 with three in a row."""


def has_curve(ui: Ui) -> bool:
    return "Chances" in ui.text


async def test_in_a_game_of_people_chances_are_shown_only_after_it() -> None:
    async with playing(a_setup(board=(4, 4)), LARGE, moves=WON[:-1]) as ui:
        await ui.rest()
        assert ui.play.board_area.has_curve, "there is room for it"
        assert not has_curve(ui)
        await ui.place(WON[-1])
        await ui.until(lambda: has_curve(ui), "the curve")
        curve = ui.app.screen.query_one(GameCurve)
        assert curve._chances[-1] == (1.0, 0.0)
        assert len(curve._chances) == len(WON) + 1
        await ui.press("u")
        await ui.rest()
        assert not has_curve(ui), "the game goes on"


async def test_people_with_a_computer_among_them_are_not_helped_either() -> None:
    setup = a_setup(HUMAN, HUMAN, "expert", board=(4, 4), limit=Limit(seconds=0.1))
    async with playing(setup, LARGE, moves=["b2", "c3"]) as ui:
        await ui.until(lambda: len(ui.moves) == 3, "the computer's move")
        await ui.rest()
        assert not has_curve(ui)


async def test_against_a_computer_it_shows_what_that_has_found() -> None:
    async with playing(a_setup(HUMAN, "expert", board=(4, 4)), LARGE) as ui:
        assert not has_curve(ui)
        await ui.place("b2")
        await ui.until(lambda: len(ui.moves) == 2 and has_curve(ui), "the curve")
        assert ui.app.screen.query_one(GameCurve)._chances[1] == (1.0, 0.0), "Ada can win by force"
        await ui.press("u")
        assert not has_curve(ui), "that was found after a move that is taken back"


@pytest.mark.slow
async def test_small_windows_and_3x3_have_no_curve_and_no_search_for_it() -> None:
    for setup, size in ((a_setup(board=(4, 4)), (100, 30)), (a_setup(), LARGE)):
        moves = WON[:-1] if size != LARGE else ["a1", "b1", "a2", "b2"]
        async with playing(setup, size, moves=moves) as ui:
            await ui.place("d2" if size != LARGE else "a3")
            await ui.rest()
            assert not has_curve(ui)
            assert ui.play.chances._queue is None


@pytest.mark.slow
async def test_what_means_nothing_by_the_rules_is_no_chance() -> None:
    setup = a_setup(HUMAN, "expert", board=(6, 6), k=4, limit=Limit(depth=1))
    setup = replace(setup, geometry=replace(setup.geometry, rules=Rules(misere=True)))
    async with playing(setup, LARGE) as ui:
        await ui.place("b2")
        await ui.until(lambda: len(ui.moves) == 2, "the computer's move")
        assert not has_curve(ui)
