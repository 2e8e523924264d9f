"""Stones of one line, where a stone is its symbol or the number of its move, and the cursor around them.

A chip is a symbol between two half blocks in the player's colour; the latest stone and new ones are wide,
`(X)`. Where nothing lies between two rows, chips would run together: there a stone is its bold symbol, and
only the last one and a lone ghost have a ground. The cursor is a pair of brackets, outside of the chip where
squares are four cells wide. Where a number takes all cells of a square, every second column is filled, so
that neighbours do not run together.

Nothing here knows colours: everything is drawn as texts in the styles of the stone and of the cursor.
"""

from collections.abc import Container, Iterator
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from ttt_tui.app.widgets.board.layout import BoardLayout
from ttt_tui.app.widgets.board.styles import BOLD, DrawnText
from ttt_tui.engine import Square

UNDERLINE, NOT_BOLD = Style(underline=True), Style(bold=False)

LATEST_NUMBERS = 100
"""The latest moves with numbers where only two digits have room, so that no two numbers are the same."""


class Chip(NamedTuple):
    """A stone of one line."""

    symbol: str
    line: Style
    """The style of the stone's colour on the board."""
    fill: Style
    """The style of ink on the stone's colour."""
    is_won: bool = False
    is_latest: bool = False
    is_new: bool = False
    """Whether it is one of the new stones, but not the latest."""
    number: str = ""
    """The text shown instead of the symbol, empty for the symbol."""
    is_bare: bool = False
    """Whether the stone has no ground of its own: in ASCII, without colours, and where rows touch."""
    has_numbers_beside: bool = False
    """Whether other stones show numbers, which may touch this one."""
    is_ghost: bool = False
    """Whether it is a lone ghost, which is on a ground where other stones have none."""

    @property
    def is_marked(self) -> bool:
        return self.is_latest or self.is_new

    @property
    def has_long_number(self) -> bool:
        """Whether its number takes cells beside the symbol's."""
        return cell_len(self.number) > 1

    def marked(self, style: Style) -> Style:
        """Return a style with the marks that have no shape: underlined, and bold for the latest."""
        if self.is_new:
            return style + NOT_BOLD + UNDERLINE
        return style + BOLD + (UNDERLINE if self.is_latest else Style())


def short_number(layout: BoardLayout, square: Square, number: int, newest: int, symbol: str) -> str:
    """Return the number of a move as a square of one line shows it, empty if it shows the symbol.

    `symbol` is empty where colours identify the players. Where there is room for two digits, the last two of
    the latest hundred moves are shown.
    """
    has_room = layout.cell.has_brackets
    if has_room and not symbol:
        return str(number)
    is_cut_off = not has_room and layout.anchor(square).x + 1 >= layout.core.right + layout.wood.right
    if number <= newest - LATEST_NUMBERS or is_cut_off:
        return ""
    digits = f"{number % 100:02d}" if number > 99 else str(number)
    return symbol + digits if has_room else digits


def chip_pieces(layout: BoardLayout, square: Square, chip: Chip) -> Iterator[DrawnText]:
    """Yield the parts of a stone."""
    x, width = layout.anchor(square).x, layout.mark_width
    if chip.has_long_number:
        yield from _numbered(layout, square, chip)
        return
    shown = chip.number or chip.symbol
    text = shown + " " * (width - cell_len(shown))
    if chip.is_won:
        region = layout.stone(square)
        yield region.x, " " * region.width, chip.line + BOLD
        yield x, text, chip.line + BOLD
        return
    if not layout.cell.has_brackets:
        is_other = chip.has_numbers_beside and layout.geometry.column(square) % 2
        yield x, text, chip.marked(chip.fill if is_other or chip.is_ghost else chip.line)
        return
    style = chip.line + BOLD if chip.is_bare else chip.fill
    sides, beside = ("()", style) if chip.is_marked else ("  " if chip.is_bare else "▐▌", chip.line)
    if chip.is_marked or width + 2 <= layout.cell.width:
        yield x - 1, sides[0], beside
        yield x + width, sides[1], beside
    yield x, text, style + UNDERLINE if chip.is_latest else style


def _numbered(layout: BoardLayout, square: Square, chip: Chip) -> Iterator[DrawnText]:
    """Yield the parts of a stone whose number takes more cells than its symbol."""
    start, cells = number_start(layout, square, chip), cell_len(chip.number)
    is_filled = layout.cell.has_brackets and not (chip.is_bare or chip.is_won)
    if cells >= layout.cell.width and layout.geometry.column(square) % 2:
        is_filled = not is_filled  # neighbours differ
    style = chip.fill if is_filled else chip.line
    if chip.is_won:
        region = layout.stone(square)
        yield region.x, " " * region.width, chip.line + BOLD
    elif layout.cell.has_brackets and cells < 3:
        yield start - 1, " " if chip.is_bare else "▐", chip.line
    yield start, chip.number, chip.marked(style)


def number_start(layout: BoardLayout, square: Square, chip: Chip) -> int:
    """Return the first cell of a long number."""
    x = layout.anchor(square).x
    return x - 1 if layout.cell.has_brackets and cell_len(chip.number) > 2 else x


class CursorStyles(NamedTuple):
    """The styles of the cursor."""

    line: Style
    """The accent on the board."""
    fill: Style
    """The ground of the accent; without colours the reverse."""
    labelled: Container[Square]
    """The squares with labels, which keep their colours."""


def draw_cursor(
    cells: list[tuple[str, Style]], layout: BoardLayout, square: Square, chip: Chip | None, look: CursorStyles
) -> None:
    """Draw the cursor on a square, with or without a stone, over the cells of a line.

    Both brackets are drawn whatever is between them. Around a marked stone they have the accent as ground,
    and replace its own sides. Without room for brackets the symbol or number is filled.
    """
    x, width, apart = layout.anchor(square).x, layout.mark_width, layout.cell.brackets(layout.mark_width)
    is_number = chip is not None and chip.has_long_number
    if not apart or (apart == 1 and is_number):
        if chip is not None and is_number:
            x, width = number_start(layout, square, chip), cell_len(chip.number)
        for place in range(x, min(x + width, len(cells))):
            text, under = cells[place]
            marked = UNDERLINE + Style(bold=bool(under.bold)) if under.underline else Style()
            cells[place] = (text, look.fill + marked)
        return
    is_inside = apart == 1 and chip is not None and chip.is_marked
    style = look.fill if is_inside else look.line
    cells[x - apart], cells[x + width - 1 + apart] = ("[", style), ("]", style)
    if chip is None and square not in look.labelled:
        cells[x] = (cells[x][0], look.line)
