"""Somebody else in a seat, and brains that come, go and are not known: without a screen, with a store."""

import io
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import QUICK
from tests.plain.talks import pipe_with
from tests.session.test_setup_options import options
from tests.support.brains import a_game, a_session, brain, no_process_is_left, typed
from tests.support.stores import rows
from ttt_tui.cli.main import main
from ttt_tui.computer import LEVELS, ComputerFault
from ttt_tui.engine import HUMAN, Change, Geometry, Limit, Match, Player, Setup, brain_level
from ttt_tui.errors import NoMoveYet
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.brains import Brains
from ttt_tui.session.controller import Controller
from ttt_tui.session.seats import Answer, Question
from ttt_tui.session.session import Session, find_resumable
from ttt_tui.session.setup_changes import with_level
from ttt_tui.session.setup_options import setup_from
from ttt_tui.session.successors import replacement_player
from ttt_tui.store.brain_shelf import BrainCommand
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.stored_game import Entry


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


class Asked:
    """A thinker that keeps what is asked."""

    def __init__(self) -> None:
        self.computers: list[object] = []
        self.questions: list[Question] = []
        self.hurried = self.dropped = 0

    def start(self, computer: object, question: Question) -> None:
        self.computers.append(computer)
        self.questions.append(question)

    def hurry(self) -> None:
        self.hurried += 1

    def drop(self) -> None:
        self.dropped += 1

    def hear(self, text: str) -> None: ...


def controlled(session: Session, setup: Setup) -> tuple[Controller, Asked]:
    thinker = Asked()
    controller = Controller(session, session.new_match(setup), thinker)
    controller.go_on()
    return controller, thinker


def think(controller: Controller, thinker: Asked) -> str:
    """Let whoever is asked answer; return what is told of it."""
    question = thinker.questions[-1]
    try:
        move = question.put_to(thinker.computers[-1], Signals()).move  # type: ignore[arg-type]
    except Exception as error:
        return controller.take(Answer(question, error=error))
    return controller.take(Answer(question, move))


# --- the engine ------------------------------------------------------------------------------------------


def test_a_seat_is_given_in_the_game_too_and_told_once() -> None:
    told: list[Change] = []
    match = Match(Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="expert")]), 0, None)
    match.listener = lambda match, change: told.append(change)
    match.place("b2")
    other = Player("C", "O", "red", "rules")
    match.give_seat(1, other)
    assert told == [Change.PUSHED, Change.RESEATED]
    assert match.setup is match.game.setup
    assert match.setup.players[1] == other
    match.place("a1")
    match.next_game()
    assert match.game.setup.players[1] == other


@pytest.mark.parametrize(
    "wrong", [Player("C", "X", "red"), Player("", "O", "red"), Player("C", "O", "red", "brain:A")]
)
def test_a_seat_is_not_given_to_who_cannot_have_it(wrong: Player) -> None:
    match = Match(Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="expert")]))
    before = match.setup
    with pytest.raises(ValueError, match=r"."):
        match.give_seat(1, wrong)
    assert match.setup is match.game.setup is before


# --- the controller --------------------------------------------------------------------------------------


def test_one_that_was_stopped_too_early_is_asked_again_and_that_is_no_failure(tmp_path: Path) -> None:
    controller, thinker = controlled(
        a_session(tmp_path, Good=brain("good")), a_game(brain_level("Good"), HUMAN)
    )
    for _ in range(3):
        assert controller.take(Answer(thinker.questions[-1], error=NoMoveYet("too early"))) == ""
        assert controller.is_thinking
        assert not controller.paused
    assert len(thinker.questions) == 4
    controller.step()
    assert len(thinker.questions) == 4, "it thinks already"
    assert controller.take(Answer(thinker.questions[-1], error=NoMoveYet("too early"))) == ""
    assert not controller.is_thinking, "one move was wanted, and everybody waits"
    assert controller.paused
    controller.close()


def test_whoever_has_failed_can_be_replaced_by_anybody(tmp_path: Path) -> None:
    session = a_session(tmp_path, Bad=brain("dies"), Good=brain("good"))
    controller, thinker = controlled(session, a_game(HUMAN, brain_level("Bad"), limit=Limit(seconds=0.3)))
    controller.place(0)
    for level in ("brain:Good", *LEVELS, "brain:Bad"):
        assert controller.take(Answer(thinker.questions[-1], error=ComputerFault("stopped"))).endswith(
            " stopped"
        )
        assert controller.paused
        controller.give_seat(1, level)
        assert not controller.paused
        assert controller.is_thinking
        player = controller.match.setup.players[1]
        assert (player.level, player.symbol, player.limit) == (level, "O", Limit(seconds=0.3))
        assert thinker.questions[-1].limit == Limit(seconds=0.3)
    controller.take(Answer(thinker.questions[-1], error=ComputerFault("it is gone")))
    controller.give_seat(1, HUMAN)
    assert controller.is_human_turn
    assert controller.match.setup.players[1].limit == Limit()
    assert controller.failed_seat is None
    controller.close()


def test_a_late_answer_of_who_was_replaced_is_nobodys(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    controller, thinker = controlled(session, a_game(brain_level("Good"), HUMAN))
    late = thinker.questions[-1]
    controller.give_seat(0, "rules")
    assert controller.take(Answer(late, 0)) == ""
    assert controller.take(Answer(late, error=ComputerFault("late"))) == ""
    assert controller.match.game.moves == []
    assert not controller.paused
    controller.close()


def test_no_seat_is_given_against_the_rules(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    setup = Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="rules")])
    controller, _ = controlled(session, setup)
    with pytest.raises(ValueError, match="engines play 5 in a row, not 3"):
        controller.give_seat(1, "brain:Good")
    assert controller.match.setup == setup
    controller.close()


def test_only_one_that_has_named_a_move_is_hurried(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    controller, thinker = controlled(session, a_game(brain_level("Good"), HUMAN))
    assert controller.hurry() == "the engine has no move yet"
    assert thinker.hurried == 0
    controller.give_seat(0, "rules")
    assert controller.hurry() == ""
    assert thinker.hurried == 1
    controller.give_seat(0, "brain:Lost")
    assert controller.hurry() == "the engine has no move yet"
    assert controller.failed_seat == 0
    assert think(controller, thinker).endswith("cannot play: unknown engine 'Lost'")
    controller.close()


def test_names_of_successors_are_nobody_elses() -> None:
    session = Session()
    players = (Player("You", "X", "blue"), Player("Good", "O", "red", "brain:Good", Limit(seconds=2)))
    assert replacement_player(players, 1, HUMAN, session).name == "Player 2"
    assert replacement_player(players, 1, "brain:Other", session).name == "Other"
    assert replacement_player(players, 0, "brain:Good", session).name == "Good 2"
    session.person.rename("Ada")
    assert replacement_player(players, 1, HUMAN, session).name == "Ada"


def test_levels_give_brains_names_and_take_them_back() -> None:
    setup = a_game(HUMAN, "expert", names=("You", "Alfa Bravo"))
    good = with_level(setup, "brain:Good")
    assert good.players[1].name == "Good"
    assert with_level(good, "brain:Other").players[1].name == "Other"
    back = with_level(good, "rules").players[1].name
    assert back not in ("Good", "Other", "You")
    assert with_level(a_game(HUMAN, "expert", names=("You", "Zoe")), "brain:Good").players[1].name == "Zoe"
    both = with_level(a_game("expert", "expert", names=("Alfa Bravo", "Golf Hotel")), "brain:Good")
    assert [player.name for player in both.players] == ["Good", "Good 2"]


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


def test_no_command_is_anywhere_but_in_its_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    session = a_session(tmp_path)
    command = typed("good", folder / "log")
    setup = setup_from(
        options(player=["human", f"brain:{command},name=Mine,cwd={folder}"], time=0.05),
        session.brains,
    )
    assert setup is not None
    session.brains.remember("Mine")
    session.person.played("gomoku", setup)
    controller, thinker = controlled(session, setup)
    controller.place(112)
    assert think(controller, thinker) == ""
    controller.place(113)
    controller.take(Answer(thinker.questions[-1], error=ComputerFault("it is gone")))
    controller.give_seat(1, "expert")
    controller.give_seat(1, "brain:Mine")
    controller.resign(0)
    controller.close()
    session.close()
    assert (folder / "log").exists(), "it has played"
    assert SECRET not in everything(tmp_path / "history.db")
    assert "good.py" not in everything(tmp_path / "history.db")
    assert Brains(history=StoreThread(tmp_path / "history.db", 30)).command("Mine") == BrainCommand(
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
    told = capsys.readouterr().out + "".join(file.read_text() for file in tmp_path.glob("game.*"))
    assert "brain:Mine" in told
    assert SECRET not in told
    assert "good.py" not in told


def unfinished(home: Path) -> Entry:
    keeper = StoreThread(home / "history.db", patience=30)
    found = find_resumable(keeper)
    keeper.close()
    assert isinstance(found, Entry)
    return found


def test_a_seat_that_was_given_is_stored_with_and_without_moves_and_in_later_games(tmp_path: Path) -> None:
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


def test_all_that_was_taken_back_is_there_after_a_seat_was_given(tmp_path: Path) -> None:
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


def test_a_game_against_a_brain_is_told(tmp_path: Path) -> None:
    said = talk(a_session(tmp_path, Good=brain("good")), "d4\ne4\nundo\nd5\nmoves\n", a_game())
    assert "O plays a1. Your move." in said
    assert said[-1] == "Moves: X d4, O a1, X d5, O b1."


def test_one_that_fails_is_replaced_in_plain_mode(tmp_path: Path) -> None:
    session = a_session(tmp_path, Bad=brain("nonsense"), Good=brain("good"))
    session.brains._patience = type(QUICK)(0, 20, 20, 20, 0.1)
    said = talk(session, "d4\nseat good\ne4\nmoves\n", a_game(HUMAN, brain_level("Bad")))
    assert (
        "Bob sent “my ?[31m lucky? square” instead of an answer. Press Enter to try again. "
        "Type seat expert or seat human to replace it."
    ) in said
    assert "O is now Good." in said
    assert said[-1] == "Moves: X d4, O a1, X e4, O b1."


@pytest.mark.parametrize("moves", ["d4", "d4 a1"])
def test_one_that_is_not_known_is_told_of_and_replaced_when_a_game_is_taken_up(
    moves: str, tmp_path: Path
) -> None:
    session = a_session(tmp_path)
    match = session.new_match(a_game(HUMAN, brain_level("Lost")))
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
    assert not any("No brain" in line for line in said)


def test_in_plain_mode_one_that_has_become_known_plays(tmp_path: Path) -> None:
    session = a_session(tmp_path)
    session.new_match(a_game(HUMAN, brain_level("Lost"))).place("d4")
    session.close()
    said = talk(a_session(tmp_path, Lost=brain("good")), "moves\n", entry=unfinished(tmp_path))
    assert said[-1] == "Moves: X d4, O a1."
