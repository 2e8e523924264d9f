"""Event loops that are made while somebody presses Ctrl+C."""

import os
import subprocess
import sys

import pytest

INTERRUPTED = """
import os, signal, threading
from asyncio import base_events

whole = base_events.BaseEventLoop.__init__


def interrupted(self):
    os.kill(os.getpid(), signal.SIGINT)
    whole(self)


base_events.BaseEventLoop.__init__ = interrupted
try:
    {make}
except KeyboardInterrupt:
    print("interrupted")
"""

MADE = {
    "the screen's": "from ttt_tui.app.terminal.event_loop import idle_aware_loop_factory\n"
    "    idle_aware_loop_factory(threading.Event())()",
    "that of a game of several": "from ttt_tui.multiplayer.loop_thread import LoopThread\n"
    "    LoopThread('name')",
    "that of a look around": "from ttt_tui.multiplayer.looking import discover_games\n    discover_games()",
}


@pytest.mark.parametrize("name", MADE)
def test_an_interrupt_meanwhile_is_nothing_but_that(name: str) -> None:
    made = subprocess.run(
        [sys.executable, "-c", INTERRUPTED.format(make=MADE[name])],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        check=True,
    )
    assert (made.stdout, made.stderr) == ("interrupted\n", "")
