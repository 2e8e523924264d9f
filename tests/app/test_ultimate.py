"""Ultimate on the screen: squares typed in each way, the status line, clicks, undo, left and resumed."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.test_rules import choose, leave_and_resume, start
from tests.support.driving import Ui, a_setup, at_setup, playing, running
from tests.support.scenes import NINE_MOVES
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.replay import replay_of
from ttt_tui.app.widgets import setup_page
from ttt_tui.engine import Game, Rules, Setup
from ttt_tui.engine.records import Record
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


@pytest.mark.sample(every=10)
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


async def test_an_enter_that_is_pressed_twice_places_one_stone() -> None:
    async with playing(ultimate()) as ui:
        ui.send("right")
        ui.send("enter")
        ui.send("enter")
        ui.send("space")
        await ui.until(lambda: "the cursor has moved" in ui.status.lower(), "the refusal")
        assert ui.moves == ["f5"]
        assert ui.cursor == "h5"
        await ui.settle()
        await ui.press("enter")
        assert ui.moves == ["f5", "h5"]


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


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 16)], ids=str)
async def test_the_digit_of_a_board_that_is_not_open_is_refused(size: tuple[int, int]) -> None:
    async with playing(ultimate(), size, moves=ANY_BOARD) as ui:
        await ui.press("5")
        assert ui.status == "The middle board is won; open: top left, top and 6 more"
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


@pytest.mark.slow
@pytest.mark.parametrize("size", [(20, 8), (40, 16)], ids=str)
async def test_small_windows_have_room_for_the_longest_square(size: tuple[int, int]) -> None:
    async with playing(ultimate(), size) as ui:
        await ui.press(":", *"b2/c3")
        assert line(ui).removeprefix("Go to ") == "b2/c3 ↵ place"
        assert ui.typed == "b2/c3"
        await ui.press("enter")
        assert ui.moves == ["f6"]
        assert {*"ghi"} <= {*ui.columns_shown}, "the board due is in sight"
        assert {7, 8, 9} <= {*ui.rows_shown}


# --- the whole board in the panel ------------------------------------------------------------------------


def whole_board(ui: Ui) -> list[list[str]]:
    """Return the cells of the small picture of the whole board, as far as they are shown."""
    region = ui.one("WholeBoard").region
    rows = [ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom)]
    is_wooden = len(rows) == 7
    left = 4 if is_wooden else 2
    return [[row[left + 4 * column :][:3] for column in range(3)] for row in rows[is_wooden :: 1 + is_wooden]]


@pytest.mark.slow
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


async def test_the_whole_board_is_a_board_of_wood_where_the_panel_is_wide() -> None:
    async with playing(ultimate(), (120, 40), moves=ANY_BOARD[:5]) as ui:
        region = ui.one("WholeBoard").region
        rows = [ui.cell(region.x, y, 34)[1:].rstrip() for y in range(region.y, region.bottom)]
        assert rows == [
            " ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄",
            "    · │ · │ ·",
            "   ───┼───┼───",
            "    · │▐X▌│ ·      X  1 board",
            "   ───┼───┼───     O  0 boards",
            "   [·]│ · │ ·",
            " ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
        ]


async def test_a_drawn_board_is_counted_below_the_players() -> None:
    async with playing(ultimate(), (120, 40), moves=NINE_MOVES.split()) as ui:
        region = ui.one("WholeBoard").region
        beside = [ui.cell(region.x + 18, y, 16).strip() for y in range(region.y, region.bottom)]
        assert beside == ["", "", "X  2 boards", "O  1 board", "─  1 drawn", "", ""]


async def test_by_most_boards_the_score_of_boards_stands_beside_it() -> None:
    async with playing(ultimate(words="most-boards"), moves=ANY_BOARD) as ui:
        region = ui.one("WholeBoard").region
        assert "X 1  O 0" in ui.cell(region.x, region.y + 1, region.width)


async def test_a_board_that_is_won_and_due_has_its_owner_in_brackets() -> None:
    async with playing(ultimate(words="open-until-full"), moves=ANY_BOARD) as ui:
        assert whole_board(ui)[1] == [" · ", "[X]", " · "]
        assert ui.status.startswith("Ada (X) to move on the middle board")
        await ui.press("5")
        assert ui.moves[-1] == "e5"


async def test_other_games_have_no_whole_board() -> None:
    async with playing(a_setup(board=(9, 9), k=5)) as ui:
        assert not ui.one("WholeBoard").display


# --- the set-up ------------------------------------------------------------------------------------------


async def at_preset(ui: Ui) -> None:
    await choose(ui, "ultimate")
    assert "Ultimate · 9×9, three boards in a row" in ui.text


@pytest.mark.slow
async def test_the_board_is_fixed_and_the_variants_are_rules_of_the_preset() -> None:
    async with at_setup() as ui:
        await at_preset(ui)
        assert "Board        9×9    nine small boards" in ui.text
        await ui.press("b")
        assert ui.status == "This game is always played on 9×9"
        await ui.press("tab", "tab", "tab", "tab")
        assert ui.app.focused is ui.one("#rules"), "Tab passes over the board"
        for title in ("open until full", "most boards", "open until full, most boards"):
            await ui.press("right")
            assert f"‹ {title} ›" in ui.text
            assert ui.setup.choices.chosen == "ultimate"
        await ui.press("home")
        await ui.press("escape")
        await choose(ui, "torus")
        assert "‹ 5 › × ‹ 5 › ‹ 4 ›  in a row" in ui.text
        await at_preset(ui)
        assert "‹ Ultimate ›" in ui.text


async def test_the_list_of_rules_has_those_of_ultimate() -> None:
    async with at_setup() as ui:
        await at_preset(ui)
        await ui.press("R", "down", "down", "enter")
        assert "‹ most boards ›" in ui.text
        await start(ui)
        assert "Ultimate · most boards" in ui.lines[0]


@pytest.mark.slow
async def test_a_third_player_is_refused_with_a_sentence_until_removed() -> None:
    async with at_setup() as ui:
        await at_preset(ui)
        await ui.press("a")
        assert ui.status == "Ultimate is for two players, not for 3"
        await ui.press("d")
        assert ui.setup.choices.chosen == "ultimate"
        await start(ui)
        assert len(ui.match.setup.players) == 2


@pytest.mark.slow
async def test_the_preset_is_played_left_resumed_and_remembered_with_its_variant() -> None:
    async with at_setup() as ui:
        await at_preset(ui)
        await ui.press("R", "down", "enter")
        await start(ui)
        assert ui.status.startswith("Your move on any board")
        await ui.press("5", "9")
        await ui.until(lambda: len(ui.moves) == 2, "the computer's stone")
        await leave_and_resume(ui, "resume You v medium 4, Ultimate, open until full, 2 moves")
        await ui.press("q")
        await ui.until(lambda: ui.setup.choices.chosen == "ultimate", "the main menu")
        assert "‹ open until full ›" in ui.text


# --- the end ---------------------------------------------------------------------------------------------

WON = [
    "c1", "h1", "d2", "c4", "i2", "h4", "e2", "d4", "c2", "g4",
    "c3", "i7", "i3", "i9", "g8", "a4", "f2", "i4", "i1",
]  # fmt: skip
"""Moves by which X wins the three boards at the top."""


@pytest.mark.slow
async def test_a_game_is_won_with_boards_in_a_row_replayed_and_listed() -> None:
    async with playing(ultimate(), moves=WON[:-1]) as ui:
        await ui.place(WON[-1])
        await ui.result()
        assert "Ada wins!" in ui.text
        assert ui.status.startswith("3 boards in a row, move ")
        assert whole_board(ui)[0] == ["▐X▌"] * 3
        assert ui.board.view.winning.bit_count() == 27
        await ui.press("u")
        assert whole_board(ui)[0] == ["▐X▌", "▐X▌", "[·]"]
        assert ui.status.startswith("Ada (X) to move on the top right board")


async def test_the_replay_says_what_decided_the_game() -> None:
    game = Game(ultimate())
    for name in WON:
        game.place(name)
    session = Session(1)
    app = TttApp(session=session)
    app.first_screen = lambda: replay_of(Record(game), session)  # type: ignore[method-assign]
    async with running(app) as ui:
        assert "three boards in a row" in ui.text
        await ui.press("end")
        assert "Move 19 of 19: X i1" in ui.status


async def test_the_replay_shows_each_word_of_its_rules_in_full() -> None:
    session = Session(1)
    game = Game(ultimate(words="open-until-full, most-boards"))
    app = TttApp(session=session)
    app.first_screen = lambda: replay_of(Record(game), session)  # type: ignore[method-assign]
    async with running(app) as ui:
        shown = [ui.lines[0], *(row.partition("▌")[2] or row[50:] for row in ui.lines[2:14])]
        assert "…" not in "".join(shown)
        assert "open until full" in "".join(shown)
        assert "most boards" in "".join(shown)


OTHER_GAME = """
import asyncio, sys
from tests.support.driving import at_setup

async def main():
    async with at_setup() as ui:
        await ui.press("enter", "5", "h", "h", "h")
        print(bool(ui.moves))

asyncio.run(main())
print(*(name for name in sys.modules if "ultimate" in name or "nine_boards" in name))
"""


def test_the_first_screen_and_another_game_import_nothing_of_it(tmp_path: Path) -> None:
    environment = {**os.environ, "TTT_TUI_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", OTHER_GAME], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True"]


async def test_too_many_players_are_refused_beside_the_picture_of_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setup_page, "PAUSE_SECONDS", 0.01)
    async with at_setup(size=(200, 50)) as ui:
        await choose(ui, "ultimate")
        await ui.press("a")
        await asyncio.sleep(0.05)
        await ui.press("down", "up")
        assert "is for two players, not for 3" in ui.status
