"""A terminal that can be asked whether it shows what the program would paint anew."""

import re

from tests.end_to_end.terminal import Picture, Screen, Terminal

REDRAW, CLEARED = b"\x0c", b"\x1b[2J"
"""The key that lets the program paint everything, and what it writes before it does."""

_PLACE = re.compile(rb"(?=\x1b\[\d+;\d+H)")
"""Where a piece of a paint begins."""


class PaintedTerminal(Terminal):
    """A terminal that remembers what it showed when it was cleared for a fresh paint.

    What the program had painted until then is seen, however late it was: there is no moment between looking
    and painting in which the game can go on.
    """

    cleared: Picture | None = None
    """What was shown at the latest clearing that was asked for, None if it has not come yet."""
    _asked_at = -1
    _cleared_at = 0

    def ask_for_paint(self) -> None:
        """Let the program paint everything."""
        self.cleared, self._asked_at = None, len(self.raw)
        self.send(REDRAW)

    def draw(self, data: bytes) -> None:
        """Draw what was received."""
        if self._asked_at >= 0:
            known = len(self.raw)
            at = (bytes(self.raw[self._asked_at :]) + data).find(CLEARED)
            if at >= 0:  # its first bytes, which may have come before, draw nothing
                first = max(0, self._asked_at + at - known)
                self._asked_at = -1
                super().draw(data[:first])
                self.cleared, self._cleared_at = self.picture(), len(self.raw)
                data = data[first:]
        super().draw(data)

    def was_painted(self, picture: Picture) -> bool:
        """Return whether the terminal showed this at any moment since the latest clearing.

        A fresh paint may be followed at once by a change of what is painted.
        """
        again = Screen(self.columns, self.rows)
        for piece in _PLACE.split(bytes(self.raw[self._cleared_at :])):
            again.feed(piece)
            if again.picture() == picture:
                return True
        return False
