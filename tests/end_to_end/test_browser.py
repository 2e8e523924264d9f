"""The program in a browser, at the other end of the two pipes of textual-serve."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from types import TracebackType
from typing import Self

import pytest

from tests.support.reading import board, stones
from tests.support.terminal import ENTER, PATIENCE, PROGRAM, Screen, environment
from ttt_tui.app.terminal.web import DATA, META, MOST_BYTES, PRELUDE, PacketReader, packet

DRIVER = "textual.drivers.web_driver:WebDriver"


class Browser(Screen):
    """A browser's terminal with the program in it. Use it in a `with` statement."""

    def __init__(self, *arguments: str, columns: int = 80, rows: int = 24, **variables: str) -> None:
        super().__init__(columns, rows)
        self._home = tempfile.TemporaryDirectory(prefix="ttt-tui-home-")
        more = {"TEXTUAL_DRIVER": DRIVER, "COLUMNS": str(columns), "ROWS": str(rows)} | variables
        self.process = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(self._home.name, **more),
            cwd=self._home.name,
        )
        self.raw = bytearray()
        """What the terminal was sent."""
        self.messages: list[bytes] = []
        self._begun = b""
        self._packets = PacketReader()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.communicate()
        self._home.cleanup()
        if error is not None:
            error.add_note(f"{self}\n{self.messages}")

    def send(self, kind: bytes, payload: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(packet(kind, payload))
        self.process.stdin.flush()

    def type(self, keys: str) -> None:
        self.send(DATA, keys.encode())

    def read(self) -> bool:
        """Show what has come within a moment; return False at the end."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], 0.05)[0]:
            return True
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        has_ended = not data
        if len(self._begun) < len(PRELUDE):
            missing = len(PRELUDE) - len(self._begun)
            self._begun += data[:missing]
            data = data[missing:]
            assert PRELUDE.startswith(self._begun)
        for kind, payload in self._packets.feed(data):
            if kind == DATA:
                self.raw += payload
                self.feed(payload)
            else:
                assert kind == META
                self.messages.append(payload)
        return not has_ended

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in str(self):
            assert time.monotonic() < end, f"{text} is not shown"
            assert self.read(), f"the program ended before {text}"

    def wait_exit(self) -> int:
        while self.read():
            pass
        return self.process.wait(PATIENCE)


def clicked(column: int, line: int) -> str:
    return f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m"


def test_a_game_is_played_by_keys_and_clicks_in_true_colour() -> None:
    with Browser("--seed", "3", TERM="dumb") as browser:
        browser.wait_for("You v computer")
        browser.type(ENTER)
        browser.wait_for("Your move")
        browser.type("5")
        browser.wait_for("took a corner")
        assert len(stones(browser)) == 2
        assert b"\x1b[1;38;2;" in browser.raw, "colours with three parts"
        empty = next(square for square, symbol in board(browser).items() if symbol == "·")
        browser.send(META, b'{"type": "focus"}')
        time.sleep(0.2)  # a click that gives the focus does nothing else
        x, y = {"a": 12, "b": 24, "c": 36}[empty[0]], {"1": 5, "2": 10, "3": 16}[empty[1]]
        browser.type(clicked(x, y))
        browser.wait_for(f"X {empty}")
        browser.type("q")
        browser.wait_for("r resume")
        browser.type("q")
        assert browser.wait_exit() == 0
        assert browser.messages == [b'{"type": "exit"}']
        assert b"\x1b]52" not in browser.raw


def test_the_window_grows_and_a_text_is_copied() -> None:
    with Browser() as browser:
        browser.wait_for("You v computer")
        browser.send(META, b'{"type": "resize", "width": 120, "height": 40}')
        browser.fit(120, 40)
        for nonsense in (b'{"type": "resize", "width": 0, "height": 40}', b"no JSON", b"[1]", b'{"type": 3}'):
            browser.send(META, nonsense)
        browser.type("S")
        browser.wait_for("Study")
        browser.type("C")
        browser.wait_for("Sent to the clipboard")
        assert b"\x1b]52;c;" in browser.raw
        browser.send(META, b'{"type": "quit"}')
        browser.wait_exit()
        assert browser.messages == [b'{"type": "exit"}']


@pytest.mark.parametrize("how", ["the server is killed", "SIGTERM", "a packet that is too long"])
def test_the_program_ends_with_the_server(how: str) -> None:
    with Browser() as browser:
        browser.wait_for("You v computer")
        assert browser.process.stdin is not None
        if how == "SIGTERM":
            browser.process.send_signal(signal.SIGTERM)
        elif how == "the server is killed":
            browser.process.stdin.close()
        else:
            browser.process.stdin.write(DATA + (MOST_BYTES + 1).to_bytes(4, "big"))
            browser.process.stdin.flush()
        assert browser.wait_exit() == 128 + (signal.SIGTERM if how == "SIGTERM" else signal.SIGHUP)
        browser.process.stdin.close()
        assert browser.process.stderr is not None
        assert browser.process.stderr.read() == b""
        browser.process.stdin = None


def test_a_browser_that_does_not_read_makes_nothing_wait() -> None:
    with Browser("--preset", "computers", "--seed", "1") as browser:
        time.sleep(1)
        for _ in range(200):
            browser.type("\x0c")  # a whole screen each time, far more than a pipe takes
        browser.send(META, b'{"type": "quit"}')
        time.sleep(0.5)
        assert browser.wait_exit() == 128 + signal.SIGHUP
        assert browser.messages == [b'{"type": "exit"}']


def test_packets_come_in_pieces() -> None:
    sent = packet(DATA, b"one") + packet(META, b"") + packet(DATA, b"x" * 70_000)
    for size in (1, 4, 5, 6, 1000, len(sent)):
        reader = PacketReader()
        pieces = (sent[i : i + size] for i in range(0, len(sent), size))
        got = [each for piece in pieces for each in reader.feed(piece)]
        assert got == [(DATA, b"one"), (META, b""), (DATA, b"x" * 70_000)], size
    with pytest.raises(EOFError):
        list(PacketReader().feed(b"D\xff\xff\xff\xff"))


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such driver")
def test_our_packets_are_those_of_textual() -> None:
    from textual.drivers._byte_stream import ByteStream

    sent = packet(DATA, b"keys") + packet(META, b"{}")
    assert [tuple(each) for each in ByteStream().feed(sent)] == [("D", b"keys"), ("M", b"{}")]
