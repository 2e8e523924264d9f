"""Ultimate on the screen: squares typed in each way, the status line, clicks, undo, left and resumed."""

import pytest

from tests.support.driving import Ui, a_setup, playing
from ttt_tui.engine import Rules, Setup
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Settings

ANY_BOARD = ["d5", "b5", "d4", "b2", "d6", "b8"]
"""Moves after which X may play on any open board: the middle board, to which O has led, is won by X."""


def ultimate(*levels: str, words: str = "ultimate") -> Setup:
    return a_setup(*levels, board=(9, 9), rules=Rules.parse(words))


def line(ui: Ui) -> str:
    """Return what the line in which squares are typed shows."""
    return " ".join(ui.lines[ui.go_to.region.y].split())


async def click(ui: Ui, name: str) -> None:
    """Click on a square of the board."""
    x, y = ui.board.drawn.anchor(ui.board.geometry.parse(name)) + ui.board.region.offset
    await ui.click_at(x, y)


@pytest.mark.parametrize(
    ("typed", "square"),
    [
        ("e5", "e5"),
        ("b2/b2", "e5"),
        ("b2/c3", "f6"),
        ("a1/c3", "c3"),
        ("59", "f6"),
        ("5/9", "f6"),
        ("11", "a1"),
    ],
)
async def test_a_square_is_typed_in_each_way(typed: str, square: str) -> None:
    async with playing(ultimate()) as ui:
        await ui.press(":", *typed)
        assert ui.cursor == square, "the target lights up"
        assert "↵ place" in line(ui)
        await ui.press("enter")
        assert ui.moves == [square]


async def test_two_digits_place_at_once_where_any_board_is_due_and_then_one() -> None:
    async with playing(ultimate()) as ui:
        await ui.press("5")
        assert ui.typed == "5"
        assert "Middle board: type its square as well" in line(ui)
        assert ui.cursor == "e5", "the board's middle is lit"
        await ui.press("9")
        assert ui.moves == ["f6"]
        assert not ui.go_to.display
        await ui.press("1")
        assert ui.moves == ["f6", "g7"], "the bottom right board is due"
        await ui.press("9")
        assert ui.moves == ["f6", "g7", "c3"]


async def test_escape_leaves_the_board_that_the_first_digit_chose() -> None:
    async with playing(ultimate()) as ui:
        await ui.press("5", "escape", "1", "2")
        assert ui.moves == ["b1"]


async def test_a_first_digit_that_is_taken_back_lets_a_name_be_typed_and_entered() -> None:
    async with playing(ultimate()) as ui:
        await ui.press("5", ":", *"b2")
        assert ui.moves == [], "the name of a square may go on: b2/c3"
        await ui.press(*"/c3", "enter")
        assert ui.moves == ["f6"]


async def test_a_taken_square_or_another_board_is_refused_with_the_reason() -> None:
    async with playing(ultimate(), moves=["e5"]) as ui:
        await ui.press("5")
        assert ui.status == "e5 is taken"
        await ui.press(":", *"a1", "enter")
        assert ui.status == "a1 is not on the middle board, where you have to play"
        await click(ui, "i9")
        assert ui.status == "i9 is not on the middle board, where you have to play"
        assert ui.moves == ["e5"]
        await click(ui, "f6")
        assert ui.moves == ["e5", "f6"]


async def test_the_digit_of_a_board_that_is_not_open_is_refused() -> None:
    async with playing(ultimate(), moves=ANY_BOARD) as ui:
        await ui.press("5")
        assert ui.status == "The middle board is not open: choose another one"
        assert not ui.go_to.display
        await ui.press("3", "1")
        assert ui.moves == [*ANY_BOARD, "g1"]


async def test_a_numpad_has_its_layout_on_both_boards() -> None:
    async with playing(ultimate(), session=Session(1, settings=Settings(numpad=True))) as ui:
        await ui.press("7")
        assert "Top left board" in line(ui)
        await ui.press("3")
        assert ui.moves == ["c3"]
        await ui.press("9")
        assert ui.moves == ["c3", "i7"]


# --- the whole board in the panel ------------------------------------------------------------------------


def whole_board(ui: Ui) -> list[list[str]]:
    """Return the cells of the small picture of the whole board, as far as they are shown."""
    region = ui.one("WholeBoard").region
    rows = [ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom)]
    return [[row[2 + 4 * column :][:3] for column in range(3)] for row in rows]


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=str)
async def test_the_panel_has_the_whole_board_with_the_board_due(size: tuple[int, int]) -> None:
    async with playing(ultimate(), size, moves=ANY_BOARD[:5]) as ui:
        assert whole_board(ui) == [[" · "] * 3, [" · ", "▐X▌", " · "], ["[·]", " · ", " · "]]
        await ui.place("b8")
        assert whole_board(ui)[2] == [" · ", " · ", " · "], "any open board is due"
        await ui.place("a1")
        assert whole_board(ui)[0] == ["[·]", " · ", " · "]
        await ui.press("tab", *["up"] * 3)
        assert whole_board(ui)[1] == [" · ", "[·]", " · "], "the past has its own"


async def test_by_most_boards_the_score_of_boards_stands_beside_it() -> None:
    async with playing(ultimate(words="most-boards"), moves=ANY_BOARD) as ui:
        region = ui.one("WholeBoard").region
        assert "X 1  O 0" in ui.cell(region.x, region.y + 1, region.width)


async def test_other_games_have_no_whole_board() -> None:
    async with playing(a_setup(board=(9, 9), k=5)) as ui:
        assert not ui.one("WholeBoard").display
