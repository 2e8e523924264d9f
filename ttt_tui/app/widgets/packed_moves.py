"""The moves of a game in several columns side by side, as on a score sheet: down the first, then the second.

A move keeps its place until the last column is full. Then the first column leaves, and returns when a move
in it is shown.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ttt_tui.app.widgets.lines import Line, cells_of
from ttt_tui.engine import Choice, Opening, Rules, Setup

INDENT = 2
NUMBER_CELLS = 4
"""Cells of a number with the blanks after it."""

AFTER_NUMBER = 2
"""Blanks between a number and its first move."""

SIGN_CELLS = 2
"""Cells of the longest sign after a move."""


OUT_SIGN = "×"
"""The sign after a move that puts its player out, where the game goes on without them."""


def marks_elimination(setup: Setup) -> bool:
    """Return whether a move can put its player out without ending the game."""
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
    """The places of rounds in columns. A round is a move of each player, or a turn of two stones."""

    columns: int
    pitch: int
    """Cells from one column to the next."""
    rows: int
    players: int
    entry: int
    """Cells of the longest move."""
    is_by_turn: bool = False
    """Whether a round is a turn of two stones."""

    @property
    def capacity(self) -> int:
        """The number of moves that fit."""
        return self.columns * self.rows * self.players

    def places(self) -> Sequence[int]:
        """Return the x of each move of a round, from the start of its column."""
        if self.is_by_turn:
            return (NUMBER_CELLS, NUMBER_CELLS + self.entry + 1)
        if self.players == 2:
            return (NUMBER_CELLS, NUMBER_CELLS + max((self.pitch - NUMBER_CELLS) // 2, self.entry + 1))
        return range(0, self.players * (self.entry + 1), self.entry + 1)


def longest_entry(setup: Setup, has_signs: bool) -> int:
    """Return the cells of the longest move, with a sign after it if there are signs."""
    symbol = max(cell_len(player.symbol) for player in setup.players)
    geometry = setup.geometry
    longest = geometry.placements[-1], *_choices(geometry.rules)
    return (
        symbol
        + 1
        + max(len(geometry.name(move)) for move in longest)
        + (SIGN_CELLS if has_signs else len(OUT_SIGN) * marks_elimination(setup))
    )


def packing_in(setup: Setup, width: int, height: int, *, has_signs: bool) -> Packing | None:
    """Return the packing of moves into `width` × `height` cells, None if only a single column fits.

    `has_signs` leaves room for a sign after each move.
    """
    players, entry = len(setup.players), longest_entry(setup, has_signs)
    is_by_turn = setup.geometry.rules.per_turn > 1
    if is_by_turn:
        gap, cells = 2, NUMBER_CELLS + 2 * entry  # the second stone has no symbol, which leaves a blank
    elif players == 2:
        gap, cells = 2, NUMBER_CELLS + 2 * entry + 2
    else:
        gap, cells = 3, players * (entry + 1) - 1
    room = width - 2 * INDENT + gap
    columns = room // (cells + gap)
    if columns < 2:
        return None
    return Packing(columns, room // columns, max(height, 1), players, entry, is_by_turn)


def _choices(rules: Rules) -> Sequence[Choice]:
    """Return the choices that a game with these rules can have."""
    if rules.opening is Opening.FREE:
        return ()
    return tuple(Choice) if rules.opening is Opening.SWAP2 else (Choice.STAY, Choice.SWAP)


def rounds_of(moves: int, players: int) -> list[range]:
    """Return the indexes of the moves of each round where the players take turns, one move each."""
    return [range(start, min(start + players, moves)) for start in range(0, moves, players)]


def packed_rows(
    moves: Iterable[Line],
    packing: Packing,
    first: int,
    shown: int,
    rounds: Sequence[range] | None = None,
) -> tuple[list[MoveRow], int]:
    """Return the lines of the list, and the number of its first visible column.

    `first` is the previous first column. The move `shown`, counted from 1, will be visible. `rounds` has the
    indexes of each round's moves, by default one move of each player.
    """
    listed = list(moves)
    rounds = rounds_of(len(listed), packing.players) if rounds is None else rounds
    needed = -(-len(rounds) // packing.rows)
    column = next((number for number, each in enumerate(rounds) if shown - 1 in each), 0) // packing.rows
    first = min(max(first, column - packing.columns + 1), column, max(needed - packing.columns, 0))
    rows: list[list[ListedMove]] = [[] for _ in range(min(packing.rows, len(rounds)))]
    start, places = first * packing.rows, packing.places()
    for number, each in enumerate(rounds[start : start + packing.columns * packing.rows], start):
        column, y = divmod(number, packing.rows)
        for seat, index in enumerate(each):
            x = INDENT + (column - first) * packing.pitch + places[seat]
            named = f"{index + 1}" if packing.players == 2 and not seat else ""
            rows[y].append(ListedMove(index + 1, x, listed[index], named))
    return [tuple(row) for row in rows], first
