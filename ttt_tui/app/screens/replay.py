"""A stored game, shown move by move."""

from collections.abc import Sequence

from rich.cells import cell_len
from textual.binding import Binding

from ttt_tui.analysis.words import counted, deciding_words
from ttt_tui.app.screens.board_screen import numbers_binding, share_binding
from ttt_tui.app.screens.game_viewer import BETWEEN, GameViewerScreen, walking_bindings
from ttt_tui.app.widgets.bars import StatusText, quiet
from ttt_tui.app.widgets.game_views import ReplayView
from ttt_tui.app.widgets.lines import Line
from ttt_tui.engine import Game, Termination
from ttt_tui.engine.records import Record, result_text
from ttt_tui.engine.records.tree import Node, Tree
from ttt_tui.errors import ActionUnavailable
from ttt_tui.session import wording
from ttt_tui.session.history_tables import lines_words, result_words
from ttt_tui.session.session import Session
from ttt_tui.store.stored_game import GameRef

NOT_IN_FOOTER = ("jump(0)", "jump(-1)")
"""The actions that have no room in the footer."""


LONGEST_IN_TOP_LINE = 40
"""Cells of the longest title that the top line surely shows where there is a card beside the board."""


class ReplayScreen(GameViewerScreen):
    """Shows a stored game."""

    MODE = "Replay"
    BINDING_GROUP_TITLE = "Replaying"
    BINDINGS = [
        *walking_bindings("replay"),
        Binding("v", "review", "review", id="replay.review",
                tooltip="Review the game: mistakes and better moves"),
        Binding("e", "study", "study", id="replay.study",
                tooltip="Study the game: see and add variations, comments and signs"),
        numbers_binding("replay", is_shown=True),
        share_binding("replay"),
        Binding("q,escape", "leave", "leave", key_display="q", id="replay.leave", tooltip="Leave the replay"),
    ]  # fmt: skip

    def __init__(
        self,
        session: Session,
        game: Game,
        about: Sequence[str],
        notes: Sequence[str] = (),
        stored: GameRef | None = None,
        tree: Tree | None = None,
    ) -> None:
        """`about` are the result and other details of the game.

        `notes` tell how the game was read, and are shown below the board until a key is pressed. `stored`
        names the game in the store, None if it is not there. `tree` has all its lines, None if there is only
        the game.
        """
        title = wording.board_title(game.setup.geometry)
        title = title if cell_len(title) <= LONGEST_IN_TOP_LINE else ""  # else the card has it whole
        self._view = ReplayView(
            game, (_ending(game, about[0]), *(each for each in about[1:] if each != title))
        )
        super().__init__(session, game, BETWEEN.join(about), self._view, self._view.move_log)
        self._stored = stored
        self._tree = Tree.of(game) if tree is None else tree
        self.notice = wording.sentence("; ".join(notes)) if notes else ""

    @property
    def titles(self) -> Sequence[Line]:
        """The board's title; without a card beside the board, the players instead."""
        boards = [*map(quiet, wording.setup_titles(self.game.setup)), ()]
        return boards if self._view.shows_panel else self.players_titles

    def show_ply(self, ply: int) -> None:
        super().show_ply(ply)
        self._view.head.show_place(self.game, self.ply)
        self._view.card.show(self.ply)

    def action_panel(self) -> None:
        super().action_panel()
        self.show_top()

    def is_in_footer(self, binding: Binding) -> bool:
        return binding.show and binding.action not in NOT_IN_FOOTER

    def on_mount(self) -> None:
        self._show_signs()

    def on_screen_resume(self) -> None:
        """Show the signs and comments that were added in a study."""
        if self.is_mounted:
            self._show_signs()
            self.show_status()

    @property
    def _played(self) -> Sequence[Node]:
        """The start and the nodes of the game as played."""
        return [self._tree.root, *self._tree.main_line[: len(self.game.moves)]]

    def _show_signs(self) -> None:
        self.move_log.sign({node.ply: node.sign for node in self._played if node.sign})

    def state(self) -> StatusText:
        """Return the place in the game with the comment on the move, and how many variations there are, at
        the start in all.
        """
        place, node = super().state(), self._played[self.ply]
        others = 0 if node.parent is None else len(node.parent.children) - 1
        comment = " ".join(node.comment.split())
        counts = [counted(others, "variation")] if others else []
        if node.parent is None and not self._tree.is_plain:
            counts = lines_words(self._tree.counts, has_moves=not self.game.moves)
        more = ", ".join(counts) + " (e)" if counts else ""
        return place._replace(more=" · ".join(filter(None, (comment, more))), less=more)

    def check_possible(self, action: str) -> None:
        """Raise `ActionUnavailable` for a review of no moves; stepping is always possible."""
        if action == "review" and not self.game.moves:
            raise ActionUnavailable("this game has no moves to review")

    def action_study(self) -> None:
        """Study the game with all its lines."""
        self.stop()
        self.app.open_study(self._tree, self._stored, self.ply)

    def action_review(self) -> None:
        from ttt_tui.app.screens.review import ReviewScreen  # it imports the searches

        review = ReviewScreen(self.session, self.game, self.title_text, self._stored, tree=self._tree)
        self.app.push_screen(review)


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
    return ReplayScreen(session, game, [part for part in about if part], record.notes, tree=record.tree)
