"""The board: what it draws, where it scrolls, and which square a click means."""

import asyncio
import time

import pytest

from tests.support.boards import Look
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.engine import HUMAN, column_letter, mask_of


async def test_the_terminals_own_cursor_is_on_the_symbol_that_the_cursor_surrounds() -> None:
    async with playing(a_setup(board=(15, 15))) as ui:
        for key, square in [
            ("left", "g8"),
            ("up", "g7"),
            ("end", "o7"),
            ("pagedown", "o15"),
            ("home", "a15"),
        ]:
            await ui.press(key)
            assert ui.cursor == square
            assert ui.app.cursor_position == ui.place_of(square), "screen readers follow it"


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


async def test_only_the_very_last_stone_is_marked_as_the_latest() -> None:
    async with playing() as ui:
        await ui.press(*"19")
        await ui.until(lambda: ui.look("c3").is_latest, "the mark, after its motion")
        assert not ui.look("a1").is_latest
        await ui.press("u")
        await ui.until(lambda: ui.look("a1").is_latest, "the mark of the stone before")
        assert not ui.look("c3").is_latest


async def test_the_winning_squares_are_filled_and_no_others_and_there_is_no_cursor() -> None:
    async with playing(moves=["b1", "a2", "c1", "a3", "a1"]) as ui:
        assert ui.is_over
        await ui.until(lambda: won(ui) == {"a1", "b1", "c1"}, "the line")
        assert not any(look.is_cursor for look in ui.sight.looks().values())
        await ui.press("u")
        assert won(ui) == set()
        assert ui.look(ui.cursor).is_cursor


def won(ui: Ui) -> set[str]:
    """Return the squares that are filled."""
    return {square for square, look in ui.sight.looks().items() if look.is_won}


@pytest.mark.slow
async def test_there_is_no_cursor_where_nobody_places(script: Script) -> None:
    script.moves = ["a1"]
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        await ui.moved("a1")
        assert not any(look.is_cursor for look in ui.sight.looks().values())
        await ui.until(lambda: is_lit(ui, "a"), "the letter of the latest stone")
        await ui.press("A")
        await ui.until(lambda: ui.look(ui.cursor).is_cursor, "the cursor, which chooses what is analysed")
        await ui.press("A")
        assert not ui.look(ui.cursor).is_cursor
    async with playing(moves=["a1", "b2"]) as ui:
        await ui.press("tab", "up")
        assert not any(look.is_cursor for look in ui.sight.looks().values()), "in the past"
        await ui.press("escape")
        assert ui.look(ui.cursor).is_cursor


def is_lit(ui: Ui, letter: str) -> bool:
    """Return whether the letter of a column is highlighted."""
    return bool(ui.style_at(ui.place_of(f"{letter}1")[0], ui.sight.letters_line).bold)


@pytest.mark.slow
async def test_the_mouse_previews_the_stone_that_a_click_would_place(script: Script) -> None:
    async with playing() as ui:
        await ui.rest()
        await ui.point_at(*ui.place_of("a1"))
        assert ui.look("a1") == Look("X", is_preview=True)
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
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        await ui.question(script)
        await ui.point_at(*ui.place_of("a1"))
        assert ui.square("a1").strip() == "·", "it is a computer's turn"


async def test_the_cursors_column_letter_and_row_number_are_lit() -> None:
    async with playing(a_setup(board=(12, 12))) as ui:
        for keys, column, row in ((), "g", 7), (("home",), "a", 7), (("pageup", "right"), "b", 1):
            await ui.press(*keys)
            letters = ui.sight.letters_line
            numbers = min(ui.sight.columns.values()) - 3
            for letter in ui.columns_shown:
                assert bool(ui.style_at(ui.place_of(f"{letter}1")[0], letters).bold) == (letter == column)
            for number in ui.rows_shown:
                y = ui.place_of(f"a{number}")[1]
                assert bool(ui.style_at(numbers, y).bold) == (number == row), number


async def test_after_the_game_no_letter_is_lit_but_that_of_an_earlier_move_is() -> None:
    async with playing(moves=["a1", "b1", "a2", "b2", "a3"]) as ui:
        assert not any(is_lit(ui, letter) for letter in "abc")
        await ui.press("tab", "up")
        assert [letter for letter in "abc" if is_lit(ui, letter)] == ["b"]


async def test_stones_two_cells_wide_can_be_clicked_and_seen_on_a_large_board() -> None:
    async with playing(a_setup(board=(20, 20), k=5, symbols="你O"), size=(80, 24)) as ui:
        await ui.click_square("c5")
        await ui.click_square("d5")
        assert ui.moves == ["c5", "d5"]
        assert [ui.look(name).symbol for name in ("c5", "d5")] == ["你", "O"]


@pytest.mark.slow
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


async def test_a_board_without_room_begins_with_its_stones_in_the_middle() -> None:
    setup = a_setup(board=(20, 20), k=5)
    async with playing(
        setup, moves=["h8", "i9", "g8", "i8", "i7", "g9", "f8", "e8", "h6", "j7"], size=(40, 16)
    ) as ui:
        await ui.pilot.resize_terminal(80, 24)
        await ui.rest()
        await ui.pilot.resize_terminal(40, 16)
        await ui.rest()
        above, below = 6 - ui.rows_shown[0], ui.rows_shown[-1] - 9
        assert abs(above - below) <= 1
        assert ui.cursor[1:] in map(str, ui.rows_shown)


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


@pytest.mark.slow
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


async def test_clicks_beside_the_board_or_of_other_buttons_place_nothing() -> None:
    async with playing() as ui:
        region = ui.board.region
        x, y = ui.place_of("a1")
        places = (region.x, y), (region.x + 3, y), (1, 5), (x, region.bottom - 1), (region.right - 1, y)
        for place in ((x, ui.sight.letters_line), (x, region.y), *places):
            await ui.click_at(*place)
        for button in (2, 3):
            await ui.click_at(x, y, button=button)
            await ui.click_at(ui.footer.index("leave"), ui.app.size.height - 1, button=button)
        assert ui.moves == []
        assert ui.play.is_active


@pytest.mark.slow
async def test_a_click_on_a_rule_places_nothing() -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        region = ui.board.region
        rules = [
            (x, y)
            for y in range(region.y, region.bottom)
            for x in range(region.x, region.right)
            if ui.cell(x, y) in "─┼│"
        ]
        assert len(rules) > 25
        for x, y in rules:
            await ui.point_at(x, y)
            assert ui.board.hover is None
        for x, y in rules[:: len(rules) // 20]:
            await ui.click_at(x, y)
        assert ui.moves == []


@pytest.mark.slow
@pytest.mark.parametrize("is_slow", [False, True])
async def test_nothing_moves_where_the_line_is_slow(is_slow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    class Driver:
        is_behind = is_slow

    monkeypatch.setattr("ttt_tui.app.widgets.board.motion.terminal_driver", lambda app: Driver())
    async with playing(moves=["b1", "a2", "c1", "a3"]) as ui:
        ui.app.animation_level = "full"
        before, line = ui.board.view, mask_of(ui.board.geometry.squares[:3])
        ui.board.show(before._replace(stones=(line, before.stones[1]), winning=line, is_over=True))
        assert (ui.board.result_seconds() == 0) == is_slow
        await ui.until(lambda: won(ui) == {"a1", "b1", "c1"}, "the line")


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("turns", range(12))
async def test_a_moment_that_comes_too_late_changes_nothing_of_what_is_shown_since(turns: int) -> None:
    async with playing(moves=["b1", "a2", "c1", "a3"]) as ui:
        ui.app.animation_level = "full"
        before, line = ui.board.view, mask_of(ui.board.geometry.squares[:3])
        ui.board.show(before._replace(stones=(line, before.stones[1]), winning=line, is_over=True))
        await asyncio.sleep(0.01)
        time.sleep(0.1)  # the next moment is due, and on its way for so many turns of the loop
        for _ in range(turns):
            await asyncio.sleep(0)
        ui.board.show(before)
        await ui.rest()
        assert won(ui) == set()
