"""The keys that can follow a game, as buttons in the panel: the first on the accent, as in a dialog."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding
from textual.screen import Screen

from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.widgets.lines import INDENT, TEXT, Line, Lines, TextStyle, cells_of, fitted

GAP = 1
"""Cells between two buttons, and lines between rows of them."""

MAIN = TextStyle("ink", "accent", bold=True, stands_out=True)
SIGN, WORDS = TextStyle("accent", "raised", bold=True), TextStyle(ground="raised")


class Button(NamedTuple):
    """A button: a key and what it does."""

    key: str
    """Textual's name."""
    sign: str
    """The displayed name."""
    words: str

    @property
    def width(self) -> int:
        """Cells with the blanks on both sides."""
        return cell_len(self.sign) + 1 + cell_len(self.words) + 2


Describe = Callable[[Binding], str]
"""Returns the words of a key's button, empty for a key without one."""


class KeyButtons(Lines):
    """Shows the possible keys of the screen that have a button; a click presses the key."""

    DEFAULT_CSS = """
    KeyButtons { height: auto; dock: bottom; display: none; }
    """

    def __init__(self, describe: Describe) -> None:
        super().__init__()
        self._describe = describe
        self._buttons: tuple[Button, ...] = ()
        self.fit: Callable[[], object] = lambda: None
        """Called when the buttons take more lines than before, or fewer."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._follow_bindings)

    def _follow_bindings(self, screen: Screen[object]) -> None:
        if not self.display or screen not in self.app.screen_stack:  # it is being taken apart
            return
        before = self.rows_in(self.size.width)
        self.update()
        if self.rows_in(self.size.width) != before:
            self.fit()

    def update(self) -> None:
        """Show the keys that are possible now."""
        found: dict[str, Button] = {}
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if active.enabled and binding.action not in found and (words := self._describe(binding)):
                sign = self.app.get_key_display(binding)
                found[binding.action] = Button(binding.key.split(",")[0], sign, words)
        self._buttons = tuple(found.values())
        self.follow()

    def rows_in(self, width: int) -> int:
        """Return the lines that the buttons take in `width` cells."""
        rows = len(self._rows(width))
        return rows + GAP * max(rows - 1, 0)

    def _rows(self, width: int) -> list[list[tuple[int, Button]]]:
        """Return the buttons in rows, each with its first cell; as many in a row as fit.

        Of several rows the first one is the first button's alone, unless that takes another row.
        """
        rows = _in_rows(self._buttons, width)
        if len(rows) > 1:
            apart = _in_rows(self._buttons[:1], width) + _in_rows(self._buttons[1:], width)
            rows = apart if len(apart) == len(rows) else rows
        return rows

    def lines(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for row in self._rows(width):
            lines += [()] * GAP * bool(lines)
            line: Line = ()
            for x, button in row:
                sign, words = (SIGN, WORDS) if lines or line else (MAIN, MAIN)
                text = fitted(f"{button.words} ", width - x - button.width + cell_len(button.words) + 1)
                gap = (" " * (x - cells_of(line)), TEXT)
                line = (*line, gap, (f" {button.sign} ", sign), (text, words))
            lines.append(line)
        return lines

    def on_click(self, event: events.Click) -> None:
        """Press the key of the clicked button."""
        place = event.get_content_offset(self)
        if place is None or event.button != LEFT_BUTTON:
            return
        row, is_between = divmod(place.y, 1 + GAP)
        rows = self._rows(self.size.width)
        for x, button in rows[row] if row < len(rows) and not is_between else ():
            if x <= place.x < x + button.width:
                self.app.simulate_key(button.key)


def _in_rows(buttons: Sequence[Button], width: int) -> list[list[tuple[int, Button]]]:
    """Return buttons in rows, each with its first cell; as many in a row as fit."""
    rows: list[list[tuple[int, Button]]] = []
    x = width
    for button in buttons:
        if x + button.width > width - INDENT:
            rows.append([])
            x = INDENT
        rows[-1].append((x, button))
        x += button.width + GAP
    return rows
