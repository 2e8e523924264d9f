"""The dialogs of the editor: what a position is for, and a text to paste."""

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.message import Message
from textual.widgets import Input, Static

from ttt_tui.app.screens.dialog import AnswerButton, Dialog
from ttt_tui.engine import Geometry

GAME = Binding("g,enter", "use('game')", "game", key_display="g", id="use.game")
PUZZLE = Binding("p", "use('puzzle')", "puzzle", key_display="p", id="use.puzzle")
STUDY = Binding("e", "use('study')", "study", key_display="e", id="use.study")
CANCEL = Binding("escape,q", "leave", "cancel", key_display="Esc", id="use.leave")


class UseScreen(Dialog[str]):
    """Asks what a position is for: is dismissed with `game`, `study`, `puzzle`, or with None."""

    BINDINGS = [GAME, STUDY, PUZZLE, CANCEL]

    def __init__(self, verdict: str) -> None:
        """`verdict` is what is known of the position, "" if nothing is yet."""
        super().__init__("Use this position for")
        self._verdict = verdict

    def compose_body(self) -> ComposeResult:
        games = "Game: the main menu sets up who plays from here."
        studies = "Study: lines of moves with comments, from here."
        puzzles = "Puzzle: it is one if exactly one move is proved to be right."
        yield Static("\n".join(filter(None, (games, studies, puzzles, self._verdict))), markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        others = (AnswerButton(binding) for binding in (STUDY, PUZZLE, CANCEL))
        return AnswerButton(GAME, is_default=True), *others

    def action_use(self, use: str) -> None:
        self.dismiss(use)


TAKE = Binding("enter", "take", "use", key_display="↵", id="paste.take")
CLOSE = Binding("escape", "leave", "cancel", key_display="Esc", id="paste.leave")

LONGEST_TYPED = 2000
"""Characters of a typed text: those of a diagram of the largest board as rows between slashes, or of moves.
"""


class PasteField(Input):
    """A line for a text; a pasted text is taken whole, with all its lines."""

    class Pasted(Message):
        """A text was pasted."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()  # the base class keeps the first line alone
        self.post_message(self.Pasted(event.text))


class PasteScreen(Dialog[str]):
    """Asks for a diagram, a record or moves: is dismissed with the text, or with None."""

    AUTO_FOCUS = "PasteField"
    BINDINGS = [TAKE, CLOSE]

    def __init__(self, geometry: Geometry) -> None:
        super().__init__("Paste a position")
        self._geometry = geometry

    def compose_body(self) -> ComposeResult:
        row = f"xo{self._geometry.columns - 2}"
        text = f"Paste a diagram, a record or moves, or type rows, such as {row}/…, or moves: a1 b2."
        yield PasteField(max_length=LONGEST_TYPED, compact=True)
        yield Static(text, markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(TAKE), AnswerButton(CLOSE)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_take()

    def on_paste_field_pasted(self, event: PasteField.Pasted) -> None:
        self.dismiss(event.text)

    def action_take(self) -> None:
        self.dismiss(self.query_one(PasteField).value)
