"""Which processes run, of those that have a certain variable in their environment: Linux tells."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from ttt_tui.process.child import end_all

PATIENCE = 60.0

MARK = "TTT_TUI_TESTED_BRAIN"
"""The variable by which processes are found that tests have started, however far from them."""


def marked(value: str) -> dict[int, str]:
    """Return the processes, this one excepted, with that value of `MARK`, and what each runs."""
    found = {}
    for directory in Path("/proc").iterdir():
        if directory.name.isdigit() and directory.name != str(Path("/proc/self").resolve().name):
            try:
                environment = (directory / "environ").read_bytes().split(b"\0")
                command = (directory / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if f"{MARK}={value}".encode() in environment:
                found[int(directory.name)] = command
    return found


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for its status does not."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def wait_until_gone(process: int) -> None:
    """Wait until a process has ended."""
    end = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < end, f"{process} lives"
        time.sleep(0.01)


@contextmanager
def no_process_is_left() -> Iterator[None]:
    """See to it that in the end no process runs that was started meanwhile, however far from here."""
    with pytest.MonkeyPatch.context() as patch:
        mark = uuid4().hex
        patch.setenv(MARK, mark)
        yield
    end_all()
    if sys.platform == "linux":
        end = time.monotonic() + PATIENCE
        while (left := marked(mark)) and time.monotonic() < end:
            time.sleep(0.05)
        assert not left
