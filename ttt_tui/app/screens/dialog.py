"""The base of all dialogs: a card in the middle of the dimmed screen, and answers with their keys.

Of several base classes Textual reads only the first one's style sheets, so a class that is a `BaseScreen`
first does not look like a modal screen. So dialogs derive from `Dialog` alone, which has styles of its own.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from rich.cells import cell_len
from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ttt_tui.app.look.room import LOW_FOR_CARDS, SLIM
from ttt_tui.app.screens.base import BaseScreen
from ttt_tui.app.screens.permitted import permitted
from ttt_tui.app.terminal.filters import dimmed
from ttt_tui.app.widgets.inputs import NameList
from ttt_tui.engine import LONGEST_NAME, check_name
from ttt_tui.errors import InvalidName
from ttt_tui.session import wording

Result = TypeVar("Result")

ANSWERS_APART = 24
"""Lines from which rows of answers have a blank line between them."""

WIDE, HIGH = 160, 40
"""Columns and lines from which a card is wide and has larger margins."""

WIDE_CARD = 72
"""The least columns of a wide card."""

MORE_COLUMNS = 12
"""Additional columns of a card in a wide window, for its margins and the gaps between its answers."""

MARGINS, SLIM_MARGINS, WIDE_MARGINS = 6, 1, 10
"""Columns of a card outside its content, with the bar: usual, without margins, and of a wide card."""

BLANKS, WIDE_BLANKS = 3, 5
"""Blank lines of a card: above, below and before the answers; usual, and of a wide card."""


class AnswerButton(Static, can_focus=True):
    """An answer of a dialog: its key before its words. Enter or a click chooses it."""

    ALLOW_SELECT = False
    BINDINGS = [Binding("enter", "choose", "choose", show=False, id="answer.choose")]
    COMPONENT_CLASSES = {"answer--key"}
    DEFAULT_CSS = """
    AnswerButton > .answer--key { color: $role-accent; text-style: bold; }
    AnswerButton:focus > .answer--key, AnswerButton.-default > .answer--key { color: $ink; }
    AnswerButton {
        position: absolute;
        width: auto;
        height: 1;
        padding: 0 1;
        background: $raised;
        color: $role-text;
        &:hover { color: $role-accent; }
        &:focus {
            background: $role-accent;
            color: $ink;
            text-style: bold;
        }
        &:nocolor { background: transparent; }
        &:nocolor:focus { background: $role-accent; }
    }
    AnswerButton.-default {
        background: $role-accent;
        color: $ink;
        text-style: bold;
        &:nocolor { background: $role-accent; }
    }
    """

    def __init__(self, binding: Binding, words: str = "", *, is_default: bool = False) -> None:
        """Show a binding of the dialog, labelled `words` or else its description.

        `is_default` is the answer that has the focus if no field of the dialog takes it.
        """
        self.binding = binding
        self.words = words or binding.description
        super().__init__(self.label, markup=False, classes="-default" if is_default else None)

    def render(self) -> Content:
        """Return the key in the accent, and the words."""
        key = self.app.get_key_display(self.binding)
        return Content.assemble((key, self.get_visual_style("answer--key", partial=True)), f" {self.words}")

    @property
    def label(self) -> str:
        """The key and the words."""
        return f"{self.app.get_key_display(self.binding)} {self.words}"

    def say(self, words: str) -> None:
        """Change the words; `fit` has to follow."""
        self.words = words
        self.update(self.label)

    @property
    def width_needed(self) -> int:
        """The width in cells, with the blanks on both sides."""
        return cell_len(self.label) + 2

    def on_click(self) -> None:
        self.call_next(self.action_choose)

    async def action_choose(self) -> None:
        await self.screen.run_action(self.binding.action)


class DialogBody(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The scrolling part of a dialog, moved by the dialog's own keys: arrows may be for its fields."""


class Dialog(BaseScreen[Result], ModalScreen[Result]):
    """A card with a heading, a body that scrolls where there is no room, and answers, which are always
    visible.

    A dialog supplies its body and its answers. Each answer is a binding, so that letters answer at once; Esc
    is bound to a harmless one.
    """

    WIDTH = 48
    """The columns of the card, if the window has them; a wide card has at least `WIDE_CARD`."""
    MAY_BE_WIDE: ClassVar[bool] = True
    """Whether the card is wide where the window has room for that."""
    APART_FROM: ClassVar[int] = ANSWERS_APART
    """Lines of the window from which rows of answers have a blank line between them."""
    AUTO_FOCUS = "AnswerButton.-default"
    BINDINGS = [
        Binding("right,tab", "app.focus_next", "next", show=False, id="dialog.next"),
        Binding("left,shift+tab", "app.focus_previous", "previous", show=False, id="dialog.previous"),
        Binding("down,j", "scroll_body(1)", "down", show=False, id="dialog.down"),
        Binding("up,k", "scroll_body(-1)", "up", show=False, id="dialog.up"),
    ]
    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        background: $ground 62%;
        &:ansi { background: transparent; }
    }
    Dialog .card {
        height: auto;
        border-left: outer $role-accent;
        background: $role-panel;
        color: $muted;
        padding: 1 3 1 2;
    }
    Dialog .body {
        height: auto;
        scrollbar-size-vertical: 1;
    }
    Dialog .heading {
        height: auto;
        margin-bottom: 1;
        color: $role-text;
        text-style: bold;
    }
    Dialog .answers { margin-top: 1; }
    Dialog .answers:focus-within > AnswerButton.-default {
        background: $raised;
        color: $role-text;
        text-style: none;
        &:nocolor { background: transparent; }
        &:focus {
            background: $role-accent;
            color: $ink;
            text-style: bold;
        }
        &:nocolor:focus { background: $role-accent; }
    }
    Dialog .answers:focus-within > AnswerButton.-default > .answer--key { color: $role-accent; }
    Dialog .answers:focus-within > AnswerButton.-default:focus > .answer--key { color: $ink; }
    Dialog.-low .card { padding: 0 3 0 2; }
    Dialog.-low .heading { margin: 0; }
    Dialog.-low .answers { margin: 0; }
    Dialog.-slim .card { padding: 0; }
    Dialog.-wide .card { padding: 2 5 2 4; }
    """

    def __init__(self, heading: str) -> None:
        super().__init__()
        self.heading = heading

    def compose_heading(self) -> ComposeResult:
        """Yield the widgets above the body."""
        yield Static(self.heading, markup=False, classes="heading")

    def compose_body(self) -> ComposeResult:
        """Yield the widgets between the heading and the answers."""
        yield from ()

    def compose_answers(self) -> Sequence[AnswerButton]:
        """Return the answers, from left to right."""
        raise NotImplementedError

    def _permitted_answers(self) -> Sequence[AnswerButton]:
        """Return the answers whose keys there are, with the words that these have."""
        permissions, found = self.app.session.permissions, []
        for answer in self.compose_answers():
            for binding in permitted([answer.binding], permissions):
                if isinstance(binding, Binding) and binding.description != answer.binding.description:
                    answer.say(binding.description)
                found.append(answer)
        return found

    def compose(self) -> ComposeResult:
        """Yield the card."""
        answers = self._permitted_answers()
        with Vertical(classes="card"):
            with DialogBody(classes="body"):
                yield from self.compose_heading()
                yield from self.compose_body()
            with VerticalGroup(classes="answers"):
                yield from answers

    def on_mount(self) -> None:
        """Fit the card before its first layout."""
        self.fit()

    def on_resize(self) -> None:
        """Fit the card to the window."""
        self.fit()

    def fit(self) -> None:
        """Omit the blank lines where there is no room for them, and give the body the remaining lines."""
        columns, lines = self.app.size
        self.set_class(lines < LOW_FOR_CARDS, "-low")
        self.set_class(columns < SLIM, "-slim")
        self.set_class(self.is_wide, "-wide")
        self.query_one(".card").styles.width = self.card_width
        answers = self._place_answers(1 if columns < SLIM else 2)
        blanks = WIDE_BLANKS if self.is_wide else 0 if lines < LOW_FOR_CARDS else BLANKS
        self.query_one(".body").styles.max_height = max(1, lines - answers - blanks)

    @property
    def is_wide(self) -> bool:
        """Whether the card is wide in this window."""
        columns, lines = self.app.size
        return self.MAY_BE_WIDE and columns >= WIDE and lines >= HIGH

    @property
    def card_width(self) -> int:
        """The columns of the card."""
        return min(
            self.app.size.width, max(self.WIDTH + MORE_COLUMNS, WIDE_CARD) if self.is_wide else self.WIDTH
        )

    def _place_answers(self, gap: int) -> int:
        """Place as many answers in a row as fit, `gap` cells apart; return the number of lines.

        If all of them fit in one row with a smaller gap, they stand in one row. Rows have a blank line
        between them where there is room.
        """
        shown = [answer for answer in self.query(AnswerButton) if answer.display]
        if sum(answer.width_needed + 1 for answer in shown) - 1 <= self.inner_width:
            spare = self.inner_width - sum(answer.width_needed for answer in shown)
            gap = min(gap, spare // max(len(shown) - 1, 1))
        x = y = 0
        for answer in shown:
            if x and x + answer.width_needed > self.inner_width:
                x, y = 0, y + (1 if self.app.size.height < self.APART_FROM else 2)
            answer.styles.offset = x, y
            x += answer.width_needed + gap
        self.query_one(".answers").styles.height = y + 1
        return y + 1

    @property
    def inner_width(self) -> int:
        """The columns of the card's content."""
        is_slim = self.app.size.width < SLIM
        return self.card_width - (WIDE_MARGINS if self.is_wide else SLIM_MARGINS if is_slim else MARGINS)

    def action_leave(self) -> None:
        """Close the dialog without a result."""
        self.dismiss(None)

    def action_scroll_body(self, lines: int) -> None:
        """Scroll the body by `lines`."""
        self.query_one(".body").scroll_relative(y=lines, animate=False, immediate=True)

    def render_behind(self) -> RenderableType:
        """Return the screen behind, dimmed only by the dialog's background."""
        return super().render()

    def render(self) -> RenderableType:
        """Dim the screen behind: by mixing colours, or by an attribute where there are few colours."""
        return dimmed(self.render_behind(), self.app)


class ListDialog(Dialog[Result]):
    """A dialog with a list to choose from. The list scrolls, to where the cursor is, and not the card."""

    AUTO_FOCUS = "NameList"
    lines_below = 0
    """Lines of the body below the list, with a blank line above them where there is room."""

    @property
    def names(self) -> NameList:
        """The list."""
        return self.query_one(NameList)

    def fit(self) -> None:
        super().fit()
        body = self.query_one(".body").styles.max_height
        blanks = 0 if self.has_class("-low") else 1 + bool(self.lines_below)
        if body is not None:
            self.names.styles.max_height = max(1, int(body.value) - 1 - blanks - self.lines_below)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose the clicked line."""
        event.stop()
        self.action_take()

    def action_take(self) -> None:
        """Choose the line at the cursor."""
        raise NotImplementedError


YES = Binding("y", "answer(True)", "yes", key_display="y", id="confirm.yes")
NO = Binding("n,escape,q", "answer(False)", "no", key_display="n", id="confirm.no")


class ConfirmScreen(Dialog[bool]):
    """A question with two answers, for the few actions without undo.

    It is dismissed with the answer; the focus is on the harmless one.
    """

    BINDINGS = [YES, NO]

    def __init__(self, question: str, consequence: str = "", yes: str = "yes", no: str = "no") -> None:
        """Ask a question; `consequence` is a second sentence, `yes` and `no` are the words of the answers."""
        super().__init__(question)
        self.consequence = consequence
        self.yes = yes
        self.no = no

    def compose_body(self) -> ComposeResult:
        if self.consequence:
            yield Static(self.consequence, markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(YES, self.yes), AnswerButton(NO, self.no, is_default=True)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)


def confirm(
    screen: BaseScreen[Any],
    decided: Callable[[], object],
    question: str,
    consequence: str = "",
    *,
    yes: str,
    no: str,
) -> None:
    """Ask a question above a screen as in `ConfirmScreen`, and call `decided` if the answer is yes."""

    def answered(is_yes: bool | None) -> None:
        if is_yes:
            decided()

    screen.app.push_screen(ConfirmScreen(question, consequence, yes, no), answered)


SAVE = Binding("enter", "keep", "save", key_display="↵", id="name.keep")
CANCEL = Binding("escape", "leave", "cancel", key_display="Esc", id="name.leave")


class NameScreen(Dialog[str | None]):
    """Changes the name of the user at this terminal; it is dismissed with the new name, or with None."""

    AUTO_FOCUS = "#name"
    BINDINGS = [SAVE, CANCEL]

    def __init__(self, name: str) -> None:
        super().__init__("Your name")
        self._before = name

    def compose_body(self) -> ComposeResult:
        yield Input(self._before, max_length=LONGEST_NAME, compact=True, id="name")
        yield Static(id="wrong", markup=False)

    def compose_answers(self) -> Sequence[AnswerButton]:
        return AnswerButton(SAVE), AnswerButton(CANCEL)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_keep()

    def action_keep(self) -> None:
        name = self.query_one("#name", Input).value.strip()
        try:
            check_name(name)
        except InvalidName as error:
            self.query_one("#wrong", Static).update(wording.sentence(str(error)))
        else:
            self.dismiss(name)
