"""What hostile visitors try, each with what has to come of it."""

import asyncio
import os
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncssh
import pytest

from tests.support.serving import PATIENCE, ServerProcess, connected, new_key, visiting

FEW = 3
"""Visitors from one address, and guests."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("hostile") / "server"
    with ServerProcess(folder, "--name", "box", "--per-address", str(FEW)) as server:
        yield server


def children(process: int) -> list[int]:
    """Return the processes that a process has started and that still run."""
    return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def descendants(process: int) -> list[int]:
    """Return the processes below a process."""
    return [below for child in children(process) for below in (child, *descendants(child))]


def is_running(process: int) -> bool:
    """Return whether a process runs, or is stopped."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return status != "Z"


async def until(wanted: Callable[[], object]) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < deadline, "it does not come"
        await asyncio.sleep(0.05)


def is_closed(connected: socket.socket) -> bool:
    """Return whether the other end has closed a connection; it is closed then on this side, too."""
    connected.setblocking(False)
    with connected:
        try:
            while connected.recv(65536):
                pass
        except BlockingIOError:
            return False
        except ConnectionResetError:
            pass
        return True


# --- connections -----------------------------------------------------------------------------------------


async def test_connections_without_a_visit_are_bounded_and_closed(server: ServerProcess) -> None:
    address = "127.0.0.2"
    sockets = [socket.create_connection(("127.0.0.1", server.port), 5, (address, 0)) for _ in range(16)]
    await asyncio.sleep(1.0)
    closed = sum(is_closed(one) for one in sockets)
    assert closed >= 16 - 2 * FEW, "no more connections than visits, and as many that are coming"
    async with connected(server, "eve", new_key(), "127.0.0.9") as connection:
        assert (await connection.run("leaderboard")).exit_status == 0


async def test_a_connection_has_one_visit(server: ServerProcess) -> None:
    async with connected(server, "eve", new_key(), "127.0.0.3") as connection:
        process = await connection.create_process("history list")
        process.channel.abort()
        await asyncio.sleep(0.1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("history list")


async def test_a_refused_visitor_changes_no_terminal_of_others(server: ServerProcess) -> None:
    address, other = "127.0.0.4", "127.0.0.5"
    async with (
        connected(server, "bob", new_key(), other) as others,
        connected(server, "eve", new_key(), address) as refused,
    ):
        inside = [await visiting(server, "eve", None, address=address).__aenter__() for _ in range(FEW)]
        process = await refused.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        bobs = await others.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        for _ in range(10):
            process.change_terminal_size(10, 5)
            await asyncio.sleep(0.02)
        text = await process.stderr.read()
        assert b"people are here from your address" in text
        sizes = {
            os.get_terminal_size(file).columns
            for child in descendants(server.pid)
            if os.path.realpath(f"/proc/{child}/fd/0").startswith("/dev/pts/")
            for file in [os.open(f"/proc/{child}/fd/0", os.O_RDONLY | os.O_NOCTTY)]
        }
        assert sizes == {80}
        bobs.close()
        for visitor in inside:
            visitor.process.close()
    await until(lambda: "0 visitors" in server.ask("list")[0])
