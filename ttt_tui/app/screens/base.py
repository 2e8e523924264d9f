"""What all screens have in common: they come to rest after resizes, write no more than what changed, and do
nothing any more once they have gone.
"""

from itertools import groupby
from typing import Self, TypeVar

from textual import events, messages
from textual.await_complete import AwaitComplete
from textual.geometry import Region
from textual.message import Message

from ttt_tui.app.host import BaseApp
from ttt_tui.app.terminal.filters import AsciiFilter, only_ascii
from ttt_tui.app.terminal.patches import PatchedScreen
from ttt_tui.engine import Player

Result = TypeVar("Result")


LATE = (events.InputEvent, events.Resize, events.ScreenResume, events.Timer)
"""Events that may still be on their way to a screen that has gone, or to a program that is ending."""


class BaseScreen(PatchedScreen[Result]):
    """Drops news of sizes that the terminal no longer has, and everything that comes too late.

    Each layout tells the screen itself of its size, as news of a resize. With two sizes under way at once
    each news undoes the other's layout and brings forth the next, for ever, at full load.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_new = True
        self._is_first_painted = False  # just now
        self._sizes_heard = 0  # by the app before everything was painted last
        # Known before the first layout, the width's class does not make everything be styled once more.
        fitting = [name for least, name in self.HORIZONTAL_BREAKPOINTS or () if self.app.size.width >= least]
        self.set_class(bool(fitting), *fitting[-1:])

    async def on_event(self, event: events.Event) -> None:
        """Handle an event unless it is about a size of the past.

        A screen that comes to the top of a terminal that is too small is covered before it is laid out.
        """
        if isinstance(event, events.ScreenResume) and isinstance(self.app, BaseApp):
            self.app.check_size()
            if not self.is_active:
                return  # it resumes again when it is uncovered
        if isinstance(event, events.ScreenResume) and self._is_new:
            self._is_new = event.refresh_styles = False  # they have just been made
            self._hears_of_size()
            self._is_first_painted = True
            await super().on_event(event)
            self._is_first_painted = False
        elif not isinstance(event, events.Resize):
            await super().on_event(event)
        elif event.size == self.app.size:
            await super().on_event(event)
            if self._hears_of_size():  # of the terminal's, not only of a layout's own
                self.refresh()  # it may be as before, but a window smaller for a moment cuts things off

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Have something painted anew, but not all of it once more that is just painted for the first time.

        Textual asks for that, after it has laid out and painted a screen that was not there before.
        """
        if self._is_first_painted and not (regions or layout or recompose):
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _hears_of_size(self) -> bool:
        """Return whether the terminal has told its size since this was asked last."""
        before, self._sizes_heard = (
            self._sizes_heard,
            self.app.sizes_heard if isinstance(self.app, BaseApp) else 0,
        )
        return before != self._sizes_heard

    def show_colours(self) -> None:
        """Show what depends on the theme and is not drawn by it: the players' colours in texts."""

    def admits(self, message: Message) -> bool:
        """Return whether a message does not come too late, or belongs to the end."""
        if isinstance(message, events.Mount) and self.app.return_code is not None:
            return False  # its parts may be gone already
        is_of_textual = isinstance(message, events.Event) or type(message).__module__ == messages.__name__
        return not self.has_gone or (is_of_textual and not isinstance(message, LATE))

    @property
    def has_gone(self) -> bool:
        """Whether this screen has been left, or the program is ending."""
        return self.app.return_code is not None or self not in self.app.screen_stack

    def action_focus_line(self, by: int) -> None:
        """Give the focus to the next line (1) or the one before (-1): to the field there that is nearest.

        After the last line comes the first. Tab goes from field to field instead. A line is what stands side
        by side and follows one another: a field that is scrolled out of sight may be as high as another.
        """
        focused = self.focused
        lines = [[*line] for _, line in groupby(self.focus_chain, key=lambda field: field.region.y)]
        here = next((number for number, line in enumerate(lines) if focused in line), None)
        if focused is None or here is None or len(lines) < 2:
            self.focus_next()
            return
        line, x = lines[(here + by) % len(lines)], focused.region.x
        self.set_focus(min(line, key=lambda field: abs(field.region.x - x)))

    def leave(self) -> None:
        """Leave for the screen below, or for the setup."""
        if self.is_active and isinstance(self.app, BaseApp):
            self.app.leave()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Go with a result, unless this screen has gone already or another one lies on it."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @property
    def is_ascii(self) -> bool:
        """Whether nothing beyond ASCII may be shown."""
        return only_ascii(self.app)

    def spell(self, players: tuple[Player, ...]) -> None:
        """Show these players' symbols by letters from now on, if nothing beyond ASCII may be shown."""
        for line_filter in self.app.get_line_filters():
            if isinstance(line_filter, AsciiFilter):
                line_filter.spell(players)
