"""Where a host and its guests meet: at a socket in a directory of the host's own, among the temporary files.

The directory of the user with the number 1000 is `ttt-tui-1000`. Everybody may look for the socket in it, and
only its owner can put one there; both sides look whether that is so. Who is at the other end of the socket is
told by the kernel.
"""

import asyncio
import contextlib
import os
import pwd
import socket
import stat
import struct
import sys
import tempfile
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from ttt_tui.errors import ConnectionUnavailable, HostBusy, NoAnswer

NAME = "game"
"""Of the socket: one hosted game a user."""

DIRECTORY = "ttt-tui-"

OPEN_TO_LOOK = 0o711
"""Mode of the directory: who knows a name in it can use it, and nobody else can make, remove or list one."""

OPEN_TO_ALL = 0o666
"""Mode of the socket: the host decides whom it talks to."""

MOST_DIRECTORIES = 1000
"""How many are looked at."""

PEER = struct.Struct("3i")
"""What Linux tells of the other end: process, user, group."""

MOST_WAITING = 256
"""Connections that the kernel queues until the host accepts or refuses them."""

QUEUE_SECONDS = 0.1
"""How long a thread waits for a place in a full queue before it looks whether the host is still there."""

SECONDS = struct.Struct("ll")
"""A time as Linux takes it: whole seconds, and microseconds."""

_QUEUING = ThreadPoolExecutor(32, "queue")
"""The threads that wait for a place in a full queue."""


def refusal() -> str:
    """Return why nobody can meet on this machine, nothing if they can."""
    if not hasattr(socket, "AF_UNIX"):
        return "shared games need Unix sockets, which this system does not have"
    if not hasattr(socket, "SO_PEERCRED"):
        return f"shared games need the socket option SO_PEERCRED, which {sys.platform} does not have"
    return ""


def directory_of(user: int) -> Path:
    """Return where the user of this number hosts."""
    return Path(tempfile.gettempdir()) / f"{DIRECTORY}{user}"


def address_of(user: int) -> Path:
    """Return the path of a user's socket. Raises `ConnectionUnavailable` if they own none."""
    path = directory_of(user) / NAME
    _check(path.parent, user)
    try:
        found = path.lstat()
    except OSError:
        raise ConnectionUnavailable(f"{the_user(user)} is not hosting a game") from None
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != user:
        raise ConnectionUnavailable(f"{path} is not a socket of {the_user(user)}")
    return path


def own_address() -> Path:
    """Return where this user hosts."""
    return directory_of(os.geteuid()) / NAME


def listen(path: Path | None = None) -> socket.socket:
    """Return a socket that listens for guests, at this user's address if no other is given.

    Raises `ConnectionUnavailable` if there is another, or no safe place.
    """
    if reason := refusal():
        raise ConnectionUnavailable(reason)
    user = os.geteuid()
    path = path or own_address()
    try:
        path.parent.mkdir(OPEN_TO_LOOK)
    except FileExistsError:
        pass
    except OSError as error:
        raise ConnectionUnavailable(f"cannot create {path.parent}: {error.strerror}") from None
    _check(path.parent, user)
    _set_mode(path.parent, OPEN_TO_LOOK)
    if _answers(path):
        raise ConnectionUnavailable("you are already hosting a game")
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.unlink(missing_ok=True)
        listening.bind(str(path))
        path.chmod(OPEN_TO_ALL)
        listening.listen(MOST_WAITING)
    except OSError as error:
        listening.close()
        raise ConnectionUnavailable(f"cannot listen at {path}: {error.strerror}") from None
    return listening


def identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of what is at an address, None if nothing is, or if a link leads there.

    As long as the socket that `listen` has made is open, no other file has these two numbers.
    """
    try:
        directory, found = path.parent.lstat(), path.lstat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(directory.st_mode) else None


def stay_open(path: Path) -> None:
    """Let everybody connect to the socket that `listen` has made, whatever its modes have become."""
    with contextlib.suppress(OSError):  # it has gone
        _set_mode(path.parent, OPEN_TO_LOOK)
        _set_mode(path, OPEN_TO_ALL)


def _set_mode(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.lstat().st_mode) != mode:
        path.chmod(mode)


def leave(path: Path, ours: tuple[int, int] | None) -> None:
    """Take the socket with this identity away, unless another is in its place by now."""
    if ours is not None and identity(path) == ours:
        path.unlink(missing_ok=True)


def places() -> list[int]:
    """Return the numbers of the users who have hosted here once, and perhaps do now.

    Each has one directory under one name; directories of other names or owners are ignored.
    """
    try:
        with os.scandir(tempfile.gettempdir()) as entries:
            owners = (_owner(entry) for entry in entries if entry.name.startswith(DIRECTORY))
            return [*islice((owner for owner in owners if owner is not None), MOST_DIRECTORIES)]
    except OSError:
        return []


def _owner(entry: "os.DirEntry[str]") -> int | None:
    """Return the user who owns a directory that has the name of this user's, None if there is none."""
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:  # it has gone
        return None
    is_theirs = stat.S_ISDIR(found.st_mode) and entry.name == f"{DIRECTORY}{found.st_uid}"
    return found.st_uid if is_theirs else None


async def reach(host: int, seconds: float) -> socket.socket:
    """Return what `connect` returns, waiting so many seconds for a free place in the host's queue.

    The kernel gives free places to those who wait for one, in turn. Whoever only tries again and again loses
    each of them to somebody who tries more often. Raises as `connect` does.
    """
    try:
        async with asyncio.timeout(seconds):
            return await _queue(host)
    except TimeoutError:
        raise _busy(host) from None


async def _queue(host: int) -> socket.socket:
    """Wait without end."""
    while True:
        try:
            return connect(host)
        except HostBusy:
            pass
        queuing = _QUEUING.submit(connect, host, QUEUE_SECONDS)
        try:
            return await asyncio.wrap_future(queuing)
        except HostBusy:
            pass
        except asyncio.CancelledError:
            queuing.add_done_callback(_close_unused)
            raise


def _close_unused(queuing: Future[socket.socket]) -> None:
    """Close a connection for which nobody waits any more."""
    if not queuing.cancelled() and queuing.exception() is None:
        queuing.result().close()


def connect(host: int, seconds: float = 0.0) -> socket.socket:
    """Return a socket that is connected to the user of this number, who hosts.

    If the host's queue is full, it waits at most so many seconds for a place. Raises `ConnectionUnavailable`
    if they do not host, `NoAnswer` if they might, which is `HostBusy` if it is worth trying again.
    """
    path = address_of(host)
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connected.setblocking(seconds > 0)
    if seconds:
        limit = SECONDS.pack(int(seconds), int(seconds % 1 * 1_000_000))
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    try:
        connected.connect(str(path))
        connected.setblocking(False)
        found = user_at(connected)
    except ConnectionRefusedError:  # who hosted was killed
        connected.close()
        raise ConnectionUnavailable(f"{the_user(host)} is not hosting a game") from None
    except BlockingIOError:  # the queue of those who knock is full
        connected.close()
        raise _busy(host) from None
    except OSError as error:
        connected.close()
        raise NoAnswer(f"{the_user(host)} does not answer: {os.strerror(error.errno or 0)}") from None
    if found != host:
        connected.close()
        raise ConnectionUnavailable(f"{the_user(found)} answers in place of {the_user(host)}")
    return connected


def _busy(host: int) -> HostBusy:
    return HostBusy(f"{the_user(host)} does not answer: too many connections are waiting")


def user_at(connected: socket.socket) -> int:
    """Return the number of the user at the other end of a connection, as the kernel knows it."""
    _, user, _ = PEER.unpack(connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size))
    return int(user)


def name_of(user: int) -> str:
    """Return what a user is called here, the number if there is no name."""
    try:
        return pwd.getpwuid(user).pw_name
    except (KeyError, OverflowError):
        return str(user)


def the_user(user: int) -> str:
    """Return what a user is called in a sentence: `user root`, whom nobody takes for a player."""
    return f"user {name_of(user)}"


def own_name() -> str:
    """Return what this user is called."""
    return name_of(os.geteuid())


def number_of(name: str) -> int:
    """Return the number of a user; raises `ConnectionUnavailable` if there is none of this name."""
    try:
        return pwd.getpwnam(name).pw_uid
    except (KeyError, ValueError):
        raise ConnectionUnavailable(
            f"no user of this machine has the login name {name:.40}; see `ttt-tui --join` for hosted games"
        ) from None


def _answers(path: Path) -> bool:
    """Return whether a process listens at a socket; one with a full queue does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        asked.setblocking(False)
        try:
            asked.connect(str(path))
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True


def _check(directory: Path, user: int) -> None:
    """Raise `ConnectionUnavailable` unless that user owns this directory and nobody else can write in it."""
    try:
        found = directory.lstat()  # a link is followed by nobody
    except OSError:
        raise ConnectionUnavailable(f"{the_user(user)} is not hosting a game") from None
    if not stat.S_ISDIR(found.st_mode):
        raise ConnectionUnavailable(f"{directory} is not a directory")
    if found.st_uid != user:
        raise ConnectionUnavailable(
            f"{directory} belongs to {the_user(found.st_uid)}, not to {the_user(user)}"
        )
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and user != os.geteuid():
        raise ConnectionUnavailable(f"{directory} has to be writable by {the_user(user)} only")
