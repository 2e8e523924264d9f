"""A match: its board in the present or at an earlier position, and a panel of parts as far as they have room.

Right under the score is what a computer thinks or did. The result of a game takes its place, or without a
computer is at the bottom of a small panel. A large panel has the keys that can follow at its bottom. At the
end of a match its summary takes the place of the score, and of the moves where they would have little room. A
large panel also has the chances of the game and the earlier games of the match below the moves, which keep
some lines.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.geometry import Size

from ttt_tui.analysis.sentences import log_phrases
from ttt_tui.app.look.room import AIRY_PANEL, LOW_PANEL, ROOMY, TALL_PANEL, USUAL, is_within
from ttt_tui.app.widgets.analysis_panel import ANALYSIS_LINES, AnalysisPanel
from ttt_tui.app.widgets.board.view import BoardView, Label, may_place, new_stones
from ttt_tui.app.widgets.choice_bar import CARD_LINES, ChoiceCard
from ttt_tui.app.widgets.curve import CURVE_LINES, GAME_ROWS, GameCurve
from ttt_tui.app.widgets.key_buttons import Describe, KeyButtons
from ttt_tui.app.widgets.lines import Heading
from ttt_tui.app.widgets.match_games import MatchGames
from ttt_tui.app.widgets.match_summary import MatchSummary
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.panels import (
    LARGE_STONE,
    SMALL_STONE,
    THINKING_LINES,
    WIDE_STONE,
    ResultCard,
    SearchPanel,
    ThinkingPanel,
    WholeBoard,
)
from ttt_tui.app.widgets.scoreboard import Around, NewStones, Scoreboard
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, Match, Setup, Square
from ttt_tui.session.opening_words import opening_phrase
from ttt_tui.session.results import ResultText
from ttt_tui.session.wording import SEEN_BY_ALL, only_human

if TYPE_CHECKING:
    from ttt_tui.analysis.hint_drawing import MeantLine

MOVES = 2
"""Lines of the move list from which its heading is worth a line."""

UPPER = Size(38, 26)
"""The least panel with the result under the score, and with large stones and small boards."""

WITH_CURVE = Size(38, 34)
"""The least panel with the chances of the game, unless it is beside a low board."""

LARGE = Size(56, 40)
"""The least panel with a large card for each game."""

WITH_BUTTONS = 14
"""Lines of the panel from which it sums up a match, with the keys that follow."""

LEAST_MOVES = 8
"""The least lines that the parts below the move list leave to it."""


class MatchView(BoardAndPanel):
    """Shows a match: the board in the present or at an earlier position, and the panels."""

    def __init__(self, match: Match, describe_key: Describe = lambda binding: "") -> None:
        """`describe_key` returns the words of a key that has a button in the panel after a game."""
        self.scores, self.new, self.move_log = Scoreboard(), NewStones(), MoveLog()
        self.thinking, self.result, self.choice = ThinkingPanel(), ResultCard(), ChoiceCard()
        self.summary, self.buttons = MatchSummary(), KeyButtons(describe_key)
        self.heading = Heading("Moves")
        setup = match.setup
        self.analysis = AnalysisPanel(setup)
        self.whole_board = WholeBoard(setup.geometry, setup.players)
        self.curve, self.games = GameCurve(setup.players), MatchGames()
        above = (
            *(self.scores, self.choice, self.thinking, self.result, self.summary, self.analysis),
            *(self.new, self.whole_board),
        )
        panel = *above, self.heading, self.move_log, self.curve, self.games, self.buttons
        super().__init__(setup, panel)
        self.past: int | None = None
        """Number of moves that the board shows, None for all."""
        self._match = match
        self._panel = Size(0, 0)
        self._game_number = 1
        self._has_result = self._has_choice = False
        self._shows_analysis = self._prefers_moves = False
        self.buttons.fit = lambda: self.share_panel(self._panel)
        self.labels: Mapping[Square, Label] = {}
        """Labels of empty squares from the next `show` on."""
        self.lines: tuple[MeantLine, ...] = ()
        """The lines that a hint refers to, from the next `show` on."""

    # --- display -----------------------------------------------------------------------------------------

    def show(self, match: Match, is_human_turn: bool) -> None:
        """Show the current position, on a human's turn with a preview under the mouse."""
        game, self._match = match.game, match
        if self.past is None:
            view = BoardView.after(game, len(game.moves))
            view = view._replace(new=new_stones(match), labels=self.labels, lines=self.lines)
            self._show_board(view._replace(can_place=self._has_cursor))
        position = game.position
        self.board.previews_at_cursor = position.stage is not None  # the mark is not always the mover's
        if not is_human_turn or self.past is not None or position.choices:
            self.board.previewed = None
        elif self.board.geometry.is_wild:  # a mark that belongs to nobody
            self.board.previewed = self.board.mark
        else:
            self.board.previewed = self.board.geometry.mark_by(position.next_owner, self.board.cursor)
        self.move_log.show(game)
        self.new.show(match)
        if match.game_number != self._game_number:  # another game has become an earlier one
            self.share_panel(self._panel)

    def _show_board(self, view: BoardView) -> None:
        self.board.show(view)
        self.whole_board.show(view.boards)

    def seat(self, setup: Setup) -> None:
        """Show other players, or the same ones with other symbols, from now on."""
        self.board.seat(setup.drawn_players)
        self.analysis.seat(setup)
        self.curve.seat(setup.players)
        self.whole_board.seat(setup.players)

    def show_message(self, progress: SearchPanel | None) -> None:
        """Comment on the latest move of a computer; `progress` is the progress of its search, if known."""
        game, players = self._match.game, self._match.setup.players
        if game.outcome is not None:
            return  # the result takes its place
        self.thinking.rules = self._match.setup.geometry.rules
        computers = {seat for seat, player in enumerate(players) if player.is_computer}
        plies = range(len(game.moves), 0, -1) if computers else ()
        ply = next((ply for ply in plies if game.moves[ply - 1].player in computers), None)
        if ply is None:
            self.thinking.introduce(players)
        elif phrase := opening_phrase(game, ply):
            self.thinking.show(players[game.moves[ply - 1].player], (phrase,))
        else:
            words = log_phrases(game, ply, only_human(self._match))
            self.thinking.show(players[game.moves[ply - 1].player], words, progress)

    def show_result(self, result: ResultText | None, seconds: float | None = None) -> None:
        """Show the card of a result, and the keys that can follow where there is room; None hides it.

        After a match its summary is shown, too, with the `seconds` that it has taken, None if unknown.
        """
        if result is not None:
            self.result.show(self._match, result)
            self.summary.show(self._match, seconds, result.match_rating)
        if self._has_result != (result is not None):
            self._has_result = result is not None
            self._prefers_moves = False
            self.share_panel(self._panel)

    def prefer_moves(self, prefers: bool) -> None:
        """Show the list of moves instead of the summary of a match, or the summary again."""
        if prefers != self._prefers_moves:
            self._prefers_moves = prefers
            self.share_panel(self._panel)

    def show_choice(self, is_due: bool) -> None:
        """Show the card of a choice if there is room, or hide it."""
        if self._has_choice != is_due:
            self._has_choice = is_due
            self.share_panel(self._panel)

    def show_around(self, around: Around) -> None:
        """Show disconnected players and spectators from the next `show` of the scoreboard on."""
        before, self.scores.around = self.scores.around, around
        if before is not None and before != around:  # it may take more lines now, or fewer
            self.share_panel(self._panel)

    def show_advice(self) -> None:
        """Show the present labels and lines at once."""
        self.board.show(self.board.view._replace(labels=self.labels, lines=self.lines))

    def show_analysis(self, is_on: bool) -> None:
        if is_on != self._shows_analysis:
            self._shows_analysis = is_on
            self.board.show(self.board.view._replace(can_place=self._has_cursor))
            self.share_panel(self._panel)

    @property
    def _has_cursor(self) -> bool:
        """Whether a running game has a cursor: for stones, or for the moves of an analysis."""
        return self._shows_analysis or (self.past is None and may_place(self._match))

    # --- the panel ---------------------------------------------------------------------------------------

    @property
    def has_buttons(self) -> bool:
        """Whether the panel has the keys that follow a game or match: elsewhere the footer names them."""
        least = Size(0, WITH_BUTTONS) if self._match.is_over else UPPER
        return self.shows_panel and self.app.size.width >= USUAL and is_within(least, self._panel)

    @property
    def sums_up(self) -> bool:
        """Whether the summary of a finished match is shown."""
        is_wanted = self._has_result and self._match.is_over and self.has_buttons
        return is_wanted and not (self._shows_analysis or self._prefers_moves)

    @property
    def names_winner(self) -> bool:
        """Whether the card of the result is beside the board, so that the status line need not say it."""
        return self.shows_panel and self.app.size.width >= USUAL and self._has_result and self.result.display

    def share_panel(self, size: Size) -> None:
        """Decide which parts a panel of this size shows, and how they are placed."""
        self._panel, self._game_number = size, self._match.game_number
        left = self._share_above(size, self._share_result(size))
        left = self._share_summary(size, left)
        left = self._share_around_moves(size, left - 2 - MOVES)
        self._place(size)
        self._share_below(size, left + MOVES - LEAST_MOVES)
        self.scores.follow()

    @property
    def _has_thoughts(self) -> bool:
        """Whether a computer's thoughts have a place."""
        players, shows_figures = self._match.setup.players, self.thinking.shows_figures
        is_roomy = len(players) == 2 and self.app.size.height >= ROOMY
        return (is_roomy or shows_figures) and any(player.is_computer for player in players)

    def _share_result(self, size: Size) -> int:
        """Decide on the result and the keys after it, and return the lines beside them."""
        left = size.height
        self.buttons.display = self._has_result and self.has_buttons
        if self.buttons.display:
            self.buttons.update()
            left -= self.buttons.rows_in(size.width) + 1
        is_large = is_within(UPPER if self.sums_up else LARGE, size)
        self.result.stone = SMALL_STONE if not is_large else LARGE_STONE if self.sums_up else WIDE_STONE
        self.result.display = self._has_result and left >= self.result.lines_needed + MOVES
        self.result.styles.height = self.result.lines_needed
        self.result.follow()
        return left - self.result.lines_needed * self.result.display

    def _share_above(self, size: Size, left: int) -> int:
        """Decide on score, choice and analysis in `left` lines, and return the lines below them."""
        scores, lines = self.scores, size.height
        scores.most_lines = lines // 2 - 2
        scores.has_edges = lines >= LOW_PANEL
        scores.display = not self.sums_up or scores.has_presence
        left -= scores.get_content_height(size, size, size.width) * scores.display
        self.choice.display = self._has_choice and left >= CARD_LINES + MOVES
        self.choice.styles.margin = (int(lines >= LOW_PANEL), 0, 0, 0)
        left -= (CARD_LINES + 1) * self.choice.display
        self.analysis.display = self._shows_analysis and left > 0
        if self.analysis.display:
            self.analysis.styles.height = height = min(ANALYSIS_LINES, left)
            left -= height
        return left

    def _share_summary(self, size: Size, left: int) -> int:
        """Decide on the summary of the match and the list of moves; return the lines below the former."""
        summary, games = self.summary, self.games
        games.take(self._match)
        summary.display = self.sums_up
        if summary.display:
            summary.most_lines = left - 1
            left -= 1 + summary.get_content_height(size, size, size.width)
            summary.follow()
        least = self._lines_of_games(size) + LEAST_MOVES if summary.display else MOVES
        has_moves = left > least or not (summary.display or self.analysis.display)
        self.heading.display = has_moves
        self.move_log.display = has_moves or not summary.display
        return left if has_moves else left + 2 + LEAST_MOVES

    def _lines_of_games(self, size: Size) -> int:
        """Return the lines of the earlier games with the blank one above them."""
        return 1 + self.games.get_content_height(size, size, size.width) if self._match.earlier else 0

    def _share_around_moves(self, size: Size, left: int) -> int:
        """Decide on thoughts, new stones and small boards in `left` lines; return the lines after them."""
        players, thinking = self._match.setup.players, self.thinking
        thinking_lines = max(THINKING_LINES, self.result.lines_needed)  # the result takes its place
        thinking.styles.height = thinking_lines
        has_news = len(players) > 2 and any(player.is_human for player in players)
        new_lines = 1 + self.new.get_content_height(size, size, size.width)
        if self.new.shares_lines and left < 2 * new_lines:
            has_news = False  # the list of moves below would have no others
        has_blocks = self._match.setup.geometry.block_side is not None
        is_free = not (self._shows_analysis or self.sums_up)
        for part, lines, is_wanted in (
            (thinking, thinking_lines, self._has_thoughts and is_free and not self.result.display),
            (self.new, new_lines, has_news and is_free),
        ):
            part.display = is_wanted and left >= lines
            left -= lines * part.display
        lines = self.whole_board.grow(Size(size.width, left)) + int(size.height >= LOW_PANEL)
        self.whole_board.display = has_blocks and self.heading.display and left >= lines
        return left - lines * self.whole_board.display

    def _place(self, size: Size) -> None:
        """Place the result and the keys after it, and set the blank lines between the parts."""
        is_upper, below = is_within(UPPER, size), int(size.height >= TALL_PANEL)
        self.buttons.styles.margin = (0, 0, below * is_upper, 0)
        is_below = not (is_upper or self.sums_up or self._has_thoughts)
        self.result.styles.dock = "bottom" if is_below else "none"
        after = self.buttons.rows_in(size.width) if self.buttons.display else below
        self.result.styles.margin = (0, 0, after * is_below, 0)
        self.summary.styles.margin = (int(size.height >= LOW_PANEL), 0, 0, 0)
        has_block = self.thinking.display or (self.result.display and not is_below)
        above = 2 if size.height >= AIRY_PANEL and not has_block else int(size.height >= LOW_PANEL)
        self.new.styles.margin = (above, 0, 0, 0)
        self.heading.styles.margin = (min(above, 1) if self.new.display else above, 0, 0, 0)

    def _share_below(self, size: Size, left: int) -> None:
        """Decide which parts are below the moves in the `left` lines."""
        geometry, players = self._match.setup.geometry, self._match.setup.players
        is_upper = is_within(UPPER, size)
        is_interesting = len(geometry.squares) > SEEN_BY_ALL and len(players) <= GAME_ROWS
        moves = max(len(geometry.squares), self._match.game.position.squares_left)
        rounds = -(-moves // len(players))
        rounds += geometry.rules.per_turn > 1  # the first turn has one stone
        self.move_log.styles.max_height = 1 + max(rounds, LEAST_MOVES) if is_upper else None
        games = self.games
        games.has_pictures = is_upper
        is_high = is_within(WITH_CURVE, size) or self.has_low_board
        self.curve.display = is_high and is_interesting and left > CURVE_LINES
        left -= (1 + CURVE_LINES) * self.curve.display
        if self._lines_of_games(size) > left:
            games.has_pictures = False
        games.display = bool(self._match.earlier) and self._lines_of_games(size) <= left and is_upper
        for widget in (self.curve, games):
            widget.styles.margin = (1, 0, 0, 0)
        games.follow()

    @property
    def has_curve(self) -> bool:
        """Whether there is room for the chances of the game."""
        return self.shows_panel and self.curve.display

    # --- the past ----------------------------------------------------------------------------------------

    def walk(self, game: Game, ply: int) -> None:
        """Show the board after `ply` moves, with the cursor on the latest of them."""
        self.past = ply
        self.table.add_class("-past")
        self._show_board(BoardView.after(game, ply)._replace(can_place=self._has_cursor))
        if ply and (stone := game.moves[ply - 1].stone) is not None:
            self.board.cursor = self.board.geometry.square_of(stone)

    def leave_past(self) -> None:
        """Return to the current position with the next `show`."""
        self.past = None
        self.table.remove_class("-past")
