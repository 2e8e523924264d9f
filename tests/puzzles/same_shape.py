"""Finds puzzles on large boards that differ only by a shift, a turn, a reflection, or stones without effect.

A puzzle is about a win: the player's after the right move, or in a stop the other side's after a pass. The
zone of that win (see `full_width`) has all squares where a stone would change it. The *shape* of the puzzle
is the right move and each side's stones in windows that meet the zone and are open to that side. All other
stones have no effect.

The search may find another win when the board is turned, so each puzzle is turned in all eight ways, and two
puzzles are the same if they have a shape in common.
"""

from collections.abc import Iterable, Iterator

from tests.puzzles.attack_board import AttackBoard
from tests.puzzles.full_width import FullWidth
from tests.support.reference import Cell, lines
from tests.support.truth import singles
from ttt_tui.puzzles.puzzle import Goal, Puzzle

Shape = tuple[str, int, int, tuple[Cell, ...], tuple[Cell, ...]]
"""Goal, moves, line length, and the attacker's and the defender's stones, relative to the right move."""


def groups(solved: Iterable[tuple[Puzzle, int]]) -> Iterator[list[Puzzle]]:
    """Give the puzzles that are the same, two or more at a time; with each comes its right move, a mask."""
    shapes = [(puzzle, shapes_of(puzzle, solution)) for puzzle, solution in solved]
    while shapes:
        puzzle, known = shapes.pop(0)
        group, rest = [puzzle], shapes
        while same := [item for item in rest if item[1] & known]:
            group += [other for other, _ in same]
            known = known.union(*(shape for _, shape in same))
            rest = [item for item in rest if item not in same]
        shapes = rest
        if len(group) > 1:
            yield group


def shapes_of(puzzle: Puzzle, solution: int) -> frozenset[Shape]:
    """Return a puzzle's shape in each of the eight ways to lay the board; none if no win is found soon."""
    geometry = puzzle.geometry
    columns, rows = geometry.columns, geometry.rows
    cells = [(geometry.column(square), geometry.row(square)) for square in puzzle.played]
    place = solution.bit_length() - 1
    move = place % columns, place // columns
    found = set()
    for _ in range(2):
        for flip_column in (False, True):
            for flip_row in (False, True):
                laid = [
                    (columns - 1 - x if flip_column else x, rows - 1 - y if flip_row else y)
                    for x, y in [*cells, move]
                ]
                if shape := _shape(puzzle, (columns, rows), laid[:-1], laid[-1]):
                    found.add(shape)
        columns, rows = rows, columns
        cells, move = [(y, x) for x, y in cells], (move[1], move[0])
    return frozenset(found)


def _shape(puzzle: Puzzle, sides: tuple[int, int], cells: list[Cell], move: Cell) -> Shape | None:
    k = puzzle.geometry.line_length
    board = AttackBoard(*sides, k)
    player = sum(map(board.bit, cells[len(cells) % 2 :: 2]))
    other = sum(map(board.bit, cells[1 - len(cells) % 2 :: 2]))
    search = FullWidth(board)
    if puzzle.goal is Goal.STOP:
        attacker, defender = other, player
        zone = next((z for n in range(1, 5) if (z := search.wins(board.position(other, player), n, 1))), 0)
    else:
        attacker, defender = player, other
        after = board.position(player | board.bit(move), other)
        zone = search.has_won(after, puzzle.moves - 1) | board.bit(move)
    if not zone & zone - 1:
        return None
    windows = [sum(map(board.bit, line)) for line in lines(*sides, k)]
    attacking = _stones_that_count(windows, attacker, defender, zone)
    defending = _stones_that_count(windows, defender, attacker, zone)
    column, row = move
    shifted = [
        tuple(sorted((x - column, y - row) for x, y in map(board.cell, singles(side))))
        for side in (attacking, defending)
    ]
    return puzzle.goal, puzzle.moves, k, shifted[0], shifted[1]


def _stones_that_count(windows: list[int], mine: int, theirs: int, zone: int) -> int:
    """Return the stones of one side in its open windows that meet the zone."""
    found = 0
    for window in windows:
        if window & zone and not window & theirs:
            found |= window & mine
    return found
