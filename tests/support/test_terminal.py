"""The terminal of the tests shows what a terminal shows."""

import sys

from tests.support.terminal import Screen, Terminal

IN_HALVES = """
import sys, time, tty
tty.setraw(0)
print("\\x1b[?2026$p", end="", flush=True)
can_be_told = sys.stdin.read(11)
for half in ("\\x1b[?2026hhalf ", "and half\\x1b[?2026l"):
    print(half, end="", flush=True)
    time.sleep(0.2)
sys.stdin.read(1)
"""


def test_what_is_waited_for_is_seen_when_the_whole_frame_is_there() -> None:
    with Terminal(program=(sys.executable, "-c", IN_HALVES)) as terminal:
        terminal.wait_for("half")
        assert str(terminal).strip() == "half and half"


def test_what_has_no_width_and_combines_with_nothing_hides_nothing_that_follows_it() -> None:
    screen = Screen(10, 1)
    screen.feed("e\u0301\u200d\ufe0fabc".encode())
    assert [line.rstrip() for line in screen.text()] == ["\u00e9abc"]
