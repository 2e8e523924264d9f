"""Which process plays a game: a mark in the store, and whether that process is still alive.

A dropped line can leave the old process alive for hours; the mark tells its game from one that can simply be
resumed. A process is told from a later one with the same number by when it was started, which `/proc` says on
Linux and `ps` on other systems.
"""

import os
import socket
import subprocess
from pathlib import Path

PROC = Path("/proc")

PS_SECONDS = 2.0
"""How long `ps` may take."""

ENDED = "ended"
"""Stands for the start of a process that has ended and whose parent has not asked how."""


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
    """Return when a process was started, as the system says it; empty where that cannot be told."""
    if not (PROC / "self" / "stat").exists():
        return _started_by_ps(pid)
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")  # it holds the program's name
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return ENDED if fields[0] in "ZX" else fields[19]


def _started_by_ps(pid: int) -> str:
    """Return what `ps` says of the start, `Wed-Nov-25-12.48.36-2026`; it is the same in every time zone."""
    command = ["ps", "-o", "stat=", "-o", "lstart=", "-p", str(pid)]
    environment = {"PATH": f"{os.environ.get('PATH', '')}:/bin:/usr/bin", "LC_ALL": "C", "TZ": "UTC0"}
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            env=environment,
            stdin=subprocess.DEVNULL,
            timeout=PS_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    state, *started = done.stdout.decode(errors="replace").split()[:6] or [""]
    return ENDED if state[:1] in ("Z", "X") else "-".join(started).replace(":", ".")
