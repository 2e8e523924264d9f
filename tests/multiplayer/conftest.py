"""What tests of people at several terminals begin with."""

import json
import os
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.fake_host import FakeHost
from tests.support.terminals import meeting_place
from ttt_tui.multiplayer import limits, protocol, sockets
from ttt_tui.multiplayer.server import Server


@pytest.fixture
def place() -> Iterator[Path]:
    """A directory for temporary files, with a home for each of three."""
    with meeting_place() as place:
        for name in ("ada", "bob", "eve"):
            (place / name).mkdir()
        yield place


@pytest.fixture
def server(place: Path) -> Iterator[Server]:
    server = Server(lambda: None)
    yield server
    server.close("")


@pytest.fixture
def fake_host(place: Path) -> Iterator[FakeHost]:
    with FakeHost() as host:
        yield host


@pytest.fixture
def all_may_come_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let users connect as often as they like: every stranger of these tests is the same one."""
    for name in ("CONNECTIONS", "MOST_CONNECTIONS", "USER_CONNECTIONS", "MOST_USER_CONNECTIONS"):
        monkeypatch.setattr(limits, name, 1e6)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The number of messages of each kind that this thread has written; as "elsewhere …" those of others."""
    counts: Counter[str] = Counter()
    screen, write_json = threading.get_ident(), json.dumps

    def counting(data: Any, **options: Any) -> str:
        elsewhere = "" if threading.get_ident() == screen else "elsewhere "
        if isinstance(data, dict) and "say" in data:
            counts[f"{elsewhere}{data['say']}"] += 1
        return write_json(data, **options)

    monkeypatch.setattr(protocol.json, "dumps", counting)
    return counts


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
