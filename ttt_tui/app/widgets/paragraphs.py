"""Short paragraphs of the panel: something drawn in front, and words that wrap below one another."""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from textual.geometry import Size

from ttt_tui.app.widgets.lines import TEXT, Line, Lines, TextStyle, cells_of

INDENT = 2
HANGING = 2
"""By how many more cells the lines after the first are indented."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words with something before them."""

    lead: Line = ()
    words: str = ""
    look: TextStyle = TEXT
    leaves_gap: bool = False
    """Whether a line above is left blank, if there is one."""


class Paragraphs(Lines):
    """Shows paragraphs; what finds no room below is cut off, the latest first."""

    DEFAULT_CSS = """
    Paragraphs { height: auto; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._paragraphs: tuple[Paragraph, ...] = ()

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        """Show these from now on."""
        if (new := tuple(paragraphs)) != self._paragraphs:
            self._paragraphs = new
            self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the lines of all paragraphs."""
        lines: list[Line] = []
        for paragraph in self._paragraphs:
            if paragraph.leaves_gap and lines:
                lines.append(())
            lines += wrapped(paragraph, width)
        return lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines that it would like to have."""
        return max(1, len(self.lines(width)))


def wrapped(paragraph: Paragraph, width: int) -> list[Line]:
    """Return a paragraph in lines of so many cells."""
    room = max(width - 2 * INDENT, 8)
    lead = cells_of(paragraph.lead)
    filler = "x" * max(lead - HANGING, 0)  # takes the place of what is drawn in front
    text = f"{filler} {paragraph.words}" if lead else paragraph.words
    first, *rest = wrap(text, room - HANGING if lead else room) or [""]
    head = ((" " * INDENT, TEXT), *paragraph.lead, (first.removeprefix(filler), paragraph.look))
    return [head, *(((" " * (INDENT + HANGING * bool(lead)) + line, paragraph.look),) for line in rest)]
