"""Apps without a terminal are painted when a test looks at them, not at each change.

Painting is a third of what a test of the app costs. `tests.support.driving.Ui` renders the screen whenever it
is asked for a line of it. A test that counts what is written gives the app a `_display` of its own.
"""

from typing import Any

from rich.console import RenderableType
from textual._context import active_app, visible_screen_stack
from textual.screen import Screen

from ttt_tui.app.terminal.output import MovingCompositor

_render_update = MovingCompositor.render_update


def _update_if_seen(
    compositor: MovingCompositor,
    full: bool = False,
    screen_stack: list[Screen[Any]] | None = None,
    **named: Any,
) -> RenderableType | None:
    app = active_app.get(None)
    if app is None or not app.is_headless or "_display" in vars(app):
        return _render_update(compositor, full, screen_stack, **named)
    visible_screen_stack.set(screen_stack or [])
    compositor._dirty_regions.clear()
    return None


def install() -> None:
    """Let all apps that this process starts from now on be painted so."""
    MovingCompositor.render_update = _update_if_seen  # type: ignore[method-assign,assignment]
