"""Every key of every binding is pressed, and does what it is there for.

A binding without an effect known here fails `test_the_effect_of_every_binding_is_known`.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Awaitable, Callable, Iterator

import pytest
from textual.binding import Binding
from textual.command import CommandPalette
from textual.dom import DOMNode

import ttt_tui.app
from tests.app.driving import SCRIPTED, Script, Ui, a_setup, at_setup, playing
from ttt_tui.app.screens.confirm import ConfirmScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import DELAYS, PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN

Effect = Callable[[str, Script], Awaitable[None]]

EFFECTS: dict[str, Effect] = {}
"""Binding's id → a function that presses one of its keys and expects what comes of it."""


def effect(*ids: str) -> Callable[[Effect], Effect]:
    def register(function: Effect) -> Effect:
        assert not EFFECTS.keys() & set(ids)
        EFFECTS.update(dict.fromkeys(ids, function))
        return function

    return register


def our_bindings() -> Iterator[Binding]:
    """Give every binding of every class in the package."""
    for module in pkgutil.walk_packages(ttt_tui.app.__path__, "ttt_tui.app."):
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and issubclass(kind, DOMNode) and "BINDINGS" in vars(kind):
                for binding in kind.BINDINGS:
                    assert isinstance(binding, Binding), f"{binding} has no id"
                    yield binding


PRESSES = [(binding.id, key.strip()) for binding in our_bindings() for key in binding.key.split(",")]


def test_the_effect_of_every_binding_is_known() -> None:
    ids = [binding.id for binding in our_bindings()]
    assert all(ids), "every binding has an id"
    assert len(set(ids)) == len(ids), "no id is there twice"
    assert set(ids) == EFFECTS.keys()


@pytest.mark.parametrize(("id", "key"), PRESSES)
async def test_every_key_does_what_its_binding_is_for(id: str, key: str, script: Script) -> None:
    await EFFECTS[id](key, script)


# --- the game --------------------------------------------------------------------------------------------


@effect("play.place")
async def places_at_the_cursor(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("left", key)
        assert ui.moves == ["a2"]
        assert ui.square("a2") == "[X]"


@effect("play.next")
async def starts_the_next_game(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"14253")
        await ui.result()
        await ui.press(key)
        assert ui.match.game_number == 2
        assert ui.moves == []
        assert "Game 2" in ui.lines[0]


@effect("play.rematch")
async def starts_a_rematch(key: str, script: Script) -> None:
    async with playing(a_setup(points=1)) as ui:
        first = ui.match
        await ui.press(*"14253")
        await ui.result()
        assert first.points == [1, 0]
        await ui.press(key)
        assert ui.match is not first
        assert ui.match.setup == first.setup
        assert ui.match.points == [0, 0]
        assert "Game 1" in ui.lines[0]
        await ui.press("5")
        assert ui.moves == ["b2"]


@effect("play.undo")
async def takes_back(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"51")
        await ui.press(key)
        assert ui.moves == ["b2"]
        await ui.press(key)
        assert ui.moves == []
        assert "X" not in ui.square("b2")


@effect("play.redo")
async def plays_again(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"51", "u", "u")
        assert ui.moves == []
        await ui.press(key)
        assert ui.moves == ["b2"]
        await ui.press(key)
        assert ui.moves == ["b2", "a1"]
        assert ui.square("a1") == "[O]"


@effect("play.help")
async def helps_in_a_game(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, HelpScreen)
        assert "Place a stone at the cursor" in ui.text


@effect("play.leave")
async def leaves_to_the_setup(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5")
        await ui.press(key)
        await ui.until(lambda: "start" in ui.footer, "the setup screen")
        assert isinstance(ui.app.screen, SetupScreen)
        assert ui.moves == ["b2"], "the game is kept"
        assert not ui.has_quit


STEPS = {
    "play.left": ("b3", "a3"),
    "play.right": ("d3", "e3"),
    "play.up": ("c2", "c1"),
    "play.down": ("c4", "c5"),
    "play.home": ("a3", "a3"),
    "play.end": ("e3", "e3"),
    "play.top": ("c1", "c1"),
    "play.bottom": ("c5", "c5"),
}
"""Binding's id → where the cursor is after one key from the middle of 5×5, and after many."""


@effect(*STEPS)
async def moves_the_cursor(key: str, script: Script) -> None:
    id = next(id for id, pressed in PRESSES if pressed == key and id in STEPS)
    once, often = STEPS[id]
    async with playing(a_setup(board=(5, 5))) as ui:
        assert ui.square("c3") == "[·]"
        await ui.press(key)
        assert ui.cursor == once
        assert ui.square(once) == "[·]"
        await ui.press(*[key] * 6)
        assert ui.cursor == often, "it stops at the edge"
        assert ui.square(often) == "[·]"
        assert ui.text.count("[") == 1
        assert ui.moves == []


@effect(*(f"play.digit{digit}" for digit in range(1, 10)))
async def places_by_a_digit_or_goes_to(key: str, script: Script) -> None:
    name = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"][int(key) - 1]
    async with playing() as ui:
        await ui.press(key)
        assert ui.moves == [name]
        assert ui.square(name) == "[X]", "the cursor goes along"
    if key not in "159":
        return
    async with playing(a_setup(board=(4, 3))) as ui:
        await ui.press(key)
        assert ui.moves == []
        assert ui.go_to.display
        assert ui.typed == key
        assert f"Go to {key}" in ui.text
        await ui.press("enter")
        place = int(key) - 1
        assert ui.moves == ["abcd"[place % 4] + str(place // 4 + 1)]


@effect("play.goto")
async def asks_for_a_square(key: str, script: Script) -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        await ui.press(key)
        assert ui.go_to.display
        assert ui.typed == ""
        await ui.press("e", "1", "enter")
        assert ui.moves == ["e1"]
        assert not ui.go_to.display


@effect("play.now")
async def takes_what_the_computer_has(key: str, script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        question.finds("c2", depth=3)
        await ui.press(key)
        await ui.moved("c2")


@effect("play.pause")
async def pauses_and_goes_on(key: str, script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        question = await ui.question(script)
        await ui.press(key)
        assert ui.play.paused
        assert "Paused" in ui.status
        assert question.stop.is_set()
        await ui.rest()
        assert ui.moves == []
        await ui.press(key)
        assert "Ada (X) is thinking" in ui.status
        (await ui.question(script, 2)).answer("b2")
        await ui.moved("b2")
        await ui.question(script, 3)


@effect("play.step")
async def plays_a_single_move(key: str, script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        await ui.question(script)
        await ui.press("p")
        await ui.press(key)
        (await ui.question(script, 2)).answer("b2")
        await ui.moved("b2")
        await ui.rest()
        assert len(script.questions) == 2, "nobody thinks after a single step"
        assert "Paused" in ui.status
        await ui.press(key)
        (await ui.question(script, 3)).answer("a1")
        await ui.moved("b2", "a1")


@effect("play.slower", "play.faster")
async def changes_how_long_stones_stay(key: str, script: Script) -> None:
    by = 1 if key == "plus" else -1
    async with playing() as ui:
        before = DELAYS.index(ui.play.delay)
        await ui.press(key)
        assert ui.play.delay == DELAYS[before + by]
        assert f"{DELAYS[before + by]:g} s" in ui.status
        await ui.press(*[key] * len(DELAYS))
        assert ui.play.delay == DELAYS[-1 if by > 0 else 0]


@effect("play.resign")
async def gives_the_game_up(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5")
        await ui.press(key)
        assert ui.moves == ["b2", "resigns"]
        assert ui.match.points == [1, 0]
        assert "Ada (X) wins by resignation" in ui.status


@effect("play.new")
async def starts_a_new_game(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen), "nothing is lost, so nothing is asked"
        await ui.press("5")
        await ui.press(key)
        assert isinstance(ui.app.screen, ConfirmScreen)
        assert ui.moves == ["b2"]
        await ui.press("n")
        assert ui.moves == ["b2"]
        await ui.press(key, "y")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.moves == []
        assert ui.match.game_number == 1
        await ui.press(*"14253")
        await ui.result()
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen), "the game has ended, so nothing is asked"
        assert ui.match.game_number == 2


# --- the setup -------------------------------------------------------------------------------------------


@effect("setup.start")
async def starts_from_every_widget(key: str, script: Script) -> None:
    async with at_setup() as ui:
        widgets = len(ui.setup.focus_chain)
        assert widgets >= 9
        started = []
        for _ in range(widgets):
            started.append(ui.app.focused)
            await ui.press(key)
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            assert ui.match.setup.geometry.columns == 3
            await ui.press("q")
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            await ui.press("tab")
        assert len(set(started)) == widgets


@effect("setup.help")
async def helps_at_the_setup(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, HelpScreen)
        assert "Start the game" in ui.text


@effect("setup.quit")
async def quits_from_the_setup(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


async def expect_focus(ui: Ui, key: str, by: int) -> None:
    chain = ui.setup.focus_chain
    here = chain.index(ui.app.focused)
    await ui.press(key)
    assert ui.app.focused is chain[(here + by) % len(chain)]


@effect("setup.next", "setup.previous")
async def goes_to_the_value_beside(key: str, script: Script) -> None:
    async with at_setup() as ui:
        for _ in range(len(ui.setup.focus_chain)):
            await expect_focus(ui, key, 1 if key == "tab" else -1)
        assert ui.app.focused is ui.one("#presets"), "once around"


@effect("setup.down", "setup.up")
async def goes_from_value_to_value(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("tab", "tab")
        await expect_focus(ui, key, 1 if key == "down" else -1)


@effect("setup.add")
async def adds_a_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        added = ui.setup.current.players[-1]
        assert len(ui.setup.current.players) == 3
        assert not added.is_human
        assert f"{added.symbol}  {added.name}" in ui.text
        assert "3 of 4" in ui.text


@effect("setup.remove")
async def removes_the_marked_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("a", "tab", "tab", "tab", "tab", "home")
        x, o, added = ui.setup.current.players
        await ui.press("down", key)
        assert ui.setup.current.players == (x, added)
        assert f"{o.symbol}  {o.name}" not in ui.text
        await ui.press(key)
        assert ui.setup.current.players == (x, added), "two have to stay"
        assert "At least 2 play" in ui.status


@effect("setup.edit")
async def edits_the_marked_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(*["tab"] * 4, "down")
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayerScreen)
        assert ui.app.screen.player == ui.app.screen_stack[0].current.players[1]


@effect("setup.earlier", "setup.later")
async def reorders_the_players(key: str, script: Script) -> None:
    by = -1 if key == "less_than_sign" else 1
    async with at_setup() as ui:
        await ui.press("a", *["tab"] * 4, "home", "down")
        x, o, added = ui.setup.current.players
        await ui.press(key)
        expected = (o, x, added) if by < 0 else (x, added, o)
        assert ui.setup.current.players == expected
        await ui.press(key)
        assert ui.setup.current.players == expected, "it stops at the end"


@effect("setup.lot")
async def switches_the_lot_for_the_marks(key: str, script: Script) -> None:
    async with at_setup() as ui:
        assert "as set" in ui.text
        await ui.press(key)
        assert ui.setup.current.rules.marks_by_lot
        assert "by lot" in ui.text
        await ui.press(key)
        assert not ui.setup.current.rules.marks_by_lot


@effect("setup.resume")
async def returns_to_the_game(key: str, script: Script) -> None:
    async with playing() as ui:
        match = ui.match
        await ui.press(*"51", "q")
        await ui.until(lambda: "start" in ui.footer, "the setup screen")
        await ui.press(key)
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen) and "leave" in ui.footer, "the game")
        assert ui.match is match
        assert ui.moves == ["b2", "a1"]
        assert ui.square("b2").strip("()[] ") == "X"


# --- everywhere ------------------------------------------------------------------------------------------


@effect("app.help")
async def helps_everywhere(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, HelpScreen)
        await ui.press(key)
        assert isinstance(ui.app.screen, SetupScreen), "the same key closes it"


@effect("app.theme")
async def offers_the_themes(key: str, script: Script) -> None:
    async with playing() as ui:
        before = ui.app.theme
        await ui.press(key)
        assert isinstance(ui.app.screen, CommandPalette)
        await ui.write("nord")
        await ui.until(lambda: "nord" in ui.text[ui.text.index("nord") + 4 :], "the theme in the list")
        await ui.press("down", "enter")
        await ui.until(lambda: ui.app.theme != before, "another theme")
        assert ui.app.theme == "nord"


@effect("app.quit")
async def quits_at_once(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


# --- the dialogs -----------------------------------------------------------------------------------------


@effect("help.close")
async def closes_the_help(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("?")
        assert isinstance(ui.app.screen, HelpScreen)
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == []


@effect("help.down", "help.page")
async def scrolls_the_help_on(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("?")
        await ui.until(lambda: "Playing" in ui.lines[1], "the first line of the help")
        await ui.press(key)
        lines = 10 if key in ("space", "pagedown") else 1
        await ui.until(lambda: ui.one("#help").scroll_y == lines, "the help further down")
        assert "Playing" not in ui.lines[1]


@effect("help.up", "help.back")
async def scrolls_the_help_back(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("?")
        await ui.until(lambda: "Playing" in ui.lines[1], "the first line of the help")
        await ui.press("space", "space")
        await ui.until(lambda: ui.one("#help").scroll_y == 20, "the help further down")
        await ui.press(key)
        lines = 10 if key == "pageup" else 19
        await ui.until(lambda: ui.one("#help").scroll_y == lines, "the help further up")


@effect("confirm.yes")
async def agrees(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5", "n")
        assert isinstance(ui.app.screen, ConfirmScreen)
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == []


@effect("confirm.no")
async def disagrees(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5", "n")
        assert isinstance(ui.app.screen, ConfirmScreen)
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == ["b2"]


@effect("player.accept")
async def accepts_the_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("e", *"Zoe")
        await ui.press(key)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current.players[0].name == "Zoe"
        assert "X  Zoe" in ui.text
        await ui.press("e", "tab", "tab", "right")
        await ui.press(key)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current.players[0].colour == "red"


@effect("player.leave")
async def leaves_the_player_as_it_was(key: str, script: Script) -> None:
    async with at_setup() as ui:
        before = ui.setup.current
        await ui.press("e", "!")
        await ui.press(key)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.setup.current == before


@effect("player.next", "player.previous")
async def goes_through_the_player(key: str, script: Script) -> None:
    by = 1 if key in ("tab", "down") else -1
    async with at_setup() as ui:
        await ui.press("e")
        chain = ui.app.screen.focus_chain
        assert ui.app.focused is chain[0]
        for step in range(1, len(chain) + 1):
            await ui.press(key)
            assert ui.app.focused is chain[by * step % len(chain)]


@effect("goto.leave")
async def leaves_the_line_for_squares(key: str, script: Script) -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        await ui.press(":", "a", "1")
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert not ui.go_to.display
        assert "Ada (X) to move" in ui.status
        assert ui.moves == []
        await ui.press("right")
        assert ui.cursor == "b1", "keys are keys of the game again"


# --- the widgets of the setup ----------------------------------------------------------------------------


@effect("stepper.less", "stepper.more")
async def steps_through_the_values(key: str, script: Script) -> None:
    by = 1 if key in ("right", "plus") else -1
    async with at_setup() as ui:
        await ui.press(*["tab"] * 5, key)
        assert ui.setup.current.rules.points == 5 + by
        assert f"First to ‹ {5 + by}" in ui.text
        await ui.press(*[key] * 5)
        assert ui.setup.current.rules.points == (11 if by > 0 else 1), "it stops at the end"


@effect("stepper.least", "stepper.most")
async def jumps_to_the_outermost_value(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("tab", "right", key)
        assert ui.setup.current.geometry.columns == (3 if key == "home" else 20)


@effect("list.down", "list.up")
async def goes_through_the_list(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("down", "down", "down")
        assert ui.setup.current.geometry.columns == 3
        await ui.press(key)
        assert len(ui.setup.current.players) == (5 if key in ("down", "j") else 2)


@effect("list.first", "list.last")
async def goes_to_the_ends_of_the_list(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("down", "down", key)
        is_first = key in ("home", "pageup")
        assert ui.setup.current.geometry.columns == (3 if is_first else 5)
        assert ui.one("#presets").highlighted == (0 if is_first else 9)
