"""What a move did, once more from the definitions: lists of squares and dicts, slow and obvious.

It stands on the rules of `tests.support.reference`, not on the package under test.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tests.support.reference import STEPS, Board, Cell

Line = list[Cell]


class Told(NamedTuple):
    """A fact, with squares as columns and rows."""

    kind: str
    squares: frozenset[Cell]
    line: frozenset[Cell]
    player: int


def facts(before: Board, cell: Cell) -> set[Told]:
    """What a stone of the player to move does on an empty square."""
    after = before.copy()
    after.place(cell)
    if won := after.completed(cell):
        return {Told("won", frozenset([cell]), frozenset(won), before.to_move)}
    found = {*of_the_mover(before, after, cell)}
    for player in before.playing:
        if player != before.to_move:
            found |= {*of_an_opponent(before, after, cell, player)}
    return found or {*places(before, cell)}


def of_the_mover(before: Board, after: Board, cell: Cell) -> Iterator[Told]:
    mover, k = before.to_move, before.k
    missed, wanted = lacking_one(before, mover), lacking_one(after, mover)
    if missed:
        yield all_of("missed", missed, mover)
    if {square for _, square in wanted} - {square for _, square in missed}:
        yield all_of("wants", wanted, mover)
    if k == 3 or after.turns_left(mover) < 2:
        return
    for step in STEPS:
        runs = [run for run in open_runs(after, mover, step) if cell in run[1:-1]]
        if runs:
            for run in runs:
                yield Told("opened", frozenset(run[1:-1]), frozenset(run), mover)
            continue
        lines = [line for line in live(after, mover, step) if cell in line]
        counts = [[after.cells.get(square) for square in line].count(mover) for line in lines]
        if counts and max(counts) == k - 2:
            squares = {square for line, n in zip(lines, counts, strict=True) if n == k - 2 for square in line}
            stones = {square for square in squares if after.cells.get(square) == mover}
            yield Told("extended", frozenset(stones), frozenset(squares), mover)


def of_an_opponent(before: Board, after: Board, cell: Cell, player: int) -> Iterator[Told]:
    lacked = lacking_one(before, player)
    for step in STEPS:
        taken = [line for line, square in lacked if square == cell and runs_along(line, step)]
        if taken:
            squares = {square for line in taken for square in line}
            stones = squares - {cell}
            is_open = any(stones & {*line} for line in live(after, player, step))
            kind = "blocked" if is_open else "closed"
            yield Told(kind, frozenset([cell]), frozenset(squares), player)
        if before.turns_left(player) >= 2:
            for run in open_runs(before, player, step):
                if run not in open_runs(after, player, step):
                    yield Told("stopped", frozenset(run[1:-1]), frozenset(run), player)
    if left := lacking_one(after, player):
        yield all_of("left open", left, player)


def places(before: Board, cell: Cell) -> Iterator[Told]:
    if before.columns <= 5 and before.rows <= 5:
        columns, rows = range(before.columns), range(before.rows)
        corners = [(column, row) for column in (columns[0], columns[-1]) for row in (rows[0], rows[-1])]
        if sorted(columns)[len(columns) // 2] == cell[0] and sorted(rows)[len(rows) // 2] == cell[1]:
            if len(columns) % 2 and len(rows) % 2:
                yield Told("middle", frozenset([cell]), frozenset(), before.to_move)
        elif cell in corners:
            yield Told("corner", frozenset([cell]), frozenset(), before.to_move)


def all_of(kind: str, lines: list[tuple[Line, Cell]], player: int) -> Told:
    squares = frozenset(square for _, square in lines)
    return Told(kind, squares, frozenset(square for line, _ in lines for square in line), player)


def lacking_one(board: Board, player: int) -> list[tuple[Line, Cell]]:
    """The lines that the player could complete with one stone in a turn to come, and where."""
    found = []
    for line in board.lines():
        owners = [board.cells.get(cell) for cell in line]
        if owners.count(player) == board.k - 1 and None in owners:
            found.append((line, line[owners.index(None)]))
    return found if found and board.turns_left(player) else []


def live(board: Board, player: int, step: Cell) -> list[Line]:
    """The lines in one direction that the player can still complete."""
    turns = board.turns_left(player)
    found = []
    for line in board.lines():
        if runs_along(line, step):
            owners = [board.cells.get(cell) for cell in line]
            if {*owners} <= {player, None} and owners.count(None) <= turns:
                found.append(line)
    return found


def runs_along(line: Line, step: Cell) -> bool:
    return (line[1][0] - line[0][0], line[1][1] - line[0][1]) == step


def open_runs(board: Board, player: int, step: Cell) -> list[Line]:
    """Where k−2 stones stand between two empty squares, and a third empty one is beyond: those k squares."""
    k = board.k
    empty = {*board.empty()}
    found = []
    for start, owner in board.cells.items():
        squares = [(start[0] + i * step[0], start[1] + i * step[1]) for i in range(-2, k)]
        beyond, first, *run, last, further = squares
        if owner != player or k == 3 or not {first, last} <= empty:
            continue
        if all(board.cells.get(cell) == player for cell in run) and (beyond in empty or further in empty):
            found.append([first, *run, last])
    return found
