"""Writes of a changed part of the screen no more than that part.

Textual writes a changed part from the start of its widget's line on (its issue 5625), so that on a board a
key costs the more bytes the further right the cursor is and the more stones are on its left: over a slow line
that is felt.

Relied on: `Compositor` renders a whole screen by `render_full_update` and what has changed by
`render_partial_update`, as a `ChopsUpdate` with `chops`, `spans` and `chop_ends`; it knows its `widgets`, of
which `_exchange_repaint_regions` takes what is to be painted. It lays out by `reflow` and `reflow_visible`,
which leave a `_full_map` or `_visible_map` of a `region` and a `clip` for each widget, and paints its
`_dirty_regions`. `Screen._compositor` is a screen's, and `App._display` writes what it rendered.
"""

import re
from typing import Any

from rich.console import Console
from rich.control import Control
from textual._compositor import (  # there is no public way to this
    ChopsUpdate,
    Compositor,
    CompositorMap,
    LayoutUpdate,
    ReflowResult,
)
from textual.app import App
from textual.geometry import Size
from textual.widget import Widget

RESET_AND_SET = re.compile(r"\x1b\[0m(\x1b\[\d+;\d+H)?\x1b\[(?=[\d;]+m)")
"""The end of a style and the start of the next one, which can be said as one."""


class NarrowUpdate(ChopsUpdate):
    """An update cropped at both ends."""

    def render_segments(self, console: Console) -> str:
        """Return what is to be written: for each span of cells, where it starts and what is there."""
        written = []
        for y, start, stop in self.spans:
            for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                if strip is not None and x < stop and end > start:
                    left, right = max(x, start), min(end, stop)
                    written.append(Control.move_to(left, y).segment.text)
                    written.append(strip.crop(left - x, right - x).simplify().render(console))
        return RESET_AND_SET.sub("\\1\x1b[0;", "".join(written))


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
    for widget in app.screen.walk_children(with_self=True):
        widget.refresh()
    app._display(app.screen, app.screen._compositor.render_full_update())
