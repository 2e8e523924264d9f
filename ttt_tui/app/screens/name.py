"""What the person at this terminal is called, in a small dialog."""

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Static

from ttt_tui.app.screens.base import SteadyScreen
from ttt_tui.app.widgets.footer import KeyLine
from ttt_tui.engine import LONGEST_NAME, name_problem
from ttt_tui.session import wording


class NameScreen(SteadyScreen[str | None], ModalScreen[str | None]):
    """Changes a name; Enter keeps, Esc leaves it as it was."""

    BINDINGS = [
        Binding("enter", "keep", "keep", key_display="↵", id="name.keep"),
        Binding("escape", "leave", "leave as it was", id="name.leave"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._before = name

    def compose(self) -> ComposeResult:
        """Give the one field."""
        with Vertical(classes="dialog"):
            yield Label("Your name")
            yield Input(self._before, max_length=LONGEST_NAME, compact=True, id="name")
            yield Static(id="wrong", markup=False)
        yield KeyLine()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps from the field."""
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Keep the name, or say what is wrong with it."""
        name = self.query_one("#name", Input).value.strip()
        if reason := name_problem(name):
            self.query_one("#wrong", Static).update(wording.sentence(reason))
        else:
            self.dismiss(name)

    def action_leave(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)
