"""Keyboards of other layouts and scripts: keys by their place, text as it is typed."""

import pytest
from textual import events
from textual.widgets import Input

from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing
from tests.support.terminal import Terminal
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.terminal.input import InputReader, LayoutKey
from ttt_tui.engine import HUMAN
from ttt_tui.process.layouts import us_key

US, US_SHIFTED = (
    "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./",
    '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?',
)

LAYOUTS = {
    "ru": (
        "ё1234567890-=йцукенгшщзхъфывапролджэячсмитьбю.",
        'Ё!"№;%:?*()_+ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,',
    ),
    "cz": (
        ";+ěščřžýáíé=´qwertzuiopú)asdfghjklů§yxcvbnm,.-",
        '°1234567890%ˇQWERTZUIOP/(ASDFGHJKL"!YXCVBNM?:_',
    ),
    "fr": (
        "²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!",
        "~1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§",
    ),
}
"""What the keys type in the layouts, in the order of `US`, without Shift and with it."""


def kitty(layout: str, place: str) -> bytes:
    """Return what a terminal that speaks the protocol sends for the key that is `place` in the US layout."""
    keys, shifted = LAYOUTS[layout]
    is_shifted = place in US_SHIFTED
    index = (US_SHIFTED if is_shifted else US).index(place)
    key, text, base = ord(keys[index]), ord((shifted if is_shifted else keys)[index]), ord(US[index])
    held = 2 if is_shifted else ""
    return f"\x1b[{key}::{'' if base == key else base};{held};{text}u".replace("::;", ";").encode()


def typed_by(layout: str, character: str) -> bytes:
    """Return what the protocol sends for the key that types a character in a layout."""
    keys, shifted = LAYOUTS[layout]
    row = keys if character in keys else shifted
    return kitty(layout, (US if row is keys else US_SHIFTED)[row.index(character)])


async def feed(ui: Ui, *sequences: bytes) -> None:
    """Let the app read these as from a terminal, one by one."""
    reader = InputReader()
    for now, sequence in enumerate(sequences, 1):
        for event in reader.feed(sequence, float(now)):
            assert isinstance(event, events.Key)
            ui.app.post_message(event)
            await ui.pilot.pause()


LETTERS = [letter for letter in US + US_SHIFTED if letter.isalpha() or letter in ":;"]


@pytest.mark.sample(every=9)
@pytest.mark.parametrize("place", LETTERS)
def test_the_place_of_a_letter_is_known_with_and_without_the_protocol(place: str) -> None:
    index = (US_SHIFTED if place in US_SHIFTED else US).index(place)
    typed = LAYOUTS["ru"][place in US_SHIFTED][index]
    (event,) = InputReader().feed(kitty("ru", place), 1.0)
    assert isinstance(event, LayoutKey)
    assert (event.character, event.us_character, us_key(typed)) == (typed, place, place)


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("layout", ["cz", "fr"])
async def test_the_keys_of_the_digits_place_on_a_small_board(layout: str) -> None:
    async with playing() as ui:
        await feed(ui, *(kitty(layout, digit) for digit in "14253"))
        assert ui.moves == ["a1", "a2", "b1", "b2", "c1"]


async def test_on_a_large_board_a_sign_keeps_its_meaning(script: Script) -> None:
    async with playing(a_setup(HUMAN, SCRIPTED, board=(15, 15), k=5)) as ui:
        await feed(ui, kitty("cz", "1"))
        assert "Speed: " in ui.status
        await feed(ui, kitty("fr", "1"))
        assert ui.go_to.display
        assert ui.go_to.query_one(Input).value == "1"


@pytest.mark.slow
async def test_cyrillic_letters_are_keys_and_in_a_text_field_they_are_text() -> None:
    for send in (lambda place: kitty("ru", place), lambda place: LAYOUTS["ru"][0][US.index(place)].encode()):
        async with playing(a_setup(board=(15, 15), k=5)) as ui:
            before = ui.app.screen.board.cursor
            await feed(ui, send("h"))
            assert ui.app.screen.board.cursor == before - 1
            await feed(ui, send("a"))
            assert ui.go_to.query_one(Input).value == "a"
            await feed(ui, b"\x7f", send("h"), b"8")
            assert ui.go_to.query_one(Input).value == "р8"
            await feed(ui, b"\r")
            assert ui.moves == ["h8"]
            await feed(ui, send("u"))
            assert ui.moves == []
            await feed(ui, send("q"))
            assert isinstance(ui.app.screen, SetupScreen)


@pytest.mark.sample(every=20)
@pytest.mark.parametrize(
    ("typed", "square"),
    [("р8", "h8"), ("а1", "a1"), ("А1", "a1"), ("ф1", "a1"), ("с3", "c3"), ("ｈ８", "h8"), ("н8", "h8"),
     ("η8", "h8"), ("8h", "h8"), ("4b", "b4"), ("15o", "o15"), ("h٨", "h8")],
)  # fmt: skip
async def test_a_square_may_be_typed_with_letters_that_look_like_it(typed: str, square: str) -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press("colon")
        ui.go_to.query_one(Input).value = typed
        await ui.press("enter")
        assert ui.moves == [square]


async def test_a_key_that_means_nothing_says_once_what_it_needs() -> None:
    async with playing() as ui:
        await feed(ui, "ア".encode())
        assert "The keys need a Latin keyboard layout" in ui.status
        await feed(ui, b"\x1b[D")
        await feed(ui, "ア".encode())
        assert "Latin" not in ui.status


async def test_without_the_protocol_the_keys_of_digits_are_explained() -> None:
    async with playing() as ui:
        await feed(ui, "é".encode())
        assert "For a digit, hold Shift" in ui.status
        assert ui.moves == []


async def test_the_speed_of_no_computer_is_not_changed() -> None:
    async with playing() as ui:
        await ui.press("plus")
        assert "This game has no computer players" in ui.status


GAME = "14253"


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["ru", "cz", "fr", "without the protocol"])
def test_a_game_is_played_a_hint_is_asked_for_and_left(layout: str) -> None:
    def send(place: str) -> bytes:
        if layout == "without the protocol":
            return LAYOUTS["ru"][0][US.index(place)].encode() if place.isalpha() else place.encode()
        return kitty(layout, place) if layout == "ru" or place.isdigit() else typed_by(layout, place)

    with Terminal("--player", "human,name=Ada", "--player", "human,name=Bob") as terminal:
        terminal.wait_for("Ada (X) to move")
        terminal.send(send("i"))
        terminal.wait_for("●○○")
        for number, digit in enumerate(GAME, 1):
            terminal.send(send(digit))
            if number < len(GAME):
                terminal.wait_for("Bob (O) to move" if number % 2 else "Ada (X) to move")
        terminal.wait_for("Ada wins!")
        terminal.send(send("q"))
        terminal.wait_for("play")
        terminal.send(b"\x03")
        assert terminal.wait_exit() in (0, 130)
