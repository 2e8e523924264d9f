"""Positions with much to forbid, the same ones each time and in each version of Python: for renju's bans.

Half of them come from random play near other stones, the others are built of stones along lines through one
square. Black has more stones than a game would give it in some, since bans depend on nothing else.
"""

from collections.abc import Iterator
from random import Random

from tests.support.reference import STEPS, Board, Cell

BLACK, WHITE = 0, 1
SIDES = (15, 15, 15, 15, 15, 15, 9, 11, 19, 20)


def positions(count: int) -> Iterator[Board]:
    """So many of them, black to move."""
    for number in range(count):
        dice = Random(number)  # of which only `random` gives the same numbers for ever
        side = SIDES[below(dice, len(SIDES))]
        board = Board(side, side, 5, [BLACK, WHITE], black=BLACK)
        (strewn if number % 2 else built)(board, dice)
        yield board


def below(dice: Random, most: int) -> int:
    return int(dice.random() * most)


def strewn(board: Board, dice: Random) -> None:
    """Put each stone within two squares of another, if that square is on the board."""
    middle = board.columns // 2, board.rows // 2
    board.cells[middle] = BLACK
    taken, black = [middle], 0.5 + dice.random() / 3
    for _ in range(10 + below(dice, board.columns * 3)):
        column, row = taken[below(dice, len(taken))]
        cell = column - 2 + below(dice, 5), row - 2 + below(dice, 5)
        if is_free(board, cell):
            board.cells[cell] = BLACK if dice.random() < black else WHITE
            taken.append(cell)


def built(board: Board, dice: Random) -> None:
    """Put stones on the lines through three squares, up to five steps away, and few white ones."""
    for _ in range(3):
        middle = below(dice, board.columns), below(dice, board.rows)
        for across, down in STEPS:
            for i in range(-5, 6):
                cell = middle[0] + i * across, middle[1] + i * down
                if i and is_free(board, cell) and dice.random() < 0.35:
                    board.cells[cell] = WHITE if dice.random() < 0.15 else BLACK


def is_free(board: Board, cell: Cell) -> bool:
    return 0 <= cell[0] < board.columns and 0 <= cell[1] < board.rows and cell not in board.cells
