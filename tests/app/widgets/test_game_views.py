"""What stands beside a replayed game, and how the board shows an earlier position of a running one."""

import pytest

from tests.support.driving import a_setup, at_setup, playing
from ttt_tui.app.contrast import channels, mixed
from ttt_tui.app.screens.replay import replay_of
from ttt_tui.app.themes import roles_of
from ttt_tui.app.widgets.game_views import result_phrases
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record


def played(squares: str) -> Game:
    game = Game(a_setup())
    for square in squares.split():
        game.place(square)
    return game


@pytest.mark.parametrize(
    ("squares", "phrases"),
    [
        ("a1 b1 a2 b2 a3", ("Ada won in 5 moves", "Ada won", "X won")),
        ("b2 a1 c1 a3 a2 c2 b1 b3", ("Draw after 8 moves", "Draw")),
        ("b2", ("1 move so far", "1 move")),
    ],
)
def test_a_title_says_how_a_game_ended(squares: str, phrases: tuple[str, ...]) -> None:
    assert result_phrases(played(squares)) == phrases


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_a_replay_has_a_title_above_the_card_and_says_nothing_twice(size: tuple[int, int]) -> None:
    async with at_setup(size) as ui:
        ui.app.push_screen(replay_of(Record(played("a1 b1 a2 b2 a3"), "2026-11-21"), ui.app.session))
        await ui.rest()
        head = next(y for y, line in enumerate(ui.lines) if "Ada won in 5 moves" in line)
        assert ui.lines[head].split()[-1] == "start"
        assert "X  Ada" in ui.lines[head + 2], "the card is right below"
        assert ui.text.count("three in a row") == 1, "only the top line names the board"
        await ui.press("right", "right")
        assert ui.lines[head].split()[-2:] == ["move", "2"]


async def test_an_earlier_position_dims_the_wood_as_much_as_the_stones() -> None:
    async with playing(a_setup(), moves=["b2", "a1"]) as ui:
        x, y = ui.place_of("c3")
        before = ui.style_at(x, y).bgcolor
        await ui.press("tab", "up")
        roles, after = roles_of(ui.app.current_theme), ui.style_at(x, y).bgcolor
        assert before is not None
        assert after is not None
        assert before.name == roles.board
        once = channels(mixed(roles.ground, roles.board, 0.6))
        assert all(abs(a - b) <= 1 for a, b in zip(channels(after.name), once, strict=True)), "rounding apart"
