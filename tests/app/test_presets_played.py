"""The presets of computers play whole matches, with their real levels and nobody's hand."""

import pytest

from tests.support.driving import play_out, playing
from ttt_tui.app.play import game_end
from ttt_tui.engine import Match, problem
from ttt_tui.session.presets import PRESETS

COMPUTERS_ONLY = [name for name, p in PRESETS.items() if not any(s.is_human for s in p.make().players)]


def test_there_are_ten_presets_and_all_can_be_played() -> None:
    assert len(PRESETS) == 10
    assert COMPUTERS_ONLY == ["computers", "three-bots", "five-bots", "seven-bots", "fifteen-bots"]
    for preset in PRESETS.values():
        assert problem(preset.make()) is None


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("name", COMPUTERS_ONLY)
def test_a_preset_of_computers_plays_its_match_to_the_end(name: str) -> None:
    match = Match(PRESETS[name].make(), seed=5)
    play_out(match, most_games=12)
    rules = match.setup.rules
    assert match.is_over
    if match.winner is not None:
        assert match.points[match.winner] == rules.points
    else:
        assert match.draws_in_a_row == rules.draws


@pytest.mark.slow
@pytest.mark.parametrize("name", ["computers", "three-bots"])
async def test_a_preset_of_computers_plays_its_match_on_the_screen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_end, "NEXT_GAME_PAUSE", 0.01)
    async with playing(PRESETS[name].make()) as ui:
        await ui.press(*["+"] * 4)
        await ui.until(lambda: ui.match.is_over, "the match's end")
        await ui.result()
        games = ui.match.game_number
        assert games == len(ui.match.outcomes)
        if ui.match.winner is None:
            assert ui.status.startswith("Draw: ")
            assert ui.status_more == f"{ui.match.setup.rules.draws} draws in a row: the match is drawn"
        else:
            assert "wins the match" in ui.status
        await ui.rest()
        assert ui.match.game_number == games, "nothing goes on after the end"
