"""Writes of a changed part of the screen no more than that part.

Textual writes a changed part from the start of its widget's line on (its issue 5625), so that on a board a
key costs the more bytes the further right the cursor is and the more stones are on its left: over a slow line
that is felt. What is written is grouped by style, since saying a style takes more bytes than moving to where
it is needed.

Relied on: `Compositor` renders a whole screen by `render_full_update` and what has changed by
`render_partial_update`, as a `ChopsUpdate` with `chops`, `spans` and `chop_ends`; it knows its `widgets`, of
which `_exchange_repaint_regions` takes what is to be painted. It lays out by `reflow` and `reflow_visible`,
which leave a `_full_map` or `_visible_map` of a `region` and a `clip` for each widget, and paints its
`_dirty_regions`. `Strip.render_style` writes a text in a style, of which `Strip.render_ansi` gives the codes.
`Screen._compositor` is a screen's, and `App._display` writes what it rendered; `render_update` is told of the
screens that are seen behind it, `App._background_screens`.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.style import Style
from textual._compositor import (  # there is no public way to this
    ChopsUpdate,
    Compositor,
    CompositorMap,
    LayoutUpdate,
    ReflowResult,
)
from textual.app import App
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget


class TextSpan(NamedTuple):
    """A text of one style, at a place of the screen."""

    y: int
    x: int
    text: str

    @property
    def end(self) -> int:
        """The x after its last cell."""
        return self.x + cell_len(self.text)


RESET_AND_SET = re.compile(r"\x1b\[0m(\x1b\[\d+;\d+H)?\x1b\[(?=[\d;]+m)")
"""The end of a style and the start of the next one, which can be said as one."""


class NarrowUpdate(ChopsUpdate):
    """An update cropped at both ends, in which each style is said once."""

    def render_segments(self, console: Console) -> str:
        """Return what is to be written: for each style, where there is something in it and what."""
        colours = COLOR_SYSTEMS[console.color_system or "truecolor"]
        written = [
            _moved_to(pieces[0]) + Strip.render_style(style, _joined(pieces), colours)
            for style, pieces in _by_style(self._pieces(), colours)
        ]
        return RESET_AND_SET.sub("\\1\x1b[0;", "".join(written))

    def _pieces(self) -> Iterator[tuple[Style, TextSpan]]:
        """Give the pieces of a style that lie within the spans, in reading order."""
        for y, start, stop in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < stop and end > start:
                    left, right = max(x, start), min(end, stop)
                    for text, style, _ in strip.crop(left - x, right - x).simplify():
                        piece = TextSpan(y, left, text)
                        yield style or Style(), piece
                        left = piece.end


def _by_style(
    pieces: Iterable[tuple[Style, TextSpan]], colours: ColorSystem
) -> Iterator[tuple[Style, list[TextSpan]]]:
    """Give the pieces of styles that look the same, in their order; blanks go with any on their ground."""
    groups: dict[str, tuple[Style, list[TextSpan]]] = {}
    blanks = []
    for style, piece in pieces:
        if piece.text.isspace() and not _shows_on_blanks(style):
            blanks.append((style, piece))
        else:
            groups.setdefault(Strip.render_ansi(style, colours), (style, []))[1].append(piece)
    hosts = {
        style.bgcolor: found for style, found in reversed(groups.values()) if not _shows_on_blanks(style)
    }
    bare: dict[Color | None, tuple[Style, list[TextSpan]]] = {}
    for style, piece in blanks:
        host = hosts.get(style.bgcolor)
        (bare.setdefault(style.bgcolor, (style, []))[1] if host is None else host).append(piece)
    for style, found in (*groups.values(), *bare.values()):
        yield style, sorted(found)


def _shows_on_blanks(style: Style) -> bool:
    return bool(
        style.reverse or style.underline or style.underline2 or style.strike or style.overline or style.link
    )


def _joined(pieces: Sequence[TextSpan]) -> str:
    """Return the texts of pieces of one style, with what moves the cursor from each to the next."""
    written = [pieces[0].text]
    for before, piece in pairwise(pieces):
        if piece.y != before.y:
            written.append(_moved_to(piece))
        elif piece.x != before.end:
            written.append(f"\x1b[{piece.x + 1}G")
        written.append(piece.text)
    return "".join(written)


def _moved_to(piece: TextSpan) -> str:
    return f"\x1b[{piece.y + 1};{piece.x + 1}H"


class NarrowCompositor(Compositor):
    """Composes a screen as its base class does, writes less, and forgets nothing that has moved.

    The base class looks for what has moved since a map that need not be the one that was painted: after
    scrolling, a layout compares with the map from before that, and whoever asks where a widget is brings the
    map up to date without painting. What was scrolled there and back in between stayed on the screen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._marked: CompositorMap = {}
        """Where everything is as it is painted, or is marked to be."""

    def clear(self) -> None:
        """Let go of all widgets."""
        super().clear()
        self._marked = {}

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Lay everything out, and mark what has moved since it was painted."""
        result = super().reflow(parent, size)
        self._mark_moved(self._full_map)
        return result

    def reflow_visible(self, parent: Widget, size: Size) -> set[Widget]:
        """Lay out what is seen, and mark what has moved since it was painted."""
        exposed = super().reflow_visible(parent, size)
        self._mark_moved(self._visible_map or {})
        return exposed

    def _mark_moved(self, now: CompositorMap) -> None:
        for _, geometry in now.items() ^ self._marked.items():
            if region := geometry.clip.intersection(geometry.region):
                self._dirty_regions.add(region)
        self._marked = now

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        """Return the whole screen. What widgets still wanted painted is painted by that, not once more."""
        for widget in self.widgets:
            widget._exchange_repaint_regions()
        return super().render_full_update(simplify)

    def render_partial_update(self) -> ChopsUpdate | None:
        """Return what has changed, None if nothing has."""
        update = super().render_partial_update()
        return update and NarrowUpdate(update.chops, update.spans, update.chop_ends)


def paint_whole_screen(app: App[Any]) -> None:
    """Write the whole screen to the terminal, whatever that shows, and none of it as it was kept."""
    behind = app._background_screens
    for screen in (*behind, app.screen):
        for widget in screen.walk_children(with_self=True):
            widget.refresh()
    app._display(app.screen, app.screen._compositor.render_update(full=True, screen_stack=behind))
