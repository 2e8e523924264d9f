"""Processes that tests have started, by a variable in their environment, as Linux tells them; other users."""

import os
import pwd
import time
from collections.abc import Callable
from pathlib import Path

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
    wait_until(lambda: not is_alive(process))


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def become(name: str) -> None:
    """Let this process, which is root's, be another user's from now on."""
    user = pwd.getpwnam(name)
    os.setgroups([])
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
