"""A board with its panel: laid out in a window, for a match and for a reviewed game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.analysis.sentences import log_phrases
from ttt_tui.app.widgets.analysis_panel import AnalysisPanel
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.view import BoardView, Label, may_place, new_stones
from ttt_tui.app.widgets.choice_bar import ChoiceCard
from ttt_tui.app.widgets.curve import Curve, GameCurve
from ttt_tui.app.widgets.lines import (
    INDENT,
    MUTED,
    Heading,
    Line,
    Lines,
    Paragraphs,
    TextStyle,
    cells_of,
    fitted,
    spread,
)
from ttt_tui.app.widgets.match_games import MatchGames
from ttt_tui.app.widgets.match_panel import share_match_panel
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.panel_room import divide
from ttt_tui.app.widgets.panels import (
    Around,
    CardKey,
    NewStones,
    ResultCard,
    Scoreboard,
    SearchPanel,
    ThinkingPanel,
)
from ttt_tui.app.widgets.whole_board import WholeBoard
from ttt_tui.engine import Game, Match, Player, Setup, Square
from ttt_tui.session.opening_words import opening_phrase
from ttt_tui.session.results import ResultText
from ttt_tui.session.wording import only_human

if TYPE_CHECKING:
    from ttt_tui.analysis.hint_drawing import MeantLine

NARROW = 60
"""Columns below which only board or panel fits."""

LOW = 12
"""Lines below which a narrow status line takes its second line only for a text that needs it."""


class BoardAndPanel(Horizontal):
    """Lays out a board with a panel on its right; where only one fits, the board unless toggled."""

    DEFAULT_CSS = """
    BoardAndPanel {
        height: 1fr;
        align: left middle;
        background: $ground;
        & > #table { align: center middle; background: $ground; }
        & > #panel { background: $ground; }
    }
    """

    def __init__(self, setup: Setup, panel: Iterable[Widget]) -> None:
        super().__init__(id="middle")
        self.board = BoardGrid(setup.geometry, setup.drawn_players)
        self.hides_panel = False
        """Whether the panel is hidden although it fits."""
        self._replaces_board = (
            False  # whether the panel has the board's place where there is room for only one
        )
        # Kept, not queried: updates may come before they are mounted or after they are removed.
        self.table = Container(self.board, id="table")
        self._beside = Vertical(*panel, id="panel")

    def compose(self) -> ComposeResult:
        yield self.table
        yield self._beside

    @property
    def is_narrow(self) -> bool:
        return self.app.size.width < NARROW

    @property
    def shows_panel(self) -> bool:
        return self._replaces_board if self.is_narrow else not self.hides_panel

    @property
    def is_turned(self) -> bool:
        """Whether the panel is toggled: shown where it does not fit, hidden where it does."""
        return self.shows_panel == self.is_narrow

    def turn(self, is_turned: bool) -> None:
        """Hide the panel, or on a narrow terminal show it instead of the board; or undo that."""
        if is_turned == self.is_turned:
            return
        if self.is_narrow:
            self._replaces_board = is_turned
        else:
            self.hides_panel = is_turned
        self.share(self.size)

    def see_board(self) -> None:
        """Show the board again if the panel has replaced it, since the cursor is on the board."""
        if not self.board.region:
            self.turn(False)

    def on_resize(self, event: events.Resize) -> None:
        self.share(event.size)

    def share(self, size: Size) -> None:
        """Divide the room between board and panel."""
        table, panel = self.table, self._beside
        panel.display = has_panel = self.shows_panel
        table.display = not (self.is_narrow and has_panel)
        if not table.display:
            panel.styles.width, panel.styles.height, panel.styles.margin = "1fr", "1fr", 0
            self.share_panel(size)
            return
        left, room, gap, top, beside = divide(
            size, self.board.drawing_in, self.board.cell_size_in, has_panel=has_panel
        )
        table.styles.width, table.styles.height = room
        table.styles.margin = (0, 0, 0, left)
        if has_panel:
            panel.styles.width, panel.styles.height = beside
            panel.styles.margin = (top, 0, room.height - top - beside.height, gap)
            self.share_panel(beside)

    def share_panel(self, size: Size) -> None:
        """Divide the panel's room among its parts."""


class MatchView(BoardAndPanel):
    """Shows a match: the board in the present or at an earlier position, and the panels."""

    def __init__(self, match: Match) -> None:
        self.scores, self.new, self.move_log = Scoreboard(), NewStones(), MoveLog()
        self.thinking, self.result, self.choice = ThinkingPanel(), ResultCard(), ChoiceCard()
        self.heading = Heading("Moves")
        setup = match.setup
        self.analysis = AnalysisPanel(setup)
        self.whole_board = WholeBoard(setup.geometry, setup.players)
        self.curve, self.games = GameCurve(setup.players), MatchGames()
        above = (
            *(self.scores, self.choice, self.thinking, self.result, self.analysis),
            *(self.new, self.whole_board),
        )
        panel = *above, self.heading, self.move_log, self.curve, self.games
        super().__init__(setup, panel)
        self.past: int | None = None
        """Number of moves that the board shows, None for all."""
        self._match = match
        self._panel = Size(0, 0)
        self._game_number = 1
        self._has_result = self._has_choice = False
        self._shows_analysis = False
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
        may_place = is_human_turn and self.past is None and not position.choices
        self.board.previewed = self._mark_to_place if may_place else None
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

    @property
    def _mark_to_place(self) -> int:
        """The player whose stone is next, or the mark of that stone if marks belong to nobody."""
        geometry = self.board.geometry
        if geometry.is_wild:
            return self.board.mark
        return geometry.mark_by(self._match.game.position.next_owner, self.board.cursor)

    def show_progress(self, player: Player, progress: SearchPanel) -> None:
        self.thinking.show(player, progress=progress)

    def show_message(self, progress: SearchPanel | None) -> None:
        """Comment on the latest move of a computer; `progress` is the progress of its search, if known."""
        game, players = self._match.game, self._match.setup.players
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

    def show_result(self, result: ResultText | None, keys: Sequence[CardKey] = ()) -> None:
        """Show the card of a result with the keys that can follow, or hide it for None."""
        needed = self.result.most_lines
        if result is not None:
            self.result.show(self._match, result, keys)
        if self._has_result != (result is not None) or self.result.most_lines != needed:
            self._has_result = result is not None
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

    def share_panel(self, size: Size) -> None:
        """Hide the parts without room."""
        self._panel, self._game_number = size, self._match.game_number
        share_match_panel(
            self,
            self._match,
            size,
            has_result=self._has_result,
            has_choice=self._has_choice,
            shows_analysis=self._shows_analysis,
        )

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


REVIEW_LARGE = 44
"""Lines from which the curve is even higher."""

REVIEW_AIRY = 30
"""Lines from which the curve is a large card, with blank lines between the groups."""

REVIEW_USUAL = 18
"""Lines from which the curve has its usual height."""

REVIEW_MOVES = 4
"""The least lines that the explanation leaves to the move list."""

LEAST_LINES, MOST_LINES = 4, 8
"""The least and the most lines of the explanation."""

REVIEW_LOW = 13
"""Lines below which there is no curve."""


class Ends(Lines):
    """A line with a text at each end: on the left the first of several that fits."""

    DEFAULT_CSS = """
    Ends { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lefts: Sequence[str] = ("",)
        self._look = MUTED
        self._right: Line = ()

    def show(self, lefts: Sequence[str], style: TextStyle, right: Line = ()) -> None:
        self._lefts, self._look, self._right = lefts, style, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        room = width - 2 * INDENT - cells_of(self._right) - bool(self._right)
        fitting = (text for text in self._lefts if cell_len(text) <= room)
        left = next(fitting, fitted(self._lefts[-1], room))
        return [((" " * INDENT, MUTED), *spread(((left, self._look),), self._right, width - 2 * INDENT))]


class ReviewView(BoardAndPanel):
    """Shows a reviewed game; with little room the explanation comes first."""

    def __init__(self, setup: Setup) -> None:
        self.head, self.curve, self.explanation = Ends(), Curve(setup.players), Paragraphs()
        self.moves_head, self.move_log = Ends(), MoveLog(has_signs=True)
        panel = self.head, self.curve, self.explanation, self.moves_head, self.move_log
        super().__init__(setup, panel)

    def share_panel(self, size: Size) -> None:
        """Size the curve to the room that explanation and moves leave."""
        is_airy = size.height >= REVIEW_AIRY
        self.curve.display = size.height >= REVIEW_LOW
        is_large = size.height >= REVIEW_LARGE
        rows = 12 if is_large else 8 if is_airy else 4 if size.height >= REVIEW_USUAL else 2
        self.curve.rows = rows if self.curve.most_rows is None else min(rows, self.curve.most_rows)
        self.curve.is_card = is_airy
        blank = int(size.height >= REVIEW_USUAL)
        left = size.height - 2 - blank - is_airy
        left -= self.curve.display and self.curve.get_content_height(size, size, size.width)
        self.explanation.styles.margin = (blank, 0, int(is_airy), 0)
        self.explanation.styles.height = max(min(left - REVIEW_MOVES, MOST_LINES), LEAST_LINES)
        for part in (self.head, self.curve, self.moves_head):
            part.follow()
