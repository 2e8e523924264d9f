"""Where a notice is shown in a game: in the status line, or above it so that it never hides a result."""

import time
from collections.abc import Callable

from ttt_tui.app.widgets.status_line import StatusLine, StatusText

NOTICE_SECONDS = 4.0
"""How long a notice is shown that finds no room beside the result of a game."""


class Notices:
    """Shows how things stand in a line, and a notice in its place, beside it, or for a while above it."""

    def __init__(self, line: StatusLine, show_above: Callable[[str, float], None]) -> None:
        self._line = line
        self._show_above = show_above
        self._latest = ("", 0.0)  # what was said last above the line, and when

    def show(self, told: StatusText, notice: str, *, is_result: bool) -> bool:
        """Show both, or only the notice unless it would hide a result. Return whether it is in the line."""
        if not notice or not is_result:
            self._line.show(StatusText(notice) if notice else told)
            return bool(notice)
        both = told._replace(more=notice, is_notice=True)
        has_room = self._line.has_room_for(both)
        if not has_room:
            self._say_once(notice)
        self._line.show(both if has_room else told)
        return has_room

    def _say_once(self, notice: str) -> None:
        """Show a notice for a while, but not above itself: a key may be pressed again and again."""
        now = time.monotonic()
        if self._latest[0] != notice or now - self._latest[1] >= NOTICE_SECONDS:
            self._latest = notice, now
            self._show_above(notice, NOTICE_SECONDS)
