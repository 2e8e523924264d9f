"""Puzzles that differ by what does not matter alone are found."""

from dataclasses import replace

from tests.puzzles.checked import check
from tests.puzzles.same_shape import groups
from ttt_tui.engine import Geometry
from ttt_tui.puzzles.puzzle import Puzzle
from ttt_tui.puzzles.text import from_text

PUZZLES = from_text(
    """
    1: 11x11, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    2: 10x10, 5 in a row, win in 3, rated 1560: e5 f6 g6 e7 g5 f5 f4 d6 e3 d2 g4 g3
    3: 9x9, 5 in a row, stop, rated 1750: e5 e6 a4 d5 d6 f4 a7 d4 f5 e4
    """
)
WIN, OTHER_WIN, STOP = zip(PUZZLES, ("c7", "e4", "c4"), strict=True)


Solved = tuple[Puzzle, str]
"""A puzzle and its right move."""


def moved(solved: Solved, geometry: Geometry, *, right: int = 0, mirrored: bool = False) -> Solved:
    """Return a puzzle on another board, shifted to the right or with columns and rows exchanged."""
    puzzle, solution = solved
    old = puzzle.geometry
    played = []
    for square in (*puzzle.played, old.parse(solution)):
        column, row = old.column(square) + right, old.row(square)
        played.append(geometry.at(row, column) if mirrored else geometry.at(column, row))
    number = puzzle.number + (20 if mirrored else 10)
    return replace(puzzle, geometry=geometry, played=tuple(played[:-1]), number=number), geometry.name(
        played[-1]
    )


def with_more(solved: Solved, moves: str) -> Solved:
    """Return a puzzle with two stones more, number 4."""
    puzzle, solution = solved
    more = map(puzzle.geometry.parse, moves.split())
    return replace(puzzle, played=(*puzzle.played, *more), number=4), solution


def grouped(*solved: Solved) -> list[list[int]]:
    masks = [
        (puzzle, 1 << puzzle.geometry.number(puzzle.geometry.parse(name)) - 1) for puzzle, name in solved
    ]
    return [[puzzle.number for puzzle in group] for group in groups(masks)]


def test_a_shifted_or_mirrored_puzzle_or_one_with_stones_without_effect_is_the_same() -> None:
    shifted = moved(WIN, Geometry(13, 12, 5), right=1)
    mirrored = moved(WIN, Geometry(11, 11, 5), mirrored=True)
    assert grouped(WIN, OTHER_WIN, shifted, mirrored) == [[1, 11, 21]]
    assert grouped(STOP, moved(STOP, Geometry(9, 9, 5), mirrored=True)) == [[3, 23]]
    one = moved(WIN, Geometry(15, 15, 5))
    assert grouped(one, OTHER_WIN, with_more(one, "o15 o1")) == [[11, 4]]


def test_stones_that_matter_make_another_puzzle() -> None:
    one = moved(WIN, Geometry(15, 15, 5))
    other = with_more(one, "c8 o1")
    assert check(other[0]).fault is None
    assert grouped(one, other) == []
