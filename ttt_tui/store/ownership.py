"""Which process plays a game: a mark in the store, and whether that process is still alive.

A dropped line can leave the old process alive for hours; the mark tells its game from one that can simply be
resumed. A process is told from a later one with the same number by when it was started.
"""

import os
import socket
from pathlib import Path


def new_mark() -> str:
    """Return a mark for this process that no other has: host, process, start, and a random part."""
    pid = os.getpid()
    return f"{socket.gethostname()}:{pid}:{_started(pid)}:{os.urandom(4).hex()}"


def is_alive(mark: str) -> bool:
    """Whether the process that made the mark may still be running. On another host nobody can tell: yes."""
    try:
        host, text, started, _ = mark.rsplit(":", 3)
        pid = int(text)
    except ValueError:  # no mark of this program
        return False
    if host != socket.gethostname():
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return started == _started(pid)


def _started(pid: int) -> str:
    """Return when a process was started, in the system's own count; empty where that cannot be told.

    A process that has ended, and that nobody has asked how, was never started as this one was.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")  # it holds the program's name
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return "ended" if fields[0] in "ZX" else fields[19]
