"""Coordinates on the screens: edges, list, go-to, hints and refusals, and a change while a game is open."""

from dataclasses import replace

import pytest

from tests.support.driving import a_setup, playing
from ttt_tui.engine import Coordinates, Geometry, Rules
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings

STYLES = [
    (Coordinates.GAME, "a1 to o15", "h8", "h1"),
    (Coordinates.TOP, "a1 to o15", "h8", "h1"),
    (Coordinates.BOTTOM, "a1 to o15", "h8", "h15"),
    (Coordinates.GO, "a1 to p15", "h8", "h15"),
    (Coordinates.NUMBERS, "1,1 to 15,15", "8,8", "8,1"),
]


@pytest.mark.parametrize(("style", "extent", "middle", "top"), STYLES)
async def test_a_game_in_each_style(style: Coordinates, extent: str, middle: str, top: str) -> None:
    session = Session(1, settings=Settings(coordinates=style))
    setup = a_setup(board=(15, 15), k=5)
    async with playing(setup, (100, 30), ["h1"], session) as ui:
        assert f"X {top}" in ui.text
        last_columns = {"go": "n o p", "numbers": "13 14 15"}.get(style, "m n o")
        assert any(last_columns in " ".join(line.split()) for line in ui.lines)
        await ui.press(":")
        assert extent in ui.text
        await ui.press(*("comma" if key == "," else key for key in top), "enter")
        assert f"{top} is taken" in ui.status
        await ui.press(":", *("comma" if key == "," else key for key in middle), "enter")
        assert ui.moves == ["h1", "h8"]


async def test_connect_four_names_columns() -> None:
    setup = replace(a_setup(), geometry=Geometry(7, 6, 4, Rules(drop=True)))
    moves = ["c6", "c5", "d6", "d5", "e6", "e5"]
    async with playing(setup, (100, 30), moves) as ui:
        assert "X 3" in ui.text
        await ui.press("i")
        await ui.until(lambda: "win" in ui.status, "the theme of the hint")
        await ui.press("i")
        await ui.until(lambda: "Look at column" in ui.status, "the square")
        await ui.press("i")
        await ui.until(lambda: "wins at once" in ui.status, "the reason")
        assert "olumn" in ui.status


async def test_the_command_changes_an_open_game() -> None:
    async with playing(a_setup(board=(15, 15), k=5), (100, 30), ["h1", "c3"]) as ui:
        for shown in ("h1", "h15", "h15", "8,1", "h1"):
            ui.app.change_coordinates()
            await ui.until(lambda shown=shown: f"X {shown}" in ui.text, shown)
            assert "Coordinates: " in ui.status
        assert ui.app.session.settings.coordinates is Coordinates.GAME
        assert ui.moves == ["h1", "c3"]
