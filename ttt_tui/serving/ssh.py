"""The SSH side of a server: who comes, with which terminal, and for what. The protocol is `asyncssh`'s.

Whoever has a key is known by it; all others are guests. Nothing that a client sends reaches a path, a command
or the environment of a process, but for the kind of the terminal, which has to look like one.
"""

import asyncio
import contextlib
import errno
import fcntl
import os
import re
import signal
import struct
import termios
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import asyncssh

from ttt_tui.errors import CannotStart, NameRefused, StoreError, VisitRefused
from ttt_tui.multiplayer.lag import round_trip_of
from ttt_tui.process.paths import open_private
from ttt_tui.process.terminal import AFTER_KILL, DUMB
from ttt_tui.serving.commands import VisitorCommand, parse_command
from ttt_tui.serving.forks import NOT_STARTED
from ttt_tui.serving.limits import terminal_size

if TYPE_CHECKING:
    from ttt_tui.serving.server import GameServer, Inside

CHUNK = 32 * 1024
"""Bytes that are read from a program at once."""

MOST_INPUT = 64 * 1024
"""Bytes of keys that wait for the program."""

USUAL_TERMINAL = "xterm-256color"

SIGNALS = {"INT": signal.SIGINT, "HUP": signal.SIGHUP, "TERM": signal.SIGTERM}
"""The signals that a client may send to its program."""

LOGIN_SECONDS = 20
"""Time to log in."""

START_SECONDS = 30.0
"""Time for the visit to begin, from the connection on."""

PARTING_SECONDS, CLOSING_SECONDS = 1.0, 5.0
"""Time after a visit until the connection is closed, and until that is done without the client."""

MOST_ATTEMPTS = 20
"""Keys that a client may show; OpenSSH needs one."""

WINDOW = 128 * 1024
"""Bytes that a client may send before they are read."""

KEY_EXCHANGES = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
)
"""The fast ones: a client may ask for another exchange at any time, and everybody waits meanwhile."""

SIGNALLED = 128
"""What is added to the number of the signal that has ended a program, as shells do."""

ALIVE_SECONDS = 30
"""Time between two questions whether the client is still there; it may miss three."""


class SshVisits(asyncssh.SSHServer):
    """One connection of a client."""

    def __init__(self, server: "GameServer") -> None:
        self._server = server
        self.wanted, self.key, self.address = "", "", ""
        self._session: VisitSession | None = None
        self._attempts = 0
        self._timers: list[asyncio.TimerHandle] = []  # they would keep the connection in memory

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self.connection = conn
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        try:
            self._server.connect(self.address)
        except VisitRefused as refusal:
            self.address = ""
            conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, str(refusal))
            self._call_later(CLOSING_SECONDS, conn.abort)
        else:
            self._call_later(START_SECONDS, self._close_without_visit)

    def _call_later(self, seconds: float, what: Callable[[], object]) -> None:
        self._timers.append(asyncio.get_running_loop().call_later(seconds, what))

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in self._timers:
            timer.cancel()
        if self.address:
            self._server.disconnect(self.address)

    def _close_without_visit(self) -> None:
        if self._session is None or not self._session.has_started:
            self.connection.abort()

    def close(self) -> None:
        """Close the connection after the visit, also if the client reads nothing."""
        self._call_later(PARTING_SECONDS, self.connection.close)
        self._call_later(CLOSING_SECONDS, self.connection.abort)

    def begin_auth(self, username: str) -> bool:
        self.wanted = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        self._attempts += 1
        self.key = key.get_fingerprint()
        return self._attempts <= MOST_ATTEMPTS

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:
        self.key = ""  # whoever has no key comes here, and is asked nothing: a guest
        return True

    def session_requested(self) -> "VisitSession | bool":
        if self._session is not None:
            return False
        self._session = VisitSession(self._server, self)
        return self._session


class VisitSession(asyncssh.SSHServerSession[bytes]):
    """The channel of a visit: a terminal, or the output of a command."""

    def __init__(self, server: "GameServer", client: SshVisits) -> None:
        self._server, self._client = server, client
        self._terminal: tuple[str, int, int] | None = None
        self._words: list[str] = []
        self._command: VisitorCommand | None = None
        self._refusal = ""
        self._files: dict[int, Callable[[bytes], None]] = {}  # what is read from the program
        self._master: int | None = None
        self._waiting = bytearray()  # keys that the program has not read
        self._inside: Inside | None = None
        self._status: int | None = None
        self.has_started = self._is_over = False

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        # The library would keep every variable that a client sends.
        chan._process_env_request = lambda packet: False  # type: ignore[method-assign]

    # --- requests ----------------------------------------------------------------------------------------

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: "asyncssh.TermModes",  # type: ignore[name-defined]
    ) -> bool:
        is_known = re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,39}", term_type)
        self._terminal = (term_type if is_known else USUAL_TERMINAL, *terminal_size(*term_size[:2]))
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        try:
            self._command, self._words = parse_command(command)
        except VisitRefused as refusal:
            self._refusal = str(refusal)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self.has_started = True
        try:
            self._start()
        except (VisitRefused, NameRefused) as refusal:
            self.refuse(str(refusal))
        except (StoreError, OSError):
            self.refuse("the server cannot start it now")

    def refuse(self, reason: str) -> None:
        """End the visit before it begins, with a sentence."""
        self._send_error(f"ttt-tui: {reason}\r\n".encode())
        self._finish(1)

    def _start(self) -> None:
        """Start the visitor's program. Raises `VisitRefused`, `NameRefused`, `StoreError` or `OSError`."""
        if self._refusal:
            raise VisitRefused(self._refusal)
        client, needs = self._client, self._command is None or self._command.needs_terminal
        if needs and self._terminal is None:
            raise VisitRefused("a terminal is needed: ssh -t")
        account = self._server.account_of(client.key, client.wanted, client.address)
        if self._command is not None and self._command.is_of_server:
            lines = [*self._server.answer(self._words[0], account)]
            for line in lines:
                self._send(line.encode() + (b"\r\n" if self._terminal else b"\n"))
            if not lines:
                raise VisitRefused("no game waits for your move")
            self._finish(0)
            return
        files, ours = self._open_terminal() if self._terminal is not None else self._open_pipes()
        try:
            self._inside = self._server.enter(
                account,
                client.key,
                client.address,
                words=self._words,
                terminal=self._terminal[0] if self._terminal is not None else None,
                files=files,
                ended=self._ended,
                end=self._end,
                round_trip=self._round_trip,
            )
        except BaseException:
            self._master = None  # the number is that of another file soon
            for file in ours:
                os.close(file)
            raise
        finally:
            for file in files:
                os.close(file)
        loop = asyncio.get_running_loop()
        for file, take in ours.items():
            os.set_blocking(file, False)
            self._files[file] = take
            loop.add_reader(file, self._read, file)

    def _round_trip(self) -> float:
        """Return the seconds of a round trip to the client."""
        connected = self._client.connection.get_extra_info("socket")
        return 0.0 if connected is None else round_trip_of(connected)

    def _open_terminal(self) -> tuple[list[int], dict[int, Callable[[bytes], None]]]:
        """Return the program's files, and ours with what is done with their output."""
        assert self._terminal is not None
        master, slave = os.openpty()
        self._master = master
        self._set_size(*self._terminal[1:])
        return [slave, os.dup(slave), os.dup(slave)], {master: self._send}

    def _open_pipes(self) -> tuple[list[int], dict[int, Callable[[bytes], None]]]:
        out, program_out = os.pipe()
        errors, program_errors = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        files = [nothing, program_out, program_errors]
        return files, {out: self._send, errors: self._send_error}

    def _set_size(self, columns: int, lines: int) -> None:
        if self._master is not None:
            with contextlib.suppress(OSError):
                fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("4H", lines, columns, 0, 0))

    def _send(self, data: bytes) -> None:
        """Send output; none to a client that has closed the channel, which is told when its keys are read."""
        with contextlib.suppress(BrokenPipeError):
            self._channel.write(data)

    def _send_error(self, data: bytes) -> None:
        """Send what belongs to standard error, as `_send` does."""
        with contextlib.suppress(BrokenPipeError):
            self._channel.write_stderr(data)

    # --- while it runs -----------------------------------------------------------------------------------

    def _read(self, file: int) -> None:
        """Pass on what the program has written."""
        try:
            data = os.read(file, CHUNK)
        except BlockingIOError:
            return
        except OSError as error:
            if error.errno != errno.EIO:  # the end of a terminal
                raise
            data = b""
        if data:
            self._files[file](data)
            return
        self._close_file(file)
        if not self._files and self._status is not None:
            self._finish(self._status)

    def _close_file(self, file: int) -> None:
        loop = asyncio.get_running_loop()
        loop.remove_reader(file)
        del self._files[file]
        if file == self._master:
            loop.remove_writer(file)
            self._master = None
        os.close(file)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._inside is not None:
            self._inside.was_active()
        if self._master is None:
            return
        self._waiting += data
        self._write()

    def _write(self) -> None:
        """Pass keys on to the program; no more are received while it reads none."""
        if self._master is None:
            return
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                count = os.write(self._master, self._waiting[:CHUNK])
                del self._waiting[:count]
        except BlockingIOError:
            loop.add_writer(self._master, self._write)
        except OSError:
            self._waiting.clear()
        else:
            loop.remove_writer(self._master)
        (self._channel.pause_reading if len(self._waiting) > MOST_INPUT else self._channel.resume_reading)()

    def eof_received(self) -> bool:
        return True  # the output goes on

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._set_size(*terminal_size(width, height))

    def signal_received(self, signal: str) -> None:
        if self._inside is not None and signal in SIGNALS:
            self._inside.signal(SIGNALS[signal])

    def pause_writing(self) -> None:
        for file in self._files:
            asyncio.get_running_loop().remove_reader(file)

    def resume_writing(self) -> None:
        for file in self._files:
            asyncio.get_running_loop().add_reader(file, self._read, file)

    # --- the end -----------------------------------------------------------------------------------------

    def _ended(self, status: int) -> None:
        """Note the status of the program, whose last output may still be on its way."""
        self._status = status if status >= 0 else SIGNALLED - status
        if status == NOT_STARTED:
            self._refusal = "the server cannot start it now"
        elif status < 0 and not self._refusal:
            self._refusal = "the program was killed; come again, your games wait for you"
        if not self._files:
            self._finish(self._status)

    def _end(self, reason: str) -> None:
        """End the visit, with a reason that is shown after the screen is restored."""
        self._refusal = reason
        if self._inside is not None:
            self._inside.hang_up(signal.SIGTERM)

    def _finish(self, status: int) -> None:
        if self._is_over:
            return
        self._is_over = True
        if status > SIGNALLED and self._terminal is not None and self._terminal[0] not in DUMB:
            self._send(AFTER_KILL.encode())
        if self._refusal and self._inside is not None:
            self._send_error(f"ttt-tui: {self._refusal}\r\n".encode())
        self._channel.exit(status)
        self._client.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_over = True
        for file in [*self._files]:
            self._close_file(file)
        if self._inside is not None:
            self._inside.hang_up(signal.SIGHUP)


def host_key(folder: Path) -> asyncssh.SSHKey:
    """Return the key of the server, which is made at the first start. Raises `CannotStart`."""
    path = folder / "host_key"
    try:
        if path.exists():
            return asyncssh.read_private_key(path)
        key = asyncssh.generate_private_key("ssh-ed25519", "ttt-tui")
        file = open_private(path, os.O_WRONLY | os.O_EXCL)
        with open(file, "wb") as written:
            written.write(key.export_private_key())
    except (OSError, asyncssh.KeyImportError) as error:
        raise CannotStart(f"cannot use the host key {path}: {error}") from None
    return key


async def listen(server: "GameServer", host: str, port: int, key: asyncssh.SSHKey) -> asyncssh.SSHAcceptor:
    """Accept SSH connections. Raises `OSError`."""
    return await asyncssh.create_server(
        lambda: SshVisits(server),
        host,
        port,
        server_host_keys=[key],
        encoding=None,
        line_editor=False,
        window=WINDOW,
        kex_algs=KEY_EXCHANGES,
        allow_scp=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_pty=True,
        gss_host=None,
        compression_algs=None,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=ALIVE_SECONDS,
        keepalive_count_max=3,
        reuse_address=True,
    )
