"""The editor on the screen: stones by keys and mouse, what is said of them, and what they are used for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual import events

from tests.support.driving import Ui, a_setup, at_setup, playing, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.editor import EditorScreen
from ttt_tui.app.screens.own_puzzle import OwnPuzzleScreen, SavePuzzleScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.position_dialogs import PasteScreen, UseScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.study import StudyScreen
from ttt_tui.app.widgets.brushes import BrushList
from ttt_tui.engine import Rules, Setup, Start
from ttt_tui.process.terminal import Terminal
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

THREE = a_setup()
HOLD = "..x/..o/..x o"
"""Exactly one move holds the draw."""


@asynccontextmanager
async def editing(
    setup: Setup = THREE, size: tuple[int, int] = (80, 24), session: Session | None = None
) -> AsyncIterator[Ui]:
    """Show the editor above the main menu."""
    async with running(TttApp(seed=1, session=session), size) as ui:
        ui.app.edit_position(setup)
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        await ui.settle()
        yield ui


def editor(ui: Ui) -> EditorScreen:
    assert isinstance(ui.app.screen, EditorScreen)
    return ui.app.screen


def stones(ui: Ui) -> list[str]:
    """Return the squares of each stone."""
    screen = editor(ui)
    name = screen.editor.geometry.name
    return [" ".join(map(name, squares)) for squares in screen.editor.start.stones]


async def drag(ui: Ui, *names: str) -> None:
    """Press the mouse on a square, move it over others, and release it."""
    for number, name in enumerate(names):
        x, y = ui.place_of(name)
        kind = events.MouseMove if number else events.MouseDown
        ui.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, x, y))
        await ui.settle()
    ui.app.post_message(events.MouseUp(None, x, y, 0, 0, 1, False, False, False, x, y))
    await ui.settle()


@pytest.mark.parametrize("size", [(80, 24), (40, 16), (200, 50)], ids=str)
async def test_stones_are_put_by_keys_in_every_window(size: tuple[int, int]) -> None:
    async with editing(size=size) as ui:
        await ui.press("x", "left", "o", "up", "space", "t")
        assert stones(ui) == ["a1 b2", "a2"]
        assert "O to move" not in ui.status
        await ui.press(".", "u", "u", "u", "U")
        assert stones(ui) == ["a1 b2", "a2"]
        assert ui.square("b2").strip("[] ") == "X"
        await ui.press("c")
        assert stones(ui) == ["", ""]
        await ui.press("u", "1", ":", "c", "3", "enter")
        assert "c3" in stones(ui)[0], "a typed square gets the chosen stone"


async def test_what_is_wrong_and_what_is_proved_is_said() -> None:
    async with editing() as ui:
        await ui.paste("xxx\n...\noo.\nto move: O")
        assert "Pasted" in ui.status
        await ui.press("left")
        assert "A player has a line" in ui.status
        await ui.press("enter")
        assert isinstance(ui.app.screen, EditorScreen), "no game can start there"
        await ui.press("u")
        await ui.paste("xo.\n.x.\no..\nto move: X")
        await ui.press("left")
        await ui.until(lambda: "X wins in 1, proved" in ui.status, "the proof")
        await ui.press("c", "x", "right", "x", "right", "o")
        assert "X has 2 and O has 1 stones, which no game with X to move has" in " ".join(
            line[46:].strip() for line in ui.lines
        )


async def test_a_text_that_says_no_position_is_refused_and_changes_nothing() -> None:
    async with editing() as ui:
        await ui.press("x", "v")
        assert isinstance(ui.app.screen, PasteScreen)
        await ui.write("nonsense")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        assert stones(ui) == ["b2", ""]
        assert ui.status
        await ui.press("v")
        await ui.paste("xo.\n...\n...")
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        await ui.settle()
        assert stones(ui) == ["a1", "b1"]


async def test_typed_rows_that_do_not_tell_the_turn_are_kept_and_the_turn_is_chosen() -> None:
    async with editing() as ui:
        await ui.press("t", "v")
        await ui.write("xx1/3/3")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        await ui.settle()
        assert stones(ui) == ["a1 b1", ""]
        assert "nothing tells who is to move: O is, as before" in " ".join(ui.text.split())
        await ui.press("t")
        assert ui.app.screen.editor.start.to_move == 0
        await ui.press("u", "u")
        assert stones(ui) == ["", ""], "u undoes it"


@pytest.mark.parametrize("size", [(80, 24), (40, 16)], ids=str)
async def test_the_mouse_draws_lines_and_erases_them(size: tuple[int, int]) -> None:
    async with editing(a_setup(board=(5, 5), k=4), size) as ui:
        await ui.press("2", ".")
        await ui.press("2", "u")
        await drag(ui, "a1", "c1", "d2")
        assert stones(ui) == ["", "a1 b1 c1 d2"], "the squares between are drawn, too"
        await ui.press("u")
        assert stones(ui) == ["", ""], "one edit"
        await ui.press("U")
        await drag(ui, "a1", "b1")
        assert stones(ui) == ["", "c1 d2"], "a stroke that begins on such a stone erases"


async def test_brushes_are_clicked_in_the_panel_and_in_the_bar() -> None:
    async with editing() as ui:
        region = ui.one(BrushList).region
        await ui.click_at(region.x + 8, region.y + 3)
        await ui.click_square("c3")
        assert stones(ui) == ["", "c3"]
        await ui.pilot.resize_terminal(40, 16)
        await ui.settle()
        y = next(y for y, line in enumerate(ui.lines) if "to move" in line)
        await ui.click_at(ui.lines[y].index("X"), y)
        await ui.click_square("a1")
        assert stones(ui) == ["a1", "c3"]
        await ui.click_at(ui.lines[y].index("to move"), y)
        assert editor(ui).editor.start.to_move == 1


async def test_the_tenth_stone_and_later_ones_are_chosen_step_by_step() -> None:
    async with editing(a_setup(*["human"] * 12, board=(10, 10), k=5)) as ui:
        await ui.press("9", "+", "+", "right", "p")
        counts = editor(ui).editor.counts
        assert (counts[8], counts[10]) == (1, 1)
    async with editing() as ui:
        await ui.press("3")
        assert "Only these stones are in the game: X, O" in ui.status


async def test_falling_stones_land_and_fall() -> None:
    setup = a_setup(board=(7, 6), k=4, rules=Rules.parse("drop"))
    async with editing(setup) as ui:
        await ui.press("x", "o", "x", "right", "o")
        assert stones(ui) == ["d4 d6", "d5 e6"]
        await ui.click_square("d5")
        assert stones(ui) == ["d4 d6", "e6"] or stones(ui) == ["d5 d6", "e6"]
        await ui.press("u", "f")
        assert stones(ui) == ["d4 d6", "d5 c6"]


async def test_the_board_due_of_ultimate_is_set() -> None:
    setup = a_setup(board=(9, 9), rules=Rules.parse("ultimate"))
    async with editing(setup) as ui:
        await ui.press("space")
        assert editor(ui).editor.start.board == 4, "as in a game"
        assert "on the middle board" in ui.text
        await ui.press(":", "a", "1", "enter", "u", "b")
        assert editor(ui).editor.start.board == 0
        await ui.press("b")
        assert editor(ui).editor.start.board is None


@pytest.mark.parametrize("rules", ["vanishing", "wild", "notakto", "torus", "swap2"])
async def test_other_games_are_edited(rules: str) -> None:
    setup = a_setup(board=(15, 15) if rules == "swap2" else (3, 3), rules=Rules.parse(rules),
                    k=5 if rules == "swap2" else 3)  # fmt: skip
    async with editing(setup) as ui:
        if rules == "swap2":
            assert "Without the opening swap2" in ui.status
        await ui.press("space", "left", "space", "up", "space")
        assert sum(editor(ui).editor.counts) == 3
        await ui.until(lambda: not editor(ui).editor.problem, "no problem")


# --- what it is used for ---------------------------------------------------------------------------------


async def test_games_start_from_the_position_and_on_the_empty_board_again() -> None:
    async with at_setup() as ui:
        await ui.press("E", "x", "left", "o", "enter")
        assert isinstance(ui.app.screen, UseScreen)
        await ui.press("g")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the main menu")
        await ui.until(lambda: "E edits it, B removes it" in ui.text, "how to remove it")
        assert ui.setup.current.start == Start.named(ui.setup.current.geometry, "b2", "a2")
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.match.game.position.occupied.bit_count() == 2
        await ui.press("q", "B")
        assert ui.setup.current.start is None
        await ui.press("B")
        assert "on the empty board already" in ui.text
        await ui.press("E", "U")
        assert stones(ui) == ["b2", "a2"], "what was removed comes back"


async def test_what_was_left_is_brought_back_by_redo() -> None:
    async with at_setup() as ui:
        await ui.press("E", "x", "escape")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.setup.current.start is None
        await ui.press("E")
        assert "U brings back" in ui.status
        await ui.press("U")
        assert stones(ui) == ["b2", ""]


async def test_a_study_begins_at_the_position() -> None:
    async with editing() as ui:
        await ui.press("x", "left", "o", "enter", "e")
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen), "the study")


async def test_the_command_palette_edits_the_position_of_a_finished_game_only() -> None:
    from ttt_tui.app.palette import commands

    async with playing(moves=["b2"]) as ui:
        command = next(each for each in commands(ui.app.screen) if each.name == "Edit position")
        command.run()
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        assert stones(ui) == ["", ""], "the editor would say what the running game is worth"


# --- puzzles ---------------------------------------------------------------------------------------------


async def test_a_puzzle_is_made_kept_saved_and_solved(tmp_path: Path) -> None:
    store = StoreThread(tmp_path / "data" / "history.db")
    (tmp_path / "data").mkdir(exist_ok=True)
    async with editing(session=Session(1, store)) as ui:
        await ui.paste(HOLD.replace("/", "\n").replace(" o", "\nto move: O"))
        await ui.press("left", "enter", "p")
        await ui.until(lambda: isinstance(ui.app.screen, OwnPuzzleScreen), "the dialog")
        await ui.until(lambda: "It is your puzzle 1" in ui.text, "the proof")
        assert "is right, proved" in ui.text
        kept = from_text((tmp_path / "data" / "puzzles.txt").read_text())
        assert [puzzle.number for puzzle in kept] == [1]
        await ui.press("s")
        assert isinstance(ui.app.screen, SavePuzzleScreen)
        assert ui.one("Input").value == "~/puzzles.txt"
        await ui.write(str(tmp_path / "shared.txt"))
        assert ui.one("Input").value == str(tmp_path / "shared.txt"), "what is typed replaces the proposal"
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, OwnPuzzleScreen), "the dialog")
        assert from_text((tmp_path / "shared.txt").read_text()) == kept
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, PuzzleScreen), "the puzzle")
        assert "Your puzzle 1" in ui.text
        await ui.press("p")
        await ui.until(lambda: "y your puzzles" in ui.text, "the way back to it")
    store.close()


async def test_a_win_is_as_long_in_the_task_as_in_the_verdict_beside_it() -> None:
    async with editing() as ui:
        await ui.paste("xxo\no..\n...\nto move: X")
        await ui.press("left")
        await ui.until(lambda: "X wins in 3, proved" in ui.status, "the verdict")
        await ui.press("enter", "p")
        await ui.until(lambda: "is right, proved" in ui.text or "No puzzle" in ui.text, "the proof")
        assert "Find the win in 3 moves, 2 of them yours" in ui.text


async def test_a_position_that_is_no_puzzle_says_why() -> None:
    async with editing() as ui:
        await ui.press("x", "enter", "p")
        await ui.until(lambda: isinstance(ui.app.screen, OwnPuzzleScreen), "the dialog")
        await ui.until(lambda: "No puzzle:" in ui.text, "the reason")
        assert "solve" not in ui.text
        await ui.press("enter")
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor again")


async def test_a_file_that_is_no_file_of_puzzles_stays_as_it_is(tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada\n")
    async with editing() as ui:
        [puzzle] = from_text("3x3, 3 in a row, hold for 1, rated 900: b2 a2 a1 c3 b3 b1")
        ui.app.push_screen(SavePuzzleScreen(puzzle))
        await ui.settle()
        ui.one("Input").value = str(other)
        await ui.press("enter")
        assert isinstance(ui.app.screen, SavePuzzleScreen)
        assert "letter.txt" in ui.text
        assert other.read_text() == "Dear Ada\n"


async def test_the_editor_works_without_colours_and_in_ascii() -> None:
    setup = replace(THREE)
    async with at_setup(terminal=Terminal(is_ascii=True)) as ui:
        ui.app.edit_position(setup)
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        await ui.press("x", "right", "o")
        assert ui.text.isascii()
