"""The Unix sockets where hosts meet guests, and servers visitors, in a directory of each user.

The directory of the user with the number 1000 is `ttt-tui-1000`, among the temporary files. Everybody may
connect to the sockets in it, and only its owner can put one there; both sides check that. The kernel
identifies the user at the other end of a connection.
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
from typing import NamedTuple

from ttt_tui.errors import ConnectionUnavailable, HostBusy, NoAnswer


class Meeting(NamedTuple):
    """What waits at a socket: its name, and what is said of a user if it does not, or does already."""

    name: str
    absent: str
    taken: str


GAME = Meeting("game", "is not hosting a game", "you are already hosting a game")
"""A user hosts one game."""

SERVER = Meeting("server", "is not running a server", "you are already running a server")
"""The server of a user, for all users of the machine."""

DIRECTORY = "ttt-tui-"

DIRECTORY_MODE = 0o711
"""Everybody can use a name in the directory, and only its owner can make, remove or list one."""

SOCKET_MODE = 0o666
"""Everybody can connect: the host decides whom to serve."""

MOST_DIRECTORIES = 1000
"""The most directories that are examined."""

PEER = struct.Struct("3i")
"""The form of Linux's information about the other end: process, user, group."""

BACKLOG = 256
"""Connections that the kernel queues until the host accepts or refuses them."""

QUEUE_SECONDS = 0.1
"""Time that a thread waits for a place in a full queue before it checks whether the host is still there."""

TIMEVAL = struct.Struct("ll")
"""A time for Linux: whole seconds, and microseconds."""

_QUEUING = ThreadPoolExecutor(32, "queue")
"""The threads that wait for a place in a full queue."""


def check_support() -> None:
    """Raise `ConnectionUnavailable` if this system lacks what shared games need."""
    if not hasattr(socket, "AF_UNIX"):
        raise ConnectionUnavailable("shared games need Unix sockets, which this system does not have")
    if not hasattr(socket, "SO_PEERCRED"):
        raise ConnectionUnavailable(
            f"shared games need the socket option SO_PEERCRED, which {sys.platform} does not have"
        )


# --- users -----------------------------------------------------------------------------------------------


def login_of(user: int) -> str:
    """Return the login of a user, or the number if there is none."""
    try:
        return pwd.getpwuid(user).pw_name
    except (KeyError, OverflowError):
        return str(user)


def own_login() -> str:
    """Return the login of the user who runs the program."""
    return login_of(os.geteuid())


def user_of(login: str) -> int:
    """Return the number of a user; raises `ConnectionUnavailable` if there is none with this login."""
    try:
        return pwd.getpwnam(login).pw_uid
    except (KeyError, ValueError):
        raise ConnectionUnavailable(
            f"no user of this machine has the login name {login:.40}; see `ttt-tui --join` for hosted games"
        ) from None


def user_at(connected: socket.socket) -> int:
    """Return the number of the user at the other end of a connection, as the kernel knows it."""
    _, user, _ = PEER.unpack(connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size))
    return int(user)


def _named(user: int) -> str:
    """Return the name of a user in a sentence: `user root`, which nobody takes for a player."""
    return f"user {login_of(user)}"


# --- paths -----------------------------------------------------------------------------------------------


def directory_of(user: int) -> Path:
    """Return the directory in which a user hosts."""
    return Path(tempfile.gettempdir()) / f"{DIRECTORY}{user}"


def own_address(meeting: Meeting = GAME) -> Path:
    """Return the path of this user's socket."""
    return directory_of(os.geteuid()) / meeting.name


def address_of(user: int, meeting: Meeting = GAME) -> Path:
    """Return the path of a user's socket. Raises `ConnectionUnavailable` if there is none that they own."""
    path = directory_of(user) / meeting.name
    _check(path.parent, user, meeting)
    try:
        found = path.lstat()
    except OSError:
        raise ConnectionUnavailable(f"{_named(user)} {meeting.absent}") from None
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != user:
        raise ConnectionUnavailable(f"{path} is not a socket of {_named(user)}")
    return path


def _check(directory: Path, user: int, meeting: Meeting) -> None:
    """Raise `ConnectionUnavailable` unless that user owns this directory and nobody else can write in it."""
    try:
        found = directory.lstat()  # do not follow links
    except OSError:
        raise ConnectionUnavailable(f"{_named(user)} {meeting.absent}") from None
    if not stat.S_ISDIR(found.st_mode):
        raise ConnectionUnavailable(f"{directory} is not a directory")
    if found.st_uid != user:
        raise ConnectionUnavailable(f"{directory} belongs to {_named(found.st_uid)}, not to {_named(user)}")
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and user != os.geteuid():
        raise ConnectionUnavailable(f"{directory} has to be writable by {_named(user)} only")


def hosting_users() -> list[int]:
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
    """Return the user who owns a directory, None if its name is not of that user's directory."""
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:  # the directory has gone
        return None
    is_theirs = stat.S_ISDIR(found.st_mode) and entry.name == f"{DIRECTORY}{found.st_uid}"
    return found.st_uid if is_theirs else None


# --- the host's end --------------------------------------------------------------------------------------


def listen(meeting: Meeting = GAME) -> socket.socket:
    """Return a socket that listens for guests or visitors at this user's address.

    Raises `ConnectionUnavailable` if there is another, or no safe place.
    """
    check_support()
    path = own_address(meeting)
    try:
        path.parent.mkdir(DIRECTORY_MODE)
    except FileExistsError:
        pass
    except OSError as error:
        raise ConnectionUnavailable(f"cannot create {path.parent}: {error.strerror}") from None
    _check(path.parent, os.geteuid(), meeting)
    _set_mode(path.parent, DIRECTORY_MODE)
    if _is_listening(meeting):
        raise ConnectionUnavailable(meeting.taken)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        path.unlink(missing_ok=True)
        listening.bind(str(path))
        path.chmod(SOCKET_MODE)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise ConnectionUnavailable(f"cannot listen at {path}: {error.strerror}") from None
    return listening


def _is_listening(meeting: Meeting) -> bool:
    """Return whether a process listens at this user's address; one with a full queue does."""
    try:
        connect(os.geteuid(), meeting=meeting).close()
    except ConnectionUnavailable as refusal:
        return isinstance(refusal, HostBusy)
    return True


def identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of the file at an address, None without one and for a link.

    As long as the socket that `listen` has made is open, no other file has these two numbers.
    """
    try:
        directory, found = path.parent.lstat(), path.lstat()
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISDIR(directory.st_mode) else None


def restore_modes(path: Path) -> None:
    """Restore the modes of the socket that `listen` has made, so that everybody can connect."""
    with contextlib.suppress(OSError):  # the socket has gone
        _set_mode(path.parent, DIRECTORY_MODE)
        _set_mode(path, SOCKET_MODE)


def _set_mode(path: Path, mode: int) -> None:
    if stat.S_IMODE(path.lstat().st_mode) != mode:
        path.chmod(mode)


def remove(path: Path, ours: tuple[int, int] | None) -> None:
    """Remove the socket with this identity, unless another is in its place by now."""
    if ours is not None and identity(path) == ours:
        path.unlink(missing_ok=True)


# --- the guest's end -------------------------------------------------------------------------------------


def connect(host: int, seconds: float = 0.0, meeting: Meeting = GAME) -> socket.socket:
    """Return a socket connected to the user of this number, who hosts or runs a server.

    If the host's queue is full, waits at most `seconds` for a place. Raises `ConnectionUnavailable` if the
    user does not host, `NoAnswer` if the user might, or its subclass `HostBusy` if it is worth trying again.
    """
    path = address_of(host, meeting)
    connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connected.setblocking(seconds > 0)
    if seconds:
        limit = TIMEVAL.pack(int(seconds), int(seconds % 1 * 1_000_000))
        connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    try:
        connected.connect(str(path))
        connected.setblocking(False)
        found = user_at(connected)
    except ConnectionRefusedError:  # the host was killed
        connected.close()
        raise ConnectionUnavailable(f"{_named(host)} {meeting.absent}") from None
    except BlockingIOError:  # the queue is full
        connected.close()
        raise _busy(host) from None
    except OSError as error:
        connected.close()
        raise NoAnswer(f"{_named(host)} does not answer: {os.strerror(error.errno or 0)}") from None
    if found != host:
        connected.close()
        raise ConnectionUnavailable(f"{_named(found)} answers in place of {_named(host)}")
    return connected


async def connect_queued(host: int, seconds: float) -> socket.socket:
    """Return a socket connected to a host, waiting at most `seconds` for a place in the host's queue.

    The kernel assigns free places in turn to those who wait for one. A client that only retries loses each
    place to another that retries more often. Raises as `connect` does.
    """
    try:
        async with asyncio.timeout(seconds):
            while True:
                with contextlib.suppress(HostBusy):
                    return connect(host)
                with contextlib.suppress(HostBusy):
                    return await _wait_in_queue(host)
    except TimeoutError:
        raise _busy(host) from None


async def _wait_in_queue(host: int) -> socket.socket:
    """Wait for a place for `QUEUE_SECONDS`, in another thread."""
    queuing = _QUEUING.submit(connect, host, QUEUE_SECONDS)
    try:
        return await asyncio.wrap_future(queuing)
    except asyncio.CancelledError:
        queuing.add_done_callback(_close_unused)
        raise


def _close_unused(queuing: Future[socket.socket]) -> None:
    """Close a connection that nobody waits for any more."""
    if not queuing.cancelled() and queuing.exception() is None:
        queuing.result().close()


def _busy(host: int) -> HostBusy:
    return HostBusy(f"{_named(host)} does not answer: too many connections are waiting")
