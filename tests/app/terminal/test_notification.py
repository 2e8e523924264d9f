"""What a terminal is sent to notify its user, and to name its window."""

import doctest
import re

import pytest

from ttt_tui.app.terminal import notification as module
from ttt_tui.app.terminal.notification import MOST_CHARACTERS, TITLE_BEFORE, notification, title

OSC_9 = "\x1b]9;ttt-tui: Bob has moved\x07"
OSC_99 = "\x1b]99;i=ttt-tui;ttt-tui: Bob has moved\x07"
OSC_777 = "\x1b]777;notify;ttt-tui;Bob has moved\x07"


def environment(variables: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in variables.split())


def in_tmux(sequence: str) -> str:
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + "\x1b\\"


@pytest.mark.parametrize(
    ("variables", "written"),
    [
        ("TERM=xterm-256color", OSC_9),
        ("TERM=xterm-256color TERM_PROGRAM=iTerm.app", OSC_9),
        ("TERM=wezterm", OSC_9),
        ("TERM=xterm-ghostty TERM_PROGRAM=ghostty", OSC_9),
        ("TERM=xterm-kitty", OSC_99),
        ("TERM=xterm-256color KITTY_WINDOW_ID=3", OSC_99),
        ("TERM=rxvt-unicode-256color", OSC_777),
        ("TERM=foot", OSC_777),
        ("TERM=xterm-256color VTE_VERSION=7600", OSC_777),
        ("TERM=tmux-256color", in_tmux(OSC_9)),
        ("TERM=screen-256color TMUX=/tmp/tmux-0/default,1,0", in_tmux(OSC_9)),
        ("TERM=tmux-256color TMUX=x TERM_PROGRAM=tmux KITTY_WINDOW_ID=1", in_tmux(OSC_99)),
        ("TERM=linux TMUX=/tmp/tmux-0/default,1,0", in_tmux(OSC_9)),
        ("TERM=screen", f"\x1bP{OSC_9}\x1b\\"),
        ("TERM=xterm STY=1.pts-0.box", f"\x1bP{OSC_9}\x1b\\"),
        *((f"TERM={old}", "") for old in ("linux", "vt100", "dumb", "putty", "unknown")),
        ("", ""),
    ],
)
def test_a_terminal_gets_the_sequence_that_it_knows_and_a_multiplexer_passes_it_on(
    variables: str, written: str
) -> None:
    assert notification("Bob has moved", environment(variables)) == written
    assert bool(title("x", environment(variables))) == bool(written)


@pytest.mark.parametrize("term", ["xterm", "xterm-kitty", "foot", "tmux", "screen"])
def test_a_name_cannot_leave_the_sequence(term: str) -> None:
    variables = f"TERM={term}"
    awkward = "a\x07b\x1b]0;evil\x1b\\\x9b2J\x9c\n;\u202e" + "x" * 1000
    usual = notification("Bob", environment(variables))
    written = notification(awkward, environment(variables))
    assert len(written) <= len(usual) + MOST_CHARACTERS
    for mark in ("\x07", "\x1b", ";", "\x9b", "\x9c", "\n", "\u202e"):
        assert written.count(mark) == usual.count(mark), repr(mark)


def test_a_title_is_saved_before_it_is_set_and_has_nothing_that_ends_it() -> None:
    written = title("● your\x1b\x07 move", {"TERM": "xterm"})
    assert re.fullmatch("\x1b\\[22;2t\x1b]2;[^\x00-\x1f]*\x07", written)
    assert TITLE_BEFORE.endswith("\x1b[23;2t")


def test_the_examples_are_true() -> None:
    assert doctest.testmod(module).failed == 0
