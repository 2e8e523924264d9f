"""Stones that are chosen and not placed yet: confirmed, by every way to choose a square."""

import pytest

from tests.support.boards import EMPTY
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.engine import HUMAN, Rules, Setup
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings

SIZES = [(80, 24), (40, 16)]


def has_ghost(ui: Ui, name: str, symbol: str = "X") -> bool:
    look = ui.look(name)
    return (look.symbol, look.is_preview) == (symbol, True)


def confirming(**settings: bool) -> Session:
    return Session(1, settings=Settings(confirm_moves=True, **settings))


# --- confirmation ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_first_enter_shows_a_ghost_and_the_second_places_it(size: tuple[int, int]) -> None:
    async with playing(size=size, session=confirming()) as ui:
        await ui.press("enter")
        assert ui.moves == []
        assert has_ghost(ui, "b2")
        assert "Place on b2?" in ui.text
        assert "Esc takes" in ui.text
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.look("b2").symbol == "X"
        assert not ui.look("b2").is_preview
        assert "Esc" not in ui.text


async def test_another_square_moves_the_ghost_and_esc_takes_it_off() -> None:
    async with playing(session=confirming()) as ui:
        await ui.press("enter", "left", "enter")
        assert has_ghost(ui, "a2")
        assert ui.look("b2").symbol == EMPTY
        await ui.press("escape")
        assert ui.look("a2").symbol == EMPTY
        assert ui.play.is_active, "nothing was left"
        await ui.press("enter")
        assert ui.moves == [], "it has to be confirmed anew"
        await ui.press("u")
        assert ui.look("a2").symbol == EMPTY


async def test_two_enters_at_once_place_one_stone_and_a_third_places_none(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=confirming()) as ui:
        for _ in range(3):
            ui.send("enter")
        await ui.settle()
        await ui.until(lambda: script.questions, "the computer's turn")
        assert ui.moves == ["b2"]


async def test_a_taken_square_is_refused_at_once_and_keeps_the_ghost() -> None:
    async with playing(moves=["b2"], session=confirming()) as ui:
        await ui.press("1", "5")
        assert "b2 is taken" in ui.status.lower()
        assert has_ghost(ui, "a1", "O")
        await ui.press("1")
        assert ui.moves == ["b2", "a1"]


async def test_clicks_digits_and_typed_squares_are_confirmed_by_any_of_them() -> None:
    async with playing(session=confirming()) as ui:
        await ui.click_square("c3")
        assert ui.moves == []
        await ui.click_square("c3")
        await ui.press("1", "enter")
        await ui.press("colon", "c", "1", "enter")
        assert ui.moves == ["c3", "a1"]
        await ui.press("3")
        assert ui.moves == ["c3", "a1", "c1"]


@pytest.mark.parametrize(
    ("setup", "keys", "held", "moves"),
    [
        (a_setup(board=(7, 6), k=4, rules=Rules(drop=True)), "3 3 3 3", None, ["c6", "c5"]),
        (a_setup(board=(9, 9), k=3, rules=Rules.parse("ultimate")), "5 5 5 5", None, ["e5"]),
        (a_setup(board=(9, 9), k=6, rules=Rules.parse("double")), "enter enter left enter enter", None,
         ["e5", "d5"]),
        (a_setup(rules=Rules.parse("wild")), "o x x left o enter", None, ["Xb2", "Oa2"]),
        (a_setup(rules=Rules.parse("wild")), "o x", "Xb2", []),
        (a_setup(board=(15, 15), k=5, rules=Rules.parse("swap2")), "enter enter left enter enter", None,
         ["h8", "g8"]),
    ],
    ids=["drop", "ultimate", "double", "wild", "wild, another mark", "opening"],
)  # fmt: skip
async def test_every_kind_of_stone_is_confirmed(
    setup: Setup, keys: str, held: str | None, moves: list[str]
) -> None:
    async with playing(setup, session=confirming()) as ui:
        await ui.press(*keys.split())
        assert ui.moves == moves
        square = None if held is None else ui.match.setup.geometry.parse(held)
        assert ui.play.placing.held == square


async def test_the_choice_of_an_opening_needs_no_second_key() -> None:
    setup = a_setup(board=(7, 7), k=5, rules=Rules.parse("pie"))
    async with playing(setup, moves=["d4"], session=confirming()) as ui:
        await ui.press("1")
        assert len(ui.moves) == 2


async def test_any_change_of_the_game_drops_the_ghost_but_a_pause_does_not(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED), session=confirming()) as ui:
        await ui.press("enter", "p")
        assert has_ghost(ui, "b2")
        await ui.press("p", "enter")
        (await ui.question(script)).answer("a1")
        await ui.moved("b2", "a1")
        await ui.press("9", "n", "y")
        assert ui.moves == []
        assert ui.play.placing.held is None


@pytest.mark.parametrize("terminal", [Terminal(is_ascii=True), Terminal(colours=Colours.NONE)], ids=repr)
async def test_without_colours_a_question_mark_tells_a_held_stone_from_a_placed_one(
    terminal: Terminal,
) -> None:
    async with playing(moves=["a1"], session=confirming(), terminal=terminal) as ui:
        await ui.press("5", "up")
        x, y = ui.place_of("b2")
        assert ui.cell(x, y, 2) == "O?"
        await ui.press("5")
        assert "?" not in ui.cell(x, y, 2)


async def test_without_the_setting_nothing_is_held() -> None:
    async with playing() as ui:
        await ui.press("enter")
        assert ui.moves == ["b2"]
        assert ui.play.placing.held is None
