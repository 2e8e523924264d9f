"""The standard streams: opened when the program starts, written to, and flushed when it ends.

The parent process may have closed any of them, or may have passed one that cannot be written to.
"""

import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING, TextIO, TypeGuard

from ttt_tui.process.signals import FAILED, OUTPUT_CLOSED
from ttt_tui.process.text import LIKENESS, isolate, printable

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

CLOSED = (errno.EPIPE, errno.EIO)
"""Errors of writing after the reader, or the terminal, has gone."""


def ensure_std_streams() -> None:
    """Open the standard streams that are closed, so that no other file gets their numbers.

    Input is then at its end, output fails, and what is written to stderr is discarded.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_open_null(0, os.O_RDONLY), closefd=False)
    if sys.stdout is None:
        sys.stdout = os.fdopen(_open_null(1, os.O_RDONLY), "w", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(_open_null(2, os.O_WRONLY), "w", buffering=1, closefd=False)
    _wrap_output()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a character that an encoding lacks must not end it
            stream.reconfigure(errors=LIKENESS)


def _open_null(number: int, flags: int) -> int:
    """Open the null device as this descriptor, or as another one if it is in use; return the descriptor."""
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
    """Standard output that remembers its first failure, which the text layer may swallow."""

    failure: OSError | None = None

    def write(self, data: "ReadableBuffer") -> int:
        """Write what fits and return the number of bytes written."""
        try:
            return super().write(data)
        except OSError as error:
            self.failure = self.failure or error
            raise


class TerminalText(TextIOWrapper):
    """Text for a terminal, in which words from right to left do not move their neighbours."""

    def write(self, text: str, /) -> int:
        """Write a text and return its length without the added isolates."""
        super().write(isolate(text))
        return len(text)


_output: Output | None = None


def _wrap_output() -> None:
    """Write standard output through `Output`, unless it was replaced, as in tests."""
    global _output
    try:
        is_the_real_one = sys.stdout.fileno() == 1
    except (OSError, ValueError):
        return
    if isinstance(sys.stdout, TextIOWrapper) and is_the_real_one:
        before, _output = sys.stdout, Output(1, "w", closefd=False)
        sys.stdout = (TerminalText if before.isatty() else TextIOWrapper)(
            BufferedWriter(_output),
            encoding=before.encoding,
            line_buffering=before.line_buffering,
            write_through=before.write_through,
        )


def is_output_error(error: BaseException) -> TypeGuard[OSError]:
    """Return whether an error comes from standard output, which cannot be written to."""
    return isinstance(error, OSError) and _output is not None and _output.failure is not None


def status_of(error: OSError) -> int:
    """Return the exit status for an error of writing standard output."""
    return OUTPUT_CLOSED if error.errno in CLOSED else FAILED


def flush(status: int = 0, is_needed: bool = True) -> int:
    """Write what is buffered.

    Return `status`; or, if output `is_needed` and could not be written, report that and return its status.
    """
    error = _flush(sys.stdout)
    error = error if _output is None else _output.failure
    if error is not None and is_needed:
        status = status or status_of(error)
        if error.errno not in CLOSED:
            print_error(f"cannot write to standard output: {(error.strerror or 'unknown error').lower()}")
    _flush(sys.stderr)
    return status


def _flush(stream: TextIO) -> OSError | None:
    """Flush a stream, or discard what is buffered and return the error that prevented it."""
    try:
        stream.flush()
    except OSError as error:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)
        return error
    return None


def print_error(reason: str, program: str = "ttt-tui") -> None:
    """Print a reason on stderr in one line, if stderr can be written to."""
    line = f"{program}: {printable(reason)}"
    with suppress(OSError):
        print(isolate(line) if sys.stderr.isatty() else line, file=sys.stderr, flush=True)


JSON_FORMAT = 1
"""The version of what `--json` prints. It is raised when a key that `docs/json.md` names changes or goes."""


def print_json(data: Mapping[str, object], indent: int | None = 2) -> None:
    """Print a JSON object for programs, which begins with the version of its format.

    Characters that the output's encoding lacks are escaped.
    """
    import json

    data = {"format": JSON_FORMAT, **data}
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(data, indent=indent)
    print(text)
