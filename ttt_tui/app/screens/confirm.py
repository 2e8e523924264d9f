"""A question with yes and no, for the few things that no undo brings back."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Label

from ttt_tui.app.screens.base import SteadyScreen


class ConfirmScreen(SteadyScreen[bool], ModalScreen[bool]):
    """Asks, and is dismissed with the answer."""

    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (24, "-usual")]
    BINDINGS = [
        Binding("y,enter", "answer(True)", "yes", id="confirm.yes"),
        Binding("n,escape,q", "answer(False)", "no", id="confirm.no"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """Give the question and its two answers."""
        with Vertical(classes="dialog"):
            yield Label(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Button("yes  y", id="yes", compact=True)
                yield Button("no  n", id="no", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A click answers as well."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
