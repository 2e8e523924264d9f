"""A host that says what a test wants: lines over a real socket, in the place where guests look for one."""

import json
import os
import socket
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from select import select
from typing import Any, Self

from tests.support.terminals import PATIENCE

STARTED = "2026-01-02T03:04:05+00:00"


def game_record(
    moves: str = "", names: Sequence[str] = ("Ada", "Bob"), result: str | None = None
) -> dict[str, Any]:
    """Return a game on 3×3 of a host, X, and a guest, O, as a host tells it."""
    levels = "human", "open"
    players = [
        {"name": name, "symbol": symbol, "level": level}
        for name, symbol, level in zip(names, "XO", levels, strict=True)
    ]
    record = {"board": [3, 3], "line": 3, "players": players, "first": 0, "moves": moves.split()}
    return record if result is None else record | {"result": result}


class FakeHost:
    """Listens at this user's address, and talks to one guest at a time."""

    def __init__(self) -> None:
        directory = Path(tempfile.gettempdir()) / f"ttt-tui-{os.geteuid()}"
        directory.mkdir(0o711, exist_ok=True)
        self.path = directory / "game"
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listening.bind(str(self.path))
        self._listening.listen()
        self._listening.settimeout(PATIENCE)
        self.guest: socket.socket | None = None
        self.version = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.hang_up()
        self._listening.close()
        self.path.unlink(missing_ok=True)

    def greet(self, seed: int = 7, seat: int | None = 1) -> None:
        """Let a guest in whose hello is on its way, and welcome it to a match."""
        self.hang_up()
        self.guest, _ = self._listening.accept()
        self.guest.settimeout(PATIENCE)
        with self.guest.makefile("rb") as lines:
            self.version = json.loads(lines.readline())["version"]
        self.say("welcome", version=self.version, host="Ada", seat=seat, seed=seed)

    @property
    def is_asked(self) -> bool:
        """Whether a message of the guest has arrived."""
        assert self.guest is not None
        return bool(select([self.guest], [], [], 0)[0])

    def hear(self) -> dict[str, Any]:
        """Return the next message of the guest."""
        assert self.guest is not None
        data = b""
        while not data.endswith(b"\n"):
            byte = self.guest.recv(1)
            assert byte, data
            data += byte
        message: dict[str, Any] = json.loads(data)
        return message

    def say(self, kind: str, **fields: object) -> None:
        """Say one thing."""
        assert self.guest is not None
        self.guest.sendall(line(kind, **fields))

    def state(self, moves: str = "", **fields: object) -> None:
        """Tell how the current game stands."""
        told = {
            "game": 1,
            "started": STARTED,
            "record": game_record(moves),
            "away": [],
            "waits": False,
            "elapsed": 0,
        }
        self.say("state", **(told | fields))

    def flood(self, said: bytes, most: int) -> "Flood":
        """Say the same again and again, as fast as it is read, in a thread.

        It ends when the guest hangs up, after so many bytes, or when nothing is read for a while.
        """
        assert self.guest is not None
        self.guest.settimeout(PATIENCE / 2)
        return Flood(self.guest, said, most)

    def hang_up(self) -> None:
        """End the connection."""
        if self.guest is not None:
            self.guest.close()
            self.guest = None


class Flood(threading.Thread):
    """A flood that goes on while the test does something else."""

    def __init__(self, guest: socket.socket, said: bytes, most: int) -> None:
        super().__init__()
        self._guest, self._said, self._most = guest, said, most
        self.sent = 0
        """How many bytes were taken."""
        self.start()

    def run(self) -> None:
        with suppress(OSError):
            while self.sent < self._most:
                self.sent += self._guest.send(self._said[self.sent % len(self._said) :])

    @property
    def is_over(self) -> bool:
        """Whether nothing more is sent."""
        return not self.is_alive()


def line(kind: str, **fields: object) -> bytes:
    """Return the line that says it."""
    return json.dumps({"say": kind, **fields}).encode() + b"\n"
