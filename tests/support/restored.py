"""Whether a program has left the terminal as it was before."""

import re

from tests.support.terminal import CTRL_Q, Terminal

KEPT = "Game kept: ttt-tui --resume"
"""What is said in the end if there is a game to resume."""

ON_IN_A_FRESH_TERMINAL = {"7", "25"}
"""Private modes that are on before a program starts: lines wrap, the cursor shows."""

TRACKING_MOUSE = {"1000", "1002", "1003", "1005", "1006", "1015", "1016"}


def modes_left(raw: bytes) -> dict[str, bool]:
    """Return each private mode that the program has switched, and whether it is on in the end."""
    modes = {}
    for numbers, switch in re.findall(
        r"\x1b\[\?([\d;]+)([hl])", raw.decode(errors="replace")
    ):  # before it starts, what is typed is echoed
        modes.update(dict.fromkeys(numbers.split(";"), switch == "h"))
    return modes


def assert_terminal_restored(terminal: Terminal) -> None:
    """Assert that each mode of the terminal is as it was before."""
    raw = bytes(terminal.raw)
    modes = modes_left(raw)
    assert {"1049", "25", "2004"} <= modes.keys()
    assert TRACKING_MOUSE & modes.keys() or "--no-mouse" in terminal.command
    assert modes == {mode: mode in ON_IN_A_FRESH_TERMINAL for mode in modes}
    pushed, popped = len(re.findall(rb"\x1b\[>\d*u", raw)), len(re.findall(rb"\x1b\[<\d*u", raw))
    assert pushed == popped, "the keyboard protocol is as before"
    after = raw.rpartition(b"\x1b[?1049l")[2]
    assert not re.search(rb"\x1b\[(?!0?m)[\d;]*m", after), "no colours after the screen is left"
    assert terminal.attributes == terminal.attributes_before


def assert_restored(terminal: Terminal) -> None:
    """Assert that nothing of the program is left in the terminal, and that it said nothing in the end."""
    assert_terminal_restored(terminal)
    assert terminal.said_at_the_end in ("", KEPT), "nothing else is said after that"


def assert_quits_well(terminal: Terminal) -> None:
    """Quit, and assert that the program still answers and leaves the terminal as it was."""
    terminal.send(CTRL_Q)
    assert terminal.wait_exit() == 0
    assert_restored(terminal)
