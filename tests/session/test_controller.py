"""The controller and its seats: questions and answers, engines that fail, and players who replace them."""

import io
import os
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.gomocup.bad_brains import MEDIUM, QUICK
from tests.plain.talks import pipe_with
from tests.session.test_setup_options import options
from tests.support.brains import a_game, a_session, brain, no_process_is_left, typed
from tests.support.strategies import make_setup
from ttt_tui.cli.main import main
from ttt_tui.computer import LEVELS, ComputerFault
from ttt_tui.engine import HUMAN, Geometry, Limit, Player, Position, Rules, Setup, engine_level
from ttt_tui.errors import CannotMoveNow, InvalidSetup, NoMoveYet, PlayerFailed
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.controller import Controller
from ttt_tui.session.engines import Engines
from ttt_tui.session.resuming import find_resumable
from ttt_tui.session.seats import Answer, Question
from ttt_tui.session.session import Session
from ttt_tui.session.setup_changes import replacement_player
from ttt_tui.session.setup_options import setup_from
from ttt_tui.store.engines import EngineCommand
from ttt_tui.store.stored_game import Entry
from ttt_tui.store.thread import StoreThread


@pytest.fixture(scope="module", autouse=True)
def _ended() -> Iterator[None]:
    with no_process_is_left():
        yield


class Runner:
    """A search runner that keeps the questions."""

    def __init__(self) -> None:
        self.computers: list[Any] = []
        self.questions: list[Question] = []
        self.hurried = 0

    def start(self, computer: object, question: Question) -> None:
        self.computers.append(computer)
        self.questions.append(question)

    def move_now(self) -> None:
        self.hurried += 1

    def cancel(self) -> None: ...

    def log(self, text: str) -> None: ...


class Elsewhere:
    """The seat of a computer that answers when the test says so."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.is_asked = self.is_hurried = self.is_closed = False

    def ask(self, question: Question) -> None:
        self.questions.append(question)
        self.is_asked = True

    def move_now(self) -> None:
        self.is_hurried = True

    def cancel(self) -> None:
        self.is_asked = False

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def guest() -> Elsewhere:
    return Elsewhere()


@pytest.fixture
def controller(guest: Elsewhere) -> Controller:
    session = Session()
    controller = Controller(session, session.new_match(make_setup(levels=(HUMAN, "random"))), Runner())
    controller.seats._seats[1] = guest
    controller.request_move()
    return controller


def controlled(session: Session, setup: Setup) -> tuple[Controller, Runner]:
    runner = Runner()
    controller = Controller(session, session.new_match(setup), runner)
    controller.request_move()
    return controller, runner


def moves(controller: Controller) -> str:
    geometry = controller.match.setup.geometry
    return " ".join(geometry.name(m.square) for m in controller.match.game.moves if m.square is not None)


def at(name: str) -> int:
    return Geometry(3, 3, 3).parse(name)


def fail(controller: Controller, runner: Runner, predicate: str) -> None:
    """Let the player to move fail in this way."""
    with pytest.raises(PlayerFailed, match=f" {predicate}$"):
        controller.accept(Answer(runner.questions[-1], error=ComputerFault(predicate)))


# --- questions and answers -------------------------------------------------------------------------------


def test_only_the_answer_to_the_open_question_is_played(controller: Controller, guest: Elsewhere) -> None:
    assert not guest.questions, "it is not their turn"
    controller.place(at("b2"))
    (first,) = guest.questions
    assert first.position.ply == 1
    assert first.position is not controller.match.game.position
    controller.undo()
    assert not guest.is_asked
    controller.accept(Answer(first, at("a1")))
    controller.accept(Answer(first, error=ComputerFault("late")))
    assert (moves(controller), controller.is_paused) == ("", False)
    controller.place(at("c3"))
    controller.accept(Answer(first, at("a1")))
    assert moves(controller) == "c3"
    second = guest.questions[-1]
    controller.accept(Answer(second, at("a1")))
    controller.accept(Answer(second, at("a2")))
    assert moves(controller) == "c3 a1"


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ({"square": at("b2")}, "P1 failed: b2 is taken"),
        ({"error": ComputerFault("stopped")}, "P1 stopped"),
        ({"error": OSError("the line is gone")}, "P1 failed: OSError('the line is gone')"),
    ],
)
def test_a_failed_player_pauses_the_match_and_can_be_asked_again(
    answer: dict[str, Any], sentence: str, controller: Controller, guest: Elsewhere
) -> None:
    controller.place(at("b2"))
    with pytest.raises(PlayerFailed, match=f"^{re.escape(sentence)}$"):
        controller.accept(Answer(guest.questions[-1], **answer))
    assert (moves(controller), controller.is_paused) == ("b2", True)
    controller.pause()
    assert guest.is_asked


@pytest.mark.parametrize("given", [None, "b2", 4, (4, 0.5)])
def test_what_a_computer_returns_instead_of_a_thought_is_named(given: object) -> None:
    class Answering:
        def think(self, *_: object) -> Any:
            return given

        def close(self) -> None: ...

    question = Question(Position(Geometry(3, 3, 3), 2), Limit(), 0.0)
    with pytest.raises(TypeError, match=rf"{re.escape(repr(given))} is not a move"):
        question.ask(Answering(), Event())


def test_a_seat_moves_now_is_cancelled_and_is_closed(controller: Controller, guest: Elsewhere) -> None:
    controller.move_now()
    assert not guest.is_hurried
    controller.place(at("b2"))
    controller.move_now()
    assert guest.is_hurried
    controller.resign(0)
    assert not guest.is_asked
    controller.next_game()
    assert guest.is_closed


# --- engines ---------------------------------------------------------------------------------------------


def test_an_engine_that_was_stopped_too_early_is_asked_again(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    controller, runner = controlled(session, a_game(engine_level("Good"), HUMAN))
    for _ in range(3):
        controller.accept(Answer(runner.questions[-1], error=NoMoveYet("too early")))
        assert controller.is_thinking
        assert not controller.is_paused
    assert len(runner.questions) == 4
    controller.step()
    assert len(runner.questions) == 4, "it thinks already"
    controller.accept(Answer(runner.questions[-1], error=NoMoveYet("too early")))
    assert not controller.is_thinking, "one move was requested"
    assert controller.is_paused
    controller.close()


def test_an_engine_moves_now_only_after_it_has_named_a_move(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    controller, runner = controlled(session, a_game(engine_level("Good"), HUMAN))
    for level in ("", "brain:Lost"):
        if level:
            controller.give_seat(0, level)
        with pytest.raises(CannotMoveNow, match="the engine has no move yet"):
            controller.move_now()
    assert controller.failed_seat == 0
    with pytest.raises(ComputerFault, match=r"^cannot play: unknown engine 'Lost'$"):
        runner.questions[-1].ask(runner.computers[-1], Signals())
    assert runner.hurried == 0
    controller.give_seat(0, "rules")
    controller.move_now()
    assert runner.hurried == 1
    controller.close()


def test_a_failed_engine_can_be_replaced_by_any_player(tmp_path: Path) -> None:
    session = a_session(tmp_path, Bad=brain("dies"), Good=brain("good"))
    controller, runner = controlled(session, a_game(HUMAN, engine_level("Bad"), limit=Limit(seconds=0.3)))
    controller.place(0)
    for level in ("brain:Good", *LEVELS, "brain:Bad"):
        late = runner.questions[-1]
        fail(controller, runner, "stopped")
        assert controller.is_paused
        controller.give_seat(1, level)
        controller.accept(Answer(late, 1))
        assert controller.is_thinking
        assert not controller.is_paused
        player = controller.match.setup.players[1]
        assert (player.level, player.symbol, player.limit) == (level, "O", Limit(seconds=0.3))
        assert runner.questions[-1].limit == Limit(seconds=0.3)
    session.profile.rename("Zoe")
    fail(controller, runner, "is gone")
    controller.give_seat(1, HUMAN)
    assert controller.is_human_turn
    player = controller.match.setup.players[1]
    assert (player.name, player.limit) == ("Zoe", Limit())
    assert controller.failed_seat is None
    controller.close()


def test_a_bad_answer_in_an_opening_pauses_and_another_engine_opens(tmp_path: Path) -> None:
    bad, good = (
        brain("opens", tmp_path / name, answer) for name, answer in (("bad", "a b c"), ("good", "SWAP"))
    )
    session = a_session(tmp_path, MEDIUM, Bad=bad, Good=good)
    setup = a_game(HUMAN, engine_level("Bad"))
    rules = Rules.parse("swap2")
    controller, runner = controlled(session, replace(setup, geometry=replace(setup.geometry, rules=rules)))
    for name in ("d4", "e4", "c3"):
        controller.place(setup.geometry.parse(name))
    with pytest.raises(ComputerFault) as fault:
        runner.questions[-1].ask(runner.computers[-1], Signals())
    with pytest.raises(PlayerFailed, match=r"^Bob sent “a b c” instead of an answer$"):
        controller.accept(Answer(runner.questions[-1], error=fault.value))
    assert controller.is_paused
    controller.give_seat(1, engine_level("Good"))
    thought = runner.questions[-1].ask(runner.computers[-1], Signals())
    controller.accept(Answer(runner.questions[-1], thought.move))
    game = controller.match.game
    assert (len(game.moves), game.position.stage, game.position.to_move) == (4, None, 0)
    assert game.position.owner(setup.geometry.parse("d4")) == 1
    controller.close()


def test_an_engine_does_not_get_a_seat_where_it_cannot_play(tmp_path: Path) -> None:
    session = a_session(tmp_path, Good=brain("good"))
    setup = Setup(Geometry(3, 3, 3), [Player("A"), Player("B", level="rules")])
    controller, _ = controlled(session, setup)
    with pytest.raises(InvalidSetup, match="engines play 5 in a row, not 3"):
        controller.give_seat(1, "brain:Good")
    assert controller.match.setup == setup
    controller.close()


@pytest.mark.parametrize(
    ("seat", "level", "your_name", "name"),
    [
        (1, HUMAN, "You", "Player 2"),
        (1, "brain:Other", "You", "Other"),
        (0, "brain:Good", "You", "Good 2"),
        (1, HUMAN, "Ada", "Ada"),
    ],
)
def test_a_replacement_has_a_name_that_no_other_player_has(
    seat: int, level: str, your_name: str, name: str
) -> None:
    players = (Player("You", "X", "blue"), Player("Good", "O", "red", "brain:Good", Limit(seconds=2)))
    assert replacement_player(players, seat, level, your_name).name == name


# --- the store -------------------------------------------------------------------------------------------

SECRET = "secret_folder_of_ada"


def everything(path: Path) -> str:
    """Return all that is in a file of the store but the table of brains, as text."""
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM brains")
    text = "\n".join(connection.iterdump())
    connection.close()
    return text


def test_an_engines_command_is_stored_in_its_table_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / SECRET
    folder.mkdir()
    session = a_session(tmp_path)
    command = typed("good", folder / "log")
    players = ["human", f"brain:{command},name=Mine,cwd={folder}"]
    setup = setup_from(options(player=players, time=0.05), session.engines)
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
    assert "tests/gomocup" not in everything(tmp_path / "history.db")
    assert Engines(history=StoreThread(tmp_path / "history.db", 30)).command("Mine") == EngineCommand(
        command, str(folder)
    )
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    for words in (
        "list", "list --json", "show 1", "show 1 --json",
        f"export 1 {tmp_path}/game.txt", f"export 1 {tmp_path}/game.json",
    ):  # fmt: skip
        assert main(["history", *words.split()]) == 0, words
    printed = capsys.readouterr().out + "".join(file.read_text() for file in tmp_path.glob("game.*"))
    assert "brain:Mine" in printed
    assert SECRET not in printed
    assert "tests/gomocup" not in printed


def unfinished(home: Path) -> Entry:
    keeper = StoreThread(home / "history.db", max_wait=30)
    found = find_resumable(keeper)
    keeper.close()
    return found


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
