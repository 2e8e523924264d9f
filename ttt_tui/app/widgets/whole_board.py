"""The whole board of Ultimate, small: which boards are won, drawn or open, and which one is due."""

from rich.cells import cell_len

from ttt_tui.app.widgets.board.view import SmallBoards
from ttt_tui.app.widgets.lines import MUTED, Line, Lines, Run, TextStyle, chip_of
from ttt_tui.engine import Geometry, Player

SIDE = 3
"""Boards in a row, and rows of them."""

INDENT, GAP = 2, 3
"""Cells on the left, and before the score."""


class WholeBoard(Lines):
    """Shows the state of each small board in three cells, with the score where most boards win."""

    DEFAULT_CSS = f"""
    WholeBoard {{ height: {SIDE}; margin-top: 1; display: none; }}
    """

    def __init__(self, geometry: Geometry, players: tuple[Player, ...], id: str | None = None) -> None:
        super().__init__(id=id)
        self._players = players
        self._has_score = geometry.rules.most_boards
        self._boards: SmallBoards | None = None

    def show(self, boards: SmallBoards | None) -> None:
        """Show small boards, or nothing for a game without them."""
        self._boards = boards
        self.follow()

    def seat(self, players: tuple[Player, ...]) -> None:
        """Draw other players' symbols and colours from the next `show` on."""
        self._players = players

    def lines(self, width: int) -> list[Line]:
        if self._boards is None:
            return []
        rows = [self._row(self._boards, range(first, first + SIDE)) for first in range(0, SIDE * SIDE, SIDE)]
        if self._has_score:
            rows[1] = (*rows[1], (" " * GAP, MUTED), *self._score(self._boards))
        return rows

    def _row(self, boards: SmallBoards, numbers: range) -> Line:
        cells = (run for board in numbers for run in (*self._cell(boards, board), (" ", MUTED)))
        return ((" " * INDENT, MUTED), *cells)

    def _cell(self, boards: SmallBoards, board: int) -> Line:
        """Return a board in three cells, between brackets if it is the only one to play on."""
        it = 1 << board
        is_due, is_playable = boards.playable == it, bool(boards.playable & it)
        for player, won in zip(self._players, boards.won, strict=True):
            if won & it:
                return self._won(player, is_due=is_due)
        if boards.drawn & it:
            return ((" ─ ", MUTED),)
        style = TextStyle("accent", bold=True) if is_playable else TextStyle("faint")
        return (("[·]" if is_due else " · ", style),)

    def _won(self, player: Player, *, is_due: bool) -> Line:
        if not is_due:
            return chip_of(player, "ground")
        bracket, end = TextStyle("accent", bold=True), "]" * (cell_len(player.symbol) == 1)
        return ("[", bracket), (player.symbol, TextStyle(player.colour, bold=True)), (end, bracket)

    def _score(self, boards: SmallBoards) -> Line:
        """Return the number of boards of each player: `X 3  O 2`."""
        runs: list[Run] = []
        for player, won in zip(self._players, boards.won, strict=True):
            runs += [
                (f"{player.symbol} ", TextStyle(player.colour, bold=True)),
                (f"{won.bit_count()}  ", TextStyle()),
            ]
        return tuple(runs)
