"""Which press and release of the mouse are a click.

Textual takes it for one when both are on the same widget, and says that it was where the button was released.
But a board is one widget: a drag from one square to another would place a stone, and so would the click that
only gives the window the focus.

Relied on: `App.on_event` makes a click of a release on `App._mouse_down_widget`, the widget of the press.
"""

from typing import Any, NamedTuple

from textual import events
from textual.app import App
from textual.errors import NoWidget
from textual.widget import Widget

FOCUSING_SECONDS = 0.1
"""How soon after the window was given the focus a press is what gave it."""

STEADY_CELLS = 1
"""How many columns the mouse may move while it is pressed, where there are no squares."""


class _Place(NamedTuple):
    """Where a button was pressed or released."""

    x: int
    y: int
    widget: Widget | None
    square: object
    """What a widget with squares has there."""


class ClickFilter:
    """Looks at everything from the mouse before the app handles it."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._focused = float("-inf")  # when the window was given the focus
        self._is_dropping = False  # the release that belongs to a press that was dropped
        self._pressed: _Place | None = None

    def admits(self, event: events.Event) -> bool:
        """Return whether the app may handle an event. A release after a drag is none of a click."""
        if isinstance(event, events.AppFocus):
            self._focused = event.time
        elif isinstance(event, events.MouseDown):
            self._is_dropping = event.time - self._focused <= FOCUSING_SECONDS
            self._pressed = self._place(event)
            return not self._is_dropping
        elif isinstance(event, events.MouseUp):
            if self._is_dropping:
                self._is_dropping = False
                return False
            if self._pressed is not None and not _is_click(self._pressed, self._place(event)):
                self._app._mouse_down_widget = None
        return True

    def _place(self, event: events.MouseEvent) -> _Place:
        try:
            widget, region = self._app.get_widget_at(event.x, event.y)
        except NoWidget:
            return _Place(event.x, event.y, None, None)
        square_at = getattr(widget, "square_at", None)
        square = square_at and square_at(event.x - region.x, event.y - region.y)
        return _Place(event.x, event.y, widget, square)


def _is_click(pressed: _Place, released: _Place) -> bool:
    """Return whether both are on the same square, or without squares at the same place."""
    if pressed.widget is not released.widget or pressed.square != released.square:
        return False
    is_steady = abs(pressed.x - released.x) <= STEADY_CELLS and pressed.y == released.y
    return pressed.square is not None or is_steady
