"""The fork server: a process that has imported the program, and forks a copy of itself for each visitor.

It has one thread, which is why it may fork. Requests and answers are packets of JSON, with the files of the
visitor beside them. A visitor then costs the memory that differs, and no time for imports.
"""

import array
import asyncio
import contextlib
import fcntl
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import NoReturn

from ttt_tui.errors import CannotStart
from ttt_tui.process.cores import share

MOST_BYTES = 64 * 1024
"""The longest packet."""

START_SECONDS = 30.0
"""Time for the fork server to import everything."""

FILES = 5
"""Files of a visitor: standard input, output and errors, the lobby's socket, and that for games."""

IMPORTED = (
    "ttt_tui.cli.play",
    "ttt_tui.cli.history",
    "ttt_tui.app.app",
    "ttt_tui.app.palette",
    "ttt_tui.app.terminal.event_loop",
    "ttt_tui.app.widgets.views",
    "ttt_tui.app.screens.setup",
    "ttt_tui.app.screens.play",
    "ttt_tui.app.screens.dialog",
    "ttt_tui.app.screens.join",
    "ttt_tui.app.screens.people",
    "ttt_tui.app.screens.match_over",
    "ttt_tui.multiplayer.guest",
    "ttt_tui.session.puzzle_service",
    "ttt_tui.computer.expert.expert",
    "ttt_tui.analysis.analysis",
    "ttt_tui.store.finder",
)
"""Modules that visitors need, imported once for all."""


@dataclass(frozen=True, slots=True)
class VisitRequest:
    """What the fork server has to know of a visitor."""

    number: int
    name: str
    is_guest: bool
    home: str
    """The directory of the visitor, which exists."""
    environment: dict[str, str]
    words: list[str]
    """The command, none for the screen."""
    has_terminal: bool
    log: str
    """The file to which refused attempts and crashes are appended, for the administrator."""


class Forks:
    """The server's end: starts the fork server, and asks it for processes. Raises `CannotStart`."""

    def __init__(self, ended: Callable[[int, int], object], cores: int) -> None:
        """Start the fork server; `ended` gets the number and the exit status of each visitor that ends.

        `cores` is a file with a byte for each core that their searches may use.
        """
        self._ended = ended
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._channel = ours
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ttt_tui.cli.visits", str(theirs.fileno()), str(cores)],
                pass_fds=[theirs.fileno(), cores],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        ours.settimeout(START_SECONDS)
        try:
            is_ready = ours.recv(MOST_BYTES)
        except OSError:
            is_ready = b""
        if not is_ready:
            self.close()
            raise CannotStart("the process for visitors did not start")
        ours.setblocking(False)
        asyncio.get_running_loop().add_reader(ours, self._receive)

    @property
    def pid(self) -> int:
        """The process id of the fork server."""
        return self._process.pid

    def start(self, request: VisitRequest, files: Sequence[int]) -> None:
        """Start a visitor's process with these files, which the caller may close then. Raises `OSError`."""
        socket.send_fds(self._channel, [json.dumps(asdict(request)).encode()], files)

    def signal(self, number: int, which: int) -> None:
        """Send a signal to a visitor's process, if it still runs."""
        with contextlib.suppress(OSError):
            self._channel.send(json.dumps({"number": number, "signal": which}).encode())

    def _receive(self) -> None:
        try:
            packet = self._channel.recv(MOST_BYTES)
        except BlockingIOError:
            return
        if not packet:
            asyncio.get_running_loop().remove_reader(self._channel)
            return
        answer = json.loads(packet)
        self._ended(answer["number"], answer["status"])

    def close(self) -> None:
        """End the fork server, and with it all visitors."""
        with contextlib.suppress(RuntimeError):
            asyncio.get_running_loop().remove_reader(self._channel)
        self._channel.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


# --- the fork server --------------------------------------------------------------------------------------


def serve(channel: socket.socket, cores: int, visit: Callable[[VisitRequest, Sequence[int]], int]) -> None:
    """Fork a process that calls `visit` for each request, until the server is gone.

    It shares the `cores` of this file with the others.
    """
    share(cores, os.fstat(cores).st_size)
    for name in IMPORTED:
        import_module(name)
    gc.collect()
    gc.freeze()
    readable, writable = os.pipe()
    for end in (readable, writable):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    running: dict[int, int] = {}  # process → visitor
    channel.send(b"{}")
    poll = select.poll()
    poll.register(channel, select.POLLIN)
    poll.register(readable, select.POLLIN)
    while True:
        for descriptor, _ in poll.poll():
            if descriptor == readable:
                with contextlib.suppress(BlockingIOError):
                    os.read(readable, 4096)
                _reap(channel, running)
            elif not _take(channel, cores, running, visit):
                for process in running:
                    os.kill(process, signal.SIGTERM)
                return


def _reap(channel: socket.socket, running: dict[int, int]) -> None:
    """Report the processes that have ended."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            process, status = found
            if (number := running.pop(process, None)) is not None:
                code = os.waitstatus_to_exitcode(status)
                with contextlib.suppress(OSError):
                    channel.send(json.dumps({"number": number, "status": code}).encode())


def _take(
    channel: socket.socket,
    cores: int,
    running: dict[int, int],
    visit: Callable[[VisitRequest, Sequence[int]], int],
) -> bool:
    """Carry out the next request; return false at the end."""
    packet, ancillary, _, _ = channel.recvmsg(
        MOST_BYTES, socket.CMSG_SPACE(FILES * array.array("i").itemsize)
    )
    if not packet:
        return False
    files = array.array("i")
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    data = json.loads(packet)
    if "signal" in data:
        for process, number in running.items():
            if number == data["number"]:
                os.kill(process, data["signal"])
        return True
    request = VisitRequest(**data)
    process = os.fork()
    if process == 0:
        _become(request, files.tolist(), cores, visit, channel)
    running[process] = request.number
    for file in files:
        os.close(file)
    return True


def _become(
    request: VisitRequest,
    files: Sequence[int],
    cores: int,
    visit: Callable[[VisitRequest, Sequence[int]], int],
    channel: socket.socket,
) -> NoReturn:
    """Be the process of a visitor; nothing of the fork server is left in it."""
    status = 70
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        for target, file in enumerate(files[:3]):
            os.dup2(file, target)
        if request.has_terminal:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        channel.close()
        kept = {0, 1, 2, cores, *files[3:]}
        for name in os.listdir("/proc/self/fd"):
            if int(name) not in kept:
                with contextlib.suppress(OSError):
                    os.close(int(name))
        status = visit(request, files[3:])
    finally:
        os._exit(status)
