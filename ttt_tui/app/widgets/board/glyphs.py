"""The characters of a board apart from its stones: lines, rules and marks; and what they are in ASCII."""

from typing import NamedTuple

from ttt_tui.app.widgets.board.sizes import CellSize


class Glyphs(NamedTuple):
    """The characters of a board."""

    is_ascii: bool
    rules: tuple[str, str, str]
    """Of the hash: across, down, and where two of them cross."""
    net: tuple[str, str, str]
    """The crossings in the first row, in another and in the last: on the left edge, between, on the right."""
    lines: str
    """Of the net: across and down."""
    star: str
    corners: str
    """Of the cursor's square: from the top left, line by line."""
    latest: str
    new: str
    arrows: str
    """There is more on the left, on the right, above, below."""
    marks: tuple[str, str]
    """What a marked label stands between."""

    def marked(self, text: str) -> str:
        """Return a text between the marks."""
        return text.join(self.marks)


_NET, _LINES = ("┌┬┐", "├┼┤", "└┴┘"), "─│"
_LIGHT, _STRONG = ("─", "│", "┼"), ("━", "┃", "╋")
_ARROWS = "←→↑↓"
_MARKS = ("‹", "›")

_FINE = Glyphs(False, _LIGHT, _NET, _LINES, "•", "┏┓┗┛", "◆", "◇", _ARROWS, _MARKS)
_COARSE = Glyphs(False, _LIGHT, _NET, _LINES, "•", "▛▜▙▟", "◆", "◇", _ARROWS, _MARKS)
_HEAVY = Glyphs(False, _STRONG, _NET, _LINES, "•", "▛▜▙▟", "◆", "◇", _ARROWS, _MARKS)
_ASCII = Glyphs(True, ("-", "|", "+"), ("...",) * 3, "  ", "+", "++++", "*", "'", "<>^v", ("<", ">"))


def glyphs_for(cell: CellSize, is_ascii: bool) -> Glyphs:
    """Return the characters for squares of a size: the larger they are, the stronger the lines."""
    if is_ascii:
        return _ASCII
    if cell.is_points or cell.width < 11:
        return _FINE
    return _COARSE if cell.width < 15 else _HEAVY
