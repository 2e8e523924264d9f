"""The game with the cursor beside the history: its board at the end, what it was, its chances and moves.

From 120 columns on the board is drawn as in play, else in small.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Center, Vertical
from textual.geometry import Size
from textual.widget import Widget

from ttt_tui.app.terminal.filters import only_ascii
from ttt_tui.app.widgets.curve import Curve
from ttt_tui.app.widgets.game_moves import GameMoves
from ttt_tui.app.widgets.game_table import WIDEST_LIST
from ttt_tui.app.widgets.lines import (
    BOLD,
    HEADING,
    MUTED,
    Line,
    Lines,
    Run,
    TextStyle,
    cells_of,
    fitted,
    spread,
)
from ttt_tui.app.widgets.match_games import has_symbols, picture
from ttt_tui.app.widgets.pictures import WOOD, Miniature
from ttt_tui.engine import FinishedGame, Game, Outcome, Player, Setup, Termination
from ttt_tui.errors import RecordError
from ttt_tui.session.game_rows import length, opponents, outcome_parts
from ttt_tui.session.history_tables import study_name, study_words
from ttt_tui.session.wording import FROM_A_POSITION
from ttt_tui.store.statistics import Names
from ttt_tui.store.stored_game import Entry

if TYPE_CHECKING:
    from ttt_tui.app.widgets.board.picture import BoardPicture
    from ttt_tui.session.stored_reviews import ReviewSummary

SMALL, LARGE = 80, 120
"""Columns of the window from which the board is shown in small, and drawn."""

SMALL_WIDTH = 28
"""Columns of the preview with a small board."""

LEAST_LINES = 18
"""Lines of the window from which there is a preview."""

WITH_CHANCES = 30
"""Lines of the window from which there is room for chances."""

PADDING = 3
"""Cells left and right of a drawn board, at least."""

WOOD_AROUND, SMALL_WOOD_AROUND = Size(4, 2), Size(2, 2)
"""Cells of wood around the squares of a drawn board, at least."""

MOST_MARGIN = 4
"""Cells of wood left and right of the squares, at most, which look like the wood above and below them."""

SMALL_PADDING = 3
"""Cells left and right of a small one together: its right edge is below that of the header's text."""

CAPTION, CHANCES = 3, 8
"""Lines of the caption and of the chances, with a blank line before each."""

LEAST_TEXT = 42
"""Cells for the texts below a drawn board."""

CHANCES_ROWS = 2
"""Lines of the curve of two players."""


class SmallBoard(Lines):
    """Shows the end of a game in few cells, on wood."""

    DEFAULT_CSS = """
    SmallBoard { width: 100%; height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown_game: tuple[Setup, FinishedGame] | None = None

    def can_show(self, setup: Setup) -> bool:
        """Return whether the terminal can show a board: stones are half cells on a large one."""
        return has_symbols(setup.geometry) or not (self.app.no_color or only_ascii(self.app))

    def show(self, game: Game) -> None:
        outcome = game.outcome or Outcome(Termination.DEAD_BOARD)  # nothing is lit in an unfinished game
        stones = tuple(game.position.stones)
        self._shown_game = game.setup, FinishedGame(outcome, game.first, len(game.moves), stones)
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the board with a cell of wood on either side, between half lines of wood."""
        if self._shown_game is None:
            return []
        rows = picture(*self._shown_game, is_wide=True)
        left = "" if has_symbols(self._shown_game[0].geometry) else " "
        rows = [((left, WOOD), *row, (" ", WOOD)) if left else row for row in rows]
        cells = cells_of(rows[0])
        upper, lower = TextStyle("rim", is_edge=True), TextStyle("board", "edge", is_edge=True)
        return [(("▄" * cells, upper),), *rows, (("▀" * cells, lower),)]


class CaptionPart(NamedTuple):
    """Pieces of text that stand in one line if they fit; between them a line may end."""

    pieces: Sequence[Line]
    separator: str = " "


class Caption(Lines):
    """The lines below the board: who beat whom, and how long it took."""

    DEFAULT_CSS = """
    Caption { height: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._paragraphs: Sequence[CaptionPart] = ()

    def show(self, paragraphs: Sequence[CaptionPart]) -> None:
        self._paragraphs = paragraphs
        self.follow()

    def lines(self, width: int) -> list[Line]:
        """Return the paragraphs; a name that is longer than a line is cut."""
        lines: list[Line] = []
        for paragraph in self._paragraphs:
            line: Line = ()
            for (text, style), *rest in filter(None, paragraph.pieces):
                piece = (fitted(text, width - cells_of(tuple(rest))), style), *rest
                if line and cells_of(line) + cell_len(paragraph.separator) + cells_of(piece) > width:
                    lines.append(line)
                    line = ()
                line = (*line, *([(paragraph.separator, MUTED)] if line else []), *piece)
            lines.append(line)
        return lines


class ChancesHead(Lines):
    """The heading of the chances, with the players' accuracy."""

    DEFAULT_CSS = """
    ChancesHead { height: 1; margin-top: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._accuracies: Line = ()

    def show(self, players: Sequence[Player], accuracies: Sequence[float | None]) -> None:
        known = [
            (player, share) for player, share in zip(players, accuracies, strict=True) if share is not None
        ]
        runs = [
            run
            for player, share in known
            for run in (
                (f"  {player.symbol}", TextStyle(player.colour, bold=True)),
                (f" {share:.0f} %", TextStyle(bold=True)),
            )
        ]
        self._accuracies = (("accuracy", MUTED), *runs) if runs else ()
        self.follow()

    def lines(self, width: int) -> list[Line]:
        heading: Line = (("Chances", HEADING),)
        fits = cells_of(heading) + 2 + cells_of(self._accuracies) <= width
        return [spread(heading, self._accuracies if fits else (), width)]


def _symbol(player: Player) -> Run:
    """Return a player's symbol after the name."""
    return f" {player.symbol}", TextStyle(player.colour, bold=True)


class GamePreview(Vertical):
    """Shows the end of a game."""

    DEFAULT_CSS = """
    GamePreview {
        height: 1fr;
        padding: 0 2 0 1;
        background: $ground;
        align-horizontal: right;
        overflow: hidden;
        & > #game { height: 1fr; }
        & Caption { margin-top: 1; }
        & Curve { margin-top: 0; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._names = Names()
        self._block = Vertical(id="game")
        self._small, self._miniature, self._caption = SmallBoard(), Miniature(), Caption()
        self._large: BoardPicture | None = None  # made when the window is first large enough
        self._head, self._curve, self._moves = ChancesHead(), Curve(()), GameMoves()
        self._curve.is_card = False  # the moves need the lines
        self._shown: tuple[Entry | None, Size] | None = None
        self._game: Game | None = None
        self._has_chances = False
        self._is_large = False
        self._lines = 0
        self._room = Size(0, 0)  # for the squares of a drawn board

    def compose(self) -> ComposeResult:
        with self._block:
            yield Center(self._miniature)
            yield self._small
            yield self._caption
            yield self._head
            yield self._curve
            yield self._moves
        self._hide_chances()

    # --- sizes -------------------------------------------------------------------------------------------

    def fit(self, window: Size, lines: int) -> None:
        """Choose what there is room for in a window; `lines` are those of the preview."""
        columns, self._lines = window.width, lines
        self.display = columns >= SMALL and window.height >= LEAST_LINES
        self._is_large = columns >= LARGE
        width = columns - min(columns // 2, WIDEST_LIST) if self._is_large else SMALL_WIDTH
        self.styles.width = width
        self._has_chances = self._is_large and window.height >= WITH_CHANCES
        if self._is_large:
            room = Size(width - 2 * PADDING, lines - CAPTION - CHANCES * self._has_chances)
        else:
            room = Size(width - SMALL_PADDING, lines)
        self._room = room - (WOOD_AROUND if self._is_large else SMALL_WOOD_AROUND)

    def _drawn(self, game: Game) -> "BoardPicture | None":
        """Return the board as in play, None without room for it; in small only with drawn stones."""
        if self._large is None:
            from ttt_tui.app.widgets.board.picture import BoardPicture

            self._large = BoardPicture(game.setup)
            self._block.mount(self._large, before=0)
        board, room = self._large, self._room
        if not self._is_large:
            room -= Size(0, 1 + self._caption.get_content_height(room, room, SMALL_WIDTH - SMALL_PADDING))
        board.most_margin, board.most_above = MOST_MARGIN, int(self._is_large)
        board.keeps_above = True
        board.least_margin = (WOOD_AROUND if self._is_large else SMALL_WOOD_AROUND).width // 2
        board.grow(room)
        board.show_game(game.setup, game)
        return board if board.fits and (self._is_large or board.drawn.cell.has_drawn_stones) else None

    # --- the game ----------------------------------------------------------------------------------------

    def show(self, entry: Entry | None, names: Names) -> None:
        """Show the end of this game without chances, or nothing for None; `names` are the user's names."""
        if not self.display or self._shown == (entry, self._room):
            return
        self._shown, self._names, self._game = (entry, self._room), names, None
        self._hide_chances()
        try:
            self._game = None if entry is None else entry.shown_game()
        except RecordError as error:
            self._caption.show((CaptionPart([((str(error), MUTED),)]),))
            self._show_board(None)
            return
        self._caption.show(() if entry is None else self._paragraphs(entry))
        self._show_board(self._game)
        self._moves.display = self._has_chances and entry is not None and bool(entry.moves)
        self._moves.show(self._game)

    def _show_board(self, game: Game | None) -> None:
        """Show the board: drawn, else in small, else as letters, or not at all where it is too high."""
        boards: tuple[Widget, ...] = (self._small, self._miniature)
        shown: Widget | None = None
        width = LEAST_TEXT
        if game is not None and (drawn := self._drawn(game)) is not None:
            shown = drawn
            width = max(drawn.get_content_width(Size(), Size()), LEAST_TEXT)
        elif game is not None and self._small.can_show(game.setup):
            self._small.show(game)
            shown = self._small if len(self._small.lines(width)) <= self._lines else None
        elif game is not None:
            self._miniature.show(game.setup.geometry, game.position.stones, game.setup.drawn_players)
            shown = self._miniature if len(self._miniature.lines(SMALL_WIDTH)) <= self._lines else None
        for board in (*boards, *filter(None, [self._large])):
            board.display = board is shown
        self._block.styles.width = width if self._is_large else "100%"

    def _paragraphs(self, entry: Entry) -> list[CaptionPart]:
        """Return who beat whom, or of several players who won, and how long it took."""
        (outcome, how), players = outcome_parts(entry, self._names), entry.setup.players
        start = FROM_A_POSITION if entry.setup.start is not None else ""
        parts = [part for part in (how.strip(": "), start, *length(entry)) if part]
        played = CaptionPart([((part, MUTED),) for part in parts], " · ")
        if studied := [] if entry.is_free_study else study_words(entry):
            studied = [*studied[:-1], f"{studied[-1]} (e)"]
        notes = [CaptionPart([((part, MUTED),) for part in studied], " · ")] * bool(studied)
        if entry.is_free_study:
            return [CaptionPart([((study_name(entry), BOLD),)]), played]
        own = self._names.own_seat(entry.setup)
        if len(players) != 2:
            winner: Line = () if entry.winner is None else (_symbol(players[entry.winner]),)
            who = CaptionPart([((outcome, BOLD), *winner), ((opponents(entry, self._names), MUTED),)], " · ")
            return [who, played, *notes]
        first = entry.winner if entry.winner is not None else own or 0
        seats = (first, 1 - first)
        names = ["you" if seat == own else players[seat].name for seat in seats]
        names[0] = "You" if first == own else names[0]
        pieces: list[Line] = [
            ((name, BOLD), _symbol(players[seat])) for name, seat in zip(names, seats, strict=True)
        ]
        is_drawn = entry.is_finished and entry.winner is None
        between = "beat" if entry.winner is not None else "and" if is_drawn else "v"
        end: list[Line] = [(("drew", MUTED),)] if is_drawn else []
        return [CaptionPart([pieces[0], ((between, MUTED),), pieces[1], *end]), played, *notes]

    # --- its review --------------------------------------------------------------------------------------

    @property
    def reviewed(self) -> tuple[str, Game] | None:
        """The uid of the game, and the game, if there is room for its chances."""
        entry = self._shown[0] if self._shown is not None else None
        has_room = self.display and self._has_chances
        return (entry.uid, self._game) if has_room and entry is not None and self._game is not None else None

    def _hide_chances(self) -> None:
        self._head.display = self._curve.display = self._moves.display = False

    def show_chances(self, review: "ReviewSummary") -> None:
        """Show the chances of the game, and the players' accuracy."""
        if self._game is None:
            return
        players = self._game.setup.players
        self._head.show(players, review.accuracies)
        self._curve.seat(players)
        self._curve.rows = CHANCES_ROWS if len(players) == 2 else min(len(players), 2 * CHANCES_ROWS)
        self._head.display = self._curve.display = True
        self._curve.show(review.chances, review.signs, len(self._game.moves))
        self._moves.show(self._game, review.signs)
