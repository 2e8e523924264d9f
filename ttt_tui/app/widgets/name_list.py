"""A list of names in a dialog, one of which is chosen there."""

from textual.binding import Binding
from textual.widgets import OptionList


class NameList(OptionList, inherit_bindings=False):
    """The names; Enter is left to the dialog."""

    BINDINGS = [
        Binding("down,j", "cursor_down", "down", show=False, id="names.down"),
        Binding("up,k", "cursor_up", "up", show=False, id="names.up"),
        Binding("pagedown", "page_down", "page down", show=False, id="names.page_down"),
        Binding("pageup", "page_up", "page up", show=False, id="names.page_up"),
        Binding("home", "first", "first", show=False, id="names.first"),
        Binding("end", "last", "last", show=False, id="names.last"),
    ]
    DEFAULT_CSS = """
    NameList {
        height: auto;
        border: none;
        padding: 0;
        background: $role-panel;
        color: $role-text;
        scrollbar-size-vertical: 1;
        &:focus { border: none; background-tint: transparent; }
        & > .option-list--option-highlighted { background: $raised; color: $role-accent; text-style: bold; }
        &:nocolor > .option-list--option-highlighted { text-style: bold underline; }
    }
    """
