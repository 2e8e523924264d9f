"""What keys do wherever one is: quitting, the palette, and letters that belong to a text field."""

import pytest
from textual.command import CommandPalette

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.dialog import ConfirmScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
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


@pytest.mark.sample(every=9)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_the_program_quits_from_everywhere(place: str, key: str) -> None:
    async with at_setup() as ui:
        await ui.press(*PLACES[place])
        assert not ui.has_quit
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


async def test_the_palette_opens_and_closes_over_a_game() -> None:
    async with playing() as ui:
        await ui.press("ctrl+p")
        assert isinstance(ui.app.screen, CommandPalette)
        await ui.press("escape")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        await ui.press("5")
        assert ui.moves == ["b2"]


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
        assert ui.moves == ["c3"]


async def test_the_footer_offers_only_keys_that_work_while_a_square_is_typed() -> None:
    async with playing(a_setup(board=(5, 5)), moves=["c3"]) as ui:
        await ui.press(":")
        await ui.until(lambda: "Esc cancel" in ui.footer, "the way out in the footer")
        assert "undo" not in ui.footer, "u is a letter there"


async def test_help_opens_once_and_returns_to_where_it_was_asked() -> None:
    async with at_setup() as ui:
        await ui.press("f1", "f1", "f1")
        assert isinstance(ui.app.screen, HelpScreen)
        assert sum(isinstance(screen, HelpScreen) for screen in ui.app.screen_stack) == 1
        await ui.press("q")
        assert isinstance(ui.app.screen, SetupScreen)
    async with playing() as ui:
        await ui.press("5", "?", "escape", "9")
        assert ui.moves == ["b2", "c3"]


async def read_pages(ui: Ui) -> str:
    """Turn the help's pages until the first comes again, and return all that was on them."""
    seen, before = ui.text, 0
    for _ in range(40):
        await ui.press("space")
        if ui.app.screen.number == 0 < before:
            return seen
        seen, before = seen + "\n" + ui.text, ui.app.screen.number
    raise AssertionError("the pages never come round")


async def test_the_help_lists_every_key_of_every_screen() -> None:
    async with playing(size=(100, 44)) as ui:
        await ui.press("?")
        shown = " ".join((await read_pages(ui)).split())
        kinds = (PlayScreen, SetupScreen, type(ui.app))
        for binding in (binding for kind in kinds for binding in kind.BINDINGS):
            words = (binding.tooltip or binding.description).split()
            assert " ".join(words[:5]) in shown, binding.id  # the rest may be in the next line
        for key in ("Ctrl+Z", "PgUp", "Home", "F2", "Ctrl+Q", "Space", "Esc", "Del"):
            assert key in shown


async def test_what_scrolls_the_help_is_done_when_the_next_key_comes() -> None:
    async with playing(size=(60, 16)) as ui:
        await ui.press("?")
        help_screen = ui.app.screen
        for _ in range(3):  # nothing is painted in between
            help_screen.action_scroll_body(2)
        assert help_screen.query_one(".body").scroll_y == 6
        help_screen.action_forward()
        assert help_screen.query_one(".body").scroll_y > 6


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("where", ["game", "setup"])
async def test_the_help_begins_with_the_screen_that_it_was_asked_on(where: str) -> None:
    async with playing() if where == "game" else at_setup() as ui:
        await ui.press("?")
        await ui.until(lambda: "Esc close" in ui.text, "the help")
        card = ui.one(".card").region  # beside it is what it covers in part
        assert ui.cell(card.x, 2, card.width).strip("▌ ").split() == ["Help", "·", "Playing", "1/8"]
        assert ("In a game" if where == "game" else "Setting up: keys") in ui.lines[4]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("size", [(80, 24), (40, 16), (20, 8)])
async def test_the_whole_help_can_be_read(size: tuple[int, int]) -> None:
    async with playing(size=size) as ui:
        await ui.press("?")
        seen = set(ui.lines)
        numbers = [0]
        while len(numbers) < 2 or numbers[-2:] != [len(ui.app.screen.pages) - 1, 0]:
            await ui.press("space")
            seen |= set(ui.lines)
            numbers.append(ui.app.screen.number)
            assert len(numbers) < 400
        text = " ".join(" ".join(line.strip("▌ ") for line in seen).split())
        for word in ("Place", "random", "symbols", "Quit", "alpha-beta", "resign"):
            assert word in text, word


async def test_the_help_is_searched() -> None:
    async with playing() as ui:
        await ui.press("?", "/", *"zz?")
        assert isinstance(ui.app.screen, HelpScreen), "? is a letter there"
        assert "Nothing found" in ui.text
        await ui.press(*["backspace"] * 3, *"UNDO")
        assert "Goes back to before your latest move" in ui.text
        assert "To win" not in ui.text
        await ui.press("escape")
        assert isinstance(ui.app.screen, HelpScreen), "Esc leaves the search first"
        assert "move list" in ui.text
        await ui.press("escape")
        assert isinstance(ui.app.screen, PlayScreen)


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


async def test_the_footer_of_every_screen_fits_80_columns() -> None:
    async def expect_whole(ui: Ui, *descriptions: str) -> None:
        for description in descriptions:
            await ui.until(lambda text=description: text in ui.footer, description)

    async with at_setup() as ui:
        usual = "play", "details", "theme", "help", "quit", "history"
        await expect_whole(ui, *usual)
        await ui.press("enter", "q")
        await expect_whole(ui, *usual, "r resume")
        await ui.press("enter")
        await expect_whole(ui, "place", "undo", "hint", "analyse", "resign", "help", "leave")
        await ui.press("?")
        await ui.until(lambda: "Esc close" in ui.text, "the answers of a dialog instead")


async def test_keys_typed_ahead_of_a_computer_are_not_lost(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED)) as ui:
        script.moves = ["a1", "c3"]
        for key in ("5", "up", "enter"):
            ui.send(key)
        await ui.until(lambda: len(ui.moves) >= 2, "the computer's answer")
        assert ui.moves[:2] == ["b2", "a1"]
        assert ui.cursor == "b1"
