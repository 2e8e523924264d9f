"""Engines in a game on the screen: their faults cost nobody a game, and none of them is left behind."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import MEDIUM, SHORT
from tests.support.brains import (
    LONG,
    a_game,
    a_session,
    asked,
    at_board,
    brain,
    no_process_is_left,
    playing_again,
    process_of,
)
from tests.support.driving import Ui, a_setup
from tests.support.processes import is_alive, wait_until_gone
from tests.support.stores import rows
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.engine import HUMAN, Limit, engine_level, own_level
from ttt_tui.store.engines import EngineCommand

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which processes run")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


def stored(home: Path) -> list[tuple[list[str], list[str]]]:
    """Return the moves and the levels of all games in a home's store."""
    return [
        (json.loads(row["moves"]), [player["level"] for player in json.loads(row["setup"])["players"]])
        for row in rows(home / "history.db")
    ]


# --- what they do wrong ----------------------------------------------------------------------------------

BAD = {
    "dies": "stopped (exit status 3)",
    "on_stone": "played d4, which is taken",
    "nonsense": "sent “my ?[31m lucky? square” instead of an answer",
}
"""Engines, and what is told of each when it has failed after d4."""


async def fails(ui: Ui, name: str) -> None:
    """See that it is told how an engine has failed after d4, and that nothing is lost."""
    told = await asked(ui)
    who = ui.match.setup.players[1].name
    assert f"{who} {BAD[name]}. The game is saved.".casefold() in told.casefold()
    assert "Choose a player for O" in told
    assert ui.moves == ["d4"]


@pytest.mark.slow
async def test_an_engine_that_fails_is_told_and_the_next_one_has_the_game(tmp_path: Path) -> None:
    """One bad engine after the other takes the seat, and at last one that can play."""
    known = {name: brain(name) for name in BAD}
    session = a_session(tmp_path, MEDIUM, **known, last=brain("good"))
    async with at_board(session, a_game(HUMAN, engine_level("dies"))) as ui:
        await ui.place("d4")
        for name, following in pairwise([*BAD, "last"]):
            await fails(ui, name)
            assert stored(tmp_path) == [(["d4"], [HUMAN, engine_level(name)])]
            await ui.press(str([other for other in [*known, "last"] if other != name].index(following) + 1))
        await ui.moved("d4", "a1")
        assert ui.match.setup.players[1].name == "last"
        assert stored(tmp_path) == [(["d4", "a1"], [HUMAN, "brain:last"])]


OWN = Path(__file__).parents[1] / "gomocup/own_computers.py"


async def test_a_users_own_computer_fails_like_an_engine_and_the_next_one_plays_on_3x3(
    tmp_path: Path,
) -> None:
    known = {name: EngineCommand(f"python:{OWN}:{name}") for name in ("Raises", "First")}
    setup = a_setup(HUMAN, own_level("Raises"), board=(3, 3), k=3, limit=LONG)
    async with at_board(a_session(tmp_path, MEDIUM, **known), setup) as ui:
        await ui.place("b2")
        told = await asked(ui)
        assert "raised ValueError: no idea" in told
        assert "Choose a player for O" in told
        assert ui.moves == ["b2"]
        await ui.press("1")
        await ui.moved("b2", "a1")
        assert ui.match.setup.players[1].level == "python:First"
        assert stored(tmp_path) == [(["b2", "a1"], [HUMAN, "python:First"])]


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("answer", ["e", "p", "t", "escape"])
async def test_another_goes_on_or_the_same_tries_again(answer: str, tmp_path: Path) -> None:
    session = a_session(tmp_path, dies=brain("dies"))
    async with at_board(session, a_game(HUMAN, engine_level("dies"))) as ui:
        await ui.place("d4")
        await fails(ui, "dies")
        await ui.press(answer)
        level = {"e": "expert", "p": HUMAN}.get(answer, "brain:dies")
        assert ui.match.setup.players[1].level == level
        assert ui.match.setup.players[1].symbol == "O"
        assert (ui.match.setup.players[1].name == "Bob") == (level == "brain:dies"), "else it is another"
        if answer == "escape":
            await playing_again(ui)
            await ui.rest()
            assert isinstance(ui.app.screen, PlayScreen), "it was asked once"
            assert ui.play.controller.is_paused
            await ui.press("p")
        if level == "brain:dies":
            await fails(ui, "dies")
            return
        await playing_again(ui)
        if answer == "p":
            await ui.place("a1")
        await ui.until(lambda: len(ui.moves) == 2, "the successor's move")
        await ui.place("g7")
        assert stored(tmp_path) == [(ui.moves, [HUMAN, level])]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (EngineCommand("no-such-brain"), "did not start: no-such-brain: no such file or directory"),
        (EngineCommand("'not closed"), "cannot play: cannot read the engine's command: no closing quotation"),
        (EngineCommand("brain", "~nobody-here"), "did not start: no such directory: ~nobody-here"),
    ],
)
async def test_an_engine_that_does_not_start_is_told_with_the_reason(
    command: EngineCommand, reason: str, tmp_path: Path
) -> None:
    """The settings are written by hand, and rows of the store may be, too."""
    async with at_board(a_session(tmp_path, Wrong=command), a_game(HUMAN, engine_level("Wrong"))) as ui:
        await ui.place("d4")
        assert f"Bob {reason}. The game is saved." in await asked(ui)
        await ui.press("p")
        await playing_again(ui)
        await ui.place("a1")


async def test_one_that_is_killed_between_two_moves_is_asked_about_and_can_try_again(tmp_path: Path) -> None:
    async with at_board(a_session(tmp_path, Good=brain("good"))) as ui:
        await ui.place("d4")
        await ui.moved("d4", "a1")
        process = process_of(ui)
        os.kill(process, signal.SIGKILL)
        wait_until_gone(process)
        await ui.place("e4")
        assert "was killed by SIGKILL" in await asked(ui)
        await ui.press("enter")
        await ui.moved("d4", "a1", "e4", "b1")
        assert ui.match.setup.players[1].level == "brain:Good"


@pytest.mark.slow
async def test_a_failure_under_another_dialog_is_asked_about_when_that_has_gone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with at_board(a_session(tmp_path, Good=brain("waits", log)), a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: log.exists() and "TURN" in log.read_text(), "the brain's turn")
        await ui.press("question_mark")
        assert isinstance(ui.app.screen, HelpScreen)
        process = process_of(ui)
        os.kill(process, signal.SIGKILL)
        await ui.until(lambda: ui.game_screen.controller.is_paused, "the failure")
        await ui.rest()
        assert isinstance(ui.app.screen, HelpScreen), "who reads is not interrupted"
        await ui.press("escape")
        assert "was killed by SIGKILL" in await asked(ui)


# --- a good one ------------------------------------------------------------------------------------------


async def test_one_that_has_named_a_move_can_be_hurried(tmp_path: Path) -> None:
    log = tmp_path / "log"
    session = a_session(tmp_path, Good=brain("waits", log, "C3 D5"))
    async with at_board(session, a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: "C3 D5" in ui.text, "what it says")
        await ui.press("m")
        await ui.moved("d4", "c3")
        assert "Your move" in ui.status or "Ada (X) to move" in ui.status


@pytest.mark.slow
async def test_two_brains_play_a_game_and_the_next_one(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"), Other=brain("cannot_go_back"))
    session.preferences.delay = 0.0
    levels = engine_level("Good"), engine_level("Other")
    async with at_board(session, a_game(*levels, board=(5, 5))) as ui:
        await ui.until(lambda: ui.is_over, "the end of the game")
        assert len(ui.moves) > 8
        before = process_of(ui, 0), process_of(ui, 1)
        await ui.result()
        await ui.press("enter")
        await ui.until(lambda: ui.match.game_number == 2 and ui.moves, "the next game")
        await ui.until(lambda: not any(map(is_alive, before)), "the end of those of the first game")
        await ui.press("q")
        await ui.until(lambda: isinstance(ui.app.screen, SetupScreen), "the setup screen")
        assert stored(tmp_path)[0][1] == [*levels]


# --- the end ---------------------------------------------------------------------------------------------


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("way", ["leave", "quit", "new game", "resign"])
async def test_no_process_outlives_its_game(way: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with at_board(a_session(tmp_path, Good=brain("waits", log)), a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: log.exists() and "TURN" in log.read_text(), "the brain's turn")
        process = process_of(ui)
        match way:
            case "leave":
                await ui.press("q")
            case "quit":
                await ui.press("ctrl+q")
            case "new game":
                await ui.press("n", "y")
                await ui.until(lambda: ui.moves == [], "the new game")
            case _:
                await ui.press("R")
                assert ui.is_over
                await ui.result()
                await ui.press("enter")
                await ui.until(lambda: ui.match.game_number == 2, "the next game")
    wait_until_gone(process)


@pytest.mark.slow
async def test_one_that_is_replaced_ends(tmp_path: Path) -> None:
    log = tmp_path / "log"
    session = a_session(tmp_path, SHORT, Good=brain("waits", log))
    async with at_board(session, a_game(limit=Limit(seconds=1.0))) as ui:
        await ui.place("d4")
        await ui.until(lambda: log.exists() and "TURN" in log.read_text(), "the brain's turn")
        process = process_of(ui)
        assert "exceeded its time limit" in await asked(ui)
        await ui.press("e")
        await ui.until(lambda: len(ui.moves) == 2, "the expert's move")
        wait_until_gone(process)


# --- what it says ----------------------------------------------------------------------------------------

SAYINGS = {
    "usual": ("Depth 4-9 | Eval 17 | Time 5ms | C3 D5", "Depth 4-9"),
    "markup": ("[bold red]H8[/] [/nothing] $accent [@click=app.quit]x[/]", "[bold red]H8[/]"),
    "control characters": ("a\x1b[31mb\x07\x9b2Jc\u202ed\tpv", "a?[31mb??2Jc?d"),
    "long": ("x" * 3000, "xxxxxxxxxx"),
    "wide": ("你好" * 50, "你好你好"),
}


@pytest.mark.slow
@pytest.mark.parametrize("saying", SAYINGS)
async def test_what_it_says_is_shown_as_it_is_written(saying: str, tmp_path: Path) -> None:
    says, shown = SAYINGS[saying]
    session = a_session(tmp_path, Good=brain("says", tmp_path / "log", says))
    async with at_board(session, a_game(limit=LONG), size=(100, 30)) as ui:
        await ui.place("d4")
        await ui.until(lambda: shown in ui.text, "what it says")
        await ui.press("f")
        await ui.until(lambda: shown in ui.text, "what it says, with figures")
        if saying == "usual":
            await ui.until(lambda: "c3" in ui.text and "17" in ui.text, "score and move")
        assert "\x1b" not in ui.text
        await ui.press("f")
        assert ui.app.is_running
        Path(tmp_path / "log.go").touch()
        await ui.moved("d4", "a1")
