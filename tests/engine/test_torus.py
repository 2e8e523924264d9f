"""Lines that continue at the opposite edge: every question about a board against the reference."""

import pickle
from dataclasses import replace
from math import lcm

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.reference import STEPS, Board
from tests.support.strategies import cells_of, many
from ttt_tui.engine import Geometry, InvalidSetup, LineRule, Rules, Setup, check_setup, mask_of

EXACTLY = Rules(LineRule.EXACTLY, wrap=True)


@st.composite
def stones_on_a_torus(draw: st.DrawFn) -> tuple[Geometry, Board]:
    """A geometry with stones of one player, few or many, and the same on the reference board."""
    columns, rows = draw(st.integers(3, 7)), draw(st.integers(3, 7))
    k = draw(st.integers(3, max(columns, rows)))
    exactly = draw(st.booleans())
    geometry = Geometry(columns, rows, k, EXACTLY if exactly else Rules(wrap=True))
    board = Board(columns, rows, k, [0, 1], exactly=exactly, torus=True)
    rng = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from([0.0, 0.3, 0.6, 0.8, 0.9, 1.0]))
    board.cells = {cell: 0 for cell in board.squares() if rng.random() < share}
    return geometry, board


@many
@given(stones_on_a_torus())
def test_every_question_about_stones_has_the_answer_of_the_rules(both: tuple[Geometry, Board]) -> None:
    geometry, board = both
    stones = mask_of(geometry.at(*cell) for cell in board.cells)
    runs = [len(board.run(cell, step)) for cell in board.cells for step in STEPS]
    assert geometry.has_line(stones) == board.has_line(0)
    assert geometry.has_run(stones) == any(run >= geometry.line_length for run in runs)
    assert geometry.longest_run(stones) == max(runs, default=0)
    assert cells_of(geometry, geometry.completing(stones)) == board.wins_at(0)
    for cell in board.cells:
        square = geometry.at(*cell)
        assert cells_of(geometry, geometry.winning_squares(stones, square)) == board.completed(cell)


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [(3, 3, 3), (4, 4, 3), (4, 4, 4), (5, 3, 4), (3, 6, 6), (6, 4, 5), (20, 20, 5)]
)
def test_every_line_is_counted_once_with_the_squares_beside_it(size: tuple[int, int, int]) -> None:
    geometry = Geometry(*size, EXACTLY)
    board = Board(*size, [0, 1], torus=True)
    expected = {frozenset(line): {*board.ends(line)} for line in board.lines()}
    found = {frozenset(cells_of(geometry, line)): line for line in geometry.lines}
    assert len(geometry.lines) == len(found)
    assert found.keys() == expected.keys()
    assert {key: cells_of(geometry, geometry.line_ends[line]) for key, line in found.items()} == expected
    for square in geometry.squares:
        assert set(geometry.lines_through[square]) == {line for line in geometry.lines if line >> square & 1}


@pytest.mark.parametrize(
    ("size", "rows", "columns", "diagonals"),
    [
        ((3, 3, 3), 3, 3, 6),
        ((4, 4, 4), 4, 4, 8),
        ((4, 4, 3), 16, 16, 32),
        ((4, 3, 4), 3, 0, 24),
        ((6, 4, 4), 24, 6, 48),
    ],
)
def test_lines_as_long_as_a_cycle_are_one_and_diagonals_come_back_after_the_common_multiple(
    size: tuple[int, int, int], rows: int, columns: int, diagonals: int
) -> None:
    geometry = Geometry(*size, Rules(wrap=True))
    assert len(geometry.lines) == rows + columns + diagonals
    assert {len(cycle) for cycle in geometry.torus.cycles} == {size[0], size[1], lcm(*size[:2])}


@pytest.mark.parametrize("size", [(0, 0, 0), (1, 5, 3), (999, 999, 10**6)])
def test_any_sizes_can_be_made_and_are_refused(size: tuple[int, int, int]) -> None:
    with pytest.raises(InvalidSetup):
        check_setup(Setup(Geometry(*size, EXACTLY)))


def test_a_board_is_copied_with_its_lines() -> None:
    geometry = Geometry(4, 3, 3, Rules(wrap=True))
    across = mask_of(map(geometry.parse, ("c1", "d1", "a1")))
    again = pickle.loads(pickle.dumps(geometry))
    assert again == geometry
    assert again.has_line(across)
    assert not replace(geometry, rules=Rules()).has_line(across)
