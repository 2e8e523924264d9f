"""The program as a visitor of a server runs it, confined: everything works, and nothing is reported."""

import subprocess
from pathlib import Path

import pytest

from tests.support.reading import answer_result, board, moves, status, stones
from tests.support.restored import assert_terminal_restored
from tests.support.served import SERVED_PROGRAM, reports
from tests.support.terminal import CTRL_Q, DOWN, ENTER, ESCAPE, Terminal, environment

PALETTE = "\x10"


def search(terminal: Terminal, words: str) -> None:
    """Run the first command that the palette finds."""
    terminal.send(PALETTE)
    terminal.wait_for("Commands")
    terminal.send(words)
    terminal.wait_for(words)
    terminal.send(ENTER)


def served(home: Path, *arguments: str) -> Terminal:
    return Terminal(*arguments, program=SERVED_PROGRAM, TTT_TUI_HOME=str(home))


def test_a_visitor_plays_resumes_reviews_and_solves_and_nothing_is_reported(tmp_path: Path) -> None:
    with served(tmp_path, "--seed", "3") as terminal:
        terminal.wait_for("You v computer")
        terminal.wait_for(" quit")
        assert "Host a game" not in str(terminal)
        terminal.send(ENTER)
        terminal.wait_for(lambda: status(terminal) == "Your move" and len(board(terminal)) == 9)
        terminal.send("5")
        terminal.wait_for(lambda: status(terminal) == "Your move" and len(stones(terminal)) == 2)
        terminal.send("i")
        terminal.wait_for("●○○")
        terminal.send("A")
        terminal.wait_for("stop")
        terminal.send("Aq")
        terminal.wait_for("r resume")
        terminal.send("r")
        terminal.wait_for(lambda: len(moves(terminal)) == 2)
        terminal.send("R")
        terminal.wait_for("You resigned")
        answer_result(terminal, "v")
        terminal.wait_for("Accuracy")
        terminal.send("q")
        terminal.wait_for("losing move")
        answer_result(terminal, "q")
        terminal.wait_for("You v computer")
        terminal.send("p")
        terminal.wait_for("Puzzle")
        terminal.send("i")
        terminal.wait_for("●○○")
        terminal.send("q")
        terminal.wait_for("You v computer")
        terminal.send("h")
        terminal.wait_for("x copy")
        terminal.send("x")
        terminal.wait_for("Sent to the clipboard")
        terminal.send("s")
        terminal.wait_for("Statistics")
        terminal.send("q")
        terminal.wait_for("x copy")
        terminal.send("e")
        terminal.wait_for("moves/board")
        terminal.send("qq")
        terminal.wait_for("You v computer")
        terminal.send("E")
        terminal.wait_for("Editor")
        terminal.send(ESCAPE)
        terminal.wait_for("You v computer")
        search(terminal, "Settings")
        terminal.wait_for("Speed")
        terminal.send(DOWN + "\x1b[C" + ESCAPE)
        terminal.wait_for("You v computer")
        terminal.send("\x1bOQ")  # F2
        terminal.wait_for("Theme")
        terminal.send(DOWN + ENTER)
        terminal.send("?")
        terminal.wait_for("Help")
        terminal.send(ESCAPE + CTRL_Q)
        assert terminal.wait_exit() == 0
        assert terminal.said_at_the_end in ("", "Game kept: r resumes it")
        assert_terminal_restored(terminal)
    assert reports(tmp_path) == []
    assert (tmp_path / "history.db").exists()
    assert not (tmp_path / "ttt-tui.log").exists()
    with served(tmp_path, "--resume") as terminal:
        terminal.wait_for("Game 2")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
    assert reports(tmp_path) == []


REFUSED = {
    "--replay /etc/passwd": "files can't be read",
    "--start /etc/passwd": "files can't be read",
    "--player human --player brain:/bin/sh": "engines can't be run",
    "--player human --player python:/tmp/x.py:X": "engines can't be run",
    "--host": "start in the lobby",
    "--join": "start in the lobby",
    "--join root": "start in the lobby",
    "--watch root": "start in the lobby",
    "--player human --player open": "start in the lobby",
    "puzzle --file /etc/passwd": "files can't be read",
    "puzzle make /tmp/x.txt --board 3": "this command isn't available",
    "history export 1 /tmp/x.txt": "files can't be read",
    "history import /etc/passwd": "this command isn't available",
    "match --player expert --player scorer": "this command isn't available",
    "bench": "this command isn't available",
    "settings path": "this command isn't available",
    "brain": "this command isn't available",
}
"""The words of a command line → what is said about it."""


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("words", REFUSED)
def test_no_word_of_a_command_reaches_the_machine(words: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*SERVED_PROGRAM, *words.split()],
        capture_output=True,
        env=environment(str(tmp_path), TERM="xterm-256color"),
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    assert done.returncode == 2, done
    assert REFUSED[words] in done.stderr.decode()
    assert reports(tmp_path) == []


def test_a_few_commands_need_no_screen(tmp_path: Path) -> None:
    for words, said in (
        ("history list", "no"),
        ("history stats --json", "{"),
        ("--version", "ttt-tui"),
    ):
        done = subprocess.run(
            [*SERVED_PROGRAM, *words.split()],
            capture_output=True,
            env=environment(str(tmp_path), TERM="xterm-256color"),
            stdin=subprocess.DEVNULL,
            timeout=60,
        )
        assert done.returncode == 0, done
        assert said in done.stdout.decode().lower(), done
    assert reports(tmp_path) == []
