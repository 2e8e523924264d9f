"""A motion in its time: one moment after the other, as long as motion is wanted and the line quick enough."""

from collections.abc import Callable
from functools import partial

from textual.timer import Timer
from textual.widget import Widget

from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.app.widgets.board.motion import Moment, Motion


class Moving:
    """Calls `show` with each moment of a widget's motion; the last one is always shown."""

    def __init__(self, widget: Widget, show: Callable[[Moment], None]) -> None:
        self._widget = widget
        self._show = show
        self._coming: Motion = ()
        self._timer: Timer | None = None

    @property
    def is_running(self) -> bool:
        """Whether there is still a moment to come."""
        return bool(self._coming)

    @property
    def _may_move(self) -> bool:
        app = self._widget.app
        driver = terminal_driver(app)
        return app.animation_level != "none" and not (driver is not None and driver.is_behind)

    def run(self, moments: Motion) -> None:
        """Show the first of these moments now, and the others in their time instead of what was to come."""
        if self._timer is not None:
            self._timer.stop()
        (now, moment), *later = moments if self._may_move else moments[-1:]
        self._coming = tuple(later)
        self._show(moment)
        go_on = partial(self._go_on, self._coming)
        self._timer = self._widget.set_timer(later[0][0] - now, go_on) if later else None

    def _go_on(self, coming: Motion) -> None:
        if coming is self._coming:  # else its timer rang just before it was stopped
            self.run(coming)
