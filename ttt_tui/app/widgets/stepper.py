"""A value that changes with ← and →, by digits, or by a click on its arrows: `Columns ‹ 3 ›`.

It is no text field, so every letter keeps its meaning on the screen that it is part of.
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

from ttt_tui.app.widgets import mouse

Value = Any
"""Whatever is chosen among; its owner knows what it gave."""

DIGIT_PAUSE = 1.0
"""Seconds after which a digit starts a new number."""


class Stepper(Widget, can_focus=True):
    """Chooses one of a few values. `choices` are (value, text) pairs in order."""

    ALLOW_SELECT = False
    BINDINGS = [
        Binding("left,minus", "step(-1)", "less", show=False, id="stepper.less"),
        Binding("right,plus", "step(1)", "more", show=False, id="stepper.more"),
        Binding("home", "jump(0)", "least", show=False, id="stepper.least"),
        Binding("end", "jump(-1)", "most", show=False, id="stepper.most"),
    ]
    COMPONENT_CLASSES = {"stepper--label", "stepper--arrow", "stepper--value"}
    DEFAULT_CSS = """
    Stepper {
        width: auto;
        height: 1;
        margin: 0 1 0 0;
        & > .stepper--label { color: $text-muted; }
        & > .stepper--arrow { color: $text-muted; }
        & > .stepper--value { color: $text; text-style: bold; }
        &:focus > .stepper--arrow { color: $text-accent; text-style: bold; }
        &:focus > .stepper--value { text-style: bold reverse; }
        &:focus > .stepper--label { color: $text; }
    }
    """

    class Changed(Message):
        """Another value was chosen by the user."""

        def __init__(self, stepper: "Stepper") -> None:
            super().__init__()
            self.stepper = stepper

        @property
        def control(self) -> "Stepper":
            """The stepper."""
            return self.stepper

    def __init__(self, label: str, choices: Sequence[tuple[Value, str]], value: Value, id: str) -> None:
        super().__init__(id=id)
        self.label = label
        self._typed = ""
        self._forget: Timer | None = None
        self.offer(choices, value)

    def offer(self, choices: Sequence[tuple[Value, str]], value: Value) -> None:
        """Offer these values from now on, with this one chosen. No message is sent."""
        if all(choice != value for choice, _ in choices):
            choices = [*choices, (value, str(value))]
        self.choices = list(choices)
        self._index = next(i for i, (choice, _) in enumerate(choices) if choice == value)
        self._width = max(cell_len(text) for _, text in self.choices)
        self.refresh(layout=True)

    @property
    def value(self) -> Value:
        """The chosen value."""
        return self.choices[self._index][0]

    def render(self) -> Text:
        """Draw label, arrows and value."""
        style = self.get_component_rich_style
        arrow = style("stepper--arrow")
        return Text.assemble(
            (f"{self.label} ", style("stepper--label")),
            ("‹", arrow),
            (f" {self.choices[self._index][1]} ".center(self._width + 2), style("stepper--value")),
            ("›", arrow),
        )

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the cells that the longest value takes."""
        return cell_len(self.label) + self._width + 5

    def action_step(self, by: int) -> None:
        """Choose the next value or the one before, as far as there is one."""
        self._forget_digits()
        self._choose(min(max(self._index + by, 0), len(self.choices) - 1))

    def action_jump(self, index: int) -> None:
        """Choose the first or the last value."""
        self._forget_digits()
        self._choose(index % len(self.choices))

    def on_key(self, event: events.Key) -> None:
        """Put digits together to a number, and choose it once it is one of the values."""
        if event.character is None or not event.character.isascii() or not event.character.isdigit():
            return
        event.stop()
        for typed in (self._typed + event.character, event.character):
            self._typed = typed
            texts = [text.split()[0] for _, text in self.choices]
            if typed in texts:
                self._choose(texts.index(typed))
                break
            if any(text.startswith(typed) for text in texts):
                break
        if self._forget is not None:
            self._forget.stop()
        self._forget = self.set_timer(DIGIT_PAUSE, self._forget_digits)

    def _forget_digits(self) -> None:
        self._typed = ""

    def on_blur(self) -> None:
        """A number typed half is no number elsewhere."""
        self._forget_digits()

    def on_click(self, event: events.Click) -> None:
        """The left arrow means less, the value and the right arrow mean more."""
        left = cell_len(self.label) + 1
        if event.x >= left and event.button == mouse.LEFT:
            self.action_step(-1 if event.x <= left + 1 else 1)

    def _choose(self, index: int) -> None:
        if index != self._index:
            self._index = index
            self.refresh()
            self.post_message(self.Changed(self))
