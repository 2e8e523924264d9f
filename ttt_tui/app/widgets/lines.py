"""Lines of text in the theme's colours, of which only the changed cells are repainted.

Everything around the board is such lines. A text's style names the roles of its colours, not the colours, so
that a new theme needs no other lines. `Heading` and `Paragraphs` are the usual ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache, partial
from itertools import zip_longest
from textwrap import wrap
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from ttt_tui.app.contrast import mixed
from ttt_tui.app.look.cells import cells_of_text
from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.themes import ink_on, pale, player_colour, roles_of
from ttt_tui.app.widgets.board.stones import chip, stone
from ttt_tui.engine import COLOURS, Player
from ttt_tui.session.layout import fitted as fitted


class TextStyle(NamedTuple):
    """The style of a text. A colour is the name of a role or of a player's colour, perhaps a `PALE` one."""

    colour: str = "text"
    ground: str = "ground"
    bold: bool = False
    is_struck: bool = False
    stands_out: bool = False
    """Whether it is reversed on a terminal without colours."""
    is_edge: bool = False
    """Whether it draws only the edge between two colours, blank without colours."""
    is_dim: bool = False
    """Whether the terminal dims it if the colours are its own."""


Run = tuple[str, TextStyle]
Line = tuple[Run, ...]

FEW_CELLS = 3
"""Cells that cost about as many bytes as moving the cursor."""

OWN = "default"
"""The terminal's own colour, which differs between ground and text."""

PALE = "pale "
"""Prefix of a player's colour that is dimmed towards the board, or by the terminal with few colours."""

SHADES = {"good, faint": 0.4, "good, paler": 0.68, "good, full": 1.0}
"""Three depths of *good* on the ground → its share in them, where colours can be mixed."""

HEADING = TextStyle("faint")
MUTED = TextStyle("muted")
TEXT = TextStyle()
BOLD = TextStyle(bold=True)


def longest_fitting(texts: Sequence[str], cells: int) -> str:
    """Return the first text that fits into `cells`, else the last one, cut."""
    return next((text for text in texts if cell_len(text) <= cells), fitted(texts[-1], cells))


def padded(text: str, cells: int) -> str:
    return text + " " * (cells - cell_len(text))


def cells_of(line: Line) -> int:
    return sum([cell_len(text) for text, _ in line])


def spread(left: Line, right: Line, cells: int, ground: TextStyle = TEXT) -> Line:
    """Return a line of `cells` cells with a part at each end."""
    free = cells - cells_of(left) - cells_of(right)
    return (*left, (" " * max(free, 0), ground), *right)


CARD = "panel"
"""The usual ground of a card."""


def card(rows: list[Line], width: int, ground: str = CARD) -> list[Line]:
    """Return rows on a ground of their own, with half a line of it above and below."""
    edge = TextStyle(ground, is_edge=True)
    blank = TextStyle(ground=ground)
    return [(("▄" * width, edge),), *(spread(row, (), width, blank) for row in rows), (("▀" * width, edge),)]


CHIP_CELLS = 3


def chip_of(player: Player, ground: str) -> Line:
    """Return a player's stone of one line and three cells."""
    on, off = TextStyle("ink", player.colour, bold=True), TextStyle(player.colour, ground, is_edge=True)
    return tuple((text, on if is_filled else off) for text, is_filled in chip(player.symbol))


STONE_CELLS, STONE_LINES = 7, 3
"""The size of a stone beside a few lines of text."""


def stone_of(
    player: Player,
    ground: str,
    size: tuple[int, int] = (STONE_CELLS, STONE_LINES),
    *,
    is_ascii: bool,
    is_disc: bool = False,
) -> list[Line]:
    """Return a player's stone of `size` cells, as a rack shows it if it `is_disc`.

    On the player's own colour, ink and colour change places.
    """
    free, filled = TextStyle(player.colour, ground), TextStyle("ink", player.colour, True, stands_out=True)
    if ground == player.colour:
        free, filled = TextStyle("ink", ground, stands_out=True), TextStyle(ground, "ink", bold=True)
    width, height = size
    if is_disc:
        from ttt_tui.app.widgets.board.discs import disc  # only racks need it

        lines = disc(player.symbol, (width - 2, height), is_ascii=is_ascii).lines
    else:
        lines = stone(player.symbol, width, height, is_ascii=is_ascii).lines
    return [tuple((text, filled if is_filled else free) for text, is_filled in row) for row in lines]


class LineStyles:
    """Translates text styles into styles of the app's theme."""

    def __init__(self, app: App[Any]) -> None:
        self.theme = app.current_theme
        self._roles = asdict(roles_of(self.theme))
        self._has_colours = not app.no_color
        self._is_ascii = only_ascii(app)
        self._mixes_colours = app.console.color_system == "truecolor"
        self._are_own = app.native_ansi_color
        self.style = cache(self._style)

    def segment(self, run: Run) -> Segment:
        text, style = run
        if style.is_edge:
            is_plain = self._is_ascii or not self._has_colours
            text = " " * cell_len(text) if is_plain or self._colour(style.colour) == OWN else text
        return Segment(text, self.style(style))

    def strip(self, line: Line, width: int, ground: str = "ground") -> Strip:
        """Return a line as a strip of `width` cells, cut if it is longer."""
        strip = Strip([self.segment(run) for run in joined(line)])
        return strip.adjust_cell_length(width, self.style(TextStyle(ground=ground))).simplify()

    def _style(self, style: TextStyle) -> Style:
        if not self._has_colours:
            dim = style.is_dim or style.colour.startswith(PALE)  # without colours they are its own
            return Style(bold=style.bold, strike=style.is_struck, reverse=style.stands_out, dim=dim)
        is_ink = style.colour == "ink" and style.ground in COLOURS
        return Style(
            color=ink_on(self.theme, style.ground) if is_ink else self._colour(style.colour),
            bgcolor=self._colour(style.ground),
            bold=style.bold,
            strike=style.is_struck,
            dim=(style.is_dim and self._are_own)
            or (style.colour.startswith(PALE) and not self._mixes_colours),
        )

    def _colour(self, name: str) -> str:
        if name in SHADES:
            good = str(self._roles["good"])
            return good if self._are_own else mixed(str(self._roles["ground"]), good, SHADES[name])
        if name.startswith(PALE):
            name = name.removeprefix(PALE)
            return pale(self.theme, name) if self._mixes_colours else player_colour(self.theme, name)
        return player_colour(self.theme, name) if name in COLOURS else str(self._roles[name])


class Lines(Widget):
    """A widget that shows its `lines`; call `follow` whenever they may have changed."""

    ALLOW_SELECT = False
    GROUND = "ground"
    """The role of the background."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: list[Line] = []
        self._fitted_to: Size | None = Size(0, 0)  # lines may depend on the height as well; None for outdated
        self._inks: LineStyles | None = None

    def lines(self, width: int) -> list[Line]:
        """Return the lines for a width in cells."""
        raise NotImplementedError

    def follow(self) -> None:
        """Repaint the cells that changed; a hidden widget computes its lines when it is shown."""
        if not self.display:
            self._fitted_to = None
            return
        before, self._shown = self._shown, self._fresh()
        if len(before) != len(self._shown) and self.styles.is_auto_height:
            self.refresh(layout=True)
        if regions := changed_regions(before, self._shown):
            self.refresh(*regions)

    def _fresh(self) -> list[Line]:
        self._fitted_to = self.size
        return self.lines(self.size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.lines(width))

    def render_line(self, y: int) -> Strip:
        if self._fitted_to != self.size:
            self._shown = self._fresh()
        if self._inks is None or self._inks.theme is not self.app.current_theme:
            self._inks = LineStyles(self.app)
        line = self._shown[y] if y < len(self._shown) else ()
        return self._inks.strip(line, self.size.width, self.GROUND)


def changed_regions(before: Sequence[Line], after: Sequence[Line], top: int = 0) -> list[Region]:
    """Return the cells in which lines differ; `top` is the first visible line."""
    return [
        Region(start, y - top, stop - start, 1)
        for y, (old, new) in enumerate(zip_longest(before, after, fillvalue=()))
        if old != new
        for start, stop in changed_cells(old, new)
    ]


def changed_cells(before: Line, after: Line) -> Iterator[tuple[int, int]]:
    """Yield the ranges of cells in which two lines differ, as first cell and end.

    Ranges less than `FEW_CELLS` apart are joined: that writes fewer bytes than moving the cursor.
    """
    old, new = _cells(before), _cells(after)
    start = stop = None
    for x, (one, other) in enumerate(zip_longest(old, new)):
        if one != other:
            if start is None or stop is None:
                start = x
            elif x - stop >= FEW_CELLS:
                yield start, stop
                start = x
            stop = x + 1
    if start is not None and stop is not None:
        yield start, stop


def _cells(line: Line) -> list[tuple[str, int, TextStyle]]:
    """Return the contents of each cell: a text, which of its cells it is, and the style.

    So a range of cells that differ never ends within a wide character.
    """
    cells: list[tuple[str, int, TextStyle]] = []
    for text, style in line:
        for character in cells_of_text(text):
            if character:
                cells.append((character, 0, style))
            else:
                before, place, _ = cells[-1]
                cells.append((before, place + 1, style))
    return cells


def joined(line: Line) -> Line:
    """Return a line in which blanks have the style before them if they look the same in it."""
    runs: list[Run] = []
    for text, style in line:
        before = runs[-1][1] if runs and text.isspace() else None
        if before and (before.ground, before.stands_out) == (style.ground, style.stands_out):
            style = style if before.is_struck or before.is_edge else before
        runs.append((text, style))
    return tuple(runs)


class Heading(Lines):
    """The heading of a group of lines, indented by two cells."""

    DEFAULT_CSS = """
    Heading { height: 1; }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def lines(self, width: int) -> list[Line]:
        return [((f"  {self._text}", HEADING),)]


def on(line: Line, ground: str) -> Line:
    """Return a line on another ground."""
    return tuple((text, style._replace(ground=ground)) for text, style in line)


INDENT = 2
HANGING = 2
"""Additional indentation of the lines after the first."""


COMMENT_LINES = 3
"""The most lines of a comment beside other paragraphs."""

REST = " (e)"
"""Stands behind the beginning of a comment: the key of the study, which shows all of it."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words with a drawing before them."""

    lead: Line = ()
    words: str = ""
    look: TextStyle = TEXT
    leaves_gap: bool = False
    """Whether a blank line goes before it, unless it is the first."""
    is_comment: bool = False
    """Whether a person wrote it: of a long one the beginning is shown, and its lines stay as they are."""


class Paragraphs(Lines):
    """Shows paragraphs, cut off at the bottom."""

    DEFAULT_CSS = """
    Paragraphs { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._paragraphs: tuple[Paragraph, ...] = ()

    def show(self, paragraphs: Sequence[Paragraph]) -> None:
        if (new := tuple(paragraphs)) != self._paragraphs:
            self._paragraphs = new
            self.follow()

    def lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for paragraph in self._paragraphs:
            if paragraph.leaves_gap and lines:
                lines.append(())
            lines += wrapped(paragraph, width)
        return lines

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self.lines(width)))


def balanced(text: str, room: int) -> list[str]:
    """Return a text in as few lines of at most `room` characters as possible, without a short last line.

    Where the last one would have less than half of the room, all lines get narrower.
    """
    fill = partial(wrap, text, break_on_hyphens=False)  # commands stay whole
    lines = fill(max(room, 1))
    if len(lines) < 2 or 2 * len(lines[-1]) >= room:
        return lines
    longest = max(map(len, text.split()))  # no word is divided for it
    narrow, wide = max(room // 2, longest - 1), room
    while wide - narrow > 1:
        middle = (narrow + wide) // 2
        if len(fill(max(middle, 1))) > len(lines):
            narrow = middle
        else:
            wide = middle
    return fill(max(wide, 1))


def wrapped(paragraph: Paragraph, width: int) -> list[Line]:
    """Return a paragraph wrapped to a width in cells."""
    room = max(width - 2 * INDENT, 8)
    if paragraph.is_comment:
        texts = wrapped_comment(paragraph.words, room)
        shown = [*texts[:COMMENT_LINES]]
        if len(texts) > COMMENT_LINES:
            shown[-1] = fitted(f"{shown[-1]} …", room - cell_len(REST)) + REST
        return [((" " * INDENT + text, paragraph.look),) for text in shown]
    lead = cells_of(paragraph.lead)
    filler = "x" * max(lead - HANGING, 0)  # takes the place of what is drawn in front
    text = f"{filler} {paragraph.words}" if lead else paragraph.words
    first, *rest = balanced(text, room - HANGING if lead else room) or [""]
    head = ((" " * INDENT, TEXT), *paragraph.lead, (first.removeprefix(filler), paragraph.look))
    return [head, *(((" " * (INDENT + HANGING * bool(lead)) + line, paragraph.look),) for line in rest)]


@lru_cache(8192)  # more comments than most trees have: an edit wraps one, not all
def wrapped_comment(text: str, width: int) -> tuple[str, ...]:
    """Return the lines of a comment, each of at most `width` cells; none is empty."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        wrapping = wrap if paragraph.isascii() else _wrapped_cells
        lines += wrapping(paragraph, width) or [" "]
    return tuple(lines)


def _wrapped_cells(text: str, width: int) -> list[str]:
    """Return lines of at most `width` cells, which end at blanks, and before and after wide characters."""
    cells, lines = cells_of_text(text), list[str]()
    start = end = 0
    was_wide = False
    for place, character in enumerate(cells):
        if not character:
            continue  # the rest of a wide one
        is_wide = place + 1 < len(cells) and not cells[place + 1]
        if character == " " or is_wide or was_wide:
            end = place
        if character != " " and place + 1 + is_wide - start > width:
            end = end if end > start else place
            lines.append("".join(cells[start:end]).strip())
            start = end
            while cells[start] == " ":
                start += 1
        was_wide = is_wide
    lines.append("".join(cells[start:]).strip())
    return [*filter(None, lines)]
