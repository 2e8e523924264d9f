"""A question with two answers, for the few things that no undo brings back."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog

YES = Binding("y", "answer(True)", "yes", key_display="y", id="confirm.yes")
NO = Binding("n,escape,q", "answer(False)", "no", key_display="n", id="confirm.no")


class ConfirmScreen(Dialog[bool]):
    """Asks, and is dismissed with the answer; the focus is on the one that does no harm."""

    BINDINGS = [YES, NO]

    def __init__(self, question: str, consequence: str = "", yes: str = "yes", no: str = "no") -> None:
        """Ask in one sentence; `consequence` is another one, `yes` and `no` are the words of the answers."""
        super().__init__(question)
        self.consequence = consequence
        self.yes = yes
        self.no = no

    def compose_body(self) -> ComposeResult:
        """Give what would come of it."""
        if self.consequence:
            yield Static(self.consequence, markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return both answers."""
        return AnswerButton(YES, self.yes), AnswerButton(NO, self.no, is_default=True)

    def action_answer(self, yes: bool) -> None:
        """Answer."""
        self.dismiss(yes)
