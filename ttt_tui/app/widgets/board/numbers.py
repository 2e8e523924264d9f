"""The numbers of moves on stones that are drawn: in the middle of X, O and ●, beside the symbol on a tile."""

from collections.abc import Iterable

from rich.cells import cell_len

from ttt_tui.app.widgets.board.stones import LOWEST, is_tile
from ttt_tui.engine import Move, Square

USUAL_CELLS = 4
"""Cells of the smallest tile."""


def move_numbers(moves: Iterable[Move]) -> dict[Square, int]:
    """Return the number of the move that placed each stone; the first one is 1."""
    return {move.square: number for number, move in enumerate(moves, 1) if move.square is not None}


def numbered_stone(symbol: str, number: int, height: int) -> tuple[str, str]:
    """Return the symbol to draw for a numbered stone of so many lines, and the text over its middle.

    A tile has the number beside the symbol. In two lines every stone is a tile: there is no middle.
    """
    if height > LOWEST and not is_tile(symbol):
        return symbol, str(number)
    text = f"{symbol} {number}"
    return (text if cell_len(text) <= USUAL_CELLS else f"{symbol}{number}"), ""
