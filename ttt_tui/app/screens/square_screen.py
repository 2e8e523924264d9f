"""How a square is chosen: with the cursor, by a click, by its number or by typing its name."""

from textual import events

from ttt_tui.app.screens.status_screen import StatusScreen
from ttt_tui.app.terminal.patches import bindings_of
from ttt_tui.app.widgets.bars import StatusLine
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.app.widgets.views import NARROW, BoardAndPanel
from ttt_tui.engine import IllegalMove, Square, column_letter
from ttt_tui.session import wording
from ttt_tui.session.session import Session


class BoardScreen(StatusScreen[None]):
    """Lets squares be chosen. Derived screens say what a chosen one does: `choose`, and `refusal` why not."""

    AUTO_FOCUS = ""  # the one thing that can have the focus is the line in which squares are typed
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-usual")]

    def __init__(self, session: Session, middle: BoardAndPanel) -> None:
        super().__init__()
        self.session = session
        self.board = middle.board
        self.status = StatusLine(id="status")
        self.go_to = GoTo(middle.board.geometry)
        self._middle = middle

    def choose(self, square: Square) -> str:
        """Do what is done with a chosen square. Return why that is not possible, nothing if it was."""
        raise NotImplementedError

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self._middle.see_board()
        self.board.move_cursor(columns, rows)

    def action_place(self) -> None:
        """Place at the cursor."""
        self._choose_or_refuse(self.board.cursor)

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """A square was clicked: the cursor follows, and it is chosen."""
        self.close_go_to()
        self.board.cursor = event.square
        self._choose_or_refuse(event.square)

    def _choose_or_refuse(self, square: Square) -> None:
        """Choose a square, or say why not."""
        self._middle.see_board()
        if reason := self.choose(square):
            self.refuse(reason)

    # --- typing ------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Start to type a square with the letter of its column, unless the letter means something else."""
        columns = self.board.geometry.columns
        is_column = event.key in map(column_letter, range(columns))
        means_something = any(
            self.check_action(binding.action, ()) is not False for binding in bindings_of(self, event.key)
        )
        if not is_column or means_something or not self.is_playing_by_key:
            return
        event.stop()
        event.prevent_default()  # the base class would take back what is said here
        self.forget_refusal()
        if reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self.open_go_to(event.key)

    @property
    def is_playing_by_key(self) -> bool:
        """Whether keys are meant for the board, not for a line that is typed."""
        return not self.go_to.display

    def action_digit(self, digit: int) -> None:
        """Choose that square of a 3×3 board; on others start to type a square."""
        geometry = self.board.geometry
        if len(geometry.squares) == 9:
            self.board.cursor = geometry.squares[self.session.settings.square_number(digit) - 1]
            self._choose_or_refuse(self.board.cursor)
        elif reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self.open_go_to(str(digit))

    def action_go_to(self) -> None:
        """Ask for a square to be typed."""
        self.open_go_to("")

    def open_go_to(self, text: str) -> None:
        """Let a square be typed that begins like this."""
        self._middle.see_board()
        self.status.display = False
        self.go_to.open(text)
        self.refresh_bindings()

    def close_go_to(self) -> None:
        """No square is typed any more."""
        self.go_to.close()
        self.status.display = True
        if self.focused is not None and self.go_to in self.focused.ancestors:
            self.set_focus(None)
        self.refresh_bindings()

    def on_go_to_aimed(self, event: GoTo.Aimed) -> None:
        """The typed square lights up."""
        self.board.cursor = event.square

    def on_go_to_entered(self, event: GoTo.Entered) -> None:
        """Choose the typed square, or say why not; what is no square can be typed again."""
        if not event.text:
            self.close_go_to()
            return
        try:
            square = self.board.geometry.parse(event.text)
        except IllegalMove as refusal:
            self.go_to.complain(wording.sentence(str(refusal)))
            self.ring()
            return
        self.board.cursor = square
        self.close_go_to()
        if reason := self.choose(square):
            self.refuse(reason)

    def ring(self) -> None:
        """Ring the bell if that is wished for."""
        if self.session.settings.bell:
            self.app.bell()

    def on_go_to_closed(self) -> None:
        """Nothing was typed after all."""
        self.close_go_to()
