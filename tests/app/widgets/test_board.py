"""The board: what it draws, where it scrolls, and which square a click means."""

import pytest

from tests.support.driving import SCRIPTED, Script, a_setup, playing
from ttt_tui.engine import HUMAN, column_letter


async def test_the_cursor_is_in_square_brackets() -> None:
    async with playing() as ui:
        assert ui.square("b2") == "[·]"
        await ui.press("left")
        assert ui.square("a2") == "[·]"
        assert "[" not in ui.square("b2")
        await ui.press("enter")
        assert ui.square("a2") == "[X]"


async def test_stones_since_your_last_move_are_in_round_brackets(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, SCRIPTED, board=(5, 5))) as ui:
        script.moves = ["a1", "e5"]
        await ui.press("enter")
        await ui.moved("c3", "a1", "e5")
        await ui.until(lambda: "Your move" in ui.status, "your turn")
        assert ui.square("a1") == "(O)"
        assert ui.square("e5") == "(A)"
        assert ui.square("c3") == "[X]"
        script.moves = ["a2", "e4"]
        await ui.press("up", "enter")
        await ui.moved("c3", "a1", "e5", "c2", "a2", "e4")
        await ui.until(lambda: ui.square("e4") == "(A)", "the new stones")
        assert ui.square("a1") == " O ", "not new any more"
        assert ui.square("e5") == " A "


async def test_only_the_very_last_stone_is_underlined() -> None:
    async with playing() as ui:
        await ui.press(*"19")
        assert ui.square_style("c3").underline
        assert not ui.square_style("a1").underline
        await ui.press("u")
        assert ui.square_style("a1").underline
        assert not ui.square_style("c3").underline


async def test_the_winning_squares_are_reversed_and_no_others() -> None:
    async with playing(moves=["b1", "a2", "c1", "a3", "a1"]) as ui:
        assert ui.is_over
        winning = {
            name for name in ["a1", "b1", "c1", "a2", "a3", "b2", "c3"] if ui.square_style(name).reverse
        }
        assert winning == {"a1", "b1", "c1"}


async def test_two_lines_at_once_are_both_lit() -> None:
    moves = ["a1", "e1", "b1", "e2", "c2", "e4", "c3", "e5", "c1"]
    async with playing(a_setup(board=(5, 5)), moves=moves) as ui:
        names = [f"{letter}{row}" for letter in "abcde" for row in range(1, 6)]
        assert {n for n in names if ui.square_style(n).reverse} == {"a1", "b1", "c1", "c2", "c3"}


async def test_the_mouse_previews_the_stone_that_a_click_would_place() -> None:
    async with playing() as ui:
        await ui.rest()
        await ui.point_at(*ui.place_of("a1"))
        assert ui.square("a1").strip() == "X"
        await ui.point_at(*ui.place_of("c3"))
        assert ui.square("a1").strip() == "·", "the mouse is elsewhere"
        assert ui.square("c3").strip() == "X"
        await ui.press("1")
        assert ui.square("c3").strip() == "O", "it is the other's turn"
        await ui.point_at(*ui.place_of("a1"))
        assert ui.square("a1").strip("[]") == "X", "a stone stays what it is"
        await ui.point_at(0, 0)
        assert ui.square("c3").strip() == "·", "the mouse has left the board"
        assert ui.moves == ["a1"]


async def test_the_mouse_previews_nothing_while_a_computer_is_to_move(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        await ui.question(script)
        await ui.point_at(*ui.place_of("a1"))
        assert ui.square("a1").strip() == "·"


async def test_the_cursors_column_letter_and_row_number_are_lit() -> None:
    async with playing(a_setup(board=(12, 12))) as ui:
        for keys, column, row in ((), "g", 7), (("home",), "a", 7), (("pageup", "right"), "b", 1):
            await ui.press(*keys)
            top = ui.board.region.y
            left = ui.board.region.x
            for letter in ui.columns_shown:
                assert bool(ui.style_at(ui.place_of(f"{letter}1")[0], top).bold) == (letter == column)
            for number in ui.rows_shown:
                y = ui.place_of(f"a{number}")[1]
                assert bool(ui.style_at(left + 1, y).bold) == (number == row), number


@pytest.mark.parametrize(
    ("side", "size", "distance", "framed"),
    [
        (3, (80, 24), (8, 4), True),
        (5, (80, 24), (6, 2), True),
        (7, (80, 24), (6, 2), True),
        (9, (80, 24), (4, 2), True),
        (10, (80, 24), (4, 2), False),
        (15, (80, 24), (3, 1), False),
        (15, (70, 24), (2, 1), False),
        (20, (80, 24), (2, 1), False),
        (20, (120, 24), (3, 1), False),
        (20, (120, 50), (4, 2), True),
        (15, (480, 150), (8, 4), True),
    ],
)
async def test_cells_are_the_largest_that_leave_the_panel_its_columns(
    side: int, size: tuple[int, int], distance: tuple[int, int], framed: bool
) -> None:
    async with playing(a_setup(board=(side, side)), size=size) as ui:
        a, b = ui.place_of("a1"), ui.place_of("b2")
        assert (b[0] - a[0], b[1] - a[1]) == distance
        assert ("┼" in ui.text) == framed
        assert ui.rows_shown == list(range(1, side + 1))
        assert len(ui.columns_shown) == side
        assert ui.one("#panel").region.width >= 30


async def test_brackets_stay_right_in_narrow_cells() -> None:
    async with playing(a_setup(board=(15, 15)), size=(70, 24)) as ui:
        assert ui.square("h8") == "[·]"
        await ui.press("enter")
        await ui.press("end", "enter")
        assert ui.square("o8") == "[O]", "the last column has room for its bracket"
        assert ui.square("h8") == " X "
        await ui.press("home")
        assert ui.square("a8") == "[·]"


@pytest.mark.parametrize("size", [(80, 24), (62, 24), (40, 16)])
@pytest.mark.parametrize("symbols", ["你O", "X你", "你好"])
async def test_symbols_two_cells_wide_keep_the_columns_in_line(size: tuple[int, int], symbols: str) -> None:
    placed = ["b2", "d2", "b4", "e4", "a1", "e5", "c3", "a5"]
    async with playing(a_setup(board=(5, 5), k=5, symbols=symbols), size=size, moves=placed) as ui:
        for i, name in enumerate(placed):
            x, y = ui.place_of(name)
            assert ui.cell(x, y, 2).strip(" ])") == symbols[i % 2], f"{name} stands under its letter"
        for name in ["a2", "c2", "e2", "c4", "d4"]:
            x, y = ui.place_of(name)
            assert ui.cell(x, y, 2).strip() in ("·", ""), f"{name} stands under its letter"


async def test_stones_two_cells_wide_can_be_clicked_and_seen_on_a_large_board() -> None:
    async with playing(a_setup(board=(20, 20), k=5, symbols="你O"), size=(80, 24)) as ui:
        await ui.click_square("c5")
        await ui.click_square("d5")
        assert ui.moves == ["c5", "d5"]
        x, y = ui.place_of("c5")
        assert ui.cell(x, y, 2) == "你"
        assert ui.cell(ui.place_of("d5")[0], y) == "O"


async def test_a_board_without_room_scrolls_with_the_cursor_and_its_labels_stay() -> None:
    async with playing(a_setup(board=(20, 20), k=5), size=(40, 16)) as ui:
        assert len(ui.columns_shown) < 20
        assert len(ui.rows_shown) < 20
        for keys in (["home", "pageup"], ["right"] * 19, ["down"] * 19, ["left"] * 19, ["up"] * 19):
            for key in keys:
                await ui.press(key)
                assert ui.square(ui.cursor) == "[·]", f"the cursor is in sight at {ui.cursor}"
        await ui.press("end", "pagedown")
        assert ui.columns_shown.endswith("t")
        assert ui.rows_shown[-1] == 20
        assert "a" not in ui.columns_shown
        assert ui.square("t20") == "[·]"
        geometry = ui.match.setup.geometry
        assert ui.columns_shown in "".join(column_letter(c) for c in range(geometry.columns))
        first = ui.rows_shown[0]
        assert ui.rows_shown == list(range(first, 21))


async def test_the_wheel_scrolls_a_board_without_room() -> None:
    async with playing(a_setup(board=(20, 20), k=5), size=(40, 16)) as ui:
        await ui.press("home", "pageup")
        assert ui.rows_shown[0] == 1
        await ui.scroll(down=True)
        assert ui.rows_shown[0] == 2
        await ui.click_square("c2")
        assert ui.moves == ["c2"]
        await ui.scroll(down=False)
        assert ui.rows_shown[0] == 1


@pytest.mark.parametrize(
    ("board", "size", "keys"),
    [
        ((3, 3), (80, 24), ()),
        ((7, 4), (120, 40), ()),
        ((15, 15), (80, 24), ()),
        ((15, 15), (62, 24), ()),
        ((20, 20), (40, 16), ("home", "pageup")),
        ((20, 20), (40, 16), ("end", "pagedown")),
        ((20, 20), (80, 24), ("pagedown", "left")),
    ],
)
async def test_a_click_means_the_very_square_that_is_drawn_there(
    board: tuple[int, int], size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    async with playing(a_setup(board=board, k=max(board)), size=size) as ui:
        await ui.press(*keys)
        columns, rows = ui.columns_shown, ui.rows_shown
        names = [f"{letter}{row}" for row in rows for letter in columns]
        for name in names[:: max(1, len(names) // 25)] + [names[-1]]:
            if ui.is_over or name in ui.moves:
                continue
            await ui.click_square(name)
            assert ui.moves[-1] == name
            assert ui.cursor == name
            assert ui.columns_shown == columns, "a click does not scroll"
            assert ui.rows_shown == rows


@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_every_symbol_on_the_screen_is_where_its_square_is_pointed_at(size: tuple[int, int]) -> None:
    async with playing(a_setup(board=(20, 20), k=20), size=size) as ui:
        geometry, board = ui.match.setup.geometry, ui.board
        xs = [(letter, ui.place_of(f"{letter}{ui.rows_shown[0]}")[0]) for letter in ui.columns_shown]
        ys = [(row, ui.place_of(f"{ui.columns_shown[0]}{row}")[1]) for row in ui.rows_shown]
        for letter, x in xs:
            for row, y in ys:
                square = geometry.parse(f"{letter}{row}")
                assert board.square_at(x - board.region.x, y - board.region.y) == square
        assert board.square_at(0, 1) is None, "row numbers are no squares"
        assert board.square_at(5, 0) is None, "column letters are no squares"


async def test_clicks_beside_the_board_place_nothing() -> None:
    async with playing() as ui:
        region = ui.board.region
        x, y = ui.place_of("a1")
        for place in ((x, region.y), (region.x, y), (region.x + 2, y), (1, 5), (x, region.bottom + 1)):
            await ui.click_at(*place)
        assert ui.moves == []


@pytest.mark.parametrize("button", [2, 3], ids=["middle", "right"])
async def test_only_the_left_button_does_something(button: int) -> None:
    async with playing() as ui:
        await ui.click_at(*ui.place_of("a1"), button=button)
        assert ui.moves == []
        await ui.click_at(ui.footer.index("leave"), ui.app.size.height - 1, button=button)
        assert ui.moves == []
        assert ui.play.is_active


@pytest.mark.parametrize("side", [3, 5])
async def test_a_click_on_a_frame_places_nothing(side: int) -> None:
    async with playing(a_setup(board=(side, side))) as ui:
        region = ui.board.region
        frame = [
            (x, y)
            for y in range(region.y + 1, region.bottom)
            for x in range(region.x + 3, region.right)
            if ui.cell(x, y) in "┌─┬┐├┼┤└┴┘│"
        ]
        assert len(frame) > side * side
        for x, y in frame:
            await ui.point_at(x, y)
            assert ui.board.hover is None
        for x, y in frame[:: len(frame) // 20]:
            await ui.click_at(x, y)
        assert ui.moves == []
