"""A board with its panel: laid out in a window, for a match and for a reviewed game."""

from collections.abc import Iterable, Mapping, Sequence

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.analysis.facts import said
from ttt_tui.app.widgets.analysis_panel import ANALYSIS_LINES, AnalysisPanel
from ttt_tui.app.widgets.board.grid import BoardGrid
from ttt_tui.app.widgets.board.layout import least_panel
from ttt_tui.app.widgets.board.view import BoardView, Label, new_stones
from ttt_tui.app.widgets.curve import Curve
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
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.panels import (
    RESULT_LINES,
    Around,
    NewStones,
    ResultCard,
    Scoreboard,
    SearchProgress,
    ThinkingPanel,
)
from ttt_tui.engine import Game, Geometry, Match, Player, Setup, Square
from ttt_tui.session.results import ResultText
from ttt_tui.session.wording import only_human

NARROW = 60
"""Below so many columns there is room for only one of the two."""

MOST_SPARE = 2
"""What the panel takes of columns that nobody needs."""

SMALL_GAP, LARGE_GAP = 4, 8
"""The most columns between board and panel, on a usual window and on a wide one."""

USUAL_LINES = 18
"""The panel has so many lines even beside a lower board, if the window has."""

TALL = 20
"""From so many lines on a panel keeps a line away from what is above it."""

ROOMY = 100
"""From so many columns on a window is wide."""


class BoardAndPanel(Horizontal):
    """Lays out a board with a panel on its right; where only one fits, the board unless it is turned."""

    DEFAULT_CSS = """
    BoardAndPanel {
        height: 1fr;
        align: left middle;
        background: $ground;
        & > #table { align: center middle; background: $ground; }
        & > #panel { background: $ground; }
    }
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...], panel: Iterable[Widget]) -> None:
        super().__init__(id="middle")
        self.board = BoardGrid(geometry, players)
        self.hides_panel = False
        """Whether the panel is hidden where there is room for it."""
        self._is_instead = False  # whether the panel has the board's place where there is room for only one
        # Held on to, not looked for: news may come when they are not there yet, or no longer.
        self.table = Container(self.board, id="table")
        self._beside = Vertical(*panel, id="panel")

    def compose(self) -> ComposeResult:
        """Give the board and the panel."""
        yield self.table
        yield self._beside

    @property
    def is_narrow(self) -> bool:
        """Whether there is room for only one of the two."""
        return self.app.size.width < NARROW

    @property
    def shows_panel(self) -> bool:
        """Whether the panel is shown."""
        return self._is_instead if self.is_narrow else not self.hides_panel

    @property
    def is_turned(self) -> bool:
        """Whether the panel is shown where it would not be, or hidden where it would."""
        return self.shows_panel == self.is_narrow

    def turn(self, is_turned: bool) -> None:
        """Hide the panel, or on a narrow terminal show it instead of the board; or neither."""
        if is_turned == self.is_turned:
            return
        if self.is_narrow:
            self._is_instead = is_turned
        else:
            self.hides_panel = is_turned
        self.share(self.size)

    def see_board(self) -> None:
        """Bring the board back if the panel has taken its place: the cursor has to be where the eye is."""
        if not self.board.region:
            self.turn(False)

    def on_resize(self, event: events.Resize) -> None:
        """Share the new size."""
        self.share(event.size)

    def share(self, size: Size) -> None:
        """Give each its part of the room."""
        table, panel = self.table, self._beside
        panel.display = has_panel = self.shows_panel
        table.display = not (self.is_narrow and has_panel)
        if not table.display:
            panel.styles.width, panel.styles.height, panel.styles.margin = "1fr", "1fr", 0
            self.share_panel(size)
            return
        least = least_panel(size.width) if has_panel else 0
        room = Size(size.width - least - has_panel, size.height)
        width = min(self.board.get_content_width(room, room), room.width)
        height = min(max(self.board.get_content_height(room, room, width), USUAL_LINES), room.height)
        table.styles.width, table.styles.height = width, height
        spare = size.width - least - width
        if has_panel:
            most = LARGE_GAP if size.width >= ROOMY else SMALL_GAP
            gap = max(1, min(spare // 2, most))
            columns = least + max(0, min(spare - 2 * gap, MOST_SPARE))
            top = int(size.height == height >= TALL)
            panel.styles.width, panel.styles.height = columns, height - top
            panel.styles.margin = (top, 0, 0, gap)
            spare -= gap + columns - least
            self.share_panel(Size(columns, height - top))
        table.styles.margin = (0, 0, 0, (spare + 1) // 2)

    def share_panel(self, size: Size) -> None:
        """Share the panel's room, when it is known, among what is in it."""


MATCH_MOVES = 2
"""Lines of the list of moves for which its heading is worth a line."""

MATCH_LOW = 8
"""Below so many lines nothing is left blank."""

MATCH_AIRY = 36
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
            words = said(game, ply, only_human(self._match))
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
        self.scores.has_edges = size.height >= MATCH_LOW
        left = size.height - self.scores.get_content_height(size, size, size.width)
        self.result.display = self._has_result and left >= RESULT_LINES
        left -= (RESULT_LINES + below) * self.result.display
        self.analysis.display = self._shows_analysis and left > 0
        self._heading.display = True
        if self.analysis.display:
            height = min(ANALYSIS_LINES, left)
            self.analysis.styles.height = height
            left -= height
            self._heading.display = left > MATCH_MOVES
        left -= 2 + MATCH_MOVES
        is_told = len(players) == 2 or self.thinking.shows_figures
        has_computer = any(player.is_computer for player in players)
        self.thinking.display = (
            has_computer
            and is_told
            and not self.result.display
            and not self._shows_analysis
            and left >= RESULT_LINES + below
        )
        left -= (RESULT_LINES + below) * self.thinking.display
        new_lines = 1 + self.new.get_content_height(size, size, size.width)
        has_human = any(player.is_human for player in players)
        has_news = has_human and len(players) > 2 and not self._shows_analysis
        self.new.display = has_news and left >= new_lines
        for widget in (self.thinking, self.result):
            widget.styles.margin = (0, 0, below, 0)
        above = 2 if size.height >= MATCH_AIRY else int(size.height >= MATCH_LOW)
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


REVIEW_AIRY = 30
"""From so many lines on the curve is a large card, with blank lines between the groups."""

REVIEW_USUAL = 18
"""From so many lines on the curve has its usual height."""

REVIEW_MOVES = 4
"""Lines of the list of moves that the explanation leaves."""

LEAST_LINES, MOST_LINES = 4, 8
"""Of the explanation."""

REVIEW_LOW = 13
"""Below so many lines there is no curve."""


class Ends(Lines):
    """A line with something at each end: on the left the first of several that has room."""

    DEFAULT_CSS = """
    Ends { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lefts: Sequence[str] = ("",)
        self._look = MUTED
        self._right: Line = ()

    def show(self, lefts: Sequence[str], look: TextStyle, right: Line = ()) -> None:
        """Show this from now on."""
        self._lefts, self._look, self._right = lefts, look, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the one line."""
        room = width - 2 * INDENT - cells_of(self._right) - bool(self._right)
        fitting = (text for text in self._lefts if cell_len(text) <= room)
        left = next(fitting, fitted(self._lefts[-1], room))
        return [((" " * INDENT, MUTED), *spread(((left, self._look),), self._right, width - 2 * INDENT))]


class ReviewView(BoardAndPanel):
    """Shows a game with what is known of it. Where there is little room the explanation comes first."""

    def __init__(self, setup: Setup) -> None:
        self.head, self.curve, self.explanation = Ends(), Curve(setup.players), Paragraphs()
        self.moves_head, self.move_log = Ends(), MoveLog()
        panel = self.head, self.curve, self.explanation, self.moves_head, self.move_log
        super().__init__(setup.geometry, setup.players, panel)

    def share_panel(self, size: Size) -> None:
        """Give the curve what explanation and list of moves can spare."""
        is_airy = size.height >= REVIEW_AIRY
        self.curve.display = size.height >= REVIEW_LOW
        rows = 8 if is_airy else 4 if size.height >= REVIEW_USUAL else 2
        self.curve.rows = rows if self.curve.most_rows is None else min(rows, self.curve.most_rows)
        self.curve.is_card = is_airy
        blank = int(size.height >= REVIEW_USUAL)
        left = size.height - 2 - blank - is_airy
        left -= self.curve.display and self.curve.get_content_height(size, size, size.width)
        self.explanation.styles.margin = (blank, 0, int(is_airy), 0)
        self.explanation.styles.height = max(min(left - REVIEW_MOVES, MOST_LINES), LEAST_LINES)
        for part in (self.head, self.curve, self.moves_head):
            part.follow()
