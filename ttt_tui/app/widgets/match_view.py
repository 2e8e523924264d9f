"""A match on the screen: its board, and beside it who plays, what was played and what a computer thinks.

The board shows the present, or a position of the past while somebody walks there; the panel knows no past.
"""

from ttt_tui.app.widgets.board.view import BoardView, new_stones
from ttt_tui.app.widgets.board_and_panel import BoardAndPanel
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.scoreboard import Scoreboard
from ttt_tui.app.widgets.thinking import ThinkingPanel
from ttt_tui.engine import Game, Match


class MatchView(BoardAndPanel):
    """Shows a match, told by whom it is played. Its parts paint only what differs."""

    def __init__(self, match: Match) -> None:
        self.scores, self.move_log, self.thinking = Scoreboard(), MoveLog(), ThinkingPanel()
        setup = match.setup
        super().__init__(setup.geometry, setup.players, (self.scores, self.move_log, self.thinking))
        self.past: int | None = None
        """How many moves the board shows, None for all."""
        computers = [player for player in setup.players if not player.is_human]
        self.thinking.display = bool(computers)
        if len(computers) == 1:
            self.thinking.seat(computers[0])

    def show(self, match: Match, is_human_turn: bool) -> None:
        """Show how the game stands; a human's stone is shown under the mouse before it is placed."""
        game = match.game
        if self.past is None:
            winning, is_over = game.outcome.squares if game.outcome else 0, game.outcome is not None
            self.board.show(BoardView.of(game.position, new_stones(match), winning, is_over=is_over))
        self.board.previewed = game.position.to_move if is_human_turn and self.past is None else None
        self.move_log.show(game)

    def walk(self, game: Game, ply: int) -> None:
        """Show the board after `ply` moves, with the cursor on the latest of them."""
        self.past = ply
        self.query_one("#table").add_class("-past")
        self.board.show(BoardView.after(game, ply))
        square = game.moves[ply - 1].square if ply else None
        if square is not None:
            self.board.cursor = square

    def leave_past(self) -> None:
        """Let the board show the present from the next `show` on."""
        self.past = None
        self.query_one("#table").remove_class("-past")

    def see_board(self) -> None:
        """Bring the board back if the panel has taken its place: the cursor has to be where the eye is."""
        if not self.board.region:
            self.turn(False)
