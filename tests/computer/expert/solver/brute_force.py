"""What the solver is compared with: a brute force that knows nothing of it, and positions to try it on.

A board is a string of its squares in reading order, X, O or a dot each.
"""

import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from random import Random

from tests.support.reference import lines
from ttt_tui.computer.base import Value
from ttt_tui.computer.budget import Budget
from ttt_tui.computer.memory import TwoGenerationCache
from ttt_tui.engine import Geometry, Limit, Position, Square

Size = tuple[int, int, int]
"""Columns, rows, line length."""


@cache
def lines_at(size: Size) -> list[list[list[int]]]:
    """For each square the lines through it, as indices into the string."""
    columns, rows, _ = size
    found: list[list[list[int]]] = [[] for _ in range(columns * rows)]
    for line in lines(*size):
        indices = [row * columns + column for column, row in line]
        for index in indices:
            found[index].append(indices)
    return found


def has_line(size: Size, board: str, index: int) -> bool:
    return any(all(board[i] == board[index] for i in line) for line in lines_at(size)[index])


@lru_cache(100_000)  # more takes more memory than it saves time
def plies_to_win(size: Size, board: str, mover: str) -> int:
    """0 if nobody can win, n if the mover wins in n plies at best, -n if the other player does in n."""
    other = "XO"[mover == "X"]
    results = []
    for index, square in enumerate(board):
        if square == ".":
            child = board[:index] + mover + board[index + 1 :]
            if has_line(size, child, index):
                return 1
            after = plies_to_win(size, child, other)
            results.append(0 if not after else -(after + 1) if after > 0 else -after + 1)
    wins = [plies for plies in results if plies > 0]
    return min(wins) if wins else 0 if 0 in results or not results else min(results)


def worth_of_moves(size: Size, board: str, mover: str) -> dict[int, int]:
    """For each empty square the same with a stone there, the plies counted from before that move."""
    found = {}
    for index, square in enumerate(board):
        if square == ".":
            child = board[:index] + mover + board[index + 1 :]
            if has_line(size, child, index):
                found[index] = 1
            else:
                after = plies_to_win(size, child, "XO"[mover == "X"])
                found[index] = 0 if not after else -(after + 1) if after > 0 else -after + 1
    return found


def value_of(plies: int) -> Value:
    return Value.WIN if plies > 0 else Value.LOSS if plies < 0 else Value.DRAW


# --- positions


def position(size: Size, board: str, mover: str) -> Position:
    geometry = Geometry(*size)
    found = Position(geometry, 2, "XO".index(mover))
    for index, square in enumerate(board):
        if square != ".":
            found.stones["XO".index(square)] |= 1 << geometry.squares[index]
    found.occupied = found.stones[0] | found.stones[1]
    return found


def drawn(text: str, k: int, mover: str = "X") -> tuple[Size, str, str]:
    rows = text.split()
    return (len(rows[0]), len(rows), k), "".join(rows), mover


def random_boards(size: Size, most_empty: int, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Boards without a line, any number of stones of each player, and who is to move."""
    dice = Random(seed)
    squares = size[0] * size[1]
    while count:
        empty = dice.randint(1, min(squares, most_empty))
        balance = dice.choice((0.5, 0.5, 0.5, 0.35, 0.65))
        stones = ["X" if dice.random() < balance else "O" for _ in range(squares - empty)]
        cells = stones + ["."] * empty
        dice.shuffle(cells)
        board = "".join(cells)
        if not any(cell != "." and has_line(size, board, index) for index, cell in enumerate(board)):
            count -= 1
            yield board, dice.choice("XO")


def budget(nodes: int | None = None) -> Budget:
    return Budget(Limit(nodes=nodes), threading.Event())


def indices(size: Size, squares: tuple[Square, ...]) -> list[int]:
    return [Geometry(*size).squares.index(square) for square in squares]


def images(size: Size, board: str) -> list[tuple[Size, str]]:
    """The board turned and reflected: eight images, four of them on the board with its sides exchanged."""
    columns, rows, k = size
    grid = [board[row * columns : (row + 1) * columns] for row in range(rows)]
    found = []
    for turned in (grid, ["".join(column) for column in zip(*grid, strict=True)]):
        for rows_there in (turned, turned[::-1]):
            both = (rows_there, [row[::-1] for row in rows_there])
            found += [((len(image[0]), len(image), k), "".join(image)) for image in both]
    return found


# --- the maker-breaker game: lines and stones, no certificates

Family = frozenset[frozenset[int]]
"""The squares that the maker still needs on each line."""


@lru_cache(20_000)  # more takes more memory than it saves time
def breaker_holds(family: Family, breaker_first: bool) -> bool:
    squares = frozenset().union(*family)
    if frozenset() in family or not squares:
        return frozenset() not in family
    if breaker_first:
        return any(breaker_holds(frozenset(f for f in family if s not in f), False) for s in squares)
    return all(breaker_holds(frozenset(f - {s} for f in family), True) for s in squares)


@cache
def every_line(size: Size) -> list[frozenset[int]]:
    return [frozenset(row * size[0] + column for column, row in line) for line in lines(*size)]


def family(size: Size, made: set[int], empty: set[int]) -> Family:
    """The lines without a stone of the breaker's, by what the maker needs there."""
    left = made | empty
    return frozenset(line - made for line in every_line(size) if line <= left)


def endings(size: Size, most_empty: int) -> Iterator[tuple[set[int], set[int], Family]]:
    """Give random positions for ever: the maker's squares, five to so many empty ones, and what he needs."""
    random = Random(str(size))
    squares = range(size[0] * size[1])
    while True:
        order = random.sample(squares, len(squares))
        empties = random.randint(5, most_empty)
        made = set(order[empties : empties + random.randint(1, len(order) - empties)])
        empty = set(order[:empties])
        yield made, empty, family(size, made, empty)


# --- memory

original_memory = TwoGenerationCache.__init__


def tiny_memory(self: TwoGenerationCache[int, object], megabytes: float, entry_bytes: int) -> None:
    original_memory(self, megabytes, entry_bytes)
    self.most = 5
