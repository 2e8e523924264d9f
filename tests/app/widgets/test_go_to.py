"""Typing a square."""

import pytest
from textual import events
from textual.widgets import Input

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import HUMAN
from ttt_tui.process.terminal import Terminal
from ttt_tui.session.wording import sentence


def line(ui: Ui) -> str:
    """What the line in which squares are typed shows."""
    return " ".join(ui.lines[ui.go_to.region.y].split())


async def test_the_target_lights_up_while_it_is_typed_and_enter_places() -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", "c")
        assert ui.cursor == "h8"
        await ui.press("1")
        assert ui.square("c1") == "[·]"
        await ui.press("2")
        assert ui.square("c12") == "[·]"
        assert "↵ place" in line(ui)
        assert ui.moves == []
        await ui.press("enter")
        assert ui.moves == ["c12"]
        assert ui.square("c12") == "[X]"
        assert "Bob (O) to move" in ui.status


async def test_without_other_signs_the_key_that_places_has_a_word() -> None:
    async with playing(a_setup(board=(15, 15), k=5), terminal=Terminal(is_ascii=True)) as ui:
        await ui.press(":", "c", "1")
        assert "Enter place" in line(ui)


@pytest.mark.slow
async def test_what_is_no_square_is_refused_with_the_reason() -> None:
    reasons = {
        "h9": "h9 is not on a 5×5 board",
        "26": "no square 26 on a 5×5 board; choose from 1 to 25",
        "?!": "write a square like e5 or 25",
        "a0": "write a square like e5 or 25",
    }
    async with playing(a_setup(board=(5, 5)), size=(100, 24)) as ui:
        for text, reason in reasons.items():
            await ui.press(":", *text)
            assert sentence(reason) in line(ui), "already while it is typed"
            await ui.press("enter")
            assert ui.moves == []
            assert sentence(reason) in line(ui), "the line stays, so that something else can be typed"
            await ui.press("escape")
        lit = ui.cursor
        await ui.press("enter")
        assert ui.moves == [lit], "Esc leaves the line, and Enter means the cursor again"


async def test_a_square_is_typed_anew_or_as_its_number() -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", *"z9", ":", *"b2", "enter")
        assert ui.moves == ["b2"]
        await ui.press(":", *"z9", "enter", *"c2", "enter")
        assert ui.moves == ["b2", "c2"], "after a refusal the next letter begins anew"
        await ui.press(":", *"113")
        assert ui.cursor == "h8"
        await ui.press("enter")
        assert ui.moves == ["b2", "c2", "h8"]


async def test_a_letter_of_a_column_alone_begins_a_square() -> None:
    async with playing() as ui:
        for letter in "dhkmpzC":
            await ui.press(letter)
            assert not ui.go_to.display, letter
        await ui.press("c")
        assert ui.typed == "c"
        await ui.press("3", "enter")
        assert ui.moves == ["c3"]
        await ui.press("tab", "up", "c")
        assert not ui.go_to.display, "while the past is walked"
        await ui.press("tab", *"12457")
        assert ui.is_over
        await ui.press("c")
        assert not ui.go_to.display
        assert "The game is over" in ui.status


async def test_a_taken_square_or_none_is_refused() -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        await ui.press(":", "enter")
        assert ui.moves == []
        assert not ui.go_to.display
        await ui.place("b2")
        await ui.press(":", "b", "2", "enter")
        assert ui.moves == ["b2"]
        assert not ui.go_to.display, "keys are commands again"
        assert ui.status == "b2 is taken"
        await ui.press(":")
        assert ui.typed == "", "what was typed is gone"
        await ui.press("escape", "7")
        assert ui.typed == "7"


@pytest.mark.slow
async def test_letters_that_are_commands_are_columns_once_the_line_is_open(script: Script) -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        for square in ("h1", "i2", "j3", "k4", "l5", "m6", "n7", "o8"):
            await ui.press(":", *square, "enter")
            assert ui.moves[-1] == square


async def test_a_spectator_of_computers_types_no_square(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED, board=(5, 5))) as ui:
        for key in ("c", ":", "7", "enter"):
            await ui.press("left", key)
            assert not ui.go_to.display
            assert key == "enter" or "Only computers play in this game" in ui.status
        await ui.click_square("e5")
        assert "Only computers play in this game" in ui.status


async def test_a_click_on_the_board_leaves_the_line() -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        await ui.press(":", "a", "1")
        await ui.click_square("e5")
        assert ui.moves == ["e5"]
        assert not ui.go_to.display
        await ui.press("left", "enter")
        assert ui.moves == ["e5", "d5"]


async def test_a_square_can_be_typed_while_a_computer_thinks(script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN, board=(5, 5))) as ui:
        question = await ui.question(script)
        await ui.press(":", "a")
        question.answer("e5")
        await ui.moved("e5")
        await ui.rest()
        assert ui.go_to.display, "the computer's move does not take the line away"
        assert ui.typed == "a"
        await ui.press("1", "enter")
        assert ui.moves == ["e5", "a1"]


async def test_a_click_on_the_list_of_moves_leaves_the_line() -> None:
    async with playing(a_setup(board=(5, 5)), moves=["a1"]) as ui:
        await ui.press(":", "b")
        await ui.click(ui.play.query_one(MoveLog))
        assert not ui.go_to.display
        await ui.press("tab", "right", "enter")
        assert ui.moves == ["a1", "c1"]


async def test_a_terminal_that_loses_the_focus_takes_the_line_away_from_nobody() -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        await ui.press(":", "b")
        ui.app.post_message(events.AppBlur())
        await ui.settle()
        assert ui.go_to.display
        ui.app.post_message(events.AppFocus())
        await ui.settle()
        await ui.press("2", "enter")
        assert ui.moves == ["b2"]


async def test_what_takes_no_cell_of_its_own_is_not_taken_and_the_line_says_what_is() -> None:
    async with playing(a_setup(board=(5, 5)), size=(100, 24)) as ui:
        for row, mark in enumerate(("\u0301", "\ufe0f", " "), 1):
            await ui.press(":", "e")
            await ui.paste(mark)
            assert ui.go_to.query_one(Input).value == "e"
            assert "a1 to e5" in line(ui)
            await ui.press(str(row), "enter")
            assert ui.moves[-1] == f"e{row}"


async def test_the_smallest_window_has_room_for_the_key_that_places() -> None:
    async with playing(a_setup(board=(15, 15), k=5), size=(20, 8)) as ui:
        await ui.press(":")
        assert "a1 to o15" in line(ui)
        await ui.press("c", "1", "2")
        assert line(ui) == "c12 ↵ place"
        await ui.press("enter")
        assert ui.moves == ["c12"]
