"""A terminal that can be asked whether it shows what the program would paint anew."""

import re

from tests.end_to_end.terminal import Picture, Screen, Terminal

REDRAW = b"\x0c"
"""The key that lets the program paint everything."""

_TOP, _SECOND_LINE = b"\x1b[1;1H", b"\r\n\x1b[2;1H"
"""Where a whole paint begins, and what only a whole paint has: line after line."""

_PLACE = re.compile(rb"(?=\x1b\[\d+;\d+H)")
"""Where a piece of a paint begins."""


class PaintedTerminal(Terminal):
    """A terminal that remembers what it showed when a fresh paint began, and is empty then.

    What the program had painted until then is seen, however late it was: there is no moment between looking
    and painting in which the game can go on.
    """

    before: Picture | None = None
    """What was shown when the latest paint that was asked for began, None if it has not come yet."""
    _held: bytearray | None = None
    """What was received while it is awaited."""
    _painted_at = 0

    def ask_for_paint(self) -> None:
        """Let the program paint everything."""
        self.before, self._held = None, bytearray()
        self.send(REDRAW)

    def draw(self, data: bytes) -> None:
        """Draw what was received."""
        if self._held is None:
            super().draw(data)
            return
        self._held += data
        second_line = self._held.find(_SECOND_LINE)
        start = self._held.rfind(_TOP, 0, max(0, second_line))
        if start >= 0:
            data, self._held = bytes(self._held), None
            super().draw(data[:start])
            self.before, self._painted_at = self.picture(), len(self.raw)
            self.clear()
            super().draw(data[start:])

    def expect_no_paint(self) -> None:
        """Wait for the fresh paint no longer."""
        if self._held is not None:
            data, self._held = bytes(self._held), None
            super().draw(data)

    def was_painted(self, picture: Picture) -> bool:
        """Return whether the terminal showed this at any moment since the latest fresh paint began.

        It may be followed at once by a change of what is painted.
        """
        again = Screen(self.columns, self.rows)
        for piece in _PLACE.split(bytes(self.raw[self._painted_at :])):
            again.feed(piece)
            if again.picture() == picture:
                return True
        return False
