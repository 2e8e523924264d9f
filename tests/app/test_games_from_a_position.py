"""A game from a position on the screens: they say so, and walking back ends where it started."""

from dataclasses import replace

import pytest

from tests.support.driving import a_setup, at_setup, playing
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import Start

SETUP = a_setup(board=(5, 5), k=4)
SETUP = replace(SETUP, start=Start.named(SETUP.geometry, "a1 c3", "b2", to_move=1))


async def test_the_header_says_so_and_the_start_is_on_the_board() -> None:
    async with playing(SETUP, moves=["e5"]) as ui:
        await ui.until(lambda: "from a position" in ui.text, "the header")
        assert ui.match.game.moves[0].player == 1
        stones = [bin(mask).count("1") for mask in ui.match.game.position.stones]
        assert stones == [2, 2]


@pytest.mark.parametrize("size", [(80, 24), (40, 16)], ids=str)
async def test_a_replay_goes_back_to_the_start_position(size: tuple[int, int]) -> None:
    async with playing(SETUP, size, moves=["e5", "d4"]) as ui:
        screen = ReplayScreen(ui.app.session, ui.match.game, ["a record"])
        ui.app.push_screen(screen)
        await ui.until(lambda: ui.app.screen is screen and "Start position" in ui.text, "the start")
        at_start = screen.view()
        await ui.press("end", "home")
        assert screen.ply == 0
        assert screen.view() == at_start
        assert at_start.stones == tuple(ui.match.game.position_after(0).stones)
        assert any(at_start.stones)


async def test_another_board_on_the_main_menu_drops_the_start_with_a_notice() -> None:
    async with at_setup() as ui:
        screen = ui.app.screen
        assert isinstance(screen, SetupScreen)
        screen.change(SETUP)
        await ui.until(lambda: "from a position" in ui.text, "the card")
        assert screen.choices.chosen == "custom"
        screen.change(replace(screen.current, rules=replace(SETUP.rules, points=3)))
        assert screen.current.start == SETUP.start
        screen.change(replace(screen.current, geometry=a_setup(board=(6, 6), k=4).geometry))
        assert screen.current.start is None
        await ui.until(lambda: "empty board" in ui.text, "the notice")
