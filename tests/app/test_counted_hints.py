"""Hints are counted: once for each position in which a person asked."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.driving import SCRIPTED, Script, Ui, a_setup
from ttt_tui.app.app import TttApp
from ttt_tui.app.screens.play import PlayScreen
from ttt_tui.engine import HUMAN
from ttt_tui.multiplayer.start_request import StartRequest
from ttt_tui.session.session import Session
from ttt_tui.store.keeper import StoreThread


def hints_in(path: Path) -> int:
    """How many hints the only game in the store has, where it is from its first move on."""
    with closing(sqlite3.connect(path)) as connection:
        ((hints,),) = connection.execute("SELECT hints FROM games").fetchall()
    return int(hints)


async def test_a_hint_counts_once_for_each_position_and_not_while_a_computer_thinks(
    tmp_path: Path, script: Script
) -> None:
    path = tmp_path / "history.db"
    history = StoreThread(path, patience=30)
    app = TttApp(StartRequest(a_setup(HUMAN, SCRIPTED)), session=Session(1, history))
    async with app.run_test() as pilot:
        ui = Ui(app, pilot)
        await ui.until(lambda: isinstance(app.screen, PlayScreen) and ui.footer.strip(), "the game")
        await ui.settle()
        game = app.screen.match.game
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
