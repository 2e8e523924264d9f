"""Requests over SSH that make no sense, from seeded random numbers, and honest visitors after them."""

import asyncio
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from asyncssh.packet import Boolean, Byte, String, UInt32

from tests.serving.load import children, own_memory
from tests.support.serving import ServerProcess, connected, new_key, visiting

A_CONNECTION = 100
"""The most requests over one connection."""

NUMBERS = (0, 1, 79, 1000, 1001, 2**15, 2**16, 2**31 - 1, 2**31, 2**32 - 1)

TEXTS = (
    b"", b"xterm", b"../../../etc/passwd", b"\x1b]0;x\x07", b"\0", b"\xff\xfe", b"a" * 10_000,
    "ß🙂\u202e".encode(),
    b"history list", b"history export 1 /tmp/x", b"history export 1 - --format=sgf", b"history  --help",
    b"history list '--db=/etc/passwd'", b"history li", b"puzzle --file=/etc/passwd", b"leaderboard; id",
    b"turns\nid",
    b'"', b"$(id)", b"history show 1 --asc", b"serve", b"brain", b"puzzle --daily",
    b"history list \"a b\" ''",
    b"LD_PRELOAD", b"TEXTUAL_DEVTOOLS", b"KILL", b"INT", b"TERM", b"STOP", b"sftp", b"netconf", b"127.0.0.1",
)  # fmt: skip

CHANNEL_REQUESTS = (
    b"pty-req", b"env", b"exec", b"shell", b"subsystem", b"window-change", b"signal", b"xon-xoff", b"break",
    b"x11-req", b"auth-agent-req@openssh.com", b"eow@openssh.com", b"keepalive@openssh.com", b"exit-status",
    b"exit-signal", b"\xff", b"", b"a" * 5000,
)  # fmt: skip

GLOBAL_REQUESTS = (
    b"tcpip-forward", b"cancel-tcpip-forward", b"streamlocal-forward@openssh.com", b"keepalive@openssh.com",
    b"hostkeys-prove-00@openssh.com", b"no-more-sessions@openssh.com", b"x", b"\xff",
)  # fmt: skip

CHANNELS = (
    b"session", b"direct-tcpip", b"direct-streamlocal@openssh.com", b"x11", b"forwarded-tcpip",
    b"auth-agent@openssh.com", b"tun@openssh.com", b"x",
)  # fmt: skip

OPEN, WINDOW, DATA, EXTENDED, END, GLOBAL = 90, 93, 94, 95, 96, 80


def payload(chance: random.Random) -> bytes:
    """Return some fields of a message."""
    fields: list[Callable[[], bytes]] = [
        lambda: String(chance.choice(TEXTS)),
        lambda: UInt32(chance.choice(NUMBERS)),
        lambda: Boolean(chance.random() < 0.5),
        lambda: Byte(chance.randrange(256)),
        lambda: chance.randbytes(chance.randrange(50)),
    ]
    return b"".join(chance.choice(fields)() for _ in range(chance.randrange(7)))


def shaped(chance: random.Random, request: bytes) -> bytes:
    """Return fields as a channel request has them, with values that make no sense."""
    text, number = lambda: String(chance.choice(TEXTS)), lambda: UInt32(chance.choice(NUMBERS))
    match request:
        case b"pty-req":
            modes = bytes([chance.randrange(256)]) + number() + chance.choice([b"\0", b""])
            return text() + b"".join(number() for _ in range(4)) + String(modes)
        case b"env":
            return text() + text()
        case b"window-change":
            return b"".join(number() for _ in range(4))
        case b"shell":
            return b""
        case _:
            return text()


def send(
    chance: random.Random, channel: "SSHClientChannel[bytes]", connection: asyncssh.SSHClientConnection
) -> None:
    """Send one message."""
    kind = chance.random()
    if kind < 0.6:
        request = chance.choice(CHANNEL_REQUESTS)
        fields = shaped(chance, request) if chance.random() < 0.95 else payload(chance)
        channel._send_request(request, fields, want_reply=False)
    elif kind < 0.7:
        channel.send_packet(DATA, String(chance.randbytes(chance.randrange(2000))))
    elif kind < 0.75:
        channel.send_packet(EXTENDED, UInt32(chance.choice(NUMBERS)), String(chance.choice(TEXTS)))
    elif kind < 0.8:
        channel.send_packet(WINDOW, UInt32(chance.choice(NUMBERS)))
    elif kind < 0.9:
        name = String(chance.choice(GLOBAL_REQUESTS))
        connection.send_packet(GLOBAL, name, Boolean(False), payload(chance))
    elif kind < 0.98:
        number = UInt32(chance.randrange(5000, 6000))
        kinds = String(chance.choice(CHANNELS)), number, UInt32(chance.choice(NUMBERS)), UInt32(32768)
        connection.send_packet(OPEN, *kinds, payload(chance))
    elif kind < 0.99:
        channel.send_packet(END)
    else:
        connection.send_packet(chance.randrange(1, 256), payload(chance))


async def fuzz(server: ServerProcess, chance: random.Random, address: str) -> int:
    """Send messages over one connection until it ends; return how many."""
    sent = 0
    with suppress(asyncssh.Error, OSError, AssertionError, TimeoutError):
        async with connected(
            server, chance.choice(["eve", "a/b", "x:y", "é", "-o"]), new_key(), address
        ) as connection:
            loop = asyncio.get_running_loop()
            channel: SSHClientChannel[bytes] = SSHClientChannel(
                connection, loop, "replace", None, "strict", 2**21, 32768
            )
            async with asyncio.timeout(5):
                await channel._open(b"session")
            channel._session = asyncssh.SSHClientSession()
            for _ in range(A_CONNECTION):
                if connection.is_closed():
                    break
                send(chance, channel, connection)
                sent += 1
                await asyncio.sleep(0.002)  # so that a connection that has ended is noticed
            await asyncio.sleep(0.05)
            connection.abort()
    return sent


async def fuzz_and_visit(folder: Path, count: int, rounds: int) -> None:
    """Send messages in rounds, each with an honest visitor after it; the last round takes no more memory."""
    with ServerProcess(folder / "server") as server:
        chance, connections, memory, files = random.Random(1), 0, [], []
        for number in range(rounds):
            sent = 0
            while sent < count // rounds:
                connections += 1
                sent += await fuzz(server, chance, f"127.{2 + connections // 250}.0.{connections % 250 + 1}")
            async with visiting(server, "ada", new_key(), address=f"127.100.0.{number + 1}") as ada:
                ada.send("m")
                await ada.until("Puzzle")
            for _ in range(200):
                if not children(children(server.pid)[0]):
                    break
                await asyncio.sleep(0.05)
            assert not children(children(server.pid)[0]), "all programs have ended"
            await asyncio.sleep(1.5)
            memory.append(own_memory(server.pid))
            files.append(len(os.listdir(f"/proc/{server.pid}/fd")))
        print(connections, memory, files)
        assert memory[-1] - memory[0] < 8_000_000
        assert files[-1] <= files[0] + 1
        assert server.ask("list")[0].startswith("0 visitors")


async def test_the_server_bears_requests_that_make_no_sense(tmp_path: Path) -> None:
    await fuzz_and_visit(tmp_path, 60, 2)


@pytest.mark.slow
async def test_the_server_bears_ten_thousand_requests(tmp_path: Path) -> None:
    await fuzz_and_visit(tmp_path, 10_000, 5)
