"""What the person at this terminal is called, in a small dialog."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input, Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.engine import LONGEST_NAME, check_name
from ttt_tui.errors import InvalidName
from ttt_tui.session import wording

KEEP = Binding("enter", "keep", "save", key_display="↵", id="name.keep")
LEAVE = Binding("escape", "leave", "cancel", key_display="Esc", id="name.leave")


class NameScreen(Dialog[str | None]):
    """Changes a name; Enter saves it, Esc cancels."""

    AUTO_FOCUS = "#name"
    BINDINGS = [KEEP, LEAVE]

    def __init__(self, name: str) -> None:
        super().__init__("Your name")
        self._before = name

    def compose_body(self) -> ComposeResult:
        """Give the one field."""
        yield Input(self._before, max_length=LONGEST_NAME, compact=True, id="name")
        yield Static(id="wrong", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return both answers."""
        return AnswerButton(KEEP), AnswerButton(LEAVE)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter keeps it from the field."""
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        """Keep the name, or say what is wrong with it."""
        name = self.query_one("#name", Input).value.strip()
        try:
            check_name(name)
        except InvalidName as error:
            self.query_one("#wrong", Static).update(wording.sentence(str(error)))
        else:
            self.dismiss(name)

    def action_leave(self) -> None:
        """Leave it as it was."""
        self.dismiss(None)
