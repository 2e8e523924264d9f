"""The moves of a game in several columns side by side, as on a score sheet: down the first, then the second.

A move keeps its place until the last column is full. Then the first column leaves, and comes back if a move
in it is looked at.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.lines import Line, cells_of
from ttt_tui.engine import Setup

INDENT = 2
NUMBER_CELLS = 4
"""Cells of a number with the blanks after it."""

AFTER_NUMBER = 2
"""Blanks between a number and its first move."""

SIGN_CELLS = 2
"""Cells of the longest sign behind a move."""


OUT_SIGN = "×"
"""The sign behind a move by which its player is out, where the game goes on without them."""


def marks_elimination(setup: Setup) -> bool:
    """Whether a move can put its player out without ending the game."""
    return setup.geometry.rules.misere and len(setup.players) > 2


class ListedMove(NamedTuple):
    """A move in a line of the list."""

    ply: int
    x: int
    """The x of its symbol."""
    line: Line
    """The symbol and the square."""
    number: str = ""
    """The number before it, empty for none."""

    @property
    def end(self) -> int:
        """The x after its last cell."""
        return self.x + cells_of(self.line)


MoveRow = tuple[ListedMove, ...]
"""A line of the list."""


class Packing(NamedTuple):
    """The places of rounds in columns. A round is a move of each player."""

    columns: int
    pitch: int
    """Cells from one column to the next."""
    rows: int
    players: int
    entry: int
    """Cells of the longest move."""

    @property
    def capacity(self) -> int:
        """The number of moves that fit."""
        return self.columns * self.rows * self.players

    def places(self) -> Sequence[int]:
        """Return the x of each move of a round, from the start of its column."""
        if self.players == 2:
            return (NUMBER_CELLS, NUMBER_CELLS + max((self.pitch - NUMBER_CELLS) // 2, self.entry + 1))
        return range(0, self.players * (self.entry + 1), self.entry + 1)


def packing_in(setup: Setup, width: int, height: int, *, has_signs: bool) -> Packing | None:
    """Return how moves are packed into so many cells and lines, None if a single column is all that fits.

    `has_signs` leaves room for a sign behind each move.
    """
    geometry, players = setup.geometry, len(setup.players)
    symbol = max(cell_len(player.symbol) for player in setup.players)
    entry = symbol + 1 + len(geometry.name(geometry.placements[-1]))
    entry += SIGN_CELLS if has_signs else len(OUT_SIGN) * marks_elimination(setup)
    if players == 2:
        gap, cells = 2, NUMBER_CELLS + 2 * entry + 2
    else:
        gap, cells = 3, players * (entry + 1) - 1
    room = width - 2 * INDENT + gap
    columns = room // (cells + gap)
    return Packing(columns, room // columns, max(height, 1), players, entry) if columns > 1 else None


def packed_rows(moves: Iterable[Line], packing: Packing, first: int, shown: int) -> tuple[list[MoveRow], int]:
    """Return the lines of the list, and the column that is the first of them.

    `first` is the column that was the first before. The move `shown`, counted from 1, will be in sight.
    """
    listed = list(moves)
    per_column = packing.rows * packing.players
    needed = -(-len(listed) // per_column)
    column = max(shown - 1, 0) // per_column
    first = min(max(first, column - packing.columns + 1), column, max(needed - packing.columns, 0))
    rows: list[list[ListedMove]] = [[] for _ in range(min(packing.rows, -(-len(listed) // packing.players)))]
    start = first * per_column
    places = packing.places()
    for index, line in enumerate(listed[start : start + packing.capacity], start):
        number, seat = divmod(index, packing.players)
        column, y = divmod(number, packing.rows)
        x = INDENT + (column - first) * packing.pitch + places[seat]
        named = f"{number + 1}" if packing.players == 2 and not seat else ""
        rows[y].append(ListedMove(index + 1, x, line, named))
    return [tuple(row) for row in rows], first
