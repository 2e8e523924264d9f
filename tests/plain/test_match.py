"""Plain mode: whole games, every command, every refusal, and what is kept, by scripts of lines."""

import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

from tests.support.reference import Board
from tests.support.stores import rows
from tests.support.strategies import make_setup, play
from ttt_tui.analysis.review_json import begun
from ttt_tui.cli.main import main
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, MatchRules, Player, Setup
from ttt_tui.engine.record import Record
from ttt_tui.errors import EndedBySignal, LineTooLong
from ttt_tui.plain import sentences
from ttt_tui.plain.match import REPLACE_IT, PlainMatch
from ttt_tui.plain.sentences import SentenceWriter, print_transcript
from ttt_tui.process.line_reader import LONGEST_LINE, LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.player_spec import players_from_specs
from ttt_tui.session.presets import PRESETS
from ttt_tui.session.session import Session
from ttt_tui.store.keeper import StoreThread
from ttt_tui.store.settings import Settings
from ttt_tui.store.stored_game import Entry


def pipe_with(text: str | bytes) -> int:
    """Return a descriptor from which this can be read."""
    reader, writer = os.pipe()
    data = text.encode() if isinstance(text, str) else text
    assert len(data) < 60_000, "a pipe holds no more"
    os.write(writer, data)
    os.close(writer)
    return reader


class Talk:
    """Dialogues with the program, all with one store."""

    def __init__(self, home: Path) -> None:
        self.history = StoreThread(home / "history.db", patience=30)
        self.settings = Settings()
        self.session = self.new_session()

    def new_session(self, seed: int = 1) -> Session:
        return Session(seed, self.history, self.settings)

    def __call__(
        self,
        script: str | bytes,
        setup: Setup | None = None,
        resume: Entry | None = None,
        ascii: bool = False,
        seed: int = 1,
    ) -> str:
        """Say a script, each line of it one line, until it ends; return what was answered."""
        self.session = self.new_session(seed)
        out = io.StringIO()
        reader = pipe_with(script)
        try:
            PlainMatch(self.session, LineReader(reader), SentenceWriter(out, ascii), Signals()).play(
                setup, resume
            )
        finally:
            os.close(reader)
            self.session.release()
        said = out.getvalue()
        assert all(line.isprintable() for line in said.split("\n")), said
        return said

    def answers(self, script: str, setup: Setup | None = None) -> list[str]:
        """Return the lines after the two that every game starts with."""
        return self(script, setup or two_humans()).splitlines()[2:]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    talk = Talk(tmp_path)
    yield talk
    talk.history.close()


def two_humans(columns: int = 3, rows: int = 3, k: int = 3, rules: MatchRules | None = None) -> Setup:
    return make_setup(columns, rows, k, rules=rules or MatchRules(5))


def seats(*specs: str, rules: MatchRules | None = None, board: tuple[int, int, int] = (3, 3, 3)) -> Setup:
    return Setup(Geometry(*board), players_from_specs(specs), rules or MatchRules(5))


# --- games -----------------------------------------------------------------------------------------------


def test_two_people_play_a_whole_game_and_each_move_is_a_sentence(talk: Talk) -> None:
    assert talk("a1\nb1\n4\n5\na3\n", two_humans()).splitlines() == [
        "3×3 squares, three in a row wins. X is P0 (human); O is P1 (human). Type help for commands.",
        "P0 (X) to move.",
        "X plays a1. P1 (O) to move.",
        "O plays b1. P0 (X) to move.",
        "X plays a2. P1 (O) to move.",
        "O plays b2. P0 (X) to move.",
        "X plays a3. P0 (X) wins with three in a row. Score: P0 1, P1 0. Press Enter for the next game.",
    ]


def test_a_computer_answers_in_a_sentence_with_the_square_and_whose_turn_it_is(talk: Talk) -> None:
    _, _, mine, answer = talk("b2\n", seats("human,name=You", "rules")).splitlines()
    assert mine == "X plays b2."
    assert re.fullmatch(r"O plays [abc][123]\. Your move\.", answer)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_against_a_computer_is_told_as_the_rules_have_it(talk: Talk, seed: int) -> None:
    squares = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
    Random(seed).shuffle(squares)
    setup = seats("human,name=Ada", "random", "human,name=Bob", board=(4, 4, 3))
    said = talk("\n".join(squares), setup, seed=seed)
    board = Board(4, 4, 3, [0, 1, 2], 0)
    told = re.findall(r"^(\S) plays (\S+)\.(.*)$", said, re.MULTILINE)
    for symbol, name, rest in told:
        assert "XOA".index(symbol) == board.to_move
        cell = (ord(name[0]) - ord("a"), int(name[1:]) - 1)
        assert cell in board.empty()
        board.place(cell)
        is_over = bool(board.completed(cell)) or board.is_dead()
        assert ("Score" in rest) == is_over, said
        if is_over:
            break
    [first, *_] = [entry for entry in talk.history.entries() if entry.number == 1]
    assert list(first.moves) == [name for _, name, _ in told[: len(first.moves)]]


def test_the_first_preset_is_played_if_nothing_is_asked_for(talk: Talk) -> None:
    first, turn, *_ = talk("").splitlines()
    expected = next(iter(PRESETS.values())).make()
    assert expected.players[1].name in first
    assert turn == "Your move."


def test_computers_among_themselves_play_their_match_to_its_end(talk: Talk) -> None:
    reader, writer = os.pipe()  # an input that has not ended, and says nothing
    out = io.StringIO()
    session = talk.new_session()
    plain = PlainMatch(session, LineReader(reader), SentenceWriter(out), Signals())
    setup = seats("negamax", "minimax", rules=MatchRules(None, 2))
    plain._execute_next = lambda: False  # type: ignore[method-assign]  # where it would wait for ever
    plain.play(setup)
    os.close(reader)
    os.close(writer)
    assert "Game 2: O starts." in out.getvalue()
    assert (
        out.getvalue()
        .splitlines()[-1]
        .endswith(
            "The match is drawn after 2 draws in a row. "
            f"Score: {setup.players[0].name} 0, {setup.players[1].name} 0. Press Enter for a rematch."
        )
    )
    assert [entry.result for entry in talk.history.entries()] == ["draw: dead board"] * 2


def test_the_end_of_input_stops_computers_too(talk: Talk) -> None:
    assert "plays" not in talk("", seats("random", "random", rules=MatchRules()))


def test_a_match_goes_on_by_enter_and_by_new_until_it_is_won_and_then_anew(talk: Talk) -> None:
    setup = two_humans(rules=MatchRules(2))
    won = "a1\na2\nb1\nb2\nc1\n"  # by whoever starts
    said = talk(won + "\n" + won + "new\n" + won + "\nscore\n", setup)
    assert "Score: P0 1, P1 0. Press Enter for the next game.\nGame 2: O starts.\nP1 (O) to move.\n" in said
    assert "Score: P0 1, P1 1. Press Enter for the next game.\nGame 3: X starts.\n" in said
    assert (
        "P0 (X) wins with three in a row. P0 (X) wins the match 2–1. Score: P0 2, P1 1. "
        "Press Enter for a rematch.\n3×3 squares"
    ) in said
    assert said.endswith("Score: P0 0, P1 0.\n")


# --- commands --------------------------------------------------------------------------------------------


def test_undo_and_redo_say_what_they_did(talk: Talk) -> None:
    assert talk.answers("a1\nb2\nundo\nundo\nredo\nUNDO\n") == [
        "X plays a1. P1 (O) to move.",
        "O plays b2. P0 (X) to move.",
        "Undone: O b2. P1 (O) to move.",
        "Undone: X a1. P0 (X) to move.",
        "Redone: X a1. P1 (O) to move.",
        "Undone: X a1. P0 (X) to move.",
    ]


def test_undo_takes_back_the_computers_answer_with_the_move_and_redo_brings_both(talk: Talk) -> None:
    said = talk("b2\nundo\nredo\n", seats("human,name=You", "rules")).splitlines()[3:]
    answer = said[0].split()[2].rstrip(".")
    assert said[1:] == [
        f"Undone: O {answer}, X b2. Your move.",
        f"Redone: X b2, O {answer}. Your move.",
    ]


def test_undo_after_the_end_takes_the_point_back(talk: Talk) -> None:
    assert talk.answers("a1\na2\nb1\nb2\nc1\nundo\nscore\n")[-2:] == [
        "Undone: X c1. P0 (X) to move.",
        "Score: P0 0, P1 0.",
    ]


def test_among_computers_undo_pauses_and_enter_goes_on(talk: Talk) -> None:
    said = talk("undo\n\nquit\n", seats("random", "random", rules=MatchRules()))
    assert "Nothing to undo." in said
    said = talk("a1\nresign\nundo\nundo\n\nboard\n", seats("human", "random", "random", board=(5, 5, 4)))
    assert "Undone: X resigns. Your move." in said


def test_a_hint_is_a_good_move_and_is_not_played(talk: Talk) -> None:
    said = talk.answers("a1\nb1\na2\nb2\nhint\nhint\nmoves\nhint\nhint\nboard\n")
    hints = [sentence for sentence in said if sentence.startswith("Hint")]
    assert hints[:2] == ["Hint: You can win at once.", "Hint: Look at a3."]
    assert hints[2:] == ["Hint: a3 wins at once."] * 2, "there is no more to say"
    assert said[-1] == " 3 . . ."


def test_a_hint_begins_anew_in_another_position(talk: Talk) -> None:
    said = talk.answers("a1\nhint\nhint\nc3\nhint\nundo\nhint\n")
    hints = [sentence for sentence in said if sentence.startswith("Hint")]
    assert hints[0] == hints[3] == "Hint: Only one move holds the draw."
    assert hints[1] == "Hint: Look at b2."
    assert not hints[2].startswith("Hint: Look at"), "the first step in a new position"


def test_a_review_names_the_moves_that_cost_something_once_the_game_is_over(talk: Talk) -> None:
    said = talk.answers("a1\nb1\nreview\nb2\nc3\na3\na2\nc1\nreview\nmoves\n")
    assert "Reviews are available after the game; type hint for help now." in said
    told = next(sentence for sentence in said if sentence.startswith("Move 2"))
    assert told.startswith("Move 2 (O b1) is a blunder: after b1, X wins by force: b2 a3; b2 was better")
    assert re.fullmatch(r"Accuracy of X: 100%\. Accuracy of O: \d+%\.", said[-2])
    assert said[-1].startswith("Moves: X a1")


def test_what_a_review_finds_is_kept_with_the_game(talk: Talk) -> None:
    talk("a1\nb1\nb2\nc3\na3\na2\nc1\nreview\n", two_humans())
    kept = talk.history.ask(lambda history: history.review(1))
    assert kept is not None
    entry = talk.history.find(1)
    assert entry is not None
    assert begun(entry.game(), kept).depth >= 1


@pytest.mark.slow
def test_a_review_goes_on_where_it_was_left(talk: Talk) -> None:
    setup = two_humans(15, 15, 5)
    said = talk.answers("h8\na1\nh9\na15\no1\nresign\nreview\nreview\n", setup)
    assert sum(line.startswith("Accuracy") for line in said) == 2
    entry = talk.history.find(1)
    assert entry is not None
    kept = begun(entry.game(), talk.history.ask(lambda history: history.review(1)))
    assert kept.depth == 2, "once for each time that it was asked for"
    assert any(line.endswith("Type review again for a longer look.") for line in said)


@pytest.mark.slow
def test_a_long_review_says_how_long_it_may_take(talk: Talk) -> None:
    moves = ["h8", "a1", "h9", "a3", "j8", "a5", "c12", "a7", "m3", "o15", "e5", "o2"]
    said = talk.answers("\n".join([*moves, "resign", "review", ""]), two_humans(15, 15, 5))
    assert "Reviewing 13 moves takes up to 3 seconds." in said


def test_why_tells_what_refutes_each_mistake_one_after_the_other(talk: Talk) -> None:
    said = talk.answers("a1\nwhy\nb1\nc2\nb2\nb3\na3\nc1\nc3\na2\nwhy\nwhy\nwhy\n")
    assert "Reviews are available after the game; type hint for help now." in said
    first, second, again = (sentence for sentence in said if sentence.startswith("Move "))
    assert first.startswith("Move 2 (O b1) is a blunder: ")
    assert first.endswith("After it: X wins in 5 plies, proved. Mistake 1 of 2: type why for the next.")
    assert re.search(r"What follows: (a2|a3|b2)( [abc][123])+\.", first), first
    assert second.startswith("Move 3 (X c2) is a blunder: ")
    assert "After it: a draw, proved. Better: " in second
    assert second.endswith(" Mistake 2 of 2: type why for the first.")
    assert again == first


def test_the_only_mistake_is_said_to_be_the_only_one(talk: Talk) -> None:
    said = talk.answers("a1\nb1\nb2\nc3\na3\na2\nc1\nwhy\n")
    assert said[-1].startswith("Move 2 (O b1) is a blunder: ")
    assert said[-1].endswith(" No other mistakes in this game.")


@pytest.mark.slow
def test_judged_chances_are_told_as_a_sentence(talk: Talk) -> None:
    moves = ["h8", "a1", "h9", "a3", "j8", "a5", "c12", "a7", "m3", "o15", "e5", "o2"]
    setup = two_humans(15, 15, 5)
    said = talk.answers("\n".join([*moves, "resign", *["why"] * 13, ""]), setup)
    judged = [line for line in said if "After it: X" in line and "(judged)" in line]
    assert judged
    assert all(re.search(r"After it: X \d+ %, O \d+ % \(judged\)\.", line) for line in judged)


def test_where_nothing_went_wrong_why_says_so(talk: Talk) -> None:
    said = talk.answers("b2\na1\nc1\na3\na2\nc2\nb1\nb3\nc3\nwhy\n")
    assert said[-1] == "No mistakes found in this game."


def test_board_row_and_where_tell_what_is_on_the_board(talk: Talk) -> None:
    said = talk.answers(
        "a1\nc1\nb3\nboard\nrow 1\nrow 2\nROW 3\nwhere X\nwhere o\nundo\nundo\nwhere O\nmoves\n"
    )
    assert said[3:10] == [
        "   a b c",
        " 1 X . O",
        " 2 . . .",
        " 3 . X .",
        "Row 1: X on a1 and O on c1; 1 empty.",
        "Row 2 is empty.",
        "Row 3: X on b3; 2 empty.",
    ]
    assert said[10:12] == ["X is on a1 and b3.", "O is on c1."]
    assert said[14:] == ["O has no stones on the board.", "Moves: X a1."]


def test_a_full_row_has_none_empty(talk: Talk) -> None:
    assert "Row 1: X on a1, O on b1 and X on c1; none empty." in talk.answers("a1\nb1\nc1\nrow 1\n")


def test_board_always_prints_it_after_every_change_until_board_off(talk: Talk) -> None:
    said = "\n".join(talk.answers("board always\na1\nundo\nboard off\nb2\n"))
    assert said.count("   a b c\n") == 3
    assert said.endswith("The board is printed only on request.\nX plays b2. P1 (O) to move.")


def test_help_names_every_command(talk: Talk) -> None:
    said = "\n".join(talk.answers("help\n"))
    for command in (
        "undo", "redo", "hint", "review", "why", "resign", "new", "resume", "board", "board always",
        "board off", "row 3", "where O", "moves", "score", "quit", "exit", "Enter",
    ):  # fmt: skip
        assert re.search(rf"(?<!\w){command}(?!\w)", said), command


@pytest.mark.parametrize("word", ["quit", "exit", " Quit ", "EXIT\r"])
def test_quit_and_exit_end_it(talk: Talk, word: str) -> None:
    assert talk.answers(f"{word}\na1\n") == []


def test_to_resign_gives_the_game_to_the_other_one(talk: Talk) -> None:
    assert talk.answers("a1\nresign\n")[-1] == (
        "O resigns. P0 (X) wins: P1 (O) resigned. Score: P0 1, P1 0. Press Enter for the next game."
    )


def test_when_no_person_is_left_the_computers_play_on_by_themselves(talk: Talk) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"resign\n")
    out = io.StringIO()
    plain = PlainMatch(talk.new_session(), LineReader(reader), SentenceWriter(out), Signals())
    obey, asked = plain._execute_next, []

    def obey_once() -> bool:
        asked.append(1)
        return len(asked) == 1 and obey()

    plain._execute_next = obey_once  # type: ignore[method-assign]
    plain.play(seats("human", "rules", "rules"))
    os.close(reader)
    os.close(writer)
    assert len(asked) == 2, "once for the line, and once when the game was over"
    assert re.search(r"Score: .*Press Enter for the next game\.$", out.getvalue())


def test_a_running_game_is_dropped_only_when_new_is_said_twice(talk: Talk) -> None:
    assert talk.answers("a1\nnew\nboard off\nnew\nnew\n") == [
        "X plays a1. P1 (O) to move.",
        "This game is not finished: type new again to abandon it.",
        "The board is printed only on request.",
        "This game is not finished: type new again to abandon it.",
        "Game 1: X starts.",
        "P0 (X) to move.",
    ]
    assert [entry.dropped for entry in talk.history.entries()] == [True], "the new one has not begun"


def test_enter_alone_says_how_things_stand(talk: Talk) -> None:
    assert talk.answers("\n   \n") == ["P0 (X) to move."] * 2


# --- what is refused -------------------------------------------------------------------------------------

REFUSED = [
    ("a1", "a1 is taken."),
    ("1", "a1 is taken."),
    ("d4", "d4 is not on a 3×3 board; type help for commands."),
    ("10", "No square 10 on a 3×3 board; choose from 1 to 9; type help for commands."),
    ("0", "Type a square like c3 or 9; type help for commands."),
    ("b 2", "Type a square like c3 or 9; type help for commands."),
    ("undo it", "Unknown command 'undo it'; try undo."),
    ("?!", "Type a square like c3 or 9; type help for commands."),
    ("board never", "Type a square like c3 or 9; type help for commands."),
    ("\x1b[2J\x07\x00", "Type a square like c3 or 9; type help for commands."),
    ("٣", "Type a square like c3 or 9; type help for commands."),
    ("redo", "Nothing to redo."),
    ("resume", "No other unfinished game to resume."),
    ("who", "This game is not shared."),
    ("yes", "No request is waiting for an answer."),
    ("row", "Type row and a number from 1 to 3."),
    ("row 0", "Type row and a number from 1 to 3."),
    ("row 4", "Type row and a number from 1 to 3."),
    ("row ٣", "Type row and a number from 1 to 3."),
    ("row " + "9" * 900, "Type row and a number from 1 to 3."),
    ("where", "Type where and one of X and O."),
    ("where Z", "Type where and one of X and O."),
    ("x" * (LONGEST_LINE + 1), f"Line too long (at most {LONGEST_LINE} characters)."),
    ("x" * 50_000, f"Line too long (at most {LONGEST_LINE} characters)."),
]


@pytest.mark.parametrize(("line", "answer"), REFUSED, ids=[line[:16] for line, _ in REFUSED])
def test_what_cannot_be_done_gets_a_reason_and_loses_nothing(talk: Talk, line: str, answer: str) -> None:
    assert talk.answers(f"a1\n{line}\nb2\nmoves\n") == [
        "X plays a1. P1 (O) to move.",
        answer,
        "O plays b2. P0 (X) to move.",
        "Moves: X a1, O b2.",
    ]


def test_bytes_that_are_no_text_are_refused_like_any_other_word(talk: Talk) -> None:
    assert "Type a square like c3 or 9; type help for commands." in talk(b"\xff\xfe\x80\n", two_humans())


@pytest.mark.parametrize("command", ["b3", "hint", "resign"])
def test_a_finished_game_takes_no_more_moves(talk: Talk, command: str) -> None:
    assert talk.answers(f"a1\na2\nb1\nb2\nc1\n{command}\n")[-1] == "The game is over."


def test_nothing_can_be_undone_before_the_first_move(talk: Talk) -> None:
    assert talk.answers("undo\n") == ["You have no move to undo."]


def test_a_computer_that_fails_is_told_and_may_try_again(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    from ttt_tui.computer.rules_of_thumb import RulesOfThumb

    think = RulesOfThumb.think
    failures = iter([True])

    def fails_once(self: RulesOfThumb, *arguments: object) -> object:
        if next(failures, False):
            raise RuntimeError("lost the thread")
        return think(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(RulesOfThumb, "think", fails_once)
    said = talk("b2\nmoves\n\n", seats("human,name=You", "rules,name=Robo")).splitlines()[3:]
    assert said[0] == f"Robo failed: RuntimeError('lost the thread'). Press Enter to try again. {REPLACE_IT}."
    assert said[1] == "Moves: X b2."
    assert re.fullmatch(r"O plays \S+\. Your move\.", said[2])


@pytest.mark.parametrize("level", ["scorer", "medium"])
def test_somebody_else_goes_on_for_a_computer_that_fails(
    level: str, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ttt_tui.computer.rules_of_thumb import RulesOfThumb

    def fails(self: RulesOfThumb, *arguments: object) -> object:
        raise RuntimeError("lost the thread")

    monkeypatch.setattr(RulesOfThumb, "think", fails)
    said = talk(f"b2\nseat nobody\nseat {level}\nmoves\nseat person\n", seats("human,name=You", "rules"))
    lines = said.splitlines()[4:]
    assert lines[0].startswith("Unknown player 'nobody'; choose from human, easy, medium, hard, expert, ")
    assert lines[1] == "O is now medium."
    assert re.fullmatch(r"O plays \S+\. Your move\.", lines[2])
    assert re.fullmatch(r"Moves: X b2, O \S+\.", lines[3])
    assert lines[4] == "No computer can be replaced now."


def test_digits_may_be_turned_round_for_a_numpad(talk: Talk) -> None:
    talk.settings = Settings(numpad=True)
    assert "X plays a1." in talk("7\n", two_humans())
    assert "X plays c3." in talk("3\n", two_humans())


# --- names and symbols -----------------------------------------------------------------------------------


def wide() -> Setup:
    specs = ("human,name=王小明,symbol=你", "human,name=Zoë,symbol=★", "human,name=Max,symbol=X")
    return seats(*specs, board=(5, 4, 3))


def test_the_columns_of_the_board_stand_under_their_letters_with_wide_symbols(talk: Talk) -> None:
    lines = talk("a1\nb1\nc1\nb2\nboard\n", wide()).splitlines()[-5:]

    def at(line: str, cell: int) -> str:
        """Return the character that starts in this cell."""
        return next((c for i, c in enumerate(line) if cell_len(line[:i]) == cell), "")

    columns = {letter: cell_len(lines[0][: lines[0].index(letter)]) for letter in "abcde"}
    assert [at(lines[1], columns[letter]) for letter in "abcde"] == ["你", "★", "X", ".", "."]
    assert [at(lines[2], columns[letter]) for letter in "abcde"] == [".", "你", ".", ".", "."]


def test_in_ascii_nothing_is_beyond_it_and_each_symbol_has_a_letter_of_its_own(talk: Talk) -> None:
    script = "a1\nb1\nc1\nhelp\nboard\nwhere 你\nwhere H\nwhere O\nrow 1\nfoo\nnew\nnew\n"
    said = talk(script, wide(), ascii=True)
    assert said.isascii()
    assert "5x4 squares, three in a row wins. O is ??? (human); A is Zo? (human); X is Max (human)." in said
    assert " 1 O A X . .\n" in said
    assert said.count("O is on a1.\n") == 2
    assert "Type where and one of O, A and X.\n" in said


def test_an_offer_is_in_ascii_too(talk: Talk) -> None:
    talk("a1\n", wide())
    said = talk("", ascii=True)
    assert said.isascii()
    assert said.startswith("Saved game of ???, Zo? and Max (5x4, 1 move): to continue, type resume.")


# --- what is kept ----------------------------------------------------------------------------------------


def test_every_move_is_in_the_store_before_it_is_said(talk: Talk, tmp_path: Path) -> None:
    class Checking(io.StringIO):
        def write(self, text: str) -> int:
            for name in re.findall(r"^X plays (\S\d)", text):
                assert name in rows(tmp_path / "history.db")[0]["moves"]
                seen.append(name)
            return super().write(text)

    seen: list[str] = []
    reader = pipe_with("a1\nb2\nc3\n")
    PlainMatch(talk.new_session(), LineReader(reader), SentenceWriter(Checking()), Signals()).play(
        two_humans()
    )
    os.close(reader)
    assert seen == ["a1", "c3"]


def test_an_unfinished_game_is_offered_and_resume_goes_on_with_it(talk: Talk) -> None:
    talk("a1\nb2\nundo\n", two_humans())
    said = talk("resume\nredo\nresume\n").splitlines()
    assert said[0] == "Saved game of P0 and P1 (3×3, 1 move): to continue, type resume."
    assert said[3:] == [
        "3×3 squares, three in a row wins. X is P0 (human); O is P1 (human). Type help for commands.",
        "Moves: X a1.",
        "P1 (O) to move.",
        "Redone: O b2. P0 (X) to move.",
        "No other unfinished game to resume.",
    ]


def test_a_kept_game_of_many_or_with_others_is_offered_in_a_right_sentence(talk: Talk) -> None:
    many = make_setup(4, 4, 4, players=5)
    talk("a1\n", many)
    said = talk("")
    assert said.startswith("Saved game of P0, P1, P2 and 2 more (4×4, 1 move): to continue, type")
    players = (replace(many.players[0], level=OPEN), *many.players[1:])
    entry = talk.history.last_unfinished()
    assert entry is not None
    with_others = sentences.saved_game(entry._replace(setup=replace(many, players=players)))
    assert with_others.endswith(f"(4×4, 1 move): to continue, run ttt-tui --plain --resume {entry.id}")


def test_a_game_is_gone_on_with_under_its_score(talk: Talk) -> None:
    talk("a1\na2\nb1\nb2\nc1\n\nb2\n", two_humans())
    entry = talk.history.last_unfinished()
    assert entry is not None
    said = talk("a1\n", resume=entry)
    assert "O is P1 (human). Score: P0 1, P1 0. Type help for commands.\nMoves: O b2.\n" in said
    assert said.endswith("X plays a1. P1 (O) to move.\n")


def test_a_game_that_is_gone_meanwhile_is_not_resumed(talk: Talk) -> None:
    talk("a1\n", two_humans())
    entry = talk.history.last_unfinished()
    assert entry is not None
    reader = pipe_with("resume\n")
    out = io.StringIO()
    session = talk.new_session()
    plain = PlainMatch(session, LineReader(reader), SentenceWriter(out), Signals())
    plain.offer(entry)
    talk.history.delete(entry.id)
    plain.play(two_humans())
    os.close(reader)
    assert f"No game {entry.id}" in out.getvalue()


def test_without_a_store_the_game_goes_on_and_says_so() -> None:
    session = Session(1, None, None, ("Games are not being saved: no room",))
    reader, out = pipe_with("a1\n"), io.StringIO()
    PlainMatch(session, LineReader(reader), SentenceWriter(out), Signals()).play(two_humans())
    os.close(reader)
    assert "Games are not being saved: no room." in out.getvalue()
    assert "X plays a1." in out.getvalue()
    assert not session.has_unfinished_game


# --- the process -----------------------------------------------------------------------------------------


def start(*arguments: str, home: Path, **streams: int) -> subprocess.Popen[str]:
    """Start the program without a terminal."""
    return subprocess.Popen(
        [sys.executable, "-m", "ttt_tui", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TTT_TUI_HOME": str(home), "PYTHONUTF8": "1"},
        text=True,
    )


def run(script: str, *arguments: str, home: Path) -> tuple[int, str]:
    """Say a script to the program; return its exit status and what it answered."""
    with start(*arguments, home=home) as process:
        out, err = process.communicate(script, timeout=60)
    assert err == ""
    return process.returncode, out


TWO = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")
KEPT = "Game kept: ttt-tui --resume\n"


def test_from_process_to_process_a_game_is_kept_resumed_finished_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out = run("b2\na1\n", *TWO, home=tmp_path)
    assert (status, out.count(KEPT)) == (0, 1)
    assert out.endswith(f"O plays a1. Ada (X) to move.\n{KEPT}")
    status, out = run("a2\nundo\na2\nc2\n", "--plain", "--resume", home=tmp_path)
    assert (status, KEPT in out) == (0, True)
    status, out = run("resume\nb1\na3\nb3\nquit\n", home=tmp_path)
    assert (status, KEPT in out) == (0, True), "the match goes on"
    assert "X plays b3. Ada (X) wins with three in a row." in out
    monkeypatch.setenv("TTT_TUI_HOME", str(tmp_path))
    assert main(["history", "show", "1", "--json"]) == 0
    game = json.loads(capsys.readouterr().out)
    assert game["moves"] == ["b2", "a1", "a2", "c2", "b1", "a3", "b3"]
    assert game["result"] == "X wins: line"
    assert [player["name"] for player in game["players"]] == ["Ada", "Bob"]


def test_a_recorded_game_is_told_and_printed(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    run("b2\na1\nresign\n", *TWO, home=tmp_path)
    assert run("", "history", "export", "1", str(record), home=tmp_path)[0] == 0
    status, out = run("", "--replay", str(record), home=tmp_path)
    assert status == 0
    assert out.splitlines() == [
        "3×3 squares, three in a row wins. X is Ada (human); O is Bob (human).",
        "1: X plays b2.",
        "2: O plays a1.",
        "3: X resigns.",
        "Bob (O) wins: Ada (X) resigned.",
        "   a b c",
        " 1 O . .",
        " 2 . X .",
        " 3 . . .",
    ]


def test_who_reads_somebodys_record_is_not_addressed_as_a_player(
    capsys: pytest.CaptureFixture[str],
) -> None:
    setup = make_setup(levels=(HUMAN, "rules"), rules=MatchRules(1))
    record = Record(play(Game(setup), "a1 a2 b1 b2 c1"))
    assert print_transcript(record) == 0
    assert "P0 wins with three in a row.\n" in capsys.readouterr().out


def test_ascii_is_asked_for_on_the_command_line(tmp_path: Path) -> None:
    players = ("--player", "human,name=Zoë,symbol=★", "--player", "human,name=Bob")
    status, out = run("a1\nboard\n", "--plain", "--ascii", *players, home=tmp_path)
    assert status == 0
    assert out.isascii()
    assert "3x3 squares, three in a row wins. O is Zo? (human); X is Bob (human)." in out
    record = tmp_path / "game.txt"
    run("", "history", "export", "1", str(record), home=tmp_path)
    status, out = run("", "--replay", str(record), "--ascii", home=tmp_path)
    assert status == 0
    assert out.isascii()
    assert "1: O plays a1." in out


def test_without_input_the_program_ends_and_nothing_is_wrong(tmp_path: Path) -> None:
    assert run("", home=tmp_path)[0] == 0
    assert run("", "--plain", "--preset", "computers", home=tmp_path)[0] == 0


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
def test_a_signal_ends_it_with_the_game_kept(tmp_path: Path, number: signal.Signals) -> None:
    with start(*TWO, home=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("b2\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("X plays b2"):
            pass
        process.send_signal(number)
        assert process.stdout.read() == KEPT
        assert process.wait(10) == 128 + number
    assert rows(tmp_path / "history.db")[0]["owner"] is None


def test_a_store_that_is_locked_for_a_moment_is_waited_for_in_silence(tmp_path: Path) -> None:
    with start(*TWO, home=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        while "move" not in process.stdout.readline():
            pass
        with closing(sqlite3.connect(tmp_path / "history.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            process.stdin.write("b2\n")
            process.stdin.flush()
            time.sleep(0.3)
        out, err = process.communicate("quit\n", timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "X plays b2" in out
    assert "not being saved" not in out
    assert rows(tmp_path / "history.db")[0]["moves"] == '["b2"]'


def test_a_signal_stops_a_computer_that_thinks(tmp_path: Path) -> None:
    players = ("--player", "human", "--player", "minimax,time=60", "--board", "15")
    with start(*players, home=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("h8\n")
        process.stdin.flush()
        while not process.stdout.readline().startswith("X plays h8"):
            pass
        time.sleep(0.3)
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert time.monotonic() - before < 5
        assert process.stdout.read() == KEPT
    assert rows(tmp_path / "history.db")[0]["moves"] == '["h8"]'


def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    with start(*TWO, home=tmp_path) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write("b2\n" * 3)
        process.stdin.close()
        assert process.wait(10) == 141
        assert process.stderr.read() == ""


def test_plain_mode_imports_no_textual(tmp_path: Path) -> None:
    program = "import sys; from ttt_tui.cli.main import main; main(); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", program, *TWO, "--plain"],
        input="b2\nhint\nboard\nhelp\n",
        env={**os.environ, "TTT_TUI_HOME": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = done.stderr.split()
    assert "ttt_tui.plain.match" in loaded
    assert not [name for name in loaded if name.startswith(("textual", "ttt_tui.app.app"))]


# --- its parts -------------------------------------------------------------------------------------------


def test_lines_come_whole_however_they_are_cut() -> None:
    reader, writer = os.pipe()
    lines = LineReader(reader)
    assert not lines.is_ready()
    os.write(writer, b"a1\r\nb")
    assert lines.next() == "a1"
    assert not lines.is_ready()
    os.write(writer, "2\n\n你".encode()[:-1])
    assert [lines.next(), lines.next()] == ["b2", ""]
    assert not lines.is_ready(0.01)
    os.write(writer, "你".encode()[-1:])
    os.close(writer)
    assert [lines.next(), lines.next(), lines.next()] == ["你", None, None]
    os.close(reader)


def test_a_line_may_be_as_long_as_the_limit_and_no_longer() -> None:
    reader = pipe_with(b"x" * LONGEST_LINE + b"\n" + b"y" * (LONGEST_LINE + 1) + b"\nz\n" + b"u" * 9000)
    lines = LineReader(reader)
    assert lines.next() == "x" * LONGEST_LINE
    with pytest.raises(LineTooLong):
        lines.next()
    assert lines.next() == "z"
    with pytest.raises(LineTooLong):
        lines.next()
    assert lines.next() is None
    os.close(reader)


def test_a_signal_that_came_before_the_waiting_is_not_forgotten() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with Signals().heard() as signals:
        os.kill(os.getpid(), signal.SIGTERM)
        while not signals.is_set():
            pass
        with pytest.raises(EndedBySignal) as ended, signals.waiting():
            raise AssertionError
        assert ended.value.status == signals.status == 143
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_player_needs_no_letter_of_symbols_that_others_have() -> None:
    voice = SentenceWriter(io.StringIO(), ascii=True)
    voice.set_players([Player("A", "★", "blue"), Player("B", "O", "red"), Player("C", "x", "green")])
    assert voice.letters == {ord("★"): "A"}
