"""What stands beside, above and below the board: moves, points, a computer's thoughts."""

import pytest

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.scoreboard import Scoreboard
from ttt_tui.app.widgets.thinking import ThinkingPanel
from ttt_tui.computer import Proof, Value
from ttt_tui.engine import HUMAN, Limit


def panel(ui: Ui, kind: type[MoveLog] | type[Scoreboard] | type[ThinkingPanel]) -> list[str]:
    """The lines inside a panel's border, without what is blank."""
    region = ui.app.screen.query_one(kind).region
    lines = [ui.cell(region.x + 1, y, region.width - 2) for y in range(region.y + 1, region.bottom - 1)]
    return [" ".join(line.split()) for line in lines if line.strip()]


def title(ui: Ui, kind: type[MoveLog] | type[Scoreboard] | type[ThinkingPanel]) -> str:
    region = ui.app.screen.query_one(kind).region
    return ui.cell(region.x, region.y, region.width)


# --- moves -----------------------------------------------------------------------------------------------


async def test_two_players_moves_are_a_pair_a_line() -> None:
    async with playing() as ui:
        assert panel(ui, MoveLog) == []
        await ui.press(*"519")
        assert panel(ui, MoveLog) == ["1 X b2 O a1", "2 X c3"]
        await ui.press("u", "u")
        assert panel(ui, MoveLog) == ["1 X b2"]


async def test_more_players_moves_are_a_line_each() -> None:
    async with playing(a_setup(*[HUMAN] * 3)) as ui:
        await ui.press(*"519")
        assert panel(ui, MoveLog) == ["1 X b2 Ada", "2 O a1 Bob", "3 A c3 Cyd"]


async def test_a_resignation_is_an_entry_like_any_other() -> None:
    async with playing(a_setup(*[HUMAN] * 3)) as ui:
        await ui.press("5", "R", "9")
        assert panel(ui, MoveLog) == ["1 X b2 Ada", "2 O resigns Bob", "3 A c3 Cyd"]
        assert not ui.is_over
    async with playing() as ui:
        await ui.press("5", "R")
        assert panel(ui, MoveLog) == ["1 X b2 O resigns"]


@pytest.mark.parametrize("players", [2, 3])
async def test_the_latest_move_stays_in_sight(players: int) -> None:
    names = [f"{letter}{row}" for row in range(1, 21) for letter in "abcdefghijklmnopqrst"]
    async with playing(a_setup(*[HUMAN] * players, board=(20, 20), k=20), moves=names[: 30 * players]) as ui:
        for _ in range(players):
            if ui.is_over:
                break
            await ui.place(next(name for name in names if name not in ui.moves))
            await ui.rest()
            assert ui.moves[-1] in panel(ui, MoveLog)[-1]
        assert panel(ui, MoveLog)[0].split()[0] != "1", "the first has scrolled away"


# --- points ----------------------------------------------------------------------------------------------


async def test_the_top_line_tells_players_points_board_and_game() -> None:
    async with playing() as ui:
        assert ui.lines[0].split() == [
            "X",
            "Ada",
            "0",
            "O",
            "Bob",
            "0",
            "3×3",
            "·",
            "three",
            "in",
            "a",
            "row",
            "Game",
            "1",
        ]
        await ui.press(*"14253")
        await ui.result()
        assert "X Ada 1   O Bob 0" in ui.lines[0]
        assert not ui.one(Scoreboard).display, "all is told in the top line"


async def test_scores_without_room_in_the_top_line_are_listed_in_the_panel() -> None:
    levels = [HUMAN] * 8
    async with playing(a_setup(*levels, board=(7, 7), k=4)) as ui:
        await ui.place("a1")
        listed = panel(ui, Scoreboard)
        assert listed[0].split() == ["X", "Ada", "0"]
        assert listed[1].split() == ["▸O", "Bob", "0"], "it is Bob's turn"
        assert len(listed) == 8
        assert "Game 1" in ui.lines[0]
        await ui.press("R")
        await ui.rest()
        listed = panel(ui, Scoreboard)
        assert listed[2].startswith("▸")
        region = ui.one(Scoreboard).region
        assert ui.style_at(region.x + 5, region.y + 2).strike, "Bob has resigned"
        assert not ui.style_at(region.x + 5, region.y + 3).strike


async def test_fifteen_players_points_all_show_at_80x24() -> None:
    async with playing(a_setup(*[HUMAN] * 15, board=(15, 15), k=3)) as ui:
        shown = " ".join(panel(ui, Scoreboard))
        for symbol in "XOAHKMNSTVWYZEU":
            assert f"{symbol} 0" in shown


# --- thoughts --------------------------------------------------------------------------------------------


async def test_what_a_computer_finds_shows_while_it_thinks(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN, limit=Limit(seconds=9))) as ui:
        question = await ui.question(script)
        assert question.limit == Limit(seconds=9)
        question.finds("c2", depth=7, nodes=41_000, seconds=0.5, score=12, pv=(5, 0))
        await ui.until(lambda: "depth 7" in ui.text, "how deep it sees")
        assert "Ada" in title(ui, ThinkingPanel)
        shown = " ".join(panel(ui, ThinkingPanel))
        assert "41 k nodes" in shown
        assert "82 k/s" in shown
        assert "+12" in shown
        question.finds("c2", depth=9, proof=Proof(Value.WIN, 3))
        await ui.until(lambda: "wins in 3 plies" in ui.text, "its proof")


async def test_a_computers_last_thought_stays_after_its_move(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        question.finds("c2", depth=5, nodes=950)
        await ui.press("m")
        await ui.moved("c2")
        await ui.rest()
        assert "950 nodes" in " ".join(panel(ui, ThinkingPanel))
        assert "depth 5" in " ".join(panel(ui, ThinkingPanel))


async def test_without_computers_there_is_no_panel_for_them() -> None:
    async with playing() as ui:
        assert not ui.one(ThinkingPanel).display


# --- names from outside ----------------------------------------------------------------------------------


HOSTILE = ["[red]x[/]", "[@click=app.quit]q[/]", "[/]", "\\[b]", "$text"]


@pytest.mark.parametrize("name", HOSTILE)
async def test_names_are_shown_as_they_are_written_wherever_they_appear(name: str, script: Script) -> None:
    setup = a_setup(SCRIPTED, HUMAN, HUMAN, names=(name, "Bob", "Cyd"), board=(5, 5), k=3)
    async with playing(setup, size=(100, 30)) as ui:
        question = await ui.question(script)
        assert f"X {name} 0" in ui.lines[0]
        assert ui.status.startswith(f"{name} (X)")
        await ui.until(lambda: name in title(ui, ThinkingPanel), "its name over its thoughts")
        question.answer("a1")
        await ui.moved("a1")
        short = name if len(name) <= 14 else f"{name[:13]}…"
        await ui.until(lambda: f"1 X a1 {short}" in panel(ui, MoveLog), "its name beside its move")
        script.moves = ["a2", "a3"]
        await ui.place("c1", "e1")
        await ui.until(lambda: len(ui.moves) == 4, "its second move")
        await ui.place("c2", "e2")
        await ui.result()
        assert ui.status.startswith(f"{name} (X) wins")


async def test_a_computer_that_fails_with_markup_in_its_message_is_quoted(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN, names=("[red]x[/]", "Bob"))) as ui:
        (await ui.question(script)).fail(ValueError("[bold]no[/] [/nothing]"))
        await ui.until(lambda: "failed" in ui.status, "the failure")
        assert "[red]x[/] failed" in ui.status
        assert "[bold]no[/] [/nothing]" in ui.status


async def test_brackets_and_backslashes_are_symbols_like_any_other() -> None:
    async with playing(a_setup(symbols="[\\"), size=(100, 24)) as ui:
        await ui.press(*"519")
        assert ui.square("b2") == " [ "
        assert ui.square("a1") == " \\ "
        assert panel(ui, MoveLog) == ["1 [ b2 \\ a1", "2 [ c3"]
        assert "[ Ada 0" in ui.lines[0]
        assert "Bob (\\) to move" in ui.status


@pytest.mark.parametrize("players", [2, 3])
async def test_a_click_on_a_move_shows_the_position_after_it(players: int) -> None:
    moves = ["a1", "b1", "c1", "a2", "b2", "c2"]
    async with playing(a_setup(*[HUMAN] * players, board=(5, 5)), moves=moves) as ui:
        for ply, square in ((3, "c1"), (6, "c2"), (1, "a1")):
            y = next(y for y, line in enumerate(ui.lines) if f"{square} " in line[50:])
            await ui.click_at(ui.lines[y].index(f"{square} "), y)
            assert f"After move {ply} of 6" in ui.status
            assert ui.cursor == square
        await ui.press("tab")
        assert "The past" not in ui.status


async def test_a_click_below_the_moves_shows_no_position() -> None:
    async with playing(moves=["a1"]) as ui:
        region = ui.play.query_one(MoveLog).region
        await ui.click_at(region.x + 6, region.bottom - 2)
        assert "The past" not in ui.status
