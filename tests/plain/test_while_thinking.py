"""What is heard in plain mode while a computer thinks, a hint is searched for or a puzzle is proved."""

import io
import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest

from tests.plain.talks import MatchTalk, seats
from tests.support.brains import typed
from tests.support.terminal import Terminal
from ttt_tui.computer import Level, Report, Stop, Thought
from ttt_tui.computer.levels import LEVELS
from ttt_tui.engine import Limit, Position, Setup
from ttt_tui.errors import NoMoveYet
from ttt_tui.plain.match import PlainMatch
from ttt_tui.plain.sentences import SentenceWriter
from ttt_tui.process.line_reader import LineReader
from ttt_tui.process.signals import Signals

PATIENCE = 30.0

SLOW = "random"
"""The level that thinks until it is stopped."""


class Endless:
    """Thinks until it is stopped, and then plays the first empty square."""

    def think(self, position: Position, limit: Limit, stop: Stop, report: Report) -> Thought:
        while not stop.is_set():
            time.sleep(0.002)
        return Thought(next(square for square in position.geometry.squares if position.empty >> square & 1))

    def close(self) -> None: ...


@pytest.fixture(autouse=True)
def endless() -> Iterator[None]:
    level = Level(SLOW, "thinks for ever", "thinks", False, lambda seed, megabytes: Endless())
    with mock.patch.dict(LEVELS, {SLOW: level}):
        yield


class Dialogue:
    """Plain mode in a thread, at a terminal or in a pipe that stays open."""

    def __init__(self, talk: MatchTalk, setup: Setup, *, prompts: bool) -> None:
        self._reader, self._writer = os.pipe()
        self._out = io.StringIO()
        writer = SentenceWriter(self._out, False, prompts)
        self.plain = PlainMatch(talk.new_session(), LineReader(self._reader), writer, Signals())
        self._thread = threading.Thread(target=self.plain.play, args=(setup,), daemon=True)

    def start(self) -> None:
        self._thread.start()

    def type(self, text: str) -> None:
        os.write(self._writer, text.encode())

    def end_input(self) -> None:
        os.close(self._writer)

    def wait_for(self, is_so: str | Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not (is_so in self.said if isinstance(is_so, str) else is_so()):
            assert time.monotonic() < deadline, self.said
            time.sleep(0.005)

    @property
    def said(self) -> str:
        return self._out.getvalue()

    @property
    def has_left(self) -> bool:
        return not self._thread.is_alive()


def dialogue(talk: MatchTalk, *players: str, prompts: bool = True) -> Dialogue:
    """Return a dialogue in which a computer thinks about the answer to a1."""
    setup = seats(*(players or ("human", SLOW)))
    begun = Dialogue(talk, setup, prompts=prompts)
    begun.start()
    begun.wait_for("Your move")
    begun.type("a1\n")
    begun.wait_for("X plays a1.")
    begun.wait_for(lambda: begun.plain.thinker.search is not None)
    return begun


@pytest.mark.parametrize("prompts", [True, False])
@pytest.mark.parametrize("word", ["quit", "exit", "QUIT "])
def test_who_quits_while_a_computer_thinks_has_left(talk: MatchTalk, word: str, prompts: bool) -> None:
    begun = dialogue(talk, prompts=prompts)
    begun.type(f"{word}\n")
    begun.wait_for(lambda: begun.has_left)
    assert "O plays" not in begun.said


def test_the_end_of_input_at_a_terminal_leaves_at_once(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    begun.end_input()
    begun.wait_for(lambda: begun.has_left)


def test_the_computer_can_be_told_to_play_now(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    begun.type("now\n")
    begun.wait_for("O plays b1. Your move.")
    begun.type("now\nquit\n")
    begun.wait_for("No computer is thinking.")
    begun.wait_for(lambda: begun.has_left)


def test_a_computer_without_a_move_yet_goes_on(talk: MatchTalk, monkeypatch: pytest.MonkeyPatch) -> None:
    think, times = Endless.think, itertools.count()

    def wordless_once(*asked: Any) -> Thought:
        thought = think(*asked)
        if next(times) == 0:
            raise NoMoveYet("was stopped before it suggested a move")
        return thought

    monkeypatch.setattr(Endless, "think", wordless_once)
    begun = dialogue(talk)
    begun.type("now\n")
    begun.wait_for("Random has no move yet and keeps thinking.")
    assert begun.said.count("X plays a1") == 1, "the last move is not told again"
    begun.wait_for(lambda: begun.plain.thinker.search is not None)
    begun.type("now\n")
    begun.wait_for("O plays b1. Your move.")


def test_a_move_is_undone_while_a_computer_thinks_about_it(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    begun.type("undo\n")
    begun.wait_for("Undone: X a1. Your move.")
    begun.type("b2\n")
    begun.wait_for("X plays b2.")
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)


@pytest.mark.sample(every=6)
@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("resign", "resigns"),
        ("help", "hint: what to look for"),
        ("moves", "Moves: X a1."),
        ("board", " 1 X . ."),
        ("row 1", "Row 1: X on a1; 2 empty."),
        ("review", "Reviews are available after the game"),
        ("quti", "try quit"),
        ("new", "This game is not finished: type new again to abandon it."),
        ("seat human", "O is now"),
        ("x" * 2000, "Line too long"),
    ],
)
def test_words_are_answered_while_a_computer_thinks(talk: MatchTalk, word: str, answer: str) -> None:
    begun = dialogue(talk)
    begun.type(f"{word}\n")
    begun.wait_for(answer)
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)
    assert "O plays" not in begun.said


def test_what_is_only_asked_does_not_begin_the_search_again(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    search = begun.plain.thinker.search
    begun.type("moves\n")
    begun.wait_for("Moves: X a1.")
    assert begun.plain.thinker.search is search
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)


def test_a_move_and_a_hint_wait_for_their_turn_and_keep_back_what_is_behind_them(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    search = begun.plain.thinker.search
    assert search is not None
    begun.type("b2\nmoves\n")
    time.sleep(0.1)
    assert "Moves" not in begun.said
    search.stop()
    begun.wait_for("X plays b2.")
    begun.wait_for("Moves: X a1, O b1, X b2.")
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)


@pytest.mark.parametrize("waiting", ["b2", "hint"])
def test_the_word_that_hurries_overtakes_what_waits_at_a_terminal(talk: MatchTalk, waiting: str) -> None:
    begun = dialogue(talk)
    begun.type(f"{waiting}\nnow\n")
    begun.wait_for("O plays b1. Your move.")
    begun.wait_for("X plays b2." if waiting == "b2" else "Hint: ")


@pytest.mark.parametrize("waiting", ["b2", "hint"])
def test_leaving_overtakes_what_waits_at_a_terminal(talk: MatchTalk, waiting: str) -> None:
    begun = dialogue(talk)
    begun.type(f"{waiting}\nmoves\n")
    time.sleep(0.1)
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)
    assert "Moves" not in begun.said


def test_the_end_of_input_overtakes_what_waits_at_a_terminal(talk: MatchTalk) -> None:
    begun = dialogue(talk)
    begun.type("b2\n")
    begun.end_input()
    begun.wait_for(lambda: begun.has_left)
    assert "X plays b2" not in begun.said


def test_a_script_is_not_left_before_what_it_says_first(talk: MatchTalk) -> None:
    begun = dialogue(talk, prompts=False)
    search = begun.plain.thinker.search
    assert search is not None
    begun.type("hint\nquit\n")
    time.sleep(0.1)
    assert not begun.has_left
    search.stop()
    begun.wait_for(lambda: begun.has_left)
    assert "Hint: " in begun.said


def test_each_line_of_a_script_has_its_turn(talk: MatchTalk) -> None:
    begun = Dialogue(talk, seats("human", SLOW), prompts=False)
    begun.type("a1\nnow\nc3\nnow\nmoves\nquit\n")
    begun.end_input()
    begun.start()
    begun.wait_for(lambda: begun.has_left)
    assert "Moves: X a1, O b1, X c3, O c1." in begun.said


def test_the_answer_to_the_last_line_of_a_script_is_still_said(talk: MatchTalk) -> None:
    begun = dialogue(talk, prompts=False)
    begun.end_input()
    time.sleep(0.1)
    assert not begun.has_left
    assert begun.plain.thinker.search is not None
    begun.plain.thinker.search.stop()
    begun.wait_for(lambda: begun.has_left)
    assert "O plays b1. Your move." in begun.said


def test_computers_among_themselves_are_interrupted(talk: MatchTalk) -> None:
    begun = Dialogue(talk, seats(SLOW, SLOW), prompts=False)
    begun.start()
    begun.wait_for(lambda: begun.plain.thinker.search is not None)
    begun.type("b2\n")
    begun.wait_for("It is a computer's turn.")
    begun.type("quit\n")
    begun.wait_for(lambda: begun.has_left)


def test_a_hint_that_takes_long_does_not_keep_anybody(talk: MatchTalk) -> None:
    begun = Dialogue(talk, seats("human", "human"), prompts=True)
    begun.start()
    begun.wait_for("to move")
    is_searching = threading.Event()

    def search_for_ever(self: object, position: Position, setup: Setup, limit: Limit, stop: Stop) -> None:
        is_searching.set()
        while not stop.is_set():
            time.sleep(0.002)

    with mock.patch("ttt_tui.session.advisor.Advisor.hint", search_for_ever):
        begun.type("hint\n")
        assert is_searching.wait(PATIENCE)
        begun.type("quit\n")
        begun.wait_for(lambda: begun.has_left)


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("player", ["minimax,time=60", f'"brain:{typed("overruns")}",time=60'])
@pytest.mark.parametrize(("keys", "status"), [("quit\n", 0), ("\x03", 130), ("\x04", 0), ("h9\nquit\n", 0)])
def test_a_terminal_is_left_at_once_while_a_computer_or_an_engine_thinks(
    player: str, keys: str, status: int
) -> None:
    with Terminal("--plain", "--board", "15", "--player", "human", "--player", player) as terminal:
        terminal.wait_for("Your move.")
        terminal.send(b"h8\n")
        terminal.wait_for("X plays h8.")
        time.sleep(0.3)
        terminal.send(keys.encode())
        assert terminal.wait_exit() == status
