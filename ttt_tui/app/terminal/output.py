"""Terminal output: repaints everything that moved, and never makes the program wait for the line.

Over a slow or blocked line more is painted than can be sent. `LineWriter` drops excess frames,
and once the line has caught up everything is repainted: the latest state instead of all states on the
way.

The patches, each with its measurement (terminal of 80×24, board of 15×15) and the change that would delete
it:

- `_mark_moved`: without it lines that were scrolled there and back stay on the screen
  (`test_scrolling_back_while_something_is_laid_out`). Until Textual compares with the map that was painted.
- `LineWriter` in place of Textual's thread, whose queue blocks the event loop after 30 writes on a blocked
  line. Until Textual drops frames.

Relied on: `Compositor` lays out by `reflow` and `reflow_visible`, which leave a `_full_map` or `_visible_map`
of a `region` and a `clip` for each widget, and paints its `_dirty_regions`. `Screen._compositor` is that of a
screen, and `App._display` writes what it rendered; `render_update` takes the screens that are seen behind it,
`App._background_screens`.
"""

import os
import select
import threading
import time
from collections import deque
from collections.abc import Callable

from textual._compositor import (  # there is no public way to this
    Compositor,
    CompositorMap,
    ReflowResult,
)
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.terminal.painted import PaintingApp

MOST_WAITING = 64_000
"""The most characters that may wait to be written, about a large screen."""

PIECE = 1024
"""Bytes written at a time; progress is measured in these pieces."""

SLOW_SECONDS = 0.05
"""Seconds after which a line that is still writing counts as slow."""

DRAIN_SECONDS = 5.0
"""Seconds that a blocked line may take at the end until the rest is dropped."""


class LineWriter(threading.Thread):
    """A thread that writes texts to a file descriptor in order, each as a whole or not at all.

    It calls `caught_up` once everything is written after frames were dropped.
    """

    def __init__(self, descriptor: int, encoding: str, caught_up: Callable[[], None]) -> None:
        super().__init__(daemon=True, name="output")
        self.descriptor = descriptor
        self._encoding = encoding
        self._caught_up = caught_up
        self._waiting: deque[tuple[str, bool]] = deque()
        self._size = 0
        self._has_dropped = False
        self._is_closed = False
        self._written = 0
        self._state = threading.Condition()
        self._is_idle = True
        self._busy_since = 0.0
        self.has_ended = False
        """Whether the thread has ended after a fault."""

    def encoded(self, text: str) -> bytes:
        """Return the bytes of a text."""
        return text.encode(self._encoding, "replace")

    def write(self, text: str, is_frame: bool = True) -> None:
        """Queue a text and return at once; a frame is dropped if too much waits."""
        with self._state:
            if self._is_closed:
                return
            if is_frame and self._waiting and self._size + len(text) > MOST_WAITING:
                self._has_dropped = True
                return
            self._waiting.append((text, is_frame))
            self._size += len(text)
            if self._is_idle:
                self._is_idle, self._busy_since = False, time.monotonic()
            self._state.notify_all()

    @property
    def is_behind(self) -> bool:
        """Whether the line is too slow for the painted frames."""
        with self._state:
            is_slow = not self._is_idle and time.monotonic() - self._busy_since > SLOW_SECONDS
            return is_slow or self._has_dropped

    def clear(self) -> None:
        """Drop all frames that have not been started."""
        with self._state:
            self._waiting = deque(waiting for waiting in self._waiting if not waiting[1])
            self._size = sum(len(text) for text, _ in self._waiting)
            self._has_dropped = False

    def abandon(self) -> None:
        """Stop after the current piece. Takes no lock."""
        self._is_closed = True

    def drain(self) -> None:
        """Wait until everything is written, the line is blocked or the thread has ended."""
        with self._state:
            while not self._is_idle and not self.has_ended:
                before = self._written
                self._state.wait(DRAIN_SECONDS)
                if self._written == before and not self._is_idle:
                    return

    def run(self) -> None:
        """Write queued texts until the program ends."""
        try:
            self._write_what_comes()
        finally:
            with self._state:
                self.has_ended = True
                self._state.notify_all()

    def _write_what_comes(self) -> None:
        while True:
            with self._state:
                if not self._waiting:
                    self._is_idle = True
                    self._state.notify_all()
                while not self._waiting:
                    self._state.wait()
                text, _ = self._waiting.popleft()
            self._write(self.encoded(text))
            with self._state:
                self._size -= min(self._size, len(text))
                has_caught_up = self._has_dropped and not self._waiting
                self._has_dropped = self._has_dropped and not has_caught_up
            if has_caught_up:
                self._caught_up()

    def _write(self, data: bytes) -> None:
        while data and not self._is_closed:
            try:
                count = os.write(self.descriptor, data[:PIECE])
            except BlockingIOError:  # another program has made the terminal non-blocking
                select.select([], [self.descriptor], [])
                continue
            except OSError:  # the terminal is gone
                count = 0
                self._is_closed = True
            data = data[count:]
            with self._state:
                self._written += count
                self._state.notify_all()


class MovingCompositor(Compositor):
    """A compositor that repaints everything that moved since it was painted.

    The base class compares with a map that need not be the painted one: after scrolling, a layout compares
    with the map before it, and a query for the place of a widget updates the map without painting. Whatever
    was scrolled there and back in between would stay on the screen.
    """

    def __init__(self) -> None:
        super().__init__()
        self._marked: CompositorMap = {}
        """The map of widgets as painted or marked to be painted."""

    def clear(self) -> None:
        super().clear()
        self._marked = {}

    def reflow(self, parent: Widget, size: Size) -> ReflowResult:
        """Lay everything out, and mark what moved since it was painted."""
        result = super().reflow(parent, size)
        self._mark_moved(self._full_map)
        return result

    def reflow_visible(self, parent: Widget, size: Size) -> set[Widget]:
        """Lay out the visible widgets, and mark what moved since it was painted."""
        exposed = super().reflow_visible(parent, size)
        self._mark_moved(self._visible_map or {})
        return exposed

    def _mark_moved(self, now: CompositorMap) -> None:
        for _, geometry in now.items() ^ self._marked.items():
            if region := geometry.clip.intersection(geometry.region):
                self._dirty_regions.add(region)
        self._marked = now


def paint_whole_screen(app: PaintingApp) -> None:
    """Write the whole screen to the terminal, bypassing all caches."""
    app.painted.forget()
    behind = app._background_screens
    for screen in (*behind, app.screen):
        for widget in screen.walk_children(with_self=True):
            widget.refresh()
    app._display(app.screen, app.screen._compositor.render_update(full=True, screen_stack=behind))
