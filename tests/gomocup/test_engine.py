"""An engine as a computer: the commands it gets, what it tells of its search, stopping, and its faults."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from tests.gomocup.bad_brains import MEDIUM, QUICK, SHORT, program
from tests.support.processes import wait_until_gone
from tests.support.strategies import position_after
from ttt_tui import errors
from ttt_tui.computer import Thought, play_game
from ttt_tui.engine import Game, Geometry, Limit, LineRule, Position, Rules, Setup
from ttt_tui.errors import NoMoveYet
from ttt_tui.gomocup import Brain, BrainFault, BrainProgram
from ttt_tui.gomocup.dialogue import BrainTimeouts

BOARD = Geometry(15, 15, 5)
EXACTLY = Geometry(15, 15, 5, Rules(LineRule.EXACTLY))
SOON = Limit(seconds=0.1)

Make = Callable[..., Brain]


@pytest.fixture
def make() -> Iterator[Make]:
    made = []

    def make_one(name: str, *arguments: object, timeouts: BrainTimeouts = QUICK, **more: object) -> Brain:
        brain = Brain(program(name, *arguments), timeouts=timeouts, **more)  # type: ignore[arg-type]
        made.append(brain)
        return brain

    yield make_one
    for brain in made:
        brain.close()


after = partial(position_after, BOARD)


def moved(brain: Brain, *names: str, geometry: Geometry = BOARD) -> str:
    return geometry.name(brain.think(position_after(geometry, " ".join(names)), SOON).move)


class Log:
    """What a brain was told, one command a line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def news(self) -> list[str]:
        """Return what came since the last time; the INFO lines are left out."""
        lines = self.path.read_text().splitlines()
        self.path.write_text("")
        return [line.removesuffix("\\n") for line in lines if not line.startswith("INFO")]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "log")


# --- what it is told -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "moves",
    [
        {"": "a1: START 15, BEGIN", "a1 b1": "c1: TURN 1,0", "a1 b1 c1 h8": "d1: TURN 7,7"},
        {"t6": "a1: RECTSTART 20,6, TURN 19,5"},  # the opponent's first stone, and columns first
        {"a1 b1 c1": "d1: START 15, BOARD, 0,0,2, 1,0,1, 2,0,2, DONE"},  # a game begun elsewhere
        {  # undone moves are taken back, if they are not too many
            "h8": "a1: START 15, TURN 7,7",
            "h8 a1 b1": "c1: TURN 1,0",
            "h8 a1 d1": "b1: TAKEBACK 2,0, TAKEBACK 1,0, TURN 3,0",
            "o15": "a1: TAKEBACK 1,0, TAKEBACK 3,0, TAKEBACK 0,0, TAKEBACK 7,7, TURN 14,14",
            "o15 a1 b1": "c1: TURN 1,0",
            "o15 a1 b1 c1 d1": "e1: TURN 3,0",
            "o15 a1 b1 c1 d1 e1 f1": "g1: TURN 5,0",
            "g8": "a1: RESTART, BOARD, 6,7,2, DONE",
        },
        {  # another game or side
            "h8": "a1: START 15, TURN 7,7",
            "": "a1: RESTART, BEGIN",
            "b1 c1": "a1: RESTART, BOARD, 1,0,1, 2,0,2, DONE",
            "b1 c1 a1": "d1: RESTART, BOARD, 1,0,2, 2,0,1, 0,0,2, DONE",
        },
    ],
    ids=["move by move", "rectangle", "begun elsewhere", "undone moves", "another game"],
)
def test_a_brain_is_told_what_has_changed(moves: dict[str, str], make: Make, log: Log) -> None:
    brain = make("good", log.path)
    for before, expected in moves.items():
        geometry = Geometry(20, 6, 5) if "t6" in before else BOARD
        move = moved(brain, *before.split(), geometry=geometry)
        assert f"{move}: {', '.join(log.news())}" == expected


def test_a_brain_is_told_its_limits_and_a_changed_time(make: Make, log: Log) -> None:
    brain = make("good", log.path)
    brain.think(after(""), Limit())
    assert log.path.read_text().splitlines() == [
        r"START 15\n",
        r"INFO rule 0\n",
        r"INFO game_type 0\n",
        r"INFO max_memory 367001600\n",
        r"INFO timeout_match 0\n",
        r"INFO time_left 2147483647\n",
        r"INFO timeout_turn 1000\n",
        r"BEGIN\n",
    ]
    brain.think(after("a1 b1"), Limit(seconds=2.5))
    told = log.path.read_text()
    assert told.count("timeout_turn 1000\\n") == told.count("timeout_turn 2500\\n") == 1


def test_a_brain_is_told_that_exactly_five_win_also_after_a_restart(make: Make, log: Log) -> None:
    brain = make("good", log.path)
    assert moved(brain, "h8", geometry=EXACTLY) == "a1"
    assert moved(brain, "b1", "c1", "a1", geometry=EXACTLY) == "d1"
    told = log.path.read_text()
    assert told.index("START 15") < told.index("INFO rule 1") < told.index("TURN 7,7")
    assert told.index("RESTART") < told.rindex("INFO rule 1") < told.index("BOARD")
    moved(brain, "h8")
    assert log.path.read_text().count("INFO rule 0") == 1, "another rule is another process"


def test_a_brain_is_told_that_renju_is_played(make: Make, log: Log) -> None:
    assert moved(make("good", log.path), "h8", geometry=replace(BOARD, rules=Rules(LineRule.RENJU))) == "a1"
    assert "INFO rule 4\\n" in log.path.read_text()


def test_a_brain_that_refuses_exactly_five_plays_the_usual_rule_only(make: Make) -> None:
    brain = make("refuses_rule", timeouts=replace(QUICK, refusal=20.0))
    with pytest.raises(errors.CommandRefused, match=r"^rejected INFO rule 1: “unknown rule”$"):
        moved(brain, "h8", geometry=EXACTLY)
    assert moved(brain, "h8") == "a1"


def test_a_brain_that_cannot_go_back_is_started_again(make: Make) -> None:
    brain = make("cannot_go_back")
    assert moved(brain, "h8") == "a1"
    first = brain.process_id
    assert moved(brain, "a1") == "b1"
    assert brain.process_id != first
    assert moved(brain, "a1", "b1", "c1") == "d1"
    assert moved(brain, "a1", "b1", "e1") == "c1"


def test_another_board_is_another_process(make: Make, log: Log) -> None:
    brain = make("good", log.path)
    moved(brain)
    assert moved(brain, geometry=Geometry(5, 5, 5)) == "a1"
    assert "START 5" in log.news()


def test_a_resignation_is_no_stone(make: Make, log: Log) -> None:
    position = after("h8")
    position.resign(0)
    make("good", log.path).think(position, SOON)
    assert log.news()[1:] == ["TURN 7,7"]


def test_a_brain_that_wants_crlf_gets_it_and_that_is_remembered(make: Make, log: Log) -> None:
    brain = make("wants_crlf", log.path, timeouts=BrainTimeouts(0, first=0.5, start=20, answer=20, grace=20))
    assert moved(brain, "h8") == "a1"
    assert r"TURN 7,7\r\n" in log.path.read_text()
    habits = brain._program.habits
    assert habits.wants_crlf
    again = Brain(BrainProgram(brain._program.command, habits=habits), timeouts=QUICK)
    assert moved(again, "h8") == "a1"
    again.close()


def test_a_brain_that_loses_commands_which_come_together_is_given_time(make: Make) -> None:
    brain = make("loses_commands", timeouts=BrainTimeouts(0.3, 20, 20, 20, 20))
    assert moved(brain, "h8", "a1", "b1") == "c1"


def test_a_greeting_answers_to_info_and_suggestions_are_understood(make: Make) -> None:
    assert moved(make("suggests"), "h8") == "a1"


# --- what it says ----------------------------------------------------------------------------------------


def test_messages_are_passed_on_and_reported(make: Make, log: Log) -> None:
    Path(f"{log.path}.go").touch()
    heard: list[str] = []
    reported: list[Thought] = []
    brain = make("waits", log.path, "A1 B2", on_message=heard.append)
    thought = brain.think(after("h8"), SOON, report=reported.append)
    assert heard == ["depth 3 pv A1 B2"]
    assert (thought.move, thought.depth) == (BOARD.parse("a1"), 3)
    assert thought.pv == reported[-1].pv == (BOARD.parse("a1"), BOARD.parse("b2"))
    assert 0 <= reported[-1].seconds <= thought.seconds
    other = make("waits", log.path, "B2 A1").think(after("h8"), SOON)
    assert other.pv == (other.move,) == (BOARD.parse("a1"),), (
        "a variation that begins otherwise is not the move's"
    )


# --- stopping --------------------------------------------------------------------------------------------


def stop_when(stop: threading.Event, happened: Callable[[], bool]) -> threading.Thread:
    """Set a stop as soon as something has happened."""

    def wait() -> None:
        while not happened():
            time.sleep(0.005)
        stop.set()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def is_asked(log: Log) -> bool:
    return log.path.exists() and "TURN" in log.path.read_text()


def test_when_stopped_it_returns_its_named_move_and_its_answer_is_skipped(make: Make, log: Log) -> None:
    stop, reported = threading.Event(), threading.Event()
    brain = make("waits", log.path, "C3 D4")
    waiting = stop_when(stop, reported.is_set)
    thought = brain.think(after("h8"), Limit(seconds=60), stop, lambda _: reported.set())
    waiting.join()
    assert thought.move == BOARD.parse("c3")
    process = brain.process_id
    Path(f"{log.path}.go").touch()
    dialogue = brain._dialogue
    assert dialogue is not None
    while not dialogue._child._lines:  # the answer, which nobody waits for any more
        if (line := dialogue._child.line(0.01)) is not None:
            dialogue._child._lines.append(line.encode())
    assert moved(brain, "h8", "c3", "i8") == "a1"
    assert brain.process_id == process
    assert "TAKEBACK 0,0" not in log.news(), "a stone in between cannot be taken back alone"


@pytest.mark.parametrize("is_killed", [False, True])
def test_when_stopped_before_a_named_move_it_has_none_and_is_started_again(
    is_killed: bool, make: Make, log: Log
) -> None:
    stop = threading.Event()
    brain = make("waits", log.path)
    waiting = stop_when(stop, lambda: is_asked(log))
    with pytest.raises(NoMoveYet, match="was stopped before it suggested a move"):
        brain.think(after("h8"), Limit(seconds=60), stop)
    waiting.join()
    process = brain.process_id
    assert process is not None
    if is_killed:
        os.kill(process, signal.SIGKILL)
    stop.clear()
    waiting = stop_when(stop, lambda: brain.process_id not in (None, process))
    with pytest.raises(NoMoveYet):
        brain.think(after("i8"), Limit(seconds=60), stop)
    waiting.join()
    if sys.platform == "linux":
        wait_until_gone(process)


def test_one_that_is_stopped_while_it_starts_or_closed_does_not_think(make: Make) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(NoMoveYet):
        make("hangs").think(after("h8"), SOON, stop)
    brain = make("good")
    brain.close()
    with pytest.raises(NoMoveYet):
        brain.think(after(""), SOON)
    assert brain.process_id is None


# --- what it does wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fault", "told"),
    [
        ("dies", errors.EngineExited, r"stopped \(exit status 3\)"),
        ("dies_at_once", errors.EngineExited, "was killed by SIGSEGV"),
        ("closes_output", errors.EngineExited, "closed its output"),
        ("overruns", errors.TimeExceeded, "exceeded its time limit of 0.1 s by more than 0.2 s"),
        ("off_board", errors.IllegalBrainMove, "played 15,15, which is not on the board"),
        ("negative", errors.IllegalBrainMove, "played -1,0, which is not on the board"),
        ("on_stone", errors.IllegalBrainMove, "played h8, which is taken"),
        ("nonsense", errors.MeaninglessAnswer, "sent “my ?[31m lucky? square” instead of an answer"),
        ("chatters", errors.MeaninglessAnswer, "sent “thought 0” instead of an answer"),
        ("floods", errors.OutputFlood, r"sent more than 1\.\d MB without an answer"),
        ("floods_without_end", errors.OutputFlood, r"sent more than 1\.\d MB without an answer"),
        ("refuses_start", errors.CommandRefused, "rejected START 15: “no such board”"),
        ("refuses_moves", errors.CommandRefused, "refused to move: “command”"),
    ],
)  # fmt: skip
def test_each_fault_has_its_sentence_and_ends_the_process(
    name: str, fault: type[BrainFault], told: str, make: Make
) -> None:
    brain = make(name, timeouts={"overruns": SHORT, "nonsense": MEDIUM}.get(name, QUICK))
    with pytest.raises(fault, match=f"^{told.replace('?', '[?]').replace('[31', '.31')}$") as raised:
        brain.think(after("h8"), SOON)
    assert raised.value.kind == fault.kind
    assert brain.process_id is None


def test_a_silent_engine_hangs_with_any_line_end(make: Make) -> None:
    brain = make("hangs", timeouts=BrainTimeouts(0, first=0.05, start=0.05, answer=1, grace=1))
    with pytest.raises(errors.NoResponse, match=r"^did not answer START within 0.05 s$"):
        brain.think(after("h8"), SOON)


def test_an_engine_that_sends_a_line_every_20_ms_plays(make: Make) -> None:
    assert moved(make("ticks", timeouts=BrainTimeouts(0.05, 20.0, 20.0, 20.0, 20.0)), "h8") == "a1"


@pytest.mark.parametrize("end", ["by_cr", "by_crlf", "in_two_writes"])
def test_cr_lf_or_both_end_the_line_of_an_engine(end: str, make: Make) -> None:
    assert moved(make(f"ends_lines_{end}"), "h8") == "a1"


def test_a_move_inside_the_grace_counts(make: Make) -> None:
    thought = make("late").think(after("h8"), SOON)
    assert thought.move == BOARD.parse("a1")
    assert thought.seconds > 0.1


def test_one_that_ends_between_two_moves_has_died(make: Make) -> None:
    brain = make("good")
    moved(brain)
    assert brain.process_id is not None
    os.kill(brain.process_id, signal.SIGKILL)
    with pytest.raises(errors.EngineExited, match="SIGKILL"):
        moved(brain, "a1", "b1")
    assert moved(brain, "a1", "b1") == "c1"


def test_positions_that_no_engine_can_play_raise(make: Make) -> None:
    misere = Geometry(15, 15, 5, Rules(misere=True))
    for geometry, players in ((BOARD, 3), (Geometry(15, 15, 4), 2), (Geometry(15, 4, 5), 2), (misere, 2)):
        with pytest.raises(errors.NotForEngines):
            make("good").think(Position(geometry, players), SOON)


# --- a whole game ----------------------------------------------------------------------------------------


def test_our_own_expert_plays_a_game_against_itself() -> None:
    served = BrainProgram((sys.executable, "-m", "ttt_tui", "brain"))
    brains = [Brain(served, timeouts=BrainTimeouts(0, 60, 60, 60, 60)) for _ in range(2)]
    game = Game(Setup(Geometry(7, 7, 5)))
    outcome = play_game(game, brains, Limit(seconds=0.06))
    for brain in brains:
        brain.close()
    assert outcome is game.outcome
    assert len(game.moves) > 8
