"""Plain mode on a terminal, and wherever input or errors go elsewhere."""

import re
from pathlib import Path

import pytest

from tests.support.stores import rows
from tests.support.terminal import CTRL_C, ENTER, PROGRAM, Terminal

TWO = ("--player", "human,name=Ada", "--player", "human,name=Bob", "--board", "3")


def wait_for_prompt(terminal: Terminal) -> None:
    """Wait until the program asks for a line."""
    terminal.wait_for(lambda: terminal.raw.endswith(b"> "))


@pytest.mark.sample(every=2)
@pytest.mark.parametrize("term", ["dumb", "xterm-256color"])
def test_a_game_is_played_on_a_terminal_without_a_single_control_sequence(term: str, tmp_path: Path) -> None:
    with Terminal("--plain", *TWO, term=term, TTT_TUI_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("Ada (X) to move.")
        for name, answer in (
            ("a1", "X plays a1. Bob (O) to move."),
            ("a1", "a1 is taken."),
            ("2", "O plays b1. Ada (X) to move."),
            ("undo", "Undone: O b1. Bob (O) to move."),
            ("b2", "O plays b2. Ada (X) to move."),
            ("board", " 2 . O ."),
        ):
            wait_for_prompt(terminal)  # who types ahead is not asked
            terminal.send(name + ENTER)
            terminal.wait_for(answer)
        wait_for_prompt(terminal)
        terminal.send("\x04")
        assert terminal.wait_exit() == 0
        assert bytes(terminal.raw).endswith(b"> \r\nGame kept: ttt-tui --resume\r\n")
        assert re.fullmatch(rb"[ -~\r\n\xc3\x97]*", bytes(terminal.raw)), "nothing but text, and ×"
        assert terminal.attributes == terminal.attributes_before
    assert rows(tmp_path / "history.db")[0]["moves"] == '["a1", "b2"]'


def test_the_settings_can_ask_for_it_and_ctrl_c_leaves(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("plain = true\nbell = true\n")
    with Terminal(*TWO, TTT_TUI_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("Ada (X) to move.")
        terminal.send(f"a9{ENTER}")
        terminal.wait_for("a9 is not on a 3×3 board")
        assert terminal.raw.count(b"\a") == 1
        terminal.send(f"a1{ENTER}")
        terminal.wait_for("X plays a1.")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 130
        terminal.wait_for("Game kept: ttt-tui --resume")


def test_computers_among_themselves_can_be_spoken_to(tmp_path: Path) -> None:
    with Terminal("--plain", "--preset", "fifteen-bots", TTT_TUI_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("O plays ")
        terminal.send(f"undo{ENTER}")
        terminal.wait_for("Paused. Press Enter to continue.")
        terminal.send(f"quit{ENTER}")
        assert terminal.wait_exit() == 0


@pytest.mark.sample(every=4)
@pytest.mark.parametrize("redirection", ["< /dev/null", "2> errors", "< /dev/null 2> errors", "<&-"])
def test_without_a_terminal_at_either_end_the_game_is_plain(redirection: str) -> None:
    script = f'"$0" "$@" {redirection}; status=$?; test ! -e errors || cat errors; exit $status'
    shell = ("/bin/sh", "-c", script, PROGRAM)
    with Terminal("--preset", "computer", "--seed", "1", program=shell, columns=120) as terminal:
        terminal.wait_for("Your move.")
        if "<" not in redirection:
            terminal.send(f"quit{ENTER}")
        assert terminal.wait_exit() == 0
        assert b"\x1b" not in terminal.raw
        assert b"Traceback" not in terminal.raw
        assert terminal.attributes == terminal.attributes_before
