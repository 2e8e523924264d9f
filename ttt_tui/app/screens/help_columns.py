"""Two columns for the sections of a help page, which are read one after the other.

A page that is too long is split into parts of two columns each, so that nobody has to scroll back up for the
second column.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from ttt_tui.app.roles import Roles
from ttt_tui.app.screens.help_pages import HelpEntry, Section

GUTTER = 4
"""Cells between the columns."""

LEAST_SIGN = 8
"""The least cells of the keys in a column."""

GAP = 2
"""Cells between a key and its description."""

SHORT = 3
"""Sections of at most 1/`SHORT` of a column's lines are not split."""

Column = list[Text]


class Block(NamedTuple):
    """Lines that stay together: a row of a section, the first one with the title above it."""

    section: Section
    lines: tuple[Text, ...]
    is_first: bool


def column_width(width: int) -> int:
    return (width - GUTTER) // 2


def in_columns(sections: Sequence[Section], width: int, height: int, roles: Roles, console: Console) -> Text:
    """Return sections as a text of two columns in `width` cells, in parts of at most `height` lines."""
    room = column_width(width)
    blocks = [block for section in sections for block in _blocks(section, room, roles, console)]
    columns = _filled(blocks, height, roles)
    if len(columns) <= 2:
        heights = range(1, height + 1)
        columns = next(found for each in heights if len(found := _filled(blocks, each, roles)) <= 2)
    parts = [columns[i : i + 2] for i in range(0, len(columns), 2)]
    lines = [line for part in parts for line in _beside(part, room)]
    return Text("\n", no_wrap=True).join(lines)


def _blocks(section: Section, width: int, roles: Roles, console: Console) -> Iterator[Block]:
    sign_width = max([LEAST_SIGN, *(row.sign.cell_len for row in section.rows)])
    title = [Text(section.title, f"bold {roles.faint}")] if section.title else []
    if not section.rows:
        yield Block(section, tuple(title), True)
    for number, row in enumerate(section.rows):
        lines = _row(row, sign_width, width, roles, console)
        yield Block(section, (*title, *lines) if number == 0 else tuple(lines), number == 0)


def _row(row: HelpEntry, sign_width: int, width: int, roles: Roles, console: Console) -> Column:
    """Return a key or subject with its description, wrapped."""
    texts = Text(row.text, roles.muted).wrap(console, max(width - sign_width - GAP, 1)) or [Text()]
    lines = []
    for number, text in enumerate(texts):
        style = f"bold {roles.accent if row.is_key else roles.text}"
        sign = Text(style=style).append_text(row.sign) if number == 0 else Text()
        sign.pad_right(sign_width + GAP - sign.cell_len)
        text.rstrip()
        lines.append(Text().append_text(sign).append_text(text))
    return lines


def _filled(blocks: Sequence[Block], height: int, roles: Roles) -> list[Column]:
    """Return the blocks in columns of at most `height` lines, unless a single block is higher.

    A section that continues in the next column repeats its title there; a short one stays together.
    """
    columns: list[Column] = [[]]
    for number, block in enumerate(blocks):
        column = columns[-1]
        gap = [Text()] if column and block.is_first and block.section.title else []
        lines = len(block.lines)
        if block.is_first and block.section.title:
            rest = takewhile(lambda other: not other.is_first, blocks[number + 1 :])
            whole = lines + sum(len(other.lines) for other in rest)
            lines = whole if whole <= height // SHORT else lines
        if column and len(column) + len(gap) + lines > height:
            is_continued = not block.is_first and bool(block.section.title)
            column = [Text(f"{block.section.title} …", f"bold {roles.faint}")] if is_continued else []
            gap = []
            columns.append(column)
        column += [*gap, *block.lines]
    return columns


def _beside(columns: Sequence[Column], width: int) -> Iterator[Text]:
    left, right = columns[0], columns[1] if len(columns) > 1 else []
    for y in range(max(len(left), len(right))):
        line = Text().append_text(left[y]) if y < len(left) else Text()
        if y < len(right):
            line.pad_right(width + GUTTER - line.cell_len)
            line.append_text(right[y])
        yield line
