"""The administrator's log of a server, to which visitors' programs append what they may not tell visitors."""

import os
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from ttt_tui.process.text import printable

MOST_LOGGED = 2000
"""Characters of a line."""

MOST_BYTES = 1024 * 1024
"""Of the file before another one begins."""


def rotate(path: Path) -> None:
    """Begin another log if this one is large, and keep it until the next one is.

    Programs that have it open go on in the old one.
    """
    with suppress(OSError):
        if path.stat().st_size > MOST_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))


class VisitLog(NamedTuple):
    """The open file, and whose program this is."""

    descriptor: int
    name: str

    def write(self, *lines: str) -> None:
        """Append lines with the time, and with control characters escaped."""
        begins = f"{datetime.now().isoformat(' ', 'seconds')} {self.name}"
        text = "".join(f"{begins}: {printable(line)[:MOST_LOGGED]}\n" for line in lines)
        with suppress(OSError):
            os.write(self.descriptor, text.encode(errors="backslashreplace"))
