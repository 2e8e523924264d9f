"""Coordinates on the screens: edges, list, go-to, hints and refusals, and a change while a game is open."""

from dataclasses import replace

import pytest

from tests.support.driving import a_setup, playing
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.engine import Coordinates, Game, Geometry, Rules
from ttt_tui.session.coordinates import coordinates_note
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


def a_game() -> Game:
    game = Game(a_setup(board=(5, 5), k=4))
    for name in ("b5", "a1", "c5", "e1", "d5", "e5", "a5"):
        game.place(name)
    return game


@pytest.mark.parametrize("kind", [ReplayScreen, ReviewScreen])
async def test_viewers_of_games_follow(kind: type[ReplayScreen] | type[ReviewScreen]) -> None:
    session, game = Session(1, settings=Settings(coordinates=Coordinates.BOTTOM)), a_game()
    about = ("X wins",) if kind is ReplayScreen else "X wins"
    async with playing(a_setup(), (100, 30), session=session) as ui:
        await ui.app.push_screen(kind(session, game, about))  # type: ignore[arg-type]
        await ui.until(lambda: "X b1" in ui.text, "rows from the bottom")
        if kind is ReviewScreen:
            await ui.until(lambda: ui.app.screen.found.is_full, "the whole review")
            await ui.press("n")
        ui.app.change_coordinates()
        ui.app.change_coordinates()
        await ui.until(lambda: "X 2,5" in ui.text, "numbers")
        assert "X b1" not in ui.text
        assert session.settings.coordinates is Coordinates.NUMBERS


async def test_a_puzzle_follows() -> None:
    session = Session(1)
    async with playing(a_setup(), (100, 30), session=session) as ui:
        await ui.app.push_screen(PuzzleScreen(session, session.puzzles.daily()))
        await ui.until(lambda: "to move" in ui.text, "the task")
        for coordinates in [*Coordinates][1:]:
            ui.app.change_coordinates()
            geometry = ui.app.screen.attempt.setup.geometry
            assert geometry.coordinates is ui.app.screen.board.geometry.coordinates is coordinates
        await ui.press(":")
        await ui.until(lambda: f"1,1 to {geometry.columns},{geometry.rows}" in ui.text, "what can be typed")


def test_texts_for_elsewhere_say_which_names_they_use() -> None:
    renju = Geometry(15, 15, 5, Rules.parse("renju"))
    assert coordinates_note(renju) == ""
    assert coordinates_note(renju.shown_by(Coordinates.GAME)) == "Squares are named with rows from the bottom"
