"""When a program rests: it has read all that was typed, written all that comes of it, and waits."""

import time
from pathlib import Path
from typing import NamedTuple

from tests.support.terminal import Terminal

GLANCE = 0.004
"""Seconds without output between two looks at the threads."""

SEARCH_SECONDS = 0.1
"""After this only the oldest threads have to rest: a computer may be thinking in another."""

OLDEST = 3
"""The threads of the screen, of what is written and of what is read."""


class Thread(NamedTuple):
    """What the kernel tells of a thread."""

    state: str
    switches: int
    """How often it gave the processor away. Who waits for the interpreter's lock wakes up all the time."""


def threads(pid: int) -> dict[int, Thread]:
    """Return the threads of a process by their ids; none if it is gone."""
    found = {}
    for task in Path(f"/proc/{pid}/task").glob("*"):
        try:
            status = (task / "status").read_text(errors="replace")
        except OSError:  # it has just ended
            continue
        fields = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
        found[int(task.name)] = Thread(fields["State"][0], int(fields.get("voluntary_ctxt_switches", 0)))
    return found


def memory(pid: int) -> float:
    """Return the megabytes that a process has in memory, 0 if it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * 4096 / 1e6


def settle(terminal: Terminal, patience: float) -> bool:
    """Read until the program rests or has ended; return whether it does within so many seconds."""
    pid = terminal.process.pid
    started = time.monotonic()
    before: dict[int, Thread] = {}
    while (passed := time.monotonic() - started) < patience:
        if terminal.read(GLANCE):
            before = {}
            continue
        if terminal.process.poll() is not None:
            while terminal.read():
                pass
            return True
        now = threads(pid)
        looked_at = sorted(now)[: OLDEST if passed > SEARCH_SECONDS else None]
        if not terminal.unread and all(
            now.get(id) == before.get(id) and now[id].state == "S" for id in looked_at if id in now
        ):
            return True
        before = now
    return False
