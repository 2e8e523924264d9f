"""A list to choose from, on a screen that keeps Enter for itself."""

from textual.binding import Binding
from textual.widgets import OptionList


class ChoiceList(OptionList, inherit_bindings=False):
    """A list in which up and down choose; Enter is left to the screen, where it starts the game."""

    BINDINGS = [
        Binding("down,j", "cursor_down", "down", show=False, id="list.down"),
        Binding("up,k", "cursor_up", "up", show=False, id="list.up"),
        Binding("home,pageup", "first", "first", show=False, id="list.first"),
        Binding("end,pagedown", "last", "last", show=False, id="list.last"),
    ]
