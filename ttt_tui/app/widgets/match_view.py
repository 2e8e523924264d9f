"""A match on the screen: its board, and beside it who plays, what was played and what a computer did.

The board shows the present, or a position of the past while somebody walks there; the panel knows no past.
"""

from collections.abc import Mapping

from textual.geometry import Size

from ttt_tui.analysis.sentences import log_phrases
from ttt_tui.app.widgets.analysis_panel import HEIGHT as ANALYSIS_LINES
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel
from ttt_tui.app.widgets.board.view import BoardView, Label, new_stones
from ttt_tui.app.widgets.board_and_panel import BoardAndPanel
from ttt_tui.app.widgets.lines import Heading
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.new_stones import NewStones
from ttt_tui.app.widgets.result_card import HEIGHT as CARD_LINES
from ttt_tui.app.widgets.result_card import ResultCard
from ttt_tui.app.widgets.scoreboard import Around, Scoreboard
from ttt_tui.app.widgets.thinking import SearchProgress, ThinkingPanel
from ttt_tui.engine import Game, Match, Player, Square
from ttt_tui.session.results import ResultText
from ttt_tui.session.wording import only_human

LEAST_MOVES = 2
"""Lines of the list of moves for which its heading is worth a line."""

LOW = 8
"""Below so many lines nothing is left blank."""

TALL = 20
"""From so many lines on there is one below what the panel ends with."""

AIRY = 36
"""From so many lines on there are two between the card and what follows."""


class MatchView(BoardAndPanel):
    """Shows a match, told by whom it is played. Its parts paint only what differs."""

    def __init__(self, match: Match) -> None:
        self.scores, self.new, self.move_log = Scoreboard(), NewStones(), MoveLog()
        self.thinking, self.result = ThinkingPanel(), ResultCard()
        self._heading = Heading("Moves")
        setup = match.setup
        self.analysis = AnalysisPanel(setup)
        panel = self.scores, self.analysis, self.new, self._heading, self.move_log, self.thinking, self.result
        super().__init__(setup.geometry, setup.players, panel)
        self.past: int | None = None
        """How many moves the board shows, None for all."""
        self._match = match
        self._panel = Size(0, 0)
        self._has_result = False
        self._shows_analysis = False
        self.labels: Mapping[Square, Label] = {}
        """What is written on the board's empty squares from the next `show` on."""

    # --- what is shown -----------------------------------------------------------------------------------

    def show(self, match: Match, is_human_turn: bool) -> None:
        """Show how the game stands; a human's stone is shown under the mouse before it is placed."""
        game, self._match = match.game, match
        if self.past is None:
            winning, is_over = game.outcome.squares if game.outcome else 0, game.outcome is not None
            view = BoardView.of(game.position, new_stones(match), winning, is_over=is_over)
            self.board.show(view._replace(labels=self.labels))
        self.board.previewed = game.position.to_move if is_human_turn and self.past is None else None
        self.move_log.show(game)
        self.new.show(match)

    def show_progress(self, player: Player, progress: SearchProgress) -> None:
        """Show what a computer is thinking."""
        self.thinking.show(player, progress=progress)

    def show_said(self, progress: SearchProgress | None) -> None:
        """Show what the latest move of a computer did; `progress` is that of its search, if it is known."""
        game, players = self._match.game, self._match.setup.players
        plies = range(len(game.moves), 0, -1)
        ply = next((ply for ply in plies if players[game.moves[ply - 1].player].is_computer), None)
        if ply is None:
            self.thinking.show(None)
        else:
            words = log_phrases(game, ply, only_human(self._match))
            self.thinking.show(players[game.moves[ply - 1].player], words, progress)

    def show_result(self, result: ResultText | None) -> None:
        """Show the card of a result, or with None take it away."""
        if result is not None:
            self.result.show(self._match, result)
        if self._has_result != (result is not None):
            self._has_result = result is not None
            self.share_panel(self._panel)

    def show_around(self, around: Around) -> None:
        """Show who else is at this match from the next paint of the scores on."""
        before, self.scores.around = self.scores.around, around
        if before is not None and before != around:  # it may take more lines now, or fewer
            self.share_panel(self._panel)

    def write(self, labels: Mapping[Square, Label]) -> None:
        """Write this on the board's empty squares now."""
        self.labels = labels
        self.board.show(self.board.view._replace(labels=labels))

    def show_analysis(self, is_on: bool) -> None:
        """Give the panel of the analysis room, or take it."""
        if is_on != self._shows_analysis:
            self._shows_analysis = is_on
            self.share_panel(self._panel)

    # --- the panel ---------------------------------------------------------------------------------------

    def share_panel(self, size: Size) -> None:
        """Leave out what there is no room for: first what is new, then what a computer says."""
        self._panel = size
        players = self._match.setup.players
        below = int(size.height >= TALL)
        self.scores.most_lines = size.height // 2 - 2
        self.scores.has_edges = size.height >= LOW
        left = size.height - self.scores.get_content_height(size, size, size.width)
        self.result.display = self._has_result and left >= CARD_LINES
        left -= (CARD_LINES + below) * self.result.display
        self.analysis.display = self._shows_analysis and left > 0
        self._heading.display = True
        if self.analysis.display:
            height = min(ANALYSIS_LINES, left)
            self.analysis.styles.height = height
            left -= height
            self._heading.display = left > LEAST_MOVES
        left -= 2 + LEAST_MOVES
        is_told = len(players) == 2 or self.thinking.shows_figures
        has_computer = any(player.is_computer for player in players)
        self.thinking.display = (
            has_computer
            and is_told
            and not self.result.display
            and not self._shows_analysis
            and left >= CARD_LINES + below
        )
        left -= (CARD_LINES + below) * self.thinking.display
        new_lines = 1 + self.new.get_content_height(size, size, size.width)
        has_human = any(player.is_human for player in players)
        has_news = has_human and len(players) > 2 and not self._shows_analysis
        self.new.display = has_news and left >= new_lines
        for widget in (self.thinking, self.result):
            widget.styles.margin = (0, 0, below, 0)
        above = 2 if size.height >= AIRY else int(size.height >= LOW)
        self.new.styles.margin = (above, 0, 0, 0)
        self._heading.styles.margin = (min(above, 1) if self.new.display else above, 0, 0, 0)
        self.scores.follow()

    # --- the past ----------------------------------------------------------------------------------------

    def walk(self, game: Game, ply: int) -> None:
        """Show the board after `ply` moves, with the cursor on the latest of them."""
        self.past = ply
        self.table.add_class("-past")
        self.board.show(BoardView.after(game, ply))
        square = game.moves[ply - 1].square if ply else None
        if square is not None:
            self.board.cursor = square

    def leave_past(self) -> None:
        """Let the board show the present from the next `show` on."""
        self.past = None
        self.table.remove_class("-past")
