"""What sharing writes to a terminal, and what a multiplexer has in its clipboard after it."""

import re
import shutil
import subprocess
import time
from base64 import b64decode
from pathlib import Path

import pytest

from tests.support.terminal import PATIENCE, PROGRAM, Terminal, environment

TWO = ("--board", "3", "--player", "human,name=Ada", "--player", "human,name=Bob")
TEXT = "ttt-tui · 3×3 · Ada beat Bob in 5 moves\n\nX X X\nO O ·\n· · ·"
MOUSE_OFF, MOUSE_ON = b"\x1b[?1003l", b"\x1b[?1003h"


def win(terminal: Terminal) -> None:
    terminal.wait_for("to move")
    for key in "14253":
        terminal.send(key)
    terminal.wait_for("C share")


@pytest.mark.slow
def test_the_text_is_copied_and_the_picture_is_beside_the_history() -> None:
    with Terminal(*TWO, term="xterm-kitty") as terminal:
        win(terminal)
        terminal.send("C")
        terminal.wait_for("Copied · C again: save a picture")
        (copied,) = re.findall(rb"\x1b\]52;c;([^\x07]*)\x07", bytes(terminal.raw))
        assert b64decode(copied).decode() == TEXT
        terminal.send("C")
        terminal.wait_for("Saved ttt-tui-")
        (picture,) = terminal.home.rglob("*.svg")
        assert (picture.parent / "history.db").exists()
        assert f"{picture.name} in ~/" in str(terminal)


@pytest.mark.slow
def test_a_terminal_without_a_clipboard_selects_the_text_itself() -> None:
    with Terminal(*TWO, term="linux") as terminal:
        win(terminal)
        before = len(terminal.raw)
        terminal.send("C")
        terminal.wait_for("Can't copy here: select the text")
        assert [line.rstrip() for line in terminal.text()[1:6]] == TEXT.split("\n")
        assert b"]52;" not in terminal.raw
        terminal.wait_for(lambda: MOUSE_OFF in terminal.raw[before:])
        before = len(terminal.raw)
        terminal.send("q")
        terminal.wait_for("C share")
        terminal.wait_for(lambda: MOUSE_ON in terminal.raw[before:])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_tmux_has_the_text_in_its_buffer(tmp_path: Path) -> None:
    def tmux(*words: str) -> str:
        command = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null", *words]
        done = subprocess.run(command, env=environment(str(tmp_path), TERM="xterm"), capture_output=True)
        return done.stdout.decode()

    def wait_for(text: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while text not in (shown := tmux("capture-pane", "-p", "-t", "game")):
            assert time.monotonic() < deadline, shown
            time.sleep(0.1)

    tmux("new-session", "-d", "-s", "game", "-x", "80", "-y", "24", "sh")
    try:
        tmux("set-option", "-g", "set-clipboard", "on")
        tmux("respawn-pane", "-k", "-t", "game", f"{PROGRAM} {' '.join(TWO)}")
        wait_for("to move")
        for key in "14253":
            tmux("send-keys", "-t", "game", key)
        wait_for("C share")
        tmux("send-keys", "-t", "game", "C")
        wait_for("C again: save a picture")
        deadline = time.monotonic() + PATIENCE
        while tmux("show-buffer") != TEXT:
            assert time.monotonic() < deadline, tmux("show-buffer")
            time.sleep(0.1)
    finally:
        tmux("kill-server")
