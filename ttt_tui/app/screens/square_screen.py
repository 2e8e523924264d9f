"""How a square of a match is chosen: with the cursor, by a click, by its number or by typing its name."""

from textual import events

from ttt_tui.app.screens.advised_screen import AdvisedScreen
from ttt_tui.app.textual_hooks.bindings import bindings_of
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.go_to import GoTo
from ttt_tui.engine import IllegalMove, Square, column_letter
from ttt_tui.session import wording


class SquareScreen(AdvisedScreen):
    """Lets squares be chosen, and places on them if that is possible."""

    def action_move(self, columns: int, rows: int) -> None:
        """Move the cursor."""
        self.middle.see_board()
        self.board.move_cursor(columns, rows)

    def action_place(self) -> None:
        """Place at the cursor."""
        self._place_or_refuse(self.board.cursor)

    def on_board_grid_chosen(self, event: BoardGrid.Chosen) -> None:
        """A square was clicked: the cursor follows, and the stone is placed."""
        self._close_go_to()
        if self.middle.past is not None:
            self.on_move_log_left()
        if self._past_left == self.session.key_pressed:  # who clicked still saw the past
            self.refuse("the board showed the past: click again to place")
            return
        self.board.cursor = event.square
        self._place_or_refuse(event.square)

    def _place_or_refuse(self, square: Square) -> None:
        """Place for the human to move, or say why not."""
        self.middle.see_board()
        if reason := self._place(square):
            self.refuse(reason)

    def _place(self, square: Square) -> str:
        """Place for the human to move. Return why that is not possible, nothing if it was."""
        game = self.match.game
        if self.middle.past is not None:
            return self.refusal("place")
        if game.outcome is None and not self.controller.is_human_turn:
            return f"it is {self.controller.mover.name}'s turn"
        try:
            self.controller.place(square)
        except IllegalMove as refusal:
            return str(refusal)
        self._show_change()
        return ""

    # --- typing ------------------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Start to type a square with the letter of its column, unless the letter means something else."""
        columns = self.match.setup.geometry.columns
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
            self._open_go_to(event.key)

    @property
    def is_playing_by_key(self) -> bool:
        """Whether keys are meant for the board, not for a line that is typed or the list of moves."""
        return not self.go_to.display and self.focused is not self.middle.move_log

    def action_digit(self, digit: int) -> None:
        """Place on that square of a 3×3 board; on others start to type a square."""
        geometry = self.match.setup.geometry
        if len(geometry.squares) == 9:
            self.board.cursor = geometry.squares[self.session.settings.square_number(digit) - 1]
            self.action_place()
        elif reason := self.refusal("go_to"):
            self.refuse(reason)
        else:
            self._open_go_to(str(digit))

    def action_go_to(self) -> None:
        """Ask for a square to be typed."""
        self._open_go_to("")

    def _open_go_to(self, text: str) -> None:
        self.end_hint()
        self.middle.see_board()
        self.status.display = False
        self.go_to.open(text)
        self.refresh_bindings()

    def _close_go_to(self) -> None:
        self.go_to.close()
        self.status.display = True
        if self.focused is not None and self.go_to in self.focused.ancestors:
            self.set_focus(None)
        self.refresh_bindings()

    def on_go_to_aimed(self, event: GoTo.Aimed) -> None:
        """The typed square lights up."""
        self.board.cursor = event.square

    def on_go_to_entered(self, event: GoTo.Entered) -> None:
        """Place on the typed square, or say what is wrong with it and let another one be typed."""
        if not event.text:
            self._close_go_to()
            return
        try:
            square = self.match.setup.geometry.parse(event.text)
        except IllegalMove as refusal:
            reason = str(refusal)
        else:
            self.board.cursor = square
            reason = self._place(square)
        if reason:
            self.go_to.complain(wording.sentence(reason))
            self._ring()
        else:
            self._close_go_to()

    def on_go_to_left(self) -> None:
        """Nothing was typed after all."""
        self._close_go_to()
