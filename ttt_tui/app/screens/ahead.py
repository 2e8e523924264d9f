"""Imports what keys may ask for soon, once the first screen is painted: in small steps."""

from collections.abc import Callable, Iterator
from importlib import import_module

from textual.message_pump import MessagePump

FIRST_SECONDS = 0.3
"""How long after the first paint it begins."""

PAUSE_SECONDS = 0.01
"""How long it pauses after each, for whatever else is to be done."""

WANTED = (
    "ttt_tui.app.widgets.views",
    "ttt_tui.app.screens.play",
    "ttt_tui.app.screens.setup",
    "ttt_tui.app.screens.confirm",
    "ttt_tui.app.screens.match_over",
    "ttt_tui.session.puzzle_desk",
    "ttt_tui.computer.expert.expert",
    "ttt_tui.analysis.analysis",
)
"""Modules in the order of their import, each of which takes a few milliseconds when its turn has come."""


def preload_modules(host: MessagePump, then: Callable[[], object]) -> None:
    """Begin soon, and at the end do this; whoever needs one of them earlier imports it."""
    wanted = iter(WANTED)
    host.set_timer(FIRST_SECONDS, lambda: _next(host, wanted, then))


def _next(host: MessagePump, wanted: Iterator[str], then: Callable[[], object]) -> None:
    if (name := next(wanted, None)) is None:
        then()
        return
    import_module(name)
    host.set_timer(PAUSE_SECONDS, lambda: _next(host, wanted, then))
