"""A terminal that can be asked whether it shows what the program would paint anew."""

import re

from tests.support.terminal import Picture, Screen, Terminal

REDRAW = b"\x0c"
"""The key that lets the program paint everything."""

_TOP, _SECOND_LINE = b"\x1b[1;1H", b"\r\n\x1b[2;1H"
"""Where a whole paint begins, and what only a whole paint has: line after line."""

_PLACE = re.compile(rb"(?=\x1b\[\d+;\d+H)")
"""Where a piece of a paint begins."""


class PaintedTerminal(Terminal):
    """A terminal that tells what it showed when a fresh paint began, and is empty then.

    What the program had painted until then is seen, however late it was: there is no moment between looking
    and painting in which the game can go on.
    """

    answers = False  # a paint is known by how it begins

    before: Picture | None = None
    """What was shown when the latest fresh paint began."""
    _held: bytearray | None = None
    """What was received, and is not drawn yet, while a paint is awaited."""
    _painted_at = 0

    def await_paint(self) -> None:
        """Draw nothing until `draw_paint`."""
        self._held = bytearray()

    @property
    def has_painted(self) -> bool:
        """Whether a whole paint has come since it was awaited."""
        return self._held is not None and _SECOND_LINE in self._held

    def draw(self, data: bytes) -> None:
        """Draw what was received, or keep it for later."""
        if self._held is None:
            super().draw(data)
        else:
            self._held += data

    def draw_paint(self) -> None:
        """Draw what was kept; with the last whole paint in it, if any, the screen is empty first."""
        data, self._held = bytes(self._held or b""), None
        start = data.rfind(_TOP, 0, max(0, data.rfind(_SECOND_LINE)))
        if start >= 0:
            super().draw(data[:start])
            self.before, self._painted_at = self.picture(), len(self.raw)
            self.clear()
        super().draw(data[max(0, start) :])

    def is_as_painted(self) -> bool:
        """Return whether what was shown before is what the fresh paint has brought.

        That may have been changed since, and followed at once by what changes: any moment of it counts.
        """
        if self.picture() == self.before:
            return True
        again = Screen(self.columns, self.rows)
        for piece in _PLACE.split(bytes(self.raw[self._painted_at :])):
            again.feed(piece)
            if again.picture() == self.before:
                return True
        return False


def told_difference(before: Picture | None, fresh: Picture) -> str:
    """Return where two pictures differ, and both of them."""
    places = [
        f"line {y} column {x}: {there.data!r} {there[1:]} should be {here.data!r} {here[1:]}"
        for y, (line, fresh_line) in enumerate(zip(before or [], fresh, strict=True))
        for x, (there, here) in enumerate(zip(line, fresh_line, strict=True))
        if there != here
    ]
    told = "\n".join(places[:12])
    return f"{len(places)} cells\n{told}\nIt was:\n{_text(before or [])}\nA fresh paint:\n{_text(fresh)}"


def _text(picture: Picture) -> str:
    return "\n".join("".join(cell.data for cell in line).rstrip() for line in picture)
