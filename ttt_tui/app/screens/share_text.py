"""A text alone on the screen, so that the terminal's own selection contains nothing else."""

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.terminal.driver import terminal_driver
from ttt_tui.app.widgets.footer import KeyHints

SELECT_IT = "Select the text with the mouse"
CANNOT_COPY = "Can't copy here: select the text"
"""The heading if nothing could be copied."""


class ShareText(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The text, from the first column; it scrolls with the keys of the screen."""


class ShareTextScreen(BaseScreen[None]):
    """Shows a text for selection. Meanwhile the mouse belongs to the terminal."""

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
        self.head = SELECT_IT if can_copy else CANNOT_COPY
        self._save = save

    def compose(self) -> ComposeResult:
        """Yield the instruction, the text, and the keys."""
        yield Static(self.head, id="top", markup=False)
        with ShareText():
            yield Static(self.text, markup=False)
        yield KeyHints()

    def on_mount(self) -> None:
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
