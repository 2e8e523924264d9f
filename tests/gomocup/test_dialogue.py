"""The dialogue with an engine: time limits whatever it writes, its command, and its description."""

import time
from collections.abc import Iterator
from itertools import chain, cycle, repeat

import pytest

from tests.gomocup.bad_brains import QUICK, program
from ttt_tui import errors
from ttt_tui.computer.base import NEVER
from ttt_tui.engine import Geometry, Limit, Position
from ttt_tui.gomocup import About, Brain, BrainProgram, ask_about, dialogue
from ttt_tui.gomocup.dialogue import (
    LONGEST_ENGINE_NAME,
    BrainTimeouts,
    Dialogue,
    ignore_message,
    read_about,
)
from ttt_tui.gomocup.protocol import ReplyKind
from ttt_tui.process.child import Child

TOO_LONG = 5.0
"""Seconds after which a test has failed: all waits here are far shorter."""

BRIEF = BrainTimeouts(pause=0.05, first=0.2, start=0.2, answer=0.2, grace=0.1, silence=0.2)


class Talker:
    """A running program that says these lines, each after a while."""

    process_id = 1

    def __init__(self, lines: Iterator[str], every: float) -> None:
        self.lines, self.every = lines, every
        self.received = 0
        self.written = ""
        self.end = time.monotonic() + TOO_LONG

    def line(self, seconds: float) -> str | None:
        assert time.monotonic() < self.end, "it is waited for without end"
        if self.every:
            time.sleep(min(seconds, self.every))
        if seconds < self.every:
            return None
        line = next(self.lines)
        self.received += len(line) + 1
        return line

    def write(self, text: str) -> None:
        self.written += text

    def end_in_background(self, last_line: str) -> None:
        pass


def talker(monkeypatch: pytest.MonkeyPatch, lines: Iterator[str], every: float) -> tuple[Talker, Dialogue]:
    child = Talker(lines, every)
    monkeypatch.setattr(dialogue, "EngineProcess", lambda *arguments: child)
    return child, Dialogue(BrainProgram(("talker",)), False, BRIEF)


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("line", ["MESSAGE tick", "", "tick", "7,7", "OK", "ERROR"])
@pytest.mark.parametrize("every", [0.005, 0.0])
def test_a_command_is_given_although_there_is_no_silence(
    line: str, every: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    child, talk = talker(monkeypatch, repeat(line), every)
    monkeypatch.setattr(dialogue, "MOST_BYTES", 10**9)
    for command in ("START 15", "BEGIN"):
        talk.send(command)
    assert child.written == "START 15\nBEGIN\n"


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("line", ["MESSAGE tick", ""])
@pytest.mark.parametrize("every", [0.0, 0.005])
def test_lines_that_are_no_answer_do_not_extend_the_time(
    line: str, every: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, talk = talker(monkeypatch, repeat(line), every)
    monkeypatch.setattr(dialogue, "MOST_BYTES", 10**9)
    assert talk.answer(0.2, NEVER, ignore_message) is None


def test_an_answer_that_waits_behind_other_lines_has_come_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    _, talk = talker(monkeypatch, chain(["MESSAGE tick"] * 100, ["7,7"]), 0.0)
    answer = talk.answer(0.0, NEVER, ignore_message)
    assert answer is not None
    assert answer.kind is ReplyKind.MOVE


@pytest.mark.parametrize("lines", [["SUGGEST 7,7"], ["OK"], ["MESSAGE tick", "SUGGEST 7,7", "", "OK"]])
def test_lines_instead_of_a_move_do_not_extend_the_time(
    lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    talker(monkeypatch, chain(["OK"], cycle(lines)), 0.005)
    monkeypatch.setattr(dialogue, "MOST_BYTES", 10**9)
    brain = Brain(BrainProgram(("talker",)), timeouts=BRIEF)
    monkeypatch.setattr(Dialogue, "send", lambda *arguments, stop=NEVER: None)
    with pytest.raises(errors.TimeExceeded):
        brain.think(Position(Geometry(15, 15, 5), 2), Limit(seconds=0.1))


def test_a_flood_before_a_command_is_a_fault_too(monkeypatch: pytest.MonkeyPatch) -> None:
    _, talk = talker(monkeypatch, repeat("x" * 10_000), 0.0)
    monkeypatch.setattr(talk, "_silence", TOO_LONG)
    with pytest.raises(errors.OutputFlood):
        talk.send("BEGIN")


def test_an_engine_that_does_not_read_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(child: Child, text: str) -> None:
        raise errors.ChildNotReading

    talk = Dialogue(BrainProgram(("cat",)), False, BRIEF)
    with monkeypatch.context() as patch:
        patch.setattr(Child, "write", full)
        with pytest.raises(errors.NoResponse, match="does not read its input"):
            talk.send("BEGIN")
    talk.end()


# --- programs --------------------------------------------------------------------------------------------


def test_a_command_is_read_as_by_a_shell_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    made = BrainProgram.parse("~/brains/wine 'a b' $HOME; rm", "~/brains")
    assert made.command == ("/home/ada/brains/wine", "a b", "$HOME;", "rm")
    assert str(made.directory) == "/home/ada/brains"
    for command in ("", "  ", "''", "'a", "a\0b"):
        with pytest.raises(ValueError, match=r"an engine needs a command|read the engine's command|a NUL"):
            BrainProgram.parse(command)


def test_an_engine_describes_itself() -> None:
    assert ask_about(program("good"), QUICK) == About("Good", "1.0")


def test_an_engine_need_not_describe_itself_but_has_to_start() -> None:
    assert ask_about(program("shy"), BrainTimeouts(0, 20, 20, 1, 1)).name == ""
    wants_crlf = program("wants_crlf")
    wants_crlf.habits.wants_crlf = True
    assert ask_about(wants_crlf, QUICK).name == "Good"
    with pytest.raises(errors.CommandRefused):
        ask_about(program("refuses_start"), QUICK)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ('name="Rapfi", version="1"', About("Rapfi", "1")),
        ('NAME = " A "', About("A")),
        (f'name="{"x" * 99}"', About("x" * LONGEST_ENGINE_NAME)),
        ('name="\u202e"', About()),
        ("version=1", About()),
    ],
)
def test_names_are_taken_as_far_as_they_can_be_shown(text: str, about: About) -> None:
    assert read_about(text) == about
