"""A server as a process, and clients of it that speak SSH by `asyncssh` and see what `pyte` makes of it."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import asyncssh
import pyte

PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""


class ServerProcess:
    """`ttt-tui serve` in a folder, on any free port."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self._options = folder, options
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
        self._process.stdout.close()


class Visitor:
    """A person at a terminal."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]", columns: int, lines: int) -> None:
        self.process = process
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self._reading = asyncio.create_task(self._read())
        self.received = 0
        """Bytes from the server."""

    async def _read(self) -> None:
        while data := await self._next():
            self.received += len(data)
            # pyte does not know private sequences with `>` and `<`, by which keyboards are asked.
            self._stream.feed(re.sub(rb"\x1b\[[<>=?][0-9;]*[uq]|\x1b\[>[0-9;]*m", b"", data))

    async def _next(self) -> bytes:
        try:
            return await self.process.stdout.read(65536)
        except asyncssh.Error:  # the server was killed
            return b""

    @property
    def text(self) -> str:
        """The whole screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def send(self, keys: str) -> None:
        """Type."""
        self.process.stdin.write(keys.encode())

    async def until(self, wanted: str | Callable[[str], object]) -> None:
        """Wait for a text, or for what a function says of the screen."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (wanted in self.text if isinstance(wanted, str) else wanted(self.text)):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{wanted!r} does not come:\n{self.text}") from None

    async def ended(self) -> int | None:
        """Wait for the end of the visit, and return the exit status."""
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status


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
