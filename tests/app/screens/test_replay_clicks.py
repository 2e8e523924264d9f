"""A click on a stone of a replay goes to the move that placed it."""

import pytest

from tests.support.driving import a_setup, playing
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.engine import Rules


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("rules", [Rules(), Rules(drop=True)])
async def test_a_click_on_a_stone_goes_to_its_move(rules: Rules) -> None:
    moves = ["a5", "b5", "a4", "b4", "c5"]
    async with playing(a_setup(board=(5, 5), k=4, rules=rules), moves=moves) as ui:
        screen = ReplayScreen(ui.app.session, ui.match.game, ["a record"])
        ui.app.push_screen(screen)
        await ui.until(lambda: ui.app.screen is screen and "Moves" in ui.text, "the replay")
        await ui.press("end")
        for square, ply in (("b4", 4), ("e1", 4), ("a4", 3), ("a5", 1), ("b5", 1)):
            await ui.click_square(square)
            assert screen.ply == ply, square
