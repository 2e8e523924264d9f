"""Engines in games that are stored, and in plain mode: commands stay private, and seats are replaced."""

import io
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import QUICK
from tests.plain.talks import pipe_with
from tests.session.test_controller import controlled, fail
from tests.session.test_setup_options import options
from tests.support.brains import a_game, a_session, brain, no_process_is_left, typed
from tests.support.stores import rows
from ttt_tui.cli.main import main
from ttt_tui.engine import HUMAN, Setup, engine_level
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.engines import Engines
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.seats import Answer
from ttt_tui.session.session import Session
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


# --- the store -------------------------------------------------------------------------------------------

SECRET = "secret_folder_of_ada"


def everything(path: Path) -> str:
    """Return all that is in a file of the store but the table of brains, as text."""
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    assert "brains" in tables
    found = [
        repr(connection.execute(f"SELECT * FROM {name}").fetchall()) for name in tables if name != "brains"
    ]
    connection.close()
    return "\n".join(found)


def test_an_engines_command_is_stored_in_its_table_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    session = a_session(tmp_path)
    command = typed("good", folder / "log")
    setup = setup_from(
        options(player=["human", f"brain:{command},name=Mine,cwd={folder}"], time=0.05),
        session.engines,
    )
    assert setup is not None
    session.engines.remember("Mine")
    session.profile.record_played("gomoku", setup)
    controller, thinker = controlled(session, setup)
    controller.place(112)
    question = thinker.questions[-1]
    controller.accept(Answer(question, question.ask(thinker.computers[-1], Signals()).move))
    controller.place(113)
    fail(controller, thinker, "is gone")
    controller.give_seat(1, "expert")
    controller.give_seat(1, "brain:Mine")
    controller.resign(0)
    controller.close()
    session.close()
    assert (folder / "log").exists(), "it has played"
    assert SECRET not in everything(tmp_path / "history.db")
    assert "good.py" not in everything(tmp_path / "history.db")
    assert Engines(history=StoreThread(tmp_path / "history.db", 30)).command("Mine") == EngineCommand(
        command, str(folder)
    )
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    for words in (
        ["history", "list"],
        ["history", "list", "--json"],
        ["history", "show", "1"],
        ["history", "show", "1", "--json"],
        ["history", "export", "1", str(tmp_path / "game.txt")],
        ["history", "export", "1", str(tmp_path / "game.json")],
    ):
        assert main(words) == 0, words
    printed = capsys.readouterr().out + "".join(file.read_text() for file in tmp_path.glob("game.*"))
    assert "brain:Mine" in printed
    assert SECRET not in printed
    assert "good.py" not in printed


def unfinished(home: Path) -> Entry:
    keeper = StoreThread(home / "history.db", max_wait=30)
    found = find_resumable(keeper)
    keeper.close()
    return found


def test_a_replaced_seat_is_stored(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    controller, _ = controlled(session, a_game())
    controller.place(0)
    controller.resign(0)
    controller.next_game()
    controller.place(3)
    controller.give_seat(1, "rules")
    session.close()
    first, second = rows(tmp_path / "history.db")
    assert [json.loads(row["setup"])["players"][1]["level"] for row in (first, second)] == [
        "brain:Good",
        "rules",
    ]
    again = a_session(tmp_path)
    match = again.resume(unfinished(tmp_path), 30)
    assert match.points == [0, 1], "the game before still counts"
    assert match.setup.players[1].level == "rules"
    again.close()


def test_undone_moves_stay_after_a_seat_was_replaced(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    controller, _ = controlled(session, a_game(HUMAN, "rules"))
    controller.place(3)
    controller.undo()
    controller.give_seat(1, HUMAN)
    assert controller.match.game.undone
    session.close()
    assert unfinished(tmp_path).undone == ("d1",)
    assert unfinished(tmp_path).setup.players[1].level == HUMAN


# --- plain mode ------------------------------------------------------------------------------------------


def talk(session: Session, script: str, setup: Setup | None = None, entry: Entry | None = None) -> list[str]:
    out, reader = io.StringIO(), pipe_with(script)
    plain = PlainMatch(session, LineReader(reader), SentenceWriter(out), Signals())
    try:
        plain.play(setup, entry)
    finally:
        os.close(reader)
        session.close()
    said = out.getvalue()
    assert all(line.isprintable() for line in said.split("\n"))
    return said.splitlines()


def test_a_game_against_an_engine_in_plain_mode(tmp_path: Path) -> None:
    said = talk(a_session(tmp_path, Good=brain("good")), "d4\ne4\nundo\nd5\nmoves\n", a_game())
    assert "O plays a1. Your move." in said
    assert said[-1] == "Moves: X d4, O a1, X d5, O b1."


def test_a_failed_engine_is_replaced_in_plain_mode(tmp_path: Path) -> None:
    session = a_session(tmp_path, Bad=brain("nonsense"), Good=brain("good"))
    session.engines._timeouts = type(QUICK)(0, 20, 20, 20, 0.1)
    said = talk(session, "d4\nseat good\ne4\nmoves\n", a_game(HUMAN, engine_level("Bad")))
    assert (
        "Bob sent “my ?[31m lucky? square” instead of an answer. Press Enter to try again. "
        "Type seat expert or seat human to replace it."
    ) in said
    assert "O is now Good." in said
    assert said[-1] == "Moves: X d4, O a1, X e4, O b1."


@pytest.mark.parametrize("moves", ["d4", "d4 a1"])
def test_an_unknown_engine_is_replaced_when_a_game_is_resumed(moves: str, tmp_path: Path) -> None:
    session = a_session(tmp_path)
    match = session.new_match(a_game(HUMAN, engine_level("Lost")))
    for name in moves.split():
        match.place(name)
    session.close()
    entry = unfinished(tmp_path)
    said = talk(a_session(tmp_path), "seat lost\nseat person\ng7\n", entry=entry)
    assert "Unknown engine 'Lost'. Type seat expert or seat human to replace it." in said
    assert any(line.startswith("Unknown player 'lost'; choose from human, ") for line in said)
    assert any(line.startswith("O is ") and line.endswith("to move.") for line in said)
    assert any(line.startswith(f"{'OX'[len(moves.split()) - 1]} plays g7.") for line in said)
    assert unfinished(tmp_path).setup.players[1].level == HUMAN
    said = talk(a_session(tmp_path), "g6\n", entry=unfinished(tmp_path))
    assert not any("nknown engine" in line for line in said)


def test_an_engine_that_has_become_known_plays_in_a_resumed_game(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    session.new_match(a_game(HUMAN, engine_level("Lost"))).place("d4")
    session.close()
    said = talk(a_session(tmp_path, Lost=brain("good")), "moves\n", entry=unfinished(tmp_path))
    assert said[-1] == "Moves: X d4, O a1."
