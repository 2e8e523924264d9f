"""Puzzles in plain mode: every command and refusal, what is told of a move, and what is kept."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from random import Random

import pytest

from tests.support.stores import patient
from ttt_tui.computer import Stop
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Square
from ttt_tui.errors import EndedBySignal, OutOfTime
from ttt_tui.plain import puzzle as plain_puzzle
from ttt_tui.plain.puzzle import PlainPuzzle
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.puzzles.collection import Collection
from ttt_tui.puzzles.prover import ExactProver
from ttt_tui.puzzles.puzzle import ProvedMove, Task
from ttt_tui.puzzles.text import from_text
from ttt_tui.session.puzzle_service import AssignedPuzzle, PuzzleService
from ttt_tui.session.session import Session
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.settings import Settings

TODAY = date(2026, 11, 20)
WIN, HOLD, LATE, DEAD, STOP, HARD = from_text("""
1: 3x3, 3 in a row, win in 2, rated 819: c1 a3 a1 b1
2: 3x3, 3 in a row, hold for 2, rated 835: c2 b3 a3
3: 4x3, 3 in a row, win in 2, rated 918: d1 c1 b1 c2 c3
4: 4x4, 4 in a row, win in 2, rated 800: b3 d1 b1 d2 c3 b2 c2 d3 d4 a1 a4 a3
5: 11x11, 5 in a row, stop, rated 1384: f7 f4 d5 e7 e6 g8 e4 g5 g6 f6 d8 f5 f3 g2 h5 i4 e3 h4 i3
6: 5x3, 3 in a row, win in 3, rated 1750: e2 e3 b2
""")
ALL = (WIN, HOLD, LATE, DEAD, STOP, HARD)
[OWN] = from_text("4x3, 3 in a row, hold for 1, rated 850: d3 c2 b2")

OVER = "Type next for another puzzle, again to restart this one."
ANOTHER = "Try another square, or type hint for help, show for the solution."
NONE_DUE = "You have no mistakes to review; game reviews add them. Try today, easy, medium or hard."
WIN_TASK = "X to move: find the win in 2 moves."


class Talk:
    """Dialogues about puzzles, all with one store, on one day."""

    def __init__(self, keeper: StoreThread | None) -> None:
        self._keeper = keeper
        self.settings = Settings()
        self.collection = Collection(ALL)
        self.today = TODAY
        self.signals = Signals()
        self.session = self.new_session()

    def new_session(self) -> Session:
        session = Session(1, self._keeper, self.settings)
        session.puzzles = PuzzleService(self._keeper, lambda: self.today, self.collection, Random(1))
        return session

    def __call__(
        self,
        script: str | bytes,
        number: int | None = 1,
        *,
        ascii: bool = False,
        prompts: bool = False,
        session: Session | None = None,
    ) -> list[str]:
        """Say a script, each line of it one line, about a puzzle; return the lines that were answered.

        Without a number it is an own puzzle.
        """
        self.session = session or self.new_session()
        desk = self.session.puzzles
        handed = desk.mine() if number is None else desk.by_number(number)
        assert handed is not None
        out = io.StringIO()
        reader, writer = os.pipe()
        os.write(writer, script.encode() if isinstance(script, str) else script)
        os.close(writer)
        try:
            writer = SentenceWriter(out, ascii, prompts)
            PlainPuzzle(self.session, handed, LineReader(reader), writer, self.signals).play()
        finally:
            os.close(reader)
        return out.getvalue().splitlines()

    def answers(self, script: str, number: int = 1) -> list[str]:
        """Return the lines that were answered after the puzzle was introduced."""
        return self(script, number)[len(self("", number)) :]

    def said(self, script: str, number: int = 1) -> list[str]:
        """Return them without the boards."""
        return [line for line in self.answers(script, number) if not is_board(line)]


def is_board(line: str) -> bool:
    return re.fullmatch(r" *\d* [a-o. XO]+", line) is not None


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    keeper = patient(tmp_path / "history.db")
    yield Talk(keeper)
    keeper.close()


@pytest.fixture
def nobody() -> Talk:
    """Talks where nothing is kept."""
    return Talk(None)


# --- what is told of a puzzle ----------------------------------------------------------------------------


def test_a_puzzle_is_introduced_with_its_board_its_task_and_what_is_proved(nobody: Talk) -> None:
    assert nobody("", 3) == [
        "Puzzle 3, easy, rated 918. 4×3 squares, three in a row wins. Type help for commands.",
        "   a b c d",
        " 1 . X O X",
        " 2 . . O .",
        " 3 . . X .",
        "O to move: find the win in 2 moves. Only one move wins. That is proved for every move, whatever the "
        "other side plays.",
    ]


@pytest.mark.parametrize(
    ("number", "task", "meaning"),
    [
        (
            2,
            "O to move: hold the draw for 2 moves.",
            "Only one move holds the draw; every move that does not is proved to lose.",
        ),
        (
            5,
            "O to move: stop the threat with one move.",
            "Only one move leaves the other side no win within 5 moves; "
            "every other move is proved to lose by force.",
        ),
    ],
)
def test_each_goal_has_its_sentence(nobody: Talk, number: int, task: str, meaning: str) -> None:
    assert nobody("", number)[-1] == f"{task} {meaning}"


def test_a_large_win_says_what_it_is_by(nobody: Talk) -> None:
    nobody.collection = Collection(
        from_text("9: 15x15, 5 in a row, win in 5, rated 1907: g7 i6 f7 h6 g6 i7 g5 g4 h5 i4 g8 g9")
    )
    assert nobody("", 9)[-1].endswith(
        "Only one move wins in time; every other move is proved not to, whatever you play next."
    )


def test_what_is_meant_is_said_once(nobody: Talk) -> None:
    said = "\n".join(nobody("next\nnext\nnext\nnext\n"))
    assert said.count("Only one move wins.") == 1
    assert said.count("Only one move holds") == 1


def test_a_puzzle_of_the_day_says_so(nobody: Talk) -> None:
    daily = nobody.collection.daily(TODAY)
    assert nobody("", daily.number)[0].startswith(f"Today's puzzle, number {daily.number}, ")


def test_nothing_beyond_ascii_is_written_if_that_is_wished_for(nobody: Talk) -> None:
    said = nobody("c3\nc2\nstats\nhelp\n", ascii=True)
    assert "\n".join(said).isascii()
    assert said[0].startswith("Puzzle 1, easy, rated 819. 3x3 squares, ")
    assert any(re.search(r"Rating \d+ \+- \d+\.", line) for line in said)


# --- moves -----------------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_and_the_replies_are_told(nobody: Talk) -> None:
    first, last = nobody.answers("C3\n  c2 \n")
    assert first == "c3 is right. O plays b2. X to move: find the win in 1 move."
    assert re.fullmatch(rf"c2 wins: solved\. Rating \d+ ± \d+\. {OVER}", last)


def test_the_streak_is_told_with_the_puzzle_of_the_day(nobody: Talk) -> None:
    nobody.today = datetime.now().astimezone().date()  # only what began on its day counts
    nobody.collection = Collection([WIN])
    assert re.search(r"solved\. Streak 1 day, rating \d+ ± \d+\.", nobody.answers("c3\nc2\n")[-1])


def test_a_digit_names_a_square_as_the_settings_say(nobody: Talk) -> None:
    assert nobody.said("9\n")[0].startswith("c3 is right")
    nobody.settings = Settings(numpad=True)
    assert nobody.said("3\n")[0].startswith("c3 is right")


def test_a_wrong_move_is_told_with_the_line_that_beats_it_and_the_board(nobody: Talk) -> None:
    assert nobody.answers("a2\n") == [
        "a2 loses by force: O plays b3, then X b2, O c3, and O has three in a row.",
        "   a b c",
        " 1 X O X",
        " 2 X X .",
        " 3 O O O",
        ANOTHER,
    ]


def test_a_wrong_move_that_loses_only_the_goal_says_so(nobody: Talk) -> None:
    assert nobody.said("c2\n") == ["c2 does not win: O plays c3.", ANOTHER]


def test_a_line_after_which_nobody_can_complete_one_says_so(nobody: Talk) -> None:
    assert nobody.said("c1\n", 4) == [
        "c1 does not win: O plays c4, and no line is possible any more.",
        ANOTHER,
    ]
    assert nobody.said("a2\n", 4)[0] == "a2 does not win: no line is possible any more."


def test_the_next_square_is_tried_from_before_the_wrong_move(nobody: Talk) -> None:
    said = nobody.said("a2\nc2\nc3\nc2\n")
    assert said[2] == "c2 does not win: O plays c3."
    assert said[4] == "c3 is right. O plays b2. X to move: find the win in 1 move."
    assert "c2 wins: solved. It took 2 wrong moves." in said[5]


def test_a_wrong_move_in_the_middle_costs_no_right_one(nobody: Talk) -> None:
    said = nobody.said("c3\nb3\nc2\n")
    assert said[1].startswith("b3 ")
    assert said[3].startswith("c2 wins: solved. It took 1 wrong move.")


def test_a_win_that_takes_longer_is_no_mistake(nobody: Talk) -> None:
    said = nobody.said("b2\na1\nd2\n", 3)
    assert said[0] == "b2 is right. X plays a2. O to move: find the win in 1 move."
    assert said[1] == "a1 also wins, but takes 2 moves. O to move: find the win in 1 move."
    assert said[2].startswith("d2 wins: solved. ")
    assert "It took" not in said[2]


def test_a_draw_is_held_and_a_threat_stopped(nobody: Talk) -> None:
    first, second = nobody.said("b2\na1\n", 2)
    assert first == "b2 is right. X plays b1. O to move: hold the draw for 1 move."
    assert second.startswith("a1 holds the draw: solved. ")
    [stopped] = nobody.said("g4\n", 5)
    assert stopped.startswith("g4 leaves X no win within 5 moves: solved. ")
    wrong = nobody.said("a1\n", 5)
    assert re.fullmatch(
        r"a1 loses by force: X plays \w+, then O \w+, .*, and X has five in a row\.", wrong[0]
    )


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("c1", "c1 is taken."),
        ("d4", "d4 is not on a 3×3 board; type help for commands."),
        ("hnt", "Unknown command 'hnt'; try hint."),
        ("z", "Type a square like c3 or 9; type help for commands."),
        ("row 4", "Type row and a number from 1 to 3."),
        ("where z", "Type where and one of X and O."),
        ("again", "Nothing to take back: this is the start."),
        ("mine", NONE_DUE),
        ("x" * 2000, "Line too long (at most 1000 characters)."),
    ],
)
def test_what_cannot_be_is_refused_with_what_would_be_right(nobody: Talk, line: str, refusal: str) -> None:
    assert nobody.answers(f"{line}\nboard\n") == [refusal, "   a b c", " 1 X O X", " 2 . . .", " 3 O . ."]


def test_a_refusal_rings_where_that_is_wished_for(nobody: Talk) -> None:
    nobody.settings = Settings(bell=True)
    assert "\a" in "\n".join(nobody("z\n", prompts=True))
    nobody.settings = Settings(bell=False)
    assert "\a" not in "\n".join(nobody("z\n", prompts=True))


# --- help ------------------------------------------------------------------------------------------------


def test_each_hint_says_more(nobody: Talk) -> None:
    assert nobody.said("hint\nHINT\nhint\nhint\n") == [
        "Hint: The right move threatens a line.",
        "Hint: Look along your diagonal a1 to c3.",
        "Hint: The move is c3.",
        "Hint: The move is c3; there are no more hints.",
    ]


def test_a_hint_after_a_wrong_move_takes_it_back(nobody: Talk) -> None:
    said = nobody.answers("a2\nhint\nboard\n")
    assert said[6] == "Taken back. Hint: The right move threatens a line."
    assert said[7:] == ["   a b c", " 1 X O X", " 2 . . .", " 3 O . ."]


def test_what_it_took_is_told_in_the_end(nobody: Talk) -> None:
    said = nobody.said("hint\na2\nagain\nshow\nagain\nc3\nc2\n")
    assert "It took 1 wrong move, 1 hint and a look at the solution." in said[-1]


def test_the_solution_is_told_move_by_move(nobody: Talk) -> None:
    assert nobody.answers("show\n") == [
        "The solution: X c3, O b2, X c2, and X has three in a row.",
        "   a b c",
        " 1 X O X",
        " 2 . O X",
        " 3 O . X",
        f"End of the solution. {OVER}",
    ]
    assert nobody.said("show\n", 2)[0] == "The solution: O b2, X b1, O a1."


def test_the_rest_of_the_solution_is_told_after_a_wrong_move_too(nobody: Talk) -> None:
    said = nobody.said("c3\nb3\nshow\n")
    assert said[3] == "The solution: X c2, and X has three in a row."


@pytest.mark.parametrize("line", ["a2", "hint", "show"])
def test_nothing_is_tried_when_it_is_over(nobody: Talk, line: str) -> None:
    said = nobody.said(f"show\n{line}\n")
    assert said[-1] == "The puzzle is over: type next for another puzzle, again to restart this one."


def test_again_takes_back_what_missed_then_begins_anew(nobody: Talk) -> None:
    said = nobody.answers("c3\nb3\nagain\nagain\nagain\n")
    board = ["   a b c", " 1 X O X", " 2 . . .", " 3 O . ."]
    assert said[-8:] == [
        "Taken back. X to move: find the win in 1 move.",
        "Restarted.",
        *board,
        WIN_TASK,
        "Nothing to take back: this is the start.",
    ]


def test_again_begins_anew_when_it_is_over(nobody: Talk) -> None:
    said = nobody.said("c3\nc2\nagain\nc3\n")
    assert said[2:4] == ["Restarted.", WIN_TASK]
    assert said[4].startswith("c3 is right")


def test_enter_says_what_is_to_be_done_and_goes_on_when_it_is_over(nobody: Talk) -> None:
    said = nobody.said("\na2\n\n")
    assert (said[0], said[-1]) == (WIN_TASK, f"Wrong move: try another square. {WIN_TASK}")
    [*_, over, title, task] = nobody.said("show\n\n")
    assert over.endswith(OVER)
    assert "Puzzle " in title or "puzzle, number" in title
    assert "to move: " in task


def test_what_is_on_the_board_is_told_without_one(nobody: Talk) -> None:
    assert nobody.said("row 1\nwhere o\nmoves\n") == [
        "Row 1: X on a1, O on b1 and X on c1; none empty.",
        "O is on b1 and a3.",
        "Moves: X c1, O a3, X a1, O b1.",
    ]


def test_the_board_is_printed_always_or_on_request_also_of_the_next_puzzle(nobody: Talk) -> None:
    boards = [
        "".join(nobody.answers(script)).count("a b c")
        for script in (
            "board always\nc3\n",
            "board always\nboard off\nc3\n",
            "board always\na2\nagain\n",
            "board always\nshow\nnext\nnext\n",
        )
    ]
    assert boards[:3] == [2, 1, 3]
    assert "The board is printed only on request." in nobody.answers("board off\n")


def test_an_empty_board_has_no_moves(nobody: Talk) -> None:
    nobody.collection = Collection(from_text("1: 4x3, 3 in a row, win in 3, rated 700:"))
    assert nobody.said("moves\n") == ["No moves yet."]


# --- other puzzles ---------------------------------------------------------------------------------------


def titles(said: list[str]) -> list[str]:
    return [line.partition(". ")[0] for line in said if " rated " in line]


def test_next_brings_one_as_difficult(nobody: Talk) -> None:
    found = titles(nobody("next\nnext\nnext\nnext\n"))
    assert len(found) == 5
    assert all(", easy, " in title for title in found)
    assert len(set(found[:4])) == 4, "those that were not seen come first"


def test_other_kinds_are_asked_for_by_name(nobody: Talk) -> None:
    found = titles(nobody("medium\nhard\neasy\ntoday\n"))
    assert [title.split(", ")[-2] for title in found[:4]] == ["easy", "medium", "hard", "easy"]
    assert found[4].startswith(f"Today's puzzle, number {nobody.collection.daily(TODAY).number}, ")


def test_a_difficulty_that_is_missing_is_refused(nobody: Talk) -> None:
    nobody.collection = Collection([WIN, STOP])
    assert nobody.said("hard\n") == ["No hard puzzles; try easy and medium."]


def test_own_puzzles_follow_own_puzzles(talk: Talk) -> None:
    talk.today = datetime.now().astimezone().date()  # what began later than today is not believed
    talk.session.puzzles.add_own([OWN, LATE], None)
    said = talk("show\nnext\nb2\nd2\nnext\n", None)
    assert titles(said) == [
        "One of your mistakes, easy, rated 850",
        "One of your mistakes, easy, rated 918",
        "One of your mistakes, easy, rated 850",
    ], "what failed comes back when nothing else is due"
    assert sum("At least one move " in line for line in said) == 2
    assert not any("Only one move" in line for line in said)
    assert talk("c3\nnext\n", None)[-1].endswith(NONE_DUE)


def test_mine_brings_an_own_puzzle_that_is_due(talk: Talk) -> None:
    session = talk.new_session()
    session.puzzles.add_own([OWN], None)
    assert titles(talk("mine\n", session=session))[-1] == "One of your mistakes, easy, rated 850"


# --- what is kept ----------------------------------------------------------------------------------------


def test_every_attempt_is_kept_as_it_goes_on(talk: Talk) -> None:
    talk("a2\nhint\nc3\nc2\n")
    talk("show\n", 2)
    talk("", 3)
    progress = talk.new_session().puzzles.progress()
    assert (progress.solved, progress.tried) == (1, 2)
    talk("a1\n", 3)
    assert talk.new_session().puzzles.progress().tried == 3, "it was not finished"


def test_stats_tell_the_streak_what_was_solved_and_the_rating(talk: Talk) -> None:
    assert talk.said("stats\n") == ["Streak 0 days, best 0. Solved 0 of 0. No rating yet."]
    said = talk.said("show\nnext\nstats\n")
    assert re.fullmatch(r"Streak 0 days, best 0\. Solved 0 of 1\. Rating \d+ ± \d+\.", said[-1])


def test_trouble_with_the_store_is_told(nobody: Talk) -> None:
    session = nobody.new_session()
    session.troubles.append("The history cannot be kept")
    assert "The history cannot be kept." in nobody("board\n", session=session)


# --- the prover and signals ------------------------------------------------------------------------------


class Failing(ExactProver):
    """Answers the first question otherwise."""

    def __init__(self, first: Callable[[Stop], None]) -> None:
        super().__init__()
        self.first: Callable[[Stop], None] | None = first

    def judge(self, task: Task, square: Square, stop: Stop = NEVER) -> ProvedMove:
        first, self.first = self.first, None
        if first is not None:
            first(stop)
        return super().judge(task, square, stop)


def failing(monkeypatch: pytest.MonkeyPatch, first: Callable[[Stop], None]) -> None:
    def prover_of(geometry: Geometry) -> ExactProver:
        return Failing(first)

    monkeypatch.setattr(plain_puzzle, "prover_of", prover_of)


@pytest.mark.parametrize(
    ("error", "why"),
    [(OutOfTime(), "the proof took too long"), (ZeroDivisionError("oh"), "ZeroDivisionError('oh')")],
)
def test_a_prover_that_fails_costs_nothing(
    nobody: Talk, monkeypatch: pytest.MonkeyPatch, error: Exception, why: str
) -> None:
    def fail(stop: Stop) -> None:
        raise error

    failing(monkeypatch, fail)
    said = nobody.said("a2\nc3\n")
    assert said[0] == f"No answer: {why}."
    assert said[1].startswith("c3 is right")


@pytest.mark.parametrize("gives_up", [True, False])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_proof(
    nobody: Talk, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, gives_up: bool
) -> None:
    def wait_for_it(stop: Stop) -> None:
        os.kill(os.getpid(), number)
        while not stop.is_set():
            pass
        if gives_up:
            raise OutOfTime

    failing(monkeypatch, wait_for_it)
    with Signals().heard() as nobody.signals, pytest.raises(EndedBySignal) as ended:
        nobody("a2\nboard\n")
    assert ended.value.status == 128 + number
    assert nobody.session.puzzles.progress().tried == 0


def test_a_prompt_that_is_not_answered_ends_its_line(nobody: Talk) -> None:
    reader, writer = os.pipe()
    out = io.StringIO()
    with Signals().heard() as signals:
        sentences = SentenceWriter(out, prompts=True)
        dialogue = PlainPuzzle(nobody.session, AssignedPuzzle(WIN), LineReader(reader), sentences, signals)
        previous = signal.signal(signal.SIGALRM, lambda number, frame: os.kill(os.getpid(), signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            with pytest.raises(EndedBySignal):
                dialogue.play()
        finally:
            signal.signal(signal.SIGALRM, previous)
            os.close(reader)
            os.close(writer)
    assert out.getvalue().endswith("> \n")


# --- the program -----------------------------------------------------------------------------------------


def run(home: Path, *words: str, script: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ttt_tui", *words],
        input=script,
        env={**os.environ, "TTT_TUI_HOME": str(home), "PYTHONUTF8": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_program_lets_puzzles_be_tried_and_keeps_it(tmp_path: Path) -> None:
    done = run(tmp_path, "--ascii", "puzzle", "--id", "5", "--plain", script="hint\nstats\nquit\nboard\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "Hint: " in done.stdout
    assert "Solved 0 of 1. Rating " in done.stdout.splitlines()[-1]
    again = run(tmp_path, "puzzle", "--difficulty", "hard", script="stats\n", TERM="dumb")
    assert (again.returncode, again.stderr) == (0, "")
    assert " of 1. " in again.stdout.splitlines()[-1]


def test_nobody_who_reads_is_no_crash(tmp_path: Path) -> None:
    command = f"{sys.executable} -m ttt_tui puzzle --id 5 --plain | head -c 1"
    script = "board\n" * 20_000
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        input=script,
        env={**os.environ, "TTT_TUI_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("P", "")


def test_puzzles_in_plain_text_import_no_textual(tmp_path: Path) -> None:
    program = "import sys; from ttt_tui.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, "puzzle", "--id", "5", "--plain"],
        input="b2\nhint\nshow\nstats\n",
        env={**os.environ, "TTT_TUI_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stderr.split()
    assert "ttt_tui.plain.puzzle" in loaded
    assert not [name for name in loaded if name.startswith(("textual", "ttt_tui.app.app"))]
