"""Sharing a game: the first request copies its text, the next saves a picture, the third shows the text."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ttt_tui.engine import Game
from ttt_tui.process.clipboard import Clipboard
from ttt_tui.process.paths import NO_HOME
from ttt_tui.process.text import printable

if TYPE_CHECKING:
    from textual.theme import Theme

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

ROOMY = 60
"""Columns from which a notice is shown in full."""


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


class Sharing:
    """Answers the sharing key of a screen: each press in a row executes the next step."""

    def __init__(self, screen: "BoardScreen") -> None:
        self._screen = screen
        self._session = screen.session
        self._shared: Shareable | None = None
        self._step = 0

    def end(self) -> None:
        """Reset the steps: another key was pressed."""
        self._step = 0

    def share(self, shareable: Shareable) -> None:
        """Copy the text; when repeated for the same text, save the picture, and then show the text."""
        if self._shared is None or self._shared.text != shareable.text:
            self._step = 0
        self._shared = shareable
        steps = [self._copy, *([self._save] if shareable.picture else []), self._show]
        step = steps[self._step % len(steps)]
        self._step += 1
        step(shareable)

    def _copy(self, shareable: Shareable) -> None:
        clipboard = self._screen.app.copy(shareable.text)
        if clipboard is Clipboard.NONE:
            self._show(shareable, can_copy=False)
            return
        is_roomy = self._screen.app.size.width >= ROOMY
        what = (COPIED if is_roomy else BRIEFLY)[clipboard]
        if shareable.picture is None:
            self._screen.show_notice(what)
        else:
            self._screen.show_notice(f"{what} · C again: {'save a picture' if is_roomy else 'picture'}")

    def _show(self, shareable: Shareable, *, can_copy: bool = True) -> None:
        self._step = 0
        save = None if shareable.picture is None else partial(self._save, shareable)
        self._screen.show_text(shareable.text, save, can_copy=can_copy)

    def _save(self, shareable: Shareable) -> None:
        """Save the picture beside the history, in a thread: no screen waits for the disk."""
        from ttt_tui.store.files import describe_os_error, write_beside

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
