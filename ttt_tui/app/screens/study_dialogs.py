"""The dialogs of a study: the comment on a move, its sign, and the file in which the study is saved."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widgets import Input, Static, TextArea
from textual.widgets.option_list import Option

from ttt_tui.app.screens.dialog import AnswerButton, Dialog, ListDialog
from ttt_tui.app.widgets.inputs import NameList
from ttt_tui.engine.records.tree import LONGEST_COMMENT, SIGNS

NEW_LINE = Binding("ctrl+n", "new_line", "new line", key_display="Ctrl+N", id="comment.line", priority=True)
KEEP = Binding("enter", "keep", "save", key_display="↵", id="comment.keep", priority=True)
LEAVE = Binding("escape", "leave", "cancel", key_display="Esc", id="comment.leave", priority=True)


class TypedComment(NamedTuple):
    """What was typed as a comment, and whether it was saved or cancelled."""

    text: str
    is_saved: bool


class CommentField(TextArea):
    """The text of a comment, of several lines."""

    TAKES_TEXT: ClassVar[bool] = True


class CommentScreen(Dialog[TypedComment | None]):
    """Changes a comment; it is dismissed with what was typed, or with None if nothing was."""

    WIDTH = 64
    AUTO_FOCUS = "CommentField"
    BINDINGS = [KEEP, NEW_LINE, LEAVE]
    DEFAULT_CSS = """
    CommentScreen CommentField {
        height: 6;
        border: none;
        padding: 0;
        background: $raised;
        color: $role-text;
        &:focus { border: none; }
    }
    CommentScreen.-low CommentField { height: 3; }
    """

    def __init__(self, heading: str, comment: str) -> None:
        super().__init__(heading)
        self._before = comment

    def compose_body(self) -> ComposeResult:
        yield CommentField(self._before, soft_wrap=True, show_line_numbers=False, compact=True)
        yield Static(id="wrong", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(KEEP), AnswerButton(NEW_LINE), AnswerButton(LEAVE)

    @property
    def _field(self) -> CommentField:
        return self.query_one(CommentField)

    def on_mount(self) -> None:
        self._field.move_cursor(self._field.document.end)
        self._field.cursor_blink = False

    def action_new_line(self) -> None:
        self._field.insert("\n")

    def action_keep(self) -> None:
        self._dismiss(is_saved=True)

    def action_leave(self) -> None:
        if self._field.text == self._before:
            self.dismiss(None)
        else:
            self._dismiss(is_saved=False)

    def _dismiss(self, *, is_saved: bool) -> None:
        if not self._excess:
            self.dismiss(TypedComment(self._field.text, is_saved))

    @property
    def _excess(self) -> str:
        """What is wrong if the text is longer than a comment."""
        count = len(self._field.text)
        too_long = f"A comment has at most {LONGEST_COMMENT:,} characters: this has {count:,}"
        return too_long if count > LONGEST_COMMENT else ""

    def on_text_area_changed(self) -> None:
        """Say at once that there are too many characters."""
        self.query_one("#wrong", Static).update(self._excess)


# --- signs ------------------------------------------------------------------------------------------------

MEANINGS = {
    "!": "good move", "?": "mistake", "!!": "brilliant move", "??": "blunder",
    "!?": "interesting move", "?!": "dubious move",
}  # fmt: skip
"""What the signs mean."""

TAKE = Binding("enter", "take", "select", key_display="↵", id="sign.take")
NO_CHOICE = Binding("escape,q", "leave", "cancel", key_display="Esc", id="sign.leave")

NO_SIGN = 0
"""Chosen to take the sign away."""


class SignScreen(ListDialog[int | None]):
    """Chooses the sign of a move: dismissed with its number, `NO_SIGN`, or None if nothing was chosen."""

    WIDTH = 36
    BINDINGS = [TAKE, NO_CHOICE]

    def __init__(self, move: str, nags: Sequence[int]) -> None:
        super().__init__(f"Sign of {move}")
        self._choices = [*SIGNS.values(), NO_SIGN]
        self._own = next((nag for nag in nags if nag in self._choices), self._choices[0])

    def compose_body(self) -> ComposeResult:
        lines = [*(f"{sign:4}{MEANINGS[sign]}" for sign in SIGNS), "    no sign"]
        yield NameList(*(Option(Content(line)) for line in lines), markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(TAKE, is_default=True), AnswerButton(NO_CHOICE)

    def on_mount(self) -> None:
        self.names.highlighted = self._choices.index(self._own)

    def action_take(self) -> None:
        self.dismiss(self._choices[self.names.highlighted or 0])


# --- names ------------------------------------------------------------------------------------------------


KEEP_LINE = Binding("enter", "keep", "save", key_display="↵", id="line.keep")
NO_LINE = Binding("escape", "leave", "cancel", key_display="Esc", id="line.leave")


class LineScreen(Dialog[str | None]):
    """Asks for a line, a name: dismissed with it, without blanks around it, or with None if cancelled.

    What is typed replaces the line that is proposed.
    """

    WIDTH = 60
    AUTO_FOCUS = "Input"
    BINDINGS = [KEEP_LINE, NO_LINE]

    def __init__(self, heading: str, proposed: str, note: str, longest: int) -> None:
        super().__init__(heading)
        self._proposed, self._note, self._longest = proposed, note, longest

    def compose_body(self) -> ComposeResult:
        yield Input(self._proposed, max_length=self._longest, compact=True)
        yield Static(self._note, markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(KEEP_LINE), AnswerButton(NO_LINE)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())
