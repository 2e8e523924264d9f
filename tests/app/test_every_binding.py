"""Every key of every binding is pressed, and does what it is there for.

A binding without an effect known here fails `test_the_effect_of_every_binding_is_known`.
"""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, chdir
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from textual._compositor import LayoutUpdate
from textual.binding import Binding
from textual.command import CommandList, CommandPalette
from textual.dom import DOMNode

import ttt_tui.app
from tests.app.gathered import hearing, hosting, joined, waiting
from tests.gomocup.bad_brains import command
from tests.support import puzzles
from tests.support.brains import asked
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, at_setup, playing
from tests.support.sample_review import MOVES, sample_review
from tests.support.sampling import sampled
from tests.support.terminals import GuestBench, two
from ttt_tui.app.app import TttApp
from ttt_tui.app.play.seat_replacement import VacantSeat
from ttt_tui.app.screens.dialog import ConfirmScreen, NameScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.join import JoinScreen
from ttt_tui.app.screens.match_over import MatchOverScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.player import PlayerScreen
from ttt_tui.app.screens.practice import PracticeScreen
from ttt_tui.app.screens.puzzle import PuzzleScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.statistics import StatisticsScreen
from ttt_tui.app.screens.theme_list import ThemeScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.app.screens.which_puzzle import WhichPuzzleScreen
from ttt_tui.app.themes import THEME_NAMES
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.engine import HUMAN, OPEN, MatchRules, Move, Player, engine_level
from ttt_tui.multiplayer import sockets
from ttt_tui.multiplayer.protocol import NEXT, UNDO
from ttt_tui.puzzles.attempt import Stage
from ttt_tui.puzzles.collection import Difficulty
from ttt_tui.session.controller import DELAYS
from ttt_tui.session.presets import PRESETS, default_limit
from ttt_tui.session.session import Session
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.thread import StoreThread

Presses = list[tuple[str, str]]
"""A binding's id and one of its keys, for some or all of a binding's keys."""

Effect = Callable[[str, Script], Awaitable[None]]
"""Presses one key and expects what comes of it."""

EffectOfAll = Callable[[Presses, Script], Awaitable[None]]
"""The same for all keys of some bindings one after the other, which is quicker."""

EFFECTS: dict[str, Effect | EffectOfAll] = {}
"""Binding's id → what presses its keys."""

TOGETHER: set[EffectOfAll] = set()


def effect(*ids: str) -> Callable[[Effect], Effect]:
    """Register what presses one key of these bindings."""

    def register(function: Effect) -> Effect:
        assert not EFFECTS.keys() & set(ids)
        EFFECTS.update(dict.fromkeys(ids, function))
        return function

    return register


def effect_of_all(*ids: str) -> Callable[[EffectOfAll], EffectOfAll]:
    """Register what presses all keys of these bindings."""

    def register(function: EffectOfAll) -> EffectOfAll:
        assert not EFFECTS.keys() & set(ids)
        EFFECTS.update(dict.fromkeys(ids, function))
        TOGETHER.add(function)
        return function

    return register


def our_bindings() -> Iterator[tuple[type[DOMNode], Binding]]:
    """Give every binding of every class in the package, with that class."""
    for module in pkgutil.walk_packages(ttt_tui.app.__path__, "ttt_tui.app."):
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and issubclass(kind, DOMNode) and "BINDINGS" in vars(kind):
                for binding in kind.BINDINGS:
                    assert isinstance(binding, Binding), f"{binding} has no id"
                    yield kind, binding


PRESSES: Presses = [
    (binding.id or "", key.strip()) for _, binding in our_bindings() for key in binding.key.split(",")
]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of each effect; by now all are registered."""
    if "presses" not in metafunc.fixturenames:
        return
    cases: dict[tuple[object, str], Presses] = {}
    for id, key in PRESSES:
        if id in EFFECTS:
            function = EFFECTS[id]
            cases.setdefault((function, "" if function in TOGETHER else key + id), []).append((id, key))
    metafunc.parametrize(
        "presses",
        [
            pytest.param(
                presses,
                id=presses[0][0] if function in TOGETHER else "-".join(presses[0]),
            )
            for (function, _), presses in cases.items()
        ],
    )


def test_the_effect_of_every_binding_is_known() -> None:
    ids = [binding.id for _, binding in our_bindings()]
    assert all(ids), "every binding has an id"
    assert sorted(ids) == sorted(set(ids)), "no id is there twice"
    assert sorted(set(ids) - EFFECTS.keys()) == [], "bindings whose effect nobody expects here"
    assert sorted(EFFECTS.keys() - set(ids)) == [], "bindings that are gone"


def test_every_binding_is_of_an_action_that_there_is() -> None:
    for kind, binding in our_bindings():
        *of_the_app, name = binding.action.partition("(")[0].split(".")
        assert of_the_app in ([], ["app"]), binding
        method = getattr(TttApp if of_the_app else kind, f"action_{name}", None)
        assert method is not None, f"{kind.__name__} has no action {name}"
        arguments = ast.literal_eval(f"[{binding.action.partition('(')[2].removesuffix(')')}]")
        inspect.signature(method).bind(None, *arguments)


@pytest.mark.sample(every=3)
async def test_every_key_does_what_its_binding_is_for(presses: Presses, script: Script) -> None:
    function = EFFECTS[presses[0][0]]
    if function in TOGETHER:
        await function(presses, script)  # type: ignore[arg-type]
    else:
        await function(presses[0][1], script)  # type: ignore[arg-type]


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
        await ui.press("escape")
        assert isinstance(ui.app.screen, PlayScreen), "the board can be looked at first"
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


@effect_of_all("play.takeback")
async def requests_a_takeback(presses: Presses, script: Script) -> None:
    for _, key in presses:
        async with hosting() as (ui, bob):
            await ui.press("5", key)
            assert ui.status == "Takeback requested"
            await hearing(ui, bob, lambda: bob.multiplayer.ask is not None, "the request")


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
        assert "place a stone" in ui.text


@effect("play.leave")
async def leaves_to_the_setup(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5")
        await ui.press(key)
        await ui.until(lambda: "play" in ui.footer, "the setup screen")
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


@effect_of_all(*STEPS)
async def moves_the_cursor(presses: Presses, script: Script) -> None:
    async with playing(a_setup(board=(5, 5))) as ui:
        for id, key in presses:
            once, often = STEPS[id]
            ui.board.cursor = ui.match.setup.geometry.parse("c3")
            await ui.press(key)
            assert ui.cursor == once, key
            assert ui.square(once) == "[·]"
            await ui.press(*[key] * 6)
            assert ui.cursor == often, f"{key} stops at the edge"
            assert ui.square(often) == "[·]"
            assert sum(look.is_cursor for look in ui.sight.looks().values()) == 1
        assert ui.moves == []


@effect_of_all(*(f"play.digit{digit}" for digit in range(1, 10)))
async def places_by_a_digit_or_goes_to(presses: Presses, script: Script) -> None:
    names = dict(zip("123456789", ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"], strict=True))
    async with playing() as ui:
        for _, key in presses:
            await ui.press(key)
            assert ui.moves == [names[key]]
            assert ui.square(names[key]) == "[X]", "the cursor goes along"
            await ui.press("u")
    async with playing(a_setup(board=(4, 3))) as ui:
        for _, key in presses:
            await ui.press(key)
            assert ui.moves == []
            assert ui.go_to.display
            assert ui.typed == key
            assert f"Go to {key}" in ui.text
            await ui.press("enter")
            place = int(key) - 1
            assert ui.moves == ["abcd"[place % 4] + str(place // 4 + 1)]
            await ui.press("u")


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
        assert ui.play.controller.is_paused
        assert "Paused" in ui.status
        assert question.stop.is_set()
        await ui.rest()
        assert ui.moves == []
        await ui.press(key)
        assert "Ada (X) is thinking" in ui.status
        (await ui.question(script, 2)).answer("b2")
        await ui.moved("b2")
        await ui.question(script, 3)


@effect("play.resume")
async def goes_on_after_a_pause(key: str, script: Script) -> None:
    async with playing(a_setup(SCRIPTED, SCRIPTED)) as ui:
        await ui.question(script)
        await ui.press("p")
        assert "p resume   . one move" in ui.footer
        await ui.press(key)
        assert not ui.play.controller.is_paused
        assert "p pause   . one move" in ui.footer


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


@effect_of_all("play.slower", "play.faster")
async def changes_how_long_stones_stay(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        for id, key in presses:
            by = 1 if id == "play.slower" else -1
            before = DELAYS.index(ui.play.controller.delay)
            await ui.press(key)
            assert ui.play.controller.delay == DELAYS[before + by]
            assert f"{DELAYS[before + by]:g} s" in ui.status
            await ui.press(*[key] * len(DELAYS))
            assert ui.play.controller.delay == DELAYS[-1 if by > 0 else 0]


@effect("play.figures")
async def tells_a_search_in_figures_or_in_words(key: str, script: Script) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        (await ui.question(script)).finds("c2", depth=5)
        await ui.press(key)
        await ui.until(lambda: "depth 5" in ui.text, "how deep it sees")
        await ui.press(key)
        await ui.until(lambda: "depth 5" not in ui.text, "no figures")


@effect("play.analysis")
async def tells_what_every_square_is_worth(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"1425", key)
        await ui.until(lambda: ui.look("c1").written == "W 1", "that c1 wins")
        await ui.press(key)
        assert ui.look("c1").written == ""


@effect("play.threats")
async def marks_what_completes_a_line(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"1425", "A", key)
        assert ui.look("c1").written == ui.look("c2").written == "!"


@effect("play.opinion")
async def asks_a_brain(key: str, script: Script) -> None:
    board = a_setup(board=(15, 15), k=5)
    async with playing(board) as ui:
        ui.play.session.engines.add("Sayer", EngineCommand(" ".join(command("says_score"))))
        await ui.press("A", key)
        await ui.until(lambda: "Best moves by Sayer" in ui.text, "what the brain looks at")


@effect("play.candidate")
async def goes_to_the_best_move(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"1425", "A")
        await ui.until(lambda: ui.look("c1").written == "W 1", "that c1 wins")
        await ui.press(key)
        assert ui.cursor == "c1"


@effect("play.line")
async def shows_what_follows_on_the_best_move(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"12", "A")
        await ui.until(lambda: "Best" in ui.text, "the best moves")
        await ui.press(key)
        await ui.until(lambda: "1" in {look.written for look in ui.sight.looks().values()}, "numbers")
        assert "2" in {look.written for look in ui.sight.looks().values()}


@effect("play.hint")
async def says_what_to_look_for(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(*"1425", key)
        await ui.until(lambda: "You can win at once" in ui.status, "the first step")


@effect("play.resign")
async def gives_the_game_up(key: str, script: Script) -> None:
    async with playing(a_setup(points=None)) as ui:
        await ui.press("5")
        await ui.press(key)
        assert "Resign for Bob?" in ui.text
        assert "Ada gets the point: score 1–0." in ui.text
        await ui.press("enter")
        assert ui.moves == ["b2"], "playing on has the focus"
        await ui.press(key, "y")
        assert ui.moves == ["b2", "resigns"]
        assert ui.match.points == [1, 0]
        assert ui.status == "Ada (X) wins: Bob (O) resigned"
        assert ui.status_more == "score 1–0, u undo"


@effect("play.panel")
async def hides_and_brings_the_panel(key: str, script: Script) -> None:
    async with playing() as ui:
        assert "Moves" in ui.text
        await ui.press(key)
        await ui.until(lambda: "Moves" not in ui.text, "the board alone")
        await ui.press(key)
        await ui.until(lambda: "Moves" in ui.text, "the panel")
        await ui.pilot.resize_terminal(40, 16)
        await ui.until(lambda: "Moves" not in ui.text, "the board alone, for want of room")
        await ui.press(key)
        await ui.until(lambda: "Moves" in ui.text, "the panel instead of the board")
        assert not ui.board.region
        await ui.press("left")
        await ui.until(lambda: ui.square("a2") == "[·]", "the board, where the cursor is")
        assert "Moves" not in ui.text


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
        for number in (chosen := sampled(range(widgets), range(0, widgets, 4))):
            await ui.press(*["tab"] * number)
            started.append(ui.app.focused)
            await ui.press(key)
            await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
            assert ui.match.setup.geometry.columns == 3
            await ui.press("q")
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert len(set(started)) == len(chosen)


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


@effect_of_all("setup.next", "setup.previous")
async def goes_to_the_value_beside(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        for id, key in presses:
            for _ in range(len(ui.setup.focus_chain)):
                await expect_focus(ui, key, 1 if id == "setup.next" else -1)
            assert ui.app.focused is ui.one("#presets"), "once around"


@effect_of_all("setup.down", "setup.up")
async def goes_from_value_to_value(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("tab", "tab")
        for id, key in presses:
            await expect_focus(ui, key, 1 if id == "setup.down" else -1)


@effect("setup.add")
async def adds_a_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        added = ui.setup.current.players[-1]
        assert len(ui.setup.current.players) == 3
        assert not added.is_human
        assert f"{added.symbol}  {added.name}" in ui.text
        assert "4 at most" in ui.text


@effect("setup.remove")
async def removes_the_marked_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("a", "home")
        x, o, added = ui.setup.current.players
        await ui.press("down", key)
        added = replace(added, limit=default_limit(2))  # with fewer opponents it has more time for each
        assert ui.setup.current.players == (x, added)
        assert f"{o.symbol}  {o.name}" not in ui.text
        await ui.press(key)
        assert ui.setup.current.players == (x, added), "two have to stay"
        assert "A game needs at least 2 players" in ui.status


@effect("setup.edit")
async def edits_the_marked_player(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(*["tab"] * 9, "down")
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayerScreen)
        assert ui.app.screen.player == ui.app.screen_stack[0].current.players[1]


@effect("setup.earlier", "setup.later")
async def reorders_the_players(key: str, script: Script) -> None:
    by = -1 if key == "less_than_sign" else 1
    async with at_setup() as ui:
        await ui.press("a", "home", "down")
        x, o, added = ui.setup.current.players
        await ui.press(key)
        expected = (o, x, added) if by < 0 else (x, added, o)
        assert ui.setup.current.players == expected
        await ui.press(key)
        assert ui.setup.current.players == expected, "it stops at the end"


@effect("setup.lot")
async def switches_the_lot_for_the_marks(key: str, script: Script) -> None:
    async with at_setup() as ui:
        assert "‹ random ›" not in ui.text
        await ui.press(key)
        assert ui.setup.current.rules.marks_by_lot
        assert "‹ random ›" in ui.text
        await ui.press(key)
        assert not ui.setup.current.rules.marks_by_lot


@effect("setup.theme")
async def offers_the_themes_at_the_setup(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, ThemeScreen)


@effect("setup.host")
async def chooses_the_hosted_game(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("tab", key)
        assert "Host a game · 3×3" in ui.text
        assert [player.level for player in ui.setup.current.players] == [HUMAN, OPEN]
        assert ui.app.focused is ui.setup.games
        assert "↵ host and wait for players" in ui.status


@effect("setup.rename")
async def asks_for_a_name(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, NameScreen)


@effect("name.keep")
async def keeps_the_name(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("P", *"Zoe", key)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.app.session.profile.name == "Zoe"
        assert ui.lines[0].endswith("Zoe  ")
        assert ui.setup.current.players[0].name == "Zoe"
        await ui.press("down")
        assert ui.setup.current.players[0].name == "Zoe", "in every game"


@effect("name.leave")
async def leaves_the_name_as_it_was(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("P", *"Zoe", key)
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert ui.app.session.profile.name == "You"


@effect("setup.back")
async def goes_back_to_the_list(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("tab", "tab")
        assert ui.setup.focused is not ui.setup.games
        await ui.press(key)
        assert ui.setup.focused is ui.setup.games
        await ui.press(key)
        assert "Press q to quit" in ui.status
        assert ui.app.is_running


@effect("setup.resume")
async def returns_to_the_game(key: str, script: Script) -> None:
    async with playing() as ui:
        match = ui.match
        await ui.press(*"51", "q")
        await ui.until(lambda: "play" in ui.footer, "the setup screen")
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


@effect("app.repaint")
async def paints_the_whole_screen_anew(key: str, script: Script) -> None:
    async with playing(moves=["b2"]) as ui:
        painted: list[object] = []
        ui.app._display = lambda screen, update: painted.append(update)  # type: ignore[method-assign]
        await ui.press(key)
        assert any(isinstance(update, LayoutUpdate) for update in painted)
        assert ui.moves == ["b2"]


def marked(ui: Ui) -> str:
    """What is marked in the command palette's list, in small letters."""
    found = ui.one(CommandList)
    return (
        str(found.get_option_at_index(found.highlighted).prompt).lower()
        if found.highlighted is not None
        else ""
    )


@effect("app.commands")
async def finds_what_can_be_done_games_and_themes(key: str, script: Script) -> None:
    async with playing(moves=["b2"]) as ui:
        for typed, happened in (
            ("undo", lambda: ui.moves == []),
            ("redo", lambda: ui.moves == ["b2"]),
            ("theme: nord", lambda: ui.app.theme == "nord"),
            ("play: gomoku", lambda: ui.match.setup.geometry.columns == 15),
        ):
            await ui.press(key)
            assert isinstance(ui.app.screen, CommandPalette)
            await ui.write(typed)
            word = typed.split()[-1]
            await ui.until(lambda word=word: word in marked(ui), f"{typed} in the list")
            await ui.press("enter")  # what fits best is marked
            await ui.until(happened, typed)
        assert isinstance(ui.app.screen, PlayScreen)


@effect("app.theme")
async def offers_the_themes(key: str, script: Script) -> None:
    async with playing() as ui:
        before = ui.app.theme
        await ui.press(key)
        assert isinstance(ui.app.screen, ThemeScreen)
        assert f"● {before}" in ui.text
        await ui.press("down", "enter")
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.app.theme not in ("", before)


@effect("app.quit")
async def quits_at_once(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press(key)
        await ui.until(lambda: ui.has_quit, "the end of the program")


# --- the dialogs -----------------------------------------------------------------------------------------


@effect_of_all("help.close")
async def closes_the_help(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        for _, key in presses:
            await ui.press("?")
            assert isinstance(ui.app.screen, HelpScreen)
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen), key
        assert ui.moves == []


@effect_of_all("help.forward", "help.next", "help.previous")
async def turns_the_pages_of_the_help(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        await ui.press("?", "right")
        for id, key in presses:
            before = ui.app.screen.number
            ui.one(".body").scroll_end(animate=False)
            await ui.settle()
            await ui.press(key)
            assert ui.app.screen.number == before + (-1 if id == "help.previous" else 1), key
            await ui.press("left" if id != "help.previous" else "right")


@effect("help.search")
async def searches_the_help(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("?", key, *"negamax")
        assert "hard" in ui.text
        assert "alpha-beta" in ui.text
        assert "To win" not in ui.text


SCROLLED = {"dialog.down": 1, "dialog.up": -1, "help.page_down": 10, "help.page_up": -10}
"""Binding's id → by how many lines it scrolls what a dialog says."""


@effect_of_all(*SCROLLED)
async def scrolls_a_dialog(presses: Presses, script: Script) -> None:
    async with playing(size=(40, 16)) as ui:
        await ui.press("?", "right")
        for id, key in presses:
            body = ui.one(".body")
            body.scroll_to(y=3, animate=False)
            await ui.settle()
            await ui.press(key)
            at = min(max(0, 3 + SCROLLED[id]), body.max_scroll_y)
            await ui.until(lambda at=at: ui.one(".body").scroll_y == at, f"the line {at} by {key}")


@effect_of_all("dialog.next", "dialog.previous", "answer.choose")
async def goes_from_answer_to_answer(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        for id, key in presses:
            await ui.press(*["5"] * (not ui.moves), "n")
            assert "keep playing" in str(ui.app.focused.label), "the harmless one has the focus"
            if id == "answer.choose":
                await ui.press(key)
                assert isinstance(ui.app.screen, PlayScreen)
                assert ui.moves == ["b2"]
                await ui.press("n", "left", key)
                assert isinstance(ui.app.screen, PlayScreen)
                assert ui.moves == []
            else:
                await ui.press(key)
                assert "start over" in str(ui.app.focused.label)
                await ui.press("escape")
                assert ui.moves == ["b2"]


AFTER_MATCH = {"match_over.rematch": [], "match_over.undo": list("1425"), "match_over.look": list("14253")}


@effect("match_over.review")
async def reviews_the_last_game_of_a_match(key: str, script: Script) -> None:
    async with playing(a_setup(points=1)) as ui:
        await ui.press(*"14253")
        await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the end of the match")
        await ui.rest()
        await ui.press(key)
        assert isinstance(ui.app.screen, ReviewScreen)


@effect_of_all("match_over.accept", "match_over.decline")
async def answers_a_request_for_a_rematch(presses: Presses, script: Script) -> None:
    for id, key in presses:
        async with hosting(two(rules=MatchRules(points=1))) as (ui, bob):
            await resigned(ui, bob)
            first = ui.match
            bob.multiplayer.propose(NEXT)
            await ui.until(lambda: "Bob requests a rematch" in card(ui), "the request, in the box")
            await ui.until(lambda: "y accept" in card(ui) and "n decline" in card(ui), "the answers")
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen)
            if id == "match_over.accept":
                assert ui.match is not first
                assert ui.moves == []
            else:
                assert ui.match is first
                assert "You declined the rematch" in ui.status
                await hearing(ui, bob, lambda: "Ada declined the rematch" in bob.said, "the answer")


async def resigned(ui: Ui, bob: GuestBench) -> None:
    """Resign the last game of a match, and wait until both have been told."""
    ui.play.controller.resign(0)
    ui.play.show_change()
    await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the box")
    await hearing(ui, bob, lambda: bob.match.is_over, "the end, told")
    await ui.rest()


def card(ui: Ui) -> str:
    """What the dialog shows, and not what is beside or below it."""
    region = ui.one(".card").region
    lines = (ui.cell(region.x, y, region.width) for y in range(region.y, region.bottom))
    return " ".join(" ".join(lines).split())


@effect_of_all("match_over.rematch", "match_over.undo", "match_over.look", "match_over.leave")
async def goes_on_after_a_match(presses: Presses, script: Script) -> None:
    async with playing(a_setup(points=1)) as ui:
        session = ui.app.session
        for id, key in presses:
            first = session.new_match(a_setup(points=1))
            for name in ("a1", "a2", "b1", "b2"):
                first.place(first.setup.geometry.parse(name))
            ui.app.switch_screen(PlayScreen(session, first))
            await ui.settle()
            await ui.press("3")
            await ui.until(lambda: isinstance(ui.app.screen, MatchOverScreen), "the end of the match")
            await ui.rest()
            await ui.press(key)
            if id == "match_over.leave":
                assert isinstance(ui.app.screen, SetupScreen), key
                continue
            assert isinstance(ui.app.screen, PlayScreen), key
            assert len(ui.moves) == len(AFTER_MATCH[id]), key
            assert (ui.match is first) == (id != "match_over.rematch")


@effect_of_all("theme.take", "theme.return")
async def takes_a_theme_or_returns(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        for id, key in presses:
            before = ui.app.theme
            await ui.press("f2", "down")
            seen = ui.app.theme
            assert seen != before, "it is shown at once"
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen), key
            assert ui.app.theme == (seen if id == "theme.take" else before), key


MOVED = {"down": 3, "up": 1, "page_down": None, "page_up": 0, "first": 0, "last": -1}


@effect_of_all(*(f"names.{name}" for name in MOVED))
async def goes_through_the_themes(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        await ui.press("f2")
        for id, key in presses:
            await ui.press("home", "down", "down", key)
            at = MOVED[id.removeprefix("names.")]
            where = THEME_NAMES.index(ui.app.theme)
            assert where == at % len(THEME_NAMES) if at is not None else where > 3, key


# --- people at other terminals ---------------------------------------------------------------------------


@effect_of_all("waiting.leave")
async def waits_no_longer(presses: Presses, script: Script) -> None:
    for _, key in presses:
        async with waiting() as (ui, _):
            await ui.press(key)
            await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")


@effect_of_all("setup.join", "join.join", "join.watch", "join.leave")
async def finds_games_of_others(presses: Presses, script: Script) -> None:
    async with joined() as (ui, ada):
        for id, key in presses:
            if isinstance(ui.app.screen, PlayScreen):
                await ui.press("q")
                await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            await ui.press("J" if id != "setup.join" else key)
            assert isinstance(ui.app.screen, JoinScreen), key
            await hearing(ui, ada, lambda: f"   {sockets.own_login()}" in ui.text, "the games")
            if id in ("setup.join", "join.leave"):
                await ui.press("escape" if id == "setup.join" else key)
                await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
            else:
                await ui.press(key)
                await hearing(ui, ada, lambda: isinstance(ui.app.screen, PlayScreen), "the game")
                assert ui.play.company is not None
                assert ui.play.company.is_spectator == (id == "join.watch")


@effect_of_all("play.agree", "play.refuse")
async def answers_what_others_want(presses: Presses, script: Script) -> None:
    for id, key in presses:
        async with hosting() as (ui, bob):
            await ui.press("5")
            await hearing(ui, bob, lambda: bob.match.game.moves, "the stone, told")
            bob.place("a1")
            await hearing(ui, bob, lambda: len(bob.match.game.moves) == 2, "the stone, told")
            bob.multiplayer.propose(UNDO)
            await ui.until(lambda: "requests a takeback" in ui.status, "the question")
            await ui.press(key)
            await ui.moved(*(["b2"] if id == "play.agree" else ["b2", "a1"]))


@effect_of_all("play.rejoin")
async def joins_again(presses: Presses, script: Script) -> None:
    for _, key in presses:
        async with joined() as (ui, ada):
            ada.multiplayer.close("")
            await ui.until(lambda: "disconnected" in ui.status, "the news")
            await ui.press(key)
            assert "is not hosting a game" in ui.status


@effect_of_all(
    *("vacant.again", "vacant.expert", "vacant.person", "vacant.later"),
    *(f"vacant.brain{number}" for number in range(1, 10)),
)
async def answers_who_goes_on(presses: Presses, script: Script) -> None:
    brains = tuple(engine_level(f"Brain {number}") for number in range(1, 10))
    answers: list[str | None] = []
    async with at_setup() as ui:
        for id, key in presses:
            vacant = VacantSeat(Player(level="brain:Lost"), "it is gone", brains, can_try_again=True)
            ui.app.push_screen(VacantSeatScreen(ui.app.session, vacant), answers.append)
            await asked(ui)
            await ui.press(key)
            answer = id.removeprefix("vacant.")
            levels = {"again": "brain:Lost", "expert": "expert", "person": HUMAN, "later": None}
            brain = engine_level(f"Brain {answer.removeprefix('brain')}")
            assert answers[-1] == levels.get(answer, brain), key
        assert len(answers) == len(presses)


@effect("confirm.yes")
async def agrees(key: str, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5", "n")
        assert isinstance(ui.app.screen, ConfirmScreen)
        await ui.press(key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert ui.moves == []


@effect_of_all("confirm.no")
async def disagrees(presses: Presses, script: Script) -> None:
    async with playing() as ui:
        await ui.press("5")
        for _, key in presses:
            await ui.press("n")
            assert isinstance(ui.app.screen, ConfirmScreen)
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen), key
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


@effect_of_all("player.next", "player.previous")
async def goes_through_the_player(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("e")
        chain = ui.app.screen.focus_chain
        assert ui.app.focused is chain[0]
        for id, key in presses:
            by = 1 if id == "player.next" else -1
            for step in range(1, len(chain) + 1):
                await ui.press(key)
                assert ui.app.focused is chain[by * step % len(chain)], key


@effect_of_all("player.down", "player.up")
async def goes_through_the_lines_of_the_player(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press("e")
        *fields, keep, leave = ui.app.screen.focus_chain
        lines = [*([field] for field in fields), [keep, leave]]
        for id, key in presses:
            for line in [*lines[1:], lines[0]] if id == "player.down" else lines[::-1]:
                await ui.press(key)
                assert ui.app.focused in line, key


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


@effect_of_all("stepper.less", "stepper.more")
async def steps_through_the_values(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(*["tab"] * 7)
        for id, key in presses:
            by = 1 if id == "stepper.more" else -1
            await ui.press("home", "right", key)
            assert ui.setup.current.rules.points == 2 + by, key
            assert f"‹ first to {2 + by} ›" in ui.text
            await ui.press(key, key)
            assert ui.setup.current.rules.points == (5 if by > 0 else 1), f"{key} stops at the end"


@effect_of_all("stepper.least", "stepper.most")
async def jumps_to_the_outermost_value(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(*["tab"] * 4)
        for id, key in presses:
            await ui.press("7", key)
            assert ui.setup.current.geometry.columns == (3 if id == "stepper.least" else 20)


LISTED = {"list.down": 4, "list.up": 2, "list.first": 0, "list.last": 13}
"""Binding's id → where it leads from the fourth game."""


@effect_of_all(*LISTED)
async def goes_through_the_list(presses: Presses, script: Script) -> None:
    async with at_setup() as ui:
        titles = [*(preset.title for preset in PRESETS.values()), "Puzzles", "History", "Host a game"]
        titles.append("Join a game")
        for id, key in presses:
            ui.one("#presets").highlighted = 3
            await ui.press(key)
            presets = ui.one("#presets")
            assert presets.highlighted == LISTED[id], key
            assert ui.strips, "the whole screen is painted, not line by line"
            [marked] = [
                y
                for y in range(presets.region.y, presets.region.bottom)
                if ui.style_at(presets.region.right - 1, y).bgcolor
                != ui.style_at(presets.region.right - 1, presets.region.y).bgcolor
            ]
            assert titles[LISTED[id]] in ui.lines[marked]


@effect("games.details")
async def goes_on_to_the_details(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert ui.app.focused is ui.one("#level")


# --- walking through a game ------------------------------------------------------------------------------

WALKED = {"back": 3, "on": 5, "start": 0, "end": 6}
"""What a binding does → how many of six moves are shown after it was pressed at the fourth."""

SIX = ["a1", "b1", "c1", "a2", "b2", "c2"]


@effect("play.walk")
async def walks_back_and_forth(key: str, script: Script) -> None:
    async with playing(a_setup(board=(5, 5), k=5), moves=SIX) as ui:
        await ui.press(key, "up", "up")
        assert ui.square("a2").strip("()[]") == "O"
        assert ui.square("b2").strip("()[] ") == "·"
        assert ui.moves == SIX, "looking changes nothing"
        await ui.press(key)
        assert ui.square("c2").strip("()[]") == "O", "the present is back"


@effect_of_all("log.back", "log.on", "log.start", "log.end")
async def walks_in_the_list_of_moves(presses: Presses, script: Script) -> None:
    async with playing(a_setup(board=(5, 5), k=5), moves=SIX) as ui:
        await ui.press("tab")
        for id, key in presses:
            await ui.press("end", "up", "up", key)
            expect_stones(ui, SIX[: WALKED[id.removeprefix("log.")]])
        assert ui.moves == SIX


def expect_stones(ui: Ui, names: list[str]) -> None:
    """Expect that of the six moves exactly these are on the board that is drawn."""
    board = ui.app.screen.query_one(BoardGrid)
    for name in SIX:
        square = board.geometry.parse(name)
        has_stone = any(stones >> square & 1 for stones in board.view.stones)
        assert has_stone == (name in names), name


@effect("log.continue")
async def goes_on_from_there(key: str, script: Script) -> None:
    async with playing(a_setup(board=(5, 5), k=5), moves=SIX) as ui:
        await ui.press("tab", "up", "up", key)
        assert isinstance(ui.app.screen, ConfirmScreen)
        assert "Undo 2 moves" in ui.text
        await ui.press("y")
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the game")
        assert ui.moves == SIX[:4]
        await ui.place("e5")
        assert ui.moves == [*SIX[:4], "e5"]


@effect_of_all("log.leave")
async def returns_to_the_board(presses: Presses, script: Script) -> None:
    async with playing(a_setup(board=(5, 5), k=5), moves=SIX) as ui:
        for _, key in presses:
            await ui.press("tab", "home")
            expect_stones(ui, [])
            await ui.press(key)
            assert isinstance(ui.app.screen, PlayScreen), key
            expect_stones(ui, SIX)
            assert ui.moves == SIX


# --- the history -----------------------------------------------------------------------------------------


@asynccontextmanager
async def at_history(games: int = 3) -> AsyncIterator[Ui]:
    """Start the program with stored games, the newest of them unfinished, and show the list of them."""
    with TemporaryDirectory() as folder, chdir(folder):
        history = StoreThread(Path(folder) / "history.db", max_wait=30)
        setup = a_setup(board=(5, 5), k=5)
        for number in range(games):
            session = Session(number, history)
            match = session.new_match(setup)
            for name in SIX:
                match.place(setup.geometry.parse(name))
            if number < games - 1:
                match.push(Move(0, None))
            session.release()
        app = TttApp(seed=1, session=Session(1, history))
        async with app.run_test(size=(80, 24)) as pilot:
            ui = Ui(app, pilot)
            await ui.until(lambda: "play" in ui.footer, "the setup screen")
            await ui.press("h")
            await ui.until(lambda: isinstance(app.screen, HistoryScreen) and "open" in ui.footer, "the list")
            yield ui
        history.close()


def row(ui: Ui) -> int:
    """The marked game, counted from the top."""
    return int(ui.one("GameTable").cursor_row)


@effect("setup.history")
async def shows_the_stored_games(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("q")
        assert isinstance(ui.app.screen, SetupScreen)
        await ui.press(key)
        await ui.until(lambda: "3 games" in ui.text, "the number of games")
        assert ui.text.count("5×5") >= 3


@effect_of_all("games.down", "games.up", "games.page_down", "games.page_up", "games.first", "games.last")
async def goes_through_the_games(presses: Presses, script: Script) -> None:
    ends = {"games.page_down": 2, "games.last": 2, "games.page_up": 0, "games.first": 0}
    async with at_history() as ui:
        for id, key in presses:
            await ui.press("home", "down")
            await ui.until(lambda: row(ui) == 1, "the second game")
            await ui.press(key)
            target = ends.get(id, 2 if id == "games.down" else 0)
            await ui.until(lambda target=target: row(ui) == target, f"game {target} by {key}")


@effect("history.open")
async def takes_a_game_up_or_replays_it(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", key)
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay of a finished game")
        await ui.press("q", "up", key)
        await ui.until(lambda: isinstance(ui.app.screen, PlayScreen), "the unfinished game")
        assert ui.moves == SIX


@effect("history.review")
async def reviews_a_stored_game(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", key)
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        await ui.press("q")
        assert isinstance(ui.app.screen, HistoryScreen)


@effect("history.export")
async def writes_a_game_to_a_file(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press(key)
        await ui.until(lambda: "xported to" in ui.status, "the file's name")
        (file,) = Path().glob("*.txt")
        assert file.name in ui.status
        assert "b2" in file.read_text()


@effect_of_all("history.delete")
async def deletes_a_game_after_asking(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        left = 3
        for _, key in presses:
            await ui.press(key)
            assert isinstance(ui.app.screen, ConfirmScreen)
            await ui.press("n")
            assert f"{left} game" in ui.status
            await ui.press(key, "y")
            left -= 1
            await ui.until(lambda left=left: f"{left} game" in ui.status, "one game less")


@effect_of_all("history.statistics", "statistics.close")
async def shows_and_closes_the_statistics(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        for key in [key for id, key in presses if id == "statistics.close"]:
            await ui.press("s")
            assert isinstance(ui.app.screen, StatisticsScreen)
            await ui.until(lambda: "Ada" in ui.text, "the players")
            await ui.press(key)
            assert isinstance(ui.app.screen, HistoryScreen), key


@effect_of_all("history.next", "history.previous")
async def goes_to_the_filters(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        for id, key in presses:
            chain = ui.app.screen.focus_chain
            here = chain.index(ui.app.focused)
            await ui.press(key)
            assert ui.app.focused is chain[(here + (1 if id == "history.next" else -1)) % len(chain)]


@effect_of_all("history.down", "history.up")
async def goes_from_the_filters_to_the_games(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        table = ui.app.focused
        for _, key in presses:
            await ui.press("tab")
            assert ui.app.focused is not table
            await ui.press(key)
            assert ui.app.focused is table, key


@effect_of_all("history.help", "history.leave")
async def helps_with_and_leaves_the_history(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        for id, key in presses:
            if id == "history.help":
                await ui.press(key)
                assert isinstance(ui.app.screen, HelpScreen)
                await ui.press("escape")
            else:
                await ui.press(key)
                assert isinstance(ui.app.screen, SetupScreen)
                await ui.press("h")
            await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen), "the list")


# --- replaying -------------------------------------------------------------------------------------------


@effect_of_all("replay.on", "replay.back", "replay.start", "replay.end")
async def steps_through_a_replay(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        for id, key in presses:
            ui.app.screen.go(4)
            expect_stones(ui, SIX[:4])
            await ui.press(key)
            expect_stones(ui, SIX[: WALKED[id.removeprefix("replay.")]])


@effect("replay.play")
async def plays_by_itself_and_stops(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        replay = ui.app.screen
        await ui.press(key)
        await ui.until(lambda: replay.ply == 1, "the first move")
        expect_stones(ui, SIX[:1])
        await ui.press(key)
        await ui.pilot.pause(1.0)
        assert replay.ply == 1, "it has stopped"


@effect("replay.panel")
async def hides_and_brings_the_moves(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        await ui.until(lambda: "Moves" in ui.text, "the list of moves")
        await ui.press(key)
        await ui.until(lambda: "Moves" not in ui.text, "the board alone")
        await ui.press(key)
        await ui.until(lambda: "Moves" in ui.text, "the list of moves again")


@effect("replay.review")
async def reviews_what_is_replayed(key: str, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down", "enter")
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        await ui.press(key)
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")


@effect_of_all("replay.help", "replay.leave")
async def helps_with_and_leaves_a_replay(presses: Presses, script: Script) -> None:
    async with at_history() as ui:
        await ui.press("down")
        for id, key in presses:
            await ui.press("enter")
            await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
            await ui.press(key)
            if id == "replay.help":
                assert isinstance(ui.app.screen, HelpScreen)
                await ui.press("escape", "q")
            assert isinstance(ui.app.screen, HistoryScreen), key


# --- reviewing -------------------------------------------------------------------------------------------

LOST = ["a1", "b1", "b2", "c3", "a3", "a2", "c1"]
"""X wins; b1 is the one mistake."""


@asynccontextmanager
async def at_review() -> AsyncIterator[Ui]:
    """Start the program in the whole review of a game on 3×3."""
    async with playing(moves=LOST) as ui:
        await ui.press("v")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        await ui.until(lambda: "d deeper" in ui.footer, "all of it")
        yield ui


def ply_of(ui: Ui) -> int:
    assert isinstance(ui.app.screen, ReviewScreen)
    return ui.app.screen.ply


@effect("play.review")
async def reviews_a_game_that_is_over(key: str, script: Script) -> None:
    async with playing(moves=LOST) as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, ReviewScreen)


REVIEWED = {"back": 3, "on": 5, "start": 0, "end": 7}
"""What a binding does → how many of seven moves are shown after it was pressed at the fourth."""


@effect_of_all("review.on", "review.back", "review.start", "review.end")
async def steps_through_a_review(presses: Presses, script: Script) -> None:
    async with at_review() as ui:
        for id, key in presses:
            ui.app.screen.go(4)
            await ui.press(key)
            assert ply_of(ui) == REVIEWED[id.removeprefix("review.")], key


@effect_of_all("review.next", "review.previous")
async def goes_to_a_mistake(presses: Presses, script: Script) -> None:
    async with at_review() as ui:
        for id, key in presses:
            await ui.press("home" if id == "review.next" else "end", key)
            assert ply_of(ui) == 2, key


@effect_of_all("review.play")
async def plays_a_review_by_itself(presses: Presses, script: Script) -> None:
    async with at_review() as ui:
        for _, key in presses:
            await ui.press("home", key)
            await ui.until(lambda: ply_of(ui) == 1, "the first move")


@effect("review.from")
async def plays_from_where_the_review_is(key: str, script: Script) -> None:
    async with at_review() as ui:
        await ui.press("n", key)
        assert isinstance(ui.app.screen, PlayScreen)
        assert len(ui.moves) == 2


@effect("review.better")
async def shows_the_better_move(key: str, script: Script) -> None:
    async with at_review() as ui:
        await ui.press("n", key)
        assert "Better than b1: b2" in ui.status


@effect_of_all("review.try", "review.why")
async def practises(presses: Presses, script: Script) -> None:
    async with at_review() as ui:
        await ui.press("n")
        for id, key in presses:
            await ui.press(key)
            assert isinstance(ui.app.screen, PracticeScreen), key
            assert ui.app.screen.practice.is_escape == (id == "review.why")
            await ui.press("escape")


@effect("review.deepen")
async def looks_deeper(key: str, script: Script) -> None:
    setup = a_setup(HUMAN, HUMAN, board=(15, 15), k=5)  # on 3×3 there is nothing that is not proved
    async with playing(setup, moves=MOVES.split()) as ui:
        ui.app.session.latest_review = sample_review(ui.match.game)
        await ui.press("v")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")
        await ui.until(lambda: ui.app.screen.found.is_full, "all of it")
        passes = len(ui.app.screen.work.found.passes)
        await ui.press(key)
        await ui.until(lambda: len(ui.app.screen.work.found.passes) > passes, "another pass")


@effect("review.panel")
async def hides_and_brings_what_is_beside_the_board(key: str, script: Script) -> None:
    async with at_review() as ui:
        await ui.press(key)
        assert "Accuracy" not in ui.text
        await ui.press(key)
        assert "Accuracy" in ui.text


@effect_of_all("review.help", "review.leave")
async def helps_with_and_leaves_a_review(presses: Presses, script: Script) -> None:
    async with at_review() as ui:
        for id, key in presses:
            await ui.press(key)
            if id == "review.help":
                assert isinstance(ui.app.screen, HelpScreen)
                assert "Reviewing: keys" in ui.text
                await ui.press("escape")
            else:
                assert isinstance(ui.app.screen, PlayScreen)
                await ui.press("v")
            assert isinstance(ui.app.screen, ReviewScreen)


@asynccontextmanager
async def at_practice() -> AsyncIterator[Ui]:
    """Start the program where a better move than b1 is looked for."""
    async with at_review() as ui:
        await ui.press("n", "t")
        assert isinstance(ui.app.screen, PracticeScreen)
        yield ui


def practised(ui: Ui) -> list[str]:
    """The squares that were tried, and what answered."""
    practice = ui.app.screen.practice
    geometry = practice.game.setup.geometry
    return [geometry.name(move.square) for move in practice.game.moves[practice.start :]]


@effect("practice.place")
async def tries_a_stone(key: str, script: Script) -> None:
    async with at_practice() as ui:
        await ui.press("down", key)
        assert practised(ui)[0] == "b2"


@effect_of_all(*(f"practice.digit{digit}" for digit in range(1, 10)))
async def tries_the_square_of_a_digit(presses: Presses, script: Script) -> None:
    async with at_practice() as ui:
        for _, key in presses:
            await ui.press("t", key)
            board = ui.app.screen.board
            square = board.geometry.squares[ui.app.session.settings.square_number(int(key)) - 1]
            assert board.cursor == square
            if key not in "12":
                assert practised(ui)[0] == board.geometry.name(square)


@effect_of_all("practice.again")
async def begins_again(presses: Presses, script: Script) -> None:
    async with at_practice() as ui:
        for _, key in presses:
            await ui.press("5")
            await ui.until(lambda: ui.app.screen.practice.stage is Stage.OVER, "the answer")
            await ui.press(key)
            assert ui.app.screen.practice.stage is Stage.TURN, key
            assert practised(ui) == []


@effect("practice.goto")
async def types_a_square_to_try(key: str, script: Script) -> None:
    async with at_practice() as ui:
        await ui.press(key, "b", "2", "enter")
        assert practised(ui)[0] == "b2"


STEPPED = {"left": "a2", "right": "c2", "up": "b1", "down": "b3"}


@effect_of_all("practice.left", "practice.right", "practice.up", "practice.down")
async def moves_the_cursor_in_practice(presses: Presses, script: Script) -> None:
    async with at_practice() as ui:
        board = ui.app.screen.board
        for id, key in presses:
            board.cursor = board.geometry.parse("b2")
            await ui.press(key)
            assert board.geometry.name(board.cursor) == STEPPED[id.removeprefix("practice.")]


@effect("practice.panel")
async def hides_and_brings_the_task(key: str, script: Script) -> None:
    async with at_practice() as ui:
        await ui.press(key)
        assert "Find a better move" not in ui.text
        await ui.press(key)
        assert "Find a better move" in ui.text


@effect_of_all("practice.help", "practice.leave")
async def helps_with_and_leaves_practice(presses: Presses, script: Script) -> None:
    async with at_practice() as ui:
        for id, key in presses:
            await ui.press(key)
            assert isinstance(ui.app.screen, HelpScreen if id == "practice.help" else ReviewScreen), key
            await ui.press("escape" if id == "practice.help" else "t")
            assert isinstance(ui.app.screen, PracticeScreen)


# --- puzzles ---------------------------------------------------------------------------------------------


@effect("setup.puzzle")
async def opens_a_puzzle(key: str, script: Script) -> None:
    async with at_setup() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, PuzzleScreen)
        assert "Today's puzzle" in ui.lines[0]


def puzzle_cursor(ui: Ui) -> str:
    """The square with the cursor."""
    board = puzzles.puzzle_screen(ui).board
    return board.geometry.name(board.cursor)


@effect("puzzle.place")
async def tries_a_stone_in_a_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press("up", "right", "right", key)
        await puzzles.at(ui, Stage.TURN)
        assert puzzles.stones(ui) == ["c1", "c3"]


@effect("puzzle.hint")
async def asks_for_a_hint_to_a_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key)
        await ui.until(lambda: "The right move threatens a line" in ui.status, "the first step")


@effect_of_all("puzzle.again")
async def takes_back_what_missed(presses: Presses, script: Script) -> None:
    async with puzzles.trying() as ui:
        for _, key in presses:
            await ui.press("9")
            await ui.until(lambda: "c3 loses" in ui.status, "the verdict")
            await ui.press(key)
            assert puzzles.stones(ui) == [], key


@effect_of_all("puzzle.restart")
async def restarts_a_puzzle(presses: Presses, script: Script) -> None:
    async with puzzles.trying() as ui:
        for _, key in presses:
            await ui.press("3")
            await ui.until(lambda: puzzles.stones(ui) == ["c1", "c3"], "the reply")
            await ui.press(key)
            assert puzzles.stones(ui) == [], key


@effect("puzzle.show")
async def shows_the_solution(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key)
        await ui.until(lambda: puzzles.stones(ui) == ["c1"], "its first move")


@effect("puzzle.another")
async def brings_another_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key)
        assert puzzles.puzzle_screen(ui).attempt.puzzle == puzzles.HOLD, "the other easy one"


@effect("puzzle.choose")
async def asks_which_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key)
        assert isinstance(ui.app.screen, WhichPuzzleScreen)


@effect_of_all("puzzle.help", "puzzle.leave")
async def helps_with_and_leaves_a_puzzle(presses: Presses, script: Script) -> None:
    for id, key in presses:
        async with puzzles.trying() as ui:
            await ui.press(key)
            assert isinstance(ui.app.screen, HelpScreen if id == "puzzle.help" else SetupScreen), key


@effect("puzzle.goto")
async def types_a_square_to_try_in_a_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key, "c", "1", "enter")
        await puzzles.at(ui, Stage.TURN)
        assert puzzles.stones(ui) == ["c1", "c3"]


@effect_of_all("puzzle.left", "puzzle.right", "puzzle.up", "puzzle.down")
async def moves_the_cursor_in_a_puzzle(presses: Presses, script: Script) -> None:
    async with puzzles.trying() as ui:
        board = puzzles.puzzle_screen(ui).board
        for id, key in presses:
            board.cursor = board.geometry.parse("b2")
            await ui.press(key)
            assert puzzle_cursor(ui) == STEPPED[id.removeprefix("puzzle.")]


@effect_of_all(*(f"puzzle.digit{digit}" for digit in range(1, 10)))
async def tries_the_square_of_a_digit_in_a_puzzle(presses: Presses, script: Script) -> None:
    async with puzzles.trying() as ui:
        for _, key in presses:
            await ui.press("u", key)
            place = int(key) - 1
            name = "abc"[place % 3] + str(place // 3 + 1)
            assert puzzle_cursor(ui) == name
            assert puzzles.stones(ui)[:1] == ([] if name in ("c2", "a1") else [name])
            await puzzles.at(ui, Stage.TURN, Stage.LINE, Stage.MISSED)


@effect("puzzle.panel")
async def hides_and_brings_the_task_of_a_puzzle(key: str, script: Script) -> None:
    async with puzzles.trying() as ui:
        await ui.press(key)
        assert "▸ move 1" not in ui.text
        await ui.press(key)
        assert "▸ move 1" in ui.text


@effect_of_all("which.today", "which.mine", "which.easy", "which.medium", "which.hard", "which.close")
async def answers_which_puzzle(presses: Presses, script: Script) -> None:
    async with puzzles.trying(puzzles.STOP) as ui:
        desk = ui.app.session.puzzles
        desk.add_own([puzzles.OWN], None)
        for id, key in presses:
            before = ui.app.screen
            await ui.press("p", key)
            assert isinstance(ui.app.screen, PuzzleScreen)
            assigned = ui.app.screen.assigned
            match id.removeprefix("which."):
                case "today":
                    assert assigned.day == puzzles.TODAY
                case "mine":
                    assert assigned.is_mine
                case "close":
                    assert ui.app.screen is before, key
                case level:
                    assert Difficulty.of(assigned.puzzle) is Difficulty(level)
