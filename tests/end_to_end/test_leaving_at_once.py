"""Ctrl+C and Ctrl+Q leave at once, whatever has been typed before them and however small the window is."""

import time
from collections.abc import Callable

import pytest

from tests.support.restored import assert_restored
from tests.support.terminal import CTRL_C, CTRL_Q, ENTER, Terminal

KEYS = (b"lhjkd" * 820)[:4095]
"""As many as a terminal keeps; one by one they take ten seconds and more."""

ARROWS = b"\x1b[A\x1b[C" * 682

GONE = b"\x1b[?1049l"
"""What leaves the screen."""

PEOPLE = ("--board", "15", "--player", "human", "--player", "human")
THINKER = ("--board", "15", "--player", "human", "--player", "expert,name=Deep Thinker", "--time", "60")

QUICK = 0.2
"""Seconds within which the screen is gone on an idle machine."""

BUSY = 20
"""How much longer it may take on a machine that is busy."""


def seconds_until_gone(terminal: Terminal, keys: bytes) -> float:
    """Type, and return how long the screen stays."""
    while terminal.read(0.2):
        pass
    seen = len(terminal.raw)
    terminal.send(keys)
    typed = time.monotonic()
    terminal.wait_for(lambda: GONE in terminal.raw[seen:] or terminal.process.poll() is not None)
    return time.monotonic() - typed


def test_ctrl_c_overtakes_the_keys_before_it() -> None:
    with Terminal(*PEOPLE) as terminal:
        terminal.wait_for("to move")
        assert seconds_until_gone(terminal, KEYS + CTRL_C.encode()) < QUICK * BUSY
        assert terminal.wait_exit() == 0
        assert_restored(terminal)


def thinking(terminal: Terminal) -> None:
    terminal.wait_for("Your move")
    terminal.send(ENTER)
    terminal.wait_for("Deep Thinker is thinking")


@pytest.mark.slow
@pytest.mark.parametrize("keys", [b"", KEYS, ARROWS], ids=["none", "letters", "arrows"])
@pytest.mark.parametrize("quitting", [CTRL_C, CTRL_Q], ids=["Ctrl+C", "Ctrl+Q"])
@pytest.mark.parametrize(
    ("arguments", "get_there"),
    [(PEOPLE, lambda terminal: terminal.wait_for("to move")), (THINKER, thinking)],
    ids=["people", "a computer that thinks"],
)
def test_the_screen_is_gone_at_once(
    arguments: tuple[str, ...], get_there: Callable[[Terminal], None], quitting: str, keys: bytes
) -> None:
    with Terminal(*arguments) as terminal:
        get_there(terminal)
        assert seconds_until_gone(terminal, keys + quitting.encode()) < QUICK * BUSY
        assert terminal.wait_exit() == 0


@pytest.mark.parametrize("size", [(1, 24)], ids=str)
def test_a_window_of_one_column_is_painted_once_and_left_by_ctrl_c(size: tuple[int, int]) -> None:
    with Terminal(columns=size[0], rows=size[1]) as terminal:
        terminal.wait_for(lambda: b"\x1b[?1049h" in terminal.raw and "n" in str(terminal))
        while terminal.read(0.3):
            assert len(terminal.raw) < 100_000, "it is painted again and again"
        terminal.send(CTRL_C)
        assert terminal.wait_exit() == 0
