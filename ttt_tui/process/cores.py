"""Shares the cores of a machine among processes: a search waits until one of them is free.

Each core is a byte of a file that all of them have open, and who uses it has locked the byte. The kernel
releases what a process that dies has locked. A process uses one core at most, since Python runs one thread
at a time; without `share` there is no limit.
"""

import fcntl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

RETRY_SECONDS = 0.1
"""Seconds between two attempts to lock a byte."""


class _Shared:
    """The cores of this process; the file and their number once they are shared."""

    def __init__(self) -> None:
        self.file: int | None = None
        self.count = 0
        self.users = 0
        self.locked = 0
        self.lock = threading.Lock()


_shared = _Shared()


def share(file: int, count: int) -> None:
    """Use only cores that are locked in an open file, which has a byte for each of `count`."""
    _shared.file, _shared.count = file, count


@contextmanager
def one_core(is_stopped: Callable[[], bool], when_waiting: Callable[[], object]) -> Iterator[None]:
    """Have a core while the block runs; wait for it, unless the work is stopped before.

    `when_waiting` is called once if no core is free. Work that was stopped runs without one: it ends at once.
    """
    has_one = _acquire(is_stopped, when_waiting)
    try:
        yield
    finally:
        if has_one:
            _release()


def _acquire(is_stopped: Callable[[], bool], when_waiting: Callable[[], object]) -> bool:
    waits = False
    while _shared.file is not None:
        with _shared.lock:
            if _shared.users or _try_all(_shared.file):
                _shared.users += 1
                return True
        if not waits:
            waits = True
            when_waiting()
        time.sleep(RETRY_SECONDS)
        if is_stopped():
            break
    return False


def _try_all(file: int) -> bool:
    """Lock the first byte that nobody has locked, and return whether there was one."""
    for byte in range(_shared.count):
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except OSError:
            continue
        _shared.locked = byte
        return True
    return False


def _release() -> None:
    with _shared.lock:
        _shared.users -= 1
        if not _shared.users and _shared.file is not None:
            fcntl.lockf(_shared.file, fcntl.LOCK_UN, 1, _shared.locked)
