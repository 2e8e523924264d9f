"""Vanishing on the screen: a whole game, the stone that leaves next, undo, left and resumed, replayed."""

import pytest

from tests.app.test_rules import choose, leave_and_resume, start
from tests.support.driving import Ui, a_setup, at_setup, playing, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.replay import replay_of
from ttt_tui.engine import Game, Rules, Setup, squares_of
from ttt_tui.engine.records import Record
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.session import Session

ROUND = ["a1", "b1", "b3", "c3", "c1", "a3"]
"""Moves after which each player has three stones, and no line."""


def vanishing(*levels: str) -> Setup:
    return a_setup(*levels, board=(3, 3), k=3, rules=Rules.parse("vanishing"))


def leaving(ui: Ui) -> list[str]:
    geometry = ui.board.geometry
    return [geometry.name(square) for square in squares_of(ui.board.view.leaving)]


async def test_a_whole_game_is_played_and_its_end_can_be_undone() -> None:
    async with playing(vanishing()) as ui:
        for number, name in enumerate(ROUND):
            assert leaving(ui) == []
            assert ui.status.startswith(f"{('Ada (X)', 'Bob (O)')[number % 2]} to move"), ui.status
            await ui.place(name)
        assert leaving(ui) == ["a1"]
        assert ui.status.startswith("Ada (X) to move: a1 vanishes next")
        await ui.press(":", *"a1", "enter")
        assert ui.status == "a1 is taken"
        await ui.place("b2")
        assert ui.square("a1").strip() in ("", "·")
        assert leaving(ui) == ["b1"]
        await ui.place("a1")
        await ui.place("a2")
        assert leaving(ui) == ["c3"]
        await ui.press("u")
        assert leaving(ui) == ["b3"]
        assert ui.moves == [*ROUND, "b2", "a1"]
        await ui.press("u", "u")
        await ui.place("c2")
        await ui.place("b2")
        assert not ui.is_over, "O has b2, c3 and a3"


async def test_a_won_game_and_a_drawn_one_end_with_their_words() -> None:
    async with playing(vanishing(), moves=["a1", "a3", "b1", "b3"]) as ui:
        await ui.place("c1")
        await ui.result()
        assert "Ada wins!" in ui.text
        assert ui.status.startswith("3 in a row, move ")
        assert leaving(ui) == []
    again = [*ROUND, "c2", "b2"] * 3
    async with playing(vanishing(), moves=again[:-3]) as ui:
        while not ui.is_over:
            await ui.place(again[len(ui.moves) % 8])
        await ui.result()
        assert "Draw by repetition" in ui.status


@pytest.mark.parametrize("colours", [Colours.MANY, Colours.NONE], ids=str)
async def test_the_stone_that_leaves_next_looks_different(colours: Colours) -> None:
    async with playing(vanishing(), moves=ROUND, terminal=Terminal(colours)) as ui:
        oldest, newer = (ui.style_at(*ui.place_of(name)) for name in ("a1", "c1"))
        assert (oldest.color, oldest.dim) != (newer.color, newer.dim), "both are of X"
        square = ui.board.drawn.box(ui.board.geometry.parse("a1")).translate(ui.board.region.offset)
        marked = "".join(ui.cell(square.x, y, square.width) for y in range(square.y, square.bottom))
        assert ("·" in marked) is (colours is Colours.NONE)


async def test_numbers_are_those_of_the_stones_on_the_board() -> None:
    async with playing(vanishing(), moves=[*ROUND, "c2", "a1"]) as ui:
        geometry = ui.board.geometry
        numbers = {geometry.name(square): number for square, number in ui.board.view.numbers.items()}
        assert numbers == {"b3": 3, "c3": 4, "c1": 5, "a3": 6, "c2": 7, "a1": 8}


async def test_the_preset_has_one_board_and_is_left_and_resumed() -> None:
    async with at_setup() as ui:
        await choose(ui, "vanishing")
        assert "Vanishing · 3×3, three in a row" in ui.text
        assert "Board        3×3" in ui.text
        assert "three stones each" in ui.text
        await ui.press("b")
        assert ui.status == "This game is always played on 3×3"
        await ui.press("escape")
        await start(ui)
        await ui.press("5")
        await ui.until(lambda: len(ui.moves) == 2, "the computer's stone")
        await leave_and_resume(ui, "resume You v easy 2, Vanishing, 2 moves")


@pytest.mark.slow
async def test_the_replay_steps_through_the_stones_that_left() -> None:
    game = Game(vanishing())
    for name in [*ROUND, "c2", "a1"]:
        game.place(name)
    session = Session(1)
    app = TttApp(session=session)
    app.first_screen = lambda: replay_of(Record(game), session)  # type: ignore[method-assign]
    async with running(app) as ui:
        await ui.press("end")
        assert "Move 8 of 8: O a1" in ui.status
        board = ui.one("BoardGrid")
        shown = [sorted(map(board.geometry.name, squares_of(mask))) for mask in board.view.stones]
        assert shown == [["b3", "c1", "c2"], ["a1", "a3", "c3"]]
        await ui.press("left", "left")
        shown = [sorted(map(board.geometry.name, squares_of(mask))) for mask in board.view.stones]
        assert shown == [["a1", "b3", "c1"], ["a3", "b1", "c3"]]
