"""The line in which a square is typed: `h8` or `113`; the target lights up as it is typed."""

from collections.abc import Callable

from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label

from ttt_tui.engine import Geometry, IllegalMove, Placement, Square
from ttt_tui.engine.coordinates import LETTERS
from ttt_tui.errors import UnfinishedSquare
from ttt_tui.session.wording import sentence

WHAT_TAKES_A_CELL = r"[!-~\w]*"
"""Letters of any script, digits and signs; no joining characters, which terminals show differently."""


WITH_PROMPT = 30
"""Cells from which the line has a prompt."""

LONGEST = len("X20,20")
"""The most characters of a square."""


class SquareField(Input):
    """The text field for a square; `:` clears it, since `:` begins a square everywhere else."""

    def restricted(self) -> None:
        if isinstance(line := self.parent, GoTo):
            line.hint()

    def on_key(self, event: events.Key) -> None:
        if event.character == ":":
            event.stop()
            event.prevent_default()  # the base class would put it into the field
            self.value = ""


PLACE = Binding("enter", "", key_display="↵")


class GoTo(Horizontal):
    """Takes the status line's place while a square is typed."""

    BINDINGS = [
        Binding("escape", "leave", "cancel", key_display="Esc", id="goto.leave",
                tooltip="Cancel without placing"),
    ]  # fmt: skip
    DEFAULT_CSS = """
    GoTo {
        height: 1;
        display: none;
        & Label { padding: 0 1; color: $text-muted; }
        & #goto-label { padding: 0 1 0 2; }
        & Input { width: 8; height: 1; border: none; }
        &.-tight #goto-label { display: none; }
        &.-tight Input { width: 7; padding: 0 0 0 1; }
        & Input:focus { border: none; }
        & #goto-help { width: 1fr; }
    }
    """

    class Aimed(Message):
        """The text names a square."""

        def __init__(self, square: Square) -> None:
            super().__init__()
            self.square = square

    class Entered(Message):
        """Enter was pressed; `text` is what was typed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Closed(Message):
        """The line was closed without a square."""

    def __init__(self, geometry: Geometry, read: Callable[[str], Placement]) -> None:
        """`read` returns the square of a text, or raises an `IllegalMove`."""
        super().__init__()
        self.geometry = geometry
        self._read = read
        self._enters_at_once = False

    def on_resize(self, event: events.Resize) -> None:
        """Hide the prompt where the help would wrap beside it."""
        self.set_class(event.size.width < WITH_PROMPT, "-tight")

    def on_mount(self) -> None:
        """Mount the field once the screen is painted: it is hidden at first."""
        self.call_after_refresh(self._mount_field)

    def _mount_field(self) -> None:
        """Mount prompt, field and help."""
        if not self.children:
            self.mount_all(
                [
                    Label("Go to", id="goto-label"),
                    SquareField(
                        max_length=LONGEST,
                        compact=True,
                        select_on_focus=False,
                        restrict=WHAT_TAKES_A_CELL,
                    ),
                    Label(self._range, id="goto-help"),
                ]
            )

    @property
    def _range(self) -> str:
        """The range of squares: `a1 to o15`, or of columns where stones fall.

        For small boards, where squares are written in three ways, it is an example of each.
        """
        if self.geometry.block_side is not None:
            return self.geometry.notation.removeprefix("write a square ")
        if self.geometry.rules.drop:
            columns = self.geometry.columns
            letters = self.geometry.style.letters or LETTERS
            return f"a to {letters[columns - 1]}, or 1 to {columns}"
        first, last = (self.geometry.shown(self.geometry.corner(end)) for end in (0, -1))
        return f"{first} to {last}"

    def show_by(self, geometry: Geometry) -> None:
        """Describe squares as this geometry does."""
        self.geometry = geometry

    def open(self, text: str = "", *, enters_at_once: bool = False) -> None:
        """Show the line, with `text` typed already.

        With `enters_at_once` digits that name a square are entered without a key.
        """
        self._mount_field()
        self._enters_at_once = enters_at_once
        self.display = True
        field = self.query_one(Input)
        field.value = text
        field.cursor_position = len(text)
        self.screen.set_focus(field)  # now, not after the keys that were typed ahead

    def close(self) -> None:
        self.display = False

    def hint(self) -> None:
        self.query_one("#goto-help", Label).update(self._range)

    def complain(self, reason: str) -> None:
        """Show why nothing was placed; the next key replaces the text."""
        self.query_one("#goto-help", Label).update(reason)
        self.query_one(Input).select_all()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Light up the typed square, or show the range."""
        event.stop()
        help_text = self.query_one("#goto-help", Label)
        try:
            square = self._read(event.value)
        except IllegalMove as refusal:
            typing = event.value == "" or event.value.isalpha()
            help_text.update(self._range if typing else sentence(str(refusal)))
            if isinstance(refusal, UnfinishedSquare):
                self.post_message(self.Aimed(refusal.middle))
        else:
            if self._enters_at_once and event.value.isdecimal():
                self.post_message(self.Entered(event.value))
                return
            what = "drop" if self.geometry.rules.drop else "place"
            help_text.update(f"{self.app.get_key_display(PLACE)} {what}")
            if square >= 0:  # not a choice of an opening
                self.post_message(self.Aimed(square))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(self.Entered(event.value))

    def on_descendant_blur(self) -> None:
        """Close when another widget gets the focus, not when another window does."""
        if self.app.app_focus:
            self.post_message(self.Closed())

    def action_leave(self) -> None:
        self.post_message(self.Closed())
