"""The base of all screens: sizes, late messages, and keys that always respond.

A screen settles after resizes, writes only what changed, and does nothing once it has
been left. An action that is not possible is greyed out, and its key says why in the status line.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from functools import partial, wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from rich.text import Text
from textual import events, messages
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input, Static

from ttt_tui.app.screens.permitted import permitted
from ttt_tui.app.terminal.filters import AsciiFilter, only_ascii
from ttt_tui.app.terminal.patches import PatchedScreen, bindings_of, keep_bindings
from ttt_tui.engine import Player
from ttt_tui.errors import ActionUnavailable, NotPermitted, RecordError, StoreError
from ttt_tui.process.layouts import DIGIT_ROWS
from ttt_tui.process.permissions import EVERYTHING
from ttt_tui.session import wording

if TYPE_CHECKING:
    from ttt_tui.app.app import TttApp
    from ttt_tui.engine import Game
    from ttt_tui.engine.records.tree import Tree
    from ttt_tui.store.stored_game import GameRef

Result = TypeVar("Result")

LATE = (events.InputEvent, events.Resize, events.ScreenResume, events.Timer)
"""Events that may still be on their way to a screen that has gone, or to a program that is ending."""

LEAST_SIZE = Size(20, 8)
"""The least columns and lines in which everything can be played."""

ANNOUNCED_SECONDS = 5.0
"""Seconds that each line of a text is shown."""

LEAST_SECONDS = 2.0
"""Seconds that a line is shown even if keys are pressed."""

AROUND = 4
"""Cells of the window that the status line does not use."""

MOST_WAITING = 12
"""The most lines that can wait; of more the oldest are dropped."""


def part_action(part: str, action: Callable[..., None]) -> Callable[..., None]:
    """Return a method of a screen that calls this action, or message handler, of its attribute `part`.

    A part is an object with keys and actions of its own, such as `Hints`: the screen adds its `BINDINGS`, and
    lists its `action_…` methods. The method does nothing if the screen has no such part.
    """

    @wraps(action)
    def act(screen: Any, *parameters: object) -> None:
        if (owner := getattr(screen, part)) is not None:
            action(owner, *parameters)

    return act


class BaseScreen(PatchedScreen[Result]):
    """A screen that explains its keys, and ignores outdated sizes and late messages.

    Each layout sends the screen its size as a resize event. With two sizes under way at once each event
    undoes the other's layout and causes the next, for ever, at full load.
    """

    SHOWS_STATUS: ClassVar[bool] = False
    """Whether there is a status line, for refusals and for warnings of the store."""

    app: "TttApp"
    """The program."""

    def __init__(self) -> None:
        super().__init__()
        self.notice = ""
        """The text in the status line instead of the state, until the next key."""
        self.announcements = Announcements(self)
        """The texts that the status line shows for a while."""
        if (permissions := self.app.session.permissions) is not EVERYTHING:
            keep_bindings(self, partial(permitted, permissions=permissions))
        self._is_new = True
        self._is_first_painted = False  # just now
        self._sizes_seen = 0  # by the app before everything was painted last
        # Set before the first layout, the width's class does not cause a second styling of everything.
        fitting = [name for least, name in self.HORIZONTAL_BREAKPOINTS or () if self.app.size.width >= least]
        self.set_class(bool(fitting), *fitting[-1:])

    # --- sizes and painting ------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Handle an event unless it is about an outdated size.

        If the terminal is too small, a screen that resumes is covered before it is laid out.
        """
        if isinstance(event, events.ScreenResume):
            self.app.check_size(self.app.size)
            if not self.is_active:
                return  # it resumes again when it is uncovered
        if isinstance(event, events.ScreenResume) and self._is_new:
            self._is_new = event.refresh_styles = False  # they have just been made
            self._notice_size()
            self._is_first_painted = True
            await super().on_event(event)
            self._is_first_painted = False
        elif not isinstance(event, events.Resize):
            await super().on_event(event)
        elif event.size == self.app.size:
            await super().on_event(event)
            if self._notice_size():  # the terminal's own size, not just a layout's
                self.refresh()  # it may be as before, but a window smaller for a moment cuts things off

    def refresh(
        self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False
    ) -> Self:
        """Repaint, except all of a screen that is just being painted for the first time.

        Textual requests that after it has laid out and painted a new screen.
        """
        if self._is_first_painted and not (regions or layout or recompose):
            return self
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def _notice_size(self) -> bool:
        """Return whether the terminal has reported its size since the last call."""
        before, self._sizes_seen = self._sizes_seen, self.app.sizes_seen
        return before != self._sizes_seen

    def show_colours(self) -> None:
        """Update what depends on the theme without being drawn by it: the players' colours in texts."""

    @property
    def is_ascii(self) -> bool:
        """Whether nothing beyond ASCII may be shown."""
        return only_ascii(self.app)

    def show_symbols(self, players: tuple[Player, ...]) -> None:
        """Replace these players' symbols by letters from now on, if nothing beyond ASCII may be shown."""
        for line_filter in self.app.get_line_filters():
            if isinstance(line_filter, AsciiFilter):
                line_filter.show_symbols(players)

    # --- coming and going --------------------------------------------------------------------------------

    def admits(self, message: Message) -> bool:
        """Return whether a message is not too late, or belongs to the end of the screen."""
        if isinstance(message, events.Mount) and self.app.return_code is not None:
            return False  # its parts may be gone already
        is_of_textual = isinstance(message, events.Event) or type(message).__module__ == messages.__name__
        return not self.has_gone or (is_of_textual and not isinstance(message, LATE))

    @property
    def has_gone(self) -> bool:
        """Whether this screen has been left, or the program is ending."""
        return self.app.return_code is not None or self not in self.app.screen_stack

    def leave(self) -> None:
        """Leave for the screen below, or for the setup if there is none."""
        if self.is_active:
            self.app.leave()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with a result, unless this screen has been left or is covered by another one."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def action_focus_line(self, by: int) -> None:
        """Move the focus to the nearest field of the next line (1) or the previous one (-1).

        The first line follows the last. Tab goes from field to field instead. A line is a run of consecutive
        fields side by side: a field that is scrolled out of sight may have the same y as another one.
        """
        focused = self.focused
        lines = [[*line] for _, line in groupby(self.focus_chain, key=lambda field: field.region.y)]
        here = next((number for number, line in enumerate(lines) if focused in line), None)
        if focused is None or here is None or len(lines) < 2:
            self.focus_next()
            return
        line, x = lines[(here + by) % len(lines)], focused.region.x
        self.set_focus(min(line, key=lambda field: abs(field.region.x - x)))

    def study_game(self, game: "Game", stored: "GameRef | None", ply: int) -> None:
        """Study a game after `ply` moves above this screen, or say why its lines cannot be read."""
        if (tree := self.tree_of(game, stored)) is not None:
            self.app.open_study(tree, stored, ply)

    def tree_of(self, game: "Game", stored: "GameRef | None") -> "Tree | None":
        """Return a game with the lines that are stored with it; None after saying why they cannot be read."""
        from ttt_tui.session.study import tree_of

        try:
            return tree_of(self.app.session, game, stored)
        except (RecordError, StoreError) as error:
            self.refuse(str(error))
            return None

    # --- the status line ---------------------------------------------------------------------------------

    def show_status(self) -> None:
        """Show the `status_message`, else the state, if there is a status line."""

    @property
    def status_message(self) -> str:
        """The text in the status line instead of the state, or for a while beside it."""
        return self.notice or self.announcements.current

    @property
    def hides_announcement(self) -> bool:
        """Whether the status line has something more important to say than an announcement."""
        return bool(self.notice)

    def announce(self, text: str, *, is_news: bool = False) -> None:
        """Show a text in the status line for a while, after the current announcements."""
        self.announcements.add(text, is_news=is_news)

    def show_warnings(self, warnings: list[str]) -> None:
        """Announce problems in the background, such as unsaved games."""
        for warning in warnings:
            self.announce(warning)

    def refuse(self, reason: str) -> None:
        """Show why something was not done, until the next key."""
        self.show_notice(wording.sentence(reason))

    def explain(self, error: NotPermitted) -> None:
        """Say on the nearest screen with a status line that something is not permitted."""
        for screen in reversed(self.app.screen_stack):
            if isinstance(screen, BaseScreen) and screen.SHOWS_STATUS:
                screen.refuse(str(error))
                return

    def show_notice(self, text: str) -> None:
        """Show a text in the status line until the next key."""
        self.notice = text
        self.show_status()

    def clear_notice(self) -> None:
        """Clear the notice, which shows the state again."""
        if self.notice:
            self.show_notice("")

    # --- keys --------------------------------------------------------------------------------------------

    @property
    def unused_settings(self) -> Mapping[str, str]:
        """The settings that what this screen shows does not follow, each with the reason."""
        return {}

    def check_possible(self, action: str) -> None:
        """Raise `ActionUnavailable` if an action is not possible now."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Grey out actions that are not possible."""
        try:
            self.check_possible(action)
        except ActionUnavailable:
            return None
        return True

    def is_in_footer(self, binding: Binding) -> bool:
        """Return whether the footer names a key, if it has room."""
        return binding.show

    def on_key(self, event: events.Key) -> None:
        """Explain a key that does nothing. This runs before the bindings are checked."""
        if not self.SHOWS_STATUS:
            return
        actions = [binding.action.split("(")[0] for binding in bindings_of(self, event.key)]
        self.begin_key(actions)
        if self.focused is not None and bindings_of(self.focused, event.key):
            return
        states = [self.check_action(action, ()) for action in actions]
        if True in states:
            return
        if None not in states and self.take_free_key(event.key):
            event.stop()
            return
        if not actions and self._explain_layout(event):
            event.stop()
            return
        hidden_last = sorted(zip(states, actions, strict=True), key=lambda each: each[0] is False)
        try:
            for _, action in hidden_last:
                self.check_possible(action)
        except ActionUnavailable as refusal:
            self.refuse(str(refusal))
            event.stop()

    @property
    def takes_digits(self) -> bool:
        """Whether a digit acts at once, so that every digit key counts as a digit."""
        return False

    def _explain_layout(self, event: events.Key) -> bool:
        """Explain once, at a key without meaning, which layout the keys need; return whether it did."""
        typed = event.character or ""
        is_digit = self.takes_digits and typed in DIGIT_ROWS
        is_foreign = bool(typed) and typed.isprintable() and not typed.isascii()
        if not (typed and (is_digit or is_foreign)):
            return False
        if self.app.has_explained_layout or isinstance(self.focused, Input):
            return False
        self.app.has_explained_layout = True
        self.refuse("for a digit, hold Shift" if is_digit else "the keys need a Latin keyboard layout")
        return True

    def begin_key(self, actions: Collection[str]) -> None:
        """Prepare for a key that is bound to these actions: clear the answer to the previous key."""
        self.clear_notice()
        self.announcements.skip()

    def take_free_key(self, key: str) -> bool:
        """Handle a key that no action uses now; return whether the key has a meaning."""
        return False


class Announcements:
    """Shows texts in the status line of a screen, each for a while; they never cover the board.

    A text that is wider than the window is shown line by line. A line is kept as long as the screen
    `hides_announcement`.
    """

    def __init__(self, screen: BaseScreen[Any]) -> None:
        self._screen = screen
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._news: set[str] = set()  # lines about events of the game, which are soon out of date
        self._timer: Timer | None = None
        self._since = 0.0
        self.current = ""
        """The line that is shown, empty if there is none."""

    def add(self, text: str, *, is_news: bool = False) -> None:
        """Show this text after the waiting ones, unless it is shown or waits already.

        While texts wait, older news is shown for no longer than it takes to read it.
        """
        app = self._screen.app
        lines = Text(text).wrap(app.console, max(1, app.size.width - AROUND))
        known = (self.current, *self._waiting)
        new = [line for each in lines if (line := each.plain.rstrip()) not in known]
        self._waiting.extend(new)
        if is_news:
            self._news.update(new)
        if not self.current:
            self._show_next()
        elif is_news and new:
            self.hasten_notices()

    def skip(self) -> None:
        """Show the next line after a key was pressed, if this one could be read."""
        if self.current and time.monotonic() - self._since >= LEAST_SECONDS:
            self._show_next()

    def hasten_notices(self) -> None:
        """After a change of the game, show the next line as soon as the current news could be read."""
        if self.current not in self._news:
            return
        left = self._since + LEAST_SECONDS - time.monotonic()
        if left > 0:
            self._wait(left)
        else:  # Textual cannot divide by a timer's 0 seconds
            self._show_next()

    def drop_notices(self) -> None:
        """Drop all news, which is out of date."""
        others = [line for line in self._waiting if line not in self._news]
        self._waiting.clear()
        self._waiting.extend(others)
        if self.current in self._news:
            self._show_next()

    def _show_next(self) -> None:
        if self.current and self._screen.hides_announcement:
            self._wait(ANNOUNCED_SECONDS)
            return
        self.current = self._waiting.popleft() if self._waiting else ""
        self._news.intersection_update((self.current, *self._waiting))
        self._since = time.monotonic()
        is_old_news = self.current in self._news and bool(self._waiting)
        self._wait(LEAST_SECONDS if is_old_news else ANNOUNCED_SECONDS)
        if not self._screen.is_mounted:  # it is announced while the screen is being made
            self._screen.call_after_refresh(self._screen.show_status)
        elif not self._screen.has_gone:
            self._screen.show_status()

    def _wait(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._show_next) if self.current else None


class TooSmallScreen(BaseScreen[None], ModalScreen[None]):
    """Shows the needed size. It appears and disappears by itself; the game below goes on."""

    DEFAULT_CSS = """
    TooSmallScreen {
        align: center middle;
        overflow: hidden;
        background: $ground;
    }
    TooSmallScreen Static {
        width: 100%;
        text-align: center;
        color: $muted;
    }
    TooSmallScreen #needed {
        color: $role-text;
        text-style: bold;
    }
    """

    def compose(self) -> ComposeResult:
        """Yield the sentence, short enough for a very small window."""
        yield Static(f"{LEAST_SIZE.width}×{LEAST_SIZE.height} needed", id="needed")
        yield Static("", id="there")

    def on_resize(self) -> None:
        """Show the present size, and close once it is sufficient."""
        self.query_one("#there", Static).update(f"{self.app.size.width}×{self.app.size.height} here")
