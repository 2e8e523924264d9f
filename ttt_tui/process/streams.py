"""The standard streams: put in order when the program starts, and emptied when it ends.

Whoever starts the program may have closed any of them, or given it one that cannot be written to.
"""

import errno
import os
import sys
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO, TypeGuard

from ttt_tui.process.encoding import LIKENESS
from ttt_tui.process.exit_status import FAILED, READER_GONE

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

GONE = (errno.EPIPE, errno.EIO)
"""What an error of writing is called when the reader has gone, or the terminal has."""


def ensure_std_streams() -> None:
    """Open what is closed, so that no file gets its number.

    Input is at its end then, output fails, and what is written to stderr is lost.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_at(0, os.O_RDONLY), closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_at(1, os.O_RDONLY), "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_at(2, os.O_WRONLY), "w", buffering=1, closefd=False)
    _watch_output()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # what an encoding lacks must not end the program
            stream.reconfigure(errors=LIKENESS)


def _at(number: int, flags: int) -> int:
    """Open nothing at all with this number, or another if it is in use, and return that."""
    descriptor = os.open(os.devnull, flags)
    if descriptor == number:
        return number
    try:
        os.fstat(number)
    except OSError:
        os.dup2(descriptor, number)
        os.close(descriptor)
        return number
    return descriptor


class Output(FileIO):
    """Standard output, which remembers its first failure: whoever writes may not hear of it."""

    failure: OSError | None = None

    def write(self, data: "ReadableBuffer") -> int:
        """Write what fits, and return how much that was."""
        try:
            return super().write(data)
        except OSError as error:
            self.failure = self.failure or error
            raise


_output: Output | None = None


def _watch_output() -> None:
    """Let standard output be written through `Output`, unless it is something else, as in tests."""
    global _output
    try:
        is_the_real_one = sys.stdout.fileno() == 1
    except (OSError, ValueError):
        return
    if isinstance(sys.stdout, TextIOWrapper) and is_the_real_one:
        before, _output = sys.stdout, Output(1, "w", closefd=False)
        sys.stdout = TextIOWrapper(
            BufferedWriter(_output),
            encoding=before.encoding,
            line_buffering=before.line_buffering,
            write_through=before.write_through,
        )


def is_output_error(error: BaseException) -> TypeGuard[OSError]:
    """Return whether this came of standard output, which cannot be written to."""
    return isinstance(error, OSError) and _output is not None and _output.failure is not None


def status_of(error: OSError) -> int:
    """Return the exit status that says why something could not be written to standard output."""
    return READER_GONE if error.errno in GONE else FAILED


def flush(status: int = 0, is_needed: bool = True) -> int:
    """Write what is left.

    Return `status`, or one that says why something could not be written to standard output, if that
    `is_needed`.
    """
    error = _flushed(sys.stdout)
    error = error if _output is None else _output.failure
    if error is not None and is_needed:
        status = status or status_of(error)
        if error.errno not in GONE:
            print_error(f"cannot write to standard output: {(error.strerror or 'unknown error').lower()}")
    _flushed(sys.stderr)
    return status


def _flushed(stream: TextIO) -> OSError | None:
    """Flush a stream. Return why that was not possible; what is left goes nowhere then."""
    try:
        stream.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return error
    return None


def print_error(reason: str, who: str = "ttt-tui") -> None:
    """Say on stderr, if that is possible, in one line why something was not done."""
    with suppress(OSError):
        print(f"{who}: {printable(reason)}", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Return a text in which what could disturb a terminal is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
