"""A server as a process, and clients of it that see what `pyte` makes of its output.

They speak SSH by `asyncssh`, or as a page of it does by `aiohttp`.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp
import asyncssh
import pyte

PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""


class ServerProcess:
    """`ttt-tui serve` in a folder, on any free port; with `web` for browsers, too."""

    def __init__(self, folder: Path, *options: str, web: bool = False) -> None:
        self.folder, self._options = folder, [*options, *(["--web", "127.0.0.1:0"] if web else [])]
        self._has_web = web
        self.start()

    def start(self) -> None:
        """Start it, also again after `kill`."""
        environment = os.environ | {"PYTHONUNBUFFERED": "1", "TTT_TUI_HOME": str(self.folder.parent)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ttt_tui", "serve", "--folder", str(self.folder), "--ssh", "127.0.0.1:0"]
            + [*self._options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.fullmatch(r"Serving: ssh -p (\d+) \S+@localhost\n", line)
        assert found, line + self._process.stdout.read()
        self.port = int(found[1])
        if self._has_web:
            line = self._process.stdout.readline()
            found = re.fullmatch(r"Serving: (http://localhost:\d+/) for guests with a browser\n", line)
            assert found, line
            self.page = found[1].replace("localhost", "127.0.0.1")

    @property
    def pid(self) -> int:
        """The process id of the server."""
        return self._process.pid

    def kill(self) -> None:
        """Kill it, as the kernel does when memory is short."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def stop(self) -> int:
        """End it by SIGTERM, and return the exit status."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(PATIENCE)

    def ask(self, *words: str) -> tuple[str, int]:
        """Return the answer to a command of the administrator, and the exit status."""
        ended = subprocess.run(
            [sys.executable, "-m", "ttt_tui", "serve", "--folder", str(self.folder), *words],
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.stdout + ended.stderr, ended.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self.stop()
        assert self._process.stdout is not None
        written = "" if self._process.stdout.closed else self._process.stdout.read()
        self._process.stdout.close()
        assert kind is not None or "Traceback" not in written, written


class Display:
    """A terminal, of which only what it shows is known."""

    def __init__(self, columns: int, lines: int) -> None:
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)

    def feed(self, data: bytes) -> None:
        """Show what a program has written."""
        # pyte does not know private sequences with `>` and `<`, by which keyboards are asked.
        self._stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*[uq]|\x1b\[>[0-9;]*m", b"", data))

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def until(self, wanted: str | Callable[[str], object]) -> None:
        """Wait for a text, or for what a function says of the screen."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (wanted in self.text if isinstance(wanted, str) else wanted(self.text)):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{wanted!r} does not come:\n{self.text}") from None


class Visitor(Display):
    """A person at a terminal."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]", columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.process = process
        self._reading = asyncio.create_task(self._read())
        self.received = 0
        """Bytes from the server."""
        self.latest = b""
        """The latest output."""

    async def _read(self) -> None:
        while data := await self._next():
            self.received += len(data)
            self.latest = (self.latest + data)[-4096:]
            self.feed(data)

    async def _next(self) -> bytes:
        try:
            return await self.process.stdout.read(65536)
        except asyncssh.Error:  # the server was killed
            return b""

    def send(self, keys: str) -> None:
        """Type."""
        self.process.stdin.write(keys.encode())

    async def ended(self) -> int | None:
        """Wait for the end of the visit, and return the exit status."""
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status


class Page(Display):
    """A page in a browser, by the messages that it exchanges with the server."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self.socket = socket
        self.messages: list[list[Any]] = []
        """The messages besides the program's output."""
        self.reading = asyncio.create_task(self._read())
        """It is done when the server has closed the connection."""

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type == aiohttp.WSMsgType.BINARY:
                self.feed(message.data)
            else:
                self.messages.append(json.loads(message.data))

    async def send(self, *message: object) -> None:
        await self.socket.send_json(message)

    async def closed(self) -> str | None:
        """Wait until the server ends the session; return the address to which the page is sent, if any."""
        async with asyncio.timeout(PATIENCE):
            await self.reading
        return next((what["url"] for kind, what in self.messages if kind == "open_url"), None)


@asynccontextmanager
async def browsing(page: str, size: tuple[int, int] = (80, 24), **headers: str) -> AsyncIterator[Page]:
    """Connect as a page at an address does, with these headers."""
    columns, lines = size
    sent = {"Origin": page.rstrip("/")} | headers
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"{page}ws?width={columns}&height={lines}", headers=sent) as socket,
    ):
        yield Page(socket, columns, lines)


class NoAgent(asyncssh.SSHClient):
    """A client who answers a keyboard-interactive login without questions."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: list[tuple[str, bool]]
    ) -> list[str]:
        assert not prompts, "nobody is asked for anything"
        return []


@asynccontextmanager
async def connected(
    server: ServerProcess,
    name: str,
    key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None,
    address: str = "127.0.0.1",
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect as somebody with a key, or without one as a guest, from an address of the loopback."""
    async with asyncssh.connect(
        "127.0.0.1",
        server.port,
        username=name,
        known_hosts=None,
        client_keys=None if key is None else [key],
        client_factory=NoAgent,
        preferred_auth="publickey,keyboard-interactive",
        agent_path=None,
        config=None,
        local_addr=(address, 0),
    ) as connection:
        yield connection


@asynccontextmanager
async def visiting(
    server: ServerProcess,
    name: str,
    key: asyncssh.SSHKey | asyncssh.SSHKeyPair | None = None,
    size: tuple[int, int] = (80, 24),
    address: str = "127.0.0.1",
) -> AsyncIterator[Visitor]:
    """Visit a server with a terminal, up to the lobby."""
    async with connected(server, name, key, address) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=size, encoding=None)
        visitor = Visitor(process, *size)
        await visitor.until("People")
        yield visitor


def new_key() -> asyncssh.SSHKey:
    """Return a key of somebody."""
    return asyncssh.generate_private_key("ssh-ed25519")
