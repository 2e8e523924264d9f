"""The question who goes on in a seat: for brains that are not known here, in each size, with any name."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.brains import (
    a_game,
    a_session,
    asked,
    at_board,
    at_start,
    brain,
    no_process_is_left,
    playing_again,
    until,
)
from tests.support.driving import Ui
from tests.support.recording import Recorded, run
from tests.support.stores import rows
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.history import HistoryScreen
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.app.screens.replay import ReplayScreen
from ttt_tui.app.screens.review import ReviewScreen
from ttt_tui.app.screens.vacant_seat import VacantSeatScreen
from ttt_tui.engine import HUMAN, engine_level
from ttt_tui.store.engines import EngineCommand


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


def left(home: Path, *levels: str, moves: str = "d4") -> None:
    """Leave a game with these players in a home's store."""
    session = a_session(home)
    match = session.new_match(a_game(*(levels or (HUMAN, engine_level("Lost")))))
    for name in moves.split():
        match.place(match.setup.geometry.parse(name))
    session.close()


def kept(home: Path) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the moves of the only game in a home's store, and its players' names and levels."""
    (row,) = rows(home / "history.db")
    players = json.loads(row["setup"])["players"]
    return json.loads(row["moves"]), [(player["name"], player["level"]) for player in players]


async def resume(ui: Ui) -> None:
    await ui.press("r")
    await ui.until(lambda: any(isinstance(s, PlayScreen) for s in ui.app.screen_stack), "the game")


# --- a game whose brain is not known ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "moves"),
    [("e", "d4"), ("p", "d4"), ("1", "d4 a1"), ("escape", "d4"), ("escape", "d4 a1")],
)
async def test_it_is_asked_at_once_and_once(answer: str, moves: str, tmp_path: Path) -> None:
    left(tmp_path, moves=moves)
    is_its_turn = moves == "d4"
    async with at_start(a_session(tmp_path, Good=brain("good"))) as ui:
        await resume(ui)
        told = await asked(ui)
        assert "Unknown engine 'Lost'. The game is saved." in told
        assert "try again" not in told
        await ui.press(answer)
        await playing_again(ui)
        count = len(moves.split())
        if answer == "escape":
            await ui.rest()
            assert isinstance(ui.app.screen, PlayScreen), "later is later"
            if is_its_turn:
                assert ui.play.controller.is_paused
                await ui.press("p")
            else:
                await ui.place("e4")
            assert "Bob cannot play: unknown engine 'Lost'. The game is saved." in await asked(ui)
            await ui.press("p")
            await playing_again(ui)
            await ui.place("g7")
            return
        if is_its_turn and answer != "p":
            count += 1
        await ui.until(lambda: len(ui.moves) == count, "the successor's move")
        await ui.rest()
        assert isinstance(ui.app.screen, PlayScreen)
        assert not ui.play.controller.is_paused
        level = {"e": "expert", "p": HUMAN, "1": "brain:Good"}[answer]
        assert ui.match.setup.players[1].level == level
        name = ui.match.setup.players[1].name
        assert kept(tmp_path) == (ui.moves, [("Ada", HUMAN), (name, level)])
    session = a_session(tmp_path, Good=brain("good"))
    async with at_start(session) as ui:
        await resume(ui)
        await playing_again(ui)
        await ui.rest()
        assert isinstance(ui.app.screen, PlayScreen), "it is settled for good"
        assert ui.match.setup.players[1].level == level


@pytest.mark.slow
async def test_two_that_are_not_known_are_asked_about_one_after_the_other(tmp_path: Path) -> None:
    left(tmp_path, engine_level("Lost"), engine_level("Gone"), moves="d4 a1")
    async with at_start(a_session(tmp_path)) as ui:
        await resume(ui)
        assert "Unknown engine 'Lost'" in await asked(ui)
        await ui.press("p")
        assert "nknown engine 'Gone'" in await asked(ui)
        await ui.press("p")
        await playing_again(ui)
        await ui.place("e4", "b1")


@pytest.mark.slow
def test_an_enter_too_many_gives_no_seat_away(tmp_path: Path) -> None:
    """Who opens a game in the list with two Enters has not read what the second one would answer."""
    left(tmp_path, moves="d4 a1")

    async def play(recorded: Recorded) -> None:
        await recorded.press("h")
        assert isinstance(recorded.app.screen, HistoryScreen)
        recorded.send(*["enter"] * 4)
        await recorded.settle()
        assert isinstance(recorded.app.screen, VacantSeatScreen), recorded.text
        assert kept(tmp_path)[1] == [("Ada", HUMAN), ("Bob", "brain:Lost")]
        await recorded.press("enter")
        assert kept(tmp_path)[1][1][1] == "expert", "who has read it can answer"

    session = a_session(tmp_path)
    run(play, None, app=TttApp(session=session))
    session.close()


@pytest.mark.slow
async def test_such_games_can_be_looked_at(tmp_path: Path) -> None:
    left(tmp_path, moves="d4 a1 d5 a2 d6 a3 d3 a4 d2")
    async with at_start(a_session(tmp_path)) as ui:
        await ui.press("h")
        await ui.until(lambda: isinstance(ui.app.screen, HistoryScreen) and "Bob" in ui.text, "the list")
        await ui.press("down", "enter")  # above it is the next game of the match
        await ui.until(lambda: isinstance(ui.app.screen, ReplayScreen), "the replay")
        await ui.press("end")
        assert ["X", "Ada", "won"] in [line.split()[-3:] for line in ui.lines]
        assert "5 in a row" in ui.text
        await ui.press("q", "v")
        await ui.until(lambda: isinstance(ui.app.screen, ReviewScreen), "the review")


# --- the dialog ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (40, 16)])
async def test_all_of_it_is_seen_in_each_size(size: tuple[int, int], tmp_path: Path) -> None:
    known = {f"[red]Brain {number}": EngineCommand("no-such-brain-anywhere") for number in range(12)}
    session = a_session(tmp_path, **known)
    level = engine_level("[red]Brain 0")
    async with at_board(session, a_game(HUMAN, level), ["d4"], size=size) as ui:
        told = await asked(ui)
        for text in ("t try again", "e expert", "p human", "1 [red]Brain 1", "Esc decide later"):
            assert text in told
        assert "no-such-brain-anywhere" in told
        assert ui.one(".answers").region.bottom <= size[1]
        await ui.press("9")
        assert "did not start" in await asked(ui)
        assert ui.match.setup.players[1].level == "brain:[red]Brain 9"


async def test_keys_of_brains_that_are_not_there_do_nothing(tmp_path: Path) -> None:
    left(tmp_path, moves="d4 a1")
    async with at_start(a_session(tmp_path, Good=brain("good"))) as ui:
        await resume(ui)
        await asked(ui)
        await ui.press("2", "9", "t")
        assert isinstance(ui.app.screen, VacantSeatScreen)
        await ui.press("1")
        await playing_again(ui)
        assert ui.match.setup.players[1].level == "brain:Good"


@pytest.mark.slow
@pytest.mark.parametrize("keys", [": e 5 enter", "e 1 p", "enter", "enter enter enter enter"])
def test_what_was_typed_ahead_for_the_board_gives_no_seat_away(keys: str, tmp_path: Path) -> None:
    """What is typed while the engine still thinks is no answer to a question that comes then.

    After Enter the same player may try again, which harms nobody.
    """
    session = a_session(tmp_path, Bad=brain("dies_at_once"), Good=brain("good"))
    match = session.new_match(a_game(HUMAN, engine_level("Bad")))
    app = TttApp(session=session)
    app.first_screen = lambda: PlayScreen(session, match)  # type: ignore[method-assign]

    async def play(recorded: Recorded) -> None:
        recorded.send("enter", *keys.split())
        await until(lambda: isinstance(app.screen, VacantSeatScreen), "the question")
        await recorded.settle()
        assert len(match.game.moves) == 1
        assert match.setup.players[1].level == "brain:Bad"

    run(play, None, app=app)
    session.close()
