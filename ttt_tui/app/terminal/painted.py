"""What the terminal shows, cell by cell: an update writes only the cells that differ from it.

A change of screens goes through this like a move: whatever Textual renders, a whole screen or some regions,
becomes cells, and those that the terminal shows already are omitted. The output is grouped by style,
since a style in true colour takes more bytes than most texts.

The patch is `PaintingApp._display`, with its measurements (terminal of 80×24, board of 15×15): an arrow key
writes 121 bytes instead of 414, and closing the help of a game 4.5 kB instead of 21.5, three whole screens.
Until Textual writes only the changed part of a line (its issue 5625), and of a screen.

Relied on: `App._display` writes what a compositor has rendered: a `LayoutUpdate` of `strips` in a `region`,
or a `ChopsUpdate` with `chops`, `spans` and `chop_ends`, by their `render_segments`. `Strip.render_ansi`
returns the codes of a style.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console, RenderableType
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate  # there is no public way to this
from textual.app import App
from textual.geometry import Size
from textual.screen import Screen
from textual.strip import Strip

from ttt_tui.app.look.cells import cells_of_text
from ttt_tui.app.terminal.scrolling import best_scrolling
from ttt_tui.process.text import isolate

NARROW_GAP = 4
"""Unchanged cells of one style between two changes that are rewritten: moving the cursor costs as much."""


class StyleCodes(NamedTuple):
    """The codes of a style (SGR)."""

    text: str
    blank: str
    """The codes for a blank, on which most attributes do not show."""


Cell = tuple[str, StyleCodes]
"""A character and its style; a wide character is followed by an empty one."""


@lru_cache(8192)
def codes_of(style: Style, colours: ColorSystem) -> StyleCodes:
    """Return the codes of a style in a colour system."""
    shows_on_blanks = style.reverse or style.underline or style.underline2 or style.strike or style.overline
    text = Strip.render_ansi(style, colours)
    return StyleCodes(
        text, text if shows_on_blanks else Strip.render_ansi(Style(bgcolor=style.bgcolor), colours)
    )


def cells_of(strip: Strip, colours: ColorSystem) -> list[Cell]:
    """Return the cells of a strip."""
    cells: list[Cell] = []
    for text, style, control in strip:
        if control:
            continue
        codes = codes_of(style or Style.null(), colours)
        blank = StyleCodes(codes.blank, codes.blank)
        cells += [(each, blank if each == " " else codes) for each in cells_of_text(text)]
    return cells


class Run(NamedTuple):
    """Adjacent cells that are written in one style."""

    y: int
    x: int
    cells: list[str]
    codes: StyleCodes

    @property
    def end(self) -> int:
        """The x after the last cell."""
        return self.x + len(self.cells)

    @property
    def text(self) -> str:
        """The text that is written."""
        return isolate("".join(self.cells))


class Painted:
    """The cells that a terminal shows, as far as they are known."""

    def __init__(self) -> None:
        self._lines: list[list[Cell | None]] = []

    def forget(self) -> None:
        """Forget all cells: the terminal may show something else."""
        self._lines = []

    def write(self, size: Size, fragments: Iterable[tuple[int, int, Strip]], colours: ColorSystem) -> str:
        """Return the output that makes a screen of this size show the strip at each y and x.

        A whole screen is written line by line, so that it appears from top to bottom over a slow line.
        """
        is_whole = False
        if len(self._lines) != size.height or (self._lines and len(self._lines[0]) != size.width):
            self._lines = [[None] * size.width for _ in range(size.height)]
            is_whole = True
        before, scrolled = self._lines, ""
        after = [*before]
        for y, x, strip in fragments:
            if 0 <= y < size.height and 0 <= x < size.width:  # after a resize there may be more
                cells = cells_of(strip, colours)[: size.width - x]
                if cells != after[y][x : x + len(cells)]:
                    after[y] = [*after[y][:x], *cells, *after[y][x + len(cells) :]]
        if not is_whole and (scrolling := best_scrolling(before, after)) is not None:
            scrolled = scrolling.codes
            before = scrolling.applied(before, [None] * size.width)
        self._lines = after
        runs = (
            run
            for y, (cells, known) in enumerate(zip(after, before, strict=True))
            if cells is not known
            for run in _changed_runs(y, cells, _without_halves(cells, known))
        )
        if is_whole:
            return "\n".join(_in_styles(line) for _, line in groupby(runs, key=lambda run: run.y))
        return scrolled + _in_styles(runs)


def _without_halves(cells: Sequence[Cell | None], before: Sequence[Cell | None]) -> Sequence[Cell | None]:
    """Return the cells before without wide characters of which something else covers the rest."""
    halved = [x for x, cell in enumerate(cells) if cell is not None and not cell[0] and cell != before[x]]
    if not halved:
        return before
    known = [*before]
    for x in halved:
        while x and (cell := cells[x]) is not None and not cell[0]:
            x -= 1
        known[x] = None
    return known


def _changed_runs(y: int, cells: Sequence[Cell | None], before: Sequence[Cell | None]) -> Iterator[Run]:
    """Yield the runs of a line that differ from `before`, with narrow gaps filled."""
    run: Run | None = None
    for at, cell in enumerate(cells):
        if cell is None or cell == before[at]:
            continue
        character, codes = cell
        if run is not None:
            gap = cells[run.end : at]
            if len(gap) <= NARROW_GAP and (joined := _joined(run, [*gap, (character, codes)])) is not None:
                run = joined
                continue
            yield run
        run = Run(y, at, [character], codes)
    if run is not None:
        yield run


def _joined(run: Run, cells: Iterable[Cell | None]) -> Run | None:
    """Return a run with more cells, None if they are unknown or cannot be written in one style."""
    codes, characters = run.codes, [*run.cells]
    for cell in cells:
        if cell is None:
            return None
        character, other = cell
        characters.append(character)
        if other == codes or (character == " " and other.text == codes.blank):
            continue
        if codes.text != other.blank or any(each not in (" ", "") for each in run.cells):
            return None
        codes = other  # so far there were only blanks
    return run._replace(cells=characters, codes=codes)


def _in_styles(runs: Iterable[Run]) -> str:
    """Return runs as codes and texts, grouped by style."""
    groups: dict[str, list[Run]] = {}
    blanks: dict[str, list[Run]] = {}
    hosts: dict[str, str] = {}
    for run in runs:
        is_blank = all(character == " " for character in run.cells)
        (blanks if is_blank else groups).setdefault(run.codes.text, []).append(run)
        if not is_blank:
            hosts[run.codes.blank] = run.codes.text
    for ground, found in blanks.items():
        groups.setdefault(hosts.get(ground, ground), []).extend(found)
    for found in groups.values():
        found.sort(key=_place)
    written = []
    for number, (codes, found) in enumerate(sorted(groups.items(), key=lambda group: _place(group[1][0]))):
        reset = "0;" if number and codes else ""
        written.append(f"{_move(None, found[0])}\x1b[{reset}{codes or '0'}m{found[0].text}")
        for before, run in pairwise(found):
            written.append(_move(before, run) + run.text)
    return "".join(written) + ("\x1b[0m" if written else "")


def _place(run: Run) -> tuple[int, int]:
    return run.y, run.x


def _move(before: Run | None, run: Run) -> str:
    """Return the movement of the cursor to a run, from the end of the previous one."""
    if before is None or before.y != run.y:
        return f"\x1b[{run.y + 1};{run.x + 1}H"
    return "" if before.end == run.x else f"\x1b[{run.x + 1}G"


class NarrowUpdate(LayoutUpdate):
    """An update that writes only the cells that differ from the terminal's."""

    def __init__(self, painted: Painted, size: Size, fragments: Iterable[tuple[int, int, Strip]]) -> None:
        super().__init__([], size.region)
        self._painted = painted
        self._fragments = fragments

    def render_segments(self, console: Console) -> str:
        """Return the codes and texts that have to be written."""
        colours = COLOR_SYSTEMS[console.color_system or "truecolor"]
        return self._painted.write(self.region.size, self._fragments, colours)


def _fragments(update: LayoutUpdate | ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yield y, x and the strip of everything in an update."""
    if isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            yield y, update.region.x, Strip.join([*strips])
        return
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < stop and end > start:
                left, right = _whole(strip, max(x, start) - x, min(end, stop) - x)
                yield y, left + x, strip.crop(left, right)


def _whole(strip: Strip, left: int, right: int) -> tuple[int, int]:
    """Return a range of cells of a strip that cuts no wide character, as regions of widgets may."""
    text = strip.text
    if len(text) == strip.cell_length:
        return left, right
    cells = cells_of_text(text)
    while 0 < left < len(cells) and not cells[left]:
        left -= 1
    while right < len(cells) and not cells[right]:
        right += 1
    return left, right


class PaintingApp(App[None]):
    """An app that writes only the cells that change."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.painted = Painted()

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if isinstance(renderable, LayoutUpdate | ChopsUpdate):
            renderable = NarrowUpdate(self.painted, self.size, _fragments(renderable))
        super()._display(screen, renderable)
