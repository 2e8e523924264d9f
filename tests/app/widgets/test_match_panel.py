"""What a match has beside its board, from the smallest panel to a large one."""

import pytest

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.play import computer_search
from ttt_tui.app.widgets.match_games import MatchGames
from ttt_tui.engine import HUMAN, FirstMover
from ttt_tui.process.terminal import Colours, Terminal

LARGE = (200, 50)


def beside(ui: Ui) -> list[str]:
    """Return the lines of the panel."""
    region = ui.one("#panel").region
    return [ui.cell(region.x, y, region.width).rstrip() for y in range(region.y, region.bottom)]


def line_of(ui: Ui, text: str) -> int:
    return next(y for y, line in enumerate(beside(ui)) if text in line)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(120, 40), LARGE], ids=str)
async def test_what_a_computer_thinks_and_the_result_stand_right_under_the_score(
    size: tuple[int, int], script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_search, "LONG_THOUGHT", 0.0)
    async with playing(a_setup(HUMAN, SCRIPTED), size) as ui:
        under_score = line_of(ui, "Bob") + 2
        await ui.press("5")
        question = await ui.question(script)
        await ui.until(lambda: "Bob thinking" in beside(ui)[under_score + 1], "the thoughts")
        question.answer("a1")
        await ui.moved("b2", "a1")
        for number, square, reply in ((2, "c1", "b1"), (3, "a3", "")):
            await ui.place(square)
            if reply:
                (await ui.question(script, number)).answer(reply)
                await ui.moved("b2", "a1", "c1", "b1")
        await ui.until(lambda: "You win!" in ui.text, "the result")
        assert ui.one("ResultCard").region.y == ui.one("Scoreboard").region.bottom
        assert ui.one("ResultCard").region.height == (7 if size == LARGE else 5), "it grows"
        assert line_of(ui, "Moves") > under_score + 5


@pytest.mark.slow
async def test_a_computer_is_introduced_before_its_first_move() -> None:
    async with playing(a_setup(HUMAN, "rules", names=("Ada", "easy")), LARGE) as ui:
        assert "wins or blocks in one move, else extends a line" in ui.text
        for size in ((120, 40), (80, 24)):
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            assert "easy wins or blocks in one move, else extends a line" in " ".join(
                " ".join(beside(ui)).split()
            )
            top = line_of(ui, "easy wins")
            assert top == line_of(ui, "Ada") + 4, "right under the score"


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [Terminal(), Terminal(Colours.NONE, is_ascii=True)], ids=str)
async def test_the_earlier_games_are_small_pictures(terminal: Terminal) -> None:
    async with playing(size=LARGE, terminal=terminal) as ui:
        assert not ui.one("MatchGames").display
        for moves in ("a1 a2 b1 b2 c1", "b2 a1 c1 a3 a2 c2 b1 b3"):
            for move in moves.split():
                await ui.place(move)
            await ui.press("enter")
        assert ui.match.game_number == 3
        top = line_of(ui, "Earlier games")
        shown = [line.replace("·", ".").replace("─", "-").split() for line in beside(ui)[top + 1 : top + 5]]
        assert shown == [[*"XXXXOO"], [*"OO.OOX"], [*"...XX."], ["1", "X", "2", "-"]]


async def test_games_that_leave_out_the_first_are_called_the_latest() -> None:
    setup = a_setup(points=None, first=FirstMover.ALWAYS)
    async with playing(setup, (120, 40)) as ui:
        for number in range(1, 8):
            await ui.press(*"14253", "enter")
            assert any("Latest games" in line for line in beside(ui)) == (number > 6)


async def test_on_a_large_board_the_pictures_are_half_cells_or_a_line_of_winners() -> None:
    won = ["h8", "a1", "h9", "b2", "h10", "c4", "h11", "i9", "h12"]
    for terminal, has_pictures in ((Terminal(), True), (Terminal(Colours.NONE), False)):
        async with playing(a_setup(board=(15, 15), k=5), LARGE, moves=won, terminal=terminal) as ui:
            await ui.press("enter")
            games = ui.app.screen.query_one(MatchGames)
            assert games.display
            assert games.region.height == (1 + 8 + 1 if has_pictures else 2)
            picture = beside(ui)[line_of(ui, "Earlier games") + 1 : line_of(ui, "1 X") + 1]
            assert any("█" in line for line in picture) == has_pictures


async def test_the_lines_below_begin_where_the_board_begins_in_a_large_window() -> None:
    async with playing(size=LARGE) as ui:
        for size, begins in ((LARGE, True), ((120, 40), False), (LARGE, True)):
            await ui.pilot.resize_terminal(*size)
            await ui.rest()
            left = ui.board.region.x if begins else 2
            for line in ui.lines[-2:]:
                assert len(line) - len(line.lstrip()) == left
            assert ui.one("#panel").region.right == size[0] - 2, "where the top line's text ends"
            assert len(ui.lines[0].rstrip()) == size[0] - 2


async def test_buttons_follow_a_game_in_a_large_panel_and_the_footer_names_other_keys() -> None:
    async with playing(size=(120, 40), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        assert "↵ next game   v review   C share" in beside(ui)[-2]
        assert "next game" not in ui.footer
        await ui.press("u")
        assert "next game" not in ui.text
    async with playing(moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        assert "↵ next game   v review   C share" in ui.footer
        assert ui.text.count("next game") == 1


async def test_a_second_row_of_buttons_stands_apart_and_takes_clicks() -> None:
    setup = a_setup(points=1, names=("Ada", "Bob"))
    async with playing(setup, (80, 24), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        first, between, second = beside(ui)[-3:]
        assert ("rematch" in first, between.strip(), "share" in second) == (True, "", True)
        row = next(y for y, line in enumerate(ui.lines) if "C share" in line)
        x = ui.lines[row].index("C share")
        await ui.click_at(x, row - 1)
        assert "clipboard" not in ui.text, "nothing is between the rows"
        await ui.click_on("C share")
        assert "Sent to the clipboard" in ui.text


async def test_the_result_takes_the_place_of_the_thoughts_and_nothing_moves(script: Script) -> None:
    script.moves = ["a2", "b2"]
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        await ui.place("a1")
        await ui.until(lambda: len(ui.moves) == 2, "the answer")
        moves = line_of(ui, "Moves")
        await ui.place("b1")
        await ui.until(lambda: len(ui.moves) == 4, "the answer")
        await ui.place("c1")
        await ui.result()
        assert line_of(ui, "Moves") == moves
        assert line_of(ui, "You win!") < moves


async def test_in_a_small_panel_the_first_button_has_a_row_of_its_own() -> None:
    async with playing(a_setup(points=1), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        await ui.until(lambda: ui.one("MatchSummary").display, "the summary")
        await ui.rest()
        assert line_of(ui, "v review") == line_of(ui, "C share") == line_of(ui, "↵ rematch") + 2


async def test_after_a_match_the_winner_is_named_once_and_tab_brings_the_moves() -> None:
    async with playing(a_setup(points=1), moves=["a1", "a2", "b1", "b2", "c1"]) as ui:
        await ui.until(lambda: ui.one("MatchSummary").display, "the summary")
        await ui.rest()
        assert ui.lines[-2].strip() == "3 in a row, move 5   Tab shows the moves"
        assert ui.text.count("the match") == 1
        await ui.press("tab")
        assert ui.status == "3 in a row, move 5"
        assert "Ada wins" in ui.text, "the card stays above the moves"
        await ui.press("tab")
        assert ui.status.startswith("3 in a row, move 5")
        await ui.press("s")
        assert ui.status.startswith("Ada (X) wins the match 1–0"), "the panel is hidden"
