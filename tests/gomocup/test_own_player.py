"""Computers that users write: each plays in its own process, and what it does wrong is an engine's fault."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.gomocup.bad_brains import QUICK, SHORT
from tests.support.docs import blocks
from tests.support.every_rule import EACH_RULE
from tests.support.processes import wait_until_gone
from tests.support.sampling import sampled
from ttt_tui.computer import LEVELS, Thought
from ttt_tui.computer.own import OwnComputer, maker
from ttt_tui.engine import (
    Game,
    Geometry,
    Limit,
    Match,
    Move,
    Player,
    Position,
    Rules,
    Setup,
    check_setup,
    engine_level,
    own_level,
)
from ttt_tui.engine.records import Record
from ttt_tui.engine.records.json import to_json
from ttt_tui.engine.records.text import from_text, to_text
from ttt_tui.errors import (
    BrainFault,
    ComputerRaised,
    EngineExited,
    IllegalBrainMove,
    MeaninglessAnswer,
    NoMoveYet,
    NotForEngines,
    StartFailed,
    TimeExceeded,
)
from ttt_tui.gomocup import OwnPlayer, OwnProgram
from ttt_tui.gomocup.dialogue import BrainTimeouts
from ttt_tui.process.child import end_all
from ttt_tui.session.advisor import check_opinion, next_opinion
from ttt_tui.session.engines import Engines, unknown_engine
from ttt_tui.store.engines import EngineCommand

FILE = Path(__file__).parent / "own_computers.py"


def player(
    name: str,
    seed: int = 0,
    on_message: Callable[[str], None] = lambda text: None,
    timeouts: BrainTimeouts = QUICK,
) -> OwnPlayer:
    return OwnPlayer(OwnProgram.parse(f"{FILE}:{name}"), on_message, timeouts, seed)


def middle() -> Position:
    position = Position(Geometry(3, 3, 3), 2)
    position.play(position.geometry.parse("a1"))
    return position


@pytest.mark.slow
def test_it_plays_a_whole_game_by_every_kind_of_rules() -> None:
    with closing(player("First")) as mine:
        for rules, board, players in (
            ("usual", (3, 3, 3), 2), ("drop", (7, 6, 4), 2), ("ultimate", (9, 9, 3), 2),
            ("connect6", (9, 9, 6), 2), ("torus", (4, 4, 4), 2), ("usual", (7, 7, 3), 5),
            ("swap2", (7, 7, 5), 2), ("wild", (3, 3, 3), 2),
        ):  # fmt: skip
            seats = [Player(f"P{seat}", level=own_level("First")) for seat in range(players)]
            setup = Setup(Geometry(*board, Rules.parse(rules)), seats)
            check_setup(setup)
            game = Game(setup)
            while game.outcome is None:
                placement = mine.think(game.position.copy(), Limit(seconds=5)).move
                if game.position.stage is None:
                    assert placement == game.position.moves[0]
                game.push(Move(game.position.to_move, placement))


def test_the_computer_of_the_document_plays_by_all_rules() -> None:
    (text,) = (block.text for block in blocks("python") if "class Blocker" in block.text)
    names: dict[str, Any] = {}
    exec(text, names)
    boards = [
        *((words, (5, 5, 4)) for words in EACH_RULE if words != "renju"), ("renju", (15, 15, 5)),
        ("ultimate", (9, 9, 3)),
    ]  # fmt: skip
    for rules, board in sampled(boards, boards[::4]):
        game = Game(Setup(Geometry(*board, Rules.parse(rules)), [Player("Ada"), Player("Bob")]))
        while game.outcome is None:
            position = game.position.copy()
            is_opening = position.stage is not None  # expert chooses then
            placement = position.moves[0] if is_opening else names["Blocker"]().think(position, Limit()).move
            game.push(Move(position.to_move, placement))


@pytest.mark.sample(every=4)
@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("Raises", ComputerRaised, "raised ValueError: no idea \\x1b[31m (own_computers.py, line "),
        ("ReturnsNone", MeaninglessAnswer, "returned None instead of a Thought with a square"),
        (
            "ReturnsSquare",
            MeaninglessAnswer,
            "returned " + str(Geometry(3, 3, 3).parse("b1")) + " instead of a Thought with a square",
        ),
        ("OnStone", IllegalBrainMove, "played a1, which is taken"),
        ("OffBoard", IllegalBrainMove, "played 9999, which is not on the board"),
        ("Leaves", EngineExited, "stopped (exit status 3)"),
        ("Exits", EngineExited, "stopped (exit status 4)"),
        ("Reads", ComputerRaised, "raised EOFError"),
        ("Stubborn", TimeExceeded, "exceeded its time limit of 0.1 s by more than 0.2 s"),
        (
            "WrongSignature",
            StartFailed,
            "did not start: WrongSignature.think does not take (position, limit)",
        ),
        ("NoThink", StartFailed, "did not start: NoThink has no method think(position, limit)"),
        ("NeedsMore", StartFailed, "did not start: TypeError: "),
        ("Frist", StartFailed, "did not start: "),
        ("number", StartFailed, "did not start: "),
    ],
)
def test_what_it_does_wrong_is_a_fault_with_a_sentence(
    name: str, kind: type[BrainFault], reason: str
) -> None:
    with closing(player(name, timeouts=SHORT if kind is TimeExceeded else QUICK)) as mine:
        for _ in range(2):  # and so it is when tried again
            with pytest.raises(BrainFault) as fault:
                mine.think(middle(), Limit(seconds=0.1))
            assert type(fault.value) is kind
            assert str(fault.value).startswith(reason)
            assert str(fault.value).isprintable()
            assert mine.process_id is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "import nothing_like_it",
            "ModuleNotFoundError: No module named 'nothing_like_it' (broken.py, line 1)",
        ),
        ("\nraise SystemExit(2)", "SystemExit: 2 (broken.py, line 2)"),
        ("class Mine(:", "SyntaxError: "),
        ("class Mein: pass", "{file} has no Mine; it has Mein"),
        ("class Other: pass\nfrom io import StringIO", "{file} has no Mine; it has Other"),
        (None, "no such file: {file}"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(tmp_path: Path, text: str | None, reason: str) -> None:
    file = tmp_path / "broken.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(ValueError, match=r"^Mine did not start: ") as refusal:
        Engines().name_for(f"python:{file}:Mine")
    assert reason.format(file=file) in str(refusal.value)


@pytest.mark.parametrize("text", ["python:", "python:x.py", "python:x.py:", "python::X", "python:x.py:1a"])
def test_a_text_without_a_class_says_what_to_write(text: str) -> None:
    with pytest.raises(ValueError, match="write python:FILE:CLASS"):
        Engines().name_for(text)


def test_after_a_fault_the_file_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("class Mine:\n    def think(self, position, limit):\n        1 / 0\n")
    with closing(OwnPlayer(OwnProgram.parse(f"{file}:Mine"))) as mine:
        with pytest.raises(ComputerRaised, match="ZeroDivisionError"):
            mine.think(middle())
        lines = "from ttt_tui.computer import Thought\nclass Mine:\n    def think(self, position, limit):\n"
        file.write_text(f"{lines}        return Thought(position.moves[3])\n# longer than before\n")
        assert mine.think(middle()).move == middle().moves[3]


def test_a_name_with_a_nul_character_is_refused() -> None:
    with pytest.raises(ValueError, match="NUL"):
        OwnProgram.parse("a\0b.py:Mine")


def test_without_seconds_it_has_one_and_its_line_begins_with_its_move(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from ttt_tui.computer import Thought\n"
        "class Mine:\n    def think(self, position, limit):\n"
        "        assert limit.seconds == 1\n"
        "        return Thought(position.moves[3], pv=(position.moves[0],))\n"
    )
    with closing(OwnPlayer(OwnProgram.parse(f"{file}:Mine"), seed=3)) as mine:
        thought = mine.think(middle(), Limit(nodes=100))
    assert (thought.move, thought.pv) == (middle().moves[3], (middle().moves[3],))
    file.write_text(file.read_text().replace("pv=(", "pv=(position.moves[3], "))
    with closing(OwnPlayer(OwnProgram.parse(f"{file}:Mine"))) as mine:
        assert mine.think(middle()).pv == (middle().moves[3], middle().moves[0])


def test_what_it_prints_is_a_message_and_never_an_answer() -> None:
    said: list[str] = []
    with closing(player("Prints", on_message=said.append)) as mine:
        assert mine.think(middle(), Limit(seconds=20)).move == middle().moves[0]
    assert said[0] == "noise 0"
    assert len(said) < 2_000


def test_a_class_gets_a_seed_if_it_takes_one() -> None:
    said: list[str] = []
    with closing(player("Seeded", 12345, said.append)) as mine:
        thought = mine.think(middle())
    assert said == ["seed 12345"]
    assert thought.move == middle().moves[12345 % 8]
    assert (thought.score, thought.pv) == (None, (thought.move,))


def test_the_position_is_its_own() -> None:
    position = middle()
    assert OwnComputer(_computers().Changes()).think(position).move == middle().moves[-1]
    assert position == middle()


@pytest.mark.parametrize(("name", "place"), [("Stops", 2), ("ReportsOnly", 1), ("Stubborn", None)])
def test_it_is_stopped_at_once(name: str, place: int | None) -> None:
    stop = threading.Event()
    with closing(player(name, timeouts=SHORT)) as mine:
        mine.start()
        threading.Timer(0.3, stop.set).start()
        started = time.monotonic()
        if place is None:
            with pytest.raises(NoMoveYet):
                mine.think(middle(), Limit(seconds=600), stop)
        else:
            assert mine.think(middle(), Limit(seconds=600), stop).move == middle().moves[place]
        assert time.monotonic() - started < 60


def test_it_is_closed_and_its_process_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OWN_CLOSED", str(tmp_path / "closed"))
    mine = player("Closes")
    mine.think(middle())
    number = mine.process_id
    assert number is not None
    mine.close()
    end_all()
    wait_until_gone(number)
    assert (tmp_path / "closed").read_text() == "closed"


def _computers() -> SimpleNamespace:
    names: dict[str, object] = {}
    exec(FILE.read_text(), names)
    return SimpleNamespace(**names)


# --- names -------------------------------------------------------------------------------------------------


def test_its_level_has_its_name_and_never_its_file() -> None:
    engines = Engines()
    name = engines.name_for(f"python:{FILE}:First")
    assert (name, engines.level(name), engines.levels) == ("First", "python:First", ("python:First",))
    assert engines.name_for(f"python:{FILE}:First") == "First"
    seats = [Player("You"), Player("First", level=engines.level(name))]
    record = Record(Match(Setup(Geometry(3, 3, 3), seats)).game)
    for text in (to_text(record), to_json(record)):
        assert "python:First" in text
        assert "own_computers" not in text
    assert from_text(to_text(record)).game.setup.players[1].level == "python:First"


def test_a_record_cannot_name_a_file_that_is_run(tmp_path: Path) -> None:
    engines = Engines({"Rapfi": EngineCommand("rapfi")})
    for level in (f"python:{FILE}:First"[:27], "python:Rapfi", "python:First"):
        setup = Setup(Geometry(3, 3, 3), [Player(), Player("Evil", level=level)])
        assert engines.unknown(setup) == [1]
    assert unknown_engine("python:First") == (
        "unknown computer 'First'; a game with --player python:FILE:First makes it known"
    )


def test_only_an_engine_with_the_protocol_is_bound_to_its_games() -> None:
    check_setup(Setup(Geometry(3, 3, 3), [Player(), Player("B", level=own_level("B"))]))
    with pytest.raises(NotForEngines):
        check_setup(Setup(Geometry(3, 3, 3), [Player(), Player("B", level=engine_level("B"))]))


def test_it_does_not_judge() -> None:
    engines = Engines({"Mine": EngineCommand(f"python:{FILE}:First"), "Rapfi": EngineCommand("rapfi")})
    assert next_opinion(engines, "") == "Rapfi"
    with pytest.raises(ValueError, match="Mine only plays"):
        check_opinion(engines, "Mine", Setup(Geometry(15, 15, 5)))


# --- as an engine of the protocol ------------------------------------------------------------------------


def served(name: str, commands: str, tmp_path: Path) -> list[str]:
    script = tmp_path / "engine.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(FILE.parent)!r})\n"
        f"from own_computers import {name}\nfrom ttt_tui.gomocup import serve\nserve({name})\n"
    )
    done = subprocess.run(
        [sys.executable, script], input=commands, capture_output=True, text=True, timeout=120, check=False
    )
    return [*done.stdout.splitlines(), *done.stderr.splitlines(), str(done.returncode)]


def test_three_lines_serve_it_to_any_manager(tmp_path: Path) -> None:
    commands = "START 5\nBEGIN\nTURN 4,4\nRESTART\nBEGIN\nTAKEBACK 0,0\nABOUT\nEND\n"
    lines = served("First", commands, tmp_path)
    assert lines[:5] == ["OK", "0,0", "1,0", "OK", "0,0"]
    assert lines[5] == "OK"
    assert lines[6].startswith('name="First", version=')
    assert lines[7:] == ["0"]


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("Raises", "ERROR internal error: ValueError: no idea \\x1b[31m (own_computers.py, line "),
        ("ReturnsNone", "ERROR the computer returned None instead of a Thought with a square"),
        ("OffBoard", "ERROR the computer played 9999, which is not on the board"),
    ],
)
def test_the_manager_is_told_what_went_wrong(name: str, answer: str, tmp_path: Path) -> None:
    assert served(name, "START 5\nBEGIN\nTAKEBACK 4,4\nABOUT\nEND\n", tmp_path)[1].startswith(answer)


def test_what_it_prints_is_a_message_for_the_manager(tmp_path: Path) -> None:
    lines = served("Seeded", "START 5\nBEGIN\nTAKEBACK 4,4\nABOUT\nEND\n", tmp_path)
    assert lines[:3] == ["OK", "MESSAGE seed 0", "0,0"]


def test_a_computer_that_cannot_be_served_says_why(tmp_path: Path) -> None:
    *_, said, status = served("NoThink", "", tmp_path)
    assert said == "engine.py: did not start: NoThink has no method think(position, limit)"
    assert status == "1"


def test_the_end_does_not_wait_for_a_computer_that_cannot_be_stopped(tmp_path: Path) -> None:
    assert served("Stubborn", "START 5\nBEGIN\nEND\n", tmp_path)[-1] == "0"


def test_a_computer_of_a_level_can_be_served_too() -> None:
    with closing(maker(LEVELS["random"].make)(1)) as mine:
        assert isinstance(mine.think(middle()), Thought)
