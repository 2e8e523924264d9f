"""The top line of the screens around a game: the program, what is shown, and how much of it."""

from collections.abc import Sequence
from itertools import product

from ttt_tui.app.widgets.bars import BAR, BETWEEN, MODE, NAME, ROOMY, TITLE
from ttt_tui.app.widgets.lines import Line, Lines, TextStyle, cells_of, fitted
from ttt_tui.engine import COLOURS

LOGO: Line = tuple((symbol, TextStyle(COLOURS["XO".index(symbol)], BAR, bold=True)) for symbol in "XOX")
BRANDS: tuple[Line, ...] = ((*LOGO, (" ttt-tui", NAME)), LOGO, ())
"""Logo and name of the program, in the colours of the first two players, and shorter forms."""

MARGIN = 1
"""Cells before and after the line."""


def title(text: str) -> Line:
    """Return the title of a screen."""
    return ((text, NAME),)


def quiet(text: str) -> Line:
    """Return an explanatory part."""
    return ((text, TITLE),)


def mode(text: str) -> Line:
    """Return the name of a mode."""
    return ((text, MODE),)


class ScreenHeader(Lines):
    """Shows a part at the left, one as close to the middle as possible, and one at the right."""

    GROUND = BAR
    DEFAULT_CSS = """
    ScreenHeader { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._parts: tuple[Sequence[Line], Sequence[Line], Sequence[Line]] = (BRANDS, ((),), ((),))

    def show(
        self, middle: Sequence[Line], right: Sequence[Line] = ((),), left: Sequence[Line] = BRANDS
    ) -> None:
        """Show the first variants that fit together; the left part is shortened first, the right one last."""
        self._parts = left, middle, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        lefts, middles, rights = self._parts
        room = width - 2 * MARGIN - (width >= ROOMY)  # as above a panel
        for right, middle, left in product(rights, middles, lefts):
            parts = [cells_of(part) for part in (left, middle, right)]
            if sum(parts) + BETWEEN * (sum(map(bool, parts)) - 1) <= room:
                return [_placed(left, middle, right, room)]
        text = "".join(text for text, _ in middles[-1])
        return [((" " * MARGIN, TITLE), (fitted(text, room), NAME))]


def _placed(left: Line, middle: Line, right: Line, room: int) -> Line:
    """Return the parts in `room` cells, after the margin."""
    first, last, centre = cells_of(left), cells_of(right), cells_of(middle)
    start = max((room + MARGIN - centre) // 2, first + BETWEEN * bool(left))
    start = min(start, room - last - centre - BETWEEN * bool(right))
    blank = TextStyle(ground=BAR)
    return (
        (" " * MARGIN, blank), *left, (" " * (start - first), blank), *middle,
        (" " * (room - start - centre - last), blank), *right,
    )  # fmt: skip
