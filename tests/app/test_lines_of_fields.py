"""↓ and ↑ go from line to line, Tab from field to field."""

import pytest

from tests.support.driving import Ui, at_setup, playing
from ttt_tui.app.screens.history import GameTable, HistoryScreen
from ttt_tui.app.screens.player import PlayerScreen


def focused(ui: Ui) -> str:
    assert ui.app.focused is not None
    return ui.app.focused.id or ""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
async def test_down_goes_to_the_next_line_of_the_set_up(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("right")
        seen = [focused(ui)]
        for _ in range(5):
            await ui.press("down")
            seen.append(focused(ui))
        assert seen == ["level", "side", "first", "columns-stepper", "points", "players"]
        for expected in ("points", "columns-stepper", "first", "side", "level", "presets"):
            await ui.press("up")
            assert focused(ui) == expected


async def test_the_nearest_field_of_the_line_is_taken() -> None:
    async with at_setup() as ui:
        await ui.press("right", *["tab"] * 5)
        assert focused(ui) == "line-stepper"
        await ui.press("down")
        assert focused(ui) == "draws"
        await ui.press("up")
        assert focused(ui) in ("rows-stepper", "line-stepper")


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("size", [(40, 16), (60, 24)])
async def test_where_each_field_has_a_line_down_takes_them_all(size: tuple[int, int]) -> None:
    async with at_setup(size=size) as ui:
        await ui.press("right")
        for _ in range(3):
            await ui.press("down")
        lines = [ui.setup.card.columns.region.y, ui.setup.card.rows.region.y, ui.setup.card.line.region.y]
        seen = [focused(ui)]
        for _ in range(2):
            await ui.press("down")
            seen.append(focused(ui))
        if len(set(lines)) == 3:
            assert seen == ["columns-stepper", "rows-stepper", "line-stepper"]
        else:
            assert seen == ["columns-stepper", "points", "players"]


async def test_in_a_low_window_down_goes_through_the_fields_of_a_player() -> None:
    async with at_setup(size=(40, 9)) as ui:
        await ui.press("tab", "e")
        assert isinstance(ui.app.screen, PlayerScreen)
        seen = [focused(ui)]
        for _ in range(3):
            await ui.press("down")
            seen.append(focused(ui))
        assert seen == ["name", "symbol", "colour", "plays"], "and does not only scroll"


@pytest.mark.parametrize("answer", [0, 1])
async def test_the_answers_of_a_player_are_one_line(answer: int) -> None:
    async with at_setup() as ui:
        await ui.press("tab", "e")
        answers = ui.app.screen.focus_chain[-2:]
        ui.app.screen.set_focus(answers[answer])
        await ui.press("down")
        assert focused(ui) == "name"
        await ui.press("up")
        assert ui.app.focused in answers
        await ui.press("up")
        assert focused(ui) == "plays"


@pytest.mark.parametrize(
    ("size", "seen"),
    [((80, 24), ["table"]), ((40, 16), ["by-board", "by-result", "table"])],
)
async def test_down_goes_from_the_filters_to_the_games(size: tuple[int, int], seen: list[str]) -> None:
    async with playing(size=size) as ui:
        ui.app.push_screen(HistoryScreen(ui.app.session))
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen), "the games")
        await ui.settle()
        await ui.press("tab")
        assert focused(ui) == "by-player"
        for expected in seen:
            await ui.press("down")
            assert focused(ui) == expected or (expected == "table" and isinstance(ui.app.focused, GameTable))
        await ui.press("tab", "tab")
        assert focused(ui) == "by-board"
