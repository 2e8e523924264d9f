"""A line on standard error that counts what is done, where it takes long and somebody sees it."""

import sys
import time

from ttt_tui.store.finder import Finder

SHOWN_AFTER = 1.0
"""Seconds until the line is shown."""

PAUSE = 0.2
"""Seconds between two numbers."""


class ProgressLine:
    """Counts up to an end; shows nothing unless standard error is a terminal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._next = time.monotonic() + SHOWN_AFTER
        self._is_shown = False

    def show(self, number: int, total: int | None = None) -> None:
        """Show a number: `Importing: 1,200 of 5,000 games`."""
        now = time.monotonic()
        if now < self._next or not sys.stderr.isatty():
            return
        self._next, self._is_shown = now + PAUSE, True
        count = f"{number:,}" if total is None else f"{number:,} of {total:,}"
        sys.stderr.write(f"\r{self._what}: {count} games\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line, before something else is printed."""
        if self._is_shown:
            self._is_shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def index_positions(finder: Finder) -> None:
    """Index the positions of all games, which games by earlier versions lack, and show how far it is."""
    line, total = ProgressLine("Reading positions"), finder.count_to_index
    finder.index_all(lambda left: line.show(max(total - left, 0), total))
    line.clear()
