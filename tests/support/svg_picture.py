"""Draws the cells of a screen as SVG whose blocks and lines meet on whole pixels, in browsers of any zoom.

Everything that a terminal draws edge to edge (grounds, blocks, box lines, Braille) is painted on a grid of
pixels, and equal neighbours become one box. Only what is read is text, a word at a time, so that it
stands in its column whatever font the browser has.

>>> from rich.segment import Segment
>>> from rich.style import Style
>>> picture = to_svg([[Segment("▀█ hi", Style.parse("#ff0000 on #000000"))]], "a title")
>>> picture.count("<path"), picture.count("<text"), ">hi</text>" in picture
(2, 2, True)
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from ttt_tui.app.contrast import PALETTES_OF_16

WIDTH, HEIGHT = 8, 16
"""Pixels of a cell: its halves, quarters and eighths are whole pixels."""

BASELINE, FONT_SIZE = 12, 13
MARGIN, TITLE_HEIGHT = 8, 36
"""Pixels of the window around the cells."""

FONTS = "ui-monospace, 'Fira Code', 'SFMono-Regular', Menlo, Consolas, 'DejaVu Sans Mono', monospace"

_OF_16 = [Color.parse(name).get_truecolor() for name in PALETTES_OF_16["xterm"]]
XTERM = TerminalTheme(_OF_16[0], _OF_16[7], [*_OF_16[:8]], [*_OF_16[8:]])
"""The terminal's own colours, light on black."""

DIM = 0.4
"""How much of the ground is mixed into dim text, as Rich does it."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels of a cell, without its right and bottom edge."""

_LEFT, _RIGHT, _TOP, _BOTTOM = (0, WIDTH // 2), (WIDTH // 2, WIDTH), (0, HEIGHT // 2), (HEIGHT // 2, HEIGHT)
_QUADRANTS = {"▘": 1, "▝": 2, "▀": 3, "▖": 4, "▌": 5, "▞": 6, "▛": 7, "▗": 8, "▚": 9, "▐": 10, "▜": 11,
              "▄": 12, "▙": 13, "▟": 14, "█": 15}  # fmt: skip
"""Blocks by the quadrants that they fill: 1, 2, 4, 8 from the top left in reading order."""

_SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}

_WEIGHTS = {"LIGHT": 2, "HEAVY": 4}
"""Pixels of box lines."""

_DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a Braille pattern, by its bit."""

_SHAPES = {
    "●": '<circle cx="{x}" cy="{y}" r="3.2" fill="{colour}"/>',
    "○": '<circle cx="{x}" cy="{y}" r="2.7" fill="none" stroke="{colour}"/>',
    "◆": '<path d="M{x} {top}l4 4-4 4-4-4z" fill="{colour}"/>',
    "◇": '<path d="M{x} {top}l4 4-4 4-4-4z" fill="none" stroke="{colour}"/>',
}
"""Signs that fonts draw in very different sizes, in the middle of their cell."""


class _Word(NamedTuple):
    x: int
    y: int
    text: str
    cells: int


class _Look(NamedTuple):
    """How text is drawn."""

    colour: str
    is_bold: bool
    is_italic: bool


def to_svg(lines: Iterable[Iterable[Segment]], title: str) -> str:
    """Return a picture of a terminal's window that shows these lines."""
    rows = [list(line) for line in lines]
    columns = max(sum(segment.cell_length for segment in row) for row in rows)
    return in_window(drawn(rows), columns, len(rows), title)


def drawn(rows: Sequence[Sequence[Segment]]) -> list[str]:
    """Return what draws these lines, the first one's top left at the origin."""
    columns = max(sum(segment.cell_length for segment in row) for row in rows)
    pixels = [[""] * (columns * WIDTH) for _ in range(len(rows) * HEIGHT)]
    words: dict[_Look, list[_Word]] = defaultdict(list)
    shapes: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for text, style, _ in row:
            if text:
                _draw(text, style or Style.null(), x, y, pixels, words, shapes)
            x += cell_len(text)
    return ['<g shape-rendering="crispEdges">', *_painted(pixels), "</g>", *_texts(words), *shapes]


def in_window(content: Iterable[str], columns: int, rows: int, title: str) -> str:
    """Return a terminal's window with this content, which is as large as so many cells."""
    width, height = size_of(columns, rows)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="{FONTS}" font-size="{FONT_SIZE}">',
            f'<rect width="{width}" height="{height}" rx="8" fill="#292929"/>',
            *(
                f'<circle cx="{MARGIN + 10 + 20 * i}" cy="18" r="6" fill="{colour}"/>'
                for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840"))
            ),
            f'<text x="{width // 2}" y="23" fill="#c5c8c6" font-weight="bold" text-anchor="middle">'
            f"{escape(title)}</text>",
            f'<g transform="translate({MARGIN} {TITLE_HEIGHT})">',
            *content,
            "</g>",
            "</svg>",
            "",
        ]
    )


def size_of(columns: int, rows: int) -> tuple[int, int]:
    """Return the width and height, in pixels, of a window of so many cells."""
    return columns * WIDTH + 2 * MARGIN, rows * HEIGHT + TITLE_HEIGHT + MARGIN


def _draw(
    text: str,
    style: Style,
    x: int,
    y: int,
    pixels: list[list[str]],
    words: dict[_Look, list[_Word]],
    shapes: list[str],
) -> None:
    """Draw a text of one style whose first cell is in this column and line."""
    front, ground = _colours(style)
    look = _Look(front.hex, bool(style.bold), bool(style.italic))
    width = cell_len(text) * WIDTH
    _fill(pixels, x, y, (0, 0, width, HEIGHT), ground.hex)
    if style.underline:
        _fill(pixels, x, y, (0, 14, width, 15), front.hex)
    start, word = x, ""
    for character in [*text, " "]:
        boxes = _boxes(character)
        if character.isspace() or boxes or character in _SHADES or character in _SHAPES:
            if word:
                words[look].append(_Word(start * WIDTH, y * HEIGHT + BASELINE, word, x - start))
            word, start = "", x + 1
            for box in boxes:
                _fill(pixels, x, y, box, front.hex)
            if share := _SHADES.get(character):
                _fill(pixels, x, y, (0, 0, WIDTH, HEIGHT), blend_rgb(ground, front, share).hex)
            if shape := _SHAPES.get(character):
                at = {"x": x * WIDTH + WIDTH // 2, "y": y * HEIGHT + HEIGHT // 2}
                shape = shape.format(**at, top=at["y"] - 4, colour=look.colour)
                shapes.append(
                    shape.replace("/>", f' fill="{look.colour}"/>' if "fill" not in shape else "/>")
                )
        else:
            word += character
        x += cell_len(character)


def _colours(style: Style) -> tuple[ColorTriplet, ColorTriplet]:
    """Return what a style draws with, and on which ground."""
    front = (style.color or Color.default()).get_truecolor(XTERM, foreground=True)
    ground = (style.bgcolor or Color.default()).get_truecolor(XTERM, foreground=False)
    if style.reverse:
        front, ground = ground, front
    return (blend_rgb(front, ground, DIM) if style.dim else front), ground


def _fill(pixels: list[list[str]], x: int, y: int, box: Box, colour: str) -> None:
    """Fill a box of pixels, counted from the top left of the cell in this column and line."""
    left, top, right, bottom = box
    for row in pixels[y * HEIGHT + top : y * HEIGHT + bottom]:
        row[x * WIDTH + left : x * WIDTH + right] = [colour] * (right - left)


def _boxes(character: str) -> list[Box]:
    """Return what a character fills of its cell, nothing if it is no block or line."""
    if filled := _QUADRANTS.get(character):
        across, down = (_LEFT, _RIGHT), (_TOP, _BOTTOM)
        return [
            (across[i % 2][0], down[i // 2][0], across[i % 2][1], down[i // 2][1])
            for i in range(4)
            if filled >> i & 1
        ]
    if "▁" <= character <= "▇":
        return [(0, HEIGHT - (ord(character) - ord("▁") + 1) * HEIGHT // 8, WIDTH, HEIGHT)]
    if "▉" <= character <= "▏":
        return [(0, 0, WIDTH - (ord(character) - ord("█")) * WIDTH // 8, HEIGHT)]
    if character == "▔":
        return [(0, 0, WIDTH, HEIGHT // 8)]
    if character == "▕":
        return [(WIDTH - WIDTH // 8, 0, WIDTH, HEIGHT)]
    if "\u2800" <= character <= "\u28ff":
        dots = [dot for bit, dot in enumerate(_DOTS) if (ord(character) - 0x2800) >> bit & 1]
        return [(1 + 4 * column, 1 + 4 * row, 3 + 4 * column, 3 + 4 * row) for column, row in dots]
    name = unicodedata.name(character, "")
    return [*_box_lines(name)] if name.startswith("BOX DRAWINGS") else []


def _box_lines(name: str) -> Iterator[Box]:
    """Give the lines of a box character from its Unicode name: `BOX DRAWINGS DOWN LIGHT AND RIGHT HEAVY`."""
    middle_x, middle_y = WIDTH // 2, HEIGHT // 2
    weight = next((name_ for name_ in _WEIGHTS if f"DRAWINGS {name_}" in name), "LIGHT")
    for part in name.removeprefix("BOX DRAWINGS ").split(" AND "):
        half = _WEIGHTS[next((name_ for name_ in _WEIGHTS if name_ in part), weight)] // 2
        if "UP" in part or "VERTICAL" in part:
            yield middle_x - half, 0, middle_x + half, middle_y + half
        if "DOWN" in part or "VERTICAL" in part:
            yield middle_x - half, middle_y - half, middle_x + half, HEIGHT
        if "LEFT" in part or "HORIZONTAL" in part:
            yield 0, middle_y - half, middle_x + half, middle_y + half
        if "RIGHT" in part or "HORIZONTAL" in part:
            yield middle_x - half, middle_y - half, WIDTH, middle_y + half


def _painted(pixels: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a path for each colour, with a box for each run of it and the equal runs below that.

    They never overlap.
    """
    found: dict[str, list[str]] = defaultdict(list)
    open_: dict[tuple[int, int, str], int] = {}
    for y, row in enumerate([*pixels, []]):
        runs, start = set(), 0
        for x in range(1, len(row) + 1):
            if x == len(row) or row[x] != row[start]:
                runs.add((start, x, row[start]))
                start = x
        for run in [run for run in open_ if run not in runs]:
            left, right, colour = run
            top = open_.pop(run)
            if colour:
                found[colour].append(f"M{left} {top}h{right - left}v{y - top}h{left - right}z")
        for run in runs:
            open_.setdefault(run, y)
    for colour, boxes in sorted(found.items()):
        yield f'<path fill="{colour}" d="{"".join(sorted(boxes))}"/>'


def _texts(words: dict[_Look, list[_Word]]) -> Iterator[str]:
    """Give the words, those of one look together."""
    for look, those in words.items():
        weight = ' font-weight="bold"' * look.is_bold
        slant = ' font-style="italic"' * look.is_italic
        yield f'<g fill="{look.colour}"{weight}{slant}>'
        for x, y, text, cells in those:
            fitted = f'textLength="{cells * WIDTH}" lengthAdjust="spacingAndGlyphs"'
            yield f'<text x="{x}" y="{y}" {fitted}>{escape(text, quote=False)}</text>'
        yield "</g>"
