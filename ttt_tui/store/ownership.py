"""The mark of the process that plays a game, and whether that process is still alive.

A lost connection can leave the old process alive for hours; the mark distinguishes its game from one that can
simply be resumed. A process and a later one with the same number started at different times, which `/proc`
knows on Linux and `ps` on other systems.
"""

import os
import socket
import subprocess
from pathlib import Path

PROC = Path("/proc")

PS_SECONDS = 2.0
"""The time limit of `ps`."""

ENDED = "ended"
"""Stands for the start of a process that has ended and was not waited for by its parent."""


def new_mark() -> str:
    """Return a unique mark for this process: host, process id, start, and a random part."""
    pid = os.getpid()
    return f"{socket.gethostname()}:{pid}:{_started(pid)}:{os.urandom(4).hex()}"


def is_alive(mark: str) -> bool:
    """Whether the process that made the mark may still be running; on another host it always may."""
    try:
        host, text, started, _ = mark.rsplit(":", 3)
        pid = int(text)
    except ValueError:  # no mark of this program
        return False
    if host != socket.gethostname():
        return True
    if started and _has_proc():  # it answers without a signal, which a confined process may not send
        return started == _started(pid)
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return started == _started(pid)


def _started(pid: int) -> str:
    """Return when a process was started, as the system writes it; empty if that is unknown."""
    if not _has_proc():
        return _started_by_ps(pid)
    try:
        stat = (PROC / str(pid) / "stat").read_text(errors="replace")  # the line contains the program's name
    except OSError:
        return ""
    fields = stat.rpartition(")")[2].split()
    return ENDED if fields[0] in "ZX" else fields[19]


def _has_proc() -> bool:
    return (PROC / "self" / "stat").exists()


def _started_by_ps(pid: int) -> str:
    """Return the start from `ps`, `Wed-Nov-25-12.48.36-2026`, which does not depend on the time zone."""
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
