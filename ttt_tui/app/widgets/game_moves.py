"""The moves of a stored game below its board: those that led to the position, in columns, only to look at."""

from collections.abc import Mapping

from ttt_tui.app.widgets.lines import HEADING, Line, Lines
from ttt_tui.app.widgets.move_log import (
    INDENT,
    NO_SIGNS,
    drawn_row,
    move_lines,
    move_rows,
    packed_rows,
    packing_in,
)
from ttt_tui.engine import Game
from ttt_tui.engine.game import rounds

WITH_HEADING = 3
"""Lines from which the heading is worth one."""

WIDE_NUMBERS = 100
"""The number of a move from which on it has three figures."""


class GameMoves(Lines):
    """Shows the latest moves of a game that have room, with the signs of a review."""

    DEFAULT_CSS = """
    GameMoves { height: 1fr; margin-top: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._game: Game | None = None
        self._signs = NO_SIGNS

    def show(self, game: Game | None, signs: Mapping[int, str] = NO_SIGNS) -> None:
        """Show the moves of a game; `signs` follow the bad ones, counted from 1."""
        self._game, self._signs = game, signs
        self.follow()

    def lines(self, width: int) -> list[Line]:
        has_heading = self.size.height >= WITH_HEADING
        game, height = self._game, self.size.height - has_heading
        if game is None or not game.moves or height <= 0:
            return []
        indent = INDENT - (len(game.moves) >= WIDE_NUMBERS)  # the lists of the game have room left of them
        packing = packing_in(game.setup, width + indent, height, has_signs=True)
        if packing is None:
            rows = move_rows(game, width + indent, self._signs)[-height:]
        else:
            moves = move_lines(game, self._signs)
            rows, _ = packed_rows(moves, packing, 0, len(game.moves), rounds(game))
        shifted = (tuple(move._replace(x=move.x - indent) for move in row) for row in rows)
        heading: Line = (("Moves", HEADING),)
        return [*[heading] * has_heading, *(drawn_row(row, 0) for row in shifted)]
