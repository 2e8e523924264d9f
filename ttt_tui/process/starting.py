"""Starts programs by the launcher, which stays between them and this process (`launcher`)."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ttt_tui.errors import CannotStart
from ttt_tui.process import launcher

STARTS_WITHIN = 20.0
"""Seconds that the launcher may take until the program runs, on the busiest of machines."""

KILLS_WITHIN = 2.0
"""Seconds that the launcher may take to kill the program and to end, before it is killed itself."""

LONGEST_COMMAND = 60_000
"""Bytes: a pipe holds as many, so that nobody waits for the launcher to read them."""

LONGEST_REPORT = 1000
"""Bytes of what the launcher reports."""


class Started(NamedTuple):
    """A program that runs."""

    launcher: "subprocess.Popen[bytes]"
    """Its parent, which ends when it has ended, with the same status."""
    process_id: int
    """The number of the program's process, and of its process group."""
    input: BinaryIO
    """The unbuffered end of its standard input."""
    output: BinaryIO
    """The unbuffered end of its standard output."""
    lifeline: int
    """A descriptor: a byte that is written sends SIGTERM to the group; it is killed when this is closed."""


def start(command: Sequence[str], directory: Path | None = None) -> Started:
    """Start a program in a session of its own, and so in a process group, and return when it runs.

    It has no terminal, and what it writes to standard error is lost. `directory` is where it works, and where
    a relative path begins; None for the current one. Raises `CannotStart`.
    """
    if not command or not all(command[:1]):
        raise CannotStart("no command")
    if directory is not None and not directory.is_dir():
        raise CannotStart(f"no such directory: {directory}")
    try:
        message = launcher.message(command)
    except ValueError as error:
        raise CannotStart(f"{command[0]!a}: {error}") from error
    if any("\0" in word for word in command):
        raise CannotStart("the command contains a NUL character")
    if len(message) > LONGEST_COMMAND:
        raise CannotStart(f"the command is too long (at most {LONGEST_COMMAND:,} bytes)")
    reported, report = os.pipe()
    held, lifeline = os.pipe()
    try:
        launch = [sys.executable, "-I", "-S", launcher.__file__, str(held), str(report)]
        process = subprocess.Popen(
            launch,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=directory,
            pass_fds=[held, report],
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        os.close(reported)
        os.close(lifeline)
        raise CannotStart(str(error)) from error
    finally:
        os.close(held)
        os.close(report)
    try:
        with suppress(BrokenPipeError):  # its report is missing then
            os.write(lifeline, message)
        number, reason = _read_report(reported)
    finally:
        os.close(reported)
    assert process.stdin is not None, "it was asked for"
    assert process.stdout is not None, "it was asked for"
    if reason:
        os.close(lifeline)
        wait_for(process, number)
        process.stdin.close()
        process.stdout.close()
        raise CannotStart(f"{command[0]}: {reason[:1].lower()}{reason[1:]}")
    # The pipes are unbuffered, so that both ends are what they are said to be.
    return Started(process, number, process.stdin, process.stdout, lifeline)  # type: ignore[arg-type]


def wait_for(process: "subprocess.Popen[bytes]", group: int) -> None:
    """Wait until a launcher whose lifeline is closed has ended.

    If it has not in time, the group is killed without it, and then the launcher; 0 if there is no group.
    """
    try:
        process.wait(KILLS_WITHIN)
    except subprocess.TimeoutExpired:
        if group:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
        process.kill()
        process.wait()


def _read_report(descriptor: int) -> tuple[int, str]:
    """Return the number of the program's process, 0 if there is none, and why it does not run, if so."""
    deadline = time.monotonic() + STARTS_WITHIN
    report = b""
    while len(report) < LONGEST_REPORT:
        readable, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        if not readable:
            return 0, f"not running after {STARTS_WITHIN:g} s"
        data = os.read(descriptor, LONGEST_REPORT)
        if not data:
            break
        report += data
    number, newline, reason = report.decode(errors="replace").partition("\n")
    if not newline:  # nothing at all: the interpreter itself could not run the launcher
        return 0, number or "the launcher stopped"
    return int(number), reason
