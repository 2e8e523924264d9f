"""Puzzles in plain mode: what is said about moves, hints and solutions, the next puzzle, what is stored."""

import os
import re
import signal
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from tests.plain.talks import LATE, STOP, TODAY, WIN, PuzzleTalk, run
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Square
from ttt_tui.errors import EndedBySignal, OutOfTime
from ttt_tui.plain import puzzle as plain_puzzle
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.prover import ExactProver
from ttt_tui.puzzles.puzzle import ProvedMove, Task
from ttt_tui.puzzles.text import from_text, puzzles_text

[OWN] = from_text("4x3, 3 in a row, hold for 1, rated 850: d3 c2 b2")

OVER = "Type next for another puzzle, again to restart this one."
ANOTHER = "Try another square, or type hint for help, show for the solution."
NONE_DUE = "You have no mistakes to review; game reviews add them. Try today, easy, medium or hard."
WIN_TASK = "X to move: find the win in 2 moves."
WIN_BOARD = ["   a b c", " 1 X O X", " 2 . . .", " 3 O . ."]


# --- the task --------------------------------------------------------------------------------------------


def test_a_puzzle_is_introduced_with_its_board_its_task_and_its_meaning(puzzles: PuzzleTalk) -> None:
    assert puzzles("", 3) == [
        "Puzzle 3, easy, rated 918. 4×3 squares, three in a row wins. Type help for commands.",
        "   a b c d",
        " 1 . X O X",
        " 2 . . O .",
        " 3 . . X .",
        "O to move: find the win in 2 moves. Only one move wins. That is proved for every move, whatever the "
        "other side plays.",
    ]
    daily = puzzles.collection.daily(TODAY)
    assert puzzles("", daily.number)[0].startswith(f"Today's puzzle, number {daily.number}, ")


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (
            "2: 3x3, 3 in a row, hold for 2, rated 835: c2 b3 a3",
            "O to move: hold the draw for 2 moves. "
            "Only one move holds the draw; every move that does not is proved to lose.",
        ),
        (
            "2: 11x11, 5 in a row, stop, rated 1384: f7 f4 d5 e7 e6 g8 e4 g5 g6",
            "O to move: stop the threat with one move. Only one move leaves the other side no win within "
            "5 moves; every other move is proved to lose by force.",
        ),
        (
            "2: 15x15, 5 in a row, win in 5, rated 1907: g7 i6 f7 h6 g6 i7 g5 g4 h5 i4 g8 g9",
            "X to move: find the win in 5 moves. "
            "Only one move wins in time; every other move is proved not to, whatever you play next.",
        ),
    ],
)
def test_each_goal_has_its_sentence(puzzles: PuzzleTalk, text: str, task: str) -> None:
    puzzles.collection = Collection(from_text(text))
    assert puzzles("", 2)[-1] == task
    puzzles.collection = Collection(from_text("2: 4x3, 3 in a row, win in 3, rated 700:"))
    assert puzzles.sentences("moves\n", 2) == ["No moves yet."]


# --- moves -----------------------------------------------------------------------------------------------


LOSES = "a2 loses by force: O plays b3, then X b2, O c3, and O has three in a row."
RIGHT = "c3 is right. O plays b2. X to move: find the win in 1 move."
SHORT: dict[str, tuple[int, str, list[str]]] = {
    "an empty line says the task": (1, "\na2\n\n", [
        WIN_TASK, LOSES, ANOTHER, f"Wrong move: try another square. {WIN_TASK}",
    ]),
    "an empty line goes on when the puzzle is over": (1, "show\n\n", [
        f"End of the solution. {OVER}", "Puzzle 2, easy, rated 835. …",
        "O to move: hold the draw for 2 moves. …",
    ]),
    "solved": (1, "C3\n  c2 \n", [RIGHT, f"c2 wins: solved. Rating after 4 more puzzles. {OVER}"]),
    "does not win": (4, "c1\na2\n", [
        "c1 does not win: O plays c4, and no line is possible any more.", ANOTHER,
        "a2 does not win: no line is possible any more.", ANOTHER,
    ]),
    "a threat is not stopped, then it is": (5, "a1\ng4\n", [
        "a1 loses by force: X plays …, then O …, and X has five in a row.", ANOTHER,
        "g4 leaves X no win within 5 moves: solved. …",
    ]),
    "no right move is lost by wrong ones, which are tried from before the last one": (
        1, "a2\nc1\nc2\nc3\nb3\nc2\n", [
            LOSES, ANOTHER, "Taken back.", "c1 is taken.", "c2 does not win: O plays c3.", ANOTHER,
            RIGHT, "b3 does not win: …", ANOTHER, "c2 wins: solved. It took 3 wrong moves. …",
        ],
    ),
    "a win that takes longer is no mistake": (3, "b2\na1\nd2\n", [
        "b2 is right. X plays a2. O to move: find the win in 1 move.",
        "a1 also wins, but takes 2 moves. O to move: find the win in 1 move.", "d2 wins: solved. Rating …",
    ]),
    "a draw is held": (2, "b2\na1\n", [
        "b2 is right. X plays b1. O to move: hold the draw for 1 move.", "a1 holds the draw: solved. …",
    ]),
    "the help used is told in the end": (1, "hint\na2\nagain\nshow\nagain\nc3\nc2\n", [
        "… solved. It took 1 wrong move, 1 hint and a look at the solution. …",
    ]),
    "the solution without a line": (2, "show\n", [
        "The solution: O b2, X b1, O a1.", f"End of the solution. {OVER}",
    ]),
    "the rest of the solution, after which nothing is tried": (1, "c3\nb3\nshow\na2\nhint\nshow\n", [
        "The solution: X c2, and X has three in a row.", f"End of the solution. {OVER}",
        *[f"The puzzle is over: {OVER[0].lower()}{OVER[1:]}"] * 3,
    ]),
    "again takes back a wrong move, then restarts": (1, "c3\nb3\nagain\nagain\nagain\nc3\nc2\nagain\nc3\n", [
        "Taken back. X to move: find the win in 1 move.", "Restarted.", WIN_TASK,
        "Nothing to take back: this is the start.", RIGHT, "c2 wins: solved. …", "Restarted.", WIN_TASK,
        RIGHT,
    ]),
}  # fmt: skip
"""The puzzle, what is typed, and the end of what is answered; `…` stands for anything."""


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("what", SHORT)
def test_a_short_talk(what: str, puzzles: PuzzleTalk) -> None:
    number, script, end = SHORT[what]
    said = puzzles.sentences(script, number)[-len(end) :]
    patterns = [".*".join(map(re.escape, line.split("…"))) for line in end]
    assert all(map(re.fullmatch, patterns, said)), said


def test_the_streak_is_told_with_the_daily_puzzle(puzzles: PuzzleTalk) -> None:
    puzzles.today = datetime.now().astimezone().date()  # only what began on its day counts
    puzzles.collection = Collection([WIN])
    assert re.search(r"solved\. Streak 1 day, rating after 4 more puzzles\.", puzzles.answers("c3\nc2\n")[-1])


def test_a_refutation_is_on_the_board_until_it_is_taken_back(puzzles: PuzzleTalk) -> None:
    assert puzzles.answers("a2\nhint\nHINT\nboard\n")[1:] == [
        "   a b c",
        " 1 X O X",
        " 2 X X .",
        " 3 O O O",
        ANOTHER,
        "Taken back. Hint: The right move threatens a line.",
        "Hint: Look along your diagonal a1 to c3.",
        *WIN_BOARD,
    ]


def test_the_rest_of_the_solution_is_on_the_board(puzzles: PuzzleTalk) -> None:
    assert puzzles.answers("show\n") == [
        "The solution: X c3, O b2, X c2, and X has three in a row.",
        *["   a b c", " 1 X O X", " 2 . O X", " 3 O . X"],
        f"End of the solution. {OVER}",
    ]
    assert puzzles.answers("c3\nagain\n")[1:] == ["Restarted.", *WIN_BOARD, WIN_TASK]


# --- the next puzzle -------------------------------------------------------------------------------------


def titles(lines: list[str]) -> list[str]:
    return [line.partition(". ")[0] for line in lines if " rated " in line]


def test_next_brings_a_puzzle_of_the_same_difficulty(puzzles: PuzzleTalk) -> None:
    found = titles(puzzles("next\nnext\nnext\nnext\n"))
    assert len(found) == 5
    answered = "\n".join(puzzles("next\nnext\nnext\nnext\n"))
    assert answered.count("Only one move wins.") == answered.count("Only one move holds") == 1
    assert all(", easy, " in title for title in found)
    assert len(set(found[:4])) == 4, "those that were not assigned come first"
    puzzles.collection = Collection([WIN])
    assert puzzles("board always\nnext\nc3\n")[-3:] == [" 1 X O X", " 2 . O .", " 3 O . X"]


def test_next_goes_through_the_puzzles_of_a_file(puzzles: PuzzleTalk, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(puzzles_text([WIN, STOP]), encoding="utf-8")
    answered = puzzles("next\nnext\n", file=file)
    assert [title.split(",")[0] for title in titles(answered)] == [f"Puzzle {n} of 2" for n in (1, 2, 1)]
    assert "Only one move" not in "\n".join(answered), "nothing is proved before it is tried"
    file.write_text(puzzles_text([WIN]), encoding="utf-8")
    assert "No more puzzles here" in "\n".join(puzzles("next\n", file=file))


def test_other_kinds_are_chosen_by_name_if_there_are_any(puzzles: PuzzleTalk) -> None:
    found = titles(puzzles("medium\nhard\neasy\ntoday\n"))
    assert [title.split(", ")[-2] for title in found[:4]] == ["easy", "medium", "hard", "easy"]
    assert found[4].startswith(f"Today's puzzle, number {puzzles.collection.daily(TODAY).number}, ")
    puzzles.collection = Collection([WIN, STOP])
    assert puzzles.sentences("hard\nmine\n") == ["No hard puzzles; try easy and medium.", NONE_DUE]


def test_own_mistakes_follow_own_mistakes(stored_puzzles: PuzzleTalk) -> None:
    talk = stored_puzzles
    talk.today = datetime.now().astimezone().date()  # what began later than today is not believed
    session = talk.new_session()
    session.puzzles.add_own([OWN, LATE], None)
    assert titles(talk("mine\n", session=session))[-1] == "One of your mistakes, easy, rated 850"
    lines = talk("show\nnext\nb2\nd2\nnext\n", None)
    assert titles(lines) == [
        "One of your mistakes, easy, rated 850",
        "One of your mistakes, easy, rated 918",
        "One of your mistakes, easy, rated 850",
    ], "what failed comes back when nothing else is due"
    assert sum("At least one move " in line for line in lines) == 2
    assert not any("Only one move" in line for line in lines)
    assert talk("c3\nnext\n", None)[-1].endswith(NONE_DUE)


def test_the_result_is_printed_to_share_once_the_puzzle_is_over(puzzles: PuzzleTalk) -> None:
    assert "Results can be shared once the puzzle is solved." in puzzles("share\n", 1)
    assert puzzles("a2\nhint\nc3\nc2\nshare\n", 1)[-3:] == [
        "ttt-tui puzzle 1 · solved in 2 tries, 1 hint", "□?■■", "3×3 · find the win in 2 moves"
    ]  # fmt: skip


# --- what is stored --------------------------------------------------------------------------------------


def test_every_attempt_is_stored_as_it_goes_on(stored_puzzles: PuzzleTalk) -> None:
    talk = stored_puzzles
    assert talk.sentences("stats\n") == ["Streak 0 days, best 0. Solved 0 of 0. Rating after 5 more puzzles."]
    talk("a2\nhint\nc3\nc2\n")
    talk("show\n", 2)
    talk("", 3)
    progress = talk.new_session().puzzles.progress()
    assert (progress.solved, progress.tried) == (1, 2)
    talk("a1\n", 3)
    assert talk.new_session().puzzles.progress().tried == 3, "it was not finished"
    assert re.fullmatch(
        r"Streak 0 days, best 0\. Solved 1 of 3\. Rating after 2 more puzzles\.",
        talk.sentences("stats\n")[-1],
    )


@pytest.mark.slow
def test_the_program_stores_attempts(tmp_path: Path) -> None:
    status, out = run("hint\nstats\nquit\nboard\n", "puzzle", "--id", "5", "--plain", home=tmp_path)
    assert status == 0
    assert "Hint: " in out
    assert "Solved 0 of 1. Rating " in out.splitlines()[-1]
    status, out = run("stats\n", "puzzle", "--difficulty", "hard", home=tmp_path, TERM="dumb")
    assert status == 0
    assert " of 1. " in out.splitlines()[-1]


# --- the prover and signals ------------------------------------------------------------------------------


def let_the_first_proof(monkeypatch: pytest.MonkeyPatch, do: Callable[[Stop], None]) -> None:
    """Let this be done when the first move is judged."""

    class Prover(ExactProver):
        first = True

        def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
            was_first, self.first = self.first, False
            if was_first:
                do(stop)
            return super().judge(task, square, stop)

    def prover_of(geometry: Geometry) -> ExactProver:
        return Prover()

    monkeypatch.setattr(plain_puzzle, "prover_of", prover_of)


@pytest.mark.parametrize(
    ("error", "why"),
    [(OutOfTime(), "the proof took too long"), (ZeroDivisionError("oh"), "ZeroDivisionError('oh')")],
)
def test_a_prover_that_fails_costs_nothing(
    puzzles: PuzzleTalk, monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def fail(stop: Stop) -> None:
        raise error

    let_the_first_proof(monkeypatch, fail)
    lines = puzzles.sentences("a2\nc3\n")
    assert lines[0] == f"No answer: {why}."
    assert lines[1].startswith("c3 is right")


@pytest.mark.parametrize(("number", "gives_up"), [(signal.SIGINT, True), (signal.SIGTERM, False)])
def test_a_signal_ends_a_proof(
    puzzles: PuzzleTalk, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, gives_up: bool
) -> None:
    def wait(stop: Stop) -> None:
        os.kill(os.getpid(), number)
        while not stop.is_set():
            pass
        if gives_up:
            raise OutOfTime

    let_the_first_proof(monkeypatch, wait)
    with Signals().installed() as puzzles.signals, pytest.raises(EndedBySignal) as ended:
        puzzles("a2\nboard\n")
    assert ended.value.status == 128 + number
    assert puzzles.session.puzzles.progress().tried == 0
