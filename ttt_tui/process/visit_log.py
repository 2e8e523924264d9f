"""The administrator's log of a server, to which visitors' programs append what they may not tell visitors."""

import os
from contextlib import suppress
from typing import NamedTuple

from ttt_tui.process.text import printable

MOST_LOGGED = 2000
"""Characters of a line."""


class VisitLog(NamedTuple):
    """The open file, and whose program this is."""

    descriptor: int
    name: str

    def write(self, *lines: str) -> None:
        """Append lines, with control characters escaped."""
        text = "".join(f"{self.name}: {printable(line)[:MOST_LOGGED]}\n" for line in lines)
        with suppress(OSError):
            os.write(self.descriptor, text.encode(errors="backslashreplace"))
