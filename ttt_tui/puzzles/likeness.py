"""What makes two puzzles the same to a person, wherever they lie on the board and whatever lies around them.

It is the lines that both sides can still complete: stones that leave the same lines with the same squares to
be filled leave the same game. On a small board all of them count. On a large one it is the attack, and the
lines on which a three or a four can be made: for a win those that the attack touches. The rest is left out.
"""

from collections.abc import Iterable, Sequence
from itertools import product

from ttt_tui.engine import Geometry, Mask, Square, mask_of, squares_of
from ttt_tui.puzzles.prover import Prover
from ttt_tui.puzzles.puzzle import Goal, Puzzle

Cell = tuple[int, int]
Shape = tuple[tuple[Cell, ...], ...]
"""Sets of cells, sorted."""

Likeness = tuple[str, int, int, Shape]
"""Goal, line length, moves (0 on a small board), and what is left of the position."""


def likeness(puzzle: Puzzle, prover: Prover) -> Likeness:
    """Return what a puzzle has in common with those that are the same shifted, turned or mirrored.

    Stones that do not matter do not tell them apart. Searches for the attack on a large board, and may raise
    `OutOfTime`.
    """
    geometry, task = puzzle.geometry, puzzle.task()
    mine, theirs = task.stones
    lines = _open_lines(geometry, mine, theirs), _open_lines(geometry, theirs, mine)
    if puzzle.is_settled:
        return puzzle.goal, geometry.line_length, 0, _laid_first(geometry, lines)
    attacker = puzzle.goal is Goal.STOP
    attack = prover.attack(task)
    touched = geometry.board if attacker else mask_of(attack)
    near = [
        [line for line in lines[player] if len(line) <= most and touched & mask_of(line)]
        for player, most in ((attacker, 3), (not attacker, 2))
    ]
    return (
        puzzle.goal,
        geometry.line_length,
        puzzle.moves,
        _laid_first(geometry, [*near, [tuple(attack[::2])]]),
    )


def _open_lines(geometry: Geometry, mine: Mask, theirs: Mask) -> list[tuple[Square, ...]]:
    """Return what each line lacks that a side can still complete, but for those that contain another."""
    lacked = {line & ~mine for line in geometry.lines if not line & theirs}
    return [
        tuple(squares_of(line))
        for line in lacked
        if not any(other != line and other & line == other for other in lacked)
    ]


def _laid_first(geometry: Geometry, groups: Sequence[Iterable[Iterable[Square]]]) -> Shape:
    """Return sets of squares, kept apart by group, in that of the eight orientations that sorts first."""
    cells = [
        [[(geometry.column(square), geometry.row(square)) for square in each] for each in group]
        for group in groups
    ]
    signs = product((False, True), (1, -1), (1, -1))
    return min(_in_corner(cells, turned, across, down) for turned, across, down in signs)


def _in_corner(groups: list[list[list[Cell]]], turned: bool, across: int, down: int) -> Shape:
    """Return sets of cells turned, mirrored and shifted to the corner; an empty set ends a group."""
    laid = [
        [[(y * across, x * down) if turned else (x * across, y * down) for x, y in each] for each in group]
        for group in groups
    ]
    every = [cell for group in laid for each in group for cell in each]
    left, top = min((x for x, _ in every), default=0), min((y for _, y in every), default=0)
    shape: list[tuple[Cell, ...]] = []
    for group in laid:
        shape += sorted(tuple(sorted((x - left, y - top) for x, y in each)) for each in group)
        shape.append(())
    return tuple(shape)
