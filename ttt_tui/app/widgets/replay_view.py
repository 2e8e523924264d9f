"""The parts beside the board of a replay: a card with the players and the result, and the moves."""

from collections.abc import Sequence
from itertools import chain

from rich.cells import cell_len
from textual.geometry import Size

from ttt_tui.app.widgets.lines import (
    Heading,
    Line,
    Lines,
    TextStyle,
    card,
    cells_of,
    chip_of,
    fitted,
    padded,
    spread,
)
from ttt_tui.app.widgets.match_panel import AIRY, LOW
from ttt_tui.app.widgets.move_log import MoveLog
from ttt_tui.app.widgets.panels import MOST_LISTED, turn_bar
from ttt_tui.app.widgets.views import BoardAndPanel
from ttt_tui.engine import Game, Player

CARD = "panel"
PLAIN, MUTED = TextStyle(ground=CARD), TextStyle("muted", CARD)
INDENT = 1
"""Cells before a player's symbol, after the turn bar."""

SYMBOL_CELLS = 4
"""Cells from a symbol to the name."""

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
            rows[-1] = ((" " * (INDENT + 1), MUTED), (f"{len(players) - len(rows) + 1} more players", MUTED))
        if self.is_brief:
            return rows
        room = width - 2 * (INDENT + 1)
        texts = [*self._about[:1], *_packed(self._about[1:], room)]
        about = [((" " * (INDENT + 1), MUTED), (fitted(text, room), MUTED)) for text in texts]
        return card([*rows, *([()] if about else []), *about], width, CARD)

    def _row(self, seat: int, width: int) -> Line:
        player, end = self._game.setup.players[seat], self._end(seat)
        left: Line = (turn_bar(player, seat == self._mover), *self._mark(player))
        name = fitted(player.name, width - cells_of(left) - cells_of(end) - 1)
        return spread((*left, (name, PLAIN._replace(bold=seat == self._mover))), end, width, PLAIN)

    def _end(self, seat: int) -> Line:
        """Return how the game ended for a player, if that is shown."""
        outcome = self._game.outcome
        if outcome is not None and outcome.winner == seat:
            return (("won", TextStyle("good", CARD, bold=True)), ("  ", PLAIN))
        if seat in self._game.position.active:
            return ()
        has_resigned = any(move.player == seat and move.is_resignation for move in self._game.moves)
        return (("resigned  " if has_resigned else "out  ", MUTED),)  # by a line that loses

    def _mark(self, player: Player) -> Line:
        if len(self._game.setup.players) > 2:
            return (*chip_of(player, CARD), (" ", PLAIN))
        return ((padded(f" {player.symbol}", SYMBOL_CELLS), TextStyle(player.colour, CARD, bold=True)),)


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
        self.card, self.move_log = ReplayCard(game, about), MoveLog()
        self._heading = Heading("Moves")
        panel = self.card, self._heading, self.move_log
        super().__init__(game.setup, panel)

    def share_panel(self, size: Size) -> None:
        """Hide all but the players where the moves would have no room."""
        self.card.is_brief = size.height < LEAST_ABOUT
        above = 2 if size.height >= AIRY else int(size.height >= LOW)
        self._heading.styles.margin = (above, 0, 0, 0)
        self.card.follow()
