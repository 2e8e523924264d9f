"""Boards on which stones fall: where cursor, mouse and previews are, and the motion of a stone."""

from dataclasses import replace

import pytest

from tests.support.boards import Look
from tests.support.driving import Ui, a_setup, playing
from ttt_tui.app.widgets.board.motion import FALL_SECONDS, motion, rest
from ttt_tui.app.widgets.board.view import BoardView
from ttt_tui.engine import Geometry, Rules, Setup, mask_of

CONNECT_FOUR = Geometry(7, 6, 4, Rules(drop=True))


def connect_four(*levels: str) -> Setup:
    return replace(a_setup(*levels), geometry=CONNECT_FOUR)


async def test_the_cursor_moves_along_columns_and_stands_where_a_stone_will_land() -> None:
    async with playing(connect_four()) as ui:
        assert ui.cursor == "d6"
        await ui.press("enter", "up", "down", "pageup")
        assert (ui.moves, ui.cursor) == (["d6"], "d5"), "rows are not chosen"
        await ui.press("right", "enter", "left", "enter", "home")
        assert (ui.moves, ui.cursor) == (["d6", "e6", "d5"], "a6")
        await ui.press("end")
        assert ui.cursor == "g6"
        await ui.press("u", "u")
        assert (ui.moves, ui.cursor) == (["d6"], "e6"), "it falls with the stones below it"
        await ui.press("left", "u")
        assert (ui.moves, ui.cursor) == ([], "d6")


async def test_a_resting_cursor_previews_the_stone_that_enter_places() -> None:
    async with playing(connect_four()) as ui:
        await ui.until(lambda: ui.look("d6") == Look("X", is_cursor=True, is_preview=True), "X before Enter")
        await ui.press("enter")
        await ui.until(lambda: ui.look("d5") == Look("O", is_cursor=True, is_preview=True), "the other's")
        assert not ui.look("d6").is_preview
        await ui.press("left")
        await ui.until(lambda: ui.look("c6") == Look("O", is_cursor=True, is_preview=True), "beside it")
        assert ui.look("d5") == Look()


@pytest.mark.slow
async def test_a_click_anywhere_in_a_column_drops_a_stone_and_the_mouse_previews_it() -> None:
    async with playing(connect_four()) as ui:
        await ui.rest()
        for square, landing in (("b1", "b6"), ("b6", "b5"), ("b2", "b4"), ("f5", "f6")):
            await ui.point_at(*ui.place_of(square))
            assert ui.look(landing).is_preview
            await ui.click_square(square)
            assert ui.moves[-1] == landing
        x, y = ui.place_of("c3")
        await ui.click_at(x, ui.sight.letters_line)
        await ui.click_at(x, (y + ui.place_of("c4")[1]) // 2 + 1)
        assert ui.moves[-2:] == ["c6", "c5"], "the letter and a rule are in the column as well"


async def test_digits_place_at_once_and_a_letter_is_typed_before_enter() -> None:
    async with playing(connect_four()) as ui:
        await ui.press(*"4471")
        assert ui.moves == ["d6", "d5", "g6", "a6"]
        await ui.press("8")
        assert "No column 8" in ui.status
        await ui.press("d")
        assert ui.cursor == "d4"
        assert "↵ drop" in ui.lines[ui.go_to.region.y]
        await ui.press("enter", ":", "4", "enter")
        assert ui.moves[-2:] == ["d4", "d3"]


async def test_a_full_column_is_refused_with_a_sentence() -> None:
    async with playing(connect_four(), moves=["c6", "c5", "c4", "c3", "c2", "c1"]) as ui:
        for keys in (["3"], ["c", "enter"], ["right", "left", "enter"]):
            await ui.press(*keys)
            assert "Column 3 is full" in ui.status
            assert len(ui.moves) == 6
        assert ui.look("c1") == Look("O", is_cursor=True, is_latest=True, is_new=True)
        await ui.click_square("c4")
        assert len(ui.moves) == 6


async def test_larger_boards_take_the_number_of_a_column_from_the_line() -> None:
    async with playing(replace(a_setup(), geometry=Geometry(12, 10, 5, Rules(drop=True)))) as ui:
        await ui.press("1", "2", "enter")
        assert ui.moves == ["l10"]


# --- the motion of a stone ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stones", "rows"), [("", [1, 2, 3, 6]), ("d6 d5", [1, 2, 4]), ("d6 d5 d4 d3 d2", [1])], ids=str
)
def test_a_stone_falls_in_at_most_four_frames(stones: str, rows: list[int]) -> None:
    below = mask_of(map(CONNECT_FOUR.parse, stones.split()))
    square = CONNECT_FOUR.parse(f"d{rows[-1]}")
    before = BoardView((0, below))
    view = before._replace(stones=(1 << square, below), last=square)
    moments = [moment for _, moment in motion(CONNECT_FOUR, before, view)]
    seen = [moment.shown(view) for moment in moments]
    assert [CONNECT_FOUR.row(each.stones[0].bit_length() - 1) + 1 for each in seen[: len(rows)]] == rows
    assert {each.stones[1] for each in seen} == {below}
    assert moments[-1] == rest(view)
    assert seen[len(rows) - 1 :] == [view] * (len(moments) - len(rows) + 1), "then it stays"


def test_a_line_is_filled_when_its_last_stone_has_landed() -> None:
    line = [CONNECT_FOUR.parse(name) for name in ("d3", "d4", "d5", "d6")]
    before = BoardView((mask_of(line[1:]), 0))
    view = before._replace(stones=(mask_of(line), 0), last=line[0], winning=mask_of(line), is_over=True)
    moments = motion(CONNECT_FOUR, before, view)
    falling = [moment.falling is not None for _, moment in moments]
    assert falling == sorted(falling, reverse=True)
    assert [moment.filled.bit_count() for _, moment in moments] == [0, 0, 1, 2, 3, 4, 4][-len(moments) :]
    assert moments[falling.count(True)][0] == pytest.approx(falling.count(True) * FALL_SECONDS)


async def test_a_falling_stone_ends_on_its_square() -> None:
    async with playing(connect_four()) as ui:
        ui.app.animation_level = "full"
        await ui.press("enter")
        await ui.until(lambda: look_is(ui, "d6", "X"), "the stone at the bottom")
        await ui.until(lambda: ui.look("d5").is_preview, "the next player's above it")
        assert ui.look("d1") == ui.look("d2") == Look()


def look_is(ui: Ui, square: str, symbol: str) -> bool:
    look = ui.look(square)
    return look.symbol == symbol and not look.is_preview and look.is_latest
