"""The symmetries of boards: each keeps the lines, and they are all that there are."""

from itertools import permutations

import pytest

from ttt_tui.engine import Geometry, Rules, mask_of, squares_of
from ttt_tui.engine.symmetry import symmetries

BOARDS = {
    (3, 3, 3, "usual"): 8, (5, 4, 4, "usual"): 4, (15, 15, 5, "renju"): 8, (7, 6, 4, "drop"): 2,
    (4, 4, 4, "torus"): 128, (5, 4, 4, "torus"): 80, (5, 4, 4, "drop, torus"): 10, (9, 9, 3, "ultimate"): 8,
    (3, 3, 3, "vanishing"): 8,
}  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
def test_a_symmetry_maps_squares_to_squares_and_lines_to_lines(board: tuple[int, int, int, str]) -> None:
    columns, rows, line, words = board
    geometry = Geometry(columns, rows, line, Rules.parse(words))
    images = symmetries(geometry)
    assert len(images) == len(set(images)) == BOARDS[board]
    assert all(images[0][square] == square for square in geometry.squares)
    lines = {frozenset(squares_of(each)) for each in geometry.lines}
    for image in images:
        assert {image[square] for square in geometry.squares} == {*geometry.squares}
        assert {frozenset(image[square] for square in each) for each in lines} == lines
        assert all(number == -1 for square, number in enumerate(image) if square not in geometry)


def test_shifts_can_be_left_out() -> None:
    assert len(symmetries(Geometry(4, 4, 4, Rules.parse("torus")), with_shifts=False)) == 8


def test_a_small_board_has_no_other_symmetry() -> None:
    """Of the 40,320 ways to exchange all squares of 3×3 but a corner, two keep the lines."""
    geometry = Geometry(3, 3, 3)
    squares, lines = geometry.squares, {*geometry.lines}
    keeping = 0
    for order in permutations(squares[:8]):
        way = dict(zip(squares, (*order, squares[8]), strict=True))
        keeping += all(mask_of(way[square] for square in squares_of(each)) in lines for each in lines)
    assert keeping == sum(image[squares[8]] == squares[8] for image in symmetries(geometry)) == 2
