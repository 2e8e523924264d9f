"""Puzzles in plain text with the installed program: on a terminal, and through pipes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.end_to_end.test_plain_terminal import wait_for_prompt
from tests.support.terminal import CTRL_C, ENTER, PROGRAM, Terminal, environment

FOUND = re.compile(r"Hint: The move is ([a-z]\d+)\.")


def say(terminal: Terminal, line: str) -> str:
    """Answer the prompt, and return what is said before the next one."""
    wait_for_prompt(terminal)
    before, prompts = len(terminal.raw), terminal.raw.count(b"> ")
    terminal.send(line + ENTER)
    terminal.wait_for(lambda: terminal.raw.count(b"> ") > prompts)
    return terminal.raw[before:].decode()


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("term", "words"), [("dumb", ()), ("xterm-256color", ("--plain",))])
def test_a_puzzle_is_solved_on_a_terminal_without_a_single_control_sequence(
    term: str, words: tuple[str, ...]
) -> None:
    with Terminal("puzzle", "--id", "5", *words, term=term, columns=120) as terminal:
        terminal.wait_for("to move: ")
        said = ""
        while ": solved. " not in said:
            hints = [say(terminal, "hint") for _ in range(3)]
            found = FOUND.search(hints[-1])
            assert found is not None
            said = say(terminal, found[1])
            assert re.search(rf"^{found[1]} (is right|wins|holds the draw|stops it)", said, re.MULTILINE)
        assert "Type next for another puzzle" in said
        terminal.send("\x04")
        assert terminal.wait_exit() == 0
        assert re.fullmatch(rb"[ -~\r\n\xc2\xb1\xc3\x97]*", bytes(terminal.raw)), "nothing but text, × and ±"
        assert terminal.attributes == terminal.attributes_before


@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_leaves(busy: bool) -> None:
    with Terminal("puzzle", "--id", "219", "--plain") as terminal:
        wait_for_prompt(terminal)
        if busy:
            terminal.send(f"g11{ENTER}show{ENTER}")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 130
        assert b"Traceback" not in terminal.raw
        assert terminal.attributes == terminal.attributes_before


def test_lines_come_through_a_pipe_and_what_was_tried_is_known_next_time(tmp_path: Path) -> None:
    def run(script: str, *words: str) -> list[str]:
        done = subprocess.run(
            [PROGRAM, *words],
            input=script.encode(),
            capture_output=True,
            env=environment(str(tmp_path), TERM="dumb"),
            cwd=tmp_path,
            timeout=60,
            check=True,
        )
        assert done.stderr == b""
        assert done.stdout.isascii() == ("--ascii" in words)
        return done.stdout.decode().splitlines()

    said = run("show\nstats\nquit\nboard\n", "--ascii", "puzzle", "--id", "5")
    assert said[0].startswith("Puzzle 5, ") or said[0].startswith("Today's puzzle, number 5, ")
    assert said[-1].startswith("Streak 0 days, best 0. Solved 0 of 1. Rating ")
    assert "Solved 0 of 1. " in run("stats", "puzzle", "--id", "7", "--plain")[-1]


def test_a_closed_input_leaves_at_once() -> None:
    shell = ("/bin/sh", "-c", '"$0" puzzle --id 5 <&-', PROGRAM)
    with Terminal(program=shell) as terminal:
        terminal.wait_for("to move: ")
        assert terminal.wait_exit() == 0
