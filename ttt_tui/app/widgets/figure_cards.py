"""Cards with large figures, side by side; in a narrow window a line of words for each."""

from collections.abc import Sequence

from rich.cells import cell_len

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.digits import DIGIT_LINES, digits_width, large_digits
from ttt_tui.app.widgets.lines import CARD, MUTED, Line, Lines, Run, TextStyle, card, longest_fitting
from ttt_tui.session.person_statistics import Card

WIDE_GAP, GAP = 2, 1
"""Cells between two cards."""

WIDE = 112
"""Cells from which the gaps are wide."""

PADDING = 2
"""Cells in a card before the figure, and between figure and words."""

FIRST, SECOND = TextStyle(ground=CARD), TextStyle("muted", CARD)


class FigureCards(Lines):
    """Shows some cards: with the words beside the figures where all fit, else below them."""

    DEFAULT_CSS = """
    FigureCards { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._cards: Sequence[Card] = ()

    def show(self, cards: Sequence[Card]) -> None:
        self._cards = cards
        self.follow()

    def lines(self, width: int) -> list[Line]:
        if not self._cards:
            return []
        if width < NARROW - 2 * PADDING:
            return [line for each in self._cards for line in _in_words(each, width)]
        gap = WIDE_GAP if width >= WIDE else GAP
        count = len(self._cards)
        widths = self._widths(width - gap * (count - 1))
        is_beside = all(_fits_beside(each, cells) for each, cells in zip(self._cards, widths, strict=True))
        draw = self._beside if is_beside else self._below
        drawn = [card(draw(each, cells), cells) for each, cells in zip(self._cards, widths, strict=True)]
        if is_beside:  # half a line below the digits is free already
            drawn = [lines[:-1] for lines in drawn]
        between: Line = ((" " * gap, TextStyle()),)
        return [
            tuple(run for place, line in enumerate(row) for run in (*(between if place else ()), *line))
            for row in zip(*drawn, strict=True)
        ]

    def _widths(self, width: int) -> list[int]:
        """Return equal cells for all cards; what is left goes to those that need the most."""
        cells, left = divmod(width, len(self._cards))
        by_need = sorted(self._cards, key=lambda each: -_needed(each))
        return [cells + (each in by_need[:left]) for each in self._cards]

    def _digits(self, shown: Card) -> list[Line]:
        """Return the figure in lines that begin at the padding."""
        style = TextStyle(shown.colour, CARD)
        lines = (
            large_digits(shown.figure, is_ascii=only_ascii(self.app)) if shown.figure else [""] * DIGIT_LINES
        )
        return [((" " * PADDING, FIRST), (line, style)) for line in lines]

    def _beside(self, shown: Card, width: int) -> list[Line]:
        room = _room_beside(shown, width)
        words = (longest_fitting(shown.first, room), longest_fitting(shown.second, room), "")
        gap = " " * PADDING * bool(shown.figure)
        return [
            (*digits, (gap + text, style))
            for digits, text, style in zip(self._digits(shown), words, (FIRST, SECOND, SECOND), strict=True)
        ]

    def _below(self, shown: Card, width: int) -> list[Line]:
        digits = self._digits(shown)
        start, room = " " * PADDING, width - 2 * PADDING
        if not shown.figure:
            first, second = (longest_fitting(words, room) for words in (shown.first, shown.second))
            return [(), ((start + first, FIRST),), ((start + second, SECOND),), ()]
        words = _joined(shown)
        fitting = next((each for each in words if cell_len(" ".join(each)) <= room), None)
        if fitting is None:
            fitting = (longest_fitting(shown.first, room), "")
        first, second = fitting
        return [*digits, ((start + first, FIRST), (f" {second}", SECOND))]


def _joined(shown: Card) -> list[tuple[str, str]]:
    """Return both words of a card in one line, the longest variants first."""
    return [(first, second) for second in shown.second for first in shown.first]


def _room_beside(shown: Card, width: int) -> int:
    figure = digits_width(shown.figure) + PADDING if shown.figure else 0
    return width - 2 * PADDING - figure


def _needed(shown: Card) -> int:
    """Return the cells of a card with its longest words beside its figure."""
    return -_room_beside(shown, 0) + max(cell_len(words[0]) for words in (shown.first, shown.second))


def _fits_beside(shown: Card, width: int) -> bool:
    room = _room_beside(shown, width)
    return max(cell_len(words[-1]) for words in (shown.first, shown.second)) <= room


def _in_words(shown: Card, width: int) -> list[Line]:
    """Return a card in words: `18 games in 6 days`; without a figure in two lines if one is too short."""
    start = " " * PADDING
    figure: list[Run] = [(f"{shown.figure} ", TextStyle(shown.colour, bold=True))] if shown.figure else []
    room = width - PADDING - sum(cell_len(text) for text, _ in figure)
    fitting = next((each for each in _joined(shown) if cell_len(" ".join(each)) <= room), None)
    first, second = fitting or (longest_fitting(shown.first, room), "")
    line: Line = ((start, TextStyle()), *figure, (first, TextStyle()), (f" {second}", MUTED))
    if fitting is None and not shown.figure:
        return [line, ((start + longest_fitting(shown.second, room), MUTED),)]
    return [line]
