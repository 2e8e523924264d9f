"""Inputs without text fields: a stepper, swatches of colours, and a list of names for dialogs.

A stepper changes a value with ← and →, by digits, by the wheel or by clicks: `Level ‹ expert ›  1 s a move`.
Letters keep their meaning on the screen around it.
"""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.binding import Binding
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import OptionList

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.terminal.patches import LEFT_BUTTON
from ttt_tui.app.themes import player_colour
from ttt_tui.engine import COLOURS

Choice = Any
"""A value of any type; its owner knows which."""

DIGIT_PAUSE = 1.0
"""Seconds after which a digit starts a new number."""

GAP = 2
"""Cells between the right arrow and the note."""


class Stepper(Widget, can_focus=True):
    """Chooses one of a few values. `choices` are (value, text) pairs in order.

    The value follows its label, and a note follows the value if it fits as a whole. A value that
    cannot be changed has no arrows, and Tab passes over it.
    """

    ALLOW_SELECT = False
    BINDINGS = [
        Binding("left,minus", "step(-1)", "less", show=False, id="stepper.less"),
        Binding("right,plus", "step(1)", "more", show=False, key_display="← →", id="stepper.more"),
        Binding("home", "jump(0)", "least", show=False, id="stepper.least"),
        Binding("end", "jump(-1)", "most", show=False, id="stepper.most"),
    ]
    COMPONENT_CLASSES = {"stepper--label", "stepper--arrow", "stepper--value", "stepper--note"}
    DEFAULT_CSS = """
    Stepper {
        width: auto;
        max-width: 100%;
        height: 1;
        & > .stepper--label { color: $muted; }
        & > .stepper--arrow { color: $faint; }
        & > .stepper--value { color: $role-text; text-style: bold; }
        & > .stepper--note { color: $muted; }
        &:focus { background: $raised; }
        &:focus > .stepper--label { color: $role-text; }
        &:focus > .stepper--arrow { color: $role-accent; }
        &:nocolor:focus { background: transparent; }
        &:ansi:focus > .stepper--value { background: $role-accent; color: $ink; } /* arrows tell nothing */
    }
    """

    class Changed(Message):
        """The user chose another value."""

        def __init__(self, stepper: "Stepper") -> None:
            super().__init__()
            self.stepper = stepper

    def __init__(
        self,
        label: str,
        choices: Sequence[tuple[Choice, str]],
        value: Choice,
        id: str,
        *,
        note: str = "",
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.label = label
        self.note = note
        self.label_width = 0
        """Least cells of the label, so that the values of several steppers are aligned."""
        self.value_width = 0
        """Least cells of the value with its arrows, so that the notes are aligned."""
        self._typed = ""
        self._forget: Timer | None = None
        self._width = 0
        self.offer(choices, value, note)

    def offer(self, choices: Sequence[tuple[Choice, str]], value: Choice, note: str | None = None) -> None:
        """Offer these values, with `value` chosen, without posting `Changed`.

        Without choices the value cannot be changed.
        """
        self.can_focus = bool(choices)
        if all(choice != value for choice, _ in choices):
            choices = [*choices, (value, str(value))]
        self.choices = list(choices)
        self._index = next(i for i, (choice, _) in enumerate(choices) if choice == value)
        if note is not None:
            self.note = note
        self.draw_anew()

    def fit(self, label_width: int, value_width: int = 0) -> None:
        """Set the least cells of the label, and of the value where a note follows."""
        if (label_width, value_width) != (self.label_width, self.value_width):
            self.label_width, self.value_width = label_width, value_width
            self.draw_anew()

    def draw_anew(self) -> None:
        """Repaint, and lay out again only if the width has changed."""
        width = self.natural_width
        self.refresh(layout=width != self._width)
        self._width = width

    @property
    def value(self) -> Choice:
        return self.choices[self._index][0]

    @property
    def left(self) -> int:
        """Cells before the left arrow: the label, shortened if it does not fit."""
        room = self.content_size.width
        return max(0, min(self._label_cells, room - self._value_cells)) if room else self._label_cells

    @property
    def _label_cells(self) -> int:
        return max(self.label_width, cell_len(self.label) + bool(self.label))

    @property
    def _value_cells(self) -> int:
        """Cells of the value with its arrows."""
        return cell_len(self.choices[self._index][1]) + 4

    def _note_cells(self, room: int | None = None) -> int:
        """Cells of the note and of what is before it, 0 if it does not fit into the rest of `room`."""
        before = max(self.value_width - self._value_cells, 0) + GAP
        cells = before + cell_len(self.note) if self.note else 0
        return cells if room is None or self._label_cells + self._value_cells + cells <= room else 0

    @property
    def natural_width(self) -> int:
        return self._label_cells + self._value_cells + self._note_cells()

    @property
    def most_cells(self) -> int:
        """Cells with the longest value, without a note."""
        return self._label_cells + max(cell_len(text) for _, text in self.choices) + 4

    def label_text(self) -> Text:
        text = Text(no_wrap=True).append(self.label, self.get_component_rich_style("stepper--label"))
        text.truncate(max(self.left - 1, 0))
        text.pad_right(self.left - text.cell_len)
        return text

    def render(self) -> Text:
        style = self.get_component_rich_style
        arrow = style("stepper--arrow")
        text = self.label_text()
        before, after = ("‹ ", " ›") if self.can_focus else ("  ", "  ")
        text.append(before, arrow)
        text.append(self.choices[self._index][1], style("stepper--value"))
        text.append(after, arrow)
        if cells := self._note_cells(self.content_size.width):
            text.append(self.note.rjust(cells), style("stepper--note"))
        return text

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.natural_width

    def action_step(self, by: int) -> None:
        """Step to the next value or the previous one."""
        self._clear_digits()
        self.choose(min(max(self._index + by, 0), len(self.choices) - 1))

    def action_jump(self, index: int) -> None:
        self._clear_digits()
        self.choose(index % len(self.choices))

    def on_key(self, event: events.Key) -> None:
        """Collect digits to a number, and choose it once it is one of the values."""
        if event.character is None or not event.character.isascii() or not event.character.isdigit():
            return
        event.stop()
        numbers = [f"{value:g}" if isinstance(value, int | float) else "" for value, _ in self.choices]
        for typed in (self._typed + event.character, event.character):
            self._typed = typed
            if typed in numbers:
                self.choose(numbers.index(typed))
                break
            if any(number.startswith(typed) for number in numbers):
                break
        if self._forget is not None:
            self._forget.stop()
        self._forget = self.set_timer(DIGIT_PAUSE, self._clear_digits)

    def _clear_digits(self) -> None:
        self._typed = ""

    def on_blur(self) -> None:
        self._clear_digits()

    def on_click(self, event: events.Click) -> None:
        """Step down on the left arrow, up on the value and the right arrow."""
        if event.button == LEFT_BUTTON and self._is_on_value(event):
            x = event.get_content_offset(self)
            assert x is not None, "it is on the value"
            self.action_step(-1 if x.x <= self.left + 1 else 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Step up over the value; elsewhere the wheel scrolls the page."""
        self._turn(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._turn(event, -1)

    def _turn(self, event: events.MouseEvent, by: int) -> None:
        if self._is_on_value(event):
            event.stop()
            event.prevent_default()
            self.action_step(by)

    def _is_on_value(self, event: events.MouseEvent) -> bool:
        offset = event.get_content_offset(self)
        return offset is not None and self.left <= offset.x < self.left + self._value_cells

    def choose(self, index: int) -> None:
        """Choose a value by its index."""
        if index != self._index:
            self._index = index
            self.draw_anew()
            self.post_message(self.Changed(self))


class BoardStepper(Stepper):
    """One of the numbers of a board, which are typed in a row: `15x15x5`."""

    BINDINGS = [
        Binding("x,X,multiplication_sign,asterisk", "next_number", "next number", show=False,
                id="board.next"),
    ]  # fmt: skip

    class Typed(Message):
        """The user typed a digit, whether it changed the number or not."""

    def on_key(self, event: events.Key) -> None:
        if event.character is not None and event.character.isascii() and event.character.isdigit():
            self.post_message(self.Typed())

    def action_next_number(self) -> None:
        """Focus the next number of the board, wrapping around."""
        assert isinstance(self.parent, Widget), "it stands in a row"
        numbers = [each for each in self.parent.children if isinstance(each, BoardStepper)]
        numbers[(numbers.index(self) + 1) % len(numbers)].focus()


SWATCH, CHOSEN = "■", "◆"

PITCH = 2
"""Cells from one swatch to the next."""


class Swatches(Stepper):
    """Shows all colours if they fit and can be seen, else the name of the chosen one."""

    def __init__(self, label: str, colour: str, id: str) -> None:
        super().__init__(label, [(each, each) for each in COLOURS], colour, id)

    @property
    def has_swatches(self) -> bool:
        room = self.content_size.width - self.left
        can_be_seen = not self.app.no_color and not only_ascii(self.app)
        return can_be_seen and room >= PITCH * len(COLOURS) - 1

    def render(self) -> Text:
        if not self.has_swatches:
            return super().render()
        text = self.label_text()
        for colour in COLOURS:
            is_chosen = colour == self.value
            text.append(CHOSEN if is_chosen else SWATCH, player_colour(self.app.current_theme, colour))
            text.append(" " * (PITCH - 1))
        return text

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked swatch; arrows are left to the base class."""
        if not self.has_swatches:
            return
        event.prevent_default()
        offset = event.get_content_offset(self)
        if offset is not None and event.button == LEFT_BUTTON and offset.x >= self.left:
            self.choose(min((offset.x - self.left) // PITCH, len(COLOURS) - 1))


class NameList(OptionList, inherit_bindings=False):
    """A list of names; Enter is left to the dialog."""

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
