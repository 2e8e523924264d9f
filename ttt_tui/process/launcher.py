"""Launcher script: starts a program and stays as its parent, so that its process group dies with ttt-tui.

It runs in a bare interpreter: `python -I -S launcher.py LIFELINE REPORT`, with the descriptors of two pipes.
It reads the command from LIFELINE, as written by `message`, so that process lists show the command only once.
The program leads a session, and so a process group, of its own. The launcher writes its process number to
REPORT, followed by the reason if it cannot be run.

Each further byte from LIFELINE sends SIGTERM to the group. When LIFELINE is closed, however the process at
its other end has ended, the group is killed. It is also killed when the program itself has ended; the
launcher then ends with the same status. Only the launcher sends signals to the group, before it has reaped
the program: until then the number cannot belong to another process.

A process that has left the group, by `setsid` or `setpgid`, is not reached.
"""

import os
import select
import signal
import sys
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PR_SET_PDEATHSIG = 1
"""From Linux's `prctl.h`: sets the signal sent when the thread that started this process ends."""

IGNORED = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)
"""Signals sent to all processes of a user; the launcher must live as long as the program."""


def main(words: list[str]) -> None:
    """Start the program, supervise it and end with its status."""
    lifeline, report = map(int, words)
    for descriptor in (lifeline, report):
        os.set_inheritable(descriptor, False)
    command = read_message(lifeline)
    wake = _make_wakeup_pipe()
    launcher = os.getpid()
    program = os.fork()
    if program == 0:
        become(command, report, launcher)
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    os.close(report)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # otherwise the program could neither close its output nor see the end of its input
        os.dup2(nothing, stream)
    end_with(supervise(program, lifeline, wake))


def message(command: "Sequence[str]") -> bytes:
    """Encode a command: the length in bytes, a newline, and the words separated by NULs."""
    words = b"\0".join(map(os.fsencode, command))
    return b"%d\n%s" % (len(words), words)


def read_message(descriptor: int) -> list[str]:
    """Read the command of a message; exit if its sender has ended."""
    length = b""
    while not length.endswith(b"\n"):
        length += _receive(descriptor, 1)
    words = b""
    while len(words) < int(length):
        words += _receive(descriptor, int(length) - len(words))
    return [os.fsdecode(word) for word in words.split(b"\0")]


def _receive(descriptor: int, most: int) -> bytes:
    """Read at least one and at most `most` bytes; exit if their sender has ended."""
    data = os.read(descriptor, most)
    if not data:
        os._exit(1)
    return data


def become(command: list[str], report: int, launcher: int) -> None:
    """Turn this process into the program, or report why that is not possible, and exit."""
    try:
        os.setsid()
        if sys.platform == "linux":
            die_with_parent(signal.SIGKILL)
        if os.getppid() != launcher:  # it ended before PDEATHSIG was set
            os._exit(1)
        for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # ignored by Python, which a program would inherit
            signal.signal(ignored, signal.SIG_DFL)
        os.write(report, b"%d\n" % os.getpid())
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        os.write(report, (getattr(error, "strerror", None) or str(error)).encode(errors="replace"))
        os._exit(127)


def die_with_parent(number: int) -> None:
    """Send this process, also after `exec`, a signal when the thread that started it ends."""
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number, 0, 0, 0)


def _make_wakeup_pipe() -> int:
    """Return a descriptor that becomes readable when a child of this process may have ended."""
    wake, written = os.pipe()
    for descriptor in (wake, written):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    return wake


def supervise(program: int, lifeline: int, wake: int) -> int:
    """Wait for the program's end, kill what is left of its group, and return its wait status."""
    watched = [lifeline, wake]
    while True:
        readable, _, _ = select.select(watched, [], [])
        if lifeline in readable:
            is_open = bool(os.read(lifeline, 1))
            signal_group(program, signal.SIGTERM if is_open else signal.SIGKILL)
            if not is_open:
                watched.remove(lifeline)
        if wake in readable:
            os.read(wake, 1000)
        status = _status(program)
        if status is not None:
            return status


def signal_group(program: int, number: int) -> None:
    """Send a signal to the program's group, or to the program alone if it does not lead one yet."""
    with suppress(PermissionError):  # macOS refuses if all are dead
        try:
            os.killpg(program, number)
        except ProcessLookupError:
            os.kill(program, number)


def _status(program: int) -> int | None:
    """Return the wait status of the program once it has ended and its group is killed, else None."""
    if hasattr(os, "waitid"):
        if os.waitid(os.P_PID, program, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            return None
        signal_group(program, signal.SIGKILL)
        return os.waitpid(program, 0)[1]
    ended, status = os.waitpid(program, os.WNOHANG)
    if not ended:
        return None
    with suppress(ProcessLookupError, PermissionError):  # at once, before another group can have its number
        os.killpg(program, signal.SIGKILL)
    return status


def end_with(status: int) -> None:
    """End this process with the wait status of another one, without a core dump of its own."""
    if os.WIFSIGNALED(status):
        import resource

        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):  # SIGKILL cannot be handled
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 255)


if __name__ == "__main__":
    main(sys.argv[1:])
