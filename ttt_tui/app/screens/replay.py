"""A stored game, shown move by move."""

from collections.abc import Sequence

from textual.binding import Binding

from ttt_tui.app.screens.walking import WalkingScreen, walking_bindings
from ttt_tui.app.widgets.board_and_panel import BoardAndPanel
from ttt_tui.app.widgets.lines import Heading
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.engine import Game
from ttt_tui.engine.record import Record, result_text
from ttt_tui.session import wording


class ReplayScreen(WalkingScreen):
    """Steps through a game, jumps to its ends, or lets it play by itself."""

    BINDING_GROUP_TITLE = "Replaying"
    BINDINGS = [
        *walking_bindings("replay"),
        Binding("q,escape", "leave", "leave", key_display="q", id="replay.leave", tooltip="Leave the replay"),
    ]

    def __init__(self, game: Game, title: str, notes: Sequence[str] = ()) -> None:
        """`notes` say how the game was read, and stand below the board until a key is pressed."""
        moves = MoveLog()
        panel = Heading("Moves"), moves
        super().__init__(game, title, BoardAndPanel(game.setup.geometry, game.setup.players, panel), moves)
        self.notice = wording.sentence("; ".join(notes)) if notes else ""


def replay_of(record: Record) -> ReplayScreen:
    """Return the replay of a record, with what is known of it above."""
    game = record.game
    parts = (record.date, wording.board_title(game.setup.geometry), result_text(game))
    return ReplayScreen(game, " · ".join(part for part in parts if part), record.notes)
