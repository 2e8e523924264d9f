"""The way back in a game on the screen: undo, redo, and steps through the list of moves."""

from typing import TYPE_CHECKING

from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import IllegalMove, Move

if TYPE_CHECKING:
    from ttt_tui.app.screens.play import PlayScreen


class EarlierMoves:
    """Undoes and redoes moves, and shows the past of the game while keys go to the list of moves."""

    def __init__(self, screen: "PlayScreen") -> None:
        self._screen = screen
        self._controller = screen.controller
        self._view = screen.board_area
        self.left_at = 0.0
        """When the key or click arrived that returned from the past, in monotonic seconds."""

    def action_undo(self) -> None:
        """Undo back to before the latest human move, or among computers one ply, and pause.

        A stone that is not placed yet is only taken off. Before the first move in a match that began with
        another step, return to the previous match.
        """
        screen = self._screen
        if screen.placing.held is not None:
            screen.placing.action_take_off()
            return
        if screen.offers.can_go_back:
            screen.offers.go_back()
            return
        try:
            undone = self._controller.undo()
        except IllegalMove as refusal:
            screen.refuse(str(refusal))
            return
        if not undone:  # the others are asked
            screen.show_match()
            return
        screen.engine_panel.forget()
        screen.announcements.drop_notices()
        self._go_to(undone[-1])
        screen.show_change()

    def action_redo(self) -> None:
        for move in self._controller.redo():
            self._go_to(move)
        self._screen.show_change()

    def _go_to(self, move: Move) -> None:
        """Move the cursor to the stone of a move, if it has one."""
        if (stone := move.stone) is not None:
            self._view.board.cursor = self._view.board.geometry.square_of(stone)

    def action_walk(self) -> None:
        """Focus the list of moves, to step through the game, or return from it."""
        self._screen.begin_key(())  # keys that go before all others have not been noted
        if self._screen.focused is self._view.move_log:
            self.leave()
        else:
            if not self._view.move_log.display:
                self._view.prefer_moves(True)
                self._screen.show_status()  # which says what the panel does not
            self._screen.set_focus(self._view.move_log)

    def on_move_log_walked(self, event: MoveLog.Walked) -> None:
        """Show a position of the past; the game itself goes on."""
        self._screen.notice = ""
        self._view.walk(self._controller.match.game, event.ply)
        self._screen.show_match()

    def leave(self) -> None:
        """Show the present again, and return the focus to the board."""
        was_past = self._view.past is not None
        self._view.leave_past()
        if self._screen.focused is self._view.move_log:
            self._screen.set_focus(None)
        self._view.prefer_moves(False)
        self._screen.show_status()
        if was_past:
            self.left_at = self._screen.session.key_pressed
            self._screen.notice = ""
            self._screen.show_match()
