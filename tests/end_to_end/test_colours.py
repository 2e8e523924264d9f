"""True colour is used wherever the terminal has it: it is known by name, or it is asked and answers."""

import os
import time

import pytest

from tests.support.terminal import CTRL_Q, Terminal

QUESTION = b"\x1bP$qm\x1b\\"
YES = b"\x1bP1$r0;48:2::57:40:27m\x1b\\"
NO = b"\x1bP1$r0;48;5;236m\x1b\\"
UNKNOWN = b"\x1bP0$r\x1b\\"

TRUE, OF_256 = b"38;2;", b"38;5;"

TWO = ("--board", "3", "--player", "human", "--player", "human")


def wrote_true_colour(terminal: Terminal, start: int = 0) -> bool:
    return TRUE in terminal.raw[start:] or b"48;2;" in terminal.raw[start:]


@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "tmux-256color"])
@pytest.mark.sample(every=3)
def test_a_terminal_that_answers_is_painted_in_true_colour(term: str) -> None:
    with Terminal(*TWO, term=term) as terminal:
        terminal.wait_for(lambda: QUESTION in terminal.raw)
        os.write(terminal._master, YES)
        terminal.wait_for("to move")
        terminal.wait_for(lambda: wrote_true_colour(terminal))
        start = len(terminal.raw)
        terminal.send("\x0c")
        terminal.wait_for(lambda: b"X" in terminal.raw[start:])
        assert OF_256 not in terminal.raw[start:]
        assert "$q" not in str(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("answer", [NO, b"", UNKNOWN])
def test_another_answer_or_none_changes_nothing(answer: bytes) -> None:
    with Terminal(*TWO) as terminal:
        terminal.wait_for(lambda: QUESTION in terminal.raw)
        os.write(terminal._master, answer)
        terminal.wait_for("to move")
        terminal.send("\r")
        terminal.wait_for("(O) to move")
        assert not wrote_true_colour(terminal)
        assert terminal.raw.index(QUESTION) < terminal.raw.index(b"ttt-tui")
        assert "$q" not in str(terminal), "the first paint covers what a terminal prints of the question"


@pytest.mark.slow
@pytest.mark.parametrize("cut", [1, 3, 10, len(YES) - 1])
def test_a_late_answer_in_two_pieces_between_two_keys(cut: int) -> None:
    with Terminal(*TWO) as terminal:
        terminal.wait_for("to move")
        time.sleep(0.5)
        terminal.send("\x1b[D")
        os.write(terminal._master, YES[:cut])
        time.sleep(0.3)
        os.write(terminal._master, YES[cut:] + b"\r")
        terminal.wait_for(lambda: wrote_true_colour(terminal))
        terminal.wait_for("a2")
        terminal.wait_for("(O) to move")
        terminal.send(CTRL_Q)
        assert terminal.wait_exit() == 0
