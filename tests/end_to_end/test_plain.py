"""Plain mode on a terminal, and wherever input or errors go elsewhere."""

import re
from pathlib import Path

import pytest

from tests.support.reading import TWO_PEOPLE
from tests.support.stores import rows
from tests.support.terminal import CTRL_C, ENTER, PROGRAM, Terminal

CTRL_D = "\x04"


def say(terminal: Terminal, line: str) -> str:
    """Answer the prompt, and return what is said before the next one."""
    terminal.wait_for(lambda: terminal.raw.endswith(b"> "))  # who types ahead is not asked
    before, prompts = len(terminal.raw), terminal.raw.count(b"> ")
    terminal.send(line + ENTER)
    terminal.wait_for(lambda: terminal.raw.count(b"> ") > prompts)
    return terminal.raw[before:].decode()


def assert_only_text(terminal: Terminal, *signs: str) -> None:
    """Assert that no control sequence was written, and nothing beyond ASCII but these signs."""
    assert re.fullmatch(rf"[ -~\r\n{''.join(signs)}]*", terminal.raw.decode())
    assert terminal.attributes == terminal.attributes_before


@pytest.mark.sample(every=2)
@pytest.mark.parametrize(("term", "words"), [("dumb", ()), ("xterm-256color", ("--plain",))])
def test_a_game_is_played_on_a_terminal_without_a_single_control_sequence(
    term: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    with Terminal(*words, *TWO_PEOPLE, term=term, TTT_TUI_HOME=str(tmp_path)) as terminal:
        terminal.wait_for("Ada (X) to move.")
        for name, answer in (
            ("a1", "X plays a1. Bob (O) to move."),
            ("a1", "a1 is taken."),
            ("2", "O plays b1. Ada (X) to move."),
            ("undo", "Undone: O b1. Bob (O) to move."),
            ("b2", "O plays b2. Ada (X) to move."),
            ("board", " 2 . O ."),
        ):
            assert answer in say(terminal, name)
        terminal.wait_for(lambda: terminal.raw.endswith(b"> "))
        terminal.send(CTRL_D)
        assert terminal.wait_exit() == 0
        assert bytes(terminal.raw).endswith(b"> \r\nGame kept: ttt-tui --resume\r\n")
        assert_only_text(terminal, "×")
    assert rows(tmp_path / "history.db")[0]["moves"] == '["a1", "b2"]'


def test_the_settings_can_ask_for_it_and_ctrl_c_leaves(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("plain = true\nbell = true\n")
    with Terminal(*TWO_PEOPLE, TTT_TUI_HOME=str(tmp_path)) as terminal:
        assert "a9 is not on a 3×3 board" in say(terminal, "a9")
        assert terminal.raw.count(b"\a") == 1
        assert "X plays a1." in say(terminal, "a1")
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 130
        terminal.wait_for("Game kept: ttt-tui --resume")


@pytest.mark.sample(every=7)
@pytest.mark.parametrize(
    ("redirection", "term"),
    [
        *((line, "xterm") for line in ("< /dev/null 2> errors", "< /dev/null", "2> errors", "<&-")),
        *(("", term) for term in ("dumb", "unknown", "")),
    ],
)
def test_without_a_terminal_at_either_end_or_with_an_unknown_one_the_game_is_plain(
    redirection: str, term: str
) -> None:
    script = f'"$0" "$@" {redirection}; status=$?; test ! -e errors || cat errors; exit $status'
    shell = ("/bin/sh", "-c", script, PROGRAM)
    with Terminal("--seed", "1", program=shell, columns=120, term=term) as terminal:
        terminal.wait_for("Your move.")
        if "<" not in redirection:
            terminal.send(f"b2{ENTER}quit{ENTER}")
            terminal.wait_for("X plays b2.")
        assert terminal.wait_exit() == 0
        assert b"\x1b" not in terminal.raw
        assert b"Traceback" not in terminal.raw
        assert terminal.attributes == terminal.attributes_before


# --- puzzles ---------------------------------------------------------------------------------------------

FOUND = re.compile(r"Hint: The move is ([a-z]\d+)\.")


def test_a_puzzle_is_solved_on_a_terminal_without_a_single_control_sequence() -> None:
    with Terminal("puzzle", "--id", "5", term="dumb", columns=120) as terminal:
        terminal.wait_for("to move: ")
        said = ""
        while ": solved. " not in said:
            found = FOUND.search([say(terminal, "hint") for _ in range(3)][-1])
            assert found is not None
            said = say(terminal, found[1])
            assert re.search(rf"^{found[1]} (is right|wins|holds the draw|stops it)", said, re.MULTILINE)
        assert "Type next for another puzzle" in said
        terminal.send(CTRL_D)
        assert terminal.wait_exit() == 0
        assert_only_text(terminal, "×", "±")
