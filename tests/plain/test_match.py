"""Matches in plain mode: whole games, their commands and refusals, and what is stored."""

import io
import json
import os
import re
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from rich.cells import cell_len

from tests.plain.talks import MatchTalk, ended, run, seats, start, tell, two_humans, wide
from tests.support.driving import a_setup
from tests.support.reference import Board
from tests.support.stores import rows
from tests.support.strategies import make_setup, play
from tests.support.sure import sure
from ttt_tui.cli.main import main
from ttt_tui.computer import Stop
from ttt_tui.computer.expert.expert import Expert
from ttt_tui.computer.one_ply import RulesOfThumb
from ttt_tui.engine import HUMAN, OPEN, Game, Geometry, Limit, MatchRules, Position, Rules
from ttt_tui.engine.clock import TimeControl
from ttt_tui.engine.records import Record
from ttt_tui.plain import sentences
from ttt_tui.plain.match import REPLACE_IT, PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.plain.transcript import print_transcript
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals
from ttt_tui.session.presets import PRESETS, YOU
from ttt_tui.session.rule_choices import with_rules

WON = "a1\na2\nb1\nb2\nc1\n"
"""A game that the player wins who moves first."""


# --- games -----------------------------------------------------------------------------------------------


def test_two_humans_play_a_whole_game_and_each_move_is_a_sentence(talk: MatchTalk) -> None:
    assert talk("a1\nb1\n4\n5\na3\n", two_humans()).splitlines() == [
        "3×3 squares, three in a row wins. X is P0 (human); O is P1 (human). Type help for commands.",
        "P0 (X) to move.",
        "X plays a1. P1 (O) to move.",
        "O plays b1. P0 (X) to move.",
        "X plays a2. P1 (O) to move.",
        "O plays b2. P0 (X) to move.",
        "X plays a3. P0 (X) wins with three in a row. Score: P0 1, P1 0. Press Enter for the next game.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_game_against_a_computer_follows_the_rules(talk: MatchTalk, seed: int) -> None:
    squares = [f"{column}{row}" for column in "abcd" for row in range(1, 5)]
    Random(seed).shuffle(squares)
    setup = seats("human,name=Ada", "random", "human,name=Bob", board=(4, 4, 3))
    answered = talk("\n".join(squares), setup, seed=seed)
    board = Board(4, 4, 3, [0, 1, 2], 0)
    moves = re.findall(r"^(\S) plays (\S+)\.(.*)$", answered, re.MULTILINE)
    for symbol, name, rest in moves:
        assert "XOA".index(symbol) == board.to_move
        cell = (ord(name[0]) - ord("a"), int(name[1:]) - 1)
        assert cell in board.empty()
        board.place(cell)
        is_over = bool(board.completed(cell)) or board.is_dead()
        assert ("Score" in rest) == is_over, answered
        if is_over:
            break
    [first, *_] = [entry for entry in talk.history.entries() if entry.number == 1]
    assert list(first.moves) == [name for _, name, _ in moves[: len(first.moves)]]


def while_nothing_is_typed(talk: MatchTalk, script: bytes, *levels: str, rules: MatchRules) -> list[str]:
    """Play among computers after a script, to where a line would be waited for; return what was answered."""
    reader, writer = os.pipe()
    os.write(writer, script)
    out = io.StringIO()
    repl = PlainMatch(talk.new_session(), LineReader(reader), SentenceWriter(out), Signals())
    execute_next = repl._execute_next
    repl._execute_next = lambda: repl.lines.is_ready() and execute_next()  # type: ignore[method-assign]
    repl.play(seats(*levels, rules=rules))
    os.close(reader)
    os.close(writer)
    return out.getvalue().splitlines()


@pytest.mark.slow
def test_computers_play_their_match_to_its_end(talk: MatchTalk) -> None:
    lines = while_nothing_is_typed(talk, b"", "negamax", "minimax", rules=MatchRules(None, 2))
    assert "Game 2: O starts." in lines
    first, second = (player.name for player in seats("negamax", "minimax").players)
    score = f"Score: {first} 0, {second} 0. Press Enter for a rematch."
    assert lines[-1].endswith(f"The match is drawn after 2 draws in a row. {score}")
    assert [entry.result for entry in talk.history.entries()] == ["draw: dead board"] * 2
    assert "plays" not in talk("", seats("random", "random", rules=MatchRules())), "the input has ended"
    lines = while_nothing_is_typed(talk, b"resign\n", "human", "rules", "rules", rules=MatchRules(5))
    assert re.search(r"Score: .*Press Enter for the next game\.$", lines[-1]), "the last human resigned"


def test_a_match_is_continued_by_enter_and_new_until_it_is_won_then_restarted(talk: MatchTalk) -> None:
    answered = talk(f"{WON}\n{WON}new\n{WON}\nscore\n", two_humans(rules=MatchRules(2)))
    assert (
        "Score: P0 1, P1 0. Press Enter for the next game.\nGame 2: O starts.\nP1 (O) to move.\n" in answered
    )
    assert "Score: P0 1, P1 1. Press Enter for the next game.\nGame 3: X starts.\n" in answered
    assert (
        "P0 (X) wins with three in a row. P0 (X) wins the match 2–1. Score: P0 2, P1 1. "
        "Press Enter for a rematch.\n3×3 squares"
    ) in answered
    assert answered.endswith("Score: P0 0, P1 0.\n")


# --- commands --------------------------------------------------------------------------------------------


SHORT: dict[str, tuple[str, list[str]]] = {
    "undo and redo": ("undo\nredo\na1\nb2\nundo\nundo\nredo\nUNDO\n", [
        "You have no move to undo.", "Nothing to redo.", "X plays a1. P1 (O) to move.",
        "O plays b2. P0 (X) to move.", "Undone: O b2. P1 (O) to move.", "Undone: X a1. P0 (X) to move.",
        "Redone: X a1. P1 (O) to move.", "Undone: X a1. P0 (X) to move.",
    ]),
    "a game that was won is undone": (f"{WON}undo\nscore\n", [
        "Undone: X c1. P0 (X) to move.", "Score: P0 0, P1 0.",
    ]),
    "a running game is abandoned only when new is repeated": ("a1\nnew\nboard off\nnew\nnew\n", [
        "X plays a1. P1 (O) to move.", "This game is not finished: type new again to abandon it.",
        "The board is printed only on request.", "This game is not finished: type new again to abandon it.",
        "Game 1: X starts.", "P0 (X) to move.",
    ]),
    "an empty line says whose turn it is": ("\n   \n", ["P0 (X) to move."] * 2),
    "a game that is over takes no more moves": ("a1\nresign\nb3\nhint\nresign\n", [
        "O resigns. P0 (X) wins: P1 (O) resigned. Score: P0 1, P1 0. Press Enter for the next game.",
        *["The game is over."] * 3,
    ]),
    "people agree to a draw by typing it twice in a row": ("draw\na1\ndraw\nb1\ndraw\ndraw\ndraw\n", [
        "A draw can be offered after the first move.", "X plays a1. P1 (O) to move.",
        "If all of you agree to a draw, type draw again.", "O plays b1. P0 (X) to move.",
        "If all of you agree to a draw, type draw again.",
        "Draw by agreement. Score: P0 0, P1 0. Press Enter for the next game.", "The game is over.",
    ]),
    "an impossible command gets its reason": (
        "a1\nundo it\nresume\nwho\nyes\nreview\nwhy\nseat human\nmoves\n", [
            "Unknown command 'undo it'; try undo.", "No other unfinished game to resume.",
            "This game is not shared.", "No request is waiting for an answer.",
            *["Reviews are available after the game; type hint for help now."] * 2,
            "No computer can be replaced now.", "Moves: X a1.",
        ],
    ),
    "a hint has three steps, is not played, and starts over in another position": (
        "a1\nb1\na2\nb2\nhint\nhint\nhint\nhint\nboard\nundo\nhint\n", [
            "Hint: You can win at once.", "Hint: Look at a3.", *["Hint: a3 wins at once."] * 2,
            "   a b c", " 1 X O .", " 2 X O .", " 3 . . .", "Undone: O b2. P1 (O) to move.",
            "Hint: X threatens to complete a line.",
        ],
    ),
}  # fmt: skip
"""What is typed, and the end of what is answered."""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("what", SHORT)
def test_a_short_talk(what: str, talk: MatchTalk) -> None:
    script, end = SHORT[what]
    assert talk.answers(script)[-len(end) :] == end


def test_a_computers_answer_is_undone_and_redone_with_the_move(talk: MatchTalk) -> None:
    mine, answer, undone, redone = talk.answers("b2\nundo\nredo\n", seats("human,name=You", "rules"))
    match = sure(re.fullmatch(r"O plays ([abc][123])\. Your move\.", answer))
    assert mine == "X plays b2."
    assert undone == f"Undone: O {match[1]}, X b2. Your move."
    assert redone == f"Redone: X b2, O {match[1]}. Your move."


def test_among_computers_undo_pauses_and_enter_continues(talk: MatchTalk) -> None:
    assert "Nothing to undo." in talk("undo\n\nquit\n", seats("random", "random", rules=MatchRules()))
    three = seats("human", "random", "random", board=(5, 5, 4))
    assert "Undone: X resigns. Your move." in talk("a1\nresign\nundo\nundo\n\nboard\n", three)


class UntilSaid(io.StringIO):
    """Output that ends the input once a text has been said."""

    def __init__(self, text: str, writer: int) -> None:
        super().__init__()
        self._text, self._writer = text, writer

    def write(self, said: str) -> int:
        written = super().write(said)
        if self._writer and self._text in self.getvalue():
            os.close(self._writer)
            self._writer = 0
        return written


@pytest.mark.parametrize(
    ("players", "loses", "then"),
    [
        (("human", "human,name=Bob"), "O runs out of time. You (X) wins: Bob (O) ran out of time.", ""),
        (
            ("human", "human,name=Bob", "human,name=Eve"),
            "Eve (A) to move. A runs out of time. You (X) wins",
            "O runs",
        ),
        (("human", "expert"), "O runs out of time. You win: expert ran out of time.", ""),
    ],
    ids=["two", "three", "a computer"],
)
def test_a_flag_falls_while_nobody_types(
    players: tuple[str, ...], loses: str, then: str, talk: MatchTalk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The input stays open, and nothing comes from it."""

    def think(self: Expert, position: Position, limit: Limit, stop: Stop, *report: object) -> NoReturn:
        while not stop.is_set():
            time.sleep(0.001)
        raise RuntimeError("too late")

    monkeypatch.setattr(Expert, "think", think)
    setup = seats(*players, rules=MatchRules(clock=TimeControl.parse("0.2s")), board=(15, 15, 5))
    reader, writer = os.pipe()
    os.write(writer, b"h8\n")
    out = UntilSaid("Score: ", writer)
    PlainMatch(talk.new_session(), LineReader(reader), SentenceWriter(out, False, True), Signals()).play(
        setup
    )
    os.close(reader)
    said = " ".join(out.getvalue().replace("> ", " ").split())
    assert loses in said
    assert then in said


@pytest.fixture
def a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level `rules` fails once."""
    think, left = RulesOfThumb.think, ["lost the thread"]

    def fails(self: RulesOfThumb, *arguments: object) -> object:
        if left:
            raise RuntimeError(left.pop())
        return think(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(RulesOfThumb, "think", fails)


def test_a_game_is_printed_to_share(talk: MatchTalk) -> None:
    answered = talk("b2\na1\nb1\na2\nb3\nshare\n", seats("human,name=Ada", "human,name=Bob")).splitlines()
    assert answered[-5:] == ["ttt-tui · 3×3 · Ada beat Bob in 5 moves", "", "O X ·", "O X ·", "· X ·"]


@pytest.mark.usefixtures("a_failure")
def test_a_computer_that_fails_may_try_again(talk: MatchTalk) -> None:
    lines = talk("b2\nmoves\n\n", seats("human,name=You", "rules,name=Robo")).splitlines()[3:]
    failure = "Robo failed: RuntimeError('lost the thread'). Press Enter to try again."
    assert lines[0] == f"{failure} {REPLACE_IT}."
    assert lines[1] == "Moves: X b2."
    assert re.fullmatch(r"O plays \S+\. Your move\.", lines[2])


@pytest.mark.usefixtures("a_failure")
@pytest.mark.parametrize("level", ["expert 4", "medium"])
def test_another_player_replaces_a_computer_that_fails(level: str, talk: MatchTalk) -> None:
    script = f"b2\nseat nobody\nseat {level}\nmoves\nseat person\n"
    lines = talk(script, seats("human,name=You", "rules")).splitlines()[4:]
    assert lines[0].startswith(
        "Unknown player 'nobody'; choose from human, novice, easy, medium, hard, strong, expert, random"
    )
    assert lines[1] == "O is now medium 4."
    assert re.fullmatch(r"O plays \S+\. Your move\.", lines[2])
    assert re.fullmatch(r"Moves: X b2, O \S+\.", lines[3])
    assert lines[4] == "No computer can be replaced now."


def test_the_columns_of_the_board_stand_under_their_letters_with_wide_symbols(talk: MatchTalk) -> None:
    lines = talk("a1\nb1\nc1\nb2\nboard\n", wide()).splitlines()[-5:]

    def at(line: str, cell: int) -> str:
        """Return the character that starts in this cell."""
        return next((c for i, c in enumerate(line) if cell_len(line[:i]) == cell), "")

    columns = {letter: cell_len(lines[0][: lines[0].index(letter)]) for letter in "abcde"}
    assert [at(lines[1], columns[letter]) for letter in "abcde"] == ["你", "★", "X", ".", "."]
    assert [at(lines[2], columns[letter]) for letter in "abcde"] == [".", "你", ".", ".", "."]


# --- what is stored --------------------------------------------------------------------------------------


def test_every_move_is_stored_before_it_is_told(talk: MatchTalk, tmp_path: Path) -> None:
    class Checking(io.StringIO):
        def write(self, text: str) -> int:
            for name in re.findall(r"^X plays (\S\d)", text):
                assert name in rows(tmp_path / "history.db")[0]["moves"]
                seen.append(name)
            return super().write(text)

    seen: list[str] = []
    talk("a1\nb2\nc3\n", two_humans(), out=Checking())
    assert seen == ["a1", "c3"]


def test_a_rated_game_ends_with_the_rating_and_one_with_an_undo_says_that_it_is_not_rated(
    talk: MatchTalk,
) -> None:
    setup = a_setup("human", "expert 1", names=(YOU, "Bob"), points=None)
    said = talk("a1\nresign\n", setup)
    rated = r"you resigned\. .*Rating after 4 more games\. Type review"
    assert re.search(rated, said)
    said = talk("a1\nundo\nundo\na1\nresign\n", setup)
    assert said.count("This game is no longer rated.") == 1
    assert "Rating" not in said


def test_after_a_hint_plain_mode_says_that_the_game_is_not_rated(talk: MatchTalk) -> None:
    setup = a_setup("human", "expert 1", names=(YOU, "Bob"), points=None)
    for before in ("", "a1\n"):
        lines = talk(f"{before}hint\nhint\nnew\nnew\n", setup).splitlines()
        hints = [number for number, line in enumerate(lines) if "Hint: " in line]
        assert len(hints) == 2
        assert "This game is no longer rated." in lines[hints[0] + 1]
        assert "\n".join(lines).count("no longer rated") == 1


def test_an_unfinished_game_is_offered_and_resumed(talk: MatchTalk) -> None:
    talk("a1\nnew\nnew\n", two_humans())
    assert "Saved game" not in talk(""), "it was abandoned"
    talk("a1\nb2\nundo\n", two_humans())
    lines = talk("resume\nredo\nresume\n").splitlines()
    assert lines[0] == "Saved game of P0 and P1 (3×3, 1 move): to continue, type resume."
    assert lines[3:] == [
        "3×3 squares, three in a row wins. X is P0 (human); O is P1 (human). Type help for commands.",
        "Moves: X a1.",
        "P1 (O) to move.",
        "Redone: O b2. P0 (X) to move.",
        "No other unfinished game to resume.",
    ]


def test_a_game_of_many_or_a_shared_one_is_offered_in_a_right_sentence(talk: MatchTalk) -> None:
    many = make_setup(4, 4, 4, players=5)
    talk("a1\n", many)
    assert talk("").startswith("Saved game of P0, P1, P2 and 2 more (4×4, 1 move): to continue, type")
    players = (replace(many.players[0], level=OPEN), *many.players[1:])
    entry = sure(talk.history.last_unfinished())
    shared = sentences.saved_game(replace(entry, setup=replace(many, players=players)))
    assert shared.endswith(f"(4×4, 1 move): to continue, run ttt-tui --plain --resume {entry.id}")


def test_a_game_is_resumed_with_its_score(talk: MatchTalk) -> None:
    talk(f"{WON}\nb2\n", two_humans())
    entry = sure(talk.history.last_unfinished())
    answered = talk("a1\n", resume=entry)
    assert "O is P1 (human). Score: P0 1, P1 0. Type help for commands.\nMoves: O b2.\n" in answered
    assert answered.endswith("X plays a1. P1 (O) to move.\n")


def test_a_game_that_was_deleted_meanwhile_is_not_resumed(talk: MatchTalk) -> None:
    talk("a1\n", two_humans())
    entry = sure(talk.history.last_unfinished())

    class Deleting(io.StringIO):
        def write(self, text: str) -> int:
            if text.startswith("Saved game"):
                talk.history.delete(entry.id)
            return super().write(text)

    assert f"No game {entry.id}" in talk("resume\n", out=Deleting())


# --- recorded games --------------------------------------------------------------------------------------


def test_a_recorded_game_does_not_address_its_reader(capsys: pytest.CaptureFixture[str]) -> None:
    setup = make_setup(levels=(HUMAN, "rules"), rules=MatchRules(1))
    assert print_transcript(Record(play(Game(setup), "a1 a2 b1 b2 c1"))) == 0
    assert "P0 wins with three in a row.\n" in capsys.readouterr().out


# --- the process -----------------------------------------------------------------------------------------

TWO = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")
KEPT = "Game kept: ttt-tui --resume\n"


def test_a_game_is_stored_resumed_finished_and_listed_by_processes(
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


@pytest.mark.slow
def test_the_command_line_plays_within_ascii_and_prints_a_record(tmp_path: Path) -> None:
    record, players = (
        tmp_path / "game.txt",
        ("--player", "human,name=Zoë,symbol=★", "--player", "human,name=Bob"),
    )
    status, out = run("b2\na1\nresign\n", "--plain", "--ascii", *players, home=tmp_path)
    assert (status, out.isascii()) == (0, True)
    assert "3x3 squares, three in a row wins. O is Zo? (human); X is Bob (human)." in out
    assert run("", "history", "export", "1", str(record), home=tmp_path)[0] == 0
    told = [
        "3×3 squares, three in a row wins. ★ is Zoë (human); X is Bob (human).",
        "1: ★ plays b2.",
        "2: X plays a1.",
        "3: ★ resigns.",
        "Bob (X) wins: Zoë (★) resigned.",
        "   a b c",
        " 1 X . .",
        " 2 . ★ .",
        " 3 . . .",
    ]
    assert run("", "--replay", str(record), home=tmp_path) == (0, "\n".join([*told, ""]))
    status, out = run("", "--replay", str(record), "--ascii", home=tmp_path)
    assert (status, out.isascii()) == (0, True)
    assert "1: O plays b2." in out


@pytest.mark.slow
def test_without_input_the_program_ends(tmp_path: Path) -> None:
    status, out = run("", home=tmp_path)
    assert status == 0
    assert next(iter(PRESETS.values())).make().players[1].name in out, "the first preset"
    assert run("", "--plain", "--preset", "computers", home=tmp_path)[0] == 0


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=lambda n: n.name)
def test_a_signal_ends_it_with_the_game_stored(tmp_path: Path, number: signal.Signals) -> None:
    with start(*TWO, home=tmp_path) as process:
        tell(process, "b2\n", "X plays b2")
        process.send_signal(number)
        assert ended(process) == (128 + number, KEPT)
    assert rows(tmp_path / "history.db")[0]["owner"] is None


def test_a_store_that_is_locked_for_a_moment_is_waited_for_in_silence(tmp_path: Path) -> None:
    with start(*TWO, home=tmp_path) as process:
        tell(process, "", "move")
        with closing(sqlite3.connect(tmp_path / "history.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert process.stdin is not None
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
        tell(process, "h8\n", "X plays h8")
        time.sleep(0.3)
        before = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert ended(process) == (130, KEPT)
        assert time.monotonic() - before < 5
    assert rows(tmp_path / "history.db")[0]["moves"] == '["h8"]'


# --- rules -----------------------------------------------------------------------------------------------


def test_unusual_rules_are_said_and_chosen_and_decide_the_result(talk: MatchTalk) -> None:
    said = talk("rules misère\na1\nb2\nrules misere\nrules misere\na1\nb1\na2\nb2\na3\nrules\n", two_humans())
    lines = said.splitlines()
    assert lines[2] == (
        "3×3 squares, three in a row loses. X is P0 (human); O is P1 (human). "
        "Rules: misère. Completing a line loses. Type help for commands."
    )
    assert "This game is not finished: type rules misere again to abandon it." in lines
    assert (
        "X plays a3. P1 (O) wins: P0 (X) made three in a row. Score: P0 0, P1 1. "
        "Press Enter for the next game." in lines
    )
    assert lines[-1].startswith("Rules: misère. Completing a line loses. Others: usual; exactly; ")
    assert lines[-1].endswith(". Type rules and one of them.")


def test_unknown_rules_are_refused_and_the_usual_ones_are_said_as_well(talk: MatchTalk) -> None:
    said = talk("rules renjuu\nrules\n", two_humans()).splitlines()
    assert said[2].startswith("Unknown rule “renjuu”; choose from usual, exactly, renju, misere")
    assert said[3].startswith("Rules: usual. Three or more in a row win. Others: exactly; ")


def test_of_three_players_one_who_makes_a_line_is_said_to_be_out(talk: MatchTalk) -> None:
    specs = ("human,name=Ada", "human,name=Bob", "human,name=Cyd")
    setup = with_rules(seats(*specs, board=(4, 4, 3)), Rules(misere=True))
    said = talk("a1\na2\na4\nb1\nb2\nb4\nc1\nc2\n", setup)
    assert "A line puts its player out, and the last one left wins" in said
    assert "X plays c1. Ada (X) made three in a row and is out. Bob (O) to move." in said
    assert "O plays c2. Cyd (A) wins: Bob (O) made three in a row." in said


def test_the_board_marks_what_renju_forbids_and_a_row_names_it(talk: MatchTalk) -> None:
    setup = with_rules(seats("human,name=Ada", "human,name=Bob", board=(9, 9, 5)), Rules.parse("renju"))
    script = "e5\na1\nf5\na3\nd3\na5\nd4\na7\nboard\nrow 5\nd5\nrow 6\na9\nboard\nrow 5\n"
    for ascii, mark in ((False, "×"), (True, "x")):
        lines = talk(script, setup, ascii=ascii).splitlines()
        drawn = lines.index(f" 5 O . . {mark} X X . . .")
        assert lines[drawn + 5] == f"{mark} is forbidden to X."
        assert "Row 5: O on a5, X on e5 and X on f5; 6 empty; d5 forbidden to X." in lines
        assert "d5 is forbidden: it makes two open threes." in lines
        assert "Row 6 is empty." in lines
        assert " 5 O . . . X X . . ." in lines, "nothing is forbidden to the second player"
        assert "Row 5: O on a5, X on e5 and X on f5; 6 empty." in lines


@pytest.mark.parametrize(
    ("first", "rules"),
    [("resign\n", Rules()), ("a1\nnow\nnow\nb1\nnow\nnow\nc1\n", Rules(misere=True))],
)
def test_who_is_out_of_a_game_of_three_is_told_so(talk: MatchTalk, first: str, rules: Rules) -> None:
    setup = replace(seats("human", "random", "random"), geometry=Geometry(9, 9, 3, rules))
    answered = talk(f"{first}resign\nhint\ni9\nundo\n", setup)
    assert answered.count("You are out of this game: the others play on.") == 3
    assert "Undone: " in answered
