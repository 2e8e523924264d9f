"""What the terminal of a player who looks elsewhere gets at the player's turn, in a pty."""

import re
import sys

import pytest

from tests.end_to_end.machine import HOSTS, OWN, Machine
from tests.end_to_end.test_shared_match import play, see
from tests.support.terminal import CTRL_Q, Terminal
from ttt_tui.app.terminal.notification import TITLE_BEFORE

SOON = """
from ttt_tui.app.play import turn_notice
turn_notice.QUIET_SECONDS = 0.3
import sys
sys.argv = ["ttt-tui", *sys.argv[1:]]
from ttt_tui.cli.main import main
sys.exit(main())
"""
"""The program, in which a user is thought to look elsewhere soon."""

FOCUS, BLUR = b"\x1b[I", b"\x1b[O"

TITLE = "\x1b[22;2t\x1b]2;● your move\x07"


def host(machine: Machine, term: str) -> Terminal:
    """Let Ada host a game on this kind of terminal."""
    (machine.home("ada") / "settings.toml").write_text('bell = "turns"\n')
    program = (sys.executable, "-c", SOON)
    terminal = machine.start("ada", *HOSTS, term=term, program=program)  # type: ignore[arg-type]
    terminal.wait_for("--join")
    return terminal


def written(terminal: Terminal) -> str:
    return bytes(terminal.raw).decode(errors="replace")


def rings(terminal: Terminal) -> int:
    """Count the bells, without those that end a sequence."""
    return re.sub("\x1b\\].*?\x07", "", written(terminal)).count("\x07")


@pytest.mark.sample(every=3)
@pytest.mark.parametrize(
    ("term", "sequence"),
    [
        ("xterm-256color", "\x07\x1b]9;ttt-tui: {} has moved\x07"),
        ("xterm-kitty", "\x07\x1b]99;i=ttt-tui;ttt-tui: {} has moved\x07"),
        ("tmux-256color", "\x07\x1bPtmux;\x1b\x1b]9;ttt-tui: {} has moved\x07\x1b\\"),
        ("screen-256color", "\x07\x1bP\x1b]9;ttt-tui: {} has moved\x07\x1b\\"),
        ("linux", "\x07"),
    ],
)
def test_a_player_who_looks_elsewhere_is_called_until_the_window_has_the_focus(
    term: str, sequence: str, machine: Machine
) -> None:
    ada = host(machine, term)
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2")
    ada.send(BLUR)
    bob.send("1")
    see([ada, bob], "b2", "a1")
    expected = sequence.format(OWN) + TITLE * (term != "linux")
    ada.wait_for(lambda: rings(ada) == 1 and expected in written(ada))
    ada.send(FOCUS)
    ada.wait_for(lambda: written(ada).count(TITLE_BEFORE) == (term != "linux"))
    ada.send(CTRL_Q)
    assert ada.wait_exit() == 0
    assert written(ada).count(TITLE_BEFORE) == (term != "linux")
    assert rings(ada) == 1


def test_a_player_who_sees_the_move_is_not_called_and_a_refusal_rings(machine: Machine) -> None:
    ada = host(machine, "xterm-256color")
    bob = machine.start("bob", "--join", OWN)
    ada.send(FOCUS)
    play([ada, bob], "b2", "a1")
    ada.send(BLUR)
    ada.send("5")
    ada.wait_for("is taken")
    ada.wait_for(lambda: rings(ada) == 1)
    assert TITLE not in written(ada)


def test_the_title_goes_back_when_the_program_ends(machine: Machine) -> None:
    ada = host(machine, "xterm-256color")
    bob = machine.start("bob", "--join", OWN)
    play([ada, bob], "b2")
    ada.send(BLUR)
    bob.send("1")
    ada.wait_for(lambda: TITLE in written(ada))
    ada.process.terminate()
    ada.wait_exit()
    assert TITLE_BEFORE in written(ada).partition(TITLE)[2]
