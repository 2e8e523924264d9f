"""A recorded game with its panel: reviewed, with its chances and an explanation, or replayed."""

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.analysis.words import counted, time_text
from ttt_tui.app.look.room import AIRY_PANEL, LOW_PANEL, TALL_PANEL
from ttt_tui.app.widgets.analysis_panel import ANALYSIS_LINES, AnalysisPanel
from ttt_tui.app.widgets.curve import Curve
from ttt_tui.app.widgets.explorer_panel import ExplorerPanel
from ttt_tui.app.widgets.lines import (
    CARD,
    INDENT,
    MUTED,
    Heading,
    Line,
    Lines,
    Paragraphs,
    TextStyle,
    card,
    cells_of,
    fitted,
    longest_fitting,
    spread,
)
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.scoreboard import MOST_LISTED, before_name
from ttt_tui.app.widgets.tree_log import TreeLog
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, Setup
from ttt_tui.engine.outcome import LEFT
from ttt_tui.engine.records.tree import Tree
from ttt_tui.session import wording

if TYPE_CHECKING:
    from ttt_tui.analysis.review import GameReview

REVIEW_LARGE = 44
"""Lines from which the curve is even higher."""

REVIEW_AIRY = 30
"""Lines from which the curve is a large card, with blank lines between the groups."""

REVIEW_USUAL = 18
"""Lines from which blank ones are around the explanation."""

REVIEW_MOVES, LEAST_MOVES = 6, 3
"""The lines that the explanation leaves to the move list, and the least ones for a long text."""

LEAST_LINES, MOST_LINES = 4, 8
"""The least and the most lines of the explanation, whatever its text."""

REVIEW_LOW = 13
"""Lines below which there is no curve."""


def result_phrases(game: "Game | GameReview") -> tuple[str, ...]:
    """Return phrases for the game's end, the longest first: `Ada won in 23 moves`; resigning is no move."""
    outcome = game.outcome
    moves = counted(sum(not move.is_end for move in game.moves), "move")
    if outcome is None:
        return f"{moves} so far", moves
    if outcome.winner is None:
        return f"Draw after {moves}", "Draw"
    player = game.setup.players[outcome.winner]
    after = "after" if outcome.termination in LEFT else "in"
    won = wording.sentence(f"{player.name} won")
    return f"{won} {after} {moves}", won, f"{player.symbol} won"


class Ends(Lines):
    """A line with a text at each end: on the left the first of several that fits."""

    DEFAULT_CSS = """
    Ends { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._lefts: Sequence[str] = ("",)
        self._look = MUTED
        self._right: Line = ()

    def show(self, lefts: Sequence[str], style: TextStyle, right: Line = ()) -> None:
        self._lefts, self._look, self._right = lefts, style, right
        self.follow()

    def lines(self, width: int) -> list[Line]:
        room = width - 2 * INDENT - cells_of(self._right) - bool(self._right)
        left = longest_fitting(self._lefts, room)
        return [((" " * INDENT, MUTED), *spread(((left, self._look),), self._right, width - 2 * INDENT))]

    def show_place(self, game: "Game | GameReview", ply: int) -> None:
        """Show how a game ended, and which of its moves the board shows, with its time if that is known."""
        place = f"move {ply}" if ply else "start"
        if ply and (taken := game.moves[ply - 1].milliseconds) is not None:
            place = f"{place} · {time_text(taken)}"
        self.show(result_phrases(game), TextStyle(bold=True), ((place, TextStyle("accent")),))


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
        rows = 12 if is_large else 8 if is_airy else 2
        self.curve.rows = rows if self.curve.most_rows is None else min(rows, self.curve.most_rows)
        self.curve.is_card = self.curve.has_numbers = is_airy
        blank = int(size.height >= REVIEW_USUAL)
        above = int(size.height >= TALL_PANEL)
        self.head.styles.margin = (above, 0, 0, 0)
        left = size.height - above - 2 - 2 * blank
        left -= self.curve.display and self.curve.get_content_height(size, size, size.width)
        self.explanation.styles.margin = (blank, 0, blank, 0)
        lines = max(min(left - REVIEW_MOVES, MOST_LINES), LEAST_LINES)
        self.explanation.styles.min_height = self.explanation.most_airy_lines = lines
        self.explanation.styles.max_height = max(left - LEAST_MOVES, lines)
        for part in (self.head, self.curve, self.moves_head):
            part.follow()


# --- replays ----------------------------------------------------------------------------------------------

ON_CARD, MUTED_ON_CARD = TextStyle(ground=CARD), TextStyle("muted", CARD)
BEFORE_SYMBOL = 1
"""Cells before a player's symbol, after the turn bar."""

BETWEEN = " · "
"""The separator of two parts of a line."""

LEAST_ABOUT = 14
"""Lines of the panel below which the card has only the players."""


class ReplayCard(Lines):
    """The players, a bar at the one to move, the winner, and other details of the game."""

    DEFAULT_CSS = """
    ReplayCard { height: auto; }
    """

    def __init__(self, game: Game, about: Sequence[str]) -> None:
        """`about` is shown below the players: the first part on a line of its own."""
        super().__init__()
        self._game = game
        self._about = about
        self._mover: int | None = None
        self.is_brief = False
        """Whether only the players are shown, without edges."""

    def show(self, ply: int) -> None:
        """Mark the player to move after `ply` moves."""
        moves = self._game.moves
        self._mover = moves[ply].player if ply < len(moves) else None
        if self._mover is None and self._game.outcome is None:
            self._mover = self._game.position.to_move
        self.follow()

    def lines(self, width: int) -> list[Line]:
        players = self._game.setup.players
        rows = [self._row(seat, width) for seat in range(min(len(players), MOST_LISTED))]
        if len(players) > MOST_LISTED:
            rows[-1] = _indented(f"{len(players) - len(rows) + 1} more players")
        if self.is_brief:
            return rows
        room = width - 2 * (BEFORE_SYMBOL + 1)
        texts = [*self._about[:1], *_packed(self._about[1:], room)]
        about = [_indented(fitted(text, room)) for text in texts]
        return card([*rows, *([()] if about else []), *about], width)

    def _row(self, seat: int, width: int) -> Line:
        player, end = self._game.setup.players[seat], self._end(seat)
        left = before_name(player, seat == self._mover, len(self._game.setup.players))
        name = fitted(player.name, width - cells_of(left) - cells_of(end) - 1)
        return spread((*left, (name, ON_CARD._replace(bold=seat == self._mover))), end, width, ON_CARD)

    def _end(self, seat: int) -> Line:
        """Return how the game ended for a player, if that is shown."""
        outcome = self._game.outcome
        if outcome is not None and outcome.winner == seat:
            return (("won", TextStyle("good", CARD, bold=True)), ("  ", ON_CARD))
        if seat in self._game.position.active:
            return ()
        has_resigned = any(move.player == seat and move.is_end for move in self._game.moves)
        return (("resigned  " if has_resigned else "out  ", MUTED_ON_CARD),)  # by a line that loses


def _indented(text: str) -> Line:
    """Return a text that begins where the players' symbols do."""
    return ((" " * (BEFORE_SYMBOL + 1), MUTED_ON_CARD), (text, MUTED_ON_CARD))


def _packed(parts: Sequence[str], room: int) -> list[str]:
    """Return the parts in lines, as many in each as fit in `room` cells; a longer part is divided."""
    lines: list[str] = []
    for part in chain.from_iterable(
        [part] if cell_len(part) <= room else part.split(BETWEEN) for part in parts
    ):
        if lines and cell_len(f"{lines[-1]}{BETWEEN}{part}") <= room:
            lines[-1] += f"{BETWEEN}{part}"
        else:
            lines.append(part)
    return lines


class ReplayView(BoardAndPanel):
    """Shows a replayed game."""

    def __init__(self, game: Game, about: Sequence[str]) -> None:
        self.head, self.card, self.move_log = Ends(), ReplayCard(game, about), MoveLog()
        self._heading = Heading("Moves")
        panel = self.head, self.card, self._heading, self.move_log
        super().__init__(game.setup, panel)

    def share_panel(self, size: Size) -> None:
        """Hide all but the players where the moves would have no room."""
        self.card.is_brief = size.height < LEAST_ABOUT
        self.head.display = not self.card.is_brief
        self.head.styles.margin = (int(size.height >= TALL_PANEL), 0, 0, 0)
        above = 2 if size.height >= AIRY_PANEL else int(size.height >= LOW_PANEL)
        self._heading.styles.margin = (above, 0, 0, 0)
        self.head.follow()
        self.card.follow()


# --- studies ----------------------------------------------------------------------------------------------


class StudyView(BoardAndPanel):
    """Shows a study: what is at the cursor, then the tree."""

    def __init__(self, tree: Tree) -> None:
        self.head, self.tree_log, self.explorer = Ends(), TreeLog(tree), ExplorerPanel()
        self.analysis = AnalysisPanel(tree.setup)
        super().__init__(tree.setup, (self.head, self.analysis, self.explorer, self.tree_log))

    def show_analysis(self, is_shown: bool) -> None:
        self.analysis.display = is_shown
        self.share(self.size)
        self.analysis.follow()

    def show_explorer(self, is_shown: bool) -> None:
        self.explorer.display = is_shown
        if is_shown and self.is_narrow:
            self.turn(True)  # it has no other place
        self.explorer.follow()

    def show_place(self, game: Game) -> None:
        """Show whose turn it is after the game up to the cursor, or how it ended."""
        moves, position = len(game.moves), game.position
        turn = f"{game.setup.players[position.to_move].symbol} to move"
        lefts = (turn,) if game.outcome is None else result_phrases(game)
        place = f"move {moves}" if moves else "start"
        self.head.show(lefts, TextStyle(bold=True), ((place, TextStyle("accent")),))

    def share_panel(self, size: Size) -> None:
        """Leave the list of moves at least a third of the lines."""
        self.analysis.styles.height = min(ANALYSIS_LINES, max(size.height // 3, 4))
        self.head.styles.margin = (int(size.height >= TALL_PANEL), 0, int(size.height >= LOW_PANEL), 0)
        self.head.follow()
