"""Waiting for a program that says nothing until it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0


def let_work(process: subprocess.Popen[bytes], seconds: float) -> None:
    """Wait until a program has used so many seconds of a processor, however busy the machine is."""
    stat = Path("/proc", str(process.pid), "stat")
    end = time.monotonic() + PATIENCE
    while _used(stat) < seconds:
        assert process.poll() is None, "it has ended before"
        assert time.monotonic() < end, "it does nothing"
        time.sleep(0.02)


def _used(stat: Path) -> float:
    """Return the processor's seconds in user mode; the field is the 14th, the second one is in brackets."""
    fields = stat.read_text().rpartition(")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def interrupted(
    *words: str, when: Callable[[subprocess.Popen[bytes]], object], **variables: str
) -> tuple[int, str, str]:
    """Run `ttt-tui` until `when` returns, and press Ctrl+C; return status, output and errors."""
    with subprocess.Popen(
        [sys.executable, "-m", "ttt_tui", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | variables,
    ) as process:
        when(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.decode(), err.decode()


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
