"""One rule for all that is typed and clicked: the next event is given out when the screen has taken the last.
Only the keys that quit overtake all others.

Over a slow line keys arrive in batches. Handled as they come, the second meets a screen that the first one is
just closing, or overtakes it on another way through the widgets. So they wait here. An event has been taken
when the program has nothing left to do and all of it is painted: a batch then does what the same keys do one
by one, and a key goes to the screen that its predecessors have brought up.

Relied on: what is still to be painted or called is told by `App._batch_count` and of the screen by
`_layout_required`, `_scroll_required`, `_repaint_required`, `_recompose_required`, `_dirty_widgets` and
`_callbacks`.
"""

from collections import deque
from typing import TYPE_CHECKING, Any

from textual import events, widgets
from textual.app import App

from ttt_tui.app.terminal.yielding import SEARCH_GROUP

if TYPE_CHECKING:
    import asyncio

LONGEST_WAIT = 1.0
"""Seconds for which the program may rest without having taken an event; then the next one is given out all
the same: no fault may make the keyboard dead. Work does not count, however long a busy machine makes it."""

QUIT_KEYS = ("ctrl+q", "ctrl+c")
"""The keys that quit from anywhere. They wait for nothing, and what was typed before them is dropped."""

Input = events.InputEvent | events.Paste | events.AppFocus | events.AppBlur
"""What comes from the user, in its order."""


class InputQueue:
    """Holds events back for an app whose event loop tells when it has nothing to do."""

    def __init__(self, app: App[Any]) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        """The loop that tells; without one, as in tests that wait between keys, nothing is held back."""
        self._app = app
        self._held: deque[Input] = deque()
        self._given: Input | None = None
        self._rested = 0.0  # seconds for which the next event has waited
        self._waking: asyncio.TimerHandle | None = None

    def admits(self, event: Input) -> bool:
        """Return whether the app may handle an event now; else it is held, and comes again."""
        if self.loop is None:
            return True
        if isinstance(event, events.Key) and event.key in QUIT_KEYS:
            self._held.clear()
            return True
        if event is self._given:
            self._given = None
            return True
        if (
            isinstance(event, events.MouseMove)
            and self._held
            and isinstance(self._held[-1], events.MouseMove)
        ):
            self._held.pop()  # where the mouse is counts, not the way there
        self._held.append(event)
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether something has not been taken yet."""
        return bool(self._held) or self._given is not None

    def give_next(self) -> bool:
        """Give out the next event if the one before was taken. Called by the loop before it waits.

        Returns whether there is something to do now.
        """
        if not self._held or self._given is not None or self.loop is None:
            return False
        if not self._is_taken and not self._has_rested():
            return False
        self._rested = 0.0
        self._given = self._held.popleft()
        self.loop.call_soon(self._app.post_message, self._given)
        return True

    @property
    def _is_taken(self) -> bool:
        """Whether the next event can follow the last.

        A letter for a text field needs no more than that the field shows the one before: what is looked for
        after each of them depends on the text alone.
        """
        is_letter = isinstance(event := self._held[0], events.Key) and event.is_printable
        if is_letter and self._app.screen_stack and isinstance(self._app.focused, widgets.Input):
            return is_painted(self._app)
        return is_settled(self._app)

    def rest(self, seconds: float) -> None:
        """Take note that the loop had nothing to do for a while; it counts only while an event waits."""
        if self._held:
            self._rested += seconds

    def _has_rested(self) -> bool:
        """Whether nothing has happened for too long; see to it that this is asked again."""
        assert self.loop is not None
        left = LONGEST_WAIT - self._rested
        if left > 0 and (self._waking is None or self._waking.when() <= self.loop.time()):
            self._waking = self.loop.call_later(left, lambda: None)
        return left <= 0


def is_settled(app: App[Any]) -> bool:
    """Whether nothing is waiting to be painted or found."""
    workers = app.workers if app.screen_stack else ()
    return is_painted(app) and all(worker.is_finished or worker.group == SEARCH_GROUP for worker in workers)


def is_painted(app: App[Any]) -> bool:
    """Whether nothing is waiting to be painted. It asks what Textual tells nobody."""
    if not app.screen_stack:
        return True
    screen = app.screen
    return not (
        app._batch_count
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
