"""What tests of people at several terminals begin with."""

import os
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.terminals import meeting_place
from ttt_tui.multiplayer import limits, sockets


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for temporary files, with a home for each of three."""
    with meeting_place() as place:
        for name in ("ada", "bob", "eve"):
            (place / name).mkdir()
        yield place


@pytest.fixture
def all_may_come_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let users connect as often as they like: every stranger of these tests is the same one."""
    for name in ("CONNECTIONS", "MOST_CONNECTIONS", "USER_CONNECTIONS", "MOST_USER_CONNECTIONS"):
        monkeypatch.setattr(limits, name, 1e6)


class FullQueue:
    """A host that accepts nobody, and the connections that fill its queue; the last one found no place."""

    def __init__(self) -> None:
        self.listening = sockets.listen()
        self.listening.listen(0)
        self.waiting: list[socket.socket] = []
        with suppress(BlockingIOError):
            while True:
                self.waiting.append(socket.socket(socket.AF_UNIX))
                self.waiting[-1].setblocking(False)
                self.waiting[-1].connect(str(sockets.address_of(os.geteuid())))


@pytest.fixture
def full_queue(place: Path) -> Iterator[FullQueue]:
    queue = FullQueue()
    yield queue
    for one in (*queue.waiting, queue.listening):
        one.close()
