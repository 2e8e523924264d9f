"""Puzzles that differ by what does not matter alone are found."""

import pytest

from tests.analysis.positions import bit
from tests.puzzles.checked import check
from tests.puzzles.same_shape import groups
from ttt_tui.puzzles.text import from_text

PUZZLES = from_text(
    """
    1: 11x11, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    2: 10x10, 5 in a row, win in 3, rated 1560: e5 f6 g6 e7 g5 f5 f4 d6 e3 d2 g4 g3
    3: 9x9, 5 in a row, stop, rated 1750: e5 e6 a4 d5 d6 f4 a7 d4 f5 e4
    # the first one shifted, mirrored, and on a large board; that with stones in corners, and with one at c8
    4: 13x12, 5 in a row, win in 2, rated 1300: f5 g5 c8 f6 g6 e4 f4 e5 e6 f7
    5: 11x11, 5 in a row, win in 2, rated 1300: e5 e6 h2 f5 f6 d4 d5 e4 f4 g5
    6: 15x15, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7
    7: 15x15, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7 o15 o1
    8: 15x15, 5 in a row, win in 2, rated 1300: e5 f5 b8 e6 f6 d4 e4 d5 d6 e7 c8 o1
    # the third one mirrored
    9: 9x9, 5 in a row, stop, rated 1750: e5 f5 d1 e4 f4 d6 g1 d4 e6 d5
    """
)
SOLUTIONS = ["c7", "e4", "c4", "d7", "g3", "c7", "c7", "c7", "d3"]


def grouped(*numbers: int) -> list[list[int]]:
    solved = [PUZZLES[number - 1] for number in numbers]
    moves = [puzzle.geometry.parse(SOLUTIONS[puzzle.number - 1]) for puzzle in solved]
    masks = [(puzzle, bit(puzzle.geometry, move)) for puzzle, move in zip(solved, moves, strict=True)]
    return [[puzzle.number for puzzle in group] for group in groups(masks)]


@pytest.mark.slow
def test_a_shifted_or_mirrored_puzzle_or_one_with_stones_without_effect_is_the_same() -> None:
    assert grouped(1, 2, 4, 5) == [[1, 4, 5]]
    assert grouped(3, 9) == [[3, 9]]
    assert grouped(6, 2, 7) == [[6, 7]]


@pytest.mark.slow
def test_stones_that_matter_make_another_puzzle() -> None:
    assert check(PUZZLES[7]).fault is None
    assert grouped(6, 8) == []
