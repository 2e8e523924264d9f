"""When a program rests: it has read all that was typed, written all that comes of it, and waits."""

import os
import re
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


_TOLD = re.compile(rb"^State:\t(.)[\s\S]*^voluntary_ctxt_switches:\t(\d+)", re.MULTILINE)
"""What is read of a thread, again and again: its state, and how often it gave the processor away."""


class Thread(NamedTuple):
    """What the kernel tells of a thread."""

    state: str
    switches: int
    """How often it gave the processor away. Who waits for the interpreter's lock wakes up all the time."""


def threads(pid: int) -> dict[int, Thread]:
    """Return the threads of a process by their ids; none if it is gone."""
    found = {}
    tasks = f"/proc/{pid}/task"
    try:
        ids = os.listdir(tasks)
    except OSError:
        return {}
    for id in ids:
        try:
            with open(f"{tasks}/{id}/status", "rb", buffering=0) as file:
                told = _TOLD.search(file.read(8192))
        except OSError:  # it has just ended
            continue
        if told is not None:
            found[int(id)] = Thread(told[1].decode(), int(told[2]))
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
