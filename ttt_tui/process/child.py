"""A child process that exchanges lines with this one and cannot outlive it.

Nothing here waits longer than its time limit: neither for output, nor for input to be read, nor for the end.
A child is ended with its process group: by a last line of input, then by SIGTERM, then by SIGKILL. A launcher
between the child and this process kills the group if this process is killed itself (`launcher`). Only a
process that has left the group, as a daemon does, survives.
"""

import atexit
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ttt_tui.errors import CannotStart, ChildEnded, ChildNotReading
from ttt_tui.process import launcher
from ttt_tui.process.line_reader import LineSplitter

LONGEST_LINE = 4000
"""Bytes kept of a line of output; the rest is discarded as it arrives."""

CHUNK = 65536
"""Bytes read at a time: the capacity of a pipe."""

STARTS_WITHIN = 20.0
"""Seconds that the launcher may take until the program runs, on the busiest of machines."""

ENDS_WITHIN = 1.0
"""Seconds that the program may take to end after its last line of input, before SIGTERM."""

TERMINATES_WITHIN = 0.5
"""Seconds that the program may take to end after SIGTERM, before SIGKILL."""

KILLS_WITHIN = 2.0
"""Seconds that the launcher may take to kill the program and to end, before it is killed itself."""

POLL_SECONDS = 0.01
"""Seconds between two checks whether the program has ended."""

LONGEST_COMMAND = 60_000
"""Bytes of a command: a pipe holds as many, so writing one never blocks."""

LONGEST_REPORT = 1000
"""Bytes of the launcher's report."""


class Child:
    """A program started by `command` without a shell. Raises `CannotStart`.

    One thread at a time may read and write; any thread may end it. `longest_line` is how many bytes are kept
    of a line of output, `terminates_within` how many seconds pass between SIGTERM and SIGKILL (None for
    `TERMINATES_WITHIN`). If this process is killed, the program's process group is killed, too.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: Path | None = None,
        *,
        longest_line: int = LONGEST_LINE,
        terminates_within: float | None = None,
    ) -> None:
        started = start(command, directory)
        self._process = started.launcher  # ends when the program has ended, with the same status
        self.process_id = started.process_id
        """The number of the process and of its process group."""
        self._input, self._output = started.input, started.output
        self._lifeline: int | None = started.lifeline
        os.set_blocking(self._input.fileno(), False)
        os.set_blocking(self._output.fileno(), False)
        self._terminates_within = terminates_within
        self._splitter = LineSplitter(longest_line)
        self._lines = self._splitter.lines
        # Held while a pipe is used or closed: afterwards its descriptor may belong to another file.
        self._pipes = threading.Lock()
        self._ending = threading.Lock()
        self._starting_thread = threading.Lock()
        self._ending_thread: threading.Thread | None = None
        self._is_ended = False
        self.received = 0
        """Bytes of output so far."""
        _running.add(self)

    def fileno(self) -> int:
        """Return the descriptor of the output, for `select`."""
        return self._output.fileno()

    # --- input and output --------------------------------------------------------------------------------

    def write(self, text: str) -> None:
        """Write to the program's input, in ASCII. Raises `ChildEnded` or `ChildNotReading`."""
        data = text.encode("ascii", "replace")
        try:
            with self._pipes:
                written = self._input.write(data)
        except (OSError, ValueError):
            raise ChildEnded(self._end_reason()) from None
        if written != len(data):  # None if the pipe is full of unread input
            raise ChildNotReading

    def line(self, seconds: float) -> str | None:
        """Return the next line of output without its end, None if none is complete after `seconds`.

        CR, LF or CR LF ends a line. Invalid UTF-8 becomes U+FFFD. Raises `ChildEnded` when no line will
        follow.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            left = max(0.0, deadline - time.monotonic())
            try:
                readable, _, _ = select.select([self._output], [], [], left)
                data = self._read() if readable else None
            except (OSError, ValueError):  # ended by another thread
                raise ChildEnded(self._end_reason()) from None
            if data == b"":
                raise ChildEnded(self._end_reason())
            if data is not None:
                self.received += len(data)
                self._splitter.feed(data)
            if not self._lines and time.monotonic() >= deadline:
                return None
        return self._lines.popleft().decode(errors="replace")

    def _read(self) -> bytes | None:
        """Return unread output, None if there is none, empty bytes after the program has closed it."""
        with self._pipes:
            return self._output.read(CHUNK)

    def _end_reason(self) -> str:
        """Return how the program ended, waiting a moment for its status after its output was closed."""
        deadline = time.monotonic() + TERMINATES_WITHIN
        while not self._has_ended() and time.monotonic() < deadline:
            time.sleep(POLL_SECONDS)
        status = self._process.returncode
        if status is None:
            return "closed its output"
        if status >= 0:
            return f"stopped (exit status {status})"
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
        return f"was killed by signal {-status}"

    # --- ending ------------------------------------------------------------------------------------------

    def end(self, last_line: str = "") -> None:
        """End the program and its process group, and return when they are gone.

        That takes little more than `ENDS_WITHIN` + `TERMINATES_WITHIN` seconds, without a last line only the
        second part. If another thread ends it already, wait for that.
        """
        with self._starting_thread:
            thread = self._ending_thread
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        with self._ending:
            if self._is_ended:
                return
            if last_line:
                with suppress(OSError), self._pipes:
                    self._input.write(last_line.encode("ascii", "replace"))
                self._wait(ENDS_WITHIN)
            if not self._has_ended():
                self._send_sigterm()
                within = self._terminates_within
                self._wait(TERMINATES_WITHIN if within is None else within)
            self._kill()
            with self._pipes:
                self._input.close()
                self._output.close()
            self._is_ended = True
            _running.discard(self)

    def end_in_background(self, last_line: str = "") -> None:
        """End the program in a thread of its own, for which the interpreter waits before it exits."""
        with self._starting_thread:  # a thread that has not been started cannot be joined
            if self._ending_thread is None:
                thread = threading.Thread(target=self.end, args=(last_line,), name="ending")
                thread.start()
                self._ending_thread = thread

    def terminate(self) -> None:
        """Send SIGTERM, unless another thread ends the program already."""
        if self._ending_thread is None and self._ending.acquire(blocking=False):
            try:
                if not self._has_ended():
                    self._send_sigterm()
            finally:
                self._ending.release()

    def _wait(self, seconds: float) -> None:
        """Wait for the end, and discard output, so that a full pipe does not delay it."""
        deadline = time.monotonic() + seconds
        while not self._has_ended() and time.monotonic() < deadline:
            with suppress(OSError):
                self._read()
            time.sleep(POLL_SECONDS)

    def _has_ended(self) -> bool:
        return self._process.poll() is not None

    def _send_sigterm(self) -> None:
        """Make the launcher send SIGTERM to the program's group."""
        if self._lifeline is not None:
            with suppress(OSError):
                os.write(self._lifeline, b"T")

    def _kill(self) -> None:
        """Make the launcher kill what is left of the program's group, and wait for that."""
        if self._lifeline is not None:
            lifeline, self._lifeline = self._lifeline, None
            os.close(lifeline)
            wait_for(self._process, self.process_id)


_running: set[Child] = set()


def end_all() -> None:
    """End all running programs, and return when they and those that are ending already are gone."""
    children = tuple(_running)
    for child in children:
        child.terminate()  # all at once, without threads: the interpreter may be exiting
    for child in children:
        child.end()


atexit.register(end_all)


# --- starting ----------------------------------------------------------------------------------------


class StartedProgram(NamedTuple):
    """A running program and the descriptors of its launcher."""

    launcher: "subprocess.Popen[bytes]"
    """The program's parent, which ends when the program has ended, with the same status."""
    process_id: int
    """The number of the program's process and of its process group."""
    input: BinaryIO
    """The unbuffered end of its standard input."""
    output: BinaryIO
    """The unbuffered end of its standard output."""
    lifeline: int
    """A descriptor: each byte written sends SIGTERM to the group; closing it kills the group."""


def start(command: Sequence[str], directory: Path | None = None) -> StartedProgram:
    """Start a program in a session, and so a process group, of its own, and return when it runs.

    It has no terminal, and its standard error is discarded. `directory` is its working directory, from which
    a relative path starts; None for the current one. Raises `CannotStart`.
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
        with suppress(BrokenPipeError):  # then its report is missing
            os.write(lifeline, message)
        number, reason = _read_report(reported)
    finally:
        os.close(reported)
    assert process.stdin is not None, "it is a pipe"
    assert process.stdout is not None, "it is a pipe"
    if reason:
        os.close(lifeline)
        wait_for(process, number)
        process.stdin.close()
        process.stdout.close()
        raise CannotStart(f"{command[0]}: {reason[:1].lower()}{reason[1:]}")
    # With bufsize=0 both ends are of the types declared by `StartedProgram`.
    return StartedProgram(process, number, process.stdin, process.stdout, lifeline)  # type: ignore[arg-type]


def wait_for(process: "subprocess.Popen[bytes]", group: int) -> None:
    """Wait for the end of a launcher whose lifeline is closed.

    After `KILLS_WITHIN` kill the program's `group` (0 for none) without it, and then the launcher.
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
    """Return the number of the program's process, or 0 and the reason why it does not run."""
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
    if not newline:  # the interpreter itself could not run the launcher
        return 0, number or "the launcher stopped"
    return int(number), reason
