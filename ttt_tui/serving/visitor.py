"""A visitor's process before its program runs in it: its environment, its files and its limits."""

import ctypes
import os
import random
import resource
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from ttt_tui.multiplayer.lobby import Visit
from ttt_tui.process.confinement import confine
from ttt_tui.process.visit_log import VisitLog
from ttt_tui.serving.forks import VisitRequest

MEMORY = 1024 * 1024 * 1024
"""Bytes of address space: a program with an expert needs a third."""

CPU_SECONDS = 4 * 3600
"""Processor time of a visit."""

FILES = 64
"""Open files."""

FILE_BYTES = 64 * 1024 * 1024
"""The largest file, such as a history of some ten thousand games."""

NICENESS = 5
"""The server goes first: everybody waits for it, and only one visitor for a program that searches."""

NO_NEW_PRIVILEGES = 38
"""PR_SET_NO_NEW_PRIVS of `prctl`."""


def prepare(request: VisitRequest, sockets: Sequence[int], log: VisitLog) -> Visit:
    """Confine this process to what a visitor may do; `sockets` are those for the lobby and for games.

    What is refused is told in the `log`.
    """
    os.environ.clear()
    os.environ.update(request.environment)
    os.umask(0o077)
    random.seed()
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - they stay open as long as the program runs
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # no shell could continue it
    _limit()
    lobby, games = (socket.socket(fileno=file) for file in sockets)
    visit = Visit(request.name, request.is_guest, lobby, games)
    confine(Path(request.home), log.write)
    return visit


def _limit() -> None:
    """Limit what the process may use, and let nothing that it could start have more rights."""
    os.nice(NICENESS)
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (least, least))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
