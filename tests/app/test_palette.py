"""The command palette: a line for each command, each command once, on a card like any dialog's."""

import pytest
from textual.command import CommandList

from tests.support.driving import Ui, a_setup, at_setup, playing
from ttt_tui.app.palette import GameCommands, GamePalette

WON = ["a1", "a2", "b1", "b2", "c1"]


async def listed(ui: Ui) -> list[str]:
    """Open the palette, and return its lines."""
    await ui.press("ctrl+p")
    await ui.until(lambda: ui.app.screen.query(CommandList) and ui.one(CommandList).option_count, "commands")
    await ui.rest()
    return [str(option.prompt) for option in ui.one(CommandList).options]


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["", "h", "p"], ids=["setup", "history", "puzzle"])
async def test_every_command_is_listed_once_with_its_key(keys: str) -> None:
    async with at_setup() as ui:
        await ui.press(*filter(None, [keys]))
        lines = await listed(ui)
        assert len(set(lines)) == len(lines)
        names = [command.name for command in GameCommands(ui.app.screen_stack[-2])._commands()]
        assert len(set(names)) == len(names)
        assert any(line.split() == ["F2", "Theme", "Choose", "a", "theme"] for line in lines)


@pytest.mark.slow
async def test_a_finished_game_has_each_command_once() -> None:
    async with playing(a_setup(), moves=WON) as ui:
        lines = await listed(ui)
        assert len({line[8:32] for line in lines}) == len(lines), "no two have the same name"
        await ui.write("new game")
        await ui.until(lambda: "New game" in str(ui.one(CommandList).options[0].prompt), "what is searched")
        found = [str(option.prompt) for option in ui.one(CommandList).options]
        assert len(set(found)) == len(found)
        assert found[0].split()[:3] == ["n", "New", "game"]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 16), (20, 8)], ids=str)
async def test_it_is_a_card_with_one_line_for_each_command(size: tuple[int, int]) -> None:
    async with at_setup(size) as ui:
        await listed(ui)
        assert isinstance(ui.app.screen, GamePalette)
        region = ui.one(CommandList).region
        lines = [line[region.x : region.right] for line in ui.lines]
        heading = next(y for y, line in enumerate(lines) if line.split() == ["▌", "Commands"])
        for y in range(heading, min(region.bottom, size[1])):
            assert ui.cell(region.x, y) == "▌"
        shown = lines[region.y : min(region.bottom, size[1])]
        assert len(shown) >= 4
        assert {"Enter", "Play"} <= set(shown[0].split())
        assert {"?", "Help"} <= set(shown[1].split())
        assert ("Start the game" in shown[0]) == (size[0] >= 60)
