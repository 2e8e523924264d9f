"""Hints on the screen: three steps until another key is pressed; they are counted once for each position."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from textual.worker import WorkerState

from tests.support.boards import EMPTY, Look
from tests.support.driving import SCRIPTED, Script, Ui, a_setup, playing, running
from ttt_tui.analysis.hint import Hint
from ttt_tui.app.app import TttApp
from ttt_tui.app.terminal.event_loop import SEARCH_GROUP
from ttt_tui.computer import Stop
from ttt_tui.engine import HUMAN, Limit, Position, Setup
from ttt_tui.multiplayer import StartRequest
from ttt_tui.process.terminal import Colours, Terminal
from ttt_tui.session.advisor import Advisor
from ttt_tui.session.session import Session
from ttt_tui.store.thread import StoreThread

GHOST = Look("X", is_preview=True)

ABOUT_TO_WIN = "1425"
"""X has a1 and b1, O has a2 and b2, and X is to move."""


async def hinted(ui: Ui, text: str) -> None:
    """Ask for a hint, and wait until it says this."""
    await ui.press("i")
    await ui.until(lambda: text in ui.status, f"the hint {text!r}")


async def test_each_press_says_more_and_the_cursor_stays() -> None:
    async with playing() as ui:
        await ui.press(*ABOUT_TO_WIN)
        cursor = ui.cursor
        await hinted(ui, "You can win at once")
        await hinted(ui, "Look at c1")
        await hinted(ui, "c1 wins at once")
        await hinted(ui, "No more hints: c1 wins at once")
        assert ui.cursor == cursor
        assert len(ui.moves) == 4


async def test_another_square_than_before_is_told_as_a_second_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []

    def hint(self: Advisor, position: Position, setup: Setup, limit: Limit, stop: Stop, hear: Any) -> Hint:
        found.append(hear)
        return Hint("No forced win found for either side", "Look at b2", "b2 looks best to the search", 4)

    monkeypatch.setattr(Advisor, "hint", hint)
    async with playing() as ui:
        await hinted(ui, "No forced win found for either side")
        await hinted(ui, "Look at b2")
        square = ui.match.setup.geometry.parse("c2")
        found[-1](Hint("Look", "Look at c2", "c2 looks best to the search", square))
        await ui.until(lambda: ui.status == "On second thought: look at c2", "the other square")
        await hinted(ui, "On second thought: c2 looks best to the search")


@pytest.mark.slow
async def test_any_other_key_ends_it_and_the_next_hint_begins_anew() -> None:
    async with playing() as ui:
        await ui.press(*ABOUT_TO_WIN)
        for key in ("left", "s", "x", "tab"):
            await hinted(ui, "You can win at once")
            await hinted(ui, "Look at c1")
            await ui.until(lambda: ui.look("c1") == GHOST, "a ghost on c1")
            await ui.press(key)
            assert "c1" not in ui.status, key
            assert ui.look("c1").symbol == EMPTY
            await ui.press(*(("tab",) if key == "tab" else ()))
            await asyncio.sleep(0.3)  # nothing comes back by itself
            await ui.settle()
            assert "c1" not in ui.status, key
        await hinted(ui, "You can win at once")


async def test_a_hint_is_about_the_position_as_it_is() -> None:
    async with playing() as ui:
        await ui.press(*ABOUT_TO_WIN)
        await hinted(ui, "You can win at once")
        await hinted(ui, "Look at c1")
        await ui.press("9")
        assert "Bob (O) to move" in ui.status
        await hinted(ui, "You can win at once")
        await hinted(ui, "Look at c2")


async def test_each_step_has_a_dot_and_the_key_says_what_comes_next() -> None:
    async with playing() as ui:
        await ui.press(*ABOUT_TO_WIN)
        assert "i hint" in ui.footer
        for text, dots, key in (
            ("You can win at once", "●○○", "i which square"),
            ("Look at c1", "●●○", "i why"),
            ("c1 wins at once", "●●●", "i hint"),
        ):
            await hinted(ui, text)
            assert ui.hint_dots == dots
            await ui.until(lambda key=key: key in ui.footer, key)
        await ui.press("left")
        assert ui.hint_dots == ""
        await hinted(ui, "You can win at once")
        await ui.press("left")
        await ui.until(lambda: "i hint" in ui.footer, "the key as at first")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "lines"),
    [
        ((40, 16), [" ●●● b2 makes two threats at once: then", "     c2 or c3"]),
        ((20, 8), [" b2 makes two", " threats at once:…"]),
    ],
    ids=str,
)
async def test_the_dots_are_left_out_where_the_text_would_be_cut(
    size: tuple[int, int], lines: list[str]
) -> None:
    async with playing(moves=("a1", "b1", "a2", "a3"), size=size) as ui:
        await hinted(ui, "two threats at" if size[0] > 20 else "Look for two")
        await hinted(ui, "Look at b2")
        await hinted(ui, "b2 makes two")
        assert [line.rstrip() for line in ui.lines[-3:-1]] == lines


async def test_the_reason_shows_the_stones_and_the_line_that_it_means() -> None:
    async with playing(moves=("a1", "b1", "a2", "a3")) as ui:
        await hinted(ui, "Look for two threats at once")
        await hinted(ui, "Look at b2")
        wood = ui.style_at(*ui.place_of("c1")).bgcolor
        assert ui.look("b2") == GHOST
        assert ui.look("c2").symbol == ui.look("c3").symbol == EMPTY
        await hinted(ui, "b2 makes two threats at once: then c2 or c3")
        numbers = {name: ui.cell(*ui.place_of(name)) for name in ("b2", "c2", "c3", "c1")}
        assert numbers == {"b2": "1", "c2": "2", "c3": "2", "c1": " "}
        x, y = ui.place_of("a2")
        tinted = ui.style_at(x - 5, y).bgcolor
        assert tinted != wood
        assert ui.style_at(x + 6, y).bgcolor == tinted, "the line goes through the rule"
        await ui.press("5")
        assert ui.look("c2").symbol == ui.look("c3").symbol == EMPTY
        assert ui.style_at(x - 5, y).bgcolor == wood


@pytest.mark.slow
@pytest.mark.parametrize(
    "terminal", [Terminal(Colours.NONE), Terminal(Colours.SIXTEEN), Terminal(is_ascii=True)], ids=str
)
async def test_where_a_ghost_would_look_like_a_stone_squares_have_labels(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    if terminal.colours is not Colours.TRUECOLOR:
        monkeypatch.setattr("textual.constants.COLOR_SYSTEM", "standard")
    async with playing(moves=("a1", "b1", "a2", "a3"), terminal=terminal) as ui:
        await hinted(ui, "Look for two threats at once")
        assert ui.hint_dots == ("*--" if terminal.is_ascii else "●○○")
        await hinted(ui, "Look at b2")
        assert ui.look("b2").written == "1"
        await hinted(ui, "b2 makes two threats at once")
        assert [ui.look(name).written for name in ("b2", "c2", "c3")] == ["1", "2", "2"]


async def test_while_a_computer_thinks_it_is_told_what_it_has_found_and_it_is_not_disturbed(
    script: Script,
) -> None:
    async with playing(a_setup(SCRIPTED, HUMAN)) as ui:
        question = await ui.question(script)
        await hinted(ui, "has not found a move yet")
        question.finds("c2", depth=5)
        await ui.until(lambda: "best move so far: c2" in ui.status, "what it looks at")
        assert not question.stop.is_set()
        question.answer("b2")
        await ui.moved("b2")
        assert "c2" not in ui.status


@pytest.mark.slow
async def test_there_is_one_search_at_most_however_often_it_is_asked_for() -> None:
    async with playing(a_setup(board=(15, 15), k=5)) as ui:
        await ui.press(":", *"h8", "enter")
        for _ in range(20):
            await ui.press("i", "left")
            running = [
                w for w in ui.app.workers if w.group == SEARCH_GROUP and w.state is WorkerState.RUNNING
            ]
            assert len(running) <= 1
        await ui.press("i", "i")
        await ui.until(lambda: "Look at" in ui.status, "a square")


async def test_a_fault_costs_the_hint_and_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*arguments: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Advisor, "hint", fails)
    async with playing() as ui:
        await ui.press("5")
        await hinted(ui, "The hint failed")
        await ui.press("1")
        assert ui.moves == ["b2", "a1"]


# --- hints are counted -----------------------------------------------------------------------------------


def hints_in(path: Path) -> int:
    """How many hints the only game in the store has, where it is from its first move on."""
    with closing(sqlite3.connect(path)) as connection:
        ((hints,),) = connection.execute("SELECT hints FROM games").fetchall()
    return int(hints)


async def test_a_hint_counts_once_for_each_position_and_not_while_a_computer_thinks(
    tmp_path: Path, script: Script
) -> None:
    path = tmp_path / "history.db"
    history = StoreThread(path, max_wait=30)
    app = TttApp(StartRequest(a_setup(HUMAN, SCRIPTED)), session=Session(1, history))
    async with running(app) as ui:
        game = ui.match.game
        assert game.hints == 0
        await ui.press("i", "i")
        assert game.hints == 1
        await ui.press("right", "i")
        assert game.hints == 1, "it begins again, but about the same position"
        await ui.press("left", "5")
        question = await ui.question(script)
        await ui.press("i")
        assert "has not found a move yet" in ui.status
        assert hints_in(path) == 1
        question.answer("a1")
        await ui.moved("b2", "a1")
        await ui.press("i")
        assert hints_in(path) == 2
        await ui.press("u", "i")
        assert ui.moves == []
        assert hints_in(path) == 2
    history.close()
