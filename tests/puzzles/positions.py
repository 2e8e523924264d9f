"""Positions to prove something of: stones close together, as in games, and nothing decided yet."""

from random import Random

from tests.support.reference import Board
from ttt_tui.engine import Geometry, Square


def scattered(geometry: Geometry, stones: int, rng: Random) -> tuple[Square, ...]:
    """Return moves that put so many stones near the middle; nobody has a line or lacks one square of it."""
    near = sorted(geometry.squares, key=lambda square: distance(geometry, square))[: 2 * stones + 3]
    while True:
        played = rng.sample(near, min(stones, len(near)))
        board = Board(geometry.columns, geometry.rows, geometry.line_length, [0, 1])
        for square in played:
            board.place((geometry.column(square), geometry.row(square)))
        if not any(board.has_line(player) or board.wins_at(player) for player in (0, 1)):
            return tuple(played)


def distance(geometry: Geometry, square: Square) -> float:
    across = geometry.column(square) - geometry.columns / 2 + 0.5
    down = geometry.row(square) - geometry.rows / 2 + 0.5
    return max(abs(across), abs(down)) + 0.01 * abs(across)
