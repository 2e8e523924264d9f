"""Puzzles that differ by what does not matter alone are found."""

from dataclasses import replace

from tests.puzzles.checked import check
from tests.puzzles.same_shape import groups
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.puzzle_text import from_text

WIN, OTHER_WIN, STOP = from_text(
    """
    1: 11x11, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    2: 10x10, 5 in a row, win in 3, rated 1560: e5 f6 g6 e7 g5 f5 f4 d6 e3 d2 g4 g3
    3: 9x9, 5 in a row, stop, rated 1750: e5 e6 a4 d5 d6 f4 a7 d4 f5 e4
    """
)


def moved(puzzle: Puzzle, geometry: Geometry, *, right: int = 0, mirrored: bool = False) -> Puzzle:
    """Return a puzzle on another board, shifted to the right or with columns and rows exchanged."""
    played = []
    for square in puzzle.played:
        column, row = puzzle.geometry.column(square) + right, puzzle.geometry.row(square)
        played.append(geometry.at(row, column) if mirrored else geometry.at(column, row))
    return replace(puzzle, geometry=geometry, played=tuple(played), number=puzzle.number + 10)


def grouped(*puzzles: Puzzle) -> list[list[int]]:
    found = groups((puzzle, check(puzzle).solution) for puzzle in puzzles)
    return [[puzzle.number for puzzle in group] for group in found]


def test_a_shifted_or_mirrored_puzzle_is_the_same() -> None:
    shifted = moved(WIN, Geometry(13, 12, 5), right=1)
    mirrored = replace(moved(WIN, Geometry(11, 11, 5), mirrored=True), number=21)
    assert grouped(WIN, OTHER_WIN, shifted, mirrored) == [[1, 11, 21]]


def test_a_mirrored_stop_is_the_same() -> None:
    assert grouped(STOP, moved(STOP, Geometry(9, 9, 5), mirrored=True)) == [[3, 13]]


def test_stones_without_effect_make_no_other_puzzle() -> None:
    geometry = Geometry(15, 15, 5)
    one = moved(WIN, geometry)
    other = replace(one, played=(*one.played, *map(geometry.parse, ("o15", "o1"))), number=4)
    assert grouped(one, OTHER_WIN, other) == [[11, 4]]


def test_stones_that_matter_make_another_puzzle() -> None:
    geometry = Geometry(15, 15, 5)
    one = moved(WIN, geometry)
    other = replace(one, played=(*one.played, *map(geometry.parse, ("c8", "o1"))), number=4)
    assert check(other).fault is None
    assert grouped(one, other) == []
