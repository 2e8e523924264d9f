"""A visitor of a server is offered nothing that reaches the machine, and is told why where it is tried."""

import asyncio
import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message

import ttt_tui.app
from tests.app.screens.test_history import keep
from tests.support.driving import Ui, a_setup, running
from ttt_tui.app.app import TttApp
from ttt_tui.app.palette import commands
from ttt_tui.app.screens.editor import EditorScreen
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.help_texts import INSTEAD, TEXTS
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.join import JoinScreen
from ttt_tui.app.screens.own_puzzle import OwnPuzzleScreen, SavePuzzleScreen
from ttt_tui.app.screens.permitted import KEYS, permitted
from ttt_tui.app.screens.player import ENGINE, PlayerScreen
from ttt_tui.app.screens.settings import SettingsScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.sharing import ShareTextScreen
from ttt_tui.app.screens.study import StudyScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.inputs import Stepper
from ttt_tui.engine import OPEN, Geometry, Setup, Start, start_position
from ttt_tui.engine.records.text import from_text
from ttt_tui.errors import Confined, NotPermitted
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.process.permissions import EVERYTHING, SERVED, Permission, Permissions
from ttt_tui.process.terminal import Terminal
from ttt_tui.puzzles.text import from_text as puzzles_from_text
from ttt_tui.session.engines import Engines
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import with_open_seat
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.settings import Settings
from ttt_tui.store.thread import StoreThread

ENGINES = {"Rapfi": EngineCommand("./pbrain")}


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    texts: list[str] = []

    def copy(app: TttApp, text: str) -> Clipboard:
        texts.append(text)
        return app.terminal.clipboard

    monkeypatch.setattr(TttApp, "copy", copy)
    return texts


@asynccontextmanager
async def visiting(
    history: StoreThread | None = None,
    setup: Setup | None = None,
    permissions: Permissions = SERVED,
    terminal: Terminal | None = None,
) -> AsyncIterator[Ui]:
    session = Session(1, history, Settings(brains=ENGINES), permissions)
    async with running(TttApp(StartRequest(setup), session=session, terminal=terminal)) as ui:
        yield ui


def everything_there(directory: Path) -> set[str]:
    return {path.name for path in directory.rglob("*") if not path.name.startswith("history.db")}


# --- the tables ------------------------------------------------------------------------------------------


def test_each_key_of_the_table_is_a_key_of_a_screen() -> None:
    found = set()
    for module in pkgutil.walk_packages(ttt_tui.app.__path__, "ttt_tui.app."):
        for _, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ == module.name and issubclass(kind, DOMNode):
                found |= {each.id for each in vars(kind).get("BINDINGS", ()) if isinstance(each, Binding)}
    assert found >= KEYS.keys()


def test_each_text_of_the_table_is_in_the_help() -> None:
    for page, subjects in INSTEAD.items():
        assert {sign for _, rows in TEXTS[page] for sign, _ in rows} >= subjects.keys()


def test_a_permission_is_for_one_thing() -> None:
    only_files = Permissions(Permission.FILES)
    bindings = [Binding("x", "a", "x", id="history.export"), Binding("J", "b", "J", id="setup.join")]
    assert permitted(bindings, only_files) == bindings[:1]
    assert permitted(bindings, EVERYTHING) == bindings
    only_files.check(Permission.FILES)
    for other in set(Permission) - {Permission.FILES}:
        with pytest.raises(NotPermitted, match="server"):
            only_files.check(other)


# --- what is offered -------------------------------------------------------------------------------------


async def test_the_main_menu_neither_hosts_nor_joins() -> None:
    async with visiting(permissions=EVERYTHING) as ui:
        assert "Host a game" in ui.text
    async with visiting() as ui:
        assert "Host a game" not in ui.text
        assert "Join a game" not in ui.text
        assert "History" in ui.text
        for key in "HJW":
            assert not bindings_of(ui.app.screen, key)
            await ui.press(key)
            assert isinstance(ui.app.screen, SetupScreen)
        await ui.press("end")
        await ui.press("enter")
        assert isinstance(ui.app.screen, HistoryScreen), "the last entry of the list"


async def test_no_command_of_the_palette_reaches_the_machine() -> None:
    names = {}
    for permissions in (EVERYTHING, SERVED):
        async with visiting(permissions=permissions) as ui:
            names[permissions] = {each.name for each in commands(ui.app.screen)}
    assert names[EVERYTHING] - names[SERVED] == {"Host a game", "Join a game", "Watch a game"}
    assert names[SERVED] < names[EVERYTHING]


async def test_the_help_names_no_command_file_or_engine() -> None:
    async with visiting() as ui:
        await ui.press("question_mark")
        screen = ui.app.screen
        assert isinstance(screen, HelpScreen)
        texts = [row.text for page in screen.pages for section in page.sections for row in section.rows]
        for word in (
            "ttt-tui h",
            "ttt-tui s",
            "--",
            "Gomocup",
            "settings.toml",
            "picture",
            "engine",
            "text file",
        ):
            assert not [text for text in texts if word in text], word
        assert "x copies a game as a record." in texts
        assert "Copy the game as a record" in texts, "the key of the history"
        assert not any("hosted" in text for text in texts)


async def test_a_player_is_no_engine_and_no_seat_is_open() -> None:
    for permissions, is_there in ((EVERYTHING, True), (SERVED, False)):
        async with visiting(permissions=permissions) as ui:
            await ui.press("e")
            assert isinstance(ui.app.screen, PlayerScreen)
            kinds = {value for value, _ in ui.app.screen.query_one("#plays", Stepper).choices}
            assert ({OPEN, ENGINE} <= kinds) is is_there
            assert len(kinds) == (5 if is_there else 3)


async def test_the_settings_tell_no_path_and_have_no_engine() -> None:
    async with visiting() as ui:
        ui.app.show_settings()
        await ui.until(lambda: isinstance(ui.app.screen, SettingsScreen), "the settings")
        await ui.settle()
        assert "Theme" in ui.text
        for word in ("File", "toml", "Second opinion", "Plain text"):
            assert word not in ui.text, word


# --- copies in the place of files ------------------------------------------------------------------------


async def test_a_stored_game_is_copied(history: StoreThread, tmp_path: Path, copied: list[str]) -> None:
    keep(history, ["b2", "a1", "c3"])
    before = everything_there(tmp_path)
    async with visiting(history) as ui:
        await ui.press("h")
        await ui.until(lambda: "copy" in ui.footer, "the list")
        assert "export" not in ui.footer
        await ui.press("x")
        assert "Sent to the clipboard" in ui.status
    game = from_text(copied[0]).game
    assert [game.setup.geometry.name(move.square) for move in game.moves] == ["b2", "a1", "c3"]
    assert everything_there(tmp_path) == before


async def test_where_nothing_can_be_copied_the_record_is_shown(
    history: StoreThread, copied: list[str]
) -> None:
    keep(history, ["b2", "a1", "c3"])
    async with visiting(history, terminal=Terminal(clipboard=Clipboard.NONE)) as ui:
        await ui.press("h")
        await ui.until(lambda: "copy" in ui.footer, "the list")
        await ui.press("x")
        assert isinstance(ui.app.screen, ShareTextScreen)
        assert "1. b2 a1" in ui.text
        await ui.press("C", "escape")
        assert isinstance(ui.app.screen, HistoryScreen)


async def test_a_study_is_copied_with_all_lines(copied: list[str]) -> None:
    async with visiting() as ui:
        await ui.press("S")
        await ui.until(lambda: isinstance(ui.app.screen, StudyScreen), "the study")
        await ui.press("5", "comma", "1")
        assert "copy" in {each.name.lower() for each in commands(ui.app.screen)}
        await ui.press("s")
        assert isinstance(ui.app.screen, StudyScreen)
    tree = from_text(copied[0]).tree
    assert tree is not None
    assert len(tree.root.children) == 2


async def test_a_puzzle_of_ones_own_is_copied(copied: list[str]) -> None:
    start = Start.named(Geometry(3, 3, 3), "c1 c3", "c2", to_move=1)
    setup = Setup(Geometry(3, 3, 3), start=start)
    async with visiting() as ui:
        ui.app.make_puzzle(start_position(setup.geometry, start=start), setup)
        await ui.until(lambda: "solve" in ui.text, "the proof")
        assert "s copy" in ui.text
        await ui.press("s")
        assert isinstance(ui.app.screen, OwnPuzzleScreen)
        assert "Sent to the clipboard. The text" in ui.text
    assert len(puzzles_from_text(copied[0])) == 1


async def test_a_game_is_shared_without_a_picture(copied: list[str], history: StoreThread) -> None:
    async with visiting(history, setup=a_setup()) as ui:
        await ui.press("5", "1", "4", "2", "6")
        await ui.result()
        await ui.press("C")
        assert "picture" not in ui.text
        await ui.press("C")
        assert isinstance(ui.app.screen, ShareTextScreen)
        assert "picture" not in ui.text
    assert len(copied) == 1


# --- refusals --------------------------------------------------------------------------------------------


async def test_what_is_reached_nevertheless_says_why() -> None:
    async with visiting() as ui:
        screen = ui.setup
        for action in ("join", "watch"):
            screen.show_notice("")
            await screen.run_action(action)
            await ui.settle()
            assert "On a server, games with others start in the lobby" in ui.status, action
            assert not isinstance(ui.app.screen, JoinScreen)
        screen.change(with_open_seat(screen.current))
        await ui.press("enter")
        assert "On a server, games with others start in the lobby" in ui.status
        with pytest.raises(NotPermitted):
            ui.app.join("somebody")
        ui.app.push_screen(SavePuzzleScreen(None))  # type: ignore[arg-type]  # it is not written
        await ui.settle()
        await ui.press("enter")
        await ui.press("escape")
        assert isinstance(ui.app.screen, SetupScreen)


class Reached(Message):
    """Posted to a screen whose handler reaches for something."""


@pytest.mark.parametrize("way", ["key", "message", "callback", "worker"])
async def test_a_confined_program_goes_on_with_a_sentence(monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    def reach(*_: object) -> None:
        raise Confined

    monkeypatch.setattr(SetupScreen, "action_study", reach)
    monkeypatch.setattr(SetupScreen, "on_reached", reach, raising=False)
    async with visiting() as ui:
        if way == "key":
            await ui.press("S")
        elif way == "message":
            ui.app.screen.post_message(Reached())
        elif way == "callback":
            ui.app.screen.call_later(reach)
        else:
            ui.app.screen.run_worker(reach, thread=True)
        await ui.until(lambda: "That isn't allowed on a server" in ui.status, "the sentence")
        assert "the administrator can see it in the log" in ui.status
        await ui.press("p")
        await ui.until(lambda: not isinstance(ui.app.screen, SetupScreen), "the program goes on")
    assert ui.app.crash is None


async def test_no_engine_is_known_and_none_can_be_named(history: StoreThread) -> None:
    engines = Engines(ENGINES, history, permissions=SERVED)
    assert engines.names == engines.advisers == engines.levels == ()
    attempts = (
        lambda: engines.add("A", EngineCommand("/bin/true")),
        lambda: engines.check(EngineCommand("/bin/true")),
        lambda: engines.name_for("/bin/true"),
        lambda: engines.ask_name(EngineCommand("python:/tmp/x.py:X")),
        lambda: engines.without_history().add("A", EngineCommand("/bin/true")),
    )
    for attempt in attempts:
        with pytest.raises(NotPermitted, match="engines can't be run on a server"):
            await asyncio.to_thread(attempt)
    assert Engines(ENGINES).names == ("Rapfi",)


async def test_a_position_is_edited_as_everywhere() -> None:
    async with visiting() as ui:
        await ui.press("E")
        await ui.until(lambda: isinstance(ui.app.screen, EditorScreen), "the editor")
        assert bindings_of(ui.app.screen, "v"), "a text is pasted, not read from a file"


def test_the_words_of_a_key_change_nothing_else() -> None:
    whole = {each.id: each for each in HistoryScreen.BINDINGS if isinstance(each, Binding)}
    served = {
        each.id: each for each in permitted(HistoryScreen.BINDINGS, SERVED) if isinstance(each, Binding)
    }
    assert served.keys() == whole.keys()
    for id, binding in served.items():
        assert replace(binding, description="", tooltip="") == replace(whole[id], description="", tooltip="")
