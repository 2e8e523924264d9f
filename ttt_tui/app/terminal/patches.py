"""Patches of Textual's screens, app and caches, and private parts for other modules.

The patches, each with what fails without it and the change in Textual that would make it obsolete:

- `PatchedScreen._compositor`: see `output`. Until a screen can be given a compositor.
- `PatchedScreen._on_message`: a screen that was left still handles messages under way to it, such as a second
  Enter or a resize. Until there is a hook before any message is handled: the public `on_event` sees events
  only, and `check_message_enabled` a message when it is sent, too early to know whether it will come too
  late. It also is the one place where an error of any handler can become a sentence.
- `CoverableApp._background_screens`: the screen below is laid out, down to 1×24, while the notice of a small
  terminal covers it (`test_tiny_windows`). Until an opaque modal screen ends the list.
- `lowest`: to leave the first screen raises `IndexError` in `switch_screen`, since nothing awaits its result.
  Until Textual accepts that.
- `CatchingApp._handle_exception`: Textual prints a traceback over the terminal and knows no log. `App._exit`
  tells whether the app is ending. Until `App` has a public handler of exceptions.
- `bindings_of` (`DOMNode._bindings`): 0.3 µs a key instead of 92 µs for the public `active_bindings`, which
  lacks hidden bindings. Until bindings of a key are public. `keep_bindings` leaves out those of one object,
  which Textual copies from its class.
- `ClickFilter` (`App._mouse_down_widget`): a drag from one square to another, or the click that gives the
  window the focus, places a stone (`test_clicks`). Until a click has its press.
- `forget_lines` (the `lru_cache` of `StylesCache.get_inner_outer`): after twelve games 216 caches of removed
  and living widgets keep 1,904 lines, instead of 57 with 357. Until that cache is not one of all widgets.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from rich.console import RenderableType
from textual import events
from textual._styles_cache import StylesCache  # there is no public way to this
from textual.app import App
from textual.binding import Binding, BindingsMap, BindingType
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from ttt_tui.app.terminal.output import MovingCompositor
from ttt_tui.app.terminal.painted import PaintingApp
from ttt_tui.errors import NotPermitted

Result = TypeVar("Result")


class PatchedScreen(Screen[Result]):
    """A screen that writes only what changed, and handles only the messages that `admits` lets through."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = MovingCompositor()

    def admits(self, message: Message) -> bool:
        """Return whether to handle a message whose turn has come."""
        return True

    def explain(self, error: NotPermitted) -> None:
        """Tell the user that something is not permitted."""
        raise error

    async def _on_message(self, message: Message) -> None:
        if self.admits(message):
            try:
                await super()._on_message(message)
            except NotPermitted as error:
                self.explain(error)


class CoverableApp(PaintingApp):
    """An app that neither lays out nor paints screens below one that covers everything."""

    def is_covered(self) -> bool:
        """Return whether the top screen covers all screens below."""
        return False

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        return [] if self.is_covered() else super()._background_screens


def lowest(screen: Screen[None], app: App[None]) -> Screen[None]:
    """Return a screen prepared as the lowest of an app, so that another one can replace it."""
    screen._push_result_callback(app, None)
    return screen


class CatchingApp(App[None]):
    """An app that passes every exception to `caught`; without a terminal the test fails."""

    def caught(self, error: Exception) -> None:
        """Record an unhandled exception, and end the program."""
        raise NotImplementedError

    def is_late(self, error: Exception) -> bool:
        """Return whether a worker failed because the app is ending, as the palette's does."""
        return self._exit and isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)

    def fail(self, error: Exception) -> None:
        """Treat an exception like one in a handler. Has to be called in the app's thread."""
        self._handle_exception(error)

    def catch_failures(self, loop: asyncio.AbstractEventLoop) -> None:
        """End the program after an exception in a callback, a task or another thread."""

        def of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            if isinstance(error := context.get("exception"), Exception):
                self.fail(error)

        def of_thread(failure: threading.ExceptHookArgs) -> None:
            if isinstance(failure.exc_value, Exception):
                loop.call_soon_threadsafe(self.fail, failure.exc_value)

        loop.set_exception_handler(of_loop)
        threading.excepthook = of_thread

    def explains(self, error: Exception) -> bool:
        """Tell the user about an exception after which the program goes on; return whether it is one."""
        return False

    def _handle_exception(self, error: Exception) -> None:
        if self.explains(error):
            return
        if self.is_headless:
            super()._handle_exception(error)
        else:
            self.caught(error)

    def panic(self, *renderables: RenderableType) -> None:
        """Fail as for any exception; the base class writes over the terminal."""
        error = sys.exception()
        self.fail(error if isinstance(error, Exception) else RuntimeError(*map(str, renderables)))


def bindings_of(node: DOMNode, key: str) -> Sequence[Binding]:
    """Return the bindings of a key on a screen or widget itself, including disabled ones, in order."""
    return node._bindings.key_to_bindings.get(key, ())


def keep_bindings(node: DOMNode, kept: Callable[[Iterable[Binding]], Iterable[BindingType]]) -> None:
    """Replace the bindings of a screen or widget, before it is shown, by what `kept` makes of them."""
    everything = chain.from_iterable(node._bindings.key_to_bindings.values())
    node._bindings = BindingsMap(kept(everything))


LEFT_BUTTON = 1
"""The button whose clicks have an effect; the others belong to the terminal."""

FOCUSING_SECONDS = 0.1
"""Seconds after a focus event within which a press counts as the one that gave the focus."""

STEADY_CELLS = 1
"""Columns that a pressed mouse may move on widgets without squares."""


class _Place(NamedTuple):
    """The place of a press or release."""

    x: int
    y: int
    widget: Widget | None
    square: object
    """The square there, on a widget with squares."""


class ClickFilter:
    """Drops presses that give the focus, and clicks that are drags."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._focused = float("-inf")  # when the window was given the focus
        self._is_dropping = False  # the release that belongs to a press that was dropped
        self._pressed: _Place | None = None

    def admits(self, event: events.Event) -> bool:
        """Return whether the app may handle an event; a release after a drag makes no click."""
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
    if pressed.widget is not released.widget or pressed.square != released.square:
        return False
    is_steady = abs(pressed.x - released.x) <= STEADY_CELLS and pressed.y == released.y
    return pressed.square is not None or is_steady


def forget_lines() -> None:
    """Clear the cached lines of all widgets, including removed ones."""
    StylesCache.get_inner_outer.cache_clear()
