"""What keys do wherever one is: quitting, the palette, and letters that belong to a text field."""

import pytest

from tests.support.driving import SCRIPTED, Script, a_setup, at_setup, playing
from ttt_tui.app.screens.dialog import ConfirmScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.engine import HUMAN

PLACES: dict[str, tuple[str, ...]] = {
    "setup": (),
    "a stepper": ("tab",),
    "the player's name": ("e",),
    "help": ("?",),
    "play": ("enter",),
    "the person's name": ("P",),
    "go to": ("down", "enter", ":"),
    "confirm": ("down", "down", "down", "enter", "5", "n"),
    "palette": ("ctrl+p",),
}
"""Where one can be → the keys that lead there from the start."""


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_the_program_quits_from_everywhere(place: str, key: str) -> None:
    async with at_setup() as ui:
        await ui.press(*PLACES[place])
        assert not ui.has_quit
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


@pytest.mark.slow
async def test_letters_typed_into_a_name_are_no_keys() -> None:
    async with at_setup() as ui:
        await ui.press("e", *"qaxrde?:")
        assert isinstance(ui.app.screen, PlayerScreen)
        assert ui.typed == "qaxrde?:"
        assert not ui.has_quit


async def test_letters_typed_after_go_to_are_no_keys() -> None:
    async with playing(a_setup(board=(5, 5)), moves=["c3"]) as ui:
        await ui.press(":", *"uqnR")
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.typed == "uqnR"
        await ui.press("ctrl+z")
        assert ui.moves == ["c3"]


async def test_what_scrolls_the_help_is_done_when_the_next_key_comes() -> None:
    async with playing(size=(60, 16)) as ui:
        await ui.press("?")
        help_screen = ui.app.screen
        for _ in range(3):  # nothing is painted in between
            help_screen.action_scroll_body(2)
        assert help_screen.query_one(".body").scroll_y == 6
        help_screen.action_forward()
        assert help_screen.query_one(".body").scroll_y > 6


@pytest.mark.slow
async def test_the_buttons_of_a_question_can_be_clicked() -> None:
    async with playing() as ui:
        await ui.press("5", "n")
        assert isinstance(ui.app.screen, ConfirmScreen)
        assert "Abandon this game" in ui.text
        await ui.click_on("n keep playing")
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == ["b2"]
        await ui.press("n")
        await ui.click_on("y start over")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.moves == []


async def test_keys_typed_ahead_of_a_computer_are_not_lost(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        script.moves = ["a1", "c3"]
        for key in ("5", "up", "enter"):
            ui.send(key)
        await ui.until(lambda: len(ui.moves) >= 2, "the computer's answer")
        assert ui.moves[:2] == ["b2", "a1"]
        assert ui.cursor == "b1"
