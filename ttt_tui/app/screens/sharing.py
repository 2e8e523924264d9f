"""Sharing a game: the first request copies its text, the next saves a picture, the third shows the text."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from ttt_tui.app.look.room import NARROW
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.app.widgets.footer import KeyHints
from ttt_tui.engine import Game
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.process.paths import NO_HOME
from ttt_tui.process.permissions import Permission
from ttt_tui.process.text import printable

if TYPE_CHECKING:
    from textual.theme import Theme

    from ttt_tui.app.app import TttApp
    from ttt_tui.app.screens.board_screen import BoardScreen

COPIED = {
    Clipboard.SURE: "Copied",
    Clipboard.PLAIN: "Sent to the clipboard",
    Clipboard.TMUX: "Sent to tmux (set-clipboard on)",
    Clipboard.SCREEN: "Sent to the clipboard",
}
"""Notices after copying: only some terminals are known to copy."""

BRIEFLY = dict.fromkeys(Clipboard, "To the clipboard") | {Clipboard.SURE: "Copied"}
"""Notices after copying where there is little room."""


class Shareable(NamedTuple):
    """The content that a screen shares."""

    text: str
    picture: Callable[[], str] | None = None
    """Returns an SVG file; None if there is no picture."""
    name: str = ""
    """The name of the picture's file, without a suffix."""


def shared_game(
    game: Game, theme: "Theme", ply: int | None = None, played_on: str = "", *, is_ascii: bool
) -> Shareable:
    """Return a game for sharing: its end, or the position after `ply` moves; its picture is in a theme.

    `played_on` is the date, empty if unknown.
    """
    from ttt_tui.session.sharing import share_text  # no first paint waits for this

    geometry = game.setup.geometry

    def picture() -> str:
        from ttt_tui.app.widgets.board.svg import svg_of

        return svg_of(game, theme, ply, played_on or None)

    name = f"ttt-tui-{played_on or date.today().isoformat()}-{geometry.columns}x{geometry.rows}"
    return Shareable(share_text(game, ply, is_ascii=is_ascii), picture, name)


def copied(app: "TttApp", text: str) -> str:
    """Copy a text, and return a notice about that; empty if this terminal cannot copy it."""
    try:
        clipboard = app.copy(text)
    except ValueError:  # too long
        return ""
    if clipboard is Clipboard.NONE:
        return ""
    return (COPIED if app.size.width >= NARROW else BRIEFLY)[clipboard]


def hand_out(screen: BaseScreen[Any], text: str) -> None:
    """Copy a text in the place of a file, or show it alone where it cannot be copied."""
    if what := copied(screen.app, text):
        screen.show_notice(what)
    else:
        screen.app.push_screen(ShareTextScreen(text, None, can_copy=False))


class Sharing:
    """Answers the sharing key of a screen: each press in a row executes the next step."""

    def __init__(self, screen: "BoardScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._shared: Shareable | None = None
        self.step = 0
        """How often the key was pressed in a row."""

    def share(self, shareable: Shareable) -> None:
        """Copy the text; when repeated for the same text, save the picture, and then show the text.

        Where no files may be saved there is no picture.
        """
        if not self._session.permissions.allows(Permission.FILES):
            shareable = shareable._replace(picture=None)
        if self._shared is None or self._shared.text != shareable.text:
            self.step = 0
        self._shared = shareable
        steps = [self._copy, *([self._save] if shareable.picture else []), self._show]
        step = steps[self.step % len(steps)]
        self.step += 1
        step(shareable)

    def _copy(self, shareable: Shareable) -> None:
        if what := copied(self._screen.app, shareable.text):
            again = "save a picture" if self._screen.app.size.width >= NARROW else "picture"
            self._screen.show_notice(what if shareable.picture is None else f"{what} · C again: {again}")
        else:
            self._show(shareable, can_copy=False)

    def _show(self, shareable: Shareable, *, can_copy: bool = True) -> None:
        self.step = 0
        save = None if shareable.picture is None else partial(self._save, shareable)
        self._screen.app.push_screen(ShareTextScreen(shareable.text, save, can_copy=can_copy))

    def _save(self, shareable: Shareable) -> None:
        """Save the picture beside the history, in a thread: no screen waits for the disk."""
        from ttt_tui.store.files import describe_os_error, write_beside

        self._session.permissions.check(Permission.FILES)
        history, picture = self._session.history, shareable.picture
        assert picture is not None
        if history is None or history.path is None:
            self._screen.refuse(f"can't save a picture: {NO_HOME}")
            return
        content, folder, screen = picture().encode(), history.path.parent, self._screen

        def save() -> None:
            try:
                path = write_beside(content, folder, shareable.name, ".svg")
            except OSError as error:
                tell = partial(screen.refuse, f"can't save a picture: {describe_os_error(error)}")
            else:
                tell = partial(screen.show_notice, saved_as(path))
            with suppress(RuntimeError):  # the program is ending
                screen.call_later(tell)

        threading.Thread(target=save, name="picture", daemon=True).start()


def saved_as(path: Path) -> str:
    """Return where a file was saved: `Saved ttt-tui-1.txt in ~/.local/share/ttt-tui`."""
    folder = str(path.parent)
    with suppress(RuntimeError, ValueError):
        folder = f"~/{path.parent.relative_to(Path.home())}"
    return printable(f"Saved {path.name} in {folder}")


class ShareText(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The text, from the first column; it scrolls with the keys of the screen."""


class ShareTextScreen(BaseScreen[None]):
    """Shows a text alone, so that the terminal's own selection contains nothing else.

    Meanwhile the mouse belongs to the terminal.
    """

    AUTO_FOCUS = ""
    BINDING_GROUP_TITLE = "A text to select"
    BINDINGS = [
        Binding("C", "share", "picture", key_display="C", id="text.share", tooltip="Save a picture"),
        Binding("q,escape,enter", "leave", "back", key_display="Esc", id="text.leave", tooltip="Go back"),
        Binding("down,j", "scroll(1)", "down", show=False, id="text.down", tooltip="Scroll down"),
        Binding("up,k", "scroll(-1)", "up", show=False, id="text.up", tooltip="Scroll up"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    ShareTextScreen { background: $ground; }
    ShareTextScreen #top {
        height: 1;
        padding: 0 2;
        background: $role-panel;
        color: $muted;
        text-wrap: nowrap;
        text-overflow: ellipsis;
    }
    ShareTextScreen ShareText { height: 1fr; scrollbar-size: 0 0; }
    ShareTextScreen ShareText > Static { color: $role-text; text-wrap: wrap; }
    """

    def __init__(self, text: str, save: Callable[[], None] | None, *, can_copy: bool) -> None:
        """`save` saves a picture of the text's subject; None if there is none."""
        super().__init__()
        self.text = text
        self.head = "Select the text with the mouse" if can_copy else "Can't copy here: select the text"
        self._save = save

    def compose(self) -> ComposeResult:
        """Yield the instruction, the text, and the keys."""
        yield Static(self.head, id="top", markup=False)
        with ShareText():
            yield Static(self.text, markup=False)
        yield KeyHints()

    def on_mount(self) -> None:
        """Lend the mouse to the terminal."""
        self._lend_mouse(True)

    def on_unmount(self) -> None:
        self._lend_mouse(False)

    def _lend_mouse(self, is_lent: bool) -> None:
        if (driver := terminal_driver(self.app)) is not None:
            driver.lend_mouse(is_lent)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide the key for a picture if there is no picture."""
        return action != "share" or self._save is not None

    def action_share(self) -> None:
        """Return to the screen that shows the picture's name, and save the picture."""
        self.dismiss(None)
        if self._save is not None:
            self._save()

    def action_scroll(self, lines: int) -> None:
        self.query_one(ShareText).scroll_relative(y=lines, animate=False, immediate=True)

    def action_leave(self) -> None:
        self.dismiss(None)
