"""A fault anywhere ends the program with the terminal as it was, the game kept, a log, and status 1."""

import sys
from pathlib import Path

import pytest

from tests.end_to_end.kill import stored
from tests.support.reading import TWO_PEOPLE, status, stones, wait_for_game
from tests.support.restored import KEPT, assert_terminal_restored
from tests.support.terminal import Terminal

WITH_FAULT = """
import sys
{fault}
from ttt_tui.cli.main import main
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


def crashing(fault: str, home: Path, **options: int) -> Terminal:
    program = (sys.executable, "-c", WITH_FAULT.format(fault=fault))
    return Terminal(*TWO_PEOPLE, program=program, TTT_TUI_HOME=str(home), **options)  # type: ignore[arg-type]


def assert_fault_is_logged(terminal: Terminal, home: Path) -> None:
    assert f"ttt-tui: internal error; see {home}/ttt-tui.log for details" in terminal.said_at_the_end
    assert "Traceback" not in terminal.said_at_the_end
    assert "Traceback (most recent call last)" in (home / "ttt-tui.log").read_text()


@pytest.mark.sample(every=12)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_while_playing(fault: str, tmp_path: Path) -> None:
    with crashing(FAULTS[fault], tmp_path, columns=200) as terminal:
        wait_for_game(terminal)
        terminal.send("\r")
        terminal.wait_for(lambda: stones(terminal) == {"b2": "X"} and "Bob (O) to move" in status(terminal))
        terminal.send("u")
        assert terminal.wait_exit() == 1
        assert_terminal_restored(terminal)
        assert_fault_is_logged(terminal, tmp_path)
        assert KEPT in terminal.said_at_the_end
    assert [game["moves"] for game in stored(tmp_path)] == [["b2"]]


@pytest.mark.slow
@pytest.mark.parametrize("fault", AT_START)
def test_a_fault_at_the_start(fault: str, tmp_path: Path) -> None:
    with crashing(AT_START[fault], tmp_path, columns=200) as terminal:
        assert terminal.wait_exit() == 1
        assert_fault_is_logged(terminal, tmp_path)
        assert terminal.attributes == terminal.attributes_before
