"""Clocks on the screen: what is left beside the points, and a flag that nobody has to press a key for."""

from dataclasses import replace

import pytest

from tests.support.driving import a_setup, playing
from ttt_tui.engine import MatchRules, Termination
from ttt_tui.engine.clock import TimeControl


@pytest.mark.parametrize("size", [(80, 24), (40, 16), (120, 40)], ids=str)
async def test_the_score_has_the_clocks_and_time_runs_out_by_itself(size: tuple[int, int]) -> None:
    setup = a_setup()
    setup = replace(setup, rules=MatchRules(clock=TimeControl.parse("1.5s")))
    async with playing(setup, size=size) as ui:
        assert ui.text.count("1.5") == 2
        await ui.press("5")
        game = ui.game_screen.match.game
        await ui.until(lambda: game.outcome is not None, "the end of the time")
        assert game.outcome is not None
        assert (game.outcome.termination, game.outcome.winner) == (Termination.TIME, 0)
        await ui.until(lambda: "ran out of time" in ui.text or "on time" in ui.text, "why it is over")
        await ui.press("u")
        assert game.outcome is None
        assert len(game.moves) == 1, "the flag alone is undone, as a resignation is"
