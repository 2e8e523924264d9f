"""A fault anywhere ends the program with the terminal as it was, the game kept, a log, and status 1."""

import sys
from pathlib import Path

import pytest

from tests.support.reading import cursor, status, stones
from tests.support.restored import assert_terminal_restored
from tests.support.terminal import Terminal

WITH_FAULT = """
import sys
{fault}
from ttt_tui.cli.main import main
sys.argv = ["ttt-tui", "--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob"]
sys.exit(main())
"""
"""Runs the program as its script does, with one part of it replaced."""

PLAY = "from ttt_tui.app.screens.play import PlayScreen as Play\n"

FAULTS = {
    "an action": PLAY + "Play.action_undo = lambda self: 1 / 0",
    "a handler": PLAY + "Play.on_key = lambda self, event: 1 / 0 if event.key == 'u' else None",
    "painting": "from ttt_tui.app.widgets.board.painter import BoardPainter as Painter\n"
    + PLAY
    + "def broken(self, y): raise RuntimeError('paint')\n"
    + "def fail(self): Painter.line = broken; self.board.refresh()\n"
    + "Play.action_undo = fail",
    "a timer": PLAY + "Play.action_undo = lambda self: self.set_timer(0.01, lambda: 1 / 0)",
    "a callback of the loop": "import asyncio\n"
    + PLAY
    + "Play.action_undo = lambda self: asyncio.get_running_loop().call_soon(lambda: 1 / 0) and None",
    "a task that nobody waits for": "import asyncio\n"
    + PLAY
    + "async def fail(): raise RuntimeError('task')\n"
    + "Play.action_undo = lambda self: asyncio.get_running_loop().create_task(fail()) and None",
    "a thread": "import threading\n"
    + PLAY
    + "Play.action_undo = lambda self: threading.Thread(target=lambda: 1 / 0).start()",
    "a worker": PLAY
    + "async def fail(): raise RuntimeError('worker')\n"
    + "Play.action_undo = lambda self: self.run_worker(fail()) and None",
    "the thread that reads keys": "from ttt_tui.app.terminal import driver\n"
    + "class Broken(driver.InputReader):\n"
    + "    def feed(self, data, now):\n"
    + "        if b'u' in data: raise RuntimeError('input')\n"
    + "        return super().feed(data, now)\n"
    + "driver.InputReader = Broken",
    "the thread that writes": PLAY
    + "from ttt_tui.app.terminal.output import LineWriter\n"
    + "def fail(self): LineWriter._write = lambda self, data: 1 / 0\n"
    + "Play.action_undo = fail",
    "the store": PLAY
    + "from ttt_tui.session.session import Session\n"
    + "def fail(self): Session.take_warnings = lambda self: 1 / 0; self.show_change()\n"
    + "Play.action_undo = fail",
}

AT_START = {
    "the first screen": PLAY + "Play.compose = lambda self: 1 / 0",
    "the look": "from ttt_tui.app.app import TttApp\nTttApp.CSS_PATH = 'missing.tcss'",
    "the look's text": "from ttt_tui.app.app import TttApp\nTttApp.CSS = 'nonsense { {'",
    "the app's mount": "from ttt_tui.app.app import TttApp\nTttApp.on_mount = lambda self: 1 / 0",
    "the app": "from ttt_tui.app.app import TttApp\nTttApp.first_screen = lambda self: 1 / 0",
    "the driver": "from ttt_tui.app.terminal.driver import TerminalDriver as Driver\n"
    + "before = Driver._switch_on\n"
    + "def fail(self): before(self); 1 / 0\n"
    + "Driver._switch_on = fail",
    "before the app": "import ttt_tui.cli.play\nttt_tui.cli.play.load_settings = lambda path: 1 / 0",
}


def log(terminal: Terminal) -> str:
    (path,) = Path(terminal.home).rglob("ttt-tui.log")
    return path.read_text()


def program(fault: str) -> tuple[str, ...]:
    return (sys.executable, "-c", WITH_FAULT.format(fault=fault))


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_while_playing(fault: str) -> None:
    with Terminal(program=program(FAULTS[fault])) as terminal:
        terminal.wait_for(lambda: cursor(terminal) is not None and "Ada (X) to move" in status(terminal))
        terminal.send("\r")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"} and "Bob (O) to move" in status(terminal))
        terminal.send("u")
        assert terminal.wait_exit() == 1
        assert_terminal_restored(terminal)
        assert "internal error" in terminal.said_at_the_end
        assert "Game kept: ttt-tui --resume" in terminal.said_at_the_end
        assert "Traceback" not in terminal.said_at_the_end
        assert "Traceback" in log(terminal)


@pytest.mark.sample(every=8)
@pytest.mark.parametrize("fault", AT_START)
def test_a_fault_at_the_start(fault: str) -> None:
    with Terminal(program=program(AT_START[fault])) as terminal:
        assert terminal.wait_exit() == 1
        assert "internal error" in terminal.said_at_the_end
        assert "Traceback" not in terminal.said_at_the_end
        assert terminal.attributes == terminal.attributes_before
        assert "Traceback" in log(terminal)
