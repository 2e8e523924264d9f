"""A perfect player of small boards, slow and obviously right: it tries everything to the end.

It shares nothing with the computers of the program, and chooses by chance among all moves that keep the
value.
"""

from functools import cache
from random import Random

from ttt_tui.computer import Thought
from ttt_tui.engine import Position

Cells = tuple[int, ...]
"""The squares in reading order: 0 empty, 1 the player to move, 2 the other one."""


def lines_of(columns: int, rows: int, k: int) -> list[tuple[int, ...]]:
    """Return the lines of a board as places in reading order."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for across, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                ends = column + across * (k - 1), row + down * (k - 1)
                if 0 <= ends[0] < columns and 0 <= ends[1] < rows:
                    found.append(tuple((row + down * i) * columns + column + across * i for i in range(k)))
    return found


_THREE = lines_of(3, 3, 3)


@cache
def value(cells: Cells) -> int:
    """Return the value of a 3×3 position to the player to move: 1, 0 or -1."""
    if any(all(cells[i] == 2 for i in line) for line in _THREE):
        return -1
    if 0 not in cells:
        return 0
    return max(-value(after(cells, place)) for place, cell in enumerate(cells) if not cell)


def after(cells: Cells, place: int) -> Cells:
    """Return the cells after a move of the player to move, as the other one sees them."""
    swapped = [(0, 2, 1)[cell] for cell in cells]
    swapped[place] = 2
    return tuple(swapped)


class PerfectPlayer:
    """Plays 3×3 perfectly."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def think(self, position: Position, *_: object) -> Thought:
        """Return any of the moves that keep the value."""
        squares = position.geometry.squares
        mine, yours = (position.stones[player] for player in position.in_turn())
        cells = tuple(1 if mine >> square & 1 else 2 if yours >> square & 1 else 0 for square in squares)
        best = value(cells)
        keeping = [
            square
            for place, square in enumerate(squares)
            if not cells[place] and -value(after(cells, place)) == best
        ]
        return Thought(self._random.choice(keeping))

    def close(self) -> None:
        """Do nothing: what it knows is everybody's."""
