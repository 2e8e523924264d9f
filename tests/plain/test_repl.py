"""The loop of plain mode: the commands that matches and puzzles share, refusals, prompts and the process."""

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.plain.talks import WIN, MatchTalk, PuzzleTalk, start, two_humans, wide
from ttt_tui.engine import Player
from ttt_tui.errors import EndedBySignal
from ttt_tui.plain import match, puzzle
from ttt_tui.plain.puzzle import PlainPuzzle
from ttt_tui.plain.repl import Repl
from ttt_tui.plain.sentences import MATCH_HELP, ULTIMATE_HELP, SentenceWriter
from ttt_tui.process.line_reader import LONGEST_LINE, LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.puzzle_service import AssignedPuzzle
from ttt_tui.session.session import Session
from ttt_tui.store.settings import Bell

Answers = Callable[..., list[str]]


@pytest.fixture(params=["match", "puzzle"])
def answers(request: pytest.FixtureRequest, talk: MatchTalk, puzzles: PuzzleTalk) -> Answers:
    """Answer a script from a position of 3×3 with X on a1 and c1, and O on b1 and a3."""

    def in_match(script: str, prompts: bool = False) -> list[str]:
        return talk.answers(f"c1\na3\na1\nb1\n{script}", prompts=prompts)[4:]

    return in_match if request.param == "match" else puzzles.answers


BOARD = ["   a b c", " 1 X O X", " 2 . . .", " 3 O . ."]


def test_the_board_is_described_without_and_with_a_picture(answers: Answers) -> None:
    script = "board\nrow 1\nROW  2\nrow 3\nwhere X\nwhere o\nmoves\n"
    assert answers(script) == [
        *BOARD,
        "Row 1: X on a1, O on b1 and X on c1; none empty.",
        "Row 2 is empty.",
        "Row 3: O on a3; 2 empty.",
        "X is on a1 and c1.",
        "O is on b1 and a3.",
        "Moves: X c1, O a3, X a1, O b1.",
    ]


REFUSED = [
    ("a1", "a1 is taken."),
    ("1", "a1 is taken."),
    ("٣", "c1 is taken."),
    ("ｃ１", "c1 is taken."),
    ("d4", "d4 is not on a 3×3 board; type help for commands."),
    ("10", "No square 10 on a 3×3 board; choose from 1 to 9; type help for commands."),
    ("hnt", "Unknown command 'hnt'; try hint."),
    ("hint it", "Unknown command 'hint it'; try hint."),
    *((line, "Type a square like c3 or 9; type help for commands.") for line in (
        "0", "z", "b 2", "?!", "board never", "\x1b[2J\x07\x00",
    )),
    *((line, "Type row and a number from 1 to 3.") for line in (
        "row", "row 0", "row 4", "row " + "9" * 900,
    )),
    *((line, "Type where and one of X and O.") for line in ("where", "where Z")),
    *(("x" * length, f"Line too long (at most {LONGEST_LINE} characters).") for length in (
        LONGEST_LINE + 1, 50_000,
    )),
]  # fmt: skip


def test_an_impossible_line_gets_its_reason_and_changes_nothing(answers: Answers) -> None:
    script = "".join(f"{line}\n" for line, _ in REFUSED)
    assert answers(f"{script}board\n") == [*(reason for _, reason in REFUSED), *BOARD]


def test_bytes_that_are_no_text_are_refused_and_a_refusal_rings_if_the_settings_say_so(
    talk: MatchTalk, puzzles: PuzzleTalk
) -> None:
    refusal = "Type a square like c3 or 9; type help for commands."
    assert refusal in talk(b"\xff\xfe\x80\n", two_humans())
    assert refusal in puzzles(b"\xff\xfe\x80\n")
    for bell in Bell:
        talk.settings = puzzles.settings = replace(talk.settings, bell=bell)
        assert ("\a" in talk("z\n", prompts=True)) == (bell is not Bell.OFF)
        assert ("\a" in "".join(puzzles("z\n", prompts=True))) == (bell is not Bell.OFF)
        assert "\a" not in talk("z\n")


def test_the_board_is_printed_after_every_change_if_asked_for(answers: Answers) -> None:
    lines = answers("board always\nc3\nboard off\nmoves\n")
    assert sum(line == BOARD[0] for line in lines) == 2
    assert lines[-2] == "The board is printed only on request."


def test_a_digit_names_a_square_as_the_settings_say(talk: MatchTalk, puzzles: PuzzleTalk) -> None:
    assert "X plays c3." in talk("9\n", two_humans())
    assert puzzles.sentences("9\n")[0].startswith("c3 is right")
    talk.settings = puzzles.settings = replace(talk.settings, numpad=True)
    assert "X plays c3." in talk("3\n", two_humans())
    assert puzzles.sentences("3\n")[0].startswith("c3 is right")


@pytest.mark.slow
@pytest.mark.parametrize("word", ["quit", "exit", " Quit ", "EXIT\r"])
def test_quit_and_exit_end_it(answers: Answers, word: str) -> None:
    assert answers(f"{word}\nmoves\n") == []


def test_help_names_every_command(talk: MatchTalk, puzzles: PuzzleTalk) -> None:
    repls: list[tuple[Repl, str]] = [
        (match.PlainMatch(talk.session, *[None] * 3), ULTIMATE_HELP + MATCH_HELP),  # type: ignore[arg-type]
        (PlainPuzzle(puzzles.session, AssignedPuzzle(WIN), *[None] * 3), puzzle.HELP),  # type: ignore[arg-type]
    ]
    for repl, text in repls:
        for command in filter(None, (*repl.commands, *repl.argument_commands)):
            assert re.search(rf"(?<!\w){re.escape(command)}(?!\w)", text), command
    assert MATCH_HELP in talk("help\n", two_humans())
    assert puzzle.HELP in "\n".join(puzzles("?\n"))


def test_trouble_with_the_store_is_told(puzzles: PuzzleTalk, talk: MatchTalk) -> None:
    trouble = "Games are not being saved: no room"
    without_store = Session(1)
    without_store.warnings.append(trouble)
    answered = talk("a1\n", two_humans(), session=without_store)
    assert f"{trouble}." in answered
    assert "X plays a1." in answered
    assert not without_store.has_unfinished_game
    session = puzzles.new_session()
    session.warnings.append(trouble)
    assert f"{trouble}." in puzzles("board\n", session=session)


def test_within_ascii_each_symbol_has_a_letter_of_its_own(talk: MatchTalk, puzzles: PuzzleTalk) -> None:
    answered = talk("a1\nb1\nc1\nhelp\nboard\nwhere 你\nwhere H\nwhere O\nrow 1\nfoo\n", wide(), ascii=True)
    assert answered.isascii()
    assert "5x4 squares, three in a row wins. O is ??? (human); A is Zo? (human); X is Max" in answered
    assert " 1 O A X . .\n" in answered
    assert answered.count("O is on a1.\n") == 2
    assert "Type where and one of O, A and X.\n" in answered
    offered = talk("", ascii=True)
    assert offered.isascii()
    assert offered.startswith("Saved game of ???, Zo? and Max (5x4, 3 moves): to continue, type resume.")
    lines = puzzles("c3\nc2\nstats\nhelp\n", ascii=True)
    assert "\n".join(lines).isascii()
    assert lines[0].startswith("Puzzle 1, easy, rated 819. 3x3 squares, ")
    assert any("Rating after 4 more puzzles." in line for line in lines)


def test_a_player_needs_no_letter_of_symbols_that_others_have() -> None:
    out = SentenceWriter(io.StringIO(), ascii=True)
    out.set_players([Player("A", "★", "blue"), Player("B", "O", "red"), Player("C", "x", "green")])
    assert out.letters == {ord("★"): "A"}


def test_a_prompt_that_is_not_answered_ends_its_line(puzzles: PuzzleTalk) -> None:
    reader, writer = os.pipe()
    out = io.StringIO()
    with Signals().installed() as signals:
        sentences = SentenceWriter(out, prompts=True)
        repl = PlainPuzzle(puzzles.session, AssignedPuzzle(WIN), LineReader(reader), sentences, signals)
        previous = signal.signal(signal.SIGALRM, lambda number, frame: os.kill(os.getpid(), signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        try:
            with pytest.raises(EndedBySignal):
                repl.play()
        finally:
            signal.signal(signal.SIGALRM, previous)
            os.close(reader)
            os.close(writer)
    assert out.getvalue().endswith("> \n")


# --- the process -----------------------------------------------------------------------------------------

TWO = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "module"), [(("--plain", *TWO), "match"), (("puzzle", "--id", "5", "--plain"), "puzzle")]
)
def test_it_imports_neither_textual_nor_ultimate(words: tuple[str, ...], module: str, tmp_path: Path) -> None:
    program = "import sys; from ttt_tui.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        input="b2\nhint\nboard\nhelp\nshow\nstats\n",
        env={**os.environ, "TTT_TUI_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stderr.split()
    assert f"ttt_tui.plain.{module}" in loaded
    assert not [name for name in loaded if name.startswith(("textual", "ttt_tui.app"))]
    assert not [name for name in loaded if "ultimate" in name or "nine_boards" in name]


@pytest.mark.slow
@pytest.mark.parametrize("words", [("puzzle", "--id", "5", "--plain"), TWO])
def test_a_reader_that_goes_away_ends_it_quietly(words: tuple[str, ...], tmp_path: Path) -> None:
    with start(*words, home=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write("board\n" * 3)
        process.stdin.close()
        assert process.wait(10) == 141
        assert process.stderr.read() == ""
