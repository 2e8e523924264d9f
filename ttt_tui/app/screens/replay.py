"""A stored game, shown move by move."""

from collections.abc import Sequence

from textual.binding import Binding

from ttt_tui.app.screens.board_screen import share_binding
from ttt_tui.app.screens.game_viewer import BETWEEN, GameViewerScreen, walking_bindings
from ttt_tui.app.widgets.lines import Heading
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game
from ttt_tui.engine.records import Record, result_text
from ttt_tui.errors import ActionUnavailable
from ttt_tui.session import wording
from ttt_tui.session.history_tables import result_words
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

NOT_IN_FOOTER = ("jump(0)", "jump(-1)")
"""The actions for which the footer has no room."""


class ReplayScreen(GameViewerScreen):
    """Shows a stored game."""

    BINDING_GROUP_TITLE = "Replaying"
    BINDINGS = [
        *walking_bindings("replay"),
        Binding("v", "review", "review", id="replay.review",
                tooltip="Review the game: mistakes and better moves"),
        share_binding("replay"),
        Binding("q,escape", "leave", "leave", key_display="q", id="replay.leave", tooltip="Leave the replay"),
    ]  # fmt: skip

    def __init__(
        self,
        session: Session,
        game: Game,
        title: str,
        notes: Sequence[str] = (),
        stored: GameRef | None = None,
    ) -> None:
        """`notes` tell how the game was read, and are shown below the board until a key is pressed.

        `stored` names the game in the store, None if it is not there.
        """
        moves = MoveLog()
        panel = Heading("Moves"), moves
        middle = BoardAndPanel(game.setup.geometry, game.setup.players, panel)
        super().__init__(session, game, title, middle, moves)
        self._stored = stored
        self.notice = wording.sentence("; ".join(notes)) if notes else ""

    def is_in_footer(self, binding: Binding) -> bool:
        return binding.show and binding.action not in NOT_IN_FOOTER

    def check_possible(self, action: str) -> None:
        """Raise `ActionUnavailable` for a review of no moves; stepping is always possible."""
        if action == "review" and not self.game.moves:
            raise ActionUnavailable("this game has no moves to review")

    def action_review(self) -> None:
        from ttt_tui.app.screens.review import ReviewScreen  # it imports the searches

        self.app.push_screen(ReviewScreen(self.session, self.game, self.title_text, self._stored))


def replay_of(record: Record, session: Session) -> ReplayScreen:
    """Return the replay of a record, with its result, date and board in the title."""
    game = record.game
    parts = (result_words(result_text(game)), record.date, wording.board_title(game.setup.geometry))
    return ReplayScreen(session, game, BETWEEN.join(part for part in parts if part), record.notes)
