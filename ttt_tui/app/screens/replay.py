"""A stored game, shown move by move."""

from collections.abc import Sequence

from textual.binding import Binding
from textual.widget import Widget

from ttt_tui.analysis.words import counted, deciding_words
from ttt_tui.app.screens.board_screen import share_binding
from ttt_tui.app.screens.game_viewer import BETWEEN, GameViewerScreen, walking_bindings
from ttt_tui.app.widgets.bars import BAR, ScreenHeader, mode, quiet
from ttt_tui.app.widgets.game_views import ReplayView
from ttt_tui.app.widgets.lines import Line, TextStyle, fitted
from ttt_tui.engine import Game, Player, Termination
from ttt_tui.engine.records import Record, result_text
from ttt_tui.errors import ActionUnavailable
from ttt_tui.session import wording
from ttt_tui.session.history_tables import LONGEST_NAME, result_words
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

NOT_IN_FOOTER = ("jump(0)", "jump(-1)")
"""The actions that have no room in the footer."""

ROOM_FOR_NUMBERS = 80
"""Columns from which the footer has room for the key of the move numbers, which needs more than sharing."""


class ReplayScreen(GameViewerScreen):
    """Shows a stored game."""

    BINDING_GROUP_TITLE = "Replaying"
    BINDINGS = [
        *walking_bindings("replay"),
        Binding("v", "review", "review", id="replay.review",
                tooltip="Review the game: mistakes and better moves"),
        Binding("q,escape", "leave", "leave", key_display="q", id="replay.leave", tooltip="Leave the replay"),
        share_binding("replay"),  # last: from 80 columns on the footer has the move numbers instead
    ]  # fmt: skip

    def __init__(
        self,
        session: Session,
        game: Game,
        about: Sequence[str],
        notes: Sequence[str] = (),
        stored: GameRef | None = None,
    ) -> None:
        """`about` are the result and other details of the game.

        `notes` tell how the game was read, and are shown below the board until a key is pressed. `stored`
        names the game in the store, None if it is not there.
        """
        count = counted(len(game.moves), "move")
        self._view = ReplayView(game, (_ending(game, about[0]), count, *about[1:]))
        super().__init__(session, game, BETWEEN.join(about), self._view, self._view.move_log)
        self.header = ScreenHeader()
        self._stored = stored
        self.notice = wording.sentence("; ".join(notes)) if notes else ""

    def compose_top(self) -> Widget:
        return self.header

    def show_top(self) -> None:
        """Show the board's title and the mode; without a card beside the board, show the players instead."""
        geometry = self.game.setup.geometry
        boards = [*map(quiet, wording.board_titles(geometry)), ()]
        self.header.show(boards if self._view.shows_panel else self._players, [mode("Replay")])

    @property
    def _players(self) -> list[Line]:
        """Two players with their names, shortened step by step; of more players only the symbols."""
        players = self.game.setup.players
        if len(players) > 2:
            return [tuple(run for player in players for run in _symbol(player)), ()]
        between = quiet(" – ")
        ways = (
            [(*_symbol(player), *quiet(f" {fitted(player.name, most)}")) for player in players]
            for most in range(LONGEST_NAME, 0, -1)
        )
        return [(*first, *between, *second) for first, second in ways]

    def show_ply(self, ply: int) -> None:
        super().show_ply(ply)
        self._view.card.show(self.ply)

    def action_panel(self) -> None:
        super().action_panel()
        self.show_top()

    def is_in_footer(self, binding: Binding) -> bool:
        has_room = binding.action != "numbers" or self.app.size.width >= ROOM_FOR_NUMBERS
        return binding.show and binding.action not in NOT_IN_FOOTER and has_room

    def check_possible(self, action: str) -> None:
        """Raise `ActionUnavailable` for a review of no moves; stepping is always possible."""
        if action == "review" and not self.game.moves:
            raise ActionUnavailable("this game has no moves to review")

    def action_review(self) -> None:
        from ttt_tui.app.screens.review import ReviewScreen  # it imports the searches

        self.app.push_screen(ReviewScreen(self.session, self.game, self.title_text, self._stored))


def _symbol(player: Player) -> Line:
    return ((player.symbol, TextStyle(player.colour, BAR, bold=True)),)


def _ending(game: Game, result: str) -> str:
    """Return how a game ended: the length of the line, since the card names the winner, or else `result`."""
    if game.outcome is not None and game.outcome.termination is Termination.LINE:
        geometry = game.setup.geometry
        if geometry.block_side is not None:  # a line of boards, not of stones
            return deciding_words(geometry)
        return f"{geometry.longest_run(game.outcome.squares)} in a row"
    return wording.sentence(result)


def replay_of(record: Record, session: Session) -> ReplayScreen:
    """Return the replay of a record."""
    game = record.game
    about = (result_words(result_text(game)), record.date, wording.board_title(game.setup.geometry))
    return ReplayScreen(session, game, [part for part in about if part], record.notes)
