"""The line may be slow: while a computer thinks, its bar costs few bytes. Counted on a pty."""

import re
import time

import pytest

from tests.benchmarks.meter import Meter
from tests.support.reading import cursor
from tests.support.terminal import ENTER

STEP_AT_MOST = 40
"""Bytes for a step of the bar by one cell, without those that bring the terminal's own cursor back."""

STEPS_A_SECOND = 4
SECONDS = 4.0

BACK = re.compile(rb"\x1b\[\d+;\d+H$")
"""The terminal's own cursor goes back to the square where screen readers expect it."""


@pytest.mark.slow
def test_a_step_of_the_bar_writes_few_bytes_and_there_are_few_steps() -> None:
    game = ("--board", "15", "--line", "5", "--player", "human", "--player", "minimax,depth=9,time=9")
    with Meter(*game) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None)
        terminal.press(ENTER, lambda screen: "━" in "".join(screen.text()))
        started, steps = time.monotonic(), []
        while time.monotonic() - started < SECONDS:
            data = terminal.receive(0.1)
            if "━".encode() in data and not re.search(rb"[a-z]{3}", data):
                steps.append(BACK.sub(b"", data))
            terminal.draw(data)
    assert SECONDS <= len(steps) <= SECONDS * STEPS_A_SECOND
    assert max(map(len, steps)) <= STEP_AT_MOST, max(steps, key=len)
