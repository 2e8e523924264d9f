"""Engines in a game on the screen: their faults cost nobody a game, and none of them is left behind."""

import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import MEDIUM, QUICK, SHORT
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
    until,
)
from tests.support.driving import Ui
from tests.support.processes import is_alive, wait_until_gone
from tests.support.recording import Recorded, run
from tests.support.stores import rows
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.help import HelpScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.setup import SetupScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.engine import HUMAN, Limit, engine_level
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.store.engines import EngineCommand

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which processes run")


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


HANGING = BrainTimeouts(pause=0, first=0.05, start=0.05, answer=1, grace=1)

BAD = {
    "dies": "stopped (exit status 3)",
    "dies_at_once": "was killed by SIGSEGV",
    "closes_output": "closed its output",
    "overruns": "exceeded its time limit of 0.05 s by more than 0.2 s",
    "hangs": "did not answer START within 0.05 s",
    "off_board": "played 7,7, which is not on the board",
    "negative": "played -1,0, which is not on the board",
    "on_stone": "played d4, which is taken",
    "nonsense": "sent “my ?[31m lucky? square” instead of an answer",
    "chatters": "sent “thought 0” instead of an answer",
    "floods": "sent more than 1.0 MB without an answer",
    "floods_without_end": "sent more than 1.0 MB without an answer",
    "refuses_start": "rejected START 7: “no such board”",
    "refuses_moves": "refused to move: “command”",
}
"""Engines, and what is told of each when it has failed after d4."""

PATIENT = {"overruns": SHORT, "nonsense": MEDIUM, "hangs": HANGING}


def batched(names: Sequence[str], count: int) -> list[tuple[str, ...]]:
    return [tuple(names[i : i + count]) for i in range(0, len(names), count)]


def stored(home: Path) -> list[tuple[list[str], list[str]]]:
    """Return the moves and the levels of all games in a home's store."""
    return [
        (json.loads(row["moves"]), [player["level"] for player in json.loads(row["setup"])["players"]])
        for row in rows(home / "history.db")
    ]


# --- what they do wrong ----------------------------------------------------------------------------------


async def fails(ui: Ui, name: str) -> None:
    """See that it is told how a brain has failed after d4, and that nothing is lost."""
    told = await asked(ui)
    who = ui.match.setup.players[1].name
    assert f"{who} {BAD[name]}. The game is saved.".casefold() in told.casefold()
    assert "Choose a player for O" in told
    assert ui.moves == ["d4"]


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("names", batched([*BAD], 5), ids=" ".join)
async def test_whoever_fails_is_told_and_the_next_one_has_the_game(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    """One bad brain after the other takes the seat, and at last somebody who can play."""
    known = {name: brain(name) for name in names}
    session = a_session(tmp_path, **known, last=brain("good"))
    async with at_board(session, a_game(HUMAN, engine_level(names[0]))) as ui:
        session.engines._timeouts = PATIENT.get(names[0], QUICK)
        await ui.place("d4")
        for number, name in enumerate(names):
            await fails(ui, name)
            assert stored(tmp_path) == [(["d4"], [HUMAN, engine_level(name)])]
            following = [*names[number + 1 :], "last"][0]
            session.engines._timeouts = PATIENT.get(following, QUICK)
            await ui.press(str([other for other in [*known, "last"] if other != name].index(following) + 1))
        await ui.moved("d4", "a1")
        assert ui.match.setup.players[1].name == "last"
        assert stored(tmp_path) == [(["d4", "a1"], [HUMAN, "brain:last"])]


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


async def test_one_that_does_not_start_is_told_with_the_reason(tmp_path: Path) -> None:
    session = a_session(tmp_path, Gone=EngineCommand("no-such-brain-anywhere"))
    async with at_board(session, a_game(engine_level("Gone"), HUMAN)) as ui:
        told = await asked(ui)
        assert "Ada did not start: no-such-brain-anywhere: no such file or directory." in told
        assert "Choose a player for X" in told
        await ui.press("e")
        await ui.until(lambda: len(ui.moves) == 1, "the expert's move")


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("'not closed", "cannot play: cannot read the engine's command: no closing quotation"),
        (
            "~nobody-of-this-name/brain",
            "did not start: ~nobody-of-this-name/brain: no such file or directory",
        ),
        ("", "cannot play: an engine needs a command, for example ~/rapfi/pbrain-rapfi"),
    ],
)
async def test_a_command_that_cannot_be_read_is_a_fault_as_any_other(
    command: str, reason: str, tmp_path: Path
) -> None:
    """The settings are written by hand, and rows of the store may be, too."""
    session = a_session(tmp_path, Wrong=EngineCommand(command))
    async with at_board(session, a_game(HUMAN, engine_level("Wrong"))) as ui:
        await ui.place("d4")
        assert f"Bob {reason}. The game is saved." in await asked(ui)
        await ui.press("p")
        await playing_again(ui)
        await ui.place("a1")


async def test_a_folder_of_nobody_is_a_fault_as_any_other(tmp_path: Path) -> None:
    session = a_session(tmp_path, Wrong=EngineCommand("brain", "~nobody-of-this-name"))
    async with at_board(session, a_game(HUMAN, engine_level("Wrong"))) as ui:
        await ui.place("d4")
        told = await asked(ui)
        assert "Bob did not start: no such directory: ~nobody-of-this-name. The game is saved." in told


@pytest.mark.sample(every=6)
@pytest.mark.parametrize("name", ["spins", "stubborn", "has_child", "late", "suggests"])
async def test_whoever_only_behaves_badly_plays(name: str, tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain(name))
    async with at_board(session) as ui:
        await ui.place("d4")
        await ui.moved("d4", "a1")
        await ui.place("e4")
        await ui.moved("d4", "a1", "e4", "b1")
        process = process_of(ui)
    wait_until_gone(process)


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


# --- keys that come with it ------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("keys", [["enter", "enter"], ["enter"] * 5])
def test_two_enters_at_once_place_one_stone_and_ask_once(keys: list[str], tmp_path: Path) -> None:
    """The second may come when it is asked already: the same player tries again, which harms nobody."""

    async def play(recorded: Recorded) -> None:
        app = recorded.app
        recorded.send(*keys)
        await until(lambda: isinstance(app.screen, VacantSeatScreen), "the question")
        assert app.session.match is not None
        assert len(app.session.match.game.moves) == 1
        assert app.session.match.setup.players[1].level == "brain:Bad"
        await recorded.settle()

    session = a_session(tmp_path, Bad=brain("dies_at_once"))
    match = session.new_match(a_game(HUMAN, engine_level("Bad")))
    app = TttApp(session=session)
    app.first_screen = lambda: PlayScreen(session, match)  # type: ignore[method-assign]
    run(play, None, app=app)
    session.close()


# --- a good one ------------------------------------------------------------------------------------------


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("name", ["good", "cannot_go_back"])
async def test_moves_are_taken_back_and_played_again(name: str, tmp_path: Path) -> None:
    async with at_board(a_session(tmp_path, Good=brain(name))) as ui:
        await ui.place("d4")
        await ui.moved("d4", "a1")
        await ui.place("b1")
        await ui.moved("d4", "a1", "b1", "c1")
        await ui.press("u")
        assert ui.moves == ["d4", "a1"]
        await ui.place("e4")
        await ui.moved("d4", "a1", "e4", "b1")
        await ui.press("u", "u")
        assert ui.moves == []
        await ui.press("U")
        assert ui.moves == ["d4", "a1"]
        await ui.place("a2")
        await ui.moved("d4", "a1", "a2", "b1")
        assert isinstance(ui.app.screen, PlayScreen)


async def test_moves_are_taken_back_while_it_thinks(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with at_board(a_session(tmp_path, Good=brain("waits", log)), a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: log.exists() and "TURN" in log.read_text(), "the brain's turn")
        await ui.press("u")
        assert ui.moves == []
        Path(f"{log}.go").touch()
        await ui.place("e4")
        await ui.moved("e4", "a1")
        assert isinstance(ui.app.screen, PlayScreen)


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


async def test_a_match_of_two_that_fail_asks_about_each(tmp_path: Path) -> None:
    session = a_session(tmp_path, Bad=brain("dies_at_once"), Worse=brain("refuses_start"))
    async with at_board(session, a_game(engine_level("Bad"), engine_level("Worse"))) as ui:
        assert "Ada was killed by SIGSEGV" in await asked(ui)
        await ui.press("p")
        await playing_again(ui)
        await ui.place("d4")
        assert "Bob rejected START 7" in await asked(ui)
        await ui.press("e")
        await ui.until(lambda: len(ui.moves) == 2, "the expert's move")
        assert stored(tmp_path)[0][1] == [HUMAN, "expert"]


# --- now -------------------------------------------------------------------------------------------------


async def test_one_that_has_named_a_move_can_be_hurried(tmp_path: Path) -> None:
    log = tmp_path / "log"
    session = a_session(tmp_path, Good=brain("waits", log, "C3 D5"))
    async with at_board(session, a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: "C3 D5" in ui.text, "what it says")
        await ui.press("m")
        await ui.moved("d4", "c3")
        assert "Your move" in ui.status or "Ada (X) to move" in ui.status


async def test_one_that_has_named_none_cannot(tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with at_board(a_session(tmp_path, Good=brain("waits", log)), a_game(limit=LONG)) as ui:
        await ui.place("d4")
        await ui.until(lambda: log.exists() and "TURN" in log.read_text(), "the brain's turn")
        await ui.press("m")
        assert "Bob can't move now: the engine has no move yet" in ui.status
        assert ui.moves == ["d4"]
        assert ui.play.controller.is_thinking
        Path(f"{log}.go").touch()
        await ui.moved("d4", "a1")
        Path(f"{log}.go").unlink()
        await ui.place("e4")
        await ui.press("m")
        assert "can't move now" in ui.status, "what it named for the move before is not for this one"


async def test_hurried_while_it_starts_it_is_asked_again(tmp_path: Path) -> None:
    """A hurry that comes before it has named anything may be on its way already."""
    log = tmp_path / "log"
    async with at_board(a_session(tmp_path, Good=brain("waits", log)), a_game(limit=LONG)) as ui:
        await ui.place("d4")
        ui.play.search.move_now()
        Path(f"{log}.go").touch()
        await ui.moved("d4", "a1")
        assert isinstance(ui.app.screen, PlayScreen)


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


@pytest.mark.sample(every=6)
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
