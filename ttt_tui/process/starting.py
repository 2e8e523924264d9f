"""Starts programs from one thread, which lives as long as this process.

On Linux a program that is to die with this one is told by the end of the *thread* that started it. Threads in
which computers think come and go, so none of them starts anything: they ask this one to.
"""

import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ttt_tui.process import launcher

STARTS_WITHIN = 20.0
"""Seconds that the launcher may take until the program runs, on the busiest of machines."""


class CannotStart(Exception):
    """A program could not be started; `str(error)` says why."""


class Pipes(NamedTuple):
    """A program that runs, and the unbuffered ends of its standard input and output."""

    process: "subprocess.Popen[bytes]"
    input: BinaryIO
    output: BinaryIO


class _Wanted(NamedTuple):
    """A program that is to be started, as `start` takes it."""

    command: Sequence[str]
    directory: Path | None
    orphan_signal: signal.Signals


def start(
    command: Sequence[str],
    directory: Path | None = None,
    orphan_signal: signal.Signals = signal.SIGKILL,
) -> Pipes:
    """Start a program in a session of its own, and so in a process group, and return when it runs.

    It has no terminal, and what it writes to standard error is lost. `directory` is where it works, and where
    a relative path begins; None for the current one. On Linux it gets `orphan_signal` when this process
    ends. Raises `CannotStart`.
    """
    global _starter
    with _making:
        if _starter is None or _starter.process_id != os.getpid():
            _starter = _Starter()
    return _starter.start(_Wanted(command, directory, orphan_signal))


class _Starter:
    """The thread that starts programs."""

    def __init__(self) -> None:
        self.process_id = os.getpid()
        self._wanted: queue.SimpleQueue[tuple[_Wanted, Future[Pipes]]] = queue.SimpleQueue()
        threading.Thread(target=self._work, name="starter", daemon=True).start()

    def start(self, wanted: _Wanted) -> Pipes:
        """Let the thread start a program, and wait for it."""
        done: Future[Pipes] = Future()
        self._wanted.put((wanted, done))
        return done.result()

    def _work(self) -> None:
        while True:
            wanted, done = self._wanted.get()
            try:
                done.set_result(_start(wanted))
            except BaseException as error:
                done.set_exception(error)


_making = threading.Lock()
_starter: _Starter | None = None


def _start(wanted: _Wanted) -> Pipes:
    """Start the launcher, and wait until it has become the program; raises `CannotStart`."""
    command, directory, orphan_signal = wanted
    if not command or not all(command[:1]):
        raise CannotStart("there is no command")
    if directory is not None and not directory.is_dir():
        raise CannotStart(f"there is no directory {directory}")
    heard, told = os.pipe()
    try:
        told_launcher = (os.getpid(), int(orphan_signal), told)
        launch = [sys.executable, "-I", "-S", launcher.__file__, *map(str, told_launcher), *command]
        process = subprocess.Popen(
            launch,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=directory,
            pass_fds=[told],
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        os.close(heard)
        raise CannotStart(str(error)) from error
    finally:
        os.close(told)
    try:
        reason = _all_of(heard)
    finally:
        os.close(heard)
    assert process.stdin is not None, "it was asked for"
    assert process.stdout is not None, "it was asked for"
    if reason:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
        raise CannotStart(f"{command[0]}: {reason[:1].lower()}{reason[1:]}")
    return Pipes(process, process.stdin, process.stdout)  # type: ignore[arg-type]  # unbuffered, so both are


def _all_of(descriptor: int) -> str:
    """Return what the launcher reports before it closes its end; nothing if the program runs."""
    readable, _, _ = select.select([descriptor], [], [], STARTS_WITHIN)
    if not readable:
        return f"it did not start within {STARTS_WITHIN:g} s"
    return os.read(descriptor, 1000).decode(errors="replace")
